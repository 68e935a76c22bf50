import type { Ambiente, ErrorDeDocumento } from '@timbre/contract';
import type { ACECF } from '@timbre/ecf';
import { sql } from 'kysely';
import type { NewRow } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { AnswerState } from './answers-repo.ts';
import type { Rehearsed } from './tables.ts';

/** The content of an approval. */
export type Detalle = ACECF['DetalleAprobacionComercial'];

/** An approval of a workbook, with its state at the DGII and in the rehearsal. */
export interface WorkbookApproval {
  readonly id: string;
  readonly orden: number;
  readonly ambiente: Ambiente;
  readonly fila: number;
  readonly detalle: Partial<Detalle>;
  readonly errores: readonly ErrorDeDocumento[];
  readonly firmada: Date | null;
  readonly aprobacion_id: string | null;
  readonly estado: AnswerState['estado'] | null;
  readonly respuesta: string | null;
  readonly cambiada: Date | null;
  readonly ensayo: Rehearsed | null;
  readonly ensayo_detalle: string | null;
  readonly ensayo_cambiado: Date | null;
}

/** Counts of the approvals of a company in an environment. */
export interface ApprovalCounts {
  readonly total: number;
  readonly firmados: number;
  readonly enviados: number;
  readonly con_errores: number;
  readonly aceptadas: number;
  readonly rechazadas: number;
  readonly sin_confirmar: number;
}

const sent = sql`left join aprobacion_envio e
  on e.empresa_id = l.empresa_id and e.aprobacion_id = l.aprobacion_id and e.destino = 'dgii'`;

/** A page of them in the order of their workbook. @param after the `orden` of the last one already returned */
export async function listApprovals(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  after: number,
  limit: number,
): Promise<WorkbookApproval[]> {
  const { rows } = await sql<WorkbookApproval>`
    select l.id, l.orden, l.ambiente, l.fila, l.detalle, l.errores, l.firmada, l.aprobacion_id, e.estado,
      e.detalle as respuesta, e.cambiada, l.ensayo, l.ensayo_detalle, l.ensayo_cambiado
    from aprobacion_libro l ${sent}
    where l.empresa_id = ${empresaId} and l.ambiente = ${ambiente} and l.orden > ${after}
    order by l.orden limit ${limit}`.execute(tx);
  return rows;
}

/** How many there are, by state: for real, or in the rehearsal. */
export async function countApprovals(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  ensayo: boolean,
): Promise<ApprovalCounts> {
  const signed = ensayo ? sql`coalesce(xml, ensayo)` : sql`xml`;
  const left = ensayo ? sql`coalesce(l.aprobacion_id::text, nullif(ensayo, 'firmada'))` : sql`l.aprobacion_id`;
  const answer = ensayo
    ? sql`coalesce(e.estado, case ensayo when 'aceptada' then 'enviada' else ensayo end)`
    : sql`e.estado`;
  const { rows } = await sql<ApprovalCounts>`
    select count(*) as total, count(${signed}) as firmados, count(${left}) as enviados,
      count(*) filter (where errores <> '[]') as con_errores,
      count(*) filter (where ${answer} = 'enviada') as aceptadas,
      count(*) filter (where ${answer} = 'rechazada') as rechazadas,
      count(*) filter (where ${answer} = 'sin_confirmar') as sin_confirmar
    from aprobacion_libro l ${sent}
    where l.empresa_id = ${empresaId} and l.ambiente = ${ambiente}`.execute(tx);
  return rows[0]!;
}

/** Those with faults, and those that the DGII did not accept: for real, or in the rehearsal. */
export async function faultyApprovals(tx: Tx, empresaId: string, ambiente: Ambiente, ensayo: boolean, most: number) {
  const refused = ensayo
    ? sql`l.aprobacion_id is null and l.ensayo = 'rechazada'`
    : sql`e.estado in ('rechazada', 'sin_confirmar')`;
  const { rows } = await sql<
    Pick<WorkbookApproval, 'id' | 'fila' | 'errores'> & { readonly encf: string; readonly detalle: string | null }
  >`
    select l.id, l.fila, l.encf, l.errores, ${ensayo ? sql`l.ensayo_detalle` : sql`e.detalle`} as detalle
    from aprobacion_libro l ${sent}
    where l.empresa_id = ${empresaId} and l.ambiente = ${ambiente} and (l.errores <> '[]' or ${refused})
    order by l.orden limit ${most}`.execute(tx);
  return rows;
}

