import { refuse } from '@timbre/refusal';
import { alignAccess } from '../../domain/companies/organization-access.ts';
import * as repo from '../../domain/companies/organization-clients-repo.ts';
import { holdAny } from '../../domain/companies/organizations-repo.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../platform/events/events.ts';
import type { Actor, PersonCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { codeFor } from './codes.ts';

// The despachos of a company, on its side: its administrator consents, declines, and ends the consent.

const mostDespachos = 100;

/** The despachos that serve the caller's company, and those that ask. */
export async function listServing(ctx: Context, { empresaId }: PersonCaller): Promise<repo.ServingRow[]> {
  const { rnc } = await ctx.issuers.of(empresaId);
  return ctx.db.system((tx) => repo.servingOf(tx, rnc, mostDespachos));
}

/**
 * Consents to a request, named by its id or its code: the despacho's people get the role of accountant.
 *
 * @throws Problem `recurso/no-encontrado`, `despacho/codigo`
 */
export async function acceptDespacho(
  ctx: Context,
  { empresaId }: PersonCaller,
  asked: { readonly id: string } | { readonly codigo: string },
  by: Actor,
): Promise<repo.ServingRow> {
  const { rnc, razonSocial } = await ctx.issuers.of(empresaId);
  return ctx.db.system(async (tx) => {
    const { row, despacho } =
      'id' in asked
        ? ((await holdRequest(tx, rnc, asked.id)) ?? refuse('recurso/no-encontrado'))
        : ((await holdByCode(ctx, tx, rnc, asked.codigo)) ?? refuse('despacho/codigo'));
    if (row.estado === 'pendiente') {
      const answered = { resuelta: ctx.clock.now(), resuelta_por: by.por };
      await repo.changeCliente(tx, row, { estado: 'aceptada', codigo_hmac: null, nombre: razonSocial, ...answered });
      await alignAccess(ctx, tx, { id: row.organizacion_id, nombre: despacho }, by);
    }
    const serving = (await repo.servingOf(tx, rnc, 1, row.id))[0]!;
    if (row.estado === 'pendiente')
      await record(ctx, tx, empresaId, {
        tipo: 'despacho.aceptado',
        datos: { despacho, personas: serving.personas, ...by },
      });
    return serving;
  });
}

/**
 * Declines a request, or ends the consent: memberships and sessions of the despacho end in the same transaction.
 *
 * @throws Problem `recurso/no-encontrado`
 */
export async function endDespacho(ctx: Context, { empresaId }: PersonCaller, id: string, by: Actor): Promise<void> {
  const { rnc } = await ctx.issuers.of(empresaId);
  await ctx.db.system(async (tx) => {
    const { row, despacho } = (await holdRequest(tx, rnc, id)) ?? refuse('recurso/no-encontrado');
    const ended = { estado: 'terminada', codigo_hmac: null, resuelta: ctx.clock.now(), resuelta_por: by.por } as const;
    await repo.changeCliente(tx, row, ended);
    await alignAccess(ctx, tx, { id: row.organizacion_id, nombre: despacho }, by);
    const tipo = row.estado === 'pendiente' ? 'despacho.rechazado' : 'despacho.terminado';
    await record(ctx, tx, empresaId, { tipo, datos: { despacho, ...by } });
  });
}

async function holdByCode(ctx: Context, tx: Tx, rnc: string, codigo: string) {
  const found = await repo.findByCode(tx, rnc, codeFor(ctx, rnc, codigo));
  return found && holdRequest(tx, rnc, found.id);
}

/** A request to the company, or its consent, with the name of the despacho, which is locked. */
async function holdRequest(tx: Tx, rnc: string, id: string) {
  const found = await repo.findOfCompany(tx, rnc, id);
  if (found === undefined) return undefined;
  const despacho = (await holdAny(tx, found.organizacion_id))!;
  const row = await repo.findOfCompany(tx, rnc, id);
  return row === undefined || row.estado === 'terminada' ? undefined : { row, despacho };
}

const record = (ctx: Context, tx: Tx, empresaId: string, act: NewEvent) =>
  ctx.events.append(tx, empresaId, [act, configuracionEvent('usuarios')]);
