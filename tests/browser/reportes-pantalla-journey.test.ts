import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { button, dialog, says, seriousFaults, slow, visitor } from './journeys.ts';
import { stubReportes } from './reportes-stub.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const agosto = '/reportes-fiscales?desde=2026-08-01&hasta=2026-08-31';

/** The screen of August 2026, its calls answered by a stub. */
async function open(
  more = '',
  { rows = 42, ...options }: { rows?: number; viewport?: { width: number; height: number } } = {},
) {
  const visit = await visitor(browser, server, options);
  const stub = await stubReportes(visit.context, rows);
  visit.trouble.length = 0; // Inicio was opened before there was a stub.
  await visit.page.goto(server.address + agosto + more);
  await visit.page.getByRole('tab', { name: '606 Gastos' }).waitFor();
  return { ...visit, stub };
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Comprobantes del 606' });
const cell = (page: Page, row: number, column: number) => grid(page).locator(`[data-cell="${row}:${column}"]`);
const tipo = 6; // the first column that is answered
const costo = 11;

test(
  'a report is generated with its progress, is paged by ten, and what it lacks leads to where it is answered',
  slow,
  async () => {
    const { page, context, stub, trouble } = await open();
    await says(page, 'Todavía no hay un reporte 606 de estas fechas');
    await button(page, 'Generar').click();
    await page.getByRole('region', { name: 'Progreso' }).waitFor();
    await says(page, 'Página 1 de 5');
    await says(page, 'Reporte 606 generado exitosamente');
    expect(stub.generated).toEqual([{ tipo: '606', fechaDesde: '2026-08-01', fechaHasta: '2026-08-31' }]);
    await button(page, 'Siguiente').click();
    await says(page, 'Página 2 de 5');
    await says(page, 'E310000000011');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'TXT DGII' }).click();
    await page.getByRole('menuitem', { name: /^Oficial/ }).click();
    await says(page, /^Error generando archivo TXT DGII: Faltan respuestas/);
    await button(page, 'Completar').first().click();
    await grid(page).waitFor();
    expect(trouble.filter((line) => !line.includes('409'))).toEqual([]);
    await context.close();
  },
);

test(
  'dates are applied in the words of the specification, and the IT-1 asks for the other two first',
  slow,
  async () => {
    const { page, context } = await open('&tab=it1');
    await page.getByLabel('Fecha Desde', { exact: true }).fill('01/09/2026');
    await button(page, 'Aplicar Filtros').click();
    await says(page, 'La fecha desde no puede ser mayor que la fecha hasta');
    await page.getByLabel('Fecha Desde', { exact: true }).fill('');
    await button(page, 'Aplicar Filtros').click();
    await says(page, 'Por favor seleccione ambas fechas');
    await button(page, 'Generar').click();
    await says(page, 'Debe generar primero los reportes 606 y 607 para el mismo período');
    await context.close();
  },
);

