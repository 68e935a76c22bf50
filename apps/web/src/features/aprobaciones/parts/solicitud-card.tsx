import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { displayAmbiente } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import { formatMoment } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { Facts } from '../../../ui/facts.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import type { Solicitud } from '../api.ts';
import styles from './solicitud-card.module.css';

interface Props {
  solicitud: Solicitud;
  busy: boolean;
  onApprove: () => void;
  onReject: () => void;
}

/** One request: the applicant, the subject and the date. */
export function SolicitudCard({ solicitud, busy, onApprove, onReject }: Props) {
  const { tipo, razonSocial, rncEmisor, ambienteActual, nuevoAmbiente, solicitadoPor, fecha, evidencias, impedimento } =
    solicitud;
  const of = `de ${razonSocial}`;
  return (
    <article className={`${card.card} ${styles.card}`} aria-label={razonSocial}>
      <header>
        <div>
          <h2 className={card.title}>{razonSocial}</h2>
          <p>{formatTaxId(rncEmisor)}</p>
        </div>
        {tipo === 'registro' && <Chip tone="info">Empresa nueva</Chip>}
      </header>
      {tipo === 'registro' ? (
        <p>Se registró en línea; pendiente de aprobación. Comenzaría en {displayAmbiente(nuevoAmbiente)}.</p>
      ) : (
        <dl className={styles.change}>
          <div>
            <dt>Ambiente actual</dt>
            <dd>{displayAmbiente(ambienteActual)}</dd>
          </div>
          <IconArrowRight size={18} aria-hidden="true" />
          <div>
            <dt>Ambiente solicitado</dt>
            <dd data-production={nuevoAmbiente === 'Produccion'}>{displayAmbiente(nuevoAmbiente)}</dd>
          </div>
        </dl>
      )}
      {evidencias.length > 0 && (
        <ul className={styles.evidence} aria-label="Evidencias">
          {evidencias.map((evidencia) => (
            <li key={evidencia}>{evidencia}</li>
          ))}
        </ul>
      )}
      {impedimento && <Banner tone="warn">{impedimento}</Banner>}
      <p className={styles.asked}>
        <Facts of={[solicitadoPor, formatMoment(fecha)]} />
      </p>
      <footer>
        <Button disabled={busy} aria-label={`Rechazar la solicitud ${of}`} onClick={onReject}>
          Rechazar
        </Button>
        <Button
          variant="filled"
          loading={busy}
          disabled={impedimento !== null}
          title={impedimento ?? undefined}
          aria-label={`Aprobar la solicitud ${of}`}
          onClick={onApprove}
        >
          Aprobar
        </Button>
      </footer>
    </article>
  );
}
