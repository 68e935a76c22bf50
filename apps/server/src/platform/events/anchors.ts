import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { formatFecha, formatISODate } from '@timbre/values';
import { pagesOf } from '../db/pages.ts';
import type { Row } from '../db/schema.ts';
import { syncPath } from '../db/sync-folder.ts';
import type { Db } from '../db/transactions.ts';
import type { RememberedSeals } from './events.ts';
import type { Seals } from './seals.ts';

/**
 * The last entries of all records on one day, signed by the platform. Stored outside the database, it reveals entries
 * that were deleted from the end of a record later.
 */
interface Anchor {
  /** ISO 8601. */
  readonly en: string;
  /** SHA-256 of the anchor file before this one, hex; null for the first. */
  readonly anterior: string | null;
  /** Company (or the platform's record), number of its last entry, and that entry's seal in hex. */
  readonly cabezas: readonly (readonly [empresaId: string, seq: number, hash: string])[];
}

const anchorName = /^\d{4}-\d\d-\d\d\.json$/;
const headsPerRead = 1_000;

/** Names of the anchor files of a folder, oldest first; empty if the folder does not exist. */
export function listAnchors(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => anchorName.test(name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Writes the anchor of the day (in Santo Domingo), unless the folder has it.
 *
 * @param folder created if it is missing
 * @returns the path of the file written; undefined if there was one
 */
export async function writeAnchor(
  { db, seals }: { readonly db: Db; readonly seals: Seals },
  folder: string,
  now: Date,
): Promise<string | undefined> {
  const name = `${formatISODate(formatFecha(now.getTime()))}.json`;
  const earlier = listAnchors(folder);
  if (earlier.includes(name)) return undefined;
  const last = earlier.at(-1);
  const anchor: Anchor = {
    en: now.toISOString(),
    anterior:
      last === undefined
        ? null
        : createHash('sha256')
            .update(readFileSync(join(folder, last)))
            .digest('hex'),
    cabezas: await readHeads(db),
  };
  const text = JSON.stringify(anchor);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const draft = `${path}.${process.pid}`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, `${text}\n${seals.sign(text).toString('base64')}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  await syncPath(folder);
  return path;
}

async function readHeads(db: Db): Promise<Anchor['cabezas']> {
  const heads: [string, number, string][] = [];
  const pages = pagesOf<Pick<Row<'evento_cabeza'>, 'empresa_id' | 'seq' | 'hash'>>(headsPerRead, (after) =>
    db.system((tx) => {
      const page = tx.selectFrom('evento_cabeza').select(['empresa_id', 'seq', 'hash']).where('seq', '>', 0);
      const rest = after === undefined ? page : page.where('empresa_id', '>', after.empresa_id);
      return rest.orderBy('empresa_id').limit(headsPerRead).execute();
    }),
  );
  for await (const rows of pages)
    for (const { empresa_id, seq, hash } of rows) heads.push([empresa_id, seq, hash.toString('hex')]);
  return heads;
}

/** The state of each record according to the anchors of a folder, and the files that are invalid. */
export interface Remembered {
  readonly records: ReadonlyMap<string, RememberedSeals>;
  /** One sentence for each file whose signature is invalid, or before which one is missing. */
  readonly problems: readonly string[];
}

/** Reads the anchors of a folder and checks the platform's signature on each, and that none is missing between. */
export function readAnchors(seals: Seals, folder: string): Remembered {
  const records = new Map<string, Map<number, Buffer>>();
  const problems: string[] = [];
  let previous: string | null = null;
  for (const [at, name] of listAnchors(folder).entries()) {
    const content = readFileSync(join(folder, name), 'utf8');
    const [text = '', signature = ''] = content.split('\n');
    if (!seals.isSigned(text, Buffer.from(signature, 'base64'))) {
      problems.push(`el ancla ${name} no está firmada por esta plataforma`);
    } else {
      const { anterior, cabezas } = JSON.parse(text) as Anchor;
      // Old anchors may be archived: the first file present is the beginning.
      if (at > 0 && anterior !== previous) problems.push(`falta un ancla anterior a ${name}, o fue cambiada`);
      for (const [empresaId, seq, hash] of cabezas) {
        const record = records.get(empresaId) ?? new Map<number, Buffer>();
        records.set(empresaId, record.set(seq, Buffer.from(hash, 'hex')));
      }
    }
    previous = createHash('sha256').update(content).digest('hex');
  }
  return { records, problems };
}
