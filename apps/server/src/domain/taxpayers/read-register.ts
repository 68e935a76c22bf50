import { wordsOf } from './name-words.ts';
import { type Contribuyente, parseLine } from './parse-line.ts';
import { type Line, readLines } from './read-lines.ts';
import { RegisterRefused } from './register-refused.ts';
import type { Motivo } from './tables.ts';

/** Some taxpayers, by columns: each the text of an SQL array, in the order of {@link columnsOf}. */
export interface Batch {
  readonly columns: readonly string[];
  readonly rows: number;
  /** Bytes of the text read so far. */
  readonly read: number;
}

/** Summary of the whole file. */
export interface Ending {
  readonly lines: number;
  readonly refused: number;
  /** The first refused lines. */
  readonly motivos: readonly Motivo[];
  /** Common word prefixes, and how many taxpayers have each. */
  readonly comunes: Readonly<Record<string, number>>;
}

const batchRows = 5_000;
const maxMotivos = 10;
const maxLines = 3_000_000;
/**
 * Maximum number of different words counted. Further words of a larger file are not counted, which only makes their
 * search slower.
 */
const maxWords = 1_000_000;
/** A word prefix that at least this many taxpayers have is common. */
const commonFrom = 10_000;
const longestPrefix = 12;

/**
 * Reads a register from the bytes of its text.
 *
 * @param chunks the text, in pieces
 * @param take stores a batch; the next is read meanwhile, but not a third
 * @throws RegisterRefused when it has more lines than any register
 */
export async function readRegister(
  chunks: AsyncIterable<Buffer>,
  take: (batch: Batch) => Promise<void>,
): Promise<Ending> {
  const motivos: Motivo[] = [];
  const words = new Map<string, number>();
  let [lines, refused, read] = [0, 0, 0];
  let pending: Contribuyente[] = [];
  let taking: Promise<void> = Promise.resolve();

  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      read += chunk.length;
      yield chunk;
    }
  }

  function add(line: Line): void {
    lines += 1;
    if (line === '') return;
    const parsed = line === undefined ? 'es demasiado larga' : parseLine(line);
    if (typeof parsed !== 'string') pending.push(parsed);
    else {
      refused += 1;
      if (motivos.length < maxMotivos) motivos.push({ linea: lines, motivo: parsed });
    }
  }

  async function store(): Promise<void> {
    const batch = { columns: columnsOf(pending, words), rows: pending.length, read };
    pending = [];
    await taking;
    taking = take(batch);
    taking.catch(() => undefined); // the next `await taking` reports it
  }

  for await (const group of readLines(counted())) {
    for (const line of group) {
      add(line);
      if (pending.length === batchRows) await store();
    }
    if (lines > maxLines)
      throw new RegisterRefused('El archivo tiene demasiadas líneas para ser el registro de la DGII.');
  }
  if (pending.length > 0) await store();
  await taking;
  return { lines, refused, motivos, comunes: commonBeginnings(words) };
}

/** The columns of taxpayers: number, name, trade name, activity, start, state, regime, searched name, its words. */
function columnsOf(taxpayers: readonly Contribuyente[], counts: Map<string, number>): string[] {
  const columns: string[][] = Array.from({ length: 9 }, () => []);
  for (const one of taxpayers) {
    const name = wordsOf(one.nombre);
    const words = new Set([...name, ...wordsOf(one.nombreComercial)]);
    for (const word of words) {
      const count = counts.get(word);
      if (count !== undefined || counts.size < maxWords) counts.set(word, (count ?? 0) + 1);
    }
    const values = [one.rnc, one.nombre, one.nombreComercial, one.actividad, one.inicio, one.estado, one.regimen];
    for (const [at, value] of [...values, name.join(' '), [...words].join(' ')].entries()) columns[at]!.push(value);
  }
  return columns.map((values) => `{${values.map(quoted).join(',')}}`);
}

const special = /["\\]/g;
const quoted = (text: string): string =>
  `"${text.includes('"') || text.includes('\\') ? text.replace(special, '\\$&') : text}"`;

/** The word prefixes that at least {@link commonFrom} taxpayers have. A taxpayer counts once for each of its words. */
export function commonBeginnings(
  counts: ReadonlyMap<string, number>,
  from = commonFrom,
): Readonly<Record<string, number>> {
  const common: Record<string, number> = {};
  let words = [...counts];
  for (let length = 1; length <= longestPrefix && words.length > 0; length++) {
    const sums = new Map<string, number>();
    for (const [word, count] of words) {
      const prefix = word.slice(0, length);
      sums.set(prefix, (sums.get(prefix) ?? 0) + count);
    }
    for (const [prefix, sum] of sums) if (sum >= from) common[prefix] = sum;
    // Only longer words whose prefix is common can have a longer common one.
    words = words.filter(([word]) => word.length > length && word.slice(0, length) in common);
  }
  return common;
}
