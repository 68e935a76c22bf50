import {
  type Ambiente,
  codigosDeRango,
  type ErrorDeDocumento,
  type Estado,
  estadoNombre,
  type ProblemCode,
  problems,
  type RangoQueFalta,
  serieVisible,
} from '@timbre/contract';
import { displayFecha } from '@timbre/values';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { isoDate } from '../judge/draft.ts';

/** The source of a number: the company's ranges of one type in one environment. */
export interface NumberSource {
  readonly empresaId: string;
  readonly ambiente: Ambiente;
  readonly rncEmisor: string;
  readonly tipo: number;
}

/** A number that may be used, with its range's expiry (yyyy-MM-dd; null if the range has none). */
export interface Numbered {
  readonly numero: number;
  readonly vence: string | null;
}

/** Why no number is available. */
export type NoNumber = Extract<ProblemCode, `secuencia/${string}` | 'ecf/duplicado'>;

/** A range of numbers that documents may be issued from. */
export interface Range {
  readonly id: string;
  readonly tipo: number;
  readonly desde: number;
  readonly hasta: number;
  /** Increases as numbers are taken. */
  siguiente: number;
  readonly vence: string | null;
  /** A document may state any expiry with its numbers. */
  readonly isOpen?: boolean;
}

/** A range's own expiry; if it has none, the latest of those assigned to its type (Fechas Asignadas). */
const expiry = sql`coalesce(s.vence, (
  select max(f.fecha) from fecha_vencimiento f
  where f.empresa_id = s.empresa_id and f.serie = 'E' and f.tipo = s.tipo::text and f.activo))`;

/**
 * Locks the company's ranges of some types until the transaction ends: no other transaction numbers from them
 * meanwhile. Ranges are locked in a fixed order (type, start), which prevents deadlocks.
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

/** Numbers that one query examines: a workbook may have used thousands in a row. */
const WINDOW = 500;

