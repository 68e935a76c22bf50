import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { approvalRow, approvalsBook } from '../../apps/server/src/domain/comprobantes/workbooks/testing/approvals.ts';
import { officialFiles } from '../../packages/ecf/testing/official.ts';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { button, callAs, callFor, dialog, refusals, says, seriousFaults, visitor } from './journeys.ts';

// The screen of commercial approvals, in certification, where the DGII's test issuer has issued the e-CF.

let browser: Browser;
let place: Place;
let server: BuiltServer;

beforeAll(async () => {
  [browser, place] = await Promise.all([launchBrowser(), makePlace({ ambiente: 'certecf' })]);
  server = (await place.start())!;
});
afterAll(async () => {
  await browser.close();
  await place.leave();
});
beforeEach(async () => {
  await callFor(server, 'DELETE', '/api/aprobaciones-comerciales');
});

const open = (options = {}) => visitor(browser, server, { path: '/aprobacion-comercial', ...options });
const row = (cells: Parameters<typeof approvalRow>[1] = {}) => approvalRow(server.login, cells);

/** Chooses a workbook and presses the button to process it. */
async function load(page: Page, buffer: Buffer): Promise<void> {
  await page.getByLabel('Aprobaciones', { exact: true }).waitFor();
  const another = button(page, 'Procesar otro libro');
  if (await another.isVisible()) await another.click();
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('input[type=file]').setInputFiles({ name: 'aprobaciones.xlsx', mimeType, buffer });
  await button(page, 'Procesar Excel').click();
}

const card = (page: Page, eNCF: string | undefined) =>
  page.getByRole('article', { name: `Aprobación de ${eNCF}`, exact: true });
const log = (page: Page) => page.getByRole('log').locator('p > span');
/** Lines of the log about the user's actions, without the DGII's responses, whose number of lines varies. */
const done = async (page: Page) =>
  (await log(page).allInnerTexts()).filter((line) => !line.startsWith('La DGII respondió'));
/** The figures of the stat cards. */
const figures = async (page: Page): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const name of ['Total', 'Firmados', 'Enviados', 'Pendientes'])
    found[name] = await page.locator('main div:has(> span + b)', { hasText: name }).locator('b').first().innerText();
  return found;
};

test('without a workbook it teaches the columns, and says what there is to do; a message goes after five seconds', {
  tags: ['SI2.4-1', 'SI2.4-3', 'SI9-14'],
}, async () => {
  const { page, context, trouble } = await open();
  await page.getByRole('heading', { level: 1, name: 'Aprobación Comercial - Generación, Firma y Envío XML' }).waitFor();
  await page.getByRole('rowheader', { name: 'FechaHoraAprobacionComercial' }).waitFor();
  expect(await page.getByRole('switch', { name: 'Modo desarrollo' }).isChecked()).toBe(false);
  await button(page, 'Procesar Excel').click();
  await says(page, 'Debe seleccionar un archivo Excel.');
  await button(page, 'Firmar Todos').click();
  await page.getByRole('alert').getByText('No hay aprobaciones pendientes por firmar').waitFor();
  await button(page, 'Enviar Todos').click();
  await page.getByRole('alert').getByText('No hay aprobaciones pendientes para enviar').waitFor();
  expect(await log(page).allInnerTexts()).toEqual([
    'No hay aprobaciones pendientes para enviar',
    'No hay aprobaciones pendientes por firmar',
  ]);
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual(refusals(409, 409));

  await page.reload();
  await page.clock.install();
  await button(page, 'Firmar Todos').click();
  const message = page.getByRole('alert').getByText('No hay aprobaciones pendientes por firmar');
  await message.waitFor();
  await page.clock.fastForward(4_000);
  expect(await message.isVisible()).toBe(true);
  await page.clock.fastForward(1_000);
  await message.waitFor({ state: 'detached' });
  expect(await log(page).allInnerTexts()).toEqual([
    'No hay aprobaciones pendientes por firmar',
    'No hay aprobaciones pendientes para enviar',
    'No hay aprobaciones pendientes por firmar',
  ]);
  await context.close();
});

