import { createQuickBooksSimulator, type QuickBooksSimulator } from '@timbre/quickbooks-simulator';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import type { Place } from '../crash/rig.ts';
import { button, callAs, dialog, refusals, says, saysAnew, seriousFaults, slow } from './journeys.ts';
import { day, eNCF, makeReportsPlace, mes, openReports, purchases, supplier } from './reportes-place.ts';

// The company has received e-CF in a month. Its books in QuickBooks contain some of them, one of these with another
// amount, and further documents.

let browser: Browser;
let place: Place;
let simulator: QuickBooksSimulator;
let server: BuiltServer;

beforeAll(async () => {
  simulator = createQuickBooksSimulator();
  [browser, place] = await Promise.all([launchBrowser(), makeReportsPlace()]);
  server = (await place.start({ QUICKBOOKS_BASE_URL: await simulator.listen() }))!;
});
afterAll(async () => {
  await browser.close();
  await place.leave();
  await simulator.close();
});

const bill = (Id: string, DocNumber: string, date: number, base: number, more: object = {}) => ({
  entity: 'Bill' as const,
  json: {
    Id,
    DocNumber,
    TxnDate: day(date),
    VendorRef: { value: '9999', name: `Suplidora Inventada RNC ${supplier}` },
    Line: [
      {
        Amount: base,
        Description: 'Mercancía para la venta',
        DetailType: 'AccountBasedExpenseLineDetail',
        AccountBasedExpenseLineDetail: { AccountRef: { value: '18', name: 'Costo de Mercancía Vendida' } },
      },
    ],
    TxnTaxDetail: {
      TotalTax: base * 0.18,
      TaxLine: [
        {
          Amount: base * 0.18,
          DetailType: 'TaxLineDetail',
          TaxLineDetail: { TaxRateRef: { value: '3', name: 'ITBIS 18%' }, TaxPercent: 18, NetAmountTaxable: base },
        },
      ],
    },
    TotalAmt: base * 1.18,
    ...more,
  },
});
const dollars = { CurrencyRef: { value: 'USD' }, ExchangeRate: 60.5 };
const books = [
  bill('1', eNCF(31, 1), 2, 1_000),
  bill('2', eNCF(31, 2), 3, 1_900),
  bill('3', 'B0100000003', 5, 700, { LinkedTxn: [{ TxnId: '77', TxnType: 'Purchase' }], ...dollars }),
  bill('4', 'F-4', 6, 80),
];

const mapeo = {
  mapping606: { monto_facturado_bienes: ['18'] },
  mapping607: { campo17: ['1'] },
  mapeoTipos606: { 18: '09' },
  mapeoTipos607: { 14: 1 },
};
const saveMapping = async (page: Page, mapping: object) => {
  const rnc = await page.evaluate(() => localStorage.getItem('rncEmisor'));
  const { status, text } = await callAs(page, 'POST', `/api/cuentas-mapping/${rnc}`, mapping);
  if (status >= 300) throw new Error(text);
};
async function connect(page: Page): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page, 'Conectar').click()]);
  await popup.getByRole('link', { name: 'Conectar' }).click();
  await says(page, 'QuickBooks conectado exitosamente');
}
const generated = 'Reporte 606 generado exitosamente';
const generate = (page: Page) => saysAnew(page, generated, () => button(page, 'Generar').click());
const view = (page: Page, name: RegExp | string) => button(page, name).click();
const table = (page: Page) => page.getByRole('table', { name: 'Diferencias del 606' });
const numbers = async (page: Page) =>
  (
    await table(page)
      .getByRole('button', { name: /^[BE]\d/ })
      .allTextContents()
  ).sort();
