import { estadosFinales } from '@timbre/contract';
import { sql } from 'kysely';
import type { DateText, NewRow } from '../../../platform/db/schema.ts';
import type { Db, Tx } from '../../../platform/db/transactions.ts';
import { listed, listedOf, ordenesOfBlock } from './listed.ts';
import { type SignedFacts, signatureOf } from './signature.ts';
import { lineOf } from './texts.ts';

/**
 * Number of documents in a block. With more, more bits of a signature are set by chance; with fewer, there are more
 * signatures to read.
 */
export const blockSize = 32;
/** Maximum number of blocks that one transaction creates. */
const batch = 64;
/** `ultimo` of the open block. */
const openEnd = '9223372036854775807';
/**
 * A document may be committed after one with a larger `orden`, so only documents older than this enter a closed block.
 */
const settledMs = 15 * 60_000;

interface Facts extends SignedFacts {
  readonly orden: number;
  readonly fecha_emision: DateText | null;
  readonly texto: string;
}

type Block = NewRow<'documento_bloque'>;

/**
 * Creates the blocks of the documents older than 15 minutes, and the signatures of the blocks whose documents are now
 * all decided, of every company. Processes that do it at the same time share the work.
 */
export async function buildBlocks(db: Db, now: Date): Promise<void> {
  const settled = new Date(now.getTime() - settledMs);
  for (const empresaId of await companiesWithWork(db)) {
    while ((await db.tenant(empresaId, (tx) => closeBlocks(tx, empresaId, settled))) === batch);
    for (let after: number | undefined = -1; after !== undefined; ) {
      const from: number = after;
      after = await db.tenant(empresaId, (tx) => signBlocks(tx, empresaId, from));
    }
  }
}

const factsSql = sql`d.orden, d.estado, d.tipo, d.ambiente, d.fecha_emision, d.encf, d.track_id, d.razon_comprador, d.rnc_comprador,
  ${lineOf} as texto`;

/** Companies with enough documents for another block, or with a closed block that has no signature. */
async function companiesWithWork(db: Db): Promise<readonly string[]> {
  const { rows } = await db.system((tx) =>
    sql<{ empresa_id: string }>`
      select distinct b.empresa_id from documento_bloque b
      where b.firma is null and (b.ultimo < ${openEnd} or (
        select count(*) from (
          select from documento d where d.empresa_id = b.empresa_id and ${listed} and d.orden >= b.primero
          order by d.orden limit ${blockSize}) d) = ${blockSize})`.execute(tx),
  );
  return rows.map(({ empresa_id }) => empresa_id);
}

/** @returns whether no document of the company changes after its verdict until the transaction ends */
async function hold(tx: Tx, empresaId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`bloques ${empresaId}`}, 0)) as held`.execute(tx);
  return rows[0]!.held;
}

/** Closes blocks of the documents in the open one. @returns how many */
async function closeBlocks(tx: Tx, empresaId: string, settled: Date): Promise<number> {
  if (!(await hold(tx, empresaId))) return 0;
  const open = await tx
    .selectFrom('documento_bloque')
    .select('primero')
    .where('empresa_id', '=', empresaId)
    .orderBy('primero', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<Facts & { creado: Date }>`
    select ${factsSql}, d.creado from documento d
    where d.empresa_id = ${empresaId} and ${listed} and d.orden >= ${open.primero}
    order by d.orden limit ${blockSize * batch}`.execute(tx);
  const young = rows.findIndex(({ creado }) => creado >= settled);
  const old = young === -1 ? rows : rows.slice(0, young);
  const blocks: Block[] = [];
  let primero = open.primero;
  for (let start = 0; start + blockSize <= old.length; start += blockSize) {
    const documents = old.slice(start, start + blockSize);
    const ultimo = documents.at(-1)!.orden;
    blocks.push({ empresa_id: empresaId, primero, ultimo, ...signed(documents) });
    primero = ultimo + 1;
  }
  if (blocks.length === 0) return 0;
  await sql`delete from documento_bloque where empresa_id = ${empresaId} and primero = ${open.primero}`.execute(tx);
  await tx.insertInto('documento_bloque').values(blocks).execute();
  await sql`insert into documento_bloque (empresa_id, primero, ultimo) values (${empresaId}, ${primero}, ${openEnd})`.execute(
    tx,
  );
  return blocks.length;
}

/**
 * Signs those of the next closed blocks whose documents are all decided.
 *
 * @param after `primero` of the last block examined
 * @returns `primero` of the last block examined now; undefined after the last one, or if another process has the lock
 */
async function signBlocks(tx: Tx, empresaId: string, after: number): Promise<number | undefined> {
  if (!(await hold(tx, empresaId))) return undefined;
  const { rows } = await documentsToSign(empresaId, after).execute(tx);
  const blocks = new Map<number, Facts[]>();
  for (const row of rows) {
    const documents = blocks.get(row.primero) ?? [];
    blocks.set(row.primero, documents);
    if (row.orden !== null) documents.push(row);
  }
  for (const [primero, documents] of blocks)
    if (documents.every(isDecided))
      await tx
        .updateTable('documento_bloque')
        .set(signed(documents))
        .where('empresa_id', '=', empresaId)
        .where('primero', '=', primero)
        .execute();
  return rows.at(-1)?.primero;
}

/**
 * The documents of the next closed blocks without a signature. If none of a block's documents is listed any more, the
 * block has one row without a document.
 */
export const documentsToSign = (empresaId: string, after: number) =>
  sql<{ primero: number } & (Facts | { orden: null })>`
    select b.primero, ${factsSql} from (
      select b.primero, ${ordenesOfBlock(empresaId)} as ordenes from documento_bloque b
      where b.empresa_id = ${empresaId} and b.firma is null and b.ultimo < ${openEnd} and b.primero > ${after}
      order by b.primero limit ${batch}) b
    left join documento d on ${listedOf(empresaId, [sql`d.orden = any(b.ordenes)`])}
    order by b.primero, d.orden`;

const isDecided = ({ estado }: Facts): boolean => estadosFinales.has(estado);

/** The stored columns of a block with these documents. */
function signed(documents: readonly Facts[]): Pick<Block, 'firma' | 'textos' | 'emision_desde' | 'emision_hasta'> {
  const dates = documents.flatMap(({ fecha_emision }) => fecha_emision ?? []).toSorted();
  const areDecided = documents.every(isDecided);
  return {
    firma: areDecided ? signatureOf(documents) : null,
    textos: areDecided ? documents.map(({ texto }) => texto).join('\n') : null,
    emision_desde: dates[0] ?? null,
    emision_hasta: dates.at(-1) ?? null,
  };
}
