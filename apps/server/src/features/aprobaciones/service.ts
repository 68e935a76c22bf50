import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transactions.ts';
import { platformRecord } from '../../events/events.ts';
import type { Actor } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { recordActOnEmpresa } from '../clientes/record.ts';
import { applyAmbiente } from '../clientes/service.ts';
import * as repo from './repo.ts';

const maxPending = 500;

/** What waits for the platform's administrator, the oldest first. */
export const listPending = (ctx: Context): Promise<repo.SolicitudRow[]> =>
  ctx.db.system((tx) => repo.listPending(tx, maxPending));

export type Outcome = 'aprobada' | 'rechazada';

/**
 * Resolves a request. An approved environment is the company's from now on, an approved company may enter. A refused
 * environment changes nothing; a company that is refused is removed, so that its RNC can be registered by whom it belongs to.
 *
 * @throws Problem `recurso/no-encontrado`, `solicitud/resuelta`
 */
export async function resolveSolicitud(ctx: Context, id: string, outcome: Outcome, by: Actor): Promise<void> {
  await ctx.db.system(async (tx) => {
    const solicitud = (await repo.holdSolicitud(tx, id)) ?? refuse('recurso/no-encontrado');
    if (solicitud.estado !== 'pendiente') refuse('solicitud/resuelta');
    await repo.closeSolicitud(tx, id, outcome, { por: by.por, en: ctx.clock.now() });
    await effects[solicitud.tipo][outcome](ctx, tx, solicitud, by);
  });
}

type Effect = (ctx: Context, tx: Tx, solicitud: repo.SolicitudRow, by: Actor) => Promise<void>;

/** What becomes of the company. */
const effects: Readonly<Record<repo.SolicitudRow['tipo'], Record<Outcome, Effect>>> = {
  ambiente: {
    aprobada: (ctx, tx, { empresa, nuevo_ambiente }, by) =>
      applyAmbiente(ctx, tx, empresa, nuevo_ambiente, 'ambiente.aprobado', by),
    rechazada: (ctx, tx, { empresa, nuevo_ambiente: ambiente }, by) => {
      const act = { tipo: 'ambiente.rechazado', sujeto: empresa.id, datos: { ambiente, ...by } } as const;
      return recordActOnEmpresa(ctx, tx, empresa, act, 'ambiente');
    },
  },
  registro: {
    async aprobada(ctx, tx, { empresa }, by) {
      await repo.approveEmpresa(tx, empresa.id, ctx.clock.now());
      const datos = { razonSocial: empresa.razon_social, ...by };
      const act = { tipo: 'empresa.aprobada', sujeto: empresa.id, datos } as const;
      await recordActOnEmpresa(ctx, tx, empresa, act, 'empresa');
    },
    async rechazada(ctx, tx, { empresa, pedida_por }, by) {
      await repo.deleteEmpresa(tx, empresa.id);
      const datos = { rnc: empresa.rnc, razonSocial: empresa.razon_social, correo: pedida_por, ...by };
      await ctx.events.append(tx, platformRecord, [{ tipo: 'empresa.rechazada', sujeto: empresa.id, datos }]);
    },
  },
};