test('a workbook is loaded, signed and sent; each card follows without a reload, and a reload loses nothing', {
  tags: ['screen/aprobacion-comercial', 'SI2.4-1'],
}, async () => {
  const { page, context, trouble } = await open();
  const rows = [row(), row({ Estado: '2', DetalleMotivoRechazo: 'Monto distinto' }), row({ MontoTotal: '1250.5' })];
  const [first, rejected, last] = rows.map(([, , eNCF]) => eNCF);
  await load(page, approvalsBook(rows));
  await says(page, 'aprobaciones.xlsx: 3 aprobaciones cargadas');
  await expect.poll(() => figures(page)).toEqual({ Total: '3', Firmados: '0', Enviados: '0', Pendientes: '3' });
  await card(page, first).getByText('RNC 131-88068-1').waitFor();
  await card(page, first).getByText('01/04/2026').waitFor();
  await card(page, last).getByText('RD$ 1,250.50').waitFor();
  await card(page, first).getByText('Aceptado', { exact: true }).waitFor();
  await card(page, rejected).getByText('Rechazado', { exact: true }).waitFor();
  await card(page, rejected).getByText('Monto distinto').waitFor();

  await card(page, first).getByRole('button', { name: 'Enviar' }).click();
  await card(page, first).getByRole('alert').getByText('La aprobación debe estar firmada para enviarla').waitFor();
  await card(page, first).getByRole('button', { name: 'Firmar' }).click();
  await card(page, first).getByText('Firmada', { exact: true }).waitFor();
  await card(page, first).getByRole('alert').waitFor({ state: 'detached' });
  await expect.poll(() => figures(page)).toMatchObject({ Firmados: '1', Pendientes: '3' });

  await button(page, 'Firmar Todos · 2').click();
  await says(page, '2 aprobaciones firmadas');
  await button(page, 'Enviar Todos · 3').click();
  await says(page, '3 aprobaciones en camino a la DGII');
  for (const eNCF of [first, rejected, last]) await card(page, eNCF).getByText('Aceptada por la DGII').waitFor();
  await expect.poll(() => figures(page)).toEqual({ Total: '3', Firmados: '3', Enviados: '3', Pendientes: '0' });
  await card(page, first).getByRole('button', { name: 'Enviar' }).click();
  await card(page, first).getByRole('alert').getByText('Esta aprobación ya ha sido enviada').waitFor();
  await log(page).getByText('La DGII respondió: 3 aceptadas').waitFor();
  await page.getByRole('region', { name: 'Progreso' }).getByText('La DGII respondió: 3 aceptadas').waitFor();
  const lines = [
    'Esta aprobación ya ha sido enviada',
    '3 aprobaciones en camino a la DGII',
    '2 aprobaciones firmadas',
    '1 aprobación firmada',
    'La aprobación debe estar firmada para enviarla',
    'aprobaciones.xlsx: 3 aprobaciones cargadas',
  ];
  expect(await done(page)).toEqual(lines);
  expect(await seriousFaults(page)).toEqual([]);

  await page.reload();
  await card(page, rejected).getByText('Aceptada por la DGII').waitFor();
  expect(await done(page)).toEqual(lines);
  expect(trouble).toEqual(refusals(409, 409));
  await context.close();
});

test('the XML of an approval is shown, copied, hidden and downloaded; a faulty row says its cell, and is not sent', {
  tags: ['SI2.4-1', 'SI2.4-2'],
}, async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, context, trouble } = await open({ permissions, acceptDownloads: true });
  const one = row();
  const [, emisor, eNCF] = one;
  await load(page, approvalsBook([one]));
  const it = card(page, eNCF);
  await it.getByRole('button', { name: 'Ver XML' }).click();
  await it.getByText('<eNCF>').waitFor();
  expect(await it.getByText('SignatureValue').count()).toBe(0);
  await it.getByRole('button', { name: 'Firmar' }).click();
  await it.getByText('SignatureValue').first().waitFor();
  await it.getByRole('button', { name: 'Copiar XML' }).click();
  await says(page, '¡Copiado al portapapeles!');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    it.getByRole('button', { name: 'Descargar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`aprobacion_${emisor}_${eNCF}.xml`);
  expect(readFileSync(await download.path(), 'utf8')).toBe(copied);
  await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('no')) }));
  await it.getByRole('button', { name: 'Copiar XML' }).click();
  await says(page, 'Error al copiar XML');
  await it.getByRole('button', { name: 'Ocultar XML' }).click();
  expect(await it.getByText('<eNCF>').count()).toBe(0);

  await callAs(page, 'DELETE', '/api/aprobaciones-comerciales');
  await page.reload();
  const [good, faulty] = [row(), row({ Estado: '2' })];
  await load(page, approvalsBook([good, faulty]));
  const wrong = card(page, faulty[2]);
  await wrong.getByText('fila 3, columna DetalleMotivoRechazo').waitFor();
  await wrong.getByText('Con errores').waitFor();
  const [article] = await Promise.all([
    context.waitForEvent('page'),
    wrong.getByRole('link', { name: 'ACECF-MOTIVO-01' }).click(),
  ]);
  await article.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(article.url()).pathname).toBe('/enciclopedia/ACECF-MOTIVO-01');
  await article.close();
  expect(await wrong.getByRole('button', { name: 'Firmar' }).getAttribute('aria-disabled')).toBe('true');
  await button(page, 'Firmar Todos · 1').click();
  await says(page, '1 aprobación firmada');
  await button(page, 'Quitar las no enviadas').click();
  await dialog(page, 'Quitar las aprobaciones no enviadas')
    .getByRole('button', { name: 'Quitar las no enviadas' })
    .click();
  await card(page, good[2]).waitFor({ state: 'detached' });
  await expect.poll(() => figures(page)).toMatchObject({ Pendientes: '0' });
  expect(trouble).toEqual([]);
  await context.close();
});

