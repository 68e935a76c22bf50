import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltServer, EndedEarly, startBuiltServer } from '../built-server.ts';
import { Client, consumerInvoice, creditInvoice, settled } from './client.ts';
import { makePlace, type Place } from './rig.ts';

let place: Place;
let first: BuiltServer;
beforeAll(async () => {
  place = await makePlace();
  first = (await place.start())!;
});
afterAll(() => place.leave());

const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

if (onPostgres) {
  describe('two servers on one database', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'timbre-second-'));
    let second: BuiltServer;
    beforeAll(async () => {
      second = await startBuiltServer({ env: { ...place.env, TIMBRE_DATA_DIR: dataDir } });
    });
    afterAll(async () => {
      await second.kill('SIGKILL');
      rmSync(dataDir, { recursive: true });
    });

    const demandOrder = async () => {
      const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
      expect(checked.output).toContain(' 0 hallazgos');
    };

    test('issue and send together, and no number comes twice', async () => {
      const clients = [new Client(), new Client()];
      await Promise.all(
        [first, second].map(async (server, n) => {
          const client = clients[n]!;
          for (let i = 0; i < 60; i++)
            client.ask(`${n} ${i}`, i % 4 === 0 ? consumerInvoice(`${i}.10`) : creditInvoice(`${i}.20`));
          await Promise.all([client.submit(server), n === 0 ? client.sendWorkbook(server) : undefined]);
        }),
      );
      const numbers = clients.flatMap(({ answered }) => [...answered.values()].map(({ eNCF }) => eNCF));
      expect(new Set(numbers).size).toBe(120);
      await settled(first);
      await demandOrder();
    }, 300_000);

    test('the same signed documents posted to both at once are one document each, received once', async () => {
      const client = new Client();
      for (const eNCF of ['E310009000001', 'E320009000001']) {
        const servers = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? first : second));
        const invoices = await Promise.all(servers.map((server) => client.sign(server, eNCF)));
        expect(new Set(invoices).size).toBe(1);
        const consumer = eNCF.startsWith('E32');
        const xml = consumer ? await client.sign(second, eNCF, invoices[0]) : invoices[0];
        const path = consumer ? '/api/rfce/EnviarYConsultar' : '/api/recepcion';
        const answers = await Promise.all(servers.map((server) => client.post(server, path, xml ?? '')));
        expect(new Set(answers.map((answer) => answer?.id)).size).toBe(1);
        expect(answers[0]?.id).toBeDefined();
        await settled(first);
        const log = await place.control<{ eNCF: string }[]>('log');
        expect(log.filter((reception) => reception.eNCF === eNCF)).toHaveLength(1);
      }
      await demandOrder();
    }, 300_000);

    test('one that was stopped past its lease writes nothing when it wakes: the other has sent its document', async () => {
      const client = new Client();
      await second.kill('SIGTERM');
      await place.control('settings', { latencyMs: 4_000 });
      client.ask('dormido', creditInvoice('77.00'));
      await client.submit(first);
      await new Promise((resolve) => setTimeout(resolve, 1_500)); // its post is in flight
      process.kill(first.pid, 'SIGSTOP');
      await place.control('settings', { latencyMs: 0 });

      second = await startBuiltServer({ env: { ...place.env, TIMBRE_DATA_DIR: dataDir } });
      const { id, eNCF } = client.answered.get('dormido')!;
      const stateOf = () => client.call<{ estado: string }>(second, 'GET', `/api/documentos/${id}`);
      await settled(second);
      expect(await stateOf()).toMatchObject({ estado: 'aceptado' });

      process.kill(first.pid, 'SIGCONT');
      for (const deadline = Date.now() + 120_000; !first.output().includes('StaleLease'); ) {
        if (Date.now() > deadline) throw new Error(`It noticed nothing:\n${first.output()}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(await stateOf()).toMatchObject({ estado: 'aceptado' });
      const log = await place.control<{ eNCF: string }[]>('log');
      expect(log.filter((reception) => reception.eNCF === eNCF)).toHaveLength(1);
      await demandOrder();
    }, 300_000);
  });
} else {
  test('a second process on the folder of an embedded database refuses to start, and the first goes on', async () => {
    const error = await startBuiltServer({ dataDir: place.dataDir, env: place.env }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EndedEarly);
    expect((error as EndedEarly).end).toBe(1);
    expect((error as EndedEarly).message).toContain('Otro proceso de Timbre usa la carpeta');
    const client = new Client();
    client.ask('sigue', creditInvoice('5.00'));
    await client.submit(first);
    expect(client.answered.get('sigue')?.eNCF).toBe('E310000000001');
  });
}
