import { mapeo as mapeoCalls, procesar, quickbooks, reportes } from '@timbre/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestConfig, withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { connectCompany } from '../testing/connect.ts';
import { fullMapping, inventedDocument } from '../testing/documents.ts';
import { type RestlessBooks, startRestlessBooks } from '../testing/restless-books.ts';
import { postAs, publicUrl } from '../testing/server.ts';

// Lists that change while they are read, from a simulation other than our simulator. Pages have twenty documents.
const config: TestConfig = { publicUrl };
let books: RestlessBooks;
beforeAll(async () => {
  books = await startRestlessBooks();
  Object.assign(config, { quickbooks: { app: { clientId: 'ABc', clientSecret: 's' }, baseUrl: books.address } });
});
const server = withServer(config, {
  quickbooks: { perMinute: 1_000_000, perSecond: 1_000_000, pageSize: 20, ahead: 1 },
});
afterAll(() => books.close());
beforeAll(() => {
  server.clock.advance(new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime());
  return server.app.runner.start();
});

let empresa: Stranger;
const day = '2026-08-14';
const bill = (n: number, own: object = {}) => inventedDocument('Bill', n, day, own);
const bills = (count: number) => Array.from({ length: count }, (_, i) => bill(i + 1));
const rango = { fechaInicio: '2026-08-01', fechaFin: '2026-08-31' };

beforeEach(async () => {
  Object.assign(books, { documents: [], rotates: 'nunca', givesMore: false, beforePage: () => undefined });
  empresa = await stranger(server, bare);
  await connectCompany(postAs(server, empresa.sesion));
  const input = { params: { rnc: empresa.rnc }, body: { mapeo: fullMapping } } as never;
  await server.call(mapeoCalls.guardarMapeoDeCuentas, input, empresa.sesion);
});