test('a workbook that is none is refused; of many approvals a page is shown; nothing is signed without the authority', {
  tags: ['SI5-5'],
}, async () => {
  const { page, context, trouble } = await open();
  await load(page, approvalsBook([['1.0']], ['Version']));
  await page
    .getByRole('alert')
    .getByText(/^Error al procesar el archivo Excel.*eNCF/)
    .waitFor();
  await page
    .getByRole('log')
    .getByText(/^aprobaciones\.xlsx: Error al procesar/)
    .waitFor();
  expect(trouble.splice(0)).toEqual(refusals(422));

  const rows = Array.from({ length: 45 }, () => row());
  await load(page, approvalsBook(rows));
  await card(page, rows[0]![2]).waitFor();
  await says(page, /^Página 1 de \d+$/);
  expect(await page.getByRole('article').count()).toBe(20);
  await button(page, 'Siguiente').click();
  await card(page, rows[20]![2]).waitFor();
  expect(await card(page, rows[0]![2]).count()).toBe(0);
  await button(page, 'Anterior').click();
  await card(page, rows[0]![2]).waitFor();

  await callAs(page, 'DELETE', '/api/aprobaciones-comerciales');
  await page.reload();
  const one = row();
  await load(page, approvalsBook([one]));
  await card(page, one[2]).waitFor();
  await context.route('**/api/autoridad', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), autenticado: false, expira: null };
    await route.fulfill({ response, json });
  });
  await page.reload();
  await button(page, 'Autenticar').waitFor();
  const ofCard = (name: string) => card(page, one[2]).getByRole('button', { name });
  for (const act of [button(page, 'Firmar Todos · 1'), ofCard('Firmar'), ofCard('Enviar')]) {
    await act.click();
    await page.getByRole('alert').getByText('Debe autenticarse primero').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Entendido' }).click();
  }
  await card(page, one[2]).getByText('Pendiente', { exact: true }).waitFor();
  expect(trouble).toEqual([]);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

test('development mode rehearses with the same buttons; nothing is signed or sent', { tags: ['SI2.4-4'] }, async () => {
  const { page, context, trouble } = await open();
  const [one, other] = [row(), row({ Estado: '2', DetalleMotivoRechazo: 'Mercancía no recibida' })];
  await page.getByRole('switch', { name: 'Modo desarrollo' }).click();
  await says(page, /Lo que firme y envíe va a la DGII integrada/);
  await load(page, approvalsBook([one, other]));
  await card(page, one[2]).getByRole('button', { name: 'Enviar' }).click();
  await card(page, one[2]).getByRole('alert').getByText('La aprobación debe estar firmada para enviarla').waitFor();
  await button(page, 'Firmar Todos · 2').click();
  await button(page, 'Enviar Todos · 2').click();
  for (const [, , eNCF] of [one, other]) {
    await card(page, eNCF).getByText('Aceptada por la DGII').waitFor();
    await card(page, eNCF).getByText('ENSAYO', { exact: true }).waitFor();
  }
  await says(page, '2 aprobaciones ensayadas');
  expect(await page.getByText('Enviados · ensayo').count()).toBe(1);
  await page.getByRole('switch', { name: 'Modo desarrollo' }).click();
  await card(page, one[2]).getByText('Pendiente', { exact: true }).waitFor();
  expect(await page.getByRole('article').getByText('ENSAYO', { exact: true }).count()).toBe(0);
  await page.getByRole('switch', { name: 'Modo desarrollo' }).click();
  await button(page, 'Ensayar de nuevo').click();
  await button(page, 'Firmar Todos · 2').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual(refusals(409));
  await context.close();
});

test.skipIf(!officialFiles)("the DGII's workbook: every row is read, and all that is wrong is its buyer", async () => {
  const { page, context, trouble } = await open();
  const file = new URL('../../../shared/dgii/set-de-pruebas/133009889-aprobacion-comercial.xlsx', import.meta.url);
  await load(page, readFileSync(file));
  await says(page, /^aprobaciones\.xlsx: \d+ aprobaciones cargadas · \d+ con errores$/);
  const { text } = await callAs(page, 'GET', '/api/aprobaciones-comerciales?limit=100');
  const { aprobaciones } = JSON.parse(text) as { aprobaciones: { enviado: boolean; errores: { codigo: string }[] }[] };
  const codes = aprobaciones
    .filter(({ enviado }) => !enviado)
    .map(({ errores }) => errores.map(({ codigo }) => codigo));
  expect(codes.length).toBeGreaterThan(5);
  expect(new Set(codes.flat())).toEqual(new Set(['LIBRO-COMPRADOR']));
  await page.getByText('columna RNCComprador').first().waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});
