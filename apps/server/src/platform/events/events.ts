import type { eventos } from '@timbre/contract';
import { sql } from 'kysely';
import type { Signals } from '../db/signals.ts';
import { afterCommit, type Db, type Tx } from '../db/transactions.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Clock } from '../process/clock.ts';
import { type EventKind, seriesOf } from './kinds.ts';
import { keylessSeal, type RecordHead, type Seals } from './seals.ts';

/** An event in a company. */
export interface NewEvent {
  readonly tipo: EventKind;
  /** Id of its subject. */
  readonly sujeto?: string;
  /** Any JSON value. */
  readonly datos: unknown;
}

/**
 * The event record of each company. It is append-only: the seal of each entry covers those before it and uses the
 * company's key.
 */
export interface EventLog {
  /**
   * Begins the record of a new company, in the transaction that creates it: from then on a missing record is reported
   * as a fault.
   */
  begin(tx: Tx, empresaId: string): Promise<void>;
  /**
   * Records events in the transaction that causes them. The company's record is locked until the transaction ends, so
   * call this last.
   */
  append(tx: Tx, empresaId: string, events: readonly NewEvent[]): Promise<void>;
  /**
   * From now on each entry that concerns a reader queues its job for the company, in the entry's transaction; or no
   * longer. Locks the record as {@link EventLog.append} does.
   *
   * @returns the number of the last entry
   */
  follow(tx: Tx, empresaId: string, reader: RecordReader, followed: boolean): Promise<number>;
  /** Queues the job of a reader for each company whose record it follows: a fact of the whole platform changed. */
  ask(tx: Tx, reader: RecordReader): Promise<void>;
}

/** The readers of the record: the class of the job, whose subject is the company, and the entries that it reads. */
export const recordReaders = {
  seguida: { clase: 'eventos', wants: () => true },
  reparte: { clase: 'reparto', wants: ({ tipo }: NewEvent) => tipo === 'documento' },
  revisa: { clase: 'revision', wants: changesOthers },
} as const;
type RecordReader = keyof typeof recordReaders;

/** Parts of the configuration by which a row of an import is judged. */
const judging: ReadonlySet<string> = new Set<eventos.EventoConfiguracion['que']>([
  'secuencias',
  'fechas',
  'ambiente',
  'empresa',
]);
/** States of a document by which others are judged: it takes its number, or may leave it. */
const taking: ReadonlySet<string> = new Set(['firmado', 'rechazado']);

/** Whether an entry records a change by which the unsigned rows of an import may have to be judged anew. */
function changesOthers({ tipo, datos }: NewEvent): boolean {
  const { que = '', documento } = datos as { readonly que?: string; readonly documento?: { readonly estado: string } };
  if (tipo === 'configuracion') return judging.has(que);
  return tipo === 'numeros.conciliados' || (tipo === 'documento' && taking.has(documento?.estado ?? ''));
}

/** Notifies the company's open screens of a change in its configuration. */
export const configuracionEvent = (que: eventos.EventoConfiguracion['que']): NewEvent => ({
  tipo: 'configuracion',
  datos: { que },
});

/** Id of the platform's own record, which belongs to no company. */
export const platformRecord = '00000000-0000-0000-0000-000000000000';

/** Topic of the signal that a company has new events. */
export const eventsTopic = (empresaId: string): string => `eventos:${empresaId}`;

/** Used as the previous seal of the first entry. */
export const genesis = Buffer.alloc(32);

