import { type Ambiente, configuracion, documentos, emision } from '@timbre/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saleOf } from '../../apps/server/src/main/testing/draft.ts';
import { withIssuing } from '../../apps/server/src/main/testing/issuing.ts';
import { testPassword } from '../../apps/server/src/main/testing/people.ts';
import { type Stranger, stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { launchBrowser } from '../browser.ts';
import { button, dialog, says, seriousFaults, visitor } from './journeys.ts';
import { look } from './screens.ts';

// A company without ranges. If no number is available, the refusal has a link to the screen of ranges and, in Pruebas,
// offers the DGII's test ranges.

const server = withIssuing();
let browser: Browser;
let address: string;

beforeAll(async () => {
  browser = await launchBrowser();
  address = await server.app.http.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => browser.close());

function open(company: Stranger, path: string) {
  const who = { address, login: company.correo, password: testPassword };
  return visitor(browser, who, { path });
}

/** Checks the refusal at each width. The page keeps the last width. */
async function fits(page: Page): Promise<void> {
  for (const width of [360, 768, 1440] as const) {
    await look(page, { width, scheme: 'light' });
    expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width]);
    expect([width, await seriousFaults(page)]).toEqual([width, []]);
  }
}

const withoutRanges = (ambiente: Ambiente = 'testecf') => stranger(server, { ambiente, rangos: [] });

const testRanges = 'Usar los rangos de prueba de la DGII';

test('in Nueva Factura: the screen of ranges with the type chosen; the DGII’s in one step, then the invoice is issued', async () => {
  const { page, context } = await open(await withoutRanges(), '/nueva-factura');
  await page.getByLabel('RNC o cédula', { exact: true }).fill('1-31-24679-6');
  await page.getByLabel('Nombre o razón social', { exact: true }).fill('Constructora Inventada SRL');
  await page.getByLabel('Producto o servicio, línea 1', { exact: true }).fill('Varilla 3/8');
  await page.getByLabel('Precio, línea 1', { exact: true }).fill('100');
  await button(page, 'Emitir').first().click();
  await says(page, 'La factura no se emitió.');
  expect(await page.getByRole('alert', { name: 'Lo que falta para emitir' }).count()).toBe(0);
  await fits(page);
  const remedy = page.getByRole('link', { name: 'Registrar un rango de E31 en Pruebas' });
  expect(await remedy.getAttribute('href')).toBe('/configuracion?tab=rangos&ambiente=testecf&registrar=%2231%22');
  await button(page, testRanges).click();
  await says(page, 'Rangos de prueba registrados');
  await page.getByText('La factura no se emitió.').waitFor({ state: 'detached' });
  await button(page, 'Emitir').first().click();
  await page.waitForURL(/\/facturas\?doc=/);
  await context.close();
});

test('in Certificación the DGII authorises each range: none is offered, and the form opens for the type', async () => {
  const { page, context } = await open(await withoutRanges('certecf'), '/nueva-factura?tipo=32');
  await page.getByLabel('Producto o servicio, línea 1', { exact: true }).fill('Café molido');
  await page.getByLabel('Precio, línea 1', { exact: true }).fill('100');
  await button(page, 'Emitir').first().click();
  const remedy = page.getByRole('link', { name: 'Registrar un rango de E32 en Certificación' });
  await remedy.waitFor();
  expect(await button(page, testRanges).count()).toBe(0);
  await remedy.click();
  await dialog(page, 'Registrar rango autorizado').waitFor();
  expect(await page.getByLabel('Tipo de e-CF').inputValue()).toBe('32');
  await context.close();
});

test('in the annulment of an invoice: the same for its credit note, which is then issued', async () => {
  const company = await withoutRanges();
  const range = { ambiente: 'testecf', tipo: '31', desde: 1, hasta: 10, vence: '2028-12-31' } as const;
  const registered = await server.call(configuracion.crearSecuencia, { body: range }, company.sesion);
  expect(registered.problem).toBeUndefined();
  const { body, problem } = await server.call(emision.enviarFactura, { body: saleOf({}) }, company.clave);
  expect(problem).toBeUndefined();
  await server.until(async () => {
    const { body: seen } = await server.call(documentos.verDocumento, { params: { id: body.id } }, company.sesion);
    return seen.estado === 'aceptado';
  });
  const { page, context } = await open(company, `/facturas?doc=${body.id}`);
  await button(page, 'Anular').click();
  const asked = dialog(page, `Anular ${body.eNCF}`);
  await asked.getByLabel('Motivo de la anulación').selectOption('01');
  await asked.getByRole('button', { name: 'Anular factura' }).click();
  const remedy = asked.getByRole('link', { name: 'Registrar un rango de E34 en Pruebas' });
  await remedy.waitFor();
  await fits(page);
  expect(await remedy.getAttribute('href')).toBe('/configuracion?tab=rangos&ambiente=testecf&registrar=%2234%22');
  await asked.getByRole('button', { name: testRanges }).click();
  await remedy.waitFor({ state: 'detached' });
  await asked.getByRole('button', { name: 'Anular factura' }).click();
  await asked.waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^E34\d{10}$/ })
    .first()
    .waitFor();
  await context.close();
});
