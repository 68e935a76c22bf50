// The cost, on the embedded engine, of writing each commit to the disk before it is answered: documents from the API to
// their acceptance with fsync, and without it (the limit), alternately. The detail has commits of one row a second, the
// fsyncs of a commit, and the fsyncs a second of the disk.
import fs, { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { syncedOptions } from '../apps/server/src/platform/db/synced-files.ts';
import { measureEmission } from './emission.ts';
import { type BenchResult, measureRate, median } from './measure.ts';

const rounds = 3;
/** Bytes of one row: an e-CF as it is signed. */
const rowBytes = 7_000;

let fsyncs = 0;
const { fsyncSync } = fs;
fs.fsyncSync = (descriptor) => {
  fsyncs += 1;
  fsyncSync(descriptor);
};
syncBuiltinESMExports();

/** Commits of one row per second, and the fsyncs of each. */
async function commits(optionsOf: (folder: string) => PGliteOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-fsync-'));
  const db = await PGlite.create(optionsOf(folder));
  await db.exec('create table row (id bigint generated always as identity primary key, content text not null)');
  const content = 'x'.repeat(rowBytes);
  const before = fsyncs;
  let count = 0;
  const perSecond = await measureRate(async () => {
    await db.query('insert into row (content) values ($1)', [content]);
    count += 1;
  });
  const each = (fsyncs - before) / count;
  await db.close();
  rmSync(folder, { recursive: true });
  return { perSecond, each };
}

/** Writes of a page, each followed by an fsync, per second. */
async function diskSyncs(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-fsync-'));
  const file = openSync(join(folder, 'file'), 'w');
  const page = Buffer.alloc(8_192, 1);
  const perSecond = await measureRate(() => {
    writeSync(file, page);
    fsyncSync(file);
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return perSecond;
}

export default async function fsyncEmbedded(): Promise<BenchResult> {
  const disk = await diskSyncs();
  const synced = await commits(syncedOptions);
  const unsynced = await commits((dataDir) => ({ dataDir }));
  const withIt: number[] = [];
  const without: number[] = [];
  for (let round = 0; round < rounds; round++) {
    withIt.push((await measureEmission('', { TIMBRE_FSYNC: '1' })).perSecond);
    without.push((await measureEmission('', { TIMBRE_FSYNC: '0' })).perSecond);
  }
  const [value, limit] = [median(withIt), median(without)];
  return {
    name: 'fsync-embedded',
    value,
    unit: 'documents/s',
    limit,
    ratio: value / limit,
    target: 0.6,
    missed: synced.each < 1 ? ['a commit without an fsync'] : [],
    detail: {
      'commits/s': Math.round(synced.perSecond),
      'commits/s without': Math.round(unsynced.perSecond),
      'fsyncs of a commit': Number(synced.each.toFixed(2)),
      'fsyncs/s of the disk': Math.round(disk),
    },
  };
}
