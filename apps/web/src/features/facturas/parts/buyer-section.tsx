import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { documentos, entregas } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as entregasCalls from '../../../calls/entregas.generated.ts';
import { caller, messageOf } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/files.ts';
import { formatMoment } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSesion } from '../../sesion/use-sesion.ts';
import styles from './factura-drawer.module.css';

type Entrega = entregas.Entrega;
type Aprobacion = AnswerOf<typeof entregas.aprobacionesDeFactura>[number];

const readEntrega = caller(entregasCalls.verEntrega);
const readAprobaciones = caller(entregasCalls.aprobacionesDeFactura);
const deliver = caller(entregasCalls.entregarFactura);
const readAcuse = caller(entregasCalls.acuseEntrega);

/** What a delivery is called, what it means, and what may be done. */
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

/** The delivery of an accepted invoice to its buyer's system, and what the buyer answered. */
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
        readAprobaciones({ params: { id }, signal }),
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
  const failure = error ?? ask.error ?? save.error;
  if (data === undefined)
    return error ? (
      <Banner>{messageOf(error)}</Banner>
    ) : (
      <Skeleton rows={1} height={110} label="Cargando la entrega..." />
    );
  const { entrega, aprobaciones } = data;
  const told = entrega ? estados[entrega.estado] : undefined;
  const action = entrega === null ? 'Entregar al comprador' : told?.again;
  return (
    <section className={styles.told} data-tone={told?.tone} aria-label="Entrega al comprador">
      <b>
        {told?.title ?? 'Sin entregar al sistema del comprador'}
        {entrega && `, ${formatMoment(entrega.cambiada)}`}
      </b>
      {entrega === null && <p>Se envía a la dirección que el comprador tiene en el directorio de la DGII.</p>}
      {told?.meaning && <p>{told.meaning}</p>}
      {entrega?.detalle && <blockquote>{entrega.detalle}</blockquote>}
      {aprobaciones.map((one) => (
        <Answer key={one.recibida} {...one} />
      ))}
      {failure && <Banner>{messageOf(failure)}</Banner>}
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

const Answer = ({ estado, motivo, fechaHora }: Aprobacion) => (
  <p>
    {estado === 'aceptada' ? 'Aceptada comercialmente' : 'Rechazada comercialmente'} por el comprador,{' '}
    {fechaHora.replace(/-/g, '/')}
    {motivo && `: «${motivo}»`}
  </p>
);
