import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { procesar, quickbooks, reportes } from '@timbre/contract';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../main/app.ts';
import { nowhere } from '../../../main/testing/server.ts';
import type { Stranger } from '../../../main/testing/stranger.ts';
import type { Context } from '../../context.ts';
import { connectCompany } from '../testing/connect.ts';
import { fullMapping, inventedDocument } from '../testing/documents.ts';
import { connectedEmpresa, postAs, withQuickBooks } from '../testing/server.ts';
import { openBooks } from './service.ts';

// Runs read pages of twenty documents.
const server = withQuickBooks({ accounts: 10 }, { pageSize: 20 });
let empresa: Stranger;

beforeAll(() => {
  server.clock.advance(new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime());
  return server.app.runner.start();
});

const day = (n: number) => `2026-08-${String(n).padStart(2, '0')}`;
const bill = (n: number, own: object = {}) => inventedDocument('Bill', n, day(n % 28 || 28), own);
const invoice = (n: number) => inventedDocument('Invoice', n, day(n % 28 || 28));

const begin = async (tipoReporte: procesar.AlcanceDeProceso): Promise<string> => {
  server.clock.advance(1_000);
  const body = { fechaInicio: day(1), fechaFin: day(31), tipoReporte };
  return (await server.call(procesar.procesarReportes, { body }, empresa.sesion)).body.ejecucion.ID;
};
async function ended(id: string): Promise<procesar.Ejecucion> {
  for (;;) {
    const { body } = await server.call(procesar.verEjecucion, { params: { id } }, empresa.sesion);
    if (body.Estado !== 'En Proceso') return body;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
/** A whole run. */
const run = async (tipo: procesar.AlcanceDeProceso = 'consolidado') => ended(await begin(tipo));

async function rowsOf(tipo: '606' | '607') {
  const input = {
    params: { tipo, rnc: empresa.rnc },
    query: { fechaInicio: day(1), fechaFin: day(31), cuantos: 100 },
  };
  return (await server.call(procesar.datosDeProceso, input, empresa.sesion)).body.datos;
}
const numbersOf = async (tipo: '606' | '607') => (await rowsOf(tipo)).map(({ ncf }) => Number(ncf.slice(3)));
const unreported = async () =>
  (
    await server.call(reportes.documentosSinReportar, { query: { periodo: '202608' } }, empresa.sesion)
  ).body.documentos.map(({ entidad, id, estado }) => `${entidad} ${id} ${estado}`);

describe('deleted documents', () => {
  test('documents of a page that is not stored yet are not deleted: a complete run looks up none', async () => {
    // The last list of the 606 is that of credits.
    const credits = [...Array(45).keys()].map((i) => inventedDocument('VendorCredit', i + 1, day((i % 28) + 1)));
    empresa = await connectedEmpresa(server, credits);
    const requests = async () => {
      const before = server.quickbooks.control.figures().answered;
      await run('606');
      return server.quickbooks.control.figures().answered - before;
    };
    const first = await requests();
    expect(await requests()).toBe(first);
  });

  test('documents deleted in QuickBooks leave the reports with a notice, and come back by themselves', async () => {
    empresa = await connectedEmpresa(server, [bill(1), bill(2), invoice(3)]);
    expect(await run()).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 3 });
    server.quickbooks.control.settings({ documents: [bill(2)] });
    expect(await run()).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 1, fallos: 0 });
    expect([await numbersOf('606'), await numbersOf('607')]).toEqual([[2], []]);
    expect(await unreported()).toEqual(['Bill 1 borrado', 'Invoice 3 borrado']);
    server.quickbooks.control.settings({ documents: [bill(1), bill(2)] });
    await run();
    expect([await numbersOf('606'), await unreported()]).toEqual([[1, 2], ['Invoice 3 borrado']]);
  });

  test('documents that a list passed over are not deleted: each is looked up by its id', async () => {
    const documents = Array.from({ length: 27 }, (_, i) => bill(i + 1));
    empresa = await connectedEmpresa(server, documents);
    await run();
    // The second page begins with the bill of day 7. It is answered after the newest bill is deleted, so that bill is
    // on no page.
    server.quickbooks.control.fault({ kind: 'held', of: 'api', query: 'DESC STARTPOSITION 21 ' });
    const id = await begin('606');
    await expect.poll(() => server.quickbooks.control.figures().held).toBe(1);
    await expect
      .poll(async () => (await server.call(procesar.verEjecucion, { params: { id } }, empresa.sesion)).body)
      .toMatchObject({ RegistrosProcesados: 20, TotalRegistros: 27 });
    server.quickbooks.control.settings({ documents: documents.filter(({ json }) => json.Id !== '27') });
    server.quickbooks.control.clearFaults();
    expect(await ended(id)).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 26, avisos: [] });
    // The deleted one was read before, on the first page: the second reading does not find it.
    expect([(await numbersOf('606')).length, await unreported()]).toEqual([26, ['Bill 27 borrado']]);
  });

  test('documents of a report that is not read are not deleted', async () => {
    empresa = await connectedEmpresa(server, [bill(1), invoice(2)]);
    await run();
    server.quickbooks.control.settings({ documents: [] });
    await run('606');
    expect([await numbersOf('606'), await numbersOf('607'), await unreported()]).toEqual([[], [2], ['Bill 1 borrado']]);
    await run('607');
    expect([await numbersOf('607'), await unreported()]).toEqual([[], ['Bill 1 borrado', 'Invoice 2 borrado']]);
  });
});

