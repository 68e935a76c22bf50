import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import type { Place } from '../crash/rig.ts';
import { button, callAs, callFor, dialog, says, seriousFaults, slow } from './journeys.ts';
import {
  addressOf,
  answersTo,
  day,
  eNCF,
  type Live,
  liveRows,
  makeReportsPlace,
  mes,
  openReports,
  purchases,
  unreadable,
} from './reportes-place.ts';

let browser: Browser;
let place: Place;
let server: BuiltServer;

beforeAll(async () => {
  [browser, place] = await Promise.all([launchBrowser(), makeReportsPlace()]);
  server = (await place.start())!;
});
afterAll(async () => {
  await browser.close();
  await place.leave();
});

const sheet = '&vista=preparar';
const open = (more = sheet) => openReports(browser, server, more);
const grid = (page: Page) => page.getByRole('grid', { name: 'Comprobantes del 606' });
const cell = (page: Page, row: number, column: number) => grid(page).locator(`[data-cell="${row}:${column}"]`);
const isAt = (page: Page, row: number, column: number) =>
  expect.poll(() => cell(page, row, column).evaluate((each) => each === document.activeElement)).toBe(true);
/** The columns that lack answers come first, after the box and the receipt. */
const tipo = 2;
/** Position of a column by its header. */
const columnOf = async (page: Page, header: string) =>
  (await grid(page).getByRole('columnheader').allTextContents()).indexOf(header);
const ncfAt = (page: Page, row: number) => cell(page, row, 1).getByRole('button').textContent();
const storedFor = async (page: Page, number: string | null) =>
  (await liveRows(page)).find(({ ncf }) => ncf === number)?.respuestas;
/** Answers stored by the server for a row, by its position in the sheet: complete rows come last there. */
const answersOf = async (page: Page, row: number) => storedFor(page, await ncfAt(page, row));
const costsOf = async (page: Page, rows: readonly number[]) => {
  const answers: (string | undefined)[] = [];
  for (const row of rows) answers.push((await answersOf(page, row))?.itbis_costo);
  return answers;
};

