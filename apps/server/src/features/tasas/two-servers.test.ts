import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tasas } from '@timbre/contract';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../main/app.ts';
import { makeRoot } from '../../main/testing/people.ts';
import { nowhere, withServer } from '../../main/testing/server.ts';

// Several servers on one database are only on PostgreSQL.
const databaseUrl = process.env.TEST_DATABASE_URL;
const server = withServer();

test.skipIf(databaseUrl === undefined)(
  'a quarter added at one server is known at the other, by its signal',
  { tags: ['P3.2-3'] },
  async () => {
    const { config, log } = server.ctx;
    const fail = (error: Error) => {
      throw error;
    };
    const dataDir = mkdtempSync(join(tmpdir(), 'timbre-second-'));
    cpSync(join(config.dataDir, 'master.key'), join(dataDir, 'master.key'));
    // The clock does not move: data read by the second server stay valid until it is notified of a change.
    const second = await createApp({ ...config, dataDir }, { clock: server.clock, log, hosts: nowhere }, fail);
    try {
      const alcohol = async () => (await second.context.exciseRates.current()).map((row) => row.alcohol);
      const root = await makeRoot(server);
      const body = { alcohol: '750.25', cigarrillos20: '64.10', cigarrillos10: '32.05', resolucion: 'Inventada' };
      const save = (amount: string) =>
        server.call(
          tasas.guardarTasas,
          { params: { trimestre: '2026-01-01' }, body: { ...body, alcohol: amount } },
          root,
        );
      await save('750.25');
      await vi.waitUntil(async () => (await alcohol()).join() === '750.25', { timeout: 30_000 });
      await save('751.00');
      await vi.waitUntil(async () => (await alcohol()).join() === '751.00', { timeout: 30_000 });
      expect(await alcohol()).toEqual(['751.00']);
    } finally {
      await second.close();
      rmSync(dataDir, { recursive: true });
    }
  },
);
