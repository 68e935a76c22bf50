import { type AuthorityClient, AuthorityUnreachable, type EstadoVerdict, offers } from '@timbre/authority';
import type { Ambiente } from '@timbre/contract';
import { formatENCF, type TipoECF } from '@timbre/values';
import { sql } from 'kysely';
import type { Signals } from '../../../platform/db/signals.ts';
import type { Db, Tx } from '../../../platform/db/transactions.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import type { Issued } from './journal.ts';
import { type Quarantine, quarantineTopic } from './quarantine.ts';

/** The services that a reconciliation uses. */
export interface Reconciling {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventLog;
  readonly signals: Signals;
  readonly quarantine: Quarantine;
  readonly authority: Pick<AuthorityClient, 'consultaTrackIds'>;
}

/** The result for one series that was held. */
interface Reconciled {
  readonly series: Issued;
  /** How many numbers were lost, and how many of them the authority has. */
  readonly lost: number;
  readonly received: number;
  /** Why it is still held; undefined if it issues again. */
  readonly problem?: string;
}

/** Maximum number of numbers that one run asks about: a larger gap has another cause than a restored backup. */
const MOST = 100_000;
/** Numbers stored in one transaction, and asked about in parallel. */
const CHUNK = 500;
const AT_ONCE = 16;

/**
 * Looks up at the authority every number that the journal has as issued and the database has lost, and stores the
 * answers. None of them is ever assigned again, regardless of the answer: a customer may have its document. If
 * interrupted, the next run continues where it stopped. The series issues again once its last number is stored.
 *
 * @returns one entry for each series that was held
 */
export async function reconcile(context: Reconciling): Promise<readonly Reconciled[]> {
  const results: Reconciled[] = [];
  for (const series of context.quarantine.list()) results.push(await reconcileSeries(context, series));
  await context.quarantine.recheck();
  context.signals.emit(quarantineTopic);
  return results;
}

async function reconcileSeries(context: Reconciling, series: Issued): Promise<Reconciled> {
  const { db, clock, events } = context;
  const empresa = await db.system((tx) => findIssuer(tx, series.rncEmisor));
  const held = (problem: string, lost = 0, received = 0) => ({ series, lost, received, problem });
  if (empresa === undefined) return held('la empresa no está en la base de datos');
  const numbers = await db.tenant(empresa.id, (tx) => lostNumbers(tx, empresa.id, series));
  if (numbers.length > MOST)
    return held(`faltan más de ${MOST} números: la base de datos no parece la de este diario`, numbers.length);

  let received = 0;
  for (let at = 0; at < numbers.length; at += CHUNK) {
    const chunk = numbers.slice(at, at + CHUNK);
    let states: readonly string[];
    try {
      states = await askAll(context, empresa.id, series, chunk);
    } catch (error) {
      if (!(error instanceof AuthorityUnreachable)) throw error;
      return held(`la DGII no responde (${error.message})`, numbers.length, received);
    }
    await db.tenant(empresa.id, async (tx) => {
      await sql`
        insert into numero_conciliado (empresa_id, ambiente, rnc_emisor, tipo, numero, estado, en)
        select ${empresa.id}, ${series.ambiente}, ${series.rncEmisor}, ${series.tipo}, numero, estado, ${clock.now()}
        from unnest(${chunk}::bigint[], ${states}::text[]) as n(numero, estado)
        on conflict do nothing`.execute(tx);
      const { ambiente, rncEmisor, tipo } = series;
      const datos = { ambiente, rncEmisor, tipo, numeros: chunk.map((numero, i) => [numero, states[i]]) };
      await events.append(tx, empresa.id, [{ tipo: 'numeros.conciliados', datos }]);
    });
    received += states.filter((state) => state !== NOT_FOUND && state !== UNKNOWN).length;
  }
  return { series, lost: numbers.length, received };
}

export const NOT_FOUND: EstadoVerdict = 'no_encontrado';
/** The authority cannot be asked: a summary is looked up only by its security code, which was lost. */
export const UNKNOWN = 'desconocido';

/** The authority's answer for each number: the state of its best reception, `no_encontrado`, or `desconocido`. */
export async function askAll(
  { authority }: Pick<Reconciling, 'authority'>,
  empresaId: string,
  series: Issued,
  numbers: readonly number[],
): Promise<readonly string[]> {
  const ambiente = series.ambiente as Ambiente;
  const states: string[] = numbers.map(() => UNKNOWN);
  if (!offers('consultaTrackIds', ambiente)) return states;
  let next = 0;
  const ask = async () => {
    for (let i = next++; i < numbers.length; i = next++) {
      const eNCF = formatENCF(String(series.tipo) as TipoECF, numbers[i]!);
      const answer = await authority.consultaTrackIds({ empresa: empresaId, ambiente }, series.rncEmisor, eNCF);
      if (answer.kind === 'refused') continue;
      const estados = answer.tracks.map(({ estado }) => estado ?? 'en_proceso');
      if (estados.length > 0) states[i] = estados.find((estado) => estado.startsWith('aceptado')) ?? estados[0]!;
      else if (series.tipo !== 32) states[i] = NOT_FOUND;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return states;
}

async function findIssuer(tx: Tx, rnc: string): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from empresa where rnc = ${rnc} or demo order by rnc = ${rnc} desc limit 1`.execute(tx);
  return rows[0];
}

/**
 * The numbers up to the highest of the series that may have been issued and that the database does not have, in order:
 * those of the ranges, from their next number on. If no range contains the highest number, the range itself was lost,
 * and every number up to it counts.
 */
async function lostNumbers(tx: Tx, empresaId: string, series: Issued): Promise<readonly number[]> {
  const { ambiente, rncEmisor, tipo, numero } = series;
  const { rows } = await sql<{ numero: number }>`
    with rango as (
      select desde, siguiente, hasta from secuencia where empresa_id = ${empresaId} and ambiente = ${ambiente} and tipo = ${tipo}
    ), perdido as (
      select generate_series(siguiente, least(hasta, ${numero}::bigint)) as numero from rango
      union
      select generate_series(coalesce((select max(hasta) from rango where hasta < ${numero}), 0) + 1, ${numero}::bigint)
      where not exists (select from rango where ${numero} between desde and hasta)
    )
    select numero from perdido p
    where not exists (select from documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente}
        and d.rnc_emisor = ${rncEmisor} and d.tipo = ${tipo} and d.numero = p.numero and d.xml_sha256 is not null)
      and not exists (select from numero_conciliado n where n.empresa_id = ${empresaId} and n.ambiente = ${ambiente}
        and n.rnc_emisor = ${rncEmisor} and n.tipo = ${tipo} and n.numero = p.numero)
    order by numero limit ${MOST + 1}`.execute(tx);
  return rows.map((row) => row.numero);
}
