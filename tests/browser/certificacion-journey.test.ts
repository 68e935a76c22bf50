import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import {
  breakOnce,
  button,
  callAs,
  callFor,
  dialog,
  refusals,
  sampleWorkbook,
  says,
  seriousFaults,
  signAndSendAll,
  slow,
  visitor,
} from './journeys.ts';
import { alerted, closesByItself, field, stat, status } from './simulacion-place.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  const pasos = [1, 2, 3].map((paso) => ({ paso, completado: false }));
  await callFor(server, 'PUT', '/api/certificacion', { pasos });
});

const open = (path = '/certificacion', options = {}) => visitor(browser, server, { path, ...options });
const at = (page: Page) => new URL(page.url()).pathname;
const panel = (page: Page) => page.getByRole('region', { name: 'Certificación ECF' });
const inPanel = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const stepButton = (page: Page, name: RegExp) => panel(page).getByRole('listitem').getByRole('button', { name });
const names = [/Pruebas de set de datos/, /Aprobaciones comerciales/, /Simulación e-CF/] as const;
/** The state shown by each step. */
const states = (page: Page) =>
  Promise.all(
    names.map(async (name) =>
      (await stepButton(page, name).innerText()).includes('Completado') ? 'Completado' : 'Pendiente',
    ),
  );
/** Waits for the modal with this text, and closes it. */
async function refused(page: Page, words: string | RegExp, title = 'Error de Validación') {
  await dialog(page, title).getByText(words).waitFor();
  await dialog(page, title).getByRole('button', { name: 'Entendido' }).click();
  await dialog(page, title).waitFor({ state: 'detached' });
}
const byPortal = 'La DGII ya lo dio por aprobado';
/** Completes the open step by the user's word, which is asked for. */
async function completeByPortal(page: Page): Promise<void> {
  await inPanel(page, byPortal).click();
  await dialog(page, '¿La DGII ya dio por aprobado este paso?')
    .getByRole('button', { name: 'Sí, está aprobado en el portal' })
    .click();
}
const titles = {
  '/certification/pruebas-set-datos': 'Generar, Firmar y Enviar XML desde Excel',
  '/certification/datos-comerciales': 'Aprobación Comercial - Generación, Firma y Envío XML',
  '/certification/simulacion-ecf': 'Pruebas de Simulación ECF',
};

