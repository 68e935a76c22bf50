// The register of taxpayers with as many rows as the DGII's, on PostgreSQL: its import, compared with a bare COPY of
// the same lines in the same run, and searches of it.
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { seeded } from '@timbre/ecf/samples';
import { importRegister } from '../apps/server/src/domain/taxpayers/import-register.ts';
import { lineOf } from '../apps/server/src/domain/taxpayers/invented.ts';
import { readInWorker } from '../apps/server/src/domain/taxpayers/read-in-worker.ts';
import { findByNumber, search } from '../apps/server/src/domain/taxpayers/search.ts';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import { newId } from '../apps/server/src/platform/db/id.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import type { Db } from '../apps/server/src/platform/db/transactions.ts';
import type { BenchResult } from './measure.ts';
import { withDatabase } from './own-database.ts';

const rows = 737_000;
const searches = 2_000;
/** Time limit of the import, and of 99 of 100 searches. */
const importLimitSeconds = 60;
const searchLimitMs = 20;
/** Frequent words of the names, with their occurrences per 1,000 words. */
const frequent: Readonly<Record<string, number>> = {
  MARÍA: 60,
  JOSÉ: 50,
  PÉREZ: 40,
  RODRÍGUEZ: 45,
  JUAN: 35,
  LUIS: 25,
};
/** Searches that begin with words of very many names. */
const hardSearches = [
  'maria',
  'jose perez',
  'com',
  'de',
  'srl',
  'juan rod',
  'perez m',
  'inversiones srl',
  'a',
  'luis jose',
];
/** Different rare words of the invented names. */
const vocabulary = 60_000;

export default function contribuyentes(): Promise<BenchResult> {
  return withDatabase(async (databaseUrl) => {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-bench-'));
    const path = join(folder, 'DGII_RNC.TXT');
    const raise = (error: Error) => {
      throw error;
    };
    const db = await connect({ databaseUrl, dataDir: folder, fsync: true }, { onWarning: raise, onLost: raise });
    try {
      await migrate(db);
      const random = seeded(7);
      await pipeline(Readable.from(texts(random)), createWriteStream(path));
      const copySeconds = copyBare(databaseUrl, path);
      const start = performance.now();
      await importFile(db, path);
      const seconds = (performance.now() - start) / 1_000;
      const numbers = await time(searches, () => {
        const rnc = rncOf(Math.floor(random() * rows));
        return () => findByNumber(db, rnc);
      });
      const names = await time(searches, () => {
        const typed = typedOf(random);
        return () => search(db, typed);
      });
      const hard = await time(hardSearches.length, (n) => () => search(db, hardSearches[n]!));
      const missed = [
        ...(seconds > importLimitSeconds ? [`the import takes more than ${importLimitSeconds} s`] : []),
        ...(names.p99 > searchLimitMs ? [`a search by name takes more than ${searchLimitMs} ms`] : []),
        ...(hard.p99 > searchLimitMs ? [`a search by frequent words takes more than ${searchLimitMs} ms`] : []),
      ];
      const detail = {
        'import, s': seconds,
        'bare COPY, s': copySeconds,
        'by number, p50 ms': numbers.p50,
        'by number, p99 ms': numbers.p99,
        'by name, p50 ms': names.p50,
        'by name, p99 ms': names.p99,
        'by frequent words, p50 ms': hard.p50,
        'by frequent words, p99 ms': hard.p99,
      };
      const [value, limit] = [rows / seconds, rows / copySeconds];
      return {
        name: 'contribuyentes',
        value,
        unit: 'lines/s',
        limit,
        ratio: value / limit,
        target: 0.03,
        missed,
        detail,
      };
    } finally {
      await db.close();
      rmSync(folder, { recursive: true });
    }
  });
}

const importFile = (db: Db, path: string) =>
  importRegister(
    { db, clock: { now: () => new Date() } },
    { sujeto: newId(new Date()), archivo: 'DGII_RNC.TXT', read: (reading) => readInWorker({ path }, reading) },
  );

/** Seconds that PostgreSQL's own COPY takes for the same lines, into a table without an index. */
function copyBare(databaseUrl: string, path: string): number {
  const psql = (command: string) => execFileSync('psql', ['-q', '-d', databaseUrl, '-c', command]);
  const columns = Array.from({ length: 11 }, (_, at) => `c${at} text`).join(', ');
  psql(`create table bare (${columns})`);
  const start = performance.now();
  psql(`\\copy bare from '${path}' with (delimiter '|', encoding 'LATIN1')`);
  const seconds = (performance.now() - start) / 1_000;
  psql('drop table bare');
  return seconds;
}

/** Calls of each search. The fastest counts: other load on the machine only adds to the others. */
const tries = 3;

async function time(count: number, work: (n: number) => () => Promise<unknown>) {
  const waits: number[] = [];
  for (let n = 0; n < count; n++) {
    const call = work(n);
    let fastest = Number.POSITIVE_INFINITY;
    for (let again = 0; again < tries; again++) {
      const start = performance.now();
      await call();
      fastest = Math.min(fastest, performance.now() - start);
    }
    waits.push(fastest);
  }
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(count * part) - 1]!;
  return { p50: at(0.5), p99: at(0.99) };
}

const rncOf = (n: number): string => String(100_000_000 + n * 7);
const [heads, tails] = [[...'BCDFGJLMNPRSTVZÑ'], ['A', 'E', 'I', 'O', 'U', 'AR', 'EL', 'ÍN', 'OS', 'UR', 'AL', 'EN']];
const syllables = heads.flatMap((head) => tails.map((tail) => head + tail));

/** A random word of the vocabulary. The first words are more frequent than the others, as in a language. */
function wordOf(random: () => number): string {
  const [often] = Object.entries(frequent).filter(([, each]) => random() * 1_000 < each);
  if (often !== undefined) return often[0];
  let rank = Math.floor(vocabulary ** random());
  let word = '';
  for (; word === '' || rank > 0; rank = Math.floor(rank / syllables.length))
    word += syllables[rank % syllables.length];
  return word;
}

function* texts(random: () => number): Generator<Buffer> {
  for (let n = 0; n < rows; ) {
    let some = '';
    for (const end = Math.min(rows, n + 2_000); n < end; n++) {
      const words = Array.from({ length: 3 }, () => wordOf(random)).join(' ');
      const kind = random() < 0.1 ? 'INVERSIONES' : 'COMERCIAL';
      const company = random() < 0.5 ? `${kind} ${words} SRL` : `${words} SRL`;
      const name = random() < 0.3 ? company : `${words} DE LA CRUZ`;
      const state = random() < 0.8 ? 'ACTIVO' : 'SUSPENDIDO';
      const trade = random() < 0.2 ? wordOf(random) : '';
      some += lineOf([rncOf(n), name, trade, 'VENTA AL POR MENOR', '01/03/2004', state, 'NORMAL']);
    }
    yield Buffer.from(some, 'latin1');
  }
}

/** The text that a person types into the search: the beginnings of one to three words. */
function typedOf(random: () => number): string {
  const count = 1 + Math.floor(random() * 3);
  return Array.from({ length: count }, () => wordOf(random).slice(0, 3 + Math.floor(random() * 5))).join(' ');
}
