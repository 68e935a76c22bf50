import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { type NoNumber, type Numbered, openRanges } from './judge-number.ts';
import type { Range } from './lock-ranges.ts';

/** The source of a number: the company's ranges of one type in one environment. */
export interface NumberSource {
  readonly empresaId: string;
  readonly ambiente: Ambiente;
  readonly rncEmisor: string;
  readonly tipo: number;
}

/** The numbers that documents ask for. */
interface Asked {
  /** How many. None: each range still advances to a number that is free. */
  readonly count: number;
  /** yyyy-MM-dd in Santo Domingo. */
  readonly today: string;
  /** The expiry that the documents bring, yyyy-MM-dd. */
  readonly brought?: string | undefined;
  /** Numbers that documents of this transaction bring, and that are not stored yet. */
  readonly held?: ReadonlySet<number>;
}

/** Free numbers, in order; fewer than requested if there are no more, with the reason. */
interface FreeNumbers {
  readonly free: readonly Numbered[];
  readonly lack?: NoNumber;
}

/** A function that looks for numbers, and may take them: {@link takeNumbers}, {@link lookForNumbers}. */
export type LookForNumbers = typeof lookForNumbers;

/**
 * Takes the next free numbers of a type, in order, as {@link lookForNumbers} finds them. The next number of a range is
 * moved to a free one if numbers were taken from it, or if it is one of the held numbers.
 *
 * @param ranges locked by `lockRanges`
 */
export const takeNumbers: LookForNumbers = async (tx, ranges, source, asked) => {
  const before = ranges.map(({ siguiente }) => siguiente);
  const numbers = await lookForNumbers(tx, ranges, source, asked);
  for (const [i, { id, siguiente }] of ranges.entries())
    if (siguiente !== before[i])
      await sql`update secuencia set siguiente = ${siguiente} where empresa_id = ${source.empresaId} and id = ${id}`.execute(
        tx,
      );
  return numbers;
};

/**
 * The next free numbers of a type, in order, without taking them: only `siguiente` of the ranges passed is advanced.
 * Numbers already used by a document that brought its own are skipped. If there are fewer, the result is shorter and
 * has the reason.
 *
 * @param ranges of `lockRanges` or `readRanges`
 */
export async function lookForNumbers(
  tx: Tx,
  ranges: readonly Range[],
  source: NumberSource,
  { count, today, brought, held = new Set() }: Asked,
): Promise<FreeNumbers> {
  const open = openRanges(ranges, source.tipo, { today, brought });
  if (typeof open === 'string') return { free: [], lack: open };
  const free: Numbered[] = [];
  for (const range of open) {
    const missing = count - free.length;
    if (missing === 0 && !held.has(range.siguiente)) continue;
    free.push(...(await advance(tx, range, source, { count: missing, held })));
  }
  return free.length === count ? { free } : { free, lack: 'secuencia/agotada' };
}

/** Numbers that one query examines: a workbook may have used thousands in a row. */
const window = 500;

/** Advances a range past free numbers, which are returned, to the free number that follows them. */
async function advance(
  tx: Tx,
  range: Range,
  source: NumberSource,
  { count, held }: { readonly count: number; readonly held: ReadonlySet<number> },
): Promise<readonly Numbered[]> {
  const free: Numbered[] = [];
  let { siguiente } = range;
  let examined: Examined & { last: number } = { last: siguiente - 1, used: held, voided: [] };
  for (; siguiente <= range.hasta; siguiente++) {
    if (siguiente > examined.last) {
      const last = Math.min(range.hasta, siguiente + Math.max(count - free.length, window) - 1);
      examined = { last, ...(await examine(tx, source, siguiente, last)) };
    }
    const voided = examined.voided.find(({ desde, hasta }) => desde <= siguiente && siguiente <= hasta);
    if (voided !== undefined) siguiente = Math.min(voided.hasta, range.hasta);
    if (voided !== undefined || held.has(siguiente) || examined.used.has(siguiente)) continue;
    if (free.length === count) break;
    free.push({ numero: siguiente, vence: range.vence });
  }
  range.siguiente = siguiente;
  return free;
}

/** The unavailable numbers of an interval: those that are used, and the runs that are voided. */
interface Examined {
  readonly used: ReadonlySet<number>;
  readonly voided: readonly { readonly desde: number; readonly hasta: number }[];
}

/**
 * Numbers from `first` to `last` that a signed document holds or held, or that were lost and looked up at the
 * authority; and the voided runs that reach into them.
 */
async function examine(tx: Tx, source: NumberSource, first: number, last: number): Promise<Examined> {
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
