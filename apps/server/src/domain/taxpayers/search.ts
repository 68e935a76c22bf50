import { parseRNC } from '@timbre/values';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/transactions.ts';
import { type Registro, readRegistro } from './import-repo.ts';
import { wordsOf } from './name-words.ts';
import { byIndexesOnly, maxResults, queriesOf, type TaxpayerRow } from './search-repo.ts';

export type { TaxpayerRow } from './search-repo.ts';

/** Maximum number of words of a text that are searched; the rest is ignored. */
const maxWords = 8;
const longestWord = 40;
/**
 * A second common word is also searched with the index, unless this many taxpayers have it: then checking it in the
 * matching rows is faster.
 */
const tooCommon = 75_000;
/** Names are scanned in order if this many are expected to contain enough results; the scan covers twice as many. */
const maxExpected = 2_500;

type Queries = ReturnType<typeof queriesOf>;

/**
 * The taxpayers that a person may mean, best first, 20 at most: those whose number or name begins with the text, or
 * whose name or trade name has words that begin with its words, in any order, ignoring case and accents. Active ones go
 * first.
 *
 * @param text a number with or without hyphens, or words
 * @returns undefined when there is no register
 */
export const search = (db: Db, text: string): Promise<readonly TaxpayerRow[] | undefined> => {
  const words = [...new Set(wordsOf(text).map((word) => word.slice(0, longestWord)))].slice(0, maxWords);
  const digits = /^[\d\s-]+$/.test(text) ? text.replace(/\D/g, '') : '';
  return inRegister(db, async (run, queries, { comunes, filas }) => {
    const results = new Map<string, TaxpayerRow>();
    const add = (some: readonly TaxpayerRow[]) => {
      for (const one of some) if (results.size < maxResults && !results.has(one.rnc)) results.set(one.rnc, one);
      return results.size === maxResults;
    };
    const full =
      (digits !== '' && add(await run(queries.byNumberBeginning(digits)))) ||
      (words.length > 0 && add(await run(queries.byNameBeginning(words.join(' ')))));
    if (!full && words.length > 0) await addByWords(run, queries, planOf(words, comunes, filas), add);
    return [...results.values()];
  });
};

/**
 * The taxpayer of a number.
 *
 * @param number 9 or 11 digits, with or without hyphens
 * @returns an empty list when there is none of that number, undefined when there is no register
 */
export const findByNumber = (db: Db, number: string): Promise<readonly TaxpayerRow[] | undefined> => {
  const rnc = parseRNC(number);
  return inRegister(db, async (run, { byNumber }) => (rnc === undefined ? [] : run(byNumber(rnc))));
};

/** How words are searched: `seek` with the index, `check` in the matching rows. */
interface Plan {
  /** First scan the names in their order: the words are so common that enough of the first names have them. */
  readonly walk: boolean;
  readonly seek: readonly string[];
  readonly check: readonly string[];
}

/**
 * Chooses the words to search with the index: those that few taxpayers have, or else the rarest. Collecting all
 * taxpayers with a common word takes longer than scanning the first names.
 *
 * @param comunes common word prefixes, and how many taxpayers have each
 * @param filas taxpayers in the register
 */
export function planOf(words: readonly string[], comunes: Readonly<Record<string, number>>, filas: number): Plan {
  const countOf = (word: string) => comunes[word] ?? 0;
  const rare = words.filter((word) => countOf(word) === 0);
  const rarest = words.toSorted((a, b) => countOf(a) - countOf(b)).slice(0, 2);
  const seek = rare.length > 0 ? rare : rarest.filter((word, at) => at === 0 || countOf(word) < tooCommon);
  const expected = words.reduce((rows, word) => rows * Math.max(1, filas / countOf(word)), maxResults);
  return {
    walk: rare.length === 0 && expected <= maxExpected,
    seek,
    check: words.filter((word) => !seek.includes(word)),
  };
}

async function addByWords(
  run: Run,
  { byWalking, byWords }: Queries,
  { walk, seek, check }: Plan,
  add: (some: readonly TaxpayerRow[]) => boolean,
): Promise<void> {
  if (walk && add(await run(byWalking([...seek, ...check])))) return;
  add(await run(byWords(seek, check)));
}

type Run = (query: RawBuilder<TaxpayerRow>) => Promise<readonly TaxpayerRow[]>;

/** Reads the register, and again if another replaced it meanwhile, because the table of the old one is then emptied. */
function inRegister<T>(
  db: Db,
  work: (run: Run, queries: Queries, registro: Registro) => Promise<T>,
): Promise<T | undefined> {
  return db.system(async (tx) => {
    const run: Run = async (query) => (await query.execute(tx)).rows;
    const [first] = await Promise.all([readRegistro(tx), byIndexesOnly(tx)]);
    for (let registro = first; registro.tabla !== null; ) {
      const results = await work(run, queriesOf(registro.tabla), registro);
      const after = await readRegistro(tx);
      if (after.tabla === registro.tabla) return results;
      registro = after;
    }
    return undefined;
  });
}