export function createEventLog({
  clock,
  signals,
  seals,
  queue,
}: {
  readonly clock: Clock;
  readonly signals: Signals;
  readonly seals: Seals;
  readonly queue: Pick<Queue, 'enqueue'>;
}): EventLog {
  return {
    async begin(tx, empresaId) {
      const sello = seals.head({ empresaId, seq: 0, hash: genesis, llaveDesde: 0 });
      await tx.insertInto('evento_cabeza').values({ empresa_id: empresaId, seq: 0, hash: genesis, sello }).execute();
    },
    async append(tx, empresaId, events) {
      if (events.length === 0) return;
      const head = await lockHead(tx, empresaId);
      const en = clock.now();
      let { seq, hash } = head;
      const { llave_desde: llaveDesde, actos, movimientos } = head;
      const wanting = readers.filter((reader) => head[reader] && events.some(recordReaders[reader].wants));
      const jobs = wanting.map((reader) => jobOf(reader, empresaId));
      const numbered = { actos, movimientos };
      const rows = events.map(({ tipo, sujeto, datos }) => {
        const json = canonicalJson(datos);
        seq += 1;
        hash = seals.entry(hash, { empresaId, seq, tipo, sujeto: sujeto ?? null, json, en });
        return { seq, tipo, sujeto: sujeto ?? null, json, hash, numero: nextNumber(numbered, tipo) };
      });
      await Promise.all([
        sql`
          insert into evento (empresa_id, seq, tipo, sujeto, datos, en, hash, numero)
          select ${empresaId}::uuid, seq, tipo, sujeto, datos, ${en}::timestamptz, hash, numero from unnest(
            ${rows.map((row) => row.seq)}::bigint[], ${rows.map((row) => row.tipo)}::text[],
            ${rows.map((row) => row.sujeto)}::uuid[], ${rows.map((row) => row.json)}::jsonb[],
            ${rows.map((row) => row.hash)}::bytea[], ${rows.map((row) => row.numero)}::bigint[])
            as r (seq, tipo, sujeto, datos, hash, numero)`.execute(tx),
        tx
          .updateTable('evento_cabeza')
          .set({ seq, hash, ...numbered, sello: seals.head({ empresaId, seq, hash, llaveDesde }) })
          .where('empresa_id', '=', empresaId)
          .execute(),
        queue.enqueue(tx, jobs),
      ]);
      afterCommit(tx, () => signals.emit(eventsTopic(empresaId)));
    },
    async follow(tx, empresaId, reader, followed) {
      const { seq } = await tx
        .updateTable('evento_cabeza')
        .set({ [reader]: followed })
        .where('empresa_id', '=', empresaId)
        .returning('seq')
        .executeTakeFirstOrThrow();
      return seq;
    },
    ask: (tx, reader) => askFollowers(tx, queue, reader),
  };
}

const readers = Object.keys(recordReaders) as RecordReader[];

const jobOf = (reader: RecordReader, empresaId: string) => ({
  clase: recordReaders[reader].clase,
  empresaId,
  sujeto: empresaId,
});

async function askFollowers(tx: Tx, queue: Pick<Queue, 'enqueue'>, reader: RecordReader): Promise<void> {
  const rows = await tx.selectFrom('evento_cabeza').select('empresa_id').where(reader, '=', true).execute();
  await queue.enqueue(
    tx,
    rows.map(({ empresa_id }) => jobOf(reader, empresa_id)),
  );
}

/** How many entries of each series a record has. */
type Numbered = Record<'actos' | 'movimientos', number>;

type LockedHead = { readonly seq: number; readonly hash: Buffer; readonly llave_desde: number } & Numbered &
  Readonly<Record<RecordReader, boolean>>;

/** The head of a record, created if it is missing; locked until the transaction ends. */
async function lockHead(tx: Tx, empresaId: string): Promise<LockedHead> {
  const { rows } = await sql<LockedHead>`
    insert into evento_cabeza (empresa_id, seq, hash) values (${empresaId}, 0, ${genesis})
    on conflict (empresa_id) do update set seq = evento_cabeza.seq
    returning seq, hash, llave_desde, actos, movimientos, seguida, reparte, revisa`.execute(tx);
  return rows[0]!;
}

/** Counts one more entry. Returns its number in its series; null for an entry without a number. */
function nextNumber(numbered: Numbered, tipo: EventKind): number | null {
  const series = seriesOf(tipo);
  if (series === undefined) return null;
  numbered[series] += 1;
  return numbered[series];
}

/** The first entry of a record that is missing or was changed. */
type ChainBreak = { readonly seq: number; readonly what: 'falta' | 'alterado' };