async function run(): Promise<procesar.Ejecucion> {
  server.clock.advance(1_000);
  const { body } = await server.call(
    procesar.procesarReportes,
    { body: { ...rango, tipoReporte: '606' } },
    empresa.sesion,
  );
  for (;;) {
    const { body: now } = await server.call(
      procesar.verEjecucion,
      { params: { id: body.ejecucion.ID } },
      empresa.sesion,
    );
    if (now.Estado !== 'En Proceso') return now;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
async function numbers(): Promise<number[]> {
  const input = { params: { tipo: '606', rnc: empresa.rnc }, query: { ...rango, cuantos: 500 } } as const;
  const { body } = await server.call(procesar.datosDeProceso, input, empresa.sesion);
  return body.datos.map(({ ncf }) => Number(ncf.slice(3))).sort((a, b) => a - b);
}
const to = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
/** Does something once, before the page at a position is answered. */
const once = (at: number, work: () => void) => {
  books.beforePage = (entity, start) => {
    if (entity !== 'Bill' || start !== at) return;
    books.beforePage = () => undefined;
    work();
  };
};

describe('documents of one day', () => {
  test.each(['nunca', 'sin-id', 'siempre'] as const)(
    'documents of one day come once each, where their order changes: %s',
    async (rotates) => {
      Object.assign(books, { documents: bills(95), rotates });
      expect(await run()).toMatchObject({
        Estado: 'Completado',
        RegistrosProcesados: 95,
        TotalRegistros: 95,
        fallos: 0,
        avisos: [],
      });
      expect(await numbers()).toEqual(to(95));
    },
  );

  test('documents of one day come once each from pages that have more than was asked for', async () => {
    Object.assign(books, { documents: bills(95), givesMore: true });
    expect(await run()).toMatchObject({ RegistrosProcesados: 95, TotalRegistros: 95, avisos: [] });
    expect(await numbers()).toEqual(to(95));
  });
});

describe('between two pages', () => {
  test('a document deleted between two pages leaves, and the one that took its place is read', async () => {
    books.documents = bills(60);
    once(21, () => {
      books.documents = books.documents.filter(({ json }) => json.Id !== '55');
    });
    expect(await run()).toMatchObject({ RegistrosProcesados: 59, TotalRegistros: 59, avisos: [] });
    expect(await numbers()).toEqual(to(60).filter((n) => n !== 55));
  });

  test('a document added between two pages is read, and none comes twice', async () => {
    books.documents = bills(60);
    once(21, () => {
      books.documents = [...books.documents, bill(61)];
    });
    expect(await run()).toMatchObject({ RegistrosProcesados: 61, TotalRegistros: 61, fallos: 0, avisos: [] });
    expect(await numbers()).toEqual(to(61));
  });

  test('one document is deleted and another added between two pages', async () => {
    books.documents = bills(80);
    once(21, () => {
      books.documents = books.documents.filter(({ json }) => json.Id !== '75');
      once(61, () => {
        books.documents = [...books.documents, bill(81)];
      });
    });
    await run();
    expect(await numbers()).toEqual(to(81).filter((n) => n !== 75));
  });
});

test('documents that never come are reported by the run, its history, its event and the report', async () => {
  const documents = bills(45);
  books.documents = documents;
  // The document is counted, and is on no page.
  const hidden = { get: () => (counting() ? documents : documents.slice(0, -1)), set: () => undefined };
  let pages = false;
  const counting = () => {
    const now = !pages;
    pages = false;
    return now;
  };
  Object.defineProperty(books, 'documents', { ...hidden, configurable: true });
  books.beforePage = () => {
    pages = true;
  };
  const notice =
    'Falta 1 de 45 documentos (facturas de suplidores): la lista de QuickBooks cambió mientras se leía. Procese de nuevo';
  const ended = await run();
  expect(ended).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 44, TotalRegistros: 45, avisos: [notice] });
  expect(ended.mensaje).toContain(notice);
  const { body: history } = await server.call(
    procesar.historialDeProceso,
    { params: { rnc: empresa.rnc }, query: { tipoReporte: '606' } },
    empresa.sesion,
  );
  expect(JSON.stringify(history)).toContain(notice);
  const body = { fechaDesde: rango.fechaInicio, fechaHasta: rango.fechaFin };
  const { body: begun } = await server.call(reportes.generarReporte, { params: { tipo: '606' }, body }, empresa.sesion);
  const report = async () =>
    (await server.call(reportes.verReporte, { params: { tipo: '606', id: begun._id } }, empresa.sesion)).body;
  await expect.poll(async () => (await report()).estado, { timeout: 20_000 }).toBe('listo');
  expect((await report()).avisos).toEqual([notice]);
  Object.defineProperty(books, 'documents', { value: [], writable: true, configurable: true });
});

test('books in dollars are reported once, with what can be done; their documents make no rows in pesos', async () => {
  const json = { Id: '1', CurrencyPrefs: { HomeCurrency: { value: 'USD' } } };
  books.documents = [{ entity: 'Preferences', json }, ...bills(3)];
  const ended = await run();
  expect(ended.avisos).toEqual([expect.stringMatching(/^Los libros de QuickBooks están en USD: .*Cárguelos en pesos/)]);
  expect([ended.fallos, await numbers()]).toEqual([3, []]);
});

describe('records', () => {
  const account = (n: number) => ({ entity: 'Account', json: { Id: String(n), Name: `Cuenta ${n}`, Active: true } });

  test('records of a list that changes are all read: accounts, and the referenced records of documents', async () => {
    books.documents = Array.from({ length: 50 }, (_, i) => account(i + 1));
    const before = books.documents;
    books.beforePage = (entity, start) => {
      if (entity !== 'Account' || start !== 21) return;
      books.beforePage = () => undefined;
      books.documents = before.filter(({ json }) => json.Id !== '50');
    };
    const { body } = await server.call(quickbooks.cuentasDeQuickBooks, {}, empresa.sesion);
    expect(new Set(body.cuentas.map(({ id }) => id)).size).toBe(49);
    expect(body.cuentas).toHaveLength(49);
  });
});
