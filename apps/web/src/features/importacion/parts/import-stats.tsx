import { formatCount, formatCounted } from '../../../lib/format.ts';
import { StatCard, StatGrid } from '../../../ui/stat-card.tsx';
import type { Counts } from '../progress.ts';

const notes = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' · ');

/** The specification's four cards. */
export function ImportStats({ counts }: { counts: Counts }) {
  const { total, rfce, firmados, enviados, pendientes, aprobados, rechazados, enEspera, conErrores } = counts;
  return (
    <StatGrid>
      <StatCard
        name="Total"
        value={formatCount(total)}
        note={`${formatCounted(total - rfce, 'e-CF', 'e-CF')} · ${formatCounted(rfce, 'RFCE', 'RFCE')}`}
      />
      <StatCard
        name="Firmados"
        value={formatCount(firmados)}
        note={total > 0 ? `${Math.floor((firmados * 100) / total)} %` : ''}
      />
      <StatCard
        name="Enviados"
        value={formatCount(enviados)}
        note={notes(
          aprobados > 0 && formatCounted(aprobados, 'aprobado'),
          rechazados > 0 && formatCounted(rechazados, 'rechazado'),
        )}
      />
      <StatCard
        name="Pendientes"
        value={formatCount(pendientes)}
        note={notes(
          enEspera > 0 && `${formatCount(enEspera)} ${enEspera === 1 ? 'espera' : 'esperan'} a su factura`,
          conErrores > 0 && `${formatCount(conErrores)} con errores`,
        )}
      />
    </StatGrid>
  );
}
