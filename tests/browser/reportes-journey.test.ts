import { fields606 } from '@timbre/reports';
import { formatFecha, formatISODate, periodoOf } from '@timbre/values';
import { createSigner, signXml } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ecfXml, justNow } from '../../apps/server/src/testing/xml.ts';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { button, callAs, dialog, says, seriousFaults, slow, visitor } from './journeys.ts';

let browser: Browser;
let place: Place;
let server: BuiltServer;
const supplier = '131880600';
const signer = createSigner(makeCertificate());

beforeAll(async () => {
  [browser, place] = await Promise.all([launchBrowser(), makePlace({ ambiente: 'certecf' })]);
  server = (await place.start())!;
});
afterAll(async () => {
  await browser.close();
  await place.leave();
});

const open = (path = '/reportes-fiscales', options = {}) => visitor(browser, server, { path, ...options });
const grid = (page: Page) => page.getByRole('grid', { name: 'Comprobantes del 606' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const vista = (page: Page, name: string | RegExp) => button(page, name).click();

/** An e-CF of a supplier, received as a file. */
async function receive(page: Page, eNCF: string): Promise<void> {
  const unsigned = ecfXml({ rnc: supplier, eNCF, monto: '1000.00', fechaFirma: justNow() });
  const { xml } = await signXml(unsigned.replace(/(<RNCComprador>)\d+/, `$1${server.login}`), signer);
  await page.goto(`${server.address}/facturasrecibidas`);
  await page
    .getByRole('form', { name: 'Archivos XML recibidos' })
    .locator('input[type=file]')
    .setInputFiles({ name: `${supplier}${eNCF}.xml`, mimeType: 'text/xml', buffer: Buffer.from(xml) });
  await says(page, /1 factura recibida\./);
}

test('dates are wanted both and in order, in the words of the specification', slow, async () => {
  const { page, context, trouble } = await open();
  await says(page, 'Todavía no hay un reporte 606 de estas fechas');
  const desde = page.getByRole('textbox', { name: 'Fecha Desde' });
  await desde.fill('');
  await desde.blur();
  await button(page, 'Aplicar Filtros').click();
  await says(page, 'Por favor seleccione ambas fechas');
  expect([await seriousFaults(page), trouble]).toEqual([[], []]);
  await context.close();
});

test('a received e-CF fills the 606: answered with the keyboard, generated, downloaded and filed', slow, async () => {
  const { page, context, trouble } = await open('/home');
  await receive(page, 'E310000000001');
  await page.goto(`${server.address}/reportes-fiscales?vista=preparar`);
  await grid(page).waitFor();
  await says(page, 'Faltan respuestas en 1 comprobante');
  await grid(page).getByText('E310000000001').waitFor();
  expect(await seriousFaults(page)).toEqual([]);

  // Its pending fields, one by one in the order of the format: the button goes to the next.
  const month = periodoOf(formatFecha(Date.now()));
  const { text } = await callAs(page, 'GET', `/api/reportes-fiscales/606/comprobantes?periodo=${month}`);
  const pending = new Set<string>(JSON.parse(text).comprobantes[0].pendientes);
  expect(pending).toContain('tipo_bienes_servicios');
  const answers: Readonly<Record<string, string>> = { tipo_bienes_servicios: '09', forma_pago: '02' };
  for (const { key } of fields606.filter((field) => pending.has(field.key))) {
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/606/comprobantes'),
    );
    await button(page, 'Siguiente pendiente').click();
    await page.keyboard.type(answers[key] ?? '0');
    await page.keyboard.press('Enter');
    await saved;
  }
  await says(page, 'No faltan respuestas');

  await vista(page, 'Reporte');
  await button(page, 'Generar').click();
  await page.getByRole('region', { name: 'Filas del reporte 606' }).getByText('E310000000001').first().waitFor();
  await says(page, 'Página 1 de 1');
  await button(page, 'TXT DGII').click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Oficial, para la Oficina Virtual' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^DGII_F_606_${server.login}_\\d{6}\\.TXT$`));
  expect(trouble).toEqual([]);
  await context.close();
});

test('the IT-1 wants the 606 and the 607 of its month, and then shows its boxes beside the summary', slow, async () => {
  const { page, context } = await open();
  await tab(page, 'IT-1');
  await button(page, 'Generar').click();
  await says(page, /Debe generar primero los reportes 606 y 607 para el mismo período/);
  await tab(page, '607 Ventas');
  await button(page, 'Generar').click();
  await says(page, 'El reporte no tiene filas');
  await tab(page, 'IT-1');
  await button(page, 'Generar').click();
  await says(page, 'Resumen gerencial');
  await button(page, 'Formulario IT-1').click();
  await says(page, 'Total de operaciones');
  expect(await seriousFaults(page)).toEqual([]);
  await context.close();
});

test('a filed report is locked, and a later change says what must be rectified', slow, async () => {
  const { page, context } = await open('/reportes-fiscales?vista=historial');
  await button(page, /Anotar presentación/)
    .first()
    .click();
  const filing = dialog(page, 'Anotar presentación');
  await filing.getByLabel(/Número de aceptación/).fill('ACEPTADO-0001');
  await filing.getByRole('button', { name: /Anotar|Guardar/ }).click();
  await says(page, /ACEPTADO-0001/);
  const today = formatISODate(formatFecha(Date.now()));
  const { status } = (await callAs(page, 'POST', '/api/reportes-fiscales/606/comprobantes', {
    datos: [
      {
        rnc: '132111117',
        razonSocial: 'Suplidora Inventada SRL',
        ncf: 'B0100000001',
        fecha: today,
        montoTotal: '1180.00',
        itbis: '180.00',
      },
    ],
  })) as { status: number };
  expect(status).toBe(200);
  await page.goto(`${server.address}/reportes-fiscales`);
  await says(page, 'B0100000001');
  expect(await seriousFaults(page)).toEqual([]);
  await context.close();
});
