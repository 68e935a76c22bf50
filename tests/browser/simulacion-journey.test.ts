import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright-core';
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
  says,
  seriousFaults,
  slow,
  visitor,
} from './journeys.ts';
import {
  advanced,
  alerted,
  choose,
  closesByItself,
  field,
  generate,
  heading,
  next,
  row,
  stat,
  status,
  table,
  toBatch,
} from './simulacion-place.ts';

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
  await callFor(server, 'DELETE', '/api/simulacion/comprobantes');
});

const open = (path = '/simulacion', options = {}) => visitor(browser, server, { path, ...options });
/** Makes the server report the real authority, without a session there. */
const withoutSession = (context: BrowserContext) =>
  context.route('**/api/autoridad', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), autenticado: false, expira: null };
    await route.fulfill({ response, json });
  });

test('without receipts it teaches; the type is chosen by keyboard; its buyer is preset and looked up, or there is none', {
  tags: ['SI2.6-4', 'SI5-9', 'SI7-10'],
}, async () => {
  const { page, context, trouble } = await open();
  await heading(page).waitFor();
  await says(page, 'Aquí verá los comprobantes que genere');
  expect(await field(page, 'RNC del emisor').getAttribute('readonly')).not.toBeNull();
  expect((await field(page, 'RNC del emisor').inputValue()).replaceAll('-', '')).toBe(server.login);
  expect(await field(page, 'Razón social del emisor').inputValue()).not.toBe('');
  expect(await page.getByRole('radio').count()).toBe(10);
  await says(page, 'Elija el tipo de comprobante');
  const go = button(page, 'Generar comprobantes');
  expect(await go.getAttribute('title')).toBe('No se puede generar el comprobante con la configuración actual');
  expect(await go.getAttribute('aria-disabled')).toBe('true');

  await page.getByRole('radio', { name: /^31 / }).focus();
  await page.keyboard.press('Space');
  expect(await next(page)).toMatch(/^E31\d{10}$/);
  expect(await go.getAttribute('aria-disabled')).toBe('false');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('radio', { name: /^32 / }).isChecked()).toBe(true);
  expect(await next(page)).toMatch(/^E32\d{10}$/);

  await field(page, 'Cantidad').fill('51');
  await says(page, 'La cantidad debe ser un número entre 1 y 50');
  expect(await go.getAttribute('aria-disabled')).toBe('true');
  await field(page, 'Cantidad').fill('50');
  await field(page, 'Desde secuencia').fill('0');
  await says(page, 'La secuencia debe ser un número desde 1');
  await field(page, 'Desde secuencia').fill('700');
  expect(await next(page)).toBe('E320000000700');
  expect(await seriousFaults(page)).toEqual([]);

  await page.reload();
  await choose(page, '32');
  await page.getByRole('checkbox', { name: 'Factura de Consumo (> 250k)' }).check();
  expect(await field(page, 'Monto total (RD$)').inputValue()).toBe('300,000.00');
  expect(await field(page, 'RNC del comprador').inputValue()).not.toBe('');
  const before = await next(page);
  await field(page, 'Monto total (RD$)').fill('250000');
  await says(page, 'Para Factura de Consumo (> 250k), el monto debe ser mayor a 250,000');
  await says(page, 'No se puede generar el comprobante con la configuración actual');
  expect(await field(page, 'RNC del comprador').count()).toBe(0);
  await field(page, 'Monto total (RD$)').fill('250000.01');
  await field(page, 'RNC del comprador').waitFor();
  await button(page, 'Generar comprobantes').click();
  await row(page, before).getByText('250,000.01').waitFor();
  expect(await row(page, before).getByText('No aplica').count()).toBe(0);

  await page.reload();
  await context.route('**/fe/api/consultas/contribuyente?*', (route) =>
    route.fulfill({
      json: route.request().url().includes('199000072') ? [{ rnc: '199000072', razonSocial: 'Ejemplo del Sur' }] : [],
    }),
  );
  await choose(page, '31');
  await advanced(page);
  const name = field(page, 'Razón social del comprador');
  const preset = await name.inputValue();
  expect(preset).not.toBe('');
  await field(page, 'RNC del comprador').fill('199-00007-2');
  await expect.poll(() => name.inputValue()).toBe('Ejemplo del Sur');
  await field(page, 'RNC del comprador').fill('199000081');
  await says(page, 'No se encontró información para el RNC proporcionado');
  await choose(page, '44');
  expect(await name.inputValue()).toBe(preset);
  await choose(page, '47');
  await field(page, 'Identificación extranjera').waitFor();
  await field(page, 'Tipo de pago').selectOption({ label: '2 · Crédito' });
  const eNCF = await generate(page, '47');
  await row(page, eNCF).waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});

