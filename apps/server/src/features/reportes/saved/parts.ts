import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Db } from '../../../platform/db/transactions.ts';
import { findParts, firstParts } from './parts-repo.ts';
import type { SavedRow } from './row.ts';

/** Rows of a part; only the last part of a report has fewer. */
const partSize = 500;

const [pack, unpack] = [promisify(deflate), promisify(inflate)];

/** The rows of a part as they are stored. */
export const packRows = (rows: readonly SavedRow[]): Promise<Buffer> => pack(JSON.stringify(rows));

const rowsOf = async (part: Buffer): Promise<readonly SavedRow[]> =>
  JSON.parse((await unpack(part)).toString('utf8')) as SavedRow[];

/** Gathers rows into parts. */
export async function* inParts(pages: AsyncIterable<readonly SavedRow[]>): AsyncGenerator<readonly SavedRow[]> {
  let waiting: SavedRow[] = [];
  for await (const rows of pages) {
    waiting.push(...rows);
    while (waiting.length >= partSize) {
      yield waiting.slice(0, partSize);
      waiting = waiting.slice(partSize);
    }
  }
  if (waiting.length > 0) yield waiting;
}

/** All rows of a saved report, part by part, each read in a transaction of its own. */
export async function* savedRows(db: Db, empresaId: string, id: string): AsyncGenerator<readonly SavedRow[]> {
  for (let parte = 0; ; parte++) {
    const [part] = await db.reading(empresaId, (tx) => findParts(tx, empresaId, id, parte, 1));
    if (part === undefined) return;
    yield await rowsOf(part);
  }
}

/** Rows of a saved report from a place on. */
export async function rowsFrom(
  db: Db,
  empresaId: string,
  id: string,
  from: number,
  count: number,
): Promise<readonly SavedRow[]> {
  const first = Math.floor(from / partSize);
  const last = Math.floor((from + count - 1) / partSize);
  const parts = await db.reading(empresaId, (tx) => findParts(tx, empresaId, id, first, last - first + 1));
  const rows: SavedRow[] = [];
  for (const part of parts) rows.push(...(await rowsOf(part)));
  return rows.slice(from - first * partSize, from - first * partSize + count);
}

/** The first rows of each of some reports, by their ids. */
export async function firstRows(
  db: Db,
  empresaId: string,
  ids: readonly string[],
  count: number,
): Promise<ReadonlyMap<string, readonly SavedRow[]>> {
  const first = new Map<string, readonly SavedRow[]>();
  for (const { reporte_id, filas } of await db.reading(empresaId, (tx) => firstParts(tx, empresaId, ids)))
    first.set(reporte_id, (await rowsOf(filas)).slice(0, count));
  return first;
}
