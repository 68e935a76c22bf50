import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { type MessagesStub, startMessagesStub } from '../messages-stub.ts';
import { breakOnce, button, callAs, dialog, says, seriousFaults, visitor } from './journeys.ts';
import { assign, furnish, more, stored } from './mapeo-place.ts';

let browser: Browser;
let server: BuiltServer;
let stub: MessagesStub;

beforeAll(async () => {
  stub = await startMessagesStub();
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ env: { ANTHROPIC_BASE_URL: stub.url } })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await stub.close();
});

const open = (search = '') => visitor(browser, server, { path: `/cuentas-mapping${search}` });

test('the catalogue comes from QuickBooks once it is connected; from another screen the page is loaded anew, to reach the model', {
  tags: ['SR8-16'],
}, async () => {
  const { page, context } = await visitor(browser, server, { path: '/reportes-fiscales' });
  const reaches = () =>
    page.evaluate(
      (url) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => true,
          () => false,
        ),
      stub.url,
    );
  expect(await reaches()).toBe(false);
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page, 'Conectar').click()]);
  await popup.getByRole('link', { name: 'Conectar' }).click();
  await says(page, 'QuickBooks conectado exitosamente');
  await page.getByRole('link', { name: 'Mapeo de Cuentas' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Mapeo de Cuentas' }).waitFor();
  await page.locator('meta[name="asistente"]').waitFor({ state: 'attached' });
  expect(await reaches()).toBe(true);
  await says(page, 'QuickBooks conectado');
  const load = button(page, 'Cargar catálogo');
  await breakOnce(context, '/api/quickbooks/accounts', 'GET');
  await load.click();
  await says(page, /^Error obteniendo catálogo de QuickBooks/);
  await load.click();
  await says(page, /^Catálogo cargado de QuickBooks: \d+ cuentas$/);
  const { text } = await callAs(page, 'GET', '/api/quickbooks/accounts');
  const read = JSON.parse(text).cuentas as { id: string; name: string; type: string }[];
  const kept = JSON.parse((await callAs(page, 'GET', `/api/catalogo-cuentas/${server.login}`)).text);
  const shown = ({ id, name, type }: (typeof read)[number]) => [id, name, type];
  expect(kept.cuentas.map(shown)).toEqual(read.map(shown));
  expect(read.length).toBeGreaterThan(10);
  expect(read.every(({ id, name, type }) => id !== '' && name !== '' && type !== '')).toBe(true);
  const [first] = read;
  await page.getByRole('searchbox', { name: 'Buscar por número, nombre o tipo' }).fill(first!.id);
  await page.getByText(first!.name, { exact: false }).first().waitFor();
  await says(page, new RegExp(`^\\d+ de ${read.length} cuentas$`));
  await context.close();
});

test('failures have the texts of the specification', { tags: ['SR8-14', 'SR8-19'] }, async () => {
  const { page, context } = await open();
  await furnish(page, server);
  await assign(page, '12 ITBIS retenido', 'reten', /^1107/);
  await breakOnce(context, `/api/cuentas-mapping/${server.login}`, 'POST');
  await button(page, 'Guardar mapeo').click();
  await says(page, 'Error guardando mapeo');
  await says(page, /Error al guardar el mapeo: Respuesta inesperada del servidor \(500\)/);
  await button(page, 'Guardar mapeo').click();
  await says(page, 'Mapeo guardado');

  await more(page, 'Columnas de Excel');
  const columns = dialog(page, 'Columnas de Excel');
  await columns.getByLabel('Columna de 12 ITBIS retenido').selectOption('AX');
  await breakOnce(context, `/api/columnas-excel/${server.login}`, 'POST');
  await columns.getByRole('button', { name: 'Aplicar' }).click();
  await columns.getByText(/^Error al actualizar columna/).waitFor();
  await page.reload();

  await more(page, 'Configurar IA');
  const form = dialog(page, 'Configurar IA');
  await form.getByLabel('API Key de Claude').fill('buena');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
  });
  await form.getByRole('button', { name: 'Guardar clave' }).click();
  await says(page, /^Error configurando API Key/);
  await page.reload();
  await more(page, 'Configurar IA');
  await form.getByLabel('API Key de Claude').fill('buena');
  await form.getByRole('button', { name: 'Guardar clave' }).click();
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    Response.prototype.json = () => {
      throw new TypeError();
    };
  });
  await button(page, 'Mapeo automático con IA').click();
  await says(page, /^Error en el mapeo automático: /);

  // The browser has no valid RNC stored, and the server does not return one.
  await page.route('**/api/sesion', (route) => route.abort());
  await page.evaluate(() => localStorage.setItem('rncEmisor', '000000000'));
  await page.reload();
  await says(page, 'No se encontró RNC del emisor. Por favor inicie sesión nuevamente.');
  await context.close();
});

