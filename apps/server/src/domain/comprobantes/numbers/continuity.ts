import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/transactions.ts';
import { type EventLog, platformRecord } from '../../../platform/events/events.ts';
import { highestOfEach, type Issued, type Journal } from './journal.ts';

/** The result of one comparison with the database. */
export interface Look {
  /** Highest numbers that some journal has and the database does not have. */
  readonly missing: readonly Issued[];
  /**
   * Number of journals that were not compared with this life of the database, or whose processes do not know of this
   * one yet.
   */
  readonly waitingFor: number;
  /** All of those were compared: this process waits only until their processes know of it, or are at rest. */
  readonly isJoining: boolean;
  /** This process's journal was created anew although numbers were already issued, and no person has confirmed it. */
  readonly isUnconfirmed: boolean;
  /** Number of other processes that work on this database now. */
  readonly beside: number;
}

/**
 * Detects that the database has lost issued numbers. A restored copy or a lagging standby is older than the numbers
 * issued, and each process's journal has only its own numbers.
 *
 * A life of the database begins when its server starts or its tables are created. In each life, every journal that was
 * in use in the previous one is compared with the database before any process issues.
 */
export interface Continuity {
  /** Compares if necessary, and returns what is still missing. */
  look(): Promise<Look>;
  /** Discards the known state: the next look compares again. */
  doubt(): void;
  /** Whether the database of this transaction is in a life in which every journal was compared. */
  isSame(tx: Tx): Promise<boolean>;
  /** Notifies the other processes that this one will issue nothing more: they need not wait for it. */
  rest(): Promise<void>;
}

/**
 * `goneS`: a process not seen for this long counts as gone, and compares its journal again before it issues. `livelyS`: a
 * process seen this recently may be issuing. The folder of the embedded database is held by one process: no other works.
 */
const spans: Record<Db['engine'], { readonly goneS: number; readonly livelyS: number }> = {
  postgresql: { goneS: 120, livelyS: 10 },
  embebida: { goneS: 0, livelyS: 0 },
};

/** Identifies the life of the database: it changes each time its server starts or its tables are created. */
async function lifeOf(tx: Tx, engine: Db['engine']): Promise<string> {
  // The embedded database's folder is held by one process: it changes only while no process works on it.
  if (engine === 'embebida') return engine;
  const { rows } = await sql<{ vida: string }>`
    select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), pg_relation_filenode('secuencia'),
      (select oid from pg_database where datname = current_database())) as vida`.execute(tx);
  return rows[0]!.vida;
}

/** The services of the comparison. */
interface ContinuityOptions {
  readonly db: Db;
  readonly journal: Journal;
  readonly events: EventLog;
}

export const createContinuity = (options: ContinuityOptions): Continuity => new Comparison(options);

/** The look of a process that has nothing to wait for. */
const alone: Look = { missing: [], waitingFor: 0, isJoining: false, isUnconfirmed: false, beside: 0 };

/** Result of one transaction: the life of the database, the numbers that it lacks, and the other processes. */
interface Seen {
  readonly vida: string;
  readonly missing: Look['missing'];
  readonly others: readonly Other[];
}

class Comparison implements Continuity {
  readonly #options: ContinuityOptions;
  /** The life in which this journal was compared. */
  #compared: string | undefined;
  /** The life in which all journals were compared. */
  #cleared: string | undefined;
  #doubts = 0;
  /**
   * The journals seen in use in the life last cleared. A database restored to an earlier state may not contain them.
   */
  #peers: { readonly vida: string; readonly ids: readonly string[] } = { vida: '', ids: [] };

  constructor(options: ContinuityOptions) {
    this.#options = options;
  }