const choose = (page: Page, name: string, text: string) =>
  page
    .getByRole('form', { name: 'TXT presentado' })
    .locator('input')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('books, e-CF and TXT of a month are compared; each difference says what to correct and leads there; a filed TXT is compared in place of ours', {
  ...slow,
  tags: ['SR2-7', 'SR3-6', 'SR5-35'],
}, async () => {
  simulator.control.settings({ documents: books });
  const { page, context, trouble } = await openReports(browser, server, '&vista=conciliacion');
  await says(page, 'QuickBooks no está conectado.');
  await says(page, `${purchases} comprobantes con diferencias; 0 coinciden.`);
  expect(await table(page).getByRole('columnheader', { name: 'QuickBooks' }).count()).toBe(0);

  await connect(page);
  await says(page, /^No se ha leído ningún documento de QuickBooks de /);
  await view(page, 'Ir a generar el reporte');
  await page.getByRole('link', { name: 'Mapeo de cuentas', exact: true }).waitFor();
  // Without a mapped account, the user is taken to the mapping.
  await button(page, 'Generar').click();
  await says(page, 'No hay mapeo de cuentas configurado. Por favor configure el mapeo primero.');
  await page.waitForURL('**/cuentas-mapping');
  await saveMapping(page, mapeo);
  await page.goBack();
  await generate(page);

  await view(page, 'Conciliación');
  await says(page, /^QuickBooks se leyó el /);
  const differences = page.getByRole('table').filter({ hasText: 'QuickBooks frente a e-CF' });
  expect(await differences.getByText(/^[+−]\d+\.\d\d %$/).count()).toBe(2);
  expect(await seriousFaults(page)).toEqual([]);

  await button(page, 'Diferencia').click();
  await button(page, /^Falta en QuickBooks \(/).click();
  await says(page, `${purchases - 2} comprobantes`);
  await button(page, 'Quitar el filtro Diferencia').click();
  await page.getByRole('searchbox', { name: 'Buscar NCF o RNC' }).fill('e31 0000000002');
  await expect.poll(() => numbers(page)).toEqual([eNCF(31, 2)]);
  await button(page, eNCF(31, 2)).click();
  const drawer = dialog(page, eNCF(31, 2));
  await drawer.getByText('Cambie el monto sin impuestos a RD$ 2,000.00, como dice el e-CF.').waitFor();
  await drawer.getByText('1,900.00', { exact: true }).waitFor();
  await drawer.getByText('En QuickBooks: Factura de proveedor 2').waitFor();
  expect(await drawer.getByRole('link', { name: 'Abrir el e-CF recibido' }).getAttribute('href')).toContain(
    '/facturasrecibidas?doc=',
  );
  // Polls, because the content behind the drawer fades while the drawer opens.
  await expect.poll(() => seriousFaults(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Ver la fila en Preparar' }).click();
  await page.getByRole('grid', { name: 'Comprobantes del 606' }).getByText(eNCF(31, 2)).waitFor();

  // A row from QuickBooks shows its source document.
  await page.getByRole('searchbox', { name: 'Buscar NCF, RNC o nombre' }).fill('B0100000003');
  await button(page, 'B0100000003').click();
  const row = dialog(page, 'B0100000003');
  for (const words of [
    'Factura de proveedor 3',
    'USD 826.00, a la tasa 60.5',
    'Mercancía para la venta',
    'Enlazado con Gasto 77.',
  ])
    await row.getByText(words, { exact: true }).waitFor();
  for (const cell of [
    /^ITBIS 18%\s*Por el nombre de cada línea de impuestos$/,
    /^5101 · Costo de Mercancía Vendida/,
    /^42,350\.00\s*USD 700\.00$/,
  ])
    await row.getByRole('cell', { name: cell }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await view(page, 'Conciliación');
  const rnc = await page.evaluate(() => localStorage.getItem('rncEmisor'));
  const line = `${supplier}|1|09|${eNCF(31, 1)}||${day(2).replaceAll('-', '')}|||1000.00|1000.00|175.00||||175.00||||||||04`;
  const file = (head: string) => `${head}|1\r\n${line}`;
  await choose(page, 'presentado.txt', file(`606|130000001|${mes}`));
  await says(page, /Línea 1: es del RNC 130000001, y su empresa tiene el RNC /);
  await says(page, 'TXT: el que Timbre escribiría ahora, con las filas completas.');
  await choose(page, 'presentado.txt', file(`606|${rnc}|${mes}`));
  await says(page, 'TXT: presentado.txt.');
  await page.getByRole('searchbox', { name: 'Buscar NCF o RNC' }).fill(eNCF(31, 1));
  await button(page, eNCF(31, 1)).click();
  await dialog(page, eNCF(31, 1))
    .getByText('con el ITBIS en RD$ 180.00, como dice el e-CF; si ya lo presentó, rectifíquelo.', { exact: false })
    .waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Quitar el archivo').click();
  await says(page, 'TXT: el que Timbre escribiría ahora, con las filas completas.');

  const unreported = page.getByRole('region', { name: 'Documentos de QuickBooks sin reportar' });
  await unreported.getByText('Factura de proveedor 4').waitFor();
  await unreported.getByText(/^No lleva NCF: /).waitFor();
  expect(await unreported.getByRole('link', { name: 'QB-SIN-NCF' }).getAttribute('href')).toMatch(/^\/enciclopedia\//);
  expect(trouble).toEqual([...refusals(409), ...refusals(422)]);
  await context.close();
});

test('documents that would change a filed month wait; processed with the filed months, they are reported', {
  ...slow,
  tags: ['SR5-38'],
}, async () => {
  const { page, context } = await openReports(browser, server);
  await generate(page);
  const list = await callAs(page, 'GET', '/api/reportes-fiscales/606/historico');
  const [{ _id: id, fechaHasta: fecha }] = JSON.parse(list.text);
  const body = { numero: 'ACEPTADO-1', fecha };
  expect((await callAs(page, 'PUT', `/api/reportes-fiscales/606/${id}/presentacion`, body)).status).toBe(200);
  simulator.control.settings({ documents: [...books, bill('5', 'B0100000005', 9, 300)] });
  await page.reload();
  await generate(page);
  await view(page, 'Conciliación');
  const unreported = page.getByRole('region', { name: 'Documentos de QuickBooks sin reportar' });
  await unreported.getByText('Factura de proveedor 5').waitFor();
  await unreported.getByText('Espera una rectificación').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await unreported.getByRole('link', { name: 'Ir a Procesar Reportes' }).click();
  await page.waitForURL(`**/procesar-reportes?desde=${day(1)}&hasta=*`);

  const asked = page.waitForRequest((request) => request.url().endsWith('/api/reportes/procesar'));
  const filed = page.getByRole('checkbox', { name: 'Incluir los meses ya presentados' });
  expect(await filed.isChecked()).toBe(false);
  await filed.check();
  expect(await seriousFaults(page)).toEqual([]);
  await button(page, 'Procesar y Descargar').click();
  expect((await asked).postDataJSON()).toMatchObject({ presentados: true });
  await says(page, /^Reportes procesados: /);
  await page.goBack();
  await unreported.getByText('Factura de proveedor 4').waitFor();
  await expect.poll(() => unreported.getByText('Factura de proveedor 5').count()).toBe(0);
  await context.close();
});

test('where QuickBooks cannot be read, the report is generated without reading it', {
  ...slow,
  tags: ['SR8-1'],
}, async () => {
  const { page, context } = await openReports(browser, server);
  const region = page.getByRole('region', { name: 'QuickBooks', exact: true });
  await region.getByText('Conectado', { exact: true }).waitFor();
  // QuickBooks fails while it is read, with an error that a retry cannot resolve.
  simulator.control.fault({ kind: 'fault-400', of: 'api', times: 50 });
  await button(page, 'Generar').click();
  const failed = page.getByRole('alert').filter({ hasText: 'Error al generar reporte 606: ' });
  await failed.waitFor();
  expect(((await failed.textContent()) ?? '').match(/Error al generar/g)?.length).toBe(1);
  simulator.control.clearFaults();
  const withoutBooks = failed.getByRole('button', { name: 'Generar sin leer QuickBooks' });
  await saysAnew(page, generated, () => withoutBooks.click());

  simulator.control.fault({ kind: 'forbidden', of: 'api' });
  expect((await callAs(page, 'GET', '/api/quickbooks/companyinfo')).status).toBe(409);
  await button(page, 'Generar').click();
  await says(page, /^Error al generar reporte 606: No hay conexión válida con QuickBooks/);
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await saysAnew(page, generated, () => button(page, 'Generar sin leer QuickBooks').click());
  expect((await asked).postDataJSON()).toMatchObject({ leerQuickBooks: false });
  await context.close();
});

test('more differences than an answer has are scrolled through, and counted; of several months the first is shown', {
  ...slow,
  tags: ['SR5-35'],
}, async () => {
  const { page, context } = await openReports(browser, server);
  const rnc = await page.evaluate(() => localStorage.getItem('rncEmisor'));
  const lines = Array.from(
    { length: 1_200 },
    (_, i) =>
      `${supplier}|1|09|B01${String(5_000 + i).padStart(8, '0')}||${mes}09|||10.00|10.00|1.80||||1.80||||||||04`,
  );
  await view(page, 'Conciliación');
  await says(page, /comprobantes con diferencias/);
  await choose(page, 'muchos.txt', [`606|${rnc}|${mes}|${lines.length}`, ...lines].join('\n'));
  await says(page, /^Hay \d+ más; corrija estos primero\.$/);
  await says(page, '1,000 comprobantes');
  const list = page.getByRole('region', { name: 'Diferencias del 606' });
  await list.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
  await list.getByRole('row').last().getByRole('button').waitFor();
  expect(await list.getByRole('row').count()).toBeLessThan(60);

  await page.goto(`${server.address}/reportes-fiscales?desde=2025-02-01&hasta=2025-04-30&vista=conciliacion`);
  await says(page, 'No hay nada que conciliar en febrero 2025');
  await page.goto(`${server.address}/reportes-fiscales?desde=2025-02-01&hasta=2025-04-30&vista=conciliacion&tab=608`);
  await page.getByRole('button', { name: 'Problemas' }).waitFor();
  expect(await button(page, 'Conciliación').count()).toBe(0);
  await context.close();
});
