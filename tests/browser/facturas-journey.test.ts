import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import { creditInvoice } from '../crash/client.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { button, callAs, dialog, says, seriousFaults, visitor } from './journeys.ts';

let browser: Browser;
let place: Place;
let server: BuiltServer;
/** Invoices in order of issue: 200.00, 100.00 and 300.00 accepted, and 50.00 rejected with its number unused. */
let issued: { id: string; eNCF: string }[];

const words = 'El RNC del certificado no está delegado';

beforeAll(async () => {
  [browser, place] = await Promise.all([launchBrowser(), makePlace({ ambiente: 'testecf' })]);
  server = (await place.start())!;
  const { page, context } = await visitor(browser, server);
  issued = [];
  for (const precio of ['200.00', '100.00', '300.00']) issued.push(await issue(page, precio, 'aceptado'));
  await place.control('force', {
    estado: 'rechazado',
    mensajes: [{ codigo: '0', valor: words }],
    secuenciaUtilizada: false,
  });
  issued.push(await issue(page, '50.00', 'rechazado'));
  await context.close();
});
afterAll(async () => {
  await browser.close();
  await place.leave();
});

/** Issues an invoice and waits for its verdict. */
async function issue(page: Page, precio: string, until: string): Promise<{ id: string; eNCF: string }> {
  const { text } = await callAs(page, 'POST', '/fe/api/emision/ecf/EnviarFactura', creditInvoice(precio));
  const document = JSON.parse(text) as { id: string; eNCF: string };
  await vi.waitFor(
    async () =>
      expect(JSON.parse((await callAs(page, 'GET', `/api/documentos/${document.id}`)).text).estado).toBe(until),
    { timeout: 120_000, interval: 200 },
  );
  return document;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Facturas emitidas' });
/** eNCF of the rows, from the top. */
const shown = (page: Page) =>
  grid(page)
    .getByRole('button', { name: /^E\d{12}$/ })
    .allTextContents();
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
/** Text of the element that has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

async function open(path = '/facturas', options = {}) {
  const visit = await visitor(browser, server, { path, ...options });
  await visit.page
    .getByRole('button', { name: /^E\d{12}$/ })
    .first()
    .waitFor();
  return visit;
}

describe('the list of invoices', () => {
  test('has its head line; each filter, the search and the order are in the address, and are undone', {
    tags: ['screen/facturas', 'SI2.1-1', 'SI2.1-2'],
  }, async () => {
    const { page, context, trouble } = await open();
    await says(page, '4 comprobantes');
    await says(page, 'RD$ 708.00'); // 600.00 and 18 %: the rejected invoice does not count
    await says(page, '1 rechazado');
    expect(await shown(page)).toEqual(issued.map(({ eNCF }) => eNCF).reverse());

    await button(page, 'Estado').click();
    await button(page, 'Rechazado').click();
    await expect.poll(() => shown(page)).toEqual([issued[3]!.eNCF]);
    expect(searchOf(page)).toEqual({ estado: 'rechazado' });
    await button(page, /^Emisión: Hoy/).click();
    await button(page, 'Ayer').click();
    await says(page, 'No se encontraron facturas con los criterios seleccionados.');
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual([issued[3]!.eNCF]);
    await button(page, 'Quitar el filtro Estado').click();
    await expect.poll(async () => (await shown(page)).length).toBe(4);
    await button(page, 'Quitar el filtro Emisión').click();
    await expect.poll(() => searchOf(page)).toEqual({ todas: 'true' });
    await says(page, 'Todas las fechas');
    await button(page, 'Limpiar filtros').click();
    await expect.poll(() => searchOf(page)).toEqual({});

    const field = page.getByLabel('Buscar eNCF, Track ID, comprador o RNC');
    await field.fill(issued[1]!.eNCF.slice(-4));
    await expect.poll(() => shown(page)).toEqual([issued[1]!.eNCF]);
    const { text } = await callAs(page, 'GET', '/api/facturas?limit=1');
    const { rncComprador } = JSON.parse(text)[0] as { rncComprador: string };
    await field.fill(`${rncComprador.slice(0, 3)}-${rncComprador.slice(3, 8)}-${rncComprador.slice(8)}`);
    await expect.poll(async () => (await shown(page)).length).toBe(4);
    await field.fill('');
    await expect.poll(async () => (await shown(page)).length).toBe(4);

    const heading = page.getByRole('columnheader', { name: 'Monto total (RD$)' });
    await heading.getByRole('button').click();
    const ascending = [3, 1, 0, 2].map((at) => issued[at]!.eNCF);
    const descending = [...ascending].reverse();
    const first = (await heading.getAttribute('aria-sort')) === 'ascending' ? ascending : descending;
    await expect.poll(() => shown(page)).toEqual(first);
    await heading.getByRole('button').click();
    await expect.poll(() => shown(page)).toEqual(first === ascending ? descending : ascending);
    expect(searchOf(page).orden).toMatch(/^-?monto$/);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('by keyboard: arrows and Enter go through cells and details; a column is taken away and made wider, and stays so', async () => {
    const { page, context, trouble } = await open();
    const [first, second] = await shown(page);
    await page.getByRole('columnheader', { name: 'eNCF' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(first);
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toContain('Ferretería');
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(second);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await dialog(page, first!).waitFor();
    expect(searchOf(page).doc).toBe(issued[3]!.id);
    await page.keyboard.press('ArrowDown');
    await dialog(page, second!).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    const heading = (name: string) => page.getByRole('columnheader', { name });
    await button(page, 'Columnas').click();
    await page.getByRole('checkbox', { name: 'Track ID' }).uncheck();
    await page.keyboard.press('Escape');
    await expect.poll(() => heading('Track ID').count()).toBe(0);
    const before = (await heading('eNCF').boundingBox())!.width;
    await heading('eNCF').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(async () => (await heading('eNCF').boundingBox())!.width).toBe(before + 16);
    await page.reload();
    await heading('eNCF').waitFor();
    expect((await heading('eNCF').boundingBox())!.width).toBe(before + 16);
    expect(await heading('Track ID').count()).toBe(0);
    await button(page, 'Columnas').click();
    await button(page, 'Restablecer').click();
    await expect.poll(() => heading('Track ID').count()).toBe(1);
    expect(trouble).toEqual([]);
    await context.close();
  });
});

test('an accepted invoice is printed, shown as XML, JSON and QR, sent by mail, and delivered to its buyer', {
  tags: ['SI5-1'],
}, async () => {
  const { page, context, trouble } = await open(`/facturas?doc=${issued[0]!.id}`, { acceptDownloads: true });
  const drawer = dialog(page, issued[0]!.eNCF);
  for (const [forma, ending] of [
    ['Hoja carta', ''],
    ['Papel de 80 mm', '_80mm'],
  ] as const) {
    await drawer.getByRole('button', { name: 'Descargar PDF' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      says(page, 'PDF generado correctamente.'),
      drawer.getByRole('menuitem', { name: forma }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^\\d{9}${issued[0]!.eNCF}${ending}\\.pdf$`));
    expect(readFileSync(await download.path()).toString('latin1', 0, 5)).toBe('%PDF-');
  }

  const { eNCF } = issued[0]!;
  await drawer.getByRole('button', { name: 'Ver JSON' }).click();
  const json = dialog(page, `JSON de ${eNCF}`);
  await json.getByText('"Encabezado"').waitFor();
  const [written] = await Promise.all([
    page.waitForEvent('download'),
    json.getByRole('button', { name: 'Descargar' }).click(),
  ]);
  expect(JSON.parse(readFileSync(await written.path(), 'utf8')).Encabezado.IdDoc.eNCF).toBe(eNCF);
  await page.keyboard.press('Escape');
  await drawer.getByRole('button', { name: 'Ver QR' }).click();
  const picture = dialog(page, `QR de ${eNCF}`).getByRole('img', { name: `Código QR de ${eNCF}` });
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(50);
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await drawer.getByRole('button', { name: 'Ver XML' }).click();
  await dialog(page, `XML de ${eNCF}`).getByText('TipoeCF').first().waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await button(page, 'Enviar por correo').focus();
  await page.keyboard.press('Enter');
  const asked = dialog(page, `Enviar ${issued[0]!.eNCF} por correo`);
  await asked.getByText('Este servidor no envía correos').waitFor();
  const submit = asked.getByRole('button', { name: 'Guardar el correo' });
  await asked.getByLabel('Para').fill('compras@');
  expect(await submit.getAttribute('title')).toBe('Una dirección no está completa');
  await asked.getByLabel('Para').fill('compras@ejemplo.invalid, caja@ejemplo.invalid');
  expect(await seriousFaults(page)).toEqual([]);
  await submit.click();
  await says(page, `Correo de ${issued[0]!.eNCF} guardado en el servidor.`);
  const sent = asked.getByLabel('Correos de este comprobante');
  await sent.getByText('compras@ejemplo.invalid').waitFor();
  await expect.poll(() => sent.getByText(/Guardado en el servidor, sin enviar/).count()).toBe(2);
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });

  const section = page.getByRole('region', { name: 'Entrega al comprador' });
  await section.getByText('Sin entregar al sistema del comprador').waitFor();
  await section.getByRole('button', { name: 'Entregar al comprador' }).click();
  await section.getByText(/^El comprador no tiene dirección de recepción, /).waitFor();
  await section.getByText(/^El directorio de la DGII no tiene la dirección de \d+/).waitFor();
  await section.getByRole('button', { name: 'Buscar de nuevo' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});

test('a rejected invoice says why, that its number can be used, and is corrected from there; on a phone it is a card', {
  tags: ['SI2.1-2'],
}, async () => {
  const { page, context, trouble } = await open(`/facturas?doc=${issued[3]!.id}`);
  const drawer = dialog(page, issued[3]!.eNCF);
  await drawer.getByText('Rechazado por la DGII', { exact: true }).waitFor();
  await drawer.getByText(words).first().waitFor();
  await drawer.getByText(/no se gastó/).waitFor();
  await drawer.getByText('RD$ 59.00').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('region', { name: 'Estado ante la DGII' }).waitFor();
  expect(await page.getByRole('region', { name: 'Entrega al comprador' }).count()).toBe(0);
  await drawer.getByRole('button', { name: 'Corregir y reenviar' }).click();
  await dialog(page, `Editar XML de ${issued[3]!.eNCF}`).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, `Editar XML de ${issued[3]!.eNCF}`).waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.address}/facturas`);
  await button(page, issued[3]!.eNCF).waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'RD$' }).count()).toBeGreaterThan(1);
  await page.getByText(words).waitFor();
  await button(page, issued[3]!.eNCF).click();
  await drawer.getByText(/no se gastó/).waitFor();
  // Polls until the drawer has slid in.
  await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});