test('the sheet is answered by the keyboard and saved by itself', slow, async () => {
  const { page, context, stub } = await open('&vista=preparar');
  await says(page, 'Faltan respuestas en 42 comprobantes');
  await cell(page, 0, tipo).focus();
  // Typing begins; the list finds by meaning; Enter keeps it and goes down.
  await page.keyboard.type('costo');
  await page.getByRole('option', { name: /09 Compras y gastos/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => cell(page, 1, tipo).evaluate((each) => each === document.activeElement)).toBe(true);
  // Escape leaves a cell as it was; Tab goes to the right.
  await page.keyboard.press('F2');
  await page.keyboard.type('02');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.keyboard.type('3');
  await page.keyboard.press('Tab');
  await expect.poll(() => cell(page, 1, tipo + 1).evaluate((each) => each === document.activeElement)).toBe(true);
  // F8 goes to the next cell that waits.
  await page.keyboard.press('F8');
  await expect.poll(() => cell(page, 1, costo).evaluate((each) => each === document.activeElement)).toBe(true);
  await page.keyboard.type('1,000.5');
  await page.keyboard.press('Enter');
  await expect.poll(() => stub.answers.length).toBeGreaterThan(1);
  await says(page, 'Guardado');
  expect(stub.rows[0]?.respuestas).toEqual({ tipo_bienes_servicios: '09' });
  expect(stub.rows[1]?.respuestas).toEqual({ tipo_bienes_servicios: '03', itbis_costo: '1000.50' });
  await says(page, 'Faltan respuestas en 41 comprobantes');
  expect(await seriousFaults(page)).toEqual([]);
  await context.close();
});

test('a block is pasted from Excel; what is no value of its cell is counted and not taken', slow, async () => {
  const { page, context, stub } = await open('&vista=preparar');
  await cell(page, 0, tipo).focus();
  await cell(page, 0, tipo).evaluate((each) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '09\t14/08/2026\r\n02\tayer\r\n');
    each.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await says(page, '3 valores pegados; 1 no es un valor de su casilla');
  await expect.poll(() => stub.rows[1]?.respuestas).toEqual({ tipo_bienes_servicios: '02' });
  expect(stub.rows[0]?.respuestas).toEqual({ tipo_bienes_servicios: '09', fecha_pago: '2026-08-14' });
  await context.close();
});

test('what a failed save kept is saved when it is tried again, after leaving the view too', slow, async () => {
  const { page, context, stub } = await open('&vista=preparar');
  await cell(page, 0, tipo).waitFor();
  stub.failSaves = 1;
  await cell(page, 0, tipo).focus();
  await page.keyboard.type('09');
  await page.keyboard.press('Enter');
  await says(page, 'No se guardó: lo que escribió sigue aquí.');
  await button(page, 'Historial').click();
  await says(page, 'Aún no hay reportes guardados');
  await button(page, 'Preparar').click();
  await cell(page, 0, tipo).getByText('09 · Compras').waitFor();
  expect(stub.answers).toEqual([]);
  await button(page, 'Reintentar').click();
  await expect.poll(() => stub.rows[0]?.respuestas).toEqual({ tipo_bienes_servicios: '09' });
  await says(page, 'Guardado');
  await context.close();
});

test('many receipts get one answer; the suggestions of the month are accepted at once', slow, async () => {
  const { page, context, stub } = await open('&vista=preparar');
  await cell(page, 0, 0).getByRole('checkbox').click();
  await cell(page, 2, 0)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await button(page, 'Poner en las 3 seleccionadas…').click();
  const bulk = dialog(page, 'Poner en las 3 seleccionadas');
  await bulk.getByLabel('Casilla').selectOption('itbis_costo');
  await bulk.getByLabel('Valor').fill('0');
  await bulk.getByLabel('Valor').press('Enter');
  await bulk.getByRole('button', { name: 'Poner en 3', exact: true }).click();
  await expect
    .poll(() => stub.rows.slice(0, 4).map(({ respuestas }) => respuestas.itbis_costo))
    .toEqual(['0.00', '0.00', '0.00', undefined]);
  await button(page, 'Aceptar las sugerencias').click();
  await says(page, '14 sugerencias aceptadas');
  await context.close();
});

test(
  'a problem leads to its cell; a receipt says why each field is what it is, and is taken out with a reason',
  slow,
  async () => {
    const { page, context, stub } = await open('&vista=problemas');
    await says(page, '1 error y 1 aviso');
    await button(page, 'Ir a la casilla').first().click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=row]')?.textContent ?? ''))
      .toContain('E310000000002');
    await button(page, 'E310000000002').click();
    const drawer = dialog(page, 'E310000000002');
    await drawer.getByText('El comprobante es a crédito', { exact: false }).waitFor();
    expect(await drawer.getByRole('link', { name: 'Abrir el e-CF recibido' }).getAttribute('href')).toContain(
      '/facturasrecibidas?doc=',
    );
    await drawer.getByRole('button', { name: 'Excluir del reporte' }).click();
    await drawer.getByLabel('Por qué no se reporta').fill('Es un gasto personal');
    await drawer.getByRole('button', { name: 'Excluir', exact: true }).click();
    await expect.poll(() => stub.rows[1]?.excluido).toBe('Es un gasto personal');
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  },
);