test(
  'the sheet is answered by the keyboard, by pasting and for many at once, and saved by itself; a failed save is tried again',
  slow,
  async () => {
    const { page, context, trouble } = await open();
    await says(page, `Faltan respuestas en ${purchases} comprobantes`);
    expect(await page.getByText('Guardado', { exact: true }).count()).toBe(0);
    await cell(page, 0, tipo).focus();
    // Typing starts the edit, the list searches in the meanings, and Enter accepts the value and moves down.
    await page.keyboard.type('costo');
    await page.getByRole('option', { name: /09 Compras y gastos/ }).waitFor();
    await page.keyboard.press('Enter');
    await isAt(page, 1, tipo);
    // Escape restores the value of a cell, and Tab moves to the right.
    await page.keyboard.press('F2');
    await page.keyboard.type('02');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.type('3');
    await page.keyboard.press('Tab');
    await isAt(page, 1, tipo + 1);
    // F8 moves to the next cell without an answer.
    await page.keyboard.press('F8');
    const proporcionalidad = await columnOf(page, 'ITBIS sujeto a Proporcionalidad (Art. 349)');
    await isAt(page, 1, proporcionalidad);
    await page.keyboard.type('100.5');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => answersOf(page, 1))
      .toEqual({ tipo_bienes_servicios: '03', itbis_proporcionalidad: '100.50' });
    expect(await answersOf(page, 0)).toEqual({ tipo_bienes_servicios: '09' });
    expect([await seriousFaults(page), trouble]).toEqual([[], []]);

    // A block is pasted from Excel; what is no value of its cell is counted and not taken.
    await cell(page, 4, tipo).focus();
    await cell(page, 4, tipo).evaluate((each) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '09\t0\r\n02\tayer\r\n');
      each.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await says(page, '3 valores pegados; 1 no es un valor de su casilla');
    await expect.poll(() => answersOf(page, 5)).toEqual({ tipo_bienes_servicios: '02' });
    expect(await answersOf(page, 4)).toEqual({ tipo_bienes_servicios: '09', itbis_retenido: '0.00' });

    // The answers of a failed save are saved when the person tries again, also after leaving the view.
    await context.route('**/606/comprobantes', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await cell(page, 7, tipo).focus();
    await page.keyboard.type('09');
    await page.keyboard.press('Enter');
    await says(page, 'No se guardó: lo que escribió sigue aquí.');
    const unsaved = await ncfAt(page, 7);
    await button(page, 'Historial').click();
    await says(page, 'Aún no hay reportes guardados');
    const read = page.waitForResponse((response) => response.url().includes('primeroPendientes=true'));
    await button(page, 'Preparar').click();
    await read;
    const row = grid(page).getByRole('row').filter({ hasText: unsaved! });
    await row.getByText('09 · Compras').waitFor();
    expect(await storedFor(page, unsaved)).toEqual({});
    await context.unroute('**/606/comprobantes');
    await button(page, 'Reintentar').click();
    await expect.poll(() => storedFor(page, unsaved)).toEqual({ tipo_bienes_servicios: '09' });
    // A row that was answered to the end is last now, so the next rows are those after it.
    await expect.poll(() => ncfAt(page, 6)).toBe(unsaved);

    // A value that the server refuses does not block other values. It stays in its cell, with the reason.
    await cell(page, 6, proporcionalidad).focus();
    await page.keyboard.type('99999999');
    await page.keyboard.press('Enter');
    await cell(page, 8, tipo).focus();
    await page.keyboard.type('02');
    await page.keyboard.press('Enter');
    await says(page, /como mucho .*, y no «99999999\.00»/);
    await expect.poll(() => answersOf(page, 8)).toEqual({ tipo_bienes_servicios: '02' });
    await cell(page, 6, proporcionalidad).focus();
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await page.getByText('Guardado', { exact: true }).waitFor();

    // Many receipts get one answer.
    await cell(page, 9, 0).getByRole('checkbox').click();
    await cell(page, 11, 0)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await button(page, 'Poner en las 3 seleccionadas…').click();
    const bulk = dialog(page, 'Poner en las 3 seleccionadas');
    await bulk.getByLabel('Casilla').selectOption('itbis_costo');
    await bulk.getByLabel('Valor').fill('0');
    await bulk.getByLabel('Valor').press('Enter');
    await bulk.getByRole('button', { name: 'Poner en 3', exact: true }).click();
    await expect.poll(() => costsOf(page, [9, 10, 11, 12])).toEqual(['0.00', '0.00', '0.00', undefined]);

    // A bulk answer is undone at once.
    await button(page, 'Deshacer').click();
    await expect.poll(() => costsOf(page, [9, 10, 11])).toEqual([undefined, undefined, undefined]);
    // Ctrl+D takes the answer of the cell above.
    await cell(page, 9, tipo).focus();
    await page.keyboard.press('Control+d');
    await expect.poll(() => answersOf(page, 9)).toEqual({ tipo_bienes_servicios: '02' });

    // All that ask are selected, also those that no page has loaded; the step says what is left.
    const asking = (await liveRows(page)).filter(({ pendientes }) => pendientes.length > 0).length;
    await page.getByLabel(`${asking} por responder`).click();
    await says(page, `${asking} comprobantes seleccionados`);
    await button(page, `Poner en las ${asking} seleccionadas…`).click();
    const all = dialog(page, `Poner en las ${asking} seleccionadas`);
    await all.getByLabel('Casilla').selectOption('itbis_costo');
    await all.getByLabel('Valor').fill('0');
    await all.getByLabel('Valor').press('Enter');
    await all.getByRole('button', { name: /^Poner en \d+$/ }).click();
    await expect
      .poll(async () => (await liveRows(page)).filter(({ pendientes }) => pendientes.includes('itbis_costo')))
      .toEqual([]);
    const step = button(page, 'Preparar');
    await expect
      .poll(() => step.evaluate((each) => each.closest('li')?.textContent))
      .toMatch(/^2Preparar\d+ de 46 · faltan \d+$/);
    expect(await step.getAttribute('aria-current')).toBe('step');
    expect(await seriousFaults(page)).toEqual([]);

    // A row of the first supplier was answered with «09», so its other rows have that as a suggestion, not yet
    // accepted.
    await page.reload();
    await grid(page)
      .getByRole('button', { name: /^Aceptar \d\d · / })
      .first()
      .click();
    await page.getByText('Guardado', { exact: true }).waitFor();
    const waiting = (await liveRows(page)).filter(({ pendientes }) => pendientes.length > 0).length;
    await button(page, 'Aceptar las sugerencias').click();
    await says(page, /^\d+ sugerencias aceptadas$/);
    const [last] = (await liveRows(page)).slice(-1);
    expect(last?.respuestas.tipo_bienes_servicios).toBeDefined();
    expect((await liveRows(page)).filter(({ pendientes }) => pendientes.length > 0).length).toBeLessThanOrEqual(
      waiting,
    );
    await context.close();
  },
);