  async look(): Promise<Look> {
    const { id } = this.#options.journal;
    if (id === undefined) return { ...alone, missing: await this.#missingWithoutName() };
    if (!(await this.#confirm(id))) return { ...alone, isUnconfirmed: true };
    const doubtsBefore = this.#doubts;
    const seen = await this.#see(id);
    if (this.#doubts !== doubtsBefore) return this.look();
    return this.#conclude(seen);
  }

  doubt(): void {
    this.#doubts += 1;
    this.#compared = undefined;
    this.#cleared = undefined;
  }

  async rest(): Promise<void> {
    const { db, journal } = this.#options;
    const { id } = journal;
    if (id === undefined) return;
    const { livelyS } = spans[db.engine];
    await db.system((tx) =>
      sql`update diario set visto = least(visto, now() - make_interval(secs => ${livelyS})) where id = ${id}`.execute(
        tx,
      ),
    );
  }

  async isSame(tx: Tx): Promise<boolean> {
    return this.#cleared !== undefined && (await lifeOf(tx, this.#options.db.engine)) === this.#cleared;
  }

  /** The numbers that the database lacks, of a journal that is only read. */
  #missingWithoutName(): Promise<Look['missing']> {
    const { db, journal } = this.#options;
    return db.system(async (tx) => missingFrom(tx, highestOfEach([...(await listLost(tx)), ...journal.highest()])));
  }

  /** Whether the journal may be used. A new one first takes the numbers of the database. */
  async #confirm(id: string): Promise<boolean> {
    const { db, journal, events } = this.#options;
    if (!journal.isNew()) return true;
    if (!(await db.system((tx) => isVouchedFor(tx, db.engine, events, id)))) return false;
    await journal.record(await db.system(listHighest));
    await journal.adopt();
    return true;
  }

  /** Compares this journal with the database, if it is in another life, and reads the other processes. */
  #see(id: string): Promise<Seen> {
    const { db } = this.#options;
    return db.system(async (tx) => {
      const vida = await lifeOf(tx, db.engine);
      if (vida !== this.#compared) await this.#compare(tx, id, vida);
      else await sql`update diario set visto = now() where id = ${id}`.execute(tx);
      const missing = await missingFrom(tx, await listLost(tx));
      return { vida, missing, others: await listOthers(tx, id, vida, spans[db.engine]) };
    });
  }

  /** Notes the life that was compared, and takes over from processes that are gone once nothing blocks. */
  async #conclude({ vida, missing, others }: Seen): Promise<Look> {
    this.#compared = vida;
    const blocking = others.filter(({ blocks }) => blocks);
    if (blocking.length === 0) this.#cleared = vida;
    if (this.#cleared === vida) {
      const gone = others.filter((other) => other.gone).map((other) => other.id);
      if (gone.length > 0) await this.#succeed(gone);
      const ids = others.filter((other) => !other.gone && other.vida === vida).map((other) => other.id);
      this.#peers = { vida, ids };
    }
    return {
      missing,
      waitingFor: this.#cleared === vida ? 0 : blocking.length,
      isJoining: blocking.every((other) => other.vida === vida),
      isUnconfirmed: false,
      beside: others.filter(({ lively }) => lively).length,
    };
  }

  /**
   * Records the numbers that this journal has and the database does not have, that the journal was compared, and the
   * journals that were in use at the same time.
   */
  async #compare(tx: Tx, id: string, vida: string): Promise<void> {
    const { journal, events } = this.#options;
    const missing = await missingFrom(tx, journal.highest());
    await announceLost(tx, missing);
    await sql`
      insert into diario (id, vida) select id, ${this.#peers.vida} from unnest(${[...this.#peers.ids]}::uuid[]) as p(id)
      on conflict do nothing`.execute(tx);
    await sql`
      insert into diario (id, vida) values (${id}, ${vida})
      on conflict (id) do update set vida = excluded.vida, visto = now()`.execute(tx);
    if (missing.length === 0) return;
    const series = missing.map(({ ambiente, rncEmisor, tipo, numero }) => [ambiente, rncEmisor, tipo, numero]);
    await events.append(tx, platformRecord, [{ tipo: 'numeros.perdidos', datos: { series } }]);
  }

  /**
   * Takes over from processes that are gone: records every number of the database, which has all that they issued, in
   * this journal and removes theirs.
   */
  async #succeed(gone: readonly string[]): Promise<void> {
    const { db, journal } = this.#options;
    const { goneS } = spans[db.engine];
    await journal.record(await db.system(listHighest));
    await db.system((tx) =>
      sql`delete from diario where id = any(${[...gone]}::uuid[]) and visto < now() - make_interval(secs => ${goneS})`.execute(
        tx,
      ),
    );
  }
}

interface Other {
  readonly id: string;
  readonly vida: string | null;
  /** No process may issue until it has been compared, or until it knows of this process. */
  readonly blocks: boolean;
  readonly gone: boolean;
  /** Its process was active a moment ago. */
  readonly lively: boolean;
}

async function listOthers(
  tx: Tx,
  id: string,
  vida: string,
  { goneS, livelyS }: { readonly goneS: number; readonly livelyS: number },
): Promise<readonly Other[]> {
  const { rows } = await sql<Other>`
    select o.id, o.vida, o.visto < now() - make_interval(secs => ${goneS}) and o.vida is not distinct from ${vida} as gone,
      o.vida <> ${vida} or (o.vida = ${vida} and o.visto <= yo.creado
        and o.visto > now() - make_interval(secs => ${livelyS})) is true as blocks,
      o.visto > now() - make_interval(secs => ${livelyS}) as lively
    from diario o join diario yo on yo.id = ${id} where o.id <> ${id}`.execute(tx);
  return rows;
}

/**
 * Whether a new journal may be treated as containing all issued numbers: none was issued; or another process, already
 * compared, works at the same time; or a person confirmed it. Otherwise an event records, once, that the journal was
 * created.
 */
