import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { documentos, entregas } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { formatTaxId } from '@timbre/values';
import * as entregasCalls from '../../../calls/entregas.generated.ts';
import { caller, messageOf } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/files.ts';
import { formatMoment } from '../../../lib/format.ts';
import { lastError, useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { Banner } from '../../../ui/banner.tsx';
import detail from '../../../ui/detail.module.css';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

type Entrega = entregas.Entrega;
type Aprobacion = AnswerOf<typeof entregas.aprobacionesDeFactura>[number];

const readEntrega = caller(entregasCalls.verEntrega);
const readAprobaciones = caller(entregasCalls.aprobacionesDeFactura);
/** Answers in the first part of their list. */
const shown = 50;
const deliver = caller(entregasCalls.entregarFactura);
const readAnswer = caller(entregasCalls.xmlDeAprobacionDeFactura);
const readAcuse = caller(entregasCalls.acuseEntrega);

/** Title, meaning and possible action of each state of a delivery. */
const estados: Record<
  Entrega['estado'],
  { title: string; tone: 'ok' | 'warn' | 'bad'; meaning?: string; again?: string }
> = {
  pendiente: { title: 'Entrega en curso', tone: 'ok' },
  entregada: { title: 'Entregada al comprador', tone: 'ok' },
  rechazada: { title: 'El comprador no la recibió', tone: 'bad' },
  sin_direccion: {
    title: 'El comprador no tiene dirección de recepción',
    tone: 'warn',
    meaning: 'Al buscarla de nuevo se consulta el directorio de la DGII cada seis horas durante una semana.',
    again: 'Buscar de nuevo',
  },
  sin_confirmar: {
    title: 'Entrega sin confirmar',
    tone: 'warn',
    meaning: 'Un envío anterior pudo llegarle. Confirme con el comprador si la tiene.',
  },
};

/** The delivery of an accepted invoice to its buyer's system, and the buyer's answer. */
export function BuyerSection({ documento: { id, eNCF } }: { documento: Pick<documentos.Documento, 'id' | 'eNCF'> }) {
  const client = useQueryClient();
  const { noEmite } = useSesion();
  const queryKey = ['recibidas', 'comprador', id];
  const { data, error } = useQuery({
    queryKey,
    meta: { live: { recibidas: 0 } },
    queryFn: async ({ signal }) => {
      const [entrega, aprobaciones] = await Promise.all([
        readEntrega({ params: { id }, signal }),
        readAprobaciones({ params: { id }, query: { limite: shown }, signal }),
      ]);
      return { entrega, aprobaciones };
    },
  });
  const ask = useMutation({
    mutationFn: () => deliver({ params: { id }, body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const save = useMutation({
    mutationFn: () => readAcuse({ params: { id } }),
    onSuccess: (file) => saveFile(file, `acuse_${eNCF}.xml`),
  });
  const saveAnswer = useMutation({
    mutationFn: (huella: string) => readAnswer({ params: { id, huella } }),
    onSuccess: (file) => saveFile(file, `respuesta_${eNCF}.xml`),
  });
  const failure = lastError(saveAnswer, ask, save) ?? error;
  if (data === undefined)
    return error ? (
      <Banner>{messageOf(error)}</Banner>
    ) : (
      <Skeleton rows={1} height={110} label="Cargando la entrega..." />
    );
  const { entrega, aprobaciones } = data;
  const estado = entrega ? estados[entrega.estado] : undefined;
  const action = entrega === null ? 'Entregar al comprador' : estado?.again;
  return (
    <section className={detail.callout} data-tone={estado?.tone} aria-label="Entrega al comprador">
      <b>
        {estado?.title ?? 'Sin entregar al sistema del comprador'}
        {entrega && `, ${formatMoment(entrega.cambiada)}`}
      </b>
      {entrega === null && <p>Se envía a la dirección que el comprador tiene en el directorio de la DGII.</p>}
      {estado?.meaning && <p>{estado.meaning}</p>}
      {entrega?.detalle && <blockquote>{entrega.detalle}</blockquote>}
      {aprobaciones.map((one) => (
        <Answer
          key={one.huella}
          {...one}
          isSaving={saveAnswer.isPending}
          onSave={() => saveAnswer.mutate(one.huella)}
        />
      ))}
      {aprobaciones.length === shown && (
        <p>
          Se muestran {shown} respuestas, primero la última de cada firmante. Todas las recibidas están en Auditoría.
        </p>
      )}
      {aprobaciones.some(({ contradice }) => contradice) && (
        <Banner tone="warn" title="Hay respuestas que se contradicen.">
          Pregunte al comprador cuál vale antes de anular o cobrar esta factura.
        </Banner>
      )}
      <FailureNotice error={failure} />
      {action && (
        <Button disabled={noEmite !== undefined} title={noEmite} loading={ask.isPending} onClick={() => ask.mutate()}>
          {action}
        </Button>
      )}
      {entrega?.tieneAcuse && (
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Descargar acuse
        </Button>
      )}
    </section>
  );
}

interface AnswerProps extends Aprobacion {
  isSaving: boolean;
  onSave: () => void;
}

const Answer = ({ estado, motivo, fechaHora, firmadaPor, comprobada, isSaving, onSave }: AnswerProps) => (
  <p>
    {estado === 'aceptada' ? 'Aceptada comercialmente' : 'Rechazada comercialmente'}{' '}
    {comprobada ? 'por el comprador' : 'a nombre del comprador, sin comprobar'}, {fechaHora.replace(/-/g, '/')}
    {motivo && `: «${motivo}»`}
    {`. Firmada por ${firmadaPor === '' ? 'un certificado que no dice de quién es' : formatTaxId(firmadaPor)}. `}
    <Button size="compact-sm" variant="subtle" loading={isSaving} onClick={onSave}>
      Descargar su XML
    </Button>
  </p>
);
