import { formatCount, formatCounted } from '../../../lib/format.ts';
import type { Counts } from '../../../lib/import-state.ts';
import { StatCard, StatGrid } from '../../../ui/stat-card.tsx';

const notes = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' · ');

interface Props {
  counts: Counts;
  /** The workbook is still being read, so there is no total for a percentage. */
  reading: boolean;
  /** The states are those of the rehearsal. */
  rehearsing: boolean;
}

/** The four statistic cards of the specification. */
export function ImportStats({ counts, reading, rehearsing }: Props) {
  const named = (name: string) => (rehearsing ? `${name} · ensayo` : name);
  const { total, rfce, firmados, enviados, pendientes, aceptados, rechazados, sinConfirmar, enEspera, conErrores } =
    counts;
  return (
    <StatGrid>
      <StatCard
        name="Total"
        value={formatCount(total)}
        note={`${formatCounted(total - rfce, 'e-CF', 'e-CF')} · ${formatCounted(rfce, 'RFCE', 'RFCE')}`}
      />
      <StatCard
        name={named('Firmados')}
        value={formatCount(firmados)}
        note={total > 0 && !reading ? `${Math.floor((firmados * 100) / total)}%` : ''}
      />
      <StatCard
        name={named('Enviados')}
        value={formatCount(enviados)}
        note={notes(
          aceptados > 0 && formatCounted(aceptados, 'aceptado'),
          rechazados > 0 && formatCounted(rechazados, 'rechazado'),
          sinConfirmar > 0 && `${formatCount(sinConfirmar)} sin confirmar`,
        )}
      />
      <StatCard
        name={named('Pendientes')}
        value={formatCount(pendientes)}
        note={notes(
          enEspera > 0 && `${formatCounted(enEspera, 'nota espera', 'notas esperan')} la aceptación de su factura`,
          conErrores > 0 && `${formatCount(conErrores)} con errores`,
        )}
      />
    </StatGrid>
  );
}
