import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceOf, type TermName, terms, titleOf } from '../../apps/web/src/features/ayuda/terms.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import {
  button,
  dialog,
  processWorkbook,
  sampleWorkbook,
  says,
  seriousFaults,
  signAndSendAll,
  slow,
  visitor,
} from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({})]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const open = (path: string, options = {}) => visitor(browser, server, { path, ...options });
const phone = { viewport: { width: 360, height: 740 } };

/** The button next to a term, and the explanation that it opens. */
const ask = (page: Page, name: TermName) => button(page, `Qué es ${name}`);
const answer = (page: Page, name: TermName) => dialog(page, `Qué es ${name}`);

/** Waits until an open explanation shows the rule, the example and the source document of a term. */
async function reads(page: Page, name: TermName) {
  const box = answer(page, name);
  await box.getByText(titleOf(name), { exact: true }).waitFor();
  await box.getByText(terms[name].rule).waitFor();
  await box.getByText(terms[name].example).waitFor();
  await box.getByText(sourceOf(terms[name])).waitFor();
  return box;
}

describe('a term', () => {
  test('a term opens by keyboard with its rule, an example and the document; Escape closes it and gives the focus back', async () => {
    const { page, context, trouble } = await open('/configuracion');
    const trigger = ask(page, 'certificado digital');
    await trigger.focus();
    await page.keyboard.press('Enter');
    const box = await reads(page, 'certificado digital');
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
    expect(await trigger.evaluate((element) => element === document.activeElement)).toBe(true);
    // Only one explanation is open at a time. A click outside closes it.
    await ask(page, 'ambiente').click();
    await reads(page, 'ambiente');
    await page.getByRole('heading', { level: 1 }).click();
    await answer(page, 'ambiente').waitFor({ state: 'hidden' });
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('a term is no part of the accessible name of its field', async () => {
    const { page, context } = await open('/nueva-factura');
    await page.getByRole('combobox', { name: 'Tipo de comprobante', exact: true }).selectOption('32');
    await page.getByLabel('Tipo de ingresos', { exact: true }).selectOption('02');
    await ask(page, 'tipo de ingresos').click();
    await reads(page, 'tipo de ingresos');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Tipo de ingresos', { exact: true }).inputValue()).toBe('02');
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });

  test('a term fits a phone, wherever its button is, light and dark', async () => {
    const { page, context } = await open('/configuracion', phone);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of ['ambiente', 'certificado digital'] as const) {
        await ask(page, name).click();
        const { x, width } = (await (await reads(page, name)).boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(360);
        expect(await seriousFaults(page)).toEqual([]);
        await page.keyboard.press('Escape');
      }
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await context.close();
  });

  test('the ranges have terms beside their title and in the dialog that voids numbers', async () => {
    const { page, context } = await open('/configuracion?tab=rangos');
    await ask(page, 'secuencia').click();
    await reads(page, 'secuencia');
    await page.keyboard.press('Escape');
    await button(page, /^Anular números sin usar de .*E31/).click();
    const asked = dialog(page, 'Anular números sin usar de E31');
    await asked.getByLabel('Desde').waitFor();
    await ask(page, 'anulación de secuencias').click();
    await reads(page, 'anulación de secuencias');
    // Escape closes only the element that was opened last.
    await page.keyboard.press('Escape');
    await answer(page, 'anulación de secuencias').waitFor({ state: 'hidden' });
    await asked.getByLabel('Desde').waitFor();
    await context.close();
  });

  test('a term whose text could not be loaded says so and loads it again', async () => {
    const { page, context } = await open('/configuracion');
    const texts = /\/term-card-[^/]+\.js$/;
    await context.route(texts, (route) => route.abort());
    await context.setOffline(true);
    await ask(page, 'ambiente').click();
    await answer(page, 'ambiente').getByText('Sin conexión con el servidor').waitFor();
    await context.setOffline(false);
    await context.unroute(texts);
    await reads(page, 'ambiente');
    await context.close();
  });
});

describe('the list of terms', () => {
  test('the list of terms opens from the user menu; its search ignores accents; the focus returns', async () => {
    const { page, context, trouble } = await open('/home');
    await button(page, /^Usuario /).click();
    await page.getByRole('menuitem', { name: 'Ayuda: términos fiscales' }).click();
    const list = dialog(page, 'Ayuda: términos fiscales');
    const all = Object.keys(terms).length;
    await list.getByText(`${all} términos`).waitFor();
    expect(await list.getByRole('article').count()).toBe(all);
    await page.keyboard.type('codigo de seguridad');
    await list.getByRole('article', { name: 'Código de seguridad', exact: true }).waitFor();
    await expect.poll(() => list.getByRole('article').count()).toBeLessThan(5);
    expect(await seriousFaults(page)).toEqual([]);
    await list.getByLabel('Buscar un término').fill('zapato');
    await list.getByText('Ningún término tiene «zapato». Pruebe con otra palabra.').waitFor();
    // The first Escape clears the search, as in every search field of the browser.
    await page.keyboard.press('Escape');
    await list.getByText(`${all} términos`).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await expect
      .poll(() => button(page, /^Usuario /).evaluate((element) => element === document.activeElement))
      .toBe(true);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('the list of terms opens from the palette and fits a phone', async () => {
    const { page, context } = await open('/facturas', phone);
    await page.keyboard.press('Control+k');
    await dialog(page, 'Paleta de comandos').getByRole('combobox').fill('ayuda');
    await page.keyboard.press('Enter');
    const list = dialog(page, 'Ayuda: términos fiscales');
    await list.getByText(terms['e-CF'].rule).waitFor();
    expect(await list.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });
});

// The last test, because it issues documents.
test(
  'the steps of Inicio stay until Producción; an invoice explains its state, Track ID and security code',
  slow,
  async () => {
    const { page, context, trouble } = await open('/home');
    const steps = page.getByRole('region', { name: 'Primeros pasos' });
    await steps.getByText('3 de 5 hechos.').waitFor();
    await steps.getByRole('link', { name: 'Abrir Excel a e-CF' }).click();
    await page.waitForURL('**/excel');
    await processWorkbook(page, server.address, await sampleWorkbook(page, server.address));
    await signAndSendAll(page, 120_000);
    await page.goto(`${server.address}/home`);
    await steps.getByText('4 de 5 hechos.').waitFor();
    expect(await steps.getByRole('link').allTextContents()).toEqual(['Cambiar de ambiente']);
    // A company in Producción has no steps left.
    await context.route('**/api/empresa', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ambiente: 'ecf' } });
    });
    await page.reload();
    await page.getByRole('region', { name: 'Qué hacer ahora' }).waitFor();
    await says(page, 'NCF Utilizados por Tipo');
    await expect.poll(() => steps.count()).toBe(0);
    // Waits until pending requests are answered.
    await context.unrouteAll({ behavior: 'wait' });
    await page.goto(`${server.address}/facturas?tipo=31`);
    await page
      .getByRole('button', { name: /^E31\d{10}$/ })
      .first()
      .click();
    for (const name of ['aceptado', 'Track ID', 'código de seguridad'] as const) {
      await ask(page, name).press('Enter');
      await reads(page, name);
      // The arrow keys change the invoice only while the focus is in the drawer itself.
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await answer(page, name).waitFor({ state: 'hidden' });
    }
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  },
);
