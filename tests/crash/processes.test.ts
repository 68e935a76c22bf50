import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickbooks } from '@timbre/contract';
import { createQuickBooksSimulator } from '@timbre/quickbooks-simulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltServer, EndedEarly, startBuiltServer } from '../built-server.ts';
import { Client, consumerInvoice, creditInvoice, settled } from './client.ts';
import { makePlace, type Place } from './rig.ts';

let place: Place;
let first: BuiltServer;
/** Its access tokens expire so soon that a server renews them before each call. */
const books = createQuickBooksSimulator({ settings: { accessLifeMs: 29_000, perSecond: 1_000, perMinute: 100_000 } });
let env: Record<string, string>;
beforeAll(async () => {
  [place, env] = await Promise.all([makePlace(), books.listen().then((url) => ({ QUICKBOOKS_BASE_URL: url }))]);
  first = (await place.start(env))!;
});
afterAll(async () => {
  await place.leave();
  await books.close();
});

const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

if (onPostgres) {
  describe('two servers on one database', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'timbre-second-'));
    let second: BuiltServer;
    beforeAll(async () => {
      second = await startBuiltServer({
        company: place.company,
        env: { ...place.env, ...env, TIMBRE_DATA_DIR: dataDir },
      });
    });
    afterAll(async () => {
      await second.kill('SIGKILL');
      rmSync(dataDir, { recursive: true });
    });

    const demandOrder = async () => {
      const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
      expect(checked.output).toContain(' 0 hallazgos');
    };

    test('two servers issue and send together, and no number comes twice', {
      timeout: 300_000,
      tags: ['P1.10'],
    }, async () => {
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
    });

    test('a signed document posted to both servers at once is one document, received once', async () => {
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

    describe('the annulment of unused numbers', () => {
      interface Run {
        readonly desde: number;
        readonly hasta: number;
      }
      const numbersOf = ({ desde, hasta }: Run) => Array.from({ length: hasta - desde + 1 }, (_, i) => desde + i);
      const client = new Client();
      let path: string;
      beforeAll(async () => {
        const ranges = await client.call<{ id: string; tipo: string; ambiente: string }[]>(
          first,
          'GET',
          '/api/secuencias',
        );
        path = `/api/secuencias/${ranges!.find((range) => range.tipo === '31' && range.ambiente === 'testecf')!.id}`;
      });
      /** The next number, after which more than 1,000 are free, and how many free numbers there are before it. */
      async function front(): Promise<{ next: number; behind: number }> {
        const { tramos } = (await client.call<{ tramos: Run[] }>(second, 'GET', `${path}/anulables`))!;
        const wide = tramos.findIndex(({ desde, hasta }) => hasta - desde > 1_000);
        return { next: tramos[wide]!.desde, behind: tramos.slice(0, wide).flatMap(numbersOf).length };
      }

      /**
       * Voids a run of numbers. Returns them, or none if the run was refused as used. Any other response fails the
       * test, such as a database error from the triggers because both processes took a number.
       */
      async function voidRun(server: BuiltServer, run: Run): Promise<readonly number[]> {
        const asked = { ...run, codigo608: '08' };
        const { status, body } = await client.answer<{ code: string }>(server, 'POST', `${path}/anulaciones`, asked);
        if (status === 409 && body.code === 'anulacion/no-se-puede') return [];
        expect([status, body]).toEqual([201, expect.objectContaining(run)]);
        return numbersOf(run);
      }

      /** Issues documents. Returns their numbers. */
      const issue = (server: BuiltServer, round: string, count: number) =>
        Promise.all(
          Array.from({ length: count }, async (_, i) => {
            const key = `${round} ${i}`;
            expect([key, await client.issue(server, key, creditInvoice('40.00'))]).toEqual([key, undefined]);
            return Number(client.answered.get(key)!.eNCF.slice(3));
          }),
        );

      /**
       * Issues the free numbers between the spent ones, and checks that each number was issued or voided exactly once.
       */
      async function demandOneFate(from: number, round: string, spent: readonly number[]): Promise<void> {
        const filled = await issue(first, `relleno ${round}`, (await front()).behind);
        const all = [...spent, ...filled].sort((a, b) => a - b);
        expect(all).toEqual(numbersOf({ desde: from, hasta: (await front()).next - 1 }));
      }

      async function demandSettled(): Promise<void> {
        const unsettled = async () => {
          const { anulaciones } = (await client.call<{ anulaciones: { estado: string }[] }>(
            first,
            'GET',
            `${path}/anulaciones`,
          ))!;
          return anulaciones.filter(({ estado }) => estado !== 'aceptado');
        };
        await expect.poll(unsettled).toEqual([]);
        await settled(first);
        await demandOrder();
      }

      test('overlapping runs at both servers at once void no number twice, and lose none', async () => {
        for (let round = 0; round < 12; round++) {
          const { next } = await front();
          const runs = Array.from({ length: 12 }, (_, i) => ({ desde: next + 2 * i, hasta: next + 2 * i + 4 }));
          const voided = await Promise.all(runs.map((run, i) => voidRun(i % 2 === 0 ? first : second, run)));
          expect(voided.filter((numbers) => numbers.length > 0).length).toBeGreaterThan(1);
          await demandOneFate(next, `traslape ${round}`, voided.flat());
        }
        await demandSettled();
      }, 300_000);

      test('no number is both voided at one server and issued at the other, and none is lost', async () => {
        for (let round = 0; round < 12; round++) {
          const { next } = await front();
          const [issuing, voiding] = round % 2 === 0 ? [first, second] : [second, first];
          const runs = Array.from({ length: 8 }, (_, i) => ({ desde: next + 3 * i, hasta: next + 3 * i + 1 }));
          const spent = await Promise.all([
            issue(issuing, `mientras ${round}`, 16),
            ...runs.map((run) => voidRun(voiding, run)),
          ]);
          await demandOneFate(next, `mientras ${round}`, spent.flat());
        }
        await demandSettled();
      }, 300_000);
    });

    test('two servers renew the tokens of one connection with QuickBooks at the same time, and never lose it', async () => {
      const client = new Client();
      await client.connectQuickBooks(first);
      const before = books.control.figures().refreshes;
      const rounds = 40;
      // Every call renews the token. If others renew it twice before a call uses it, the call is refused and made
      // again.
      const ask = async (server: BuiltServer) => {
        for (let left = 20; left > 0; left--) {
          const answer = await client.call(server, 'GET', quickbooks.empresaDeQuickBooks.path);
          if (answer !== undefined) return answer;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return undefined;
      };
      for (let round = 0; round < rounds; round++) {
        const servers = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? first : second));
        const answers = await Promise.all(servers.map(ask));
        expect([round, answers]).toEqual([
          round,
          servers.map(() => expect.objectContaining({ nombre: 'Colmado La Esquina Demo SRL' })),
        ]);
      }
      const { refreshes, alive } = books.control.figures();
      expect(alive).toBe(1);
      expect(refreshes - before).toBeGreaterThanOrEqual(rounds);
    }, 300_000);

    test('a server stopped past its lease writes nothing when it wakes: the other has sent its document', {
      timeout: 300_000,
      tags: ['P1.10'],
    }, async () => {
      const client = new Client();
      await second.kill('SIGTERM');
      await place.control('settings', { latencyMs: 4_000 });
      client.ask('dormido', creditInvoice('77.00'));
      await client.submit(first);
      await new Promise((resolve) => setTimeout(resolve, 1_500)); // its post is in transit
      process.kill(first.pid, 'SIGSTOP');
      await place.control('settings', { latencyMs: 0 });

      second = await startBuiltServer({ company: place.company, env: { ...place.env, TIMBRE_DATA_DIR: dataDir } });
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
    });
  });
} else {
  test('a second process on the folder of an embedded database refuses to start, and the first goes on', async () => {
    const error = await startBuiltServer({ company: place.company, dataDir: place.dataDir, env: place.env }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(EndedEarly);
    expect((error as EndedEarly).end).toBe(1);
    expect((error as EndedEarly).message).toContain('Otro proceso de Timbre usa la carpeta');
    const client = new Client();
    client.ask('sigue', creditInvoice('5.00'));
    await client.submit(first);
    expect(client.answered.get('sigue')?.eNCF).toBe('E310000000001');
  });
}