test(
  'a problem leads to its cell; a receipt says why each field is what it is, opens its e-CF, and is taken out with a reason',
  slow,
  async () => {
    // All of the ITBIS is assigned to the cost, and all of it to the proportional credit too.
    const live = await callFor(server, 'GET', `/api/reportes-fiscales/606/comprobantes?periodo=${mes}&cuantos=1000`);
    const row = ((await live.json()).comprobantes as Live[]).find(({ ncf }) => ncf === eNCF(31, 101))!;
    const respuestas = { ...answersTo(row), itbis_costo: '468.18', itbis_proporcionalidad: '468.18' };
    const cambios = [{ id: row.id, respuestas }];
    expect(await callFor(server, 'PUT', '/api/reportes-fiscales/606/comprobantes', { cambios })).toMatchObject({
      status: 200,
    });
    const { page, context } = await open('&vista=problemas');
    await says(page, '2 avisos');
    const withoutRow = page.getByRole('status').filter({ hasText: `Aviso en ${unreadable}.` });
    expect(await withoutRow.getByRole('button', { name: 'Ir a la casilla' }).count()).toBe(0);
    await withoutRow.getByRole('link', { name: 'Abrir el e-CF' }).click();
    await page.waitForURL(({ pathname, searchParams }) => pathname === '/facturasrecibidas' && searchParams.has('doc'));
    await page.goBack();
    await says(page, '2 avisos');
    const { ncf } = row;
    const problem = page.getByRole('status').filter({ hasText: `Aviso en ${ncf}.` });
    await problem.getByRole('button', { name: 'Ir a la casilla' }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=row]')?.textContent ?? ''))
      .toContain(ncf);
    await button(page, ncf).click();
    const drawer = dialog(page, ncf);
    await drawer.getByText('Lo dice el comprobante', { exact: false }).first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Excluir del reporte' }).click();
    await drawer.getByLabel('Por qué no se reporta').fill('Es un gasto personal');
    await drawer.getByRole('button', { name: 'Excluir', exact: true }).click();
    await expect
      .poll(async () => (await liveRows(page)).find((row) => row.ncf === ncf)?.excluido)
      .toBe('Es un gasto personal');
    await drawer.getByRole('button', { name: 'Incluirlo otra vez' }).click();
    await expect.poll(async () => (await liveRows(page)).find((row) => row.ncf === ncf)?.excluido).toBe(null);
    await drawer.getByRole('link', { name: /^Abrir el e-CF/ }).click();
    await page.waitForURL(({ pathname, searchParams }) => pathname === '/facturasrecibidas' && searchParams.has('doc'));
    await context.close();
  },
);