/** Removes those that were not sent, and those that the DGII rejected. */
export async function dropUnsent(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<void> {
  await sql`
    delete from aprobacion_libro l where l.empresa_id = ${empresaId} and l.ambiente = ${ambiente} and (
      l.aprobacion_id is null or exists (
        select from aprobacion_envio e where e.empresa_id = l.empresa_id and e.aprobacion_id = l.aprobacion_id
          and e.destino = 'dgii' and e.estado = 'rechazada'))`.execute(tx);
}

/** Stores approvals. */
export async function storeApprovals(tx: Tx, rows: readonly NewRow<'aprobacion_libro'>[]): Promise<void> {
  for (let first = 0; first < rows.length; first += 200)
    await tx
      .insertInto('aprobacion_libro')
      .values(rows.slice(first, first + 200))
      .execute();
}

/** An e-CF, by its issuer and number. */
export interface ECFKey {
  readonly rnc_emisor: string;
  readonly encf: string;
}

/** Those of the e-CF whose answer was stored for sending to the DGII, which has not rejected it. */
export async function answeredOf(tx: Tx, empresaId: string, ambiente: Ambiente, keys: readonly ECFKey[]) {
  const { rows } = await sql<ECFKey>`
    select distinct a.rnc_emisor, a.encf from unnest(${keys.map(({ rnc_emisor }) => rnc_emisor)}::text[],
      ${keys.map(({ encf }) => encf)}::text[]) as k (rnc_emisor, encf)
    join aprobacion_emitida a on a.empresa_id = ${empresaId} and a.ambiente = ${ambiente}
      and a.rnc_emisor = k.rnc_emisor and a.encf = k.encf
    join aprobacion_envio e on e.empresa_id = a.empresa_id and e.aprobacion_id = a.id and e.destino = 'dgii'
      and e.estado <> 'rechazada'`.execute(tx);
  return rows;
}

/** An approval to be signed or sent. Locked. */
export interface HeldApproval extends ECFKey {
  readonly id: string;
  readonly detalle: Detalle;
  readonly xml: string | null;
  readonly firmada: Date | null;
}

/** The next ones that can be signed, or that can be sent; if `ids` is set, only among these. */
export async function holdNext(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  what: 'firma' | 'envio',
  ids: readonly string[] | undefined,
  limit: number,
): Promise<HeldApproval[]> {
  const open =
    what === 'firma' ? sql`l.xml is null and l.errores = '[]'` : sql`l.xml is not null and l.aprobacion_id is null`;
  const among = ids === undefined ? sql`` : sql`and l.id = any(${ids}::uuid[])`;
  const { rows } = await sql<HeldApproval>`
    select l.id, l.rnc_emisor, l.encf, l.detalle, l.xml, l.firmada
    from aprobacion_libro l
    where l.empresa_id = ${empresaId} and l.ambiente = ${ambiente} and ${open} ${among}
    order by l.orden limit ${limit} for update`.execute(tx);
  return rows;
}

/** One approval with its XML; undefined if the company has no such approval. */
export async function findApproval(tx: Tx, empresaId: string, id: string) {
  return tx
    .selectFrom('aprobacion_libro')
    .select(['rnc_emisor', 'encf', 'detalle', 'xml', 'aprobacion_id', 'ensayo'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Stores the signed XML of approvals. */
export async function storeSigned(
  tx: Tx,
  empresaId: string,
  signed: readonly { readonly id: string; readonly xml: string }[],
  firmada: Date,
): Promise<void> {
  await sql`
    update aprobacion_libro l set xml = s.xml, firmada = ${firmada}::timestamptz
    from unnest(${signed.map(({ id }) => id)}::uuid[], ${signed.map(({ xml }) => xml)}::text[]) as s (id, xml)
    where l.empresa_id = ${empresaId} and l.id = s.id and l.xml is null`.execute(tx);
}

/** Links approvals with the answers that are sent. */
export async function storeSent(
  tx: Tx,
  empresaId: string,
  sent: readonly { readonly id: string; readonly aprobacionId: string }[],
): Promise<void> {
  await sql`
    update aprobacion_libro l set aprobacion_id = s.aprobacion_id
    from unnest(${sent.map(({ id }) => id)}::uuid[], ${sent.map(({ aprobacionId }) => aprobacionId)}::uuid[]) as s (id, aprobacion_id)
    where l.empresa_id = ${empresaId} and l.id = s.id`.execute(tx);
}

/** How many eNCF are named. */
const mostNamed = 5;

/** A sentence with what the approvals of the workbook lack until the DGII accepted each of them; undefined if nothing. */
export async function lackingOfApprovals(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<string | undefined> {
  const { total, aceptadas } = await countApprovals(tx, empresaId, ambiente, false);
  if (total === 0) return 'No se ha cargado el libro de aprobaciones comerciales en este ambiente';
  if (aceptadas === total) return undefined;
  const { rows } = await sql<{ encf: string }>`
    select l.encf from aprobacion_libro l ${sent}
    where l.empresa_id = ${empresaId} and l.ambiente = ${ambiente} and e.estado is distinct from 'enviada'
    order by l.orden limit ${mostNamed}`.execute(tx);
  const faltan = total - aceptadas;
  const more = faltan > rows.length ? ` y ${faltan - rows.length} más` : '';
  return `La DGII no ha aceptado ${faltan} de ${total} aprobaciones comerciales: ${rows.map(({ encf }) => encf).join(', ')}${more}`;
}
