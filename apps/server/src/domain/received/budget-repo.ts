import { Problem } from '@timbre/refusal';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';

const megabyte = 1024 * 1024;
/** Maximum of unconfirmed bytes of one network, or of one signer, in a day. */
const perDay = 50 * megabyte;
/** A network with at least this many confirmed signers may store ten times as much, and so may each signer there. */
const signersOfMany = 20;
const forMany = 10 * perDay;
/** Maximum of unconfirmed bytes that a company stores. */
const perCompany = 1024 * megabyte;

/** The bytes of a claim that is not confirmed. */
export interface Unconfirmed {
  readonly red: string;
  /** SHA-256 of the signer's certificate. */
  readonly firmante: string;
  readonly recibido: Date;
  readonly bytes: number;
}

/** A day, in the form of the counts. */
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
/** The day of counts that do not depend on the day. */
const always = '1970-01-01';

async function spend(tx: Tx, all: readonly { readonly dia: string; readonly clave: string; readonly bytes: number }[]) {
  const { rows } = await sql<{ clave: string; bytes: number; firmantes: number }>`
    select * from recepcion_gasta(${all.map(({ dia }) => dia)}::date[], ${all.map(({ clave }) => clave)}::text[],
      ${all.map(({ bytes }) => bytes)}::bigint[])`.execute(tx);
  return rows;
}

const spendings = (empresaId: string, all: readonly Unconfirmed[], sign: 1 | -1) =>
  all.flatMap(({ red, firmante, recibido, bytes }) => [
    { dia: dayOf(recibido), clave: `red ${red}`, bytes: sign * bytes },
    { dia: dayOf(recibido), clave: `firmante ${firmante}`, bytes: sign * bytes },
    { dia: always, clave: `empresa ${empresaId}`, bytes: sign * bytes },
  ]);

/**
 * Counts the bytes of claims against their networks, their signers and the company, in the transaction that stores them.
 *
 * @throws Problem `receptor/presupuesto` when they are too many: then nothing of the transaction is stored
 */
export async function spendUnconfirmed(
  tx: Tx,
  empresaId: string,
  all: readonly Unconfirmed[],
  now: Date,
): Promise<void> {
  if (all.length === 0) return;
  const spent = new Map((await spend(tx, spendings(empresaId, all, 1))).map((row) => [row.clave, row]));
  const isOver = (clave: string, most: number) => (spent.get(clave)?.bytes ?? 0) > most;
  const over = all.some(({ red, firmante }) => {
    const most = (spent.get(`red ${red}`)?.firmantes ?? 0) >= signersOfMany ? forMany : perDay;
    return isOver(`red ${red}`, most) || isOver(`firmante ${firmante}`, most);
  });
  if (!over && !isOver(`empresa ${empresaId}`, perCompany)) return;
  // Confirmations may make room before the day ends.
  const untilMidnightS = 86_400 - Math.floor((now.getTime() % 86_400_000) / 1_000);
  throw new Problem('receptor/presupuesto', undefined, undefined, { retryAfterS: Math.min(3_600, untilMidnightS) });
}

/** Subtracts the bytes of claims that are now confirmed, and records their signers as known for their networks. */
export async function confirmBytes(tx: Tx, empresaId: string, all: readonly Unconfirmed[]): Promise<void> {
  if (all.length === 0) return;
  await spend(tx, spendings(empresaId, all, -1));
  await sql`select recepcion_aprende(${all.map(({ red }) => red)}::text[],
    ${all.map(({ firmante }) => firmante)}::text[])`.execute(tx);
}

/** Subtracts bytes that a company no longer stores. */
export async function releaseBytes(tx: Tx, empresaId: string, bytes: number): Promise<void> {
  await spend(tx, [{ dia: always, clave: `empresa ${empresaId}`, bytes: -bytes }]);
}

/** Deletes the counts of days before the day before yesterday. */
export async function forgetSpending(tx: Tx, now: Date): Promise<void> {
  const before = dayOf(new Date(now.getTime() - 2 * 86_400_000));
  await sql`delete from recepcion_gasto where dia < ${before}::date and dia > ${always}::date`.execute(tx);
}
