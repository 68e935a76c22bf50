import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { webhooks } from '@timbre/contract';
import type { EstadoDeEntregaWebhook } from '@timbre/contract/tables';
import type { InputOf } from '@timbre/route';
import * as calls from '../../calls/webhooks.generated.ts';
import { caller } from '../../lib/api.ts';
import { ofConfiguracion } from '../../lib/live-query.ts';

export type Webhook = webhooks.Webhook;
export type Entrega = webhooks.EntregaWebhook;
export type Destino = InputOf<typeof webhooks.crearWebhook>['body'];

const listarWebhooks = caller(calls.listarWebhooks);
const listarEntregas = caller(calls.listarEntregas);
const verEntregaDeWebhook = caller(calls.verEntregaDeWebhook);

const slowed = { timeout: 30_000 }; // checking a password is slow, and a receiver may be

export const crearWebhook = caller(calls.crearWebhook, slowed);
export const modificarWebhook = caller(calls.modificarWebhook, slowed);
export const eliminarWebhook = caller(calls.eliminarWebhook, slowed);
export const rotarSecretoWebhook = caller(calls.rotarSecretoWebhook, slowed);
export const probarWebhook = caller(calls.probarWebhook, slowed);
export const reenviarEntrega = caller(calls.reenviarEntrega);

/** Deliveries change without events, so they are polled while they are shown. */
const everyMs = 5_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'destinos'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => listarWebhooks({ signal }),
});

/** The log, newest first. */
export const entregasQuery = (webhookId: string | undefined, estado: EstadoDeEntregaWebhook | undefined) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'entregas', webhookId, estado],
    meta: ofConfiguracion,
    refetchInterval: everyMs,
    queryFn: ({ signal, pageParam }) =>
      listarEntregas({
        query: {
          ...(webhookId && { webhookId }),
          ...(estado && { estado }),
          ...(pageParam && { antesDe: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ entregas, hayMas }) => (hayMas ? entregas.at(-1)?.id : undefined),
  });

export const entregaQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'entrega', id],
    meta: ofConfiguracion,
    refetchInterval: everyMs,
    queryFn: ({ signal }) => verEntregaDeWebhook({ params: { id }, signal }),
  });
