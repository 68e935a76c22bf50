import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addMonths } from '@timbre/values';
import { packedBytes, readDirectory } from '@timbre/workbook';
import { toolOf } from '@timbre/workbook/testing/tools';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import type { Place } from '../crash/rig.ts';
import {
  breakOnce,
  button,
  callAs,
  dialog,
  refusals,
  says,
  saysAnew,
  seriousFaults,
  slow,
  visitor,
} from './journeys.ts';
import {
  addressOf,
  answerAll,
  day,
  eNCF,
  liveRows,
  makeReportsPlace,
  mes,
  openReports,
  purchases,
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

const open = (more = '') => openReports(browser, server, more);
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** Generates the report of the tab, and waits for the success message. */
async function generate(page: Page, nombre: string): Promise<void> {
  await saysAnew(page, `Reporte ${nombre} generado exitosamente`, () => button(page, 'Generar').click());
}

/** Name and bytes of the file that the page saves after `press`. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await press();
  const file: Download = await coming;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
const txt = (page: Page, kind: string) => async () => {
  await button(page, 'TXT DGII').click();
  await page.getByRole('menuitem', { name: kind }).click();
};

/** The macros of a workbook, in packed form. */
const macrosOf = (book: Buffer) => packedBytes(book, readDirectory(book, 99).get('xl/vbaproject.bin')!);

/** Each try has a month of its own without receipts, because a try leaves a report. */
let tries = 0;

test('dates are wanted both and in order; the IT-1 asks for the other two first; nothing is offered before there is a report, nor from one without rows', {
  ...slow,
  tags: ['SR2-2', 'SR2-3', 'SR4-1', 'SR5-10', 'SR8-2', 'SR8-3', 'SR8-4', 'SR8-5', 'SR8-6', 'SR8-7'],
}, async () => {
  tries += 1;
  const path = addressOf(addMonths(mes, -5 - tries), '&tab=it1');
  const { page, context, trouble } = await visitor(browser, server, { path });
  await page.getByLabel('Fecha Desde', { exact: true }).fill('01/12/2099');
  await button(page, 'Aplicar Filtros').click();
  await says(page, 'La fecha desde no puede ser mayor que la fecha hasta');
  await page.getByLabel('Fecha Desde', { exact: true }).fill('');
  await button(page, 'Aplicar Filtros').click();
  await says(page, 'Por favor seleccione ambas fechas');
  await button(page, 'Generar').click();
  await says(page, 'Debe generar primero los reportes 606 y 607 para el mismo período');
  await tab(page, '606 Gastos');
  await says(page, 'Todavía no hay un reporte 606 de estas fechas');
  expect(await button(page, 'Exportar CSV').getAttribute('title')).toMatch(/^No hay datos para exportar/);
  expect(await button(page, 'Plantilla Excel').getAttribute('title')).toBe(
    'No hay datos con NCF válidos para generar la plantilla. Primero genere el reporte 606.',
  );
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual(refusals(409));

  await breakOnce(context, '/api/reportes-fiscales/606', 'POST');
  await button(page, 'Generar').click();
  await says(page, /^Error al generar reporte 606: Error del servidor \(500\): /);
  await generate(page, '606');
  await says(page, 'El reporte no tiene filas');
  await breakOnce(context, '/api/reportes-fiscales/606/export/csv', 'GET');
  await button(page, 'Exportar CSV').click();
  await says(page, /^Error al exportar reporte 606: Error del servidor \(500\): /);
  await button(page, 'Exportar CSV').click();
  await says(page, 'No hay datos con NCF válidos para exportar');
  await button(page, 'Plantilla Excel').click();
  await says(page, 'No hay datos con NCF válidos para generar la plantilla. Primero genere el reporte 606.');
  await txt(page, 'Oficial, para la Oficina Virtual')();
  await says(page, /^No hay datos para generar el archivo TXT\. Un mes sin comprobantes se presenta/);
  await button(page, 'Descargar el TXT en cero').click();
  await says(page, /^Un mes sin comprobantes se presenta en la Oficina Virtual, en «Declaraciones en Cero»/);
  await context.close();
});

test('a report is generated with its message and per cent, paged by ten, and there when the screen opens', {
  ...slow,
  tags: ['screen/reportes', 'SR2-4', 'SR8-6'],
}, async () => {
  const { page, context } = await open();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(/\/reportes-fiscales\/606\/[0-9a-f-]{36}$/, (route) => held.then(() => route.continue()), {
    times: 1,
  });
  await button(page, 'Generar').click();
  const progress = page.getByRole('region', { name: 'Progreso' });
  await progress.getByText(/^\d+%$/).waitFor();
  expect(await progress.getByRole('status').textContent()).toMatch(/\p{L}{4}/u);
  release();
  await says(page, 'Reporte 606 generado exitosamente');
  await says(page, 'Página 1 de 5');
  await page.reload();
  await says(page, 'Página 1 de 5');
  await button(page, 'Siguiente').click();
  await says(page, 'Página 2 de 5');
  const rows = page.getByRole('region', { name: 'Filas del reporte 606' }).last();
  await rows.getByRole('link', { name: /^E31/ }).first().waitFor();
  expect(await rows.getByRole('link', { name: /^E\d{12}$/ }).count()).toBe(10);
  expect(await seriousFaults(page)).toEqual([]);
  // A report without all answers has no TXT, and offers the way to the sheet where they are entered.
  await txt(page, 'Oficial, para la Oficina Virtual')();
  await says(page, /^Error generando archivo TXT DGII: Faltan respuestas/);
  await button(page, 'Completar').first().click();
  await page.getByRole('grid', { name: 'Comprobantes del 606' }).waitFor();
  await context.close();
});

test('answered, the 606 leaves as CSV, as both TXT and as a workbook: with the official tool, its macros byte for byte; its versions are compared, deleted and filed', {
  ...slow,
  tags: ['SR2-3', 'SR2-5'],
}, async () => {
  const { page, context, trouble } = await open();
  await answerAll(page);
  await generate(page, '606');
  const csv = await saved(page, () => button(page, 'Exportar CSV').click());
  expect(csv.bytes.toString().trim().split('\n')).toHaveLength(purchases + 1);
  const written = await saved(page, txt(page, 'Oficial, para la Oficina Virtual'));
  expect(written.name).toBe(`DGII_F_606_${server.login}_${mes}.TXT`);
  const lines = written.bytes.toString().split('\r\n');
  expect(lines[0]).toBe(`606|${server.login}|${mes}|${purchases}`);
  expect(lines.slice(1).map((line) => line.split('|').length)).toEqual(Array(purchases).fill(23));
  const classic = (await saved(page, txt(page, 'Clásico'))).bytes.toString().trim().split('\n');
  expect(new Set(classic.slice(1).map((line) => line.split('|').length))).toEqual(new Set([24]));
  const plain = await saved(page, () => button(page, 'Plantilla Excel').click());
  expect(plain.name).toMatch(/\.xlsx$/);

  await button(page, 'Historial').click();
  const tool = toolOf('606');
  await button(page, 'Herramienta oficial').click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, 'Elegir el archivo .xlsm').click(),
  ]);
  await chooser.setFiles({ name: '606.xlsm', mimeType: 'application/octet-stream', buffer: tool });
  await says(page, 'Herramienta del 606 cargada');
  await page.keyboard.press('Escape');
  await button(page, 'TXT').click();
  const { name, bytes } = await saved(page, () => button(page, 'Plantilla Excel').click());
  expect(name).toMatch(/\.xlsm$/);
  expect(macrosOf(bytes).equals(macrosOf(tool))).toBe(true);
  expect(trouble).toEqual([]);

  // The person compares two versions, per cent too, and deletes one. The filed one is locked and lists its corrections.
  const row = (await liveRows(page)).find(({ ncf }) => ncf === eNCF(31, 5))!;
  const change = (excluido: string | null, more = {}) =>
    callAs(page, 'PUT', '/api/reportes-fiscales/606/comprobantes', {
      cambios: [{ id: row.id, respuestas: {}, excluido }],
      ...more,
    });
  await change('Es un gasto personal');
  await generate(page, '606');
  const kept = (JSON.parse((await callAs(page, 'GET', '/api/reportes-fiscales/606/historico')).text) as unknown[])
    .length;
  await button(page, 'Historial').click();
  const boxes = page.getByRole('checkbox', { name: /^Comparar/ });
  await expect.poll(() => boxes.count()).toBe(kept);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await button(page, 'Comparar los marcados').click();
  const compared = dialog(page, 'Diferencias entre dos 606');
  await compared.getByText('0 filas agregadas · 1 fila quitada · 0 filas cambiadas').waitFor();
  const total = compared.getByRole('row', { name: /^Monto total/ });
  expect(await total.textContent()).toMatch(/-\d+\.\d %$/);
  await compared
    .getByRole('row', { name: /Quitada/ })
    .getByText(eNCF(31, 5))
    .waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await button(page, 'Eliminar').last().click();
  await dialog(page, 'Eliminar el reporte guardado').getByRole('button', { name: 'Eliminar' }).click();
  await expect.poll(() => boxes.count()).toBe(kept - 1);

  await button(page, 'Anotar presentación').first().click();
  const filing = dialog(page, 'Anotar presentación');
  await filing.getByLabel(/^Número de aceptación/).fill('A-4471');
  await filing.getByRole('button', { name: 'Anotar presentación' }).click();
  await says(page, /^Presentado el .* A-4471$/);
  expect(await button(page, 'Eliminar').count()).toBe(kept - 2);
  expect((await change(null)).text).toContain('reportes/presentado');
  expect((await change(null, { aunquePresentado: true })).status).toBe(200);
  await button(page, 'TXT').click();
  await says(page, /Cambios desde la presentación: 1 fila nueva/);
  await says(page, new RegExp(`Debe rectificar .* NCF: ${eNCF(31, 5)}`));
  await context.close();
});

