import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fila, importOf } from '../../apps/web/src/lib/testing/sample-import.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import type { Visitor } from './contexts.ts';
import { visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const pages = 4;
const pageSize = 50;

/** Invoices of one page, in the form of the server's list. */
const facturas = (page: number) =>
  Array.from({ length: pageSize }, (_, i) => {
    const eNCF = `E31${String(page * pageSize + i + 1).padStart(10, '0')}`;
    return {
      facturaElectronicaID: eNCF,
      eNCF,
      trackID: null,
      rncEmisor: '199000005',
      razonSocialEmisor: 'Colmado',
      rncComprador: null,
      razonSocialComprador: null,
      estado: 'aceptado',
      montoTotal: '118.00',
      fechaEmision: '21-11-2026',
      creada: '2026-11-21T13:41:07Z',
      mensajeRespuesta: null,
      anuladaPor: null,
      notasDeCredito: null,
      modifica: null,
    };
  });

test('scrolling goes to the end of the invoices without a click', async () => {
  const serveInvoices = ({ context }: Visitor) =>
    context.route('**/api/facturas?*', (route: Route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const more = at + 1 < pages ? { 'x-siguiente': String(at + 1) } : {};
      return route.fulfill({ json: facturas(at), headers: more });
    });
  const path = '/facturas?todas=true&modo=continuo';
  const { page, context } = await visitor(browser, server, { path, before: serveInvoices });
  const list = page.getByRole('region', { name: 'Facturas emitidas' });
  const last = list.getByText(`E31${String(pages * pageSize).padStart(10, '0')}`);
  await expect
    .poll(
      async () => {
        await list.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
        return last.isVisible();
      },
      { timeout: 120_000 },
    )
    .toBe(true);
  expect(await page.getByRole('button', { name: 'Cargar más' }).count()).toBe(0);
  await context.close();
});

/** Serves the pages of an audit record with `pages * pageSize` entries. */
const serveRecord = ({ context }: Visitor) =>
  context.route(
    ({ pathname }) => pathname === '/api/auditoria',
    (route: Route) => {
      const before = Number(new URL(route.request().url()).searchParams.get('antesDe') ?? pages * pageSize + 1);
      const entradas = Array.from({ length: pageSize }, (_, i) => ({
        seq: before - 1 - i,
        en: '2026-11-21T13:41:07Z',
        tipo: 'sesion.iniciada',
        descripcion: `Entrada ${before - 1 - i}`,
        quien: 'ana',
        ip: '192.0.2.1',
        datos: {},
      }));
      return route.fulfill({ json: { entradas, hayMas: before - pageSize > 1 } });
    },
  );

test('scrolling goes to the end of the record without a click', async () => {
  const { page, context } = await visitor(browser, server, { path: '/auditoria', before: serveRecord });
  await page.getByText(`Entrada ${pages * pageSize}`, { exact: true }).waitFor();
  for (let last = (pages - 2) * pageSize + 1; last > 0; last -= pageSize) {
    const entry = page.getByText(`Entrada ${last}`, { exact: true });
    await expect
      .poll(
        async () => {
          // As with a mouse wheel: up a little, then down to the end.
          await page.mouse.wheel(0, -200);
          await page.mouse.wheel(0, 100_000);
          return entry.count();
        },
        { interval: 200 },
      )
      .toBe(1);
  }
  await context.close();
});

/**
 * Holds back the entries of the page's intersection observers until `deliver` is called, which passes them all at once.
 */
function holdSightings() {
  const Observer = window.IntersectionObserver;
  const waiting = new Set<() => void>();
  const page = window as unknown as { seen: boolean[]; deliver: () => void };
  page.seen = [];
  page.deliver = () => {
    for (const give of waiting) give();
    waiting.clear();
  };
  window.IntersectionObserver = class extends Observer {
    readonly #give: () => void;
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const held: IntersectionObserverEntry[] = [];
      super((entries) => {
        held.push(...entries);
        page.seen.push(...entries.map(({ isIntersecting }) => isIntersecting));
        waiting.add(this.#give);
      }, options);
      this.#give = () => callback(held.splice(0), this);
    }
    override disconnect() {
      waiting.delete(this.#give);
      super.disconnect();
    }
  };
}

test('a workbook of 19,800 documents loads what is in sight: at its head, and at row 15,000', {
  tags: ['P4.14'],
}, async () => {
  const total = 19_800;
  const id = '0191d2a0-0000-7000-8000-000000000001';
  const asked: number[] = [];
  const cuentas = [{ esRFCE: false, estado: 'pendiente', cuenta: total }] as const;
  const head = { ...importOf([]), id, archivo: 'grande.xlsx', cuentas, editables: total };
  const rowAt = (n: number) => fila({ id: `d${n}`, eNCF: `E31${String(n + 1).padStart(10, '0')}`, fila: n + 2 });
  const serveWorkbook = async ({ context }: Visitor) => {
    await context.route(`**/api/importaciones/${id}*`, (route: Route) => route.fulfill({ json: head }));
    await context.route(`**/api/importaciones/${id}/incidencias?*`, (route: Route) =>
      route.fulfill({ json: { total: 0, encontradas: 0, incidencias: [], siguiente: null } }),
    );
    await context.route(`**/api/importaciones/${id}/documentos?*`, (route: Route) => {
      const query = new URL(route.request().url()).searchParams;
      const desde = Number(query.get('desde'));
      asked.push(desde);
      const documentos = Array.from({ length: Number(query.get('limite')) }, (_, i) => rowAt(desde + i));
      return route.fulfill({ json: { documentos, total: null } });
    });
  };
  const path = `/excel?id=${id}`;
  const { page, context, trouble } = await visitor(browser, server, { path, before: serveWorkbook });
  const list = page.getByRole('region', { name: 'e-CF', exact: true });
  await list.getByText('E310000000001').first().waitFor();
  expect(await list.getByRole('table').getAttribute('aria-rowcount')).toBe(String(total + 1));
  await list.evaluate((scroller) => scroller.scrollTo(0, 15_000 * 44));
  await list.getByText('E310000015001').first().waitFor();
  expect(new Set(asked).size).toBeLessThanOrEqual(4);
  expect(asked.every((desde) => desde === 0 || Math.abs(desde - 15_000) <= 200)).toBe(true);
  expect(await list.getByRole('row').count()).toBeLessThan(60);
  await page.getByRole('button', { name: 'Firmar E310000015001', exact: true }).waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});

test('the end that left the sight and is back in it, told together to a busy page, loads the next page', async () => {
  const { page, context } = await visitor(browser, server, {
    path: '/auditoria',
    before: async (visit) => {
      await serveRecord(visit);
      await visit.page.addInitScript(holdSightings);
    },
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: boolean[] }).seen.at(-1));
  await expect.poll(seen).toBe(false);
  await page.getByRole('button', { name: 'Cargar más' }).evaluate((end) => end.scrollIntoView());
  await expect.poll(seen).toBe(true);
  await page.evaluate(() => (window as unknown as { deliver: () => void }).deliver());
  await page.getByText(`Entrada ${(pages - 2) * pageSize + 1}`, { exact: true }).waitFor();
  await context.close();
});
