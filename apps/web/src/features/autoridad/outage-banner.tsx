import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { autoridad } from '@timbre/contract';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatCounted, formatSpan, formatWhen } from '../../lib/format.ts';
import { useMutation } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { Banner } from '../../ui/banner.tsx';
import { toast } from '../../ui/toast.tsx';
import { autoridadQuery, retryNow } from './api.ts';
import { deadlineOf, isUrgent } from './deadline.ts';
import styles from './outage-banner.module.css';

/** A banner above every screen while the authority does not answer: its consequence and since when. */
export function OutageBanner() {
  const { data } = useQuery(autoridadQuery);
  return data?.caida ? <Outage caida={data.caida} /> : null;
}

function Outage({ caida }: { caida: autoridad.Caida }) {
  const { noEmite } = useSesion();
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryNow({ body: {} }),
    onSuccess: (state) => {
      client.setQueryData(autoridadQuery.queryKey, state);
      if (state.caida?.fase === 'caida') toast('La DGII sigue sin responder');
    },
    onError: (error) => toast(messageOf(error)),
  });
  const now = useEverySecond();
  return (
    <div className={styles.outage}>
      <Banner
        tone={isUrgent(caida, now) ? 'bad' : 'warn'}
        title={titleOf(caida)}
        action={
          <Button
            loading={retry.isPending}
            disabled={noEmite !== undefined}
            title={noEmite}
            onClick={() => retry.mutate()}
          >
            Reintentar ahora
          </Button>
        }
      >
        <Details caida={caida} now={now} />
      </Banner>
    </div>
  );
}

/** The name of each service of the authority, as shown to the user. */
const nombres: Readonly<Record<string, string>> = {
  semilla: 'La autenticación',
  validarSemilla: 'La autenticación',
  enviarECF: 'La recepción de e-CF',
  enviarRFCE: 'La recepción de facturas de consumo',
  consultaResultado: 'La consulta de resultados',
  consultaTrackIds: 'La consulta de envíos',
  consultaRFCE: 'La consulta de facturas de consumo',
  consultaEstado: 'La consulta de estados',
};

function titleOf({ fase, servicio }: autoridad.Caida): string {
  const quien = servicio === null ? 'La DGII' : `${nombres[servicio] ?? 'Un servicio'} de la DGII`;
  return fase === 'tarda' ? `${quien} tarda en responder` : `${quien} no responde`;
}

function Details({ caida, now }: { caida: autoridad.Caida; now: number }) {
  const { fase, desde, motivo, esperan, proximoIntento } = caida;
  const esperando =
    esperan === 0
      ? 'Ningún comprobante suyo espera.'
      : `${formatCounted(esperan, 'comprobante espera', 'comprobantes esperan')} y se ${esperan === 1 ? 'enviará' : 'enviarán'} en cuanto responda.`;
  const nextMs = Date.parse(proximoIntento) - now;
  return (
    <>
      Desde {formatWhen(desde, now)}: puede seguir emitiendo. {esperando} {deadlineOf(caida, now)}{' '}
      {fase === 'caida' &&
        (nextMs > 2_000 ? `Próximo intento en ${formatSpan(nextMs)}.` : 'Se comprueba cada segundo.')}{' '}
      {motivo}.
    </>
  );
}

function useEverySecond(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