async function isVouchedFor(tx: Tx, engine: Db['engine'], events: EventLog, id: string): Promise<boolean> {
  const vida = await lifeOf(tx, engine);
  const { rows: issued } = await sql`
    select where exists (select from documento where xml_sha256 is not null) or exists (select from numero_conciliado)`.execute(
    tx,
  );
  if (issued.length === 0) return true;
  const { rows: vouching } = await sql`
    select from diario yo where yo.id = ${id} and (yo.vida = ${vida} or exists (
      select from diario o where o.id <> yo.id and o.vida = ${vida} and o.visto > yo.creado))`.execute(tx);
  if (vouching.length > 0) return true;
  const { rows: made } = await sql`
    insert into diario (id, vida) values (${id}, null) on conflict do nothing returning id`.execute(tx);
  if (made.length > 0) await events.append(tx, platformRecord, [{ tipo: 'diario.nuevo', datos: { diario: id } }]);
  return false;
}

const listLost = (tx: Tx): Promise<readonly Issued[]> =>
  tx.selectFrom('numero_perdido').select(['ambiente', 'rnc_emisor as rncEmisor', 'tipo', 'numero']).execute();

/** Adds numbers to those that some journal has and this database does not have. */
export async function announceLost(tx: Tx, lost: readonly Issued[]): Promise<void> {
  if (lost.length === 0) return;
  await sql`
    insert into numero_perdido (ambiente, rnc_emisor, tipo, numero)
    select * from unnest(${lost.map(({ ambiente }) => ambiente)}::text[], ${lost.map(({ rncEmisor }) => rncEmisor)}::text[],
      ${lost.map(({ tipo }) => tipo)}::smallint[], ${lost.map(({ numero }) => numero)}::bigint[])
    on conflict (ambiente, rnc_emisor, tipo) do update
      set numero = greatest(numero_perdido.numero, excluded.numero), en = now()`.execute(tx);
}

/**
 * Marks as lost the journals that were never compared with this life of the database, and accepts the new journals.
 *
 * @param begun a new journal whose process has not started yet
 * @returns how many were lost
 */
export async function confirmLoss(db: Db, events: EventLog, begun: string | undefined): Promise<number> {
  return db.system(async (tx) => {
    const vida = await lifeOf(tx, db.engine);
    if (begun !== undefined)
      await sql`insert into diario (id, vida) values (${begun}, null) on conflict do nothing`.execute(tx);
    const { rows: lost } = await sql`delete from diario where vida <> ${vida} returning id`.execute(tx);
    const { rows: anew } = await sql`update diario set vida = ${vida} where vida is null returning id`.execute(tx);
    const perdidos = Math.max(lost.length, anew.length);
    await events.append(tx, platformRecord, [{ tipo: 'diario.rehecho', datos: { perdidos } }]);
    return perdidos;
  });
}

/** Highest number of each series in the database. */
async function listHighest(tx: Tx): Promise<readonly Issued[]> {
  const { rows } = await sql<Issued>`
    select s.ambiente, e.rnc as "rncEmisor", s.tipo, greatest(d.numero, n.numero) as numero
    from (select distinct empresa_id, ambiente, tipo from secuencia where tipo > 0) s
    join empresa e on e.id = s.empresa_id
    cross join lateral (select max(numero) as numero from documento where empresa_id = s.empresa_id
      and ambiente = s.ambiente and rnc_emisor = e.rnc and tipo = s.tipo and xml_sha256 is not null) d
    cross join lateral (select max(numero) as numero from numero_conciliado where empresa_id = s.empresa_id
      and ambiente = s.ambiente and rnc_emisor = e.rnc and tipo = s.tipo) n
    where d.numero is not null or n.numero is not null`.execute(tx);
  return rows;
}

/** Which of these numbers have neither a signed document nor a reconciliation. */
export async function missingFrom(tx: Tx, issued: readonly Issued[]): Promise<readonly Issued[]> {
  if (issued.length === 0) return [];
  // A company issues with its own RNC; the demonstration company also with those of the certification sets.
  const { rows } = await sql<{ position: number }>`
    select j.position from unnest(
      ${issued.map(({ ambiente }) => ambiente)}::text[], ${issued.map(({ rncEmisor }) => rncEmisor)}::text[],
      ${issued.map(({ tipo }) => tipo)}::smallint[], ${issued.map(({ numero }) => numero)}::bigint[])
      with ordinality as j(ambiente, rnc_emisor, tipo, numero, position)
    where not exists (
      select from (select id from empresa where rnc = j.rnc_emisor union select id from empresa where demo) e
      where exists (select from documento d where d.empresa_id = e.id and d.ambiente = j.ambiente
          and d.rnc_emisor = j.rnc_emisor and d.tipo = j.tipo and d.numero = j.numero and d.xml_sha256 is not null)
        or exists (select from numero_conciliado n where n.empresa_id = e.id and n.ambiente = j.ambiente
          and n.rnc_emisor = j.rnc_emisor and n.tipo = j.tipo and n.numero = j.numero))`.execute(tx);
  return rows.map(({ position }) => issued[position - 1]!);
}