test('a receipt is generated, signed, sent, read and deleted; a reload loses nothing', {
  timeout: slow.timeout,
  tags: ['screen/simulacion', 'SI2.6-5', 'SI8-6'],
}, async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, context, trouble } = await open('/simulacion', { permissions, acceptDownloads: true });
  const first = await generate(page, '31', 3);
  await says(page, 'Se generaron 3 comprobante(s) tipo 31 exitosamente');
  const following = await next(page);
  expect(Number(following.slice(3))).toBe(Number(first.slice(3)) + 3);
  expect(await stat(page, 'Total')).toBe('3');

  const it = row(page, first);
  expect(await it.getByRole('cell').allInnerTexts()).toEqual(
    expect.arrayContaining(['31', first, expect.stringContaining(','), 'Pendiente']),
  );
  await it.getByRole('button', { name: `Firmar ${first}` }).click();
  await status(page).getByText(`Comprobante ${first} firmado exitosamente`).waitFor();
  await it.getByText('Firmado', { exact: true }).waitFor();

  await it.getByRole('button', { name: `Ver XML de ${first}` }).click();
  const xml = dialog(page, `XML de ${first}`);
  await xml.getByText('SignatureValue').first().waitFor();
  await xml.getByRole('button', { name: 'Copiar' }).click();
  await says(page, '¡Copiado al portapapeles!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`<eNCF>${first}</eNCF>`);
  await page.keyboard.press('Escape');
  await it.getByRole('button', { name: `Ver JSON de ${first}` }).click();
  const json = dialog(page, `JSON de ${first}`);
  await json.getByText('Encabezado').first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    json.getByRole('button', { name: 'Descargar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${server.login}${first}.json`);
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ Encabezado: {} });
  await page.keyboard.press('Escape');

  await it.getByRole('button', { name: `Enviar ${first}` }).click();
  await closesByItself(page, `Comprobante ${first} enviado exitosamente`, 'Track ID');
  await it.getByText('Aceptado', { exact: true }).waitFor();
  expect(await it.getByRole('button', { name: `Enviar ${first}` }).getAttribute('aria-disabled')).toBe('true');
  expect(await stat(page, 'Enviados')).toBe('1');

  const [second = ''] = (await table(page).getByRole('row').locator('button[class*=encf]').allInnerTexts()).slice(1);
  await row(page, second)
    .getByRole('button', { name: `Eliminar ${second}` })
    .click();
  await status(page).getByText(`Comprobante ${second} eliminado exitosamente`).waitFor();
  await row(page, second).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Comprobantes');

  await page.reload();
  await row(page, first).getByText('Aceptado', { exact: true }).waitFor();
  expect(await stat(page, 'Total')).toBe('2');
  await choose(page, '31');
  expect(await next(page)).toBe(following);
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});

