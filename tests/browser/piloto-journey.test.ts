import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalRow, approvalsBook } from '../../apps/server/src/domain/comprobantes/workbooks/testing/approvals.ts';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import {
  button,
  dialog,
  refusals,
  sampleWorkbook,
  says,
  seriousFaults,
  visitor,
  workbookOfOthers,
} from './journeys.ts';

// The pilot of the certification, in certification: from the workbook of the DGII to its acceptance.

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

const open = (path = '/piloto', options = {}) => visitor(browser, server, { path, ...options });
const step = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^\\d+(, hecho:)? ?${name}`) });
const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function load(page: Page, buffer: Buffer): Promise<void> {
  const another = button(page, 'Cargar otro libro');
  const form = page.locator('input[type=file]');
  await another.or(form).first().waitFor();
  if (await another.isVisible()) await another.click();
  await form.setInputFiles({ name: 'set.xlsx', mimeType, buffer });
  await button(page, 'Cargar y ensayar').click();
}

async function sendAll(page: Page, question: string): Promise<void> {
  await button(page, 'Enviar a la DGII').click();
  await dialog(page, question).getByRole('button', { name: 'Enviar a la DGII' }).click();
}

test('the fifteen steps say whose turn it is; a person marks and reopens them', {
  tags: ['screen/piloto'],
}, async () => {
  const { page, context, trouble } = await open('/certification/pruebas-set-datos');
  await page.getByRole('link', { name: 'Piloto: los quince pasos de la DGII' }).click();
  await page.getByRole('heading', { level: 1, name: 'Piloto de certificación' }).waitFor();
  await says(page, '0 de 15 pasos hechos');
  const steps = page.getByRole('list', { name: 'Pasos del proceso de certificación' }).locator(':scope > li');
  expect(await steps.count()).toBe(15);
  expect(await steps.first().getAttribute('aria-current')).toBe('step');
  await says(page, 'El servidor no tiene una dirección pública');
  await button(page, 'El portal lo da por hecho').click();
  await says(page, '1 de 15 pasos hechos');
  await page.reload();
  expect(await step(page, 'Pruebas de datos e-CF').getAttribute('aria-expanded')).toBe('true');
  await step(page, 'Registrado').press('Enter');
  await button(page, 'Reabrir este paso').click();
  await says(page, '0 de 15 pasos hechos');
  expect(await seriousFaults(page)).toEqual([]);
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  expect(trouble).toEqual([]);
  await context.close();
});

test('a form of the portal is signed here; another file is refused', async () => {
  const { page, context } = await open();
  const choose = async (name: string, xml: string) => {
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Firmar un XML del portal').click();
    await (await chooser).setFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(xml) });
  };
  const download = page.waitForEvent('download');
  await choose('postulacion.xml', '<Postulacion><RNC>131000016</RNC></Postulacion>');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('postulacion-firmado.xml');
  expect(readFileSync(await saved.path(), 'utf8')).toContain('<SignatureValue>');
  await says(page, 'Descargado: postulacion-firmado.xml. Cárguelo en el portal.');
  await choose('factura.xml', '<ECF/>');
  await says(page, '«factura.xml» es un ECF: los documentos fiscales se firman donde se emiten');
  await context.close();
});

test('a sound set is rehearsed, sent with one click, and its full invoices and printed forms are downloaded', async () => {
  const { page, context, trouble } = await open('/piloto?paso=2');
  const { buffer } = await sampleWorkbook(page, server.address);
  await page.goto(`${server.address}/piloto?paso=2`);
  await load(page, buffer);
  await says(page, 'El ensayo pasó sin rechazos. Puede enviarlo a la DGII.');
  expect(await place.control<unknown[]>('log')).toEqual([]);
  expect(await seriousFaults(page)).toEqual([]);
  await sendAll(page, 'Enviar 13 comprobantes a la DGII');
  await says(page, 'La DGII aceptó todo.');
  for (const words of ['Comprobantes · 9 de 9', 'Notas de débito y crédito · 2 de 2', 'Resúmenes de consumo · 2 de 2'])
    await page.getByRole('progressbar', { name: words }).waitFor();
  await says(page, '13 de 13 aceptados por la DGII');
  const full = page.waitForEvent('download');
  await button(page, 'Descargar el paquete').click();
  expect((await full).suggestedFilename()).toBe('facturas-completas.zip');
  await step(page, 'Pruebas de simulación: representación impresa').click();
  const printed = page.waitForEvent('download');
  await button(page, 'Descargar las representaciones impresas').click();
  expect((await printed).suggestedFilename()).toBe('representaciones-impresas.zip');
  expect(trouble).toEqual([]);
  await context.close();
});

test('a set with faults is not sent: each is told with its cell and its article', async () => {
  const { page, context } = await open('/piloto?paso=2');
  await load(page, workbookOfOthers(server.login, 13));
  await says(page, 'El ensayo encontró rechazos. Nada se envió a la DGII.');
  await page.getByText(/fila 2, columna RNCEmisor/).waitFor();
  await button(page, 'Ver 7 faltas más').click();
  await page.getByText(/fila 14, columna RNCEmisor/).waitFor();
  const article = context.waitForEvent('page');
  await page.getByRole('link', { name: 'ECF-EMISOR-RNC' }).first().click();
  await (await article).waitForURL('**/enciclopedia/ECF-EMISOR-RNC');
  expect(await button(page, 'Enviar a la DGII').count()).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Corregir los comprobantes en Excel a e-CF' }).click();
  await page.waitForURL('**/certification/pruebas-set-datos?id=*');
  await context.close();
});

test('a rejection stops it, with the words of the DGII and what to do', async () => {
  const { page, context } = await open('/piloto?paso=2');
  const { buffer } = await sampleWorkbook(page, server.address);
  await page.goto(`${server.address}/piloto?paso=2`);
  await load(page, buffer);
  await says(page, 'El ensayo pasó sin rechazos. Puede enviarlo a la DGII.');
  await place.control('force', {
    estado: 'rechazado',
    mensajes: [{ codigo: '613', valor: 'La secuencia no se corresponde' }],
    secuenciaUtilizada: true,
  });
  await sendAll(page, 'Enviar 13 comprobantes a la DGII');
  await says(page, 'El envío se detuvo.');
  await says(page, /La secuencia no se corresponde/);
  await says(page, /genere otro set en el portal/);
  expect(await button(page, 'Continuar el envío').count()).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
  await context.close();
});

test('approvals are rehearsed and sent', async () => {
  const { page, context, trouble } = await open('/piloto?paso=3');
  await load(page, Buffer.from(approvalsBook(Array.from({ length: 11 }, () => approvalRow(server.login)))));
  await says(page, 'El ensayo pasó sin rechazos. Puede enviarlo a la DGII.');
  await sendAll(page, 'Enviar 11 aprobaciones a la DGII');
  await page.getByRole('progressbar', { name: 'Aprobaciones comerciales · 11 de 11' }).waitFor();
  await says(page, 'La DGII aceptó todo.');
  expect(trouble).toEqual([]);
  await context.close();
});

test('without a public address the services cannot be tried, and it says what to do', async () => {
  const { page, context, trouble } = await open('/piloto?paso=8');
  await button(page, 'Probar las direcciones').click();
  await says(page, /TIMBRE_PUBLIC_URL/);
  expect(trouble).toEqual(refusals(409));
  await context.close();
});
