import { type Ambiente, ambienteDe } from '@timbre/contract';
import { parseRNC } from '@timbre/values';
import type { Context } from '../../context.ts';
import { afterCommit, type Tx } from '../../db/transactions.ts';
import type { EventKind } from '../../events/kinds.ts';
import type { Actor } from '../../http/caller.ts';
import type { FormFile } from '../../http/form.ts';
import { refuse } from '../../http/problem.ts';
import { readCertificate } from '../configuracion/service.ts';
import { putCertificate } from '../empresa/service.ts';
import { recordActOnEmpresa } from './record.ts';
import * as repo from './repo.ts';

export type { HeldEmpresa } from './repo.ts';

const maxClientes = 1_000;
const maxFacturas = 1_000;

/** A company with its certificate in use. */
export interface Cliente {
  readonly row: repo.ClienteRow;
  readonly certificado: repo.CertificadoRow | undefined;
}

async function findClientes(tx: Tx, filter: repo.ClienteFilter): Promise<Cliente[]> {
  const rows = await repo.listClientes(tx, filter, maxClientes);
  if (rows.length === 0) return [];
  const certificates = await repo.activeCertificates(
    tx,
    rows.map(({ id }) => id),
  );
  const certificateOf = new Map(certificates.map((each) => [each.empresa_id, each]));
  return rows.map((row) => ({ row, certificado: certificateOf.get(row.id) }));
}

/** The approved companies in order of name; with `buscar`, those whose name or RNC has it. */
export const listClientes = (ctx: Context, buscar: string | undefined): Promise<Cliente[]> =>
  ctx.db.system((tx) => findClientes(tx, buscar === undefined ? {} : { buscar }));

/** Throws Problem `recurso/no-encontrado` when there is no such approved company. */
export async function viewCliente(ctx: Context, id: string): Promise<Cliente> {
  const [found] = await ctx.db.system((tx) => findClientes(tx, { id }));
  return found ?? refuse('recurso/no-encontrado');
}

/** The company's issued invoices, the newest first. */
export async function listFacturas(ctx: Context, id: string): Promise<repo.FacturaRow[]> {
  await viewCliente(ctx, id);
  return ctx.db.tenant(id, (tx) => repo.listFacturas(tx, id, maxFacturas));
}

/**
 * Changes a company's environment at once.
 *
 * @param text as people write it
 * @throws Problem `empresa/invalida`, `recurso/no-encontrado`
 */
export async function setAmbiente(ctx: Context, id: string, text: string, by: Actor): Promise<void> {
  const ambiente = ambienteDe(text) ?? refuse('empresa/invalida', `No hay un ambiente «${text}»`);
  await ctx.db.system(async (tx) => {
    const empresa = (await repo.holdEmpresa(tx, id)) ?? refuse('recurso/no-encontrado');
    await applyAmbiente(ctx, tx, empresa, ambiente, 'ambiente.cambiado', by);
  });
}

/** What a form changes of a company; what does not come stays as it is. */
export interface ClienteChanges {
  /** The company's own: it does not change. */
  readonly rnc: string | undefined;
  readonly razonSocial: string | undefined;
  readonly idExterno: string | undefined;
  /** A certificate to be put in use. */
  readonly certificado: FormFile | undefined;
  /** Of that certificate; without one, of the one in use: it must open it. */
  readonly password: string | undefined;
}

/**
 * Saves a company: all of it, or nothing.
 *
 * @throws Problem `recurso/no-encontrado`, `empresa/invalida`, `certificado/…`
 */
export async function saveCliente(ctx: Context, id: string, changes: ClienteChanges, by: Actor): Promise<void> {
  const { row } = await viewCliente(ctx, id);
  if (changes.rnc !== undefined && parseRNC(changes.rnc) !== row.rnc)
    refuse('empresa/invalida', 'El RNC de una empresa no cambia');
  const certificado = await readCertificate(ctx, id, changes);

  await ctx.db.system(async (tx) => {
    const empresa = (await repo.holdEmpresa(tx, id)) ?? refuse('recurso/no-encontrado');
    const { razonSocial = empresa.razon_social, idExterno = empresa.id_externo } = changes;
    const campos = [
      ...(razonSocial === empresa.razon_social ? [] : ['razón social']),
      ...(idExterno === empresa.id_externo ? [] : ['ID externo']),
      ...(certificado === undefined ? [] : ['certificado digital']),
    ];
    if (campos.length === 0) return;
    await repo.changeEmpresa(tx, id, { razon_social: razonSocial, id_externo: idExterno });
    if (certificado !== undefined) await ctx.events.append(tx, id, await putCertificate(ctx, tx, certificado, by));
    const act = { tipo: 'empresa.modificada', sujeto: id, datos: { campos, ...by } } as const;
    await recordActOnEmpresa(ctx, tx, empresa, act, 'empresa');
  });
}

/** Puts a company, held by the transaction, in an environment: from the commit on, everything it does is done there. */
export async function applyAmbiente(
  ctx: Context,
  tx: Tx,
  empresa: repo.HeldEmpresa,
  ambiente: Ambiente,
  tipo: EventKind,
  by: Actor,
): Promise<void> {
  const { id, ambiente: antes } = empresa;
  await repo.settleRequests(tx, id, ambiente, { por: by.por, en: ctx.clock.now() });
  if (ambiente === antes) return;
  await repo.changeEmpresa(tx, id, { ambiente });
  await recordActOnEmpresa(ctx, tx, empresa, { tipo, sujeto: id, datos: { antes, ambiente, ...by } }, 'ambiente');
  afterCommit(tx, () => ctx.authority.forget(id));
}