test('a note copies the date of the receipt that it modifies, with the code and the reason of its type', {
  timeout: slow.timeout,
  tags: ['SI4-9'],
}, async () => {
  const { page, context, trouble } = await open();
  await choose(page, '34');
  await field(page, 'NCF modificado').focus();
  await field(page, 'Fecha del NCF modificado').focus();
  await says(page, 'El NCF es obligatorio');
  await says(page, 'No se puede generar el comprobante con la configuración actual');
  await field(page, 'NCF modificado').fill('E310000999999');
  await says(page, 'La fecha es obligatoria');
  await field(page, 'Fecha del NCF modificado').fill('31/12/2099');
  await says(page, 'La fecha no puede ser futura');

  const invoice = await generate(page, '31');
  await choose(page, '34');
  await field(page, 'NCF modificado').click();
  await page.getByRole('option', { name: new RegExp(invoice) }).click();
  expect(await field(page, 'NCF modificado').inputValue()).toBe(invoice);
  expect(await field(page, 'Fecha del NCF modificado').inputValue()).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  expect(await field(page, 'Código de modificación').inputValue()).toBe('1');
  expect(await field(page, 'Razón de la modificación').inputValue()).toBe('Anula el NCF modificado');
  const credit = await generate(page, '34');
  await row(page, credit).waitFor();

  // Choosing a type other than notes resets the reference. A typed number has the same effect as a chosen one.
  await choose(page, '31');
  await choose(page, '33');
  expect(await field(page, 'NCF modificado').inputValue()).toBe('');
  await field(page, 'NCF modificado').fill(invoice);
  await expect
    .poll(() => field(page, 'Razón de la modificación').inputValue())
    .toBe('Corrige montos del NCF modificado');
  expect(await field(page, 'Código de modificación').inputValue()).toBe('3');
  await field(page, 'Código de modificación').selectOption('2');
  expect(await field(page, 'Razón de la modificación').inputValue()).toBe('Corrige texto del NCF modificado');
  const { text } = await callAs(page, 'GET', '/api/simulacion');
  const { importacionId } = JSON.parse(text) as { importacionId: string };
  const { text: list } = await callAs(page, 'GET', `/api/importaciones/${importacionId}/documentos?buscar=${credit}`);
  const { documentos } = JSON.parse(list) as { documentos: { id: string }[] };
  const { text: xml } = await callAs(page, 'GET', `/api/documentos/${documentos[0]!.id}/xml`);
  expect(xml).toContain(`<NCFModificado>${invoice}</NCFModificado>`);
  expect(trouble).toEqual([]);
  await context.close();
});

test('development mode rehearses the receipts; switched off they are sent, with an authentication by an API key', {
  timeout: slow.timeout,
  tags: ['SI2.6-7', 'SI4-10'],
}, async () => {
  const { page, context, trouble } = await open();
  const eNCF = await generate(page, '31', 2);
  await page.getByRole('switch', { name: 'Modo desarrollo' }).click();
  await says(page, /Lo que firme y envíe va a la DGII integrada/);
  await button(page, 'Autenticar').click();
  await says(page, /En modo desarrollo no necesita autenticarse/);
  await button(page, /^Enviar todos/).click();
  await alerted(page, 'Los comprobantes deben estar firmados para enviarlos');
  await button(page, /^Firmar todos/).click();
  await status(page).getByText('Todos los comprobantes han sido firmados').waitFor();
  await button(page, /^Enviar todos/).click();
  await closesByItself(page, '2 comprobante(s) enviados exitosamente');
  await row(page, eNCF).getByText('Aceptado', { exact: true }).waitFor();
  await row(page, eNCF).getByText('ENSAYO', { exact: true }).waitFor();
  expect(JSON.parse((await callAs(page, 'GET', `/api/facturas?buscar=${eNCF}`)).text)).toEqual([]);

  await page.getByRole('switch', { name: 'Modo desarrollo' }).click();
  await row(page, eNCF).getByText('Pendiente', { exact: true }).waitFor();
  await button(page, /^Enviar todos/).click();
  await closesByItself(page, '2 comprobante(s) enviados exitosamente');
  await row(page, eNCF).getByText('Aceptado', { exact: true }).waitFor();
  expect(JSON.parse((await callAs(page, 'GET', `/api/facturas?buscar=${eNCF}`)).text)).toHaveLength(1);
  expect(trouble).toEqual([]);

  const waiting = await generate(page, '31');
  await withoutSession(context);
  await page.reload();
  await says(page, 'No autenticado');
  await button(page, 'Autenticar').click();
  await says(page, 'Debe ingresar un API Key para autenticarse');
  expect(await field(page, 'API Key').getAttribute('type')).toBe('password');
  await field(page, 'API Key').fill('tmb_otra');
  await page.keyboard.press('Enter');
  await alerted(page, 'Error de autenticación');
  await heading(page).waitFor();
  await button(page, /^Enviar todos/).click();
  await alerted(page, 'Debe autenticarse primero');
  await button(page, /^Firmar todos/).click();
  await status(page).getByText('Todos los comprobantes han sido firmados').waitFor();
  const send = row(page, waiting).getByRole('button', { name: `Enviar ${waiting}` });
  expect(await send.getAttribute('aria-disabled')).toBe('true');
  expect(await send.getAttribute('title')).toBe('Debe autenticarse primero');

  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await field(page, 'API Key').fill((await page.evaluate(() => localStorage.getItem('apiKey')))!);
  await button(page, 'Autenticar').click();
  await status(page).getByText('Autenticado con la DGII').waitFor();
  expect(await field(page, 'API Key').inputValue()).toBe('');
  await says(page, /^Autenticado · /);
  await button(page, 'Cerrar Sesión').click();
  await status(page).getByText('Sesión con la DGII cerrada').waitFor();
  expect(trouble).toEqual(refusals(401));
  await context.close();
});