test('its addresses lead to the first step, and later steps are locked', {
  tags: ['screen/certificacion', 'SI2-1', 'SI2.5-1'],
}, async () => {
  const { page, context, trouble } = await open('/home');
  await page.getByRole('link', { name: 'Certificación ECF' }).click();
  await page.waitForURL('**/certification/pruebas-set-datos');
  expect(await page.getByRole('link', { name: 'Certificación ECF' }).getAttribute('aria-current')).toBe('page');
  for (const path of ['/certificacion', '/certification']) {
    await page.goto(server.address + path);
    await page.waitForURL('**/certification/pruebas-set-datos');
  }
  await page.getByRole('heading', { level: 1, name: titles['/certification/pruebas-set-datos'] }).waitFor();
  expect(await states(page)).toEqual(['Pendiente', 'Pendiente', 'Pendiente']);
  expect(await stepButton(page, names[0]).getAttribute('aria-current')).toBe('step');
  expect(await inPanel(page, 'Anterior').isDisabled()).toBe(true);
  await stepButton(page, names[2]).click();
  await refused(page, 'Complete antes el paso 1, Pruebas de set de datos.');
  await inPanel(page, 'Siguiente').click();
  await refused(page, 'Complete antes el paso 1, Pruebas de set de datos.');
  expect(at(page)).toBe('/certification/pruebas-set-datos');
  await page.goto(`${server.address}/certification/simulacion-ecf`);
  await page.getByRole('heading', { level: 1, name: 'Simulación e-CF: paso bloqueado' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await button(page, 'Ir al paso 1').click();
  await page.waitForURL('**/certification/pruebas-set-datos');
  expect(trouble).toEqual([]);
  await context.close();
});

test('the first step holds the import; it is completed once every document of a workbook is accepted', async () => {
  const { page, context, trouble } = await open('/excel');
  const { name, buffer } = await sampleWorkbook(page, server.address);
  await page.goto(`${server.address}/certificacion`);
  await says(page, 'Ningún libro de Excel tiene comprobantes en este ambiente');
  await inPanel(page, 'Marcar como completado').click();
  await refused(page, /Ningún libro de Excel tiene comprobantes en este ambiente/);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('input[type=file]').setInputFiles({ name, buffer, mimeType });
  await button(page, 'Procesar Excel').click();
  await page.waitForURL('**/certification/pruebas-set-datos?id=*');
  await signAndSendAll(page);
  await panel(page).getByText('Nada impide completar este paso.').waitFor();
  await inPanel(page, 'Marcar como completado').click();
  await page.waitForURL('**/certification/datos-comerciales');
  expect(await states(page)).toEqual(['Completado', 'Pendiente', 'Pendiente']);
  expect(trouble).toEqual(refusals(409));
  await context.close();
});

test('a completed step is saved, leads to the next, and is kept by a reload; back is free', {
  tags: ['SI2.5-1'],
}, async () => {
  const { page, context, trouble } = await open();
  for (const [path, title] of Object.entries(titles).slice(0, 2)) {
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await completeByPortal(page);
    await says(page, 'Guardando…');
  }
  await page.waitForURL('**/certification/simulacion-ecf');
  await page.getByRole('heading', { level: 1, name: titles['/certification/simulacion-ecf'] }).waitFor();
  await panel(page)
    .getByText(/^Guardado el /)
    .waitFor();
  await page.reload();
  await panel(page)
    .getByText(/^Guardado el /)
    .waitFor();
  expect(await states(page)).toEqual(['Completado', 'Completado', 'Pendiente']);
  expect(await inPanel(page, 'Siguiente').isDisabled()).toBe(true);
  await inPanel(page, 'Anterior').click();
  await page.waitForURL('**/certification/datos-comerciales');
  await panel(page)
    .getByText(/^Paso 2 completado el .* · según el portal de la DGII$/)
    .waitFor();
  await inPanel(page, 'Anterior').click();
  await page.waitForURL('**/certification/pruebas-set-datos');
  await inPanel(page, 'Siguiente').click();
  await page.waitForURL('**/certification/datos-comerciales');
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});

test('the certification is completed once the three steps are', { tags: ['SI2.5-2'] }, async () => {
  const { page, context, trouble } = await open();
  await inPanel(page, 'Completar Certificación').click();
  await refused(page, /Complete los tres pasos antes de completar la certificación/);
  await callAs(page, 'PUT', '/api/certificacion', {
    pasos: [1, 2].map((paso) => ({ paso, completado: true, porPortal: true })),
  });
  // Updated by an event of the server, without a reload.
  await expect.poll(() => states(page)).toEqual(['Completado', 'Completado', 'Pendiente']);
  await stepButton(page, names[2]).click();
  await completeByPortal(page);
  await expect.poll(() => states(page)).toEqual(['Completado', 'Completado', 'Completado']);
  await inPanel(page, 'Completar Certificación').click();
  await panel(page)
    .getByText(/^Certificación completada el /)
    .waitFor();
  await inPanel(page, 'Reabrir este paso').click();
  await panel(page)
    .getByText(/^Guardado el /)
    .waitFor();
  expect(await states(page)).toEqual(['Completado', 'Completado', 'Pendiente']);
  expect(trouble).toEqual(refusals(409));
  await context.close();
});

test('what could not be saved is kept, and saved by Guardar Progreso', { tags: ['SI8-3'] }, async () => {
  const { page, context, trouble } = await open();
  await inPanel(page, byPortal).waitFor();
  await breakOnce(context, '/api/certificacion', 'PUT');
  await completeByPortal(page);
  await refused(page, /^Error al guardar el progreso/, 'Error');
  await says(page, 'Hay cambios sin guardar');
  expect(at(page)).toBe('/certification/pruebas-set-datos');
  await inPanel(page, 'Guardar Progreso').click();
  await page.waitForURL('**/certification/datos-comerciales');
  expect(await states(page)).toEqual(['Completado', 'Pendiente', 'Pendiente']);
  expect(trouble).toEqual(refusals(500));
  await context.close();
});

test('two browsers at once lose nothing of each other', async () => {
  const [one, other] = [await open(), await open()];
  await completeByPortal(one.page);
  await expect.poll(() => states(other.page)).toEqual(['Completado', 'Pendiente', 'Pendiente']);
  await stepButton(other.page, names[1]).click();
  await completeByPortal(other.page);
  await expect.poll(() => states(one.page)).toEqual(['Completado', 'Completado', 'Pendiente']);
  await inPanel(one.page, 'Guardar Progreso').click();
  await says(one.page, 'Guardando…');
  await panel(one.page)
    .getByText(/^Guardado el /)
    .waitFor();
  expect(await states(other.page)).toEqual(['Completado', 'Completado', 'Pendiente']);
  await Promise.all([one, other].map(({ context }) => context.close()));
});

test('on a phone the steps are one row', async () => {
  const { page, context, trouble } = await open('/certificacion', { viewport: { width: 360, height: 740 } });
  await inPanel(page, byPortal).waitFor();
  const boxes = await Promise.all(names.map((name) => stepButton(page, name).boundingBox()));
  expect(new Set(boxes.map((box) => Math.round(box!.y))).size).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});

test('the third step is the simulation, on a phone too', { tags: ['SI2.5-4'] }, async () => {
  const done = [1, 2].map((paso) => ({ paso, completado: true, porPortal: true }));
  await callFor(server, 'PUT', '/api/certificacion', { pasos: done });
  const viewport = { width: 360, height: 740 };
  const { page, context, trouble } = await open('/certification/simulacion-ecf?tab=batch', { viewport });
  await page.getByRole('heading', { level: 1, name: titles['/certification/simulacion-ecf'] }).waitFor();
  await says(page, '25 comprobantes');
  await page.getByRole('tab', { name: 'Manual' }).click();
  await page.getByRole('radio', { name: /^41 / }).check();
  await button(page, 'Generar comprobantes').click();
  await page.getByRole('listitem').filter({ hasText: /^E41/ }).getByText('Pendiente').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/certification/simulacion-ecf');
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});

test('of the simulation a batch is generated, signed and sent as a whole; meanwhile nothing else begins', {
  timeout: slow.timeout,
  tags: ['SI2.6-6', 'SI8-6'],
}, async () => {
  await callFor(server, 'DELETE', '/api/simulacion/comprobantes');
  const { page, context, trouble } = await open('/simulacion?tab=batch');
  await says(page, '25 comprobantes');
  await field(page, '31 · Factura de Crédito Fiscal').fill('-1');
  await says(page, 'La cantidad debe ser un número entre 0 y 50');
  expect(await button(page, 'Ejecutar Batch').getAttribute('aria-disabled')).toBe('true');
  for (const input of await page.getByRole('group', { name: 'Cantidad por tipo' }).getByRole('textbox').all())
    await input.fill('0');
  await says(page, 'Indique al menos un comprobante');
  await field(page, '31 · Factura de Crédito Fiscal').fill('2');
  await field(page, '32 · Factura de Consumo, resumen (RFCE)').fill('1');
  await field(page, '34 · Nota de Crédito').fill('1');
  await says(page, '4 comprobantes');
  await field(page, 'Desde secuencia').fill('900');
  await button(page, 'Ejecutar Batch').click();
  await closesByItself(page, 'Batch personalizado generado correctamente', 'Lote generado desde secuencia 900');
  await field(page, 'Desde secuencia').fill('');
  expect(await stat(page, 'Total')).toBe('5');
  await page.getByRole('table', { name: 'RFCE' }).waitFor();

  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await context.route('**/firmar', async (route) => {
    await held;
    await route.continue();
  });
  await button(page, /^Firmar todos/).click();
  await says(page, 'Se están firmando comprobantes: espere a que terminen');
  for (const name of ['Ejecutar Batch', 'Generar todo estándar', 'Borrar todo', /^Enviar todos/])
    expect(await button(page, name).getAttribute('aria-disabled')).toBe('true');
  expect(await button(page, 'Ejecutar Batch').getAttribute('title')).toMatch(/^Se están firmando/);
  expect(await seriousFaults(page)).toEqual([]);
  release();
  await status(page).getByText('Todos los comprobantes han sido firmados').waitFor();
  await button(page, /^Enviar todos · 5/).click();
  await closesByItself(page, '4 comprobante(s) enviados exitosamente');
  await expect.poll(() => stat(page, 'Enviados')).toBe('5');
  await page.getByText('La DGII respondió todos').waitFor();
  await says(page, '1 factura de consumo completa');
  const saved = page.waitForEvent('download');
  await button(page, 'Descargar el paquete').click();
  expect((await saved).suggestedFilename()).toBe('facturas-completas.zip');
  await button(page, 'Enviar todos').click();
  await alerted(page, 'No hay comprobantes para enviar');

  await button(page, 'Generar todo estándar').click();
  const result = dialog(page, 'Lote estándar generado correctamente');
  await result.getByText('25').waitFor();
  // The dialog stays open while the pointer is on it. Its button closes it earlier.
  await result.getByText('Comprobantes generados').hover();
  await result.getByText('Queda abierta hasta que la cierre.').waitFor();
  await result.getByRole('button', { name: 'Cerrar' }).last().click();
  await result.waitFor({ state: 'detached' });
  await button(page, 'Borrar todo').click();
  await dialog(page, 'Borrar 29 comprobantes').getByRole('button', { name: 'Borrar 29' }).click();
  await status(page).getByText('Todos los comprobantes han sido eliminados').waitFor();
  await says(page, 'Aquí verá los comprobantes que genere');
  expect(await button(page, 'Borrar todo').getAttribute('title')).toBe('No hay comprobantes que borrar');
  expect(trouble).toEqual([]);
  await context.close();
});