/** The company's ranges in an environment, without a lock: for judging the numbers of documents, not for taking any. */
export async function readRanges(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<readonly Range[]> {
  const { rows } = await sql<Range>`
    select id, tipo, desde, hasta, siguiente, ${expiry} as vence from secuencia s
    where empresa_id = ${empresaId} and ambiente = ${ambiente} and activo order by tipo, desde`.execute(tx);
  return rows;
}

/** Free numbers found, in order; fewer than requested if there are no more, with the reason. */
export interface Found {
  readonly taken: readonly Numbered[];
  readonly lack?: NoNumber;
}

/** A function that finds or takes numbers: {@link takeNumbers}, {@link lookForNumbers}. */
export type Numbers = typeof lookForNumbers;

/**
 * Takes the next `count` free numbers of a type, in order, as {@link lookForNumbers} finds them. The next number of a
 * range is moved to a free one if numbers were taken from it, or if it is one of the held numbers.
 *
 * @param ranges locked by {@link lockRanges}
 */
export const takeNumbers: Numbers = async (tx, ranges, source, ...rest) => {
  const before = ranges.map(({ siguiente }) => siguiente);
  const found = await lookForNumbers(tx, ranges, source, ...rest);
  for (const [i, { id, siguiente }] of ranges.entries())
    if (siguiente !== before[i])
      await sql`update secuencia set siguiente = ${siguiente} where empresa_id = ${source.empresaId} and id = ${id}`.execute(
        tx,
      );
  return found;
};

/**
 * The next `count` free numbers of a type, in order, without taking them: only `siguiente` of the ranges passed is
 * advanced. Numbers already used by a document that brought its own are skipped. If there are fewer, the result is
 * shorter and has the reason.
 *
 * @param ranges of {@link lockRanges} or {@link readRanges}
 * @param today yyyy-MM-dd in Santo Domingo: a range is valid through its expiry day
 * @param brought the expiry that the documents bring, yyyy-MM-dd: only ranges that expire that day, that never expire,
 * or that allow any expiry provide numbers
 * @param held numbers that documents of this transaction bring, and that are not stored yet
 */
export async function lookForNumbers(
  tx: Tx,
  ranges: readonly Range[],
  source: NumberSource,
  count: number,
  today: string,
  brought?: string,
  held: ReadonlySet<number> = new Set(),
): Promise<Found> {
  const own = ranges.filter((range) => range.tipo === source.tipo);
  if (own.length === 0) return { taken: [], lack: 'secuencia/falta' };
  const valid = own.filter((range) => isValid(range, today));
  if (valid.length === 0 || isPast(brought, today)) return { taken: [], lack: 'secuencia/vencida' };
  const fitting = valid.filter((range) => expires(range, brought));
  if (fitting.length === 0) return { taken: [], lack: 'secuencia/vencimiento' };

  const taken: Numbered[] = [];
  for (const range of fitting) {
    if (taken.length === count && !held.has(range.siguiente)) continue;
    let { siguiente } = range;
    let looked: Looked & { last: number } = { last: siguiente - 1, used: held, voided: [] };
    for (; siguiente <= range.hasta; siguiente++) {
      if (siguiente > looked.last) {
        const last = Math.min(range.hasta, siguiente + Math.max(count - taken.length, WINDOW) - 1);
        looked = { last, ...(await usedNumbers(tx, source, siguiente, last)) };
      }
      const voided = looked.voided.find(({ desde, hasta }) => desde <= siguiente && siguiente <= hasta);
      if (voided !== undefined) siguiente = Math.min(voided.hasta, range.hasta);
      if (voided !== undefined || held.has(siguiente) || looked.used.has(siguiente)) continue;
      if (taken.length === count) break;
      taken.push({ numero: siguiente, vence: range.vence });
    }
    range.siguiente = siguiente;
  }
  return taken.length === count ? { taken } : { taken, lack: 'secuencia/agotada' };
}

/** The unavailable numbers of an interval: those that are used, and the runs that are voided. */
interface Looked {
  readonly used: ReadonlySet<number>;
  readonly voided: readonly { readonly desde: number; readonly hasta: number }[];
}

/**
 * Numbers from `first` to `last` that a signed document holds or held, or that were lost and looked up at the
 * authority; and the voided runs that reach into them.
 */
async function usedNumbers(tx: Tx, source: NumberSource, first: number, last: number): Promise<Looked> {
  const { empresaId, ambiente, rncEmisor, tipo } = source;
  const own = sql`empresa_id = ${empresaId} and ambiente = ${ambiente} and rnc_emisor = ${rncEmisor} and tipo = ${tipo}`;
  const { rows } = await sql<{ desde: number; hasta: number; anulado: boolean }>`
    select numero as desde, numero as hasta, false as anulado from documento
    where ${own} and xml_sha256 is not null and numero between ${first} and ${last}
    union all
    select numero, numero, false from numero_conciliado where ${own} and numero between ${first} and ${last}
    union all
    select desde, hasta, true from anulacion
    where ${own} and estado <> 'rechazado' and desde <= ${last} and hasta >= ${first}`.execute(tx);
  return {
    used: new Set(rows.flatMap(({ desde, anulado }) => (anulado ? [] : [desde]))),
    voided: rows.filter(({ anulado }) => anulado),
  };
}

/**
 * Whether a document may use the number that it brings: it must be in a range that has not expired, and the expiry must
 * be that of the range. Whether another document holds it is checked separately, for all documents of a batch at once.
 *
 * @param brought the expiry that the document brings, yyyy-MM-dd
 */
export function judgeOwnNumber(
  ranges: readonly Range[],
  tipo: number,
  numero: number,
  today: string,
  brought: string | undefined,
): Numbered | NoNumber {
  const range = ranges.find((r) => r.tipo === tipo && r.desde <= numero && numero <= r.hasta);
  if (!range) return 'secuencia/falta';
  if (!isValid(range, today) || isPast(brought, today)) return 'secuencia/vencida';
  return expires(range, brought) ? { numero, vence: range.vence } : 'secuencia/vencimiento';
}

const isValid = (range: Range, today: string) => range.vence === null || range.vence >= today;
const isPast = (brought: string | undefined, today: string) => brought !== undefined && brought < today;
/** Whether a document of this range may state this expiry. */
const expires = (range: Range, brought: string | undefined) =>
  brought === undefined || range.vence === null || range.vence === brought || range.isOpen === true;

/** The expiry of its number that a document brings, yyyy-MM-dd; undefined if it is to get the expiry of its range. */
export const expiryOf = (tree: {
  readonly Encabezado: { readonly IdDoc: { readonly FechaVencimientoSecuencia?: string } };
}): string | undefined => isoDate(tree.Encabezado.IdDoc.FechaVencimientoSecuencia);

/** The holder of a number: a document, or the record of a lost or voided number. */
export interface Occupant {
  /** Id of the document; `conciliado` for a number that was lost and looked up, `anulado` for one that was voided. */
  readonly id: string;
  /** Date of issue of the document, yyyy-MM-dd; null for a lost or voided number. */
  readonly fecha: string | null;
  readonly estado: Estado | null;
}

/**
 * Which of these eNCFs are taken, and their holders.
 * `offset 0` keeps each look-up separate: before a large import is signed, the statistics show no number as taken, and
 * the planner would underestimate the cost of one scan over all taken numbers.
 */
export async function occupied(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  rncEmisor: string,
  eNCFs: readonly string[],
): Promise<ReadonlyMap<string, Occupant>> {
  if (eNCFs.length === 0) return new Map();
  const { rows } = await sql<Occupant & { encf: string }>`
    select e.encf, d.id::text, d.fecha_emision as fecha, d.estado from unnest(${eNCFs}::text[]) as e(encf) cross join lateral (
      select id, fecha_emision, estado from documento
      where empresa_id = ${empresaId} and ambiente = ${ambiente} and rnc_emisor = ${rncEmisor}
        and encf = e.encf and resume_a is null and ocupa_numero offset 0) d
    union all
    select e.encf, 'conciliado', null, null from numero_conciliado n join unnest(${eNCFs}::text[]) as e(encf)
      on n.tipo = substr(e.encf, 2, 2)::smallint and n.numero = substr(e.encf, 4)::bigint
    where n.empresa_id = ${empresaId} and n.ambiente = ${ambiente} and n.rnc_emisor = ${rncEmisor}
      and e.encf ~ '^E[0-9]{12}$'
    union all
    select e.encf, 'anulado', null, null from unnest(${eNCFs}::text[]) as e(encf) cross join lateral (
      select from anulacion a where a.empresa_id = ${empresaId} and a.ambiente = ${ambiente}
        and a.rnc_emisor = ${rncEmisor} and a.tipo = substr(e.encf, 2, 2)::smallint
        and substr(e.encf, 4)::bigint between a.desde and a.hasta and a.estado <> 'rechazado' limit 1) voided
    where e.encf ~ '^E[0-9]{12}$'`.execute(tx);
  return new Map(rows.map(({ encf, ...occupant }) => [encf, occupant]));
}

/** Why a number with a holder cannot be used. */
export const heldAs = ({ id }: Occupant): NoNumber => (id === 'anulado' ? 'secuencia/anulada' : 'ecf/duplicado');

const codigoOf: Partial<Record<NoNumber, string>> = {
  'ecf/duplicado': 'ECF-DUPLICADO',
  'secuencia/falta': codigosDeRango.falta,
  'secuencia/vencida': codigosDeRango.vencido,
};

/** The message about a number that another document holds. */
function takenWords(fecha: string | null | undefined, estado: Estado | null | undefined): string {
  if (!fecha || !estado) return 'Ya se emitió. Use otro número o elimine la fila.';
  return `Ya se emitió el ${displayFecha(fecha)} (${estadoNombre[estado]}). Use otro número o elimine la fila.`;
}

/**
 * The fault of a document whose own number cannot be used.
 *
 * @param occupant the holder of the number, if any
 */
export function numberFault(lack: NoNumber, eNCF: string, ambiente: Ambiente, occupant?: Occupant): ErrorDeDocumento {
  if (lack === 'ecf/duplicado') return faultOf(lack, takenWords(occupant?.fecha, occupant?.estado));
  const serie = lack === 'secuencia/cuarentena' ? '' : `. ${serieVisible(eNCF.slice(1, 3), ambiente)}`;
  return faultOf(lack, `${eNCF}: ${problems[lack].title}${serie}`);
}

/** Text naming where a number was searched: the type, the environment and its ranges. */
export function lookedFor(
  { tipo, ambiente }: Pick<NumberSource, 'tipo' | 'ambiente'>,
  ranges: readonly Range[],
): string {
  const own = ranges.filter((range) => range.tipo === tipo).map((range) => rangeWords(range));
  return own.length === 0
    ? `${serieVisible(tipo, ambiente)}: registre su rango en Configuración › Secuencias`
    : `${serieVisible(tipo, ambiente)}: rango ${own.join('; ')}`;
}

/** The missing range, for a refusal; undefined for a reason that no range resolves. */
export const lackingRange = (
  lack: ProblemCode,
  { tipo, ambiente }: Pick<NumberSource, 'tipo' | 'ambiente'>,
): RangoQueFalta | undefined =>
  resolvedByRange.has(lack)
    ? {
        tipo: String(tipo),
        ambiente,
        enlace: `/configuracion?tab=rangos&ambiente=${ambiente}&registrar=${tipo}`,
      }
    : undefined;

const resolvedByRange: ReadonlySet<ProblemCode> = new Set([
  'secuencia/falta',
  'secuencia/agotada',
  'secuencia/vencida',
]);

/** The fault of a document for which no range has a number; `where` is of {@link lookedFor}. */
export const noNumberFault = (lack: NoNumber, where: string): ErrorDeDocumento =>
  faultOf(lack, `${problems[lack].title}. ${where}`);

const faultOf = (lack: NoNumber, mensaje: string): ErrorDeDocumento => ({
  codigo: codigoOf[lack] ?? 'ECF-SECUENCIA',
  campo: `Encabezado.IdDoc.${lack === 'secuencia/vencimiento' ? 'FechaVencimientoSecuencia' : 'eNCF'}`,
  mensaje,
});

/** A range, as a refusal names it. */
export const rangeWords = ({ desde, hasta, vence }: Pick<Range, 'desde' | 'hasta' | 'vence'>): string =>
  `del ${desde} al ${hasta}${vence === null ? '' : `, hasta el ${displayFecha(vence)}`}`;
