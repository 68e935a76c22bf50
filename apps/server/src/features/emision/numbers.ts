import { type Ambiente, type ErrorDeDocumento, type ProblemCode, problems } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/transactions.ts';

/** Where a number is to come from: the company's ranges of one type in one environment. */
export interface NumberSource {
  readonly empresaId: string;
  readonly ambiente: Ambiente;
  readonly rncEmisor: string;
  readonly tipo: number;
}

/** A number that may be used, with its range's expiry (yyyy-MM-dd; null where the range has none). */
export interface Numbered {
  readonly numero: number;
  readonly vence: string | null;
}

/** Why there is no number. */
export type NoNumber = Extract<ProblemCode, `secuencia/${string}` | 'ecf/duplicado'>;

interface Range {
  readonly id: string;
  readonly tipo: number;
  readonly desde: number;
  readonly hasta: number;
  readonly siguiente: number;
  readonly vence: string | null;
}

/** A range's own expiry; where it has none, the latest of those assigned to its type (Fechas Asignadas). */
const expiry = sql`coalesce(s.vence, (
  select max(f.fecha) from fecha_vencimiento f
  where f.empresa_id = s.empresa_id and f.serie = 'E' and f.tipo = s.tipo::text and f.activo))`;

/**
 * Locks the company's ranges of some types until the transaction ends: whoever numbers, numbers alone.
 * Ranges come in one order (type, start), so two transactions never wait for each other in a ring.
 */
export async function lockRanges(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  tipos: readonly number[],
): Promise<readonly Range[]> {
  const { rows } = await sql<Range>`
    select id, tipo, desde, hasta, siguiente, ${expiry} as vence from secuencia s
    where empresa_id = ${empresaId} and ambiente = ${ambiente} and tipo = any(${tipos}::smallint[]) and activo
    order by tipo, desde for update`.execute(tx);
  return rows;
}

/** Numbers looked at together: a workbook may have used thousands in a row. */
const WINDOW = 500;

/** The company's ranges in an environment, as they are: to judge numbers that documents bring, not to take any. */
export async function readRanges(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<readonly Range[]> {
  const { rows } = await sql<Range>`
    select id, tipo, desde, hasta, siguiente, ${expiry} as vence from secuencia s
    where empresa_id = ${empresaId} and ambiente = ${ambiente} and activo order by tipo, desde`.execute(tx);
  return rows;
}

/**
 * Takes the next `count` free numbers of a type, in order, passing over those already used by a document that brought its
 * own number. Where there are fewer, the answer is shorter and says why. A range from which something is taken, or whose
 * next number is among the held, is left standing at a number that is free.
 *
 * @param ranges locked by {@link lockRanges}
 * @param today yyyy-MM-dd in Santo Domingo: a range is good through its expiry day
 * @param held numbers that documents of this transaction bring, and that are not stored yet
 */
export async function takeNumbers(
  tx: Tx,
  ranges: readonly Range[],
  source: NumberSource,
  count: number,
  today: string,
  held: ReadonlySet<number> = new Set(),
): Promise<{ taken: readonly Numbered[]; lack?: NoNumber }> {
  const own = ranges.filter((range) => range.tipo === source.tipo);
  if (own.length === 0) return { taken: [], lack: 'secuencia/falta' };
  const valid = own.filter((range) => isValid(range, today));
  if (valid.length === 0) return { taken: [], lack: 'secuencia/vencida' };

  const taken: Numbered[] = [];
  for (const range of valid) {
    if (taken.length === count && !held.has(range.siguiente)) continue;
    let { siguiente } = range;
    let looked = { last: siguiente - 1, used: held };
    for (; siguiente <= range.hasta; siguiente++) {
      if (siguiente > looked.last) {
        const last = Math.min(range.hasta, siguiente + Math.max(count - taken.length, WINDOW) - 1);
        looked = { last, used: await usedNumbers(tx, source, siguiente, last) };
      }
      if (held.has(siguiente) || looked.used.has(siguiente)) continue;
      if (taken.length === count) break;
      taken.push({ numero: siguiente, vence: range.vence });
    }
    if (siguiente !== range.siguiente) {
      await sql`update secuencia set siguiente = ${siguiente} where empresa_id = ${source.empresaId} and id = ${range.id}`.execute(
        tx,
      );
    }
  }
  return taken.length === count ? { taken } : { taken, lack: 'secuencia/agotada' };
}

/** Numbers from `first` to `last` that a document ever signed holds, or that were lost and found at the authority. */
async function usedNumbers(tx: Tx, source: NumberSource, first: number, last: number): Promise<ReadonlySet<number>> {
  const { empresaId, ambiente, rncEmisor, tipo } = source;
  const { rows } = await sql<{ numero: number }>`
    select numero from documento
    where empresa_id = ${empresaId} and ambiente = ${ambiente} and rnc_emisor = ${rncEmisor} and tipo = ${tipo}
      and xml_sha256 is not null and numero between ${first} and ${last}
    union all
    select numero from numero_conciliado
    where empresa_id = ${empresaId} and ambiente = ${ambiente} and rnc_emisor = ${rncEmisor} and tipo = ${tipo}
      and numero between ${first} and ${last}`.execute(tx);
  return new Set(rows.map((row) => row.numero));
}

/**
 * Whether a document may use the number that it brings: inside a range that has not expired.
 * That nobody else holds it is checked apart, for all documents of a batch at once.
 */
export function judgeOwnNumber(
  ranges: readonly Range[],
  tipo: number,
  numero: number,
  today: string,
): Numbered | NoNumber {
  const range = ranges.find((r) => r.tipo === tipo && r.desde <= numero && numero <= r.hasta);
  if (!range) return 'secuencia/falta';
  return isValid(range, today) ? { numero, vence: range.vence } : 'secuencia/vencida';
}

const isValid = (range: Range, today: string) => range.vence === null || range.vence >= today;

/**
 * Which of these eNCFs are taken: by which document (its id), or by one that was lost and looked up (`conciliado`).
 * Each is looked up by itself (`offset 0` keeps it so): before a large import is signed the statistics know of no number
 * taken, and one scan over all that are looks cheaper than it will be.
 */
export async function occupied(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  rncEmisor: string,
  eNCFs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (eNCFs.length === 0) return new Map();
  const { rows } = await sql<{ encf: string; id: string }>`
    select e.encf, d.id::text from unnest(${eNCFs}::text[]) as e(encf) cross join lateral (
      select id from documento
      where empresa_id = ${empresaId} and ambiente = ${ambiente} and rnc_emisor = ${rncEmisor}
        and encf = e.encf and es_rfce = false and ocupa_numero offset 0) d
    union all
    select e.encf, 'conciliado' from numero_conciliado n join unnest(${eNCFs}::text[]) as e(encf)
      on n.tipo = substr(e.encf, 2, 2)::smallint and n.numero = substr(e.encf, 4)::bigint
    where n.empresa_id = ${empresaId} and n.ambiente = ${ambiente} and n.rnc_emisor = ${rncEmisor}
      and e.encf ~ '^E[0-9]{12}$'`.execute(tx);
  return new Map(rows.map((row) => [row.encf, row.id]));
}

/** The lack of a number as a fault of the document that brings it. */
export const numberFault = (lack: NoNumber, eNCF: string): ErrorDeDocumento => ({
  codigo: lack === 'ecf/duplicado' ? 'ECF-DUPLICADO' : 'ECF-SECUENCIA',
  campo: 'Encabezado.IdDoc.eNCF',
  mensaje: `${eNCF}: ${problems[lack].title}`,
});