test('failures have the texts of the specification, with the reason', {
  timeout: slow.timeout,
  tags: ['SI8-5'],
}, async () => {
  const { page, context } = await open();
  const eNCF = await generate(page, '31', 2);
  const { text } = await callAs(page, 'GET', '/api/simulacion');
  const { importacionId } = JSON.parse(text) as { importacionId: string };
  const of = (what: string) => `/api/importaciones/${importacionId}/${what}`;
  const it = row(page, eNCF);
  const act = (name: string) => it.getByRole('button', { name: `${name} ${eNCF}` }).click();
  const receipts = '/api/simulacion/comprobantes';
  const cases: [path: string, method: string, act: () => Promise<void>, words: string][] = [
    [receipts, 'POST', () => button(page, 'Generar comprobantes').click(), 'Error al generar comprobantes'],
    [of('firmar'), 'POST', () => act('Firmar'), `Error al firmar comprobante ${eNCF}`],
    [of('firmar'), 'POST', () => button(page, /^Firmar todos/).click(), 'Error al firmar todos los comprobantes'],
    [of('enviar'), 'POST', () => act('Enviar'), 'Error al enviar comprobante'],
    [of('enviar'), 'POST', () => button(page, /^Enviar todos/).click(), 'Error al enviar todos los comprobantes'],
    [
      '/api/simulacion/lote',
      'POST',
      () => button(page, 'Generar todo estándar').click(),
      'Error al generar lote estándar',
    ],
  ];
  for (const [path, method, perform, words] of cases) {
    await breakOnce(context, path, method);
    await perform();
    await alerted(page, words);
  }
  await it.getByText('Error envío').waitFor();
  await page.getByTitle(/^Error al enviar documento: /).waitFor();

  const { text: list } = await callAs(page, 'GET', `${of('documentos')}?buscar=${eNCF}`);
  const { documentos } = JSON.parse(list) as { documentos: { id: string }[] };
  const { id } = documentos[0]!;
  await breakOnce(context, `${receipts}/${id}`, 'DELETE');
  await act('Eliminar');
  await alerted(page, 'Error al eliminar comprobante');
  for (const [json, words] of [
    [null, 'Error al analizar XML'],
    [{ Otro: {} }, 'No se encontró el nodo raíz ECF en el XML'],
  ] as const) {
    await context.route(`**/api/documentos/${id}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), json } });
    });
    await page.reload();
    await it.getByRole('button', { name: `Ver JSON de ${eNCF}` }).click();
    await dialog(page, `JSON de ${eNCF}`).getByText(words).waitFor();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  }
  await page.reload();
  await toBatch(page);
  await breakOnce(context, '/api/simulacion/lote', 'POST');
  await button(page, 'Ejecutar Batch').click();
  await alerted(page, 'Error al ejecutar batch personalizado');
  await breakOnce(context, receipts, 'DELETE');
  await button(page, 'Borrar todo').click();
  await dialog(page, 'Borrar 2 comprobantes').getByRole('button', { name: 'Borrar 2' }).click();
  await alerted(page, 'Error al borrar todos los comprobantes');

  // Simulates a receipt that was deleted elsewhere while it was shown here.
  const stale = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await context.route(`**${receipts}/${id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.continue({ url: `${server.address}${receipts}/00000000-0000-4000-8000-000000000000` })
      : route.fallback(),
  );
  await act('Eliminar');
  expect((await stale).status()).toBe(404);
  await alerted(page, `No se encontró el comprobante ${eNCF}`);
  await context.close();
});