test('receipts on paper are pasted, looked at and loaded, and each that is not says why', slow, async () => {
  const { page, context } = await open('&vista=cargar');
  await button(page, 'Pegar de Excel').click();
  await page
    .getByLabel('Filas copiadas')
    .fill(
      '131880600\tColmado Inventado\tB0100000001\t14/08/2026\t1,180.00\t180\n131880600\tOtro\tB01\t14/08/2026\t5\t0\n131880600\tSin\t\t\t\t',
    );
  await button(page, 'Revisar 3 comprobantes').click();
  await says(page, 'Falta el NCF');
  await button(page, 'Cargar 2 comprobantes').click();
  await says(page, 'Se cargaron 1 comprobante.');
  await says(page, /El NCF no tiene la forma correcta/);
  await context.close();
});

test('two versions are compared; a filed one is locked and says what must be rectified', slow, async () => {
  const { page, context } = await open();
  for (const time of [1, 2]) {
    await button(page, 'Generar').click();
    await expect.poll(() => page.getByText('Reporte 606 generado exitosamente').count()).toBe(time);
  }
  await button(page, 'Historial').click();
  const boxes = page.getByRole('checkbox', { name: /^Comparar/ });
  await expect.poll(() => boxes.count()).toBe(2);
  for (const box of await boxes.all()) await box.check();
  await button(page, 'Comparar los marcados').click();
  await dialog(page, 'Diferencias entre dos 606').getByText('100.0 %').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Anotar presentación').first().click();
  const filing = dialog(page, 'Anotar presentación');
  await filing.getByLabel(/^Número de aceptación/).fill('A-4471');
  await filing.getByRole('button', { name: 'Anotar presentación' }).click();
  await says(page, /^Presentado el .* A-4471$/);
  expect(await button(page, 'Eliminar').count()).toBe(1);
  await button(page, 'Reporte').click();
  await says(page, /Cambios desde la presentación: 1 fila cambiada/);
  await context.close();
});

test('the boxes of the IT-1 open their receipts or are filled by hand', slow, async () => {
  const { page, context } = await open();
  for (const tab of ['606 Gastos', '607 Ventas', 'IT-1']) {
    await page.getByRole('tab', { name: tab }).click();
    await button(page, 'Generar').click();
    await says(page, new RegExp(`Reporte ${tab.split(' ')[0]} generado`));
  }
  await says(page, /Casilla A50.1: No cuadra con el 606 guardado/);
  await button(page, 'Formulario IT-1').click();
  const manual = page.getByLabel('Casilla 29: Saldo a favor anterior');
  await manual.fill('1500');
  await manual.press('Enter');
  await says(page, /Llenó una casilla a mano/);
  await button(page, /^12 comprobantes/).click();
  await dialog(page, 'Casilla 1: Total de operaciones').getByText('E310000000005').first().waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await context.close();
});

test('on a phone a receipt asks one field at a time', slow, async () => {
  const { page, context, stub } = await open('&vista=preparar', { viewport: { width: 360, height: 740 } });
  const card = page.getByRole('listitem').filter({ hasText: 'E310000000001' });
  await card.getByLabel('Tipo Bienes y Servicios Comprados').selectOption('09');
  await card.getByLabel('ITBIS llevado al Costo').fill('18');
  await card.getByLabel('ITBIS llevado al Costo').press('Enter');
  await card.getByText('Completa').waitFor();
  await expect.poll(() => stub.rows[0]?.respuestas).toEqual({ tipo_bienes_servicios: '09', itbis_costo: '18.00' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
  await context.close();
});

test('the due days of Inicio lead to their month', slow, async () => {
  const { page, context } = await open();
  await page.goto(`${server.address}/home`);
  const due = page.getByRole('region', { name: 'Vencimientos' });
  await due.getByText('Venció hace 3 días').waitFor();
  await due.getByText('Presentado · A-4471').waitFor();
  await due.getByRole('link', { name: /^607 de agosto/ }).click();
  await page.waitForURL(({ pathname }) => pathname === '/reportes-fiscales');
  await page.getByRole('tab', { name: '607 Ventas', selected: true }).waitFor();
  expect(await page.getByLabel('Fecha Hasta', { exact: true }).inputValue()).toBe('31/08/2026');
  await context.close();
});
