import { createHash } from 'node:crypto';
import type { documentos } from '@timbre/contract';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { afterCommit, type Db, type Tx } from '../db/transactions.ts';
import type { Signals } from '../signals.ts';
import type { EventKind } from './kinds.ts';

/** Something that happened in a company. */
export interface NewEvent {
  readonly tipo: EventKind;
  /** What it happened to. */
  readonly sujeto?: string;
  /** Any JSON value. */
  readonly datos: unknown;
}

/** The record of what happened, per company: only ever added to, each entry sealed by the hash of those before it. */
export interface EventLog {
  /**
   * Records events in the transaction that causes them. The company's record is held until it ends, so this goes last.
   */
  append(tx: Tx, empresaId: string, events: readonly NewEvent[]): Promise<void>;
}

/** Tells the company's open screens that something they show changed. */
export const configuracionEvent = (que: documentos.EventoConfiguracion['que']): NewEvent => ({
  tipo: 'configuracion',
  datos: { que },
});

/** The record of the platform itself, which is no company. */
export const platformRecord = '00000000-0000-0000-0000-000000000000';

/** The topic that says a company has new events. */
export const eventsTopic = (empresaId: string): string => `eventos:${empresaId}`;

const genesis = Buffer.alloc(32);

export function createEventLog({ clock, signals }: { readonly clock: Clock; readonly signals: Signals }): EventLog {
  return {
    async append(tx, empresaId, events) {
      if (events.length === 0) return;
      const head = await sql<{ seq: number; hash: Buffer }>`
        insert into evento_cabeza (empresa_id, seq, hash) values (${empresaId}, 0, ${genesis})
        on conflict (empresa_id) do update set seq = evento_cabeza.seq
        returning seq, hash`.execute(tx);
      const en = clock.now();
      let { seq, hash } = head.rows[0]!;
      const rows = events.map(({ tipo, sujeto, datos }) => {
        const json = canonicalJson(datos);
        seq += 1;
        hash = chained(hash, { empresaId, seq, tipo, sujeto: sujeto ?? null, json, en });
        return { seq, tipo, sujeto: sujeto ?? null, json, hash };
      });
      await Promise.all([
        sql`
          insert into evento (empresa_id, seq, tipo, sujeto, datos, en, hash)
          select ${empresaId}::uuid, seq, tipo, sujeto, datos, ${en}::timestamptz, hash from unnest(
            ${rows.map((row) => row.seq)}::bigint[], ${rows.map((row) => row.tipo)}::text[],
            ${rows.map((row) => row.sujeto)}::uuid[], ${rows.map((row) => row.json)}::jsonb[],
            ${rows.map((row) => row.hash)}::bytea[]) as r (seq, tipo, sujeto, datos, hash)`.execute(tx),
        tx.updateTable('evento_cabeza').set({ seq, hash }).where('empresa_id', '=', empresaId).execute(),
      ]);
      afterCommit(tx, () => signals.emit(eventsTopic(empresaId)));
    },
  };
}

/** Where a company's record does not hold together: the first entry that is missing or was changed. */
export type ChainBreak = { readonly seq: number; readonly what: 'falta' | 'alterado' };

const verifyPage = 2_000;

/**
 * Checks a company's whole record, as it is at the beginning, against its hashes. Page by page: others write to it meanwhile.
 *
 * @param empresaId or {@link platformRecord}
 * @returns how many entries hold together, and what breaks them
 */
export async function verifyChain(
  db: Pick<Db, 'tenant'>,
  empresaId: string,
): Promise<{ readonly entries: number; readonly broken: ChainBreak | undefined }> {
  const head = await db.tenant(empresaId, (tx) => readHead(tx, empresaId));
  let seq = 0;
  let hash: Buffer = genesis;
  while (seq < head.seq) {
    const rows = await db.tenant(empresaId, (tx) => readEntries(tx, empresaId, seq, head.seq));
    if (rows.length === 0) return { entries: seq, broken: { seq: seq + 1, what: 'falta' } };
    for (const row of rows) {
      const next = seq + 1;
      if (row.seq !== next) return { entries: seq, broken: { seq: next, what: 'falta' } };
      hash = chained(hash, { ...row, empresaId, json: canonicalJson(row.datos) });
      if (!hash.equals(row.hash)) return { entries: seq, broken: { seq: next, what: 'alterado' } };
      seq = next;
    }
  }
  if (!head.hash.equals(hash)) return { entries: seq, broken: { seq, what: 'alterado' } };
  const beyond = await db.tenant(empresaId, (tx) => firstBeyondHead(tx, empresaId));
  return { entries: seq, broken: beyond === undefined ? undefined : { seq: beyond, what: 'alterado' } };
}

async function readHead(tx: Tx, empresaId: string): Promise<{ readonly seq: number; readonly hash: Buffer }> {
  const head = await tx
    .selectFrom('evento_cabeza')
    .select(['seq', 'hash'])
    .where('empresa_id', '=', empresaId)
    .executeTakeFirst();
  return head ?? { seq: 0, hash: genesis };
}

const readEntries = (tx: Tx, empresaId: string, after: number, last: number) =>
  tx
    .selectFrom('evento')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(verifyPage)
    .execute();

/** An entry that the end of the record knows nothing of: both are read as of one instant. */
async function firstBeyondHead(tx: Tx, empresaId: string): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from evento where empresa_id = ${empresaId}
      and seq > coalesce((select seq from evento_cabeza where empresa_id = ${empresaId}), 0)
    order by seq limit 1`.execute(tx);
  return rows[0]?.seq;
}

interface Entry {
  readonly empresaId: string;
  readonly seq: number;
  readonly tipo: string;
  readonly sujeto: string | null;
  readonly json: string;
  readonly en: Date;
}

function chained(previous: Buffer, { empresaId, seq, tipo, sujeto, json, en }: Entry): Buffer {
  const entry = JSON.stringify([empresaId, seq, tipo, sujeto, en.toISOString(), json]);
  return createHash('sha256').update(previous).update(entry).digest();
}

/** JSON with the members of its objects in order, since the database keeps them in its own. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