test('consumers are summed; the IT-1 has its boxes beside the summary; each opens its receipts or is filled by hand; the evidence of the month is verified', {
  ...slow,
  tags: ['SR4-1'],
}, async () => {
  const { page, context, trouble } = await open('&tab=607&vista=historial');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const paper = { rnc: '', razonSocial: 'Consumidor final', fecha: day(16), montoTotal: '1180.00', itbis: '180.00' };
  const datos = ['B0200000001', 'B0200000002'].map((ncf) => ({ ...paper, ncf }));
  expect((await callAs(page, 'POST', '/api/reportes-fiscales/607/comprobantes', { datos })).text).toContain(
    '"cargados":2',
  );
  await button(page, 'Resumen de consumo').click();
  const summary = page.getByRole('dialog', { name: /^Resumen de consumo/ });
  await summary.getByRole('region', { name: 'B02' }).getByText('2 facturas').waitFor();
  await summary.getByRole('region', { name: 'B02' }).getByRole('button', { name: 'Copiar Monto Facturado' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2000.00');
  expect([await seriousFaults(page), trouble]).toEqual([[], []]);

  await page.keyboard.press('Escape');
  await button(page, 'TXT').click();
  await generate(page, '607');
  await tab(page, 'IT-1');
  await generate(page, 'IT-1');
  await page.getByRole('table', { name: 'Resumen gerencial' }).waitFor();
  await page.getByRole('table', { name: 'Formulario IT-1' }).waitFor();
  await says(page, /^Casilla A19: El total por tipo de venta no es el de las ventas con impuestos/);
  expect(await seriousFaults(page)).toEqual([]);
  const manual = page.getByLabel('Casilla 29: Saldo a favor anterior');
  await manual.fill('1500');
  await manual.press('Enter');
  await says(page, /Llenó una casilla a mano/);
  await saysAnew(page, 'Reporte IT-1 generado exitosamente', () => button(page, 'Generar otra vez').click());
  expect(await manual.inputValue()).toBe('1,500.00');
  // A total is computed from other boxes. It opens the receipts of those boxes, and shows its formula.
  expect(await page.getByRole('row', { name: /^26 Impuesto a pagar/ }).textContent()).toContain('21 − 25');
  await button(page, 'comprobantes de la casilla 21').click();
  const total = dialog(page, 'Casilla 21: Total ITBIS cobrado');
  await total.getByRole('link', { name: eNCF(31, 12) }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await button(page, 'Anexo A').click();
  await button(page, '12 comprobantes de la casilla A1').click();
  const box = dialog(page, 'Casilla A1: Crédito fiscal (01 y 31)');
  await box.getByRole('link', { name: eNCF(31, 12) }).click();
  await page.waitForURL(({ pathname, searchParams }) => pathname === '/facturas' && searchParams.has('doc'));
  // On a narrow screen only one of the three parts is shown at a time.
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goBack();
  await button(page, 'Resumen gerencial').waitFor();
  expect(await page.getByRole('table', { name: 'Formulario IT-1' }).count()).toBe(0);

  // The evidence of the month is verified, whole or changed.
  const { name, bytes } = await saved(page, () => button(page, 'Descargar expediente').click());
  const file = join(place.dataDir, name);
  writeFileSync(file, bytes);
  const whole = await place.timbre('evidencia', 'verificar', file);
  expect(whole, whole.output).toMatchObject({ code: 0 });
  const at = readDirectory(bytes, 9_999).get('reportes/606.json')!;
  const packed = packedBytes(bytes, at);
  bytes[bytes.indexOf(packed) + packed.length - 20]! ^= 1;
  writeFileSync(file, bytes);
  expect((await place.timbre('evidencia', 'verificar', file)).code).toBe(1);

  // Outside Producción Inicio has no due days, but the reason.
  await page.goto(`${server.address}/home`);
  const due = page.getByRole('region', { name: 'Vencimientos' });
  await due.getByText(/^Todavía no hay vencimientos/).waitFor();
  expect(await due.innerText()).toContain('Su empresa no está en Producción');
  expect(await due.getByRole('link').count()).toBe(0);
  expect(trouble).toEqual([]);
  await context.close();
});
