import pg from 'pg';
import { findPostgres } from '../scripts/find-postgres.mjs';
import { cpuSeconds } from './issuing-server.ts';

/**
 * Creates a database on the PostgreSQL that the tests use, and drops it at the end.
 *
 * @param work gets the address of the database
 * @throws Error where there is no PostgreSQL
 */
export async function withDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const server = await findPostgres();
  if ('missing' in server) throw new Error(`This benchmark needs PostgreSQL: ${server.missing}`);
  const name = `timbre_bench_${process.pid}`;
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query(`create database ${name}`);
  try {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

/**
 * Processor time that the open connections of a database have used so far, in seconds; NaN where PostgreSQL is on another
 * machine.
 */
export async function databaseSeconds(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
}
