import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { formatTaxId } from '@timbre/values';
import { formatMoment } from '../../../lib/format.ts';
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

/** Who asks, for what, since when. */
export function SolicitudCard({ solicitud, busy, onApprove, onReject }: Props) {
  const { tipo, razonSocial, rncEmisor, ambienteActual, nuevoAmbiente, solicitadoPor, fecha } = solicitud;
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
        <p>Se registró por sí misma y espera permiso para entrar. Comenzaría en {nuevoAmbiente}.</p>
      ) : (
        <dl className={styles.change}>
          <div>
            <dt>Ambiente actual</dt>
            <dd>{ambienteActual}</dd>
          </div>
          <IconArrowRight size={18} aria-hidden="true" />
          <div>
            <dt>Ambiente solicitado</dt>
            <dd data-production={nuevoAmbiente === 'Produccion'}>{nuevoAmbiente}</dd>
          </div>
        </dl>
      )}
      <p className={styles.asked}>
        <Facts of={[solicitadoPor, formatMoment(fecha)]} />
      </p>
      <footer>
        <Button disabled={busy} aria-label={`Rechazar la solicitud ${of}`} onClick={onReject}>
          Rechazar
        </Button>
        <Button variant="filled" loading={busy} aria-label={`Aprobar la solicitud ${of}`} onClick={onApprove}>
          Aprobar
        </Button>
      </footer>
    </article>
  );
}