describe('the language model', () => {
  async function keep(page: Page, key: string) {
    await more(page, 'Configurar IA');
    const form = dialog(page, 'Configurar IA');
    await form.getByLabel('API Key de Claude').fill(key);
    await form.getByRole('button', { name: 'Guardar clave' }).click();
    await says(page, 'API Key de Claude configurada exitosamente');
    return form;
  }

  test('the model’s key stays in the browser; the model proposes and a person accepts; without it words are matched', {
    tags: ['SR7-11', 'SR8-20', 'SR8-21'],
  }, async () => {
    const { page, context, trouble } = await open();
    await furnish(page, server);
    const toUs: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(server.address))
        toUs.push(`${JSON.stringify(request.headers())}${request.postData()}`);
    });
    await more(page, 'Configurar IA');
    const form = dialog(page, 'Configurar IA');
    expect(await form.getByRole('button', { name: 'Guardar clave' }).getAttribute('aria-disabled')).toBe('true');
    await form.getByLabel('API Key de Claude').fill('mala');
    await form.getByRole('button', { name: 'Probar conexión' }).click();
    await form.getByText(/^Error: La API Key no es válida/).waitFor();
    await form.getByLabel('API Key de Claude').fill('buena');
    await form.getByRole('button', { name: 'Probar conexión' }).click();
    await form.getByText('Conexión exitosa. La IA está lista para mapear cuentas.').waitFor();
    await form.getByLabel('API Key de Claude').fill('sk-ant-secreto-12345678');
    await form.getByRole('button', { name: 'Guardar clave' }).click();
    await form.getByText('Guardada: …12345678').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Eliminar la clave' }).click();
    await says(page, 'API Key eliminada');
    await form.getByText('No hay una clave guardada').waitFor();
    expect(toUs.join()).not.toContain('sk-ant-secreto');
    trouble.length = 0; // the refused key

    await page.goto(`${server.address}/cuentas-mapping?tab=tipos606`);
    await furnish(page, server);
    await (await keep(page, 'buena')).getByRole('button', { name: 'Cerrar' }).click();
    await button(page, 'Mapeo automático con IA').click();
    const proposals = page.getByRole('dialog', { name: /^Mapeo automático de los tipos/ });
    await proposals.getByText('4 cuentas por IA · 1 cuenta por palabras clave').waitFor();
    await proposals.getByText('92 %').first().waitFor();
    await proposals.getByText('Por su nombre').first().waitFor();
    await proposals.getByRole('button', { name: 'Rechazar las de palabras clave' }).click();
    await proposals.getByLabel('Aceptar Combustible').uncheck();
    expect(await seriousFaults(page)).toEqual([]);
    await proposals.getByRole('button', { name: 'Mapear 3 cuentas' }).click();
    await says(page, '3 cuentas en los tipos de bienes y servicios (606): falta guardar');
    await button(page, 'Guardar tipos').click();
    await says(page, 'Mapeo de tipos guardado exitosamente');
    expect((await stored(page, server)).mapeoTipos606).toEqual({ 1106: '01', 1107: '01', 6102: '01' });
    expect(trouble).toEqual([]);

    await page.goto(`${server.address}/cuentas-mapping`);
    await furnish(page, server);
    await (await keep(page, 'json-malo')).getByRole('button', { name: 'Cerrar' }).click();
    await button(page, 'Mapeo automático con IA').click();
    await says(page, /No se encontró JSON válido en la respuesta\. Esas cuentas se propusieron por palabras clave\./);
    await says(page, '0 cuentas por IA · 3 cuentas por palabras clave');
    await button(page, 'Cancelar').click();
    await (await keep(page, 'lenta')).getByRole('button', { name: 'Cerrar' }).click();
    await button(page, 'Mapeo automático con IA').click();
    await says(page, '0 de 5 cuentas…');
    await button(page, 'Detener').click();
    await says(page, '0 cuentas por IA · 0 cuentas por palabras clave');
    await context.close();
  });
});
