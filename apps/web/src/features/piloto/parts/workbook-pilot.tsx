import { featureConstants } from '@timbre/contract/tables';
import { messageOf } from '../../../lib/api.ts';
import { formatCounted } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { WorkbookForm } from '../../../ui/workbook-form.tsx';
import type { Parte, Piloto } from '../api.ts';
import { FullInvoices } from '../shared.tsx';
import { palabras, sumOf } from '../stages.ts';
import type { Pilot } from '../use-pilot.ts';
import { ApprovalProblems, DocumentProblems } from './problems.tsx';
import { StageTrack } from './stage-track.tsx';
import styles from './workbook-pilot.module.css';

interface Props {
  parte: Parte;
  data: Piloto;
  pilot: Pilot;
}

const limites: Readonly<Record<Parte, number>> = {
  comprobantes: featureConstants.importacion.limitesDelLibro.bytes,
  aprobaciones: featureConstants.aprobacionComercial.limitesDeAprobaciones.bytes,
};
const nombres: Readonly<Record<Parte, readonly [uno: string, varios: string]>> = {
  comprobantes: ['comprobante', 'comprobantes'],
  aprobaciones: ['aprobación', 'aprobaciones'],
};

/** A workbook of the DGII from its loading to its acceptance: the pilot's stage and its findings. */
export function WorkbookPilot({ parte, data, pilot }: Props) {
  const { noEmite } = useSesion();
  const now = data[parte];
  const { comprobantes } = data;
  const isSending = now?.etapa === 'enviando';
  const refusal = noEmite ?? (data.ambiente === 'ecf' ? 'El piloto no trabaja en producción' : undefined);
  return (
    <div className={styles.pilot}>
      {now && (
        <>
          <StageTrack {...now} />
          {now.motivo && <Banner title="Motivo">{now.motivo}</Banner>}
          {parte === 'comprobantes' && comprobantes && <DocumentProblems {...comprobantes} />}
          {parte === 'aprobaciones' && data.aprobaciones && <ApprovalProblems {...data.aprobaciones} />}
          <Actions {...{ parte, data, pilot }} />
          {parte === 'comprobantes' && comprobantes && <FullInvoices completas={comprobantes.completas} de="set" />}
        </>
      )}
      {!isSending && (
        <WorkbookForm
          submit="Cargar y ensayar"
          another={now ? 'Cargar otro libro' : undefined}
          maxBytes={limites[parte]}
          refusal={refusal}
          onUpload={(workbook) => pilot.load(parte, workbook)}
          failureOf={messageOf}
        />
      )}
    </div>
  );
}

/** The buttons of a stage: to repeat the rehearsal, and to send. */
function Actions({ parte, data, pilot }: Props) {
  const { noEmite } = useSesion();
  const now = data[parte];
  if (now === null) return null;
  const { etapa, puede } = now;
  const { total, aceptados } = sumOf(now.fases);
  const left = formatCounted(total - aceptados, ...nombres[parte]);
  const notes = parte === 'comprobantes' ? (data.comprobantes?.totalAvisos ?? 0) : 0;
  if (!puede.enviar && !puede.ensayar) return null;
  const rests = { disabled: noEmite !== undefined || pilot.isAsking };
  return (
    <div className={styles.actions}>
      {puede.ensayar && (
        <ActionButton {...rests} title={noEmite} onClick={() => pilot.rehearse(parte)}>
          Ensayar de nuevo
        </ActionButton>
      )}
      {puede.enviar && (
        <ConfirmButton
          {...rests}
          variant="filled"
          title={noEmite ?? palabras[etapa]}
          onConfirm={() => pilot.send(parte)}
          question={{
            title: `Enviar ${left} a la DGII`,
            detail: `Se firman y se envían con el certificado de la empresa. El envío se detiene en el primer rechazo: la DGII reinicia entonces la prueba.${notes > 0 ? ` El ensayo dejó ${formatCounted(notes, 'aviso', 'avisos')}: léalos antes.` : ''}`,
            confirm: 'Enviar a la DGII',
          }}
        >
          {etapa === 'detenido' ? 'Continuar el envío' : 'Enviar a la DGII'}
        </ConfirmButton>
      )}
    </div>
  );
}
