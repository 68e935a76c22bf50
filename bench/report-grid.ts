// The longest frame in the browser while cells of a 606 with 20,000 loaded rows are filled by keyboard, one after
// another.
import type { Page, Route } from 'playwright-core';
import { visitor } from '../tests/browser/journeys.ts';
import { launchBrowser } from '../tests/browser.ts';
import { startBuiltServer } from '../tests/built-server.ts';
import type { BenchResult } from './measure.ts';

const rows = 20_000;
const mostMs = 50;
const cells = 60;
/** Column of the first field that a user fills. */
const column = 6;

export default async function reportGrid(): Promise<BenchResult> {
  const [browser, server] = await Promise.all([
    launchBrowser(),
    startBuiltServer({ company: 'demo', isOptimised: true }),
  ]);
  try {
    const { page, context } = await visitor(browser, server);
    // All rows in one response, so that loading them is not part of the figure.
    await context.route(/\/606\/comprobantes/, (route: Route) => answer(route));
    await page.goto(`${server.address}/reportes-fiscales?vista=preparar`);
    const grid = page.getByRole('grid', { name: 'Comprobantes del 606' });
    await grid.getByText(receipts[0]!.ncf, { exact: true }).waitFor();
    await grid.locator(`[data-cell="0:${column}"]`).focus();
    await measured(page, () => page.waitForTimeout(2_000)); // Loading ends.
    const atRest = await measured(page, () => page.waitForTimeout(3_000));
    const edited = await measured(page, async () => {
      for (let cell = 0; cell < cells; cell++) {
        await page.keyboard.type('09');
        await page.keyboard.press('Enter');
      }
    });
    await grid
      .locator(`[data-cell="${cells - 1}:${column}"]`)
      .getByText('09 · ')
      .waitFor();
    const detail = {
      rows,
      cells,
      'longest task of the page, ms': edited.longestTaskMs,
      'tasks over 50 ms': edited.longTasks,
      'at rest, longest frame, ms': atRest.worstMs,
    };
    return {
      name: 'report-grid',
      value: edited.worstMs,
      unit: 'ms, longest frame',
      limit: mostMs,
      ratio: mostMs / edited.worstMs,
      target: 1,
      detail,
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

interface Measured {
  readonly worstMs: number;
  readonly longestTaskMs: number;
  readonly longTasks: number;
}

/**
 * Measures the frames and long tasks of a page during some work. As text: the compiler adds helpers that no page has.
 */
async function measured(page: Page, work: () => Promise<unknown>): Promise<Measured> {
  await page.evaluate(`(() => {
    const watch = (window.watch = { worstMs: 0, longestTaskMs: 0, longTasks: 0, on: true });
    const tasks = new PerformanceObserver((list) => {
      if (!watch.on) return;
      for (const { duration } of list.getEntries()) {
        watch.longTasks += 1;
        watch.longestTaskMs = Math.max(watch.longestTaskMs, duration);
      }
    });
    tasks.observe({ type: 'longtask' });
    let last = performance.now();
    requestAnimationFrame(function next(now) {
      watch.worstMs = Math.max(watch.worstMs, now - last);
      last = now;
      if (watch.on) requestAnimationFrame(next);
    });
  })()`);
  await work();
  return page.evaluate<Measured>('(window.watch.on = false, window.watch)');
}

const reason = { codigo: 'D-DATO', marca: 'dato', texto: 'Lo dice el comprobante', fuente: 'Formato e-CF v1.0' };
const asked = ['tipo_bienes_servicios', 'itbis_costo', 'itbis_proporcionalidad'];

const receipts = Array.from({ length: rows }, (_, i) => {
  const ncf = `E31${String(i + 1).padStart(10, '0')}`;
  const fila: Record<string, string> = {
    rnc_cedula: '132111117',
    tipo_id: '1',
    ncf,
    fecha_comprobante: '2026-08-14',
    monto_bienes: '1000.00',
    total_monto_facturado: '1000.00',
    itbis_facturado: '180.00',
    itbis_adelantar: '180.00',
    forma_pago: '04',
  };
  return {
    id: `132111117|${ncf}|compra`,
    fuente: 'recibido',
    documentoId: null,
    rnc: '132111117',
    razonSocial: `Suplidora Inventada ${i} SRL`,
    tipoComprobante: 'E31',
    ncf,
    ncf_modificado: null,
    fecha: '2026-08-14',
    subtotal: '1000.00',
    itbis: '180.00',
    montoTotal: '1180.00',
    notaCredito: false,
    momento: 'compra',
    fila,
    pendientes: asked,
    razones: Object.fromEntries([...Object.keys(fila), ...asked].map((key) => [key, reason])),
    respuestas: {} as Record<string, string>,
    sugerencias: {},
    excluido: null,
  };
});
const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]));
const totales = {
  montoTotal: `${rows * 1_180}.00`,
  itbisTotal: `${rows * 180}.00`,
  subtotal: `${rows * 1_000}.00`,
  cantidadRegistros: rows,
  pendientes: rows,
};

/** Responds to the calls of the sheet as the server does. */
function answer(route: Route): Promise<void> {
  const request = route.request();
  if (request.method() === 'PUT') {
    const { cambios } = request.postDataJSON() as { cambios: { id: string; respuestas: Record<string, string> }[] };
    const comprobantes = cambios.map(({ id, respuestas }) => {
      const row = byId.get(id)!;
      return { ...row, respuestas, pendientes: row.pendientes.filter((key) => !(key in respuestas)) };
    });
    return route.fulfill({ json: { comprobantes } });
  }
  const isTotals = new URL(request.url()).searchParams.get('cuantos') === '1';
  const comprobantes = isTotals ? receipts.slice(0, 1) : receipts;
  return route.fulfill({ json: { comprobantes, siguiente: null, totales, presentado: null } });
}
