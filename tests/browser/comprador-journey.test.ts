import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import { creditInvoice } from '../crash/client.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { anonymous } from './contexts.ts';
import { button, callAs, dialog, refusals, says, seriousFaults, slow, visitor } from './journeys.ts';

// The buyer's page, from Configuración to the hands of the buyer.

let browser: Browser;
let place: Place;
let server: BuiltServer;
let invoice: { id: string; eNCF: string };

const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const closed = 'Este enlace no está disponible';

beforeAll(async () => {
  [browser, place] = await Promise.all([launchBrowser(), makePlace({ ambiente: 'testecf' })]);
  server = (await place.start())!;
  const { page, context } = await visitor(browser, server);
  const { text } = await callAs(page, 'POST', '/fe/api/emision/ecf/EnviarFactura', creditInvoice('1000.00'));
  invoice = JSON.parse(text);
  const stateOf = async () => JSON.parse((await callAs(page, 'GET', `/api/documentos/${invoice.id}`)).text).estado;
  await vi.waitFor(async () => expect(await stateOf()).toBe('aceptado'), { timeout: 120_000, interval: 200 });
  await context.close();
});
afterAll(async () => {
  await browser.close();
  await place.leave();
});

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Presses Tab until the element of that text has the focus. */
async function tabTo(page: Page, text: string | RegExp) {
  for (let presses = 0; presses < 60; presses++) {
    const at = (await focusedText(page)) ?? '';
    if (typeof text === 'string' ? at.trim() === text : text.test(at)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${text} is not reached with Tab`);
}

/** Expects that nothing is wider than the screen at each width, and that axe finds nothing. */
async function fits(page: Page) {
  for (const size of [wide, phone]) {
    await page.setViewportSize(size);
    expect([size.width, await overflow(page), await seriousFaults(page)]).toEqual([size.width, 0, []]);
  }
}

test('switched on in Configuración and shared from Facturas by keyboard; the buyer sees, downloads, prints and shares it; closed, it is gone', {
  ...slow,
  tags: ['screen/enlaces'],
}, async () => {
  const { page, context, trouble } = await visitor(browser, server, {
    path: `/facturas?doc=${invoice.id}`,
    viewport: wide,
  });
  await button(page, 'Compartir').focus();
  await page.keyboard.press('Enter');
  const sheet = dialog(page, `Compartir ${invoice.eNCF}`);
  await sheet.getByText('Su empresa no comparte comprobantes por enlace.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await tabTo(page, 'Ir a Configuración');
  await page.keyboard.press('Enter');
  const setting = page.getByLabel('Compartir comprobantes por enlace');
  await setting.focus();
  await page.keyboard.press('Space');
  await says(page, 'Página del comprador guardada');
  await page.getByLabel('Cuánto vale un enlace nuevo').selectOption('Un año');
  await expect.poll(() => page.getByLabel('Cuánto vale un enlace nuevo').inputValue()).toBe('365');
  expect(await seriousFaults(page)).toEqual([]);

  await page.goto(`${server.address}/facturas?doc=${invoice.id}`);
  await button(page, 'Compartir').focus();
  await page.keyboard.press('Enter');
  const whatsApp = sheet.getByRole('link', { name: 'Enviar por WhatsApp' });
  await whatsApp.waitFor();
  const message = new URL((await whatsApp.getAttribute('href'))!).searchParams.get('text')!;
  expect(message).toContain(`${invoice.eNCF} de `);
  expect(message).toContain('RD$ 1,180.00');
  const url = /https?:\S+$/.exec(message)![0];
  await fits(page);
  await page.setViewportSize(wide);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await focusedText(page)).toBe('Compartir');

  const buyer = await anonymous(browser, { viewport: phone });
  await buyer.page.goto(url);
  await says(buyer.page, 'Aceptado por la DGII');
  await says(buyer.page, 'Documento de prueba, sin valor fiscal');
  await says(buyer.page, 'RD$ 1,180.00');
  expect(await buyer.page.getByRole('link', { name: 'Iniciar sesión' }).count()).toBe(0);
  expect(await buyer.page.getByRole('link', { name: 'Verificar en la DGII' }).getAttribute('href')).toMatch(
    /^https:\/\/ecf\.dgii\.gov\.do\/testecf\/ConsultaTimbre\?/,
  );
  await fits(buyer.page);
  for (const [name, ending] of [
    ['PDF', 'pdf'],
    ['XML', 'xml'],
  ] as const) {
    const [file] = await Promise.all([
      buyer.page.waitForEvent('download'),
      buyer.page.getByRole('link', { name, exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`${invoice.eNCF}\\.${ending}$`));
  }

  await tabTo(buyer.page, 'Imprimir');
  await buyer.page.keyboard.press('Enter');
  const printing = dialog(buyer.page, 'Imprimir');
  await printing.getByRole('group', { name: 'Página 1 de 1' }).waitFor();
  await fits(buyer.page);
  await printing.getByRole('button', { name: 'Papel de 80 mm' }).click();
  await printing.getByRole('group', { name: 'Página 1 de 1' }).waitFor();
  await buyer.page.emulateMedia({ media: 'print' });
  const paper = await buyer.page.evaluate(() => ({
    root: getComputedStyle(document.getElementById('root')!).display,
    widthMm: document.querySelector('body > div > svg')!.getBoundingClientRect().width / (96 / 25.4),
  }));
  expect([paper.root, Math.round(paper.widthMm)]).toEqual(['none', 80]);
  await buyer.page.emulateMedia({ media: null });
  await buyer.page.keyboard.press('Escape');
  await printing.waitFor({ state: 'detached' });
  expect(await focusedText(buyer.page)).toBe('Imprimir');

  await button(buyer.page, 'Compartir').click();
  const own = dialog(buyer.page, 'Compartir factura');
  expect(await own.getByRole('link', { name: 'Correo' }).getAttribute('href')).toContain(encodeURIComponent(url));
  await fits(buyer.page);
  await buyer.page.keyboard.press('Escape');
  await buyer.page.getByRole('link', { name: /Ley 172-13/ }).click();
  await buyer.page.getByRole('heading', { level: 1, name: /^Qué datos contiene/ }).waitFor();
  await fits(buyer.page);

  await button(page, 'Compartir').focus();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Dejar de compartir' }).focus();
  await page.keyboard.press('Enter');
  await sheet.getByText('Ya no se comparte').waitFor();
  await buyer.page.goto(url);
  await buyer.page.getByRole('heading', { level: 1, name: closed }).waitFor();
  await says(buyer.page, 'Pídalo de nuevo a quien se lo envió.');
  const gone = await buyer.page.locator('main').innerHTML();
  await fits(buyer.page);
  await buyer.page.goto(`${server.address}/f/nunca-existio`);
  await buyer.page.getByRole('heading', { level: 1, name: closed }).waitFor();
  expect(await buyer.page.locator('main').innerHTML()).toBe(gone);

  await sheet.getByRole('button', { name: 'Crear otro enlace' }).click();
  await whatsApp.waitFor();
  expect(await whatsApp.getAttribute('href')).not.toContain(encodeURIComponent(url));
  expect([trouble, new Set(buyer.trouble)]).toEqual([[], new Set(refusals(404))]);
  await buyer.context.close();
  await context.close();
});

test('with a session the page is the same, without the application around it; what does not answer is asked again by a button, and one on its way by itself', {
  ...slow,
}, async () => {
  const { page, context } = await visitor(browser, server, { path: '/home', viewport: wide });
  const body = { activo: true, dias: null };
  expect((await callAs(page, 'PUT', '/api/configuracion/enlaces', body)).status).toBe(200);
  const { text } = await callAs(page, 'POST', `/api/documentos/${invoice.id}/enlace`, {});
  const { url } = JSON.parse(text).enlace;
  await context.route('**/api/enlaces/*', (route) => route.fulfill({ status: 500, body: 'roto' }), { times: 1 });
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'No se pudo abrir el comprobante' }).waitFor();
  await button(page, 'Intentar de nuevo').click();
  await says(page, 'Aceptado por la DGII');
  expect(await page.getByRole('navigation').count()).toBe(0);
  await context.route(
    '**/api/enlaces/*',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), situacion: 'en_proceso' } });
    },
    { times: 1 },
  );
  await page.reload();
  await says(page, 'La DGII aún no responde');
  expect(await seriousFaults(page)).toEqual([]);
  await says(page, 'Aceptado por la DGII');
  expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('light');
  await page.evaluate(() => localStorage.setItem('tema', 'dark'));
  await page.reload();
  await says(page, 'Aceptado por la DGII');
  expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
  expect(await seriousFaults(page)).toEqual([]);
  await context.close();
});
