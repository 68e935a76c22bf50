import { type Ambiente, ambienteDe, datoDeEmpresa, type empresa } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { parseRNC } from '@timbre/values';
import { activeCertificates, type CertificateFacts } from '../../domain/companies/certificate-repo.ts';
import * as repo from '../../domain/companies/clientes-repo.ts';
import { changedDatos } from '../../domain/companies/datos-empresa.ts';
import { settleSolicitudes } from '../../domain/companies/environment-requests-repo.ts';
import { openKeys } from '../../domain/companies/keys-repo.ts';
import { firstUsers } from '../../domain/companies/memberships-repo.ts';
import { recordActOnEmpresa } from '../../domain/companies/record-act.ts';
import { latestIssued } from '../../domain/comprobantes/queries/facturas.ts';
import { afterCommit, type Tx } from '../../platform/db/transactions.ts';
import type { EventKind } from '../../platform/events/kinds.ts';
import type { FormFile } from '../../platform/http/form.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Place } from '../../platform/input/keyset-cursor.ts';
import { readCertificate } from '../configuracion/service.ts';
import type { Context } from '../context.ts';
import { putCertificate } from '../empresa/service.ts';

type DatosEmpresa = empresa.DatosEmpresa;

const maxClientes = 1_000;
const maxFacturas = 1_000;

/** A company with its certificate in use. */
export interface Cliente {
  readonly row: repo.ClienteRow;
  readonly certificado: CertificateFacts | undefined;
  /** Last four characters of its integration key. */
  readonly clave: string | undefined;
  /** Id of its first user. */
  readonly usuarioId: string | undefined;
}

async function findClientes(tx: Tx, filter: repo.ClienteFilter): Promise<Cliente[]> {
  const rows = await repo.listClientes(tx, filter, maxClientes);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [certificates, claves, users] = await Promise.all([
    activeCertificates(tx, ids),
    openKeys(tx, ids),
    firstUsers(tx, ids),
  ]);
  const certificateOf = new Map(certificates.map((each) => [each.empresa_id, each]));
  return rows.map((row) => ({
    row,
    certificado: certificateOf.get(row.id),
    clave: claves.get(row.id),
    usuarioId: users.get(row.id)?.id,
  }));
}

/** The companies, ordered by name; with `buscar`, those whose name or RNC contains it. */
export const listClientes = (ctx: Context, buscar: string | undefined): Promise<Cliente[]> =>
  ctx.db.system((tx) => findClientes(tx, buscar === undefined ? {} : { buscar }));

/** Throws Problem `recurso/no-encontrado` when there is no such company. */
export async function viewCliente(ctx: Context, id: string): Promise<Cliente> {
  const [cliente] = await ctx.db.system((tx) => findClientes(tx, { id }));
  return cliente ?? refuse('recurso/no-encontrado');
}

/** A page of the company's issued invoices, newest first, and the place where the next one begins. */
export async function listFacturas(ctx: Context, id: string, after: Place | undefined, limit = maxFacturas) {
  await viewCliente(ctx, id);
  const rows = await ctx.db.tenant(id, (tx) => latestIssued(tx, id, after?.orden, limit + 1));
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? { orden: page.at(-1)!.orden } : undefined };
}

/**
 * Changes a company's environment at once.
 *
 * @param text the environment as people write it
 * @throws Problem `empresa/invalida`, `recurso/no-encontrado`
 */
export async function setAmbiente(ctx: Context, id: string, text: string, by: Actor): Promise<void> {
  const ambiente = ambienteDe(text) ?? refuse('empresa/invalida', `No hay un ambiente «${text}»`);
  await ctx.db.system(async (tx) => {
    const empresa = (await repo.holdEmpresa(tx, id)) ?? refuse('recurso/no-encontrado');
    await applyAmbiente(ctx, tx, empresa, ambiente, 'ambiente.cambiado', by);
  });
}

/** The changes of a form; fields left out remain as they are. */
export interface ClienteChanges {
  /** The company's own RNC: it cannot change. */
  readonly rnc: string | undefined;
  readonly razonSocial: string | undefined;
  readonly idExterno: string | undefined;
  /** A new certificate. */
  readonly certificado: FormFile | undefined;
  /** Password of the new certificate; without one, of the certificate in use, which it must open. */
  readonly password: string | undefined;
  /** Replace the facts that the company states about itself. */
  readonly datos: DatosEmpresa | undefined;
}

/**
 * Saves all changes of a company, or none.
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
    const { razonSocial = empresa.razon_social, idExterno = empresa.id_externo, datos = empresa.datos } = changes;
    const campos = [
      ...(razonSocial === empresa.razon_social ? [] : ['razón social']),
      ...(idExterno === empresa.id_externo ? [] : ['ID externo']),
      ...(certificado === undefined ? [] : ['certificado digital']),
      ...changedDatos(empresa.datos, datos).map((dato) => datoDeEmpresa[dato].toLowerCase()),
    ];
    if (campos.length === 0) return;
    const stated = JSON.stringify(datos);
    await repo.changeEmpresa(tx, id, { razon_social: razonSocial, id_externo: idExterno, datos: stated });
    if (certificado !== undefined) await ctx.events.append(tx, id, await putCertificate(ctx, tx, certificado.row, by));
    const act = { tipo: 'empresa.modificada', sujeto: id, datos: { campos, ...by } } as const;
    await recordActOnEmpresa(ctx, tx, empresa, act, 'empresa');
  });
}

/**
 * Sets the environment of a company that the transaction has locked. After the commit, all work of the company is done
 * in that environment.
 */
export async function applyAmbiente(
  ctx: Context,
  tx: Tx,
  empresa: Pick<repo.HeldEmpresa, 'id' | 'rnc' | 'ambiente'>,
  ambiente: Ambiente,
  tipo: EventKind,
  by: Actor,
): Promise<void> {
  const { id, ambiente: antes } = empresa;
  await settleSolicitudes(tx, id, ambiente, { por: by.por, en: ctx.clock.now() });
  if (ambiente === antes) return;
  await repo.changeEmpresa(tx, id, { ambiente });
  await recordActOnEmpresa(ctx, tx, empresa, { tipo, sujeto: id, datos: { antes, ambiente, ...by } }, 'ambiente');
  afterCommit(tx, () => ctx.authority.forget(id));
}
