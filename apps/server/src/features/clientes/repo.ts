import type { Ambiente, Estado } from '@timbre/contract';
import { sql } from 'kysely';
import type { Change, NewRow, Row } from '../../db/schema.ts';
import type { Tx } from '../../db/transactions.ts';

/** A company, as the platform's administrator sees it. */
export interface ClienteRow {
  readonly id: string;
  readonly rnc: string;
  readonly razon_social: string;
  readonly ambiente: Ambiente;
  readonly id_externo: string;
  /** The last four of its integration key. */
  readonly clave: string | null;
  /** Its first user. */
  readonly usuario_id: string | null;
  /** Its documents that the authority accepted, in every environment. */
  readonly aceptados: number;
}

/** Which companies: that one, or those whose name or RNC has the text; else all. */
export interface ClienteFilter {
  readonly id?: string;
  readonly buscar?: string;
}

const accents = ['áéíóúüñ', 'aeiouun'] as const;

/** The approved companies in order of name. */
export async function listClientes(tx: Tx, { id, buscar }: ClienteFilter, limit: number): Promise<ClienteRow[]> {
  const { rows } = await sql<ClienteRow>`
    select e.id, e.rnc, e.razon_social, e.ambiente, e.id_externo, k.ultimos as clave, u.id as usuario_id,
      (select coalesce(sum(aceptados), 0) from (
        select aceptados from estadistica where empresa_id = e.id
        union all
        select aceptados from estadistica_cambio where empresa_id = e.id) figures)::bigint as aceptados
    from empresa e
    left join lateral (select ultimos from clave_api where empresa_id = e.id and revocada is null limit 1) k on true
    left join lateral (select id from usuario where empresa_id = e.id order by creado, id limit 1) u on true
    where e.aprobada is not null
      ${id === undefined ? sql`` : sql`and e.id = ${id}`}
      ${buscar === undefined ? sql`` : matching(buscar)}
    order by e.razon_social, e.id limit ${limit}`.execute(tx);
  return rows;
}

/** Part of the name, whatever its case and accents, or of the RNC, with or without its hyphens. */
function matching(text: string) {
  const name = text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const digits = /^[\d\s-]+$/.test(name) ? name.replace(/\D/g, '') : name;
  return sql`and (
    strpos(translate(lower(e.razon_social), ${accents[0]}, ${accents[1]}), ${name}) > 0 or strpos(e.rnc, ${digits}) > 0)`;
}

export type CertificadoRow = Pick<Row<'certificado'>, (typeof certificadoColumns)[number]>;

const certificadoColumns = [
  'empresa_id',
  'archivo',
  'titular',
  'id_titular',
  'emisor',
  'serie',
  'huella',
  'valido_desde',
  'valido_hasta',
] as const;

/** The certificates in use of some companies. */
export const activeCertificates = (tx: Tx, empresaIds: readonly string[]): Promise<CertificadoRow[]> =>
  tx
    .selectFrom('certificado')
    .select(certificadoColumns)
    .where('empresa_id', 'in', empresaIds)
    .where('activo', '=', true)
    .execute();

/** A company that is about to change. */
export interface HeldEmpresa {
  readonly id: string;
  readonly rnc: string;
  readonly razon_social: string;
  readonly ambiente: Ambiente;
  readonly id_externo: string;
}

/** An approved company; others who change it wait until the transaction ends, those that issue for it go on. */
export async function holdEmpresa(tx: Tx, id: string): Promise<HeldEmpresa | undefined> {
  const { rows } = await sql<HeldEmpresa>`
    select id, rnc, razon_social, ambiente, id_externo from empresa
    where id = ${id} and aprobada is not null for no key update`.execute(tx);
  return rows[0];
}

export async function changeEmpresa(tx: Tx, id: string, change: Change<'empresa'>): Promise<void> {
  await tx.updateTable('empresa').set(change).where('id', '=', id).execute();
}

/** Closes, as approved, what waits of a company's requests for that environment: it has it. */
export async function settleRequests(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  by: { readonly por: string; readonly en: Date },
): Promise<void> {
  await tx
    .updateTable('solicitud')
    .set({ estado: 'aprobada', resuelta_por: by.por, resuelta: by.en })
    .where('empresa_id', '=', empresaId)
    .where('tipo', '=', 'ambiente')
    .where('estado', '=', 'pendiente')
    .where('nuevo_ambiente', '=', ambiente)
    .execute();
}

/** An issued invoice in four words. */
export interface FacturaRow {
  readonly encf: string;
  readonly estado: Estado;
  readonly monto_total: string;
  readonly fecha_emision: string;
}

/** The company's issued invoices, the newest first. */
export async function listFacturas(tx: Tx, empresaId: string, limit: number): Promise<FacturaRow[]> {
  const { rows } = await sql<FacturaRow>`
    select encf, estado, monto_total, fecha_emision from documento
    where empresa_id = ${empresaId} and xml_sha256 is not null and not es_rfce
    order by orden desc limit ${limit}`.execute(tx);
  return rows;
}

/** Whether the company of that RNC still waits for approval; undefined when there is none. */
export async function isWaiting(tx: Tx, rnc: string): Promise<boolean | undefined> {
  const row = await tx.selectFrom('empresa').select('aprobada').where('rnc', '=', rnc).executeTakeFirst();
  return row && row.aprobada === null;
}

export async function insertSolicitud(tx: Tx, row: NewRow<'solicitud'>): Promise<void> {
  await tx.insertInto('solicitud').values(row).execute();
}