describe('what documents name by an id', () => {
  test('the name of a vendor that is no longer active is read', async () => {
    empresa = await connectedEmpresa(server, [bill(1, { VendorRef: { value: '50', name: 'Suplidora de antes' } })]);
    const query = 'select * from Vendor where Active = true';
    const { body } = await server.call(quickbooks.consultarQuickBooks, { query: { query } }, empresa.sesion);
    expect((body.QueryResponse.Vendor as { Id: string }[]).map(({ Id }) => Id)).not.toContain('50');
    const { body: vendor } = await server.call(
      quickbooks.suplidorDeQuickBooks,
      { params: { id: '50' }, query: {} },
      empresa.sesion,
    );
    expect(vendor.rnc).toMatch(/^199\d{6}$/);
    await run('606');
    expect((await rowsOf('606')).map(({ rnc }) => rnc)).toEqual([vendor.rnc]);
  });

  test.each(['select count(*) from Vendor ', 'select * from TaxRate '])(
    '%s may fail: the list is left out, and the run continues',
    async (query) => {
      empresa = await connectedEmpresa(server, [bill(1)]);
      server.quickbooks.control.fault({ kind: 'fault-400', of: 'api', query });
      expect(await run()).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 1, fallos: 0 });
      expect(await numbersOf('606')).toEqual([1]);
      expect(server.logged.join('\n')).toContain('a list of QuickBooks was done without');
    },
  );
});

test('another company that is connected midway ends the run with its words, and is not a refusal of the run', async () => {
  empresa = await connectedEmpresa(server, [bill(1), invoice(2)]);
  server.quickbooks.control.fault({ kind: 'held', of: 'api', query: 'select * from Invoice ' });
  const id = await begin('consolidado');
  await expect.poll(() => server.quickbooks.control.figures().held).toBe(1);
  server.quickbooks.control.settings({ realm: '9130350000009999' });
  await connectCompany(postAs(server, empresa.sesion));
  server.quickbooks.control.clearFaults();
  expect(await ended(id)).toMatchObject({
    Estado: 'Error',
    mensaje: 'Se conectó otra empresa de QuickBooks: empiece de nuevo',
  });
  const { body } = await server.call(quickbooks.estadoDeQuickBooks, {}, empresa.sesion);
  expect(body).toMatchObject({ conectado: true, realmId: '9130350000009999', motivo: null });
  expect(await run()).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 2 });
});

/** A second server on the same database, if it is PostgreSQL; else the first. */
async function besides(): Promise<{ ctx: Context; close: () => Promise<void> }> {
  if (server.ctx.config.databaseUrl === undefined) return { ctx: server.ctx, close: async () => undefined };
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-test-'));
  cpSync(join(server.ctx.config.dataDir, 'master.key'), join(dataDir, 'master.key'));
  const app = await createApp(
    { ...server.ctx.config, dataDir },
    { clock: server.clock, log: pino({ level: 'silent' }), hosts: nowhere },
    (error) => {
      throw error;
    },
  );
  return {
    ctx: app.context,
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

test('two readings at once, of two servers too, store each document once', async () => {
  const documents = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? invoice(i + 1) : bill(i + 1)));
  empresa = await connectedEmpresa(server, documents);
  const other = await besides();
  const scope = { empresaId: empresa.id, ambiente: 'testecf', rnc: empresa.rnc } as const;
  const wanted = {
    reportes: ['606', '607'],
    days: { desde: day(1), hasta: day(31) },
    since: server.clock.now(),
    mapeo: fullMapping,
    filed: async () => [],
  } as const;
  const readings = await Promise.all(
    [server.ctx, other.ctx, server.ctx, other.ctx].map(async (ctx) => {
      const books = await openBooks(ctx, scope, wanted);
      return { ctx, books, pages: books.pages() };
    }),
  );
  const ends: string[] = [];
  /** Each reads its next page, and they store them together. Returns whether there was one. */
  const store = async (): Promise<boolean> => {
    const steps = await Promise.all(readings.map(({ pages }) => pages.next()));
    const stored = await Promise.all(
      steps.map(({ value, done }, i) => {
        const { ctx, books } = readings[i]!;
        return done ? [] : ctx.db.tenant(empresa.id, (tx) => books.store(tx, value.documents, server.clock.now()));
      }),
    );
    ends.push(...stored.flat().map(({ estado }) => estado));
    return !steps[0]!.done;
  };
  while (await store());
  expect(ends.filter((estado) => estado === 'recibo')).toHaveLength(60);
  expect(ends.filter((estado) => estado === 'iguales')).toHaveLength(180);
  expect([(await numbersOf('606')).length, (await numbersOf('607')).length, await unreported()]).toEqual([40, 20, []]);
  await other.close();
});

test('a run and a report at once store each document once', async () => {
  empresa = await connectedEmpresa(
    server,
    [...Array(45).keys()].map((i) => bill(i + 1)),
  );
  const dates = { fechaDesde: day(1), fechaHasta: day(31) };
  const [id, report] = await Promise.all([
    begin('606'),
    server.call(reportes.generarReporte, { params: { tipo: '606' }, body: dates }, empresa.sesion),
  ]);
  expect(await ended(id)).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 45, fallos: 0 });
  const params = { tipo: '606', id: report.body._id } as const;
  await expect
    .poll(async () => (await server.call(reportes.verReporte, { params }, empresa.sesion)).body)
    .toMatchObject({ estado: 'listo', totales: { cantidadRegistros: 45 } });
  expect([(await numbersOf('606')).length, await unreported()]).toEqual([45, []]);
});
