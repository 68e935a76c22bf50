import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../domain/config.ts';
import { createApp } from './app.ts';
import { createClosing } from './closing.ts';

const silent = pino({ level: 'silent' });

test('a start that fails closes what it opened: the next one gets the same folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-app-'));
  const memory = join(dataDir, 'simulador.ndjson');
  writeFileSync(memory, '{"half": \n{}\n');
  const start = () =>
    createApp({ ...readConfig({ TIMBRE_DEMO: '0' }), dataDir }, { log: silent }, (error) => {
      throw error;
    });
  await expect(start()).rejects.toThrow('La memoria del simulador está dañada');
  rmSync(memory);
  const app = await start();
  await app.close();
  rmSync(dataDir, { recursive: true });
});

test('parts close in the order of the list, each once the one before has ended', async () => {
  const closed: string[] = [];
  const closing = createClosing(silent);
  for (const part of ['database', 'journal', 'simulator', 'http', 'signals', 'jobs', 'timers', 'quarantine'] as const)
    closing.add(part, {
      async close() {
        await Promise.resolve();
        closed.push(part);
      },
    });
  await closing.close();
  expect(closed).toEqual(['http', 'jobs', 'timers', 'signals', 'quarantine', 'journal', 'simulator', 'database']);
});

test('a part that does not close is left with a warning, and the database closes all the same', async () => {
  const logged: string[] = [];
  const closed: string[] = [];
  const closing = createClosing(pino({ level: 'warn' }, { write: (line: string) => logged.push(line) }));
  closing.add('desk', { close: () => new Promise(() => undefined) });
  closing.add('database', { close: () => closed.push('database') });
  await closing.close();
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ part: 'desk', msg: 'did not close in time' }]);
  expect(closed).toEqual(['database']);
});