/** The seals of some entries of a record, by number, as stored outside the database. */
export type RememberedSeals = ReadonlyMap<number, Buffer>;

const verifyPage = 2_000;

/**
 * Verifies a company's whole record, up to the entry that was last at the start, against its seals and against seals
 * stored elsewhere. It reads page by page, because others write to the record meanwhile.
 *
 * @param empresaId or {@link platformRecord}
 * @returns how many entries are valid before the first fault, the time of the last of them, and the fault
 */
export async function verifyChain(
  { db, seals }: { readonly db: Pick<Db, 'tenant'>; readonly seals: Seals },
  empresaId: string,
  remembered: RememberedSeals = new Map(),
): Promise<{ readonly entries: number; readonly last: Date | undefined; readonly broken: ChainBreak | undefined }> {
  const head = await db.tenant(empresaId, (tx) => readHead(tx, empresaId));
  const isAsRemembered = (number: number, seal: Buffer) => remembered.get(number)?.equals(seal) ?? true;
  let seq = 0;
  let hash: Buffer = genesis;
  let last: Date | undefined;
  const numbered: Numbered = { actos: 0, movimientos: 0 };
  const broken = (at: number, what: ChainBreak['what']) => ({ entries: seq, last, broken: { seq: at, what } });
  if (head === undefined) return broken(1, 'falta');
  while (seq < head.seq) {
    const rows = await db.tenant(empresaId, (tx) => readEntries(tx, empresaId, seq, head.seq));
    if (rows.length === 0) return broken(seq + 1, 'falta');
    for (const row of rows) {
      const next = seq + 1;
      if (row.seq !== next) return broken(next, 'falta');
      const seal = next > head.llaveDesde ? seals.entry : keylessSeal;
      hash = seal(hash, { ...row, empresaId, json: canonicalJson(row.datos) });
      const numero = nextNumber(numbered, row.tipo as EventKind);
      if (!hash.equals(row.hash) || !isAsRemembered(next, hash) || numero !== row.numero)
        return broken(next, 'alterado');
      seq = next;
      last = row.en;
    }
  }
  if (!head.hash.equals(hash) || !isHeadSealed(seals, head)) return broken(seq, 'alterado');
  if (Math.max(0, ...remembered.keys()) > seq) return broken(seq + 1, 'falta');
  const beyond = await db.tenant(empresaId, (tx) => firstBeyondHead(tx, empresaId));
  return beyond === undefined ? { entries: seq, last, broken: undefined } : broken(beyond, 'alterado');
}

type StoredHead = RecordHead & { readonly sello: Buffer | null };

/** The end of a record has no seal until the record has an entry sealed with a key. */
const isHeadSealed = (seals: Seals, { sello, ...head }: StoredHead): boolean =>
  sello === null ? head.seq === head.llaveDesde : sello.equals(seals.head(head));

/** The end of a record; undefined if a company has none. The platform has none before its first entry. */
export async function readHead(tx: Tx, empresaId: string): Promise<StoredHead | undefined> {
  const head = await tx
    .selectFrom('evento_cabeza')
    .select(['seq', 'hash', 'llave_desde', 'sello'])
    .where('empresa_id', '=', empresaId)
    .executeTakeFirst();
  if (head === undefined)
    return empresaId === platformRecord ? { empresaId, seq: 0, hash: genesis, llaveDesde: 0, sello: null } : undefined;
  return { empresaId, seq: head.seq, hash: head.hash, llaveDesde: head.llave_desde, sello: head.sello };
}

/** The entries after one and up to another, a limited number of them. */
export const readEntries = (tx: Tx, empresaId: string, after: number, last: number) =>
  tx
    .selectFrom('evento')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(verifyPage)
    .execute();

/** The first entry after the recorded end. Both are read in one snapshot. */
async function firstBeyondHead(tx: Tx, empresaId: string): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from evento where empresa_id = ${empresaId}
      and seq > coalesce((select seq from evento_cabeza where empresa_id = ${empresaId}), 0)
    order by seq limit 1`.execute(tx);
  return rows[0]?.seq;
}

/** JSON with sorted object members, since the database returns them in an order of its own. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
