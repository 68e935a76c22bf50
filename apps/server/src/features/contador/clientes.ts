import { contador } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { parseRNC } from '@timbre/values';
import { findIdByRnc } from '../../domain/companies/companies-repo.ts';
import { alignAccess } from '../../domain/companies/organization-access.ts';
import * as repo from '../../domain/companies/organization-clients-repo.ts';
import { findMiembro } from '../../domain/companies/organizations-repo.ts';
import { makeInvitation } from '../../domain/companies/people.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { Actor, PersonCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { codeFor } from './codes.ts';
import { holdAdministered } from './despachos.ts';

// The clients of a despacho, on its side: asked for, assigned, left.

const { clientesPorDespacho } = contador.constants;

/** A line of a request for clients. */
interface Line {
  readonly rnc: string;
  readonly nombre?: string;
}

const refused = (line: Line, motivo: string): contador.Pedido => ({
  ...{ rnc: line.rnc.trim(), nombre: line.nombre?.trim() ?? '', resultado: 'invalida', codigo: null, motivo },
});

/**
 * Asks companies for their consent. The work and the answer do not depend on which of them are here.
 *
 * @returns what became of each line
 * @throws Problem `recurso/no-encontrado`, `acceso/denegado`, `despacho/limite`
 */
export const askClients = (
  ctx: Context,
  caller: PersonCaller,
  id: string,
  lines: readonly Line[],
  by: Actor,
): Promise<contador.Pedido[]> =>
  ctx.db.system(async (tx) => {
    await holdAdministered(tx, caller, id);
    const rncs = lines.flatMap(({ rnc }) => parseRNC(rnc) ?? []);
    const known = new Map((await repo.clientesWithRnc(tx, id, rncs)).map((row) => [row.rnc as string, row]));
    const pedida = ctx.clock.now();
    const asked = new Map<string, Parameters<typeof repo.askClientes>[1][number]>();
    const outcomes = lines.map((line): contador.Pedido => {
      const rnc = parseRNC(line.rnc);
      if (rnc === undefined) return refused(line, 'No es un RNC ni una cédula');
      const before = known.get(rnc);
      const nombre = (line.nombre ?? '').trim().replace(/\s+/g, ' ').slice(0, 150);
      if (asked.has(rnc)) return { rnc, nombre, resultado: 'repetida', codigo: null, motivo: 'Está dos veces' };
      if (before?.estado === 'pendiente')
        return { rnc, nombre: before.nombre, resultado: 'repetida', codigo: null, motivo: 'Ya se le pidió' };
      if (before?.estado === 'aceptada')
        return { rnc, nombre: before.nombre, resultado: 'ya_es_cliente', codigo: null, motivo: null };
      const codigo = makeInvitation();
      asked.set(rnc, {
        ...{ organizacion_id: id, id: newId(pedida), rnc, nombre: nombre || rnc, estado: 'pendiente' },
        ...{ codigo_hmac: codeFor(ctx, rnc, codigo), responsable_id: null, pedida, pedida_por: by.por },
        ...{ resuelta: null, resuelta_por: null },
      });
      return { rnc, nombre, resultado: 'pedida', codigo, motivo: null };
    });
    if ((await repo.countClientes(tx, id)) + asked.size > clientesPorDespacho)
      refuse('despacho/limite', `Un despacho puede llevar ${clientesPorDespacho} empresas`);
    if (asked.size > 0) await repo.askClientes(tx, [...asked.values()]);
    return outcomes;
  });

/**
 * Makes a member responsible for clients, or nobody.
 *
 * @returns how many clients
 * @throws Problem `recurso/no-encontrado`, `acceso/denegado`
 */
export const assignResponsible = (
  ctx: Context,
  caller: PersonCaller,
  id: string,
  clientes: readonly string[],
  miembroId: string | null,
  by: Actor,
): Promise<number> =>
  ctx.db.system(async (tx) => {
    const own = await holdAdministered(tx, caller, id);
    if (miembroId !== null && (await findMiembro(tx, id, miembroId)) === undefined) refuse('recurso/no-encontrado');
    const assigned = await repo.assignClientes(tx, id, clientes, miembroId);
    await alignAccess(ctx, tx, own, by);
    return assigned;
  });

async function demandCliente(tx: Tx, id: string, clienteId: string): Promise<repo.ClienteRow> {
  const row = await repo.findCliente(tx, id, clienteId);
  return row === undefined || row.estado === 'terminada' ? refuse('recurso/no-encontrado') : row;
}

/**
 * Makes another code for a request that waits.
 *
 * @throws Problem `recurso/no-encontrado`, `acceso/denegado`, `solicitud/resuelta`
 */
export const renewCode = (
  ctx: Context,
  caller: PersonCaller,
  ids: { readonly id: string; readonly clienteId: string },
): Promise<string> =>
  ctx.db.system(async (tx) => {
    await holdAdministered(tx, caller, ids.id);
    const row = await demandCliente(tx, ids.id, ids.clienteId);
    if (row.estado !== 'pendiente') refuse('solicitud/resuelta');
    const codigo = makeInvitation();
    await repo.changeCliente(tx, row, { codigo_hmac: codeFor(ctx, row.rnc, codigo) });
    return codigo;
  });

/**
 * Withdraws a request, or leaves a client: the access of the despacho ends in the same transaction.
 *
 * @throws Problem `recurso/no-encontrado`, `acceso/denegado`
 */
export const leaveClient = (
  ctx: Context,
  caller: PersonCaller,
  ids: { readonly id: string; readonly clienteId: string },
  by: Actor,
): Promise<void> =>
  ctx.db.system(async (tx) => {
    const own = await holdAdministered(tx, caller, ids.id);
    const row = await demandCliente(tx, ids.id, ids.clienteId);
    const ended = { estado: 'terminada', codigo_hmac: null, resuelta: ctx.clock.now(), resuelta_por: by.por } as const;
    await repo.changeCliente(tx, row, ended);
    if (row.estado === 'pendiente') return;
    await alignAccess(ctx, tx, own, by);
    const empresaId = (await findIdByRnc(tx, row.rnc))!;
    const act = { tipo: 'despacho.dejado', datos: { despacho: own.nombre, ...by } } as const;
    await ctx.events.append(tx, empresaId, [act, configuracionEvent('usuarios')]);
  });
