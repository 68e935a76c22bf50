// Making the demonstration on both engines: the processor time of the whole server, with its threads and the simulators.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { readConfig } from '../apps/server/src/domain/config.ts';
import { viewDemo } from '../apps/server/src/features/demostracion/service.ts';
import { today } from '../apps/server/src/features/reportes/service.ts';
import { createApp } from '../apps/server/src/main/app.ts';
import { createPair, peopleOf } from '../apps/server/src/main/demo/create.ts';
import type { BenchResult } from './measure.ts';
import { withDatabase } from './own-database.ts';

/** Seconds of processor time. */
const limitS = 20;

export default async function demo(): Promise<BenchResult> {
  const postgres = await withDatabase((databaseUrl) => make(databaseUrl));
  const embedded = await make(undefined);
  const value = Math.max(postgres, embedded);
  const detail = { 'on PostgreSQL, without its own processes, s': postgres, 'embedded, s': embedded };
  return { name: 'demo', value, unit: 's', limit: limitS, ratio: limitS / value, target: 1, detail };
}

/** Makes the demonstration. Returns the seconds of processor time, without those of PostgreSQL's own processes. */
async function make(databaseUrl: string | undefined): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-demo-'));
  const config = { ...readConfig({}), dataDir, databaseUrl, port: 0 };
  const app = await createApp(config, { log: pino({ level: 'warn' }) }, (error) => {
    throw error;
  });
  try {
    const { context } = app;
    const people = await peopleOf(context);
    await context.db.system((tx) => createPair(context, tx, { people, today: today(context) }));
    const before = process.cpuUsage();
    await app.runner.start();
    await app.http.fastify.inject('/');
    while ((await viewDemo(context)).preparando !== null) await sleep(200);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true });
  }
}