test(
  'receipts on paper are pasted or read from a workbook, looked at and loaded; each that is not says why; on a phone one field at a time',
  slow,
  async () => {
    const { page, context, trouble } = await open('&vista=cargar');
    await button(page, 'Pegar de Excel').click();
    const row = (name: string, ncf: string, ...rest: string[]) => ['132111117', name, ncf, ...rest].join('\t');
    await page
      .getByLabel('Filas copiadas')
      .fill(
        [
          row('Colmado Inventado', 'B0100000001', day(14), '1,180.00', '180'),
          row('Otro', 'B0100000001', day(14), '5', '0'),
          row('Sin', '', '', '', ''),
        ].join('\n'),
      );
    await button(page, 'Revisar 3 comprobantes').click();
    await says(page, 'Falta el NCF');
    await button(page, 'Cargar 2 comprobantes').click();
    await says(page, 'Se cargó 1 comprobante.');
    await says(page, /Está dos veces en los datos/);

    await button(page, 'Cargar otros').click();
    await button(page, 'Libro de Excel').click();
    const head = ['RNC', 'Nombre', 'NCF', 'Fecha', 'Monto total', 'ITBIS'];
    const paper = ['132111117', 'Colmado Inventado', 'B0100000002', day(15), '2360.00', '360.00'];
    const wrong = ['132111117', 'Colmado Inventado', 'B0100000003', 'ayer', '2360.00', '360.00'];
    await page.locator('input[type=file]').setInputFiles({
      name: 'compras.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: xlsxOf({ Compras: [head, paper, wrong] }),
    });
    await button(page, 'Leer el libro').click();
    await button(page, /^Cargar \d comprobante/).click();
    await says(page, 'Se cargó 1 comprobante.');
    expect([await seriousFaults(page), trouble]).toEqual([[], []]);
    await button(page, 'Preparar').last().click();
    await page.getByLabel('Buscar NCF, RNC o nombre').fill('B0100000002');
    await grid(page).getByRole('button', { name: 'B0100000002' }).waitFor();

    // On a phone a receipt asks one field at a time.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByLabel('Buscar NCF, RNC o nombre').fill('B0100000001');
    const card = page.getByRole('listitem').filter({ hasText: 'B0100000001' });
    await card.getByLabel('Tipo Bienes y Servicios Comprados').selectOption('09');
    await expect
      .poll(async () => (await liveRows(page)).find(({ ncf }) => ncf === 'B0100000001')?.respuestas)
      .toMatchObject({ tipo_bienes_servicios: '09' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  },
);

test('voided numbers and payments abroad have sheets of their own', slow, async () => {
  const { page, context, trouble } = await open('&tab=609&vista=preparar');
  const abroad = page.getByRole('grid', { name: 'Comprobantes del 609' });
  await abroad.getByRole('button', { name: eNCF(47, 1) }).waitFor();
  await abroad.locator(`[data-cell="0:${tipo}"]`).focus();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await page.getByText('Guardado', { exact: true }).waitFor();
  const { text } = await callAs(page, 'GET', `/api/reportes-fiscales/609/comprobantes?periodo=${mes}`);
  expect(JSON.parse(text).comprobantes[0].respuestas).toEqual({ tipo_id_tributaria: '2' });
  await page.goto(server.address + addressOf(mes, '&tab=608'));
  await button(page, 'Generar').click();
  const rows = page.getByRole('region', { name: 'Filas del reporte 608' });
  await rows.getByText(eNCF(31, 9_003)).waitFor();
  await rows.getByText('05 · Cambio de productos').first().waitFor();
  expect([await seriousFaults(page), trouble]).toEqual([[], []]);
  await button(page, 'Presentado').click();
  await button(page, 'Anotar presentación').click();
  await dialog(page, 'Anotar presentación')
    .getByLabel('Número de aceptación de la Oficina Virtual')
    .fill('ACEPTADO-608');
  await dialog(page, 'Anotar presentación').getByRole('button', { name: 'Anotar presentación', exact: true }).click();
  await says(page, /^Presentado el .* con el número ACEPTADO-608/);
  await context.close();
});
