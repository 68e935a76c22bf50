// Frames per second while 10,000 loaded rows of Facturas are scrolled in the browser. Those of the same page at rest
// are shown too.
import type { Page, Route } from 'playwright-core';
import { visitor } from '../tests/browser/journeys.ts';
import { launchBrowser } from '../tests/browser.ts';
import { startBuiltServer } from '../tests/built-server.ts';
import type { BenchResult } from './measure.ts';

const rows = 10_000;
const leastPerSecond = 55;
const seconds = 5;
/** Pixels scrolled per frame: 7,200 a second, as by a wheel turned quickly. */
const step = 120;

export default async function scroll(): Promise<BenchResult> {
  const [browser, server] = await Promise.all([
    launchBrowser(),
    startBuiltServer({ company: 'demo', isOptimised: true }),
  ]);
  try {
    const { page, context } = await visitor(browser, server);
    // All rows in one response, so that loading them is not part of the figure.
    await context.route(/\/api\/facturas\?/, (route: Route) => route.fulfill({ json: facturas }));
    await page.goto(`${server.address}/facturas?todas=true&modo=continuo`);
    await page.getByRole('region', { name: 'Facturas emitidas' }).waitFor();
    await page.getByText(facturas[0]!.eNCF, { exact: true }).waitFor();
    await frames(page, 0);
    const atRest = await frames(page, 0);
    const { perSecond: value, worstMs, scrolled } = await frames(page, step);
    const detail = {
      rows,
      'rows passed': Math.round(scrolled / 44),
      'longest frame, ms': worstMs,
      'at rest, frames/s': atRest.perSecond,
    };
    return {
      name: 'scroll',
      value,
      unit: 'frames/s',
      limit: leastPerSecond,
      ratio: value / leastPerSecond,
      target: 1,
      detail,
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

interface Frames {
  readonly perSecond: number;
  readonly worstMs: number;
  readonly scrolled: number;
}

/** Counts the frames of some seconds. As text, because the compiler adds helpers that the page does not have. */
const frames = (page: Page, by: number) =>
  page.evaluate<Frames>(`new Promise((resolve) => {
    const list = document.querySelector('section[aria-label="Facturas emitidas"]');
    const start = performance.now();
    let last = start;
    let count = 0;
    let worstMs = 0;
    requestAnimationFrame(function next(now) {
      count += 1;
      worstMs = Math.max(worstMs, now - last);
      last = now;
      list.scrollTop += ${by};
      if (now - start < ${seconds * 1_000}) return requestAnimationFrame(next);
      resolve({ perSecond: (count * 1000) / (now - start), worstMs, scrolled: list.scrollTop });
    });
  })`);

const facturas = Array.from({ length: rows }, (_, i) => ({
  facturaElectronicaID: `id-${i}`,
  eNCF: `E31${String(rows - i).padStart(10, '0')}`,
  trackID: `b6932aea-24c0-4c01-86d6-${String(i).padStart(12, '0')}`,
  rncEmisor: '199000005',
  razonSocialEmisor: 'Colmado',
  rncComprador: '199000013',
  razonSocialComprador: `Comprador ${i}`,
  estado: i % 7 === 0 ? 'rechazado' : 'aceptado',
  montoTotal: `${i}.00`,
  tipo: '31',
  fechaEmision: '21-11-2026',
  creada: '2026-11-21T13:41:07Z',
  mensajeRespuesta: i % 7 === 0 ? 'El RNC no está delegado' : null,
  anuladaPor: null,
  notasDeCredito: null,
  modifica: null,
}));
