import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { anonymous } from './contexts.ts';
import { button, logIn, refusals, says, seriousFaults, slow } from './journeys.ts';

// The public examination of a document, without a session and with one.

let browser: Browser;
let server: BuiltServer;
/** A valid document, and the same one with its total changed after signing. */
let sound: string;
let altered: string;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
  const example = async (query: string) => (await fetch(`${server.address}/api/ensayo/ejemplo${query}`)).text();
  [sound, altered] = [await example(''), await example('?alterado=true')];
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const field = (page: Page) => page.getByLabel('XML del e-CF o del resumen (RFCE)');
const result = (page: Page) => page.getByRole('region', { name: 'Resultado del ensayo' });
const checks = (page: Page) => result(page).getByRole('list', { name: 'Comprobaciones' }).locator('h3');
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Drops a file on the form, as from the desktop. */
async function drop(page: Page, name: string, text: string) {
  const files = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], fileName!, { type: 'text/xml' }));
      return transfer;
    },
    [name, text],
  );
  const form = page.getByRole('form', { name: 'Comprobante por ensayar' });
  for (const event of ['dragover', 'drop']) await form.dispatchEvent(event, { dataTransfer: files });
}

const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

/** Expects that nothing is wider than the screen at each width, and that axe finds nothing on the last. */
async function fits(page: Page) {
  for (const size of [phone, wide]) {
    await page.setViewportSize(size);
    expect(await overflow(page)).toBe(0);
  }
  expect(await seriousFaults(page)).toEqual([]);
}

test(
  'from the login without a session: pasted with the keyboard alone, every check has its state and its words; the example, a broken document and an empty field are told',
  slow,
  async () => {
    const { page, context, trouble } = await anonymous(browser, { viewport: wide });
    await page.goto(`${server.address}/login`);
    await page.getByRole('link', { name: 'Ensayar un XML' }).click();
    await page.waitForURL('**/ensayo');
    await says(page, 'Aquí se explica el comprobante');
    await fits(page);

    await field(page).focus();
    await page.keyboard.insertText(sound);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await result(page).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Resultado del ensayo');
    expect(await checks(page).allTextContents()).toEqual([
      'Forma del XML Bien',
      'Estructura oficial Bien',
      'Firma digital Bien',
      'Certificado No verificable',
      'Aritmética Bien',
      'Reglas de la DGII Bien',
      'Referencias Bien',
      'Código QR Bien',
      'Código de seguridad Bien',
    ]);
    await says(page, 'Nada mal en 9 comprobaciones');
    await result(page).getByRole('img', { name: 'Código QR que debe imprimirse' }).waitFor();
    await button(page, 'Pruebas').click();
    await says(page, /^https:\/\/ecf\.dgii\.gov\.do\/testecf\/ConsultaTimbre\?/);
    await fits(page);

    // The last answer goes when another text is typed.
    await field(page).fill('');
    await result(page).waitFor({ state: 'detached' });
    await button(page, 'Ensayar').click();
    await says(page, 'Pegue un XML o elija un archivo.');
    await button(page, 'Probar con un ejemplo').click();
    await says(page, 'Nada mal en 9 comprobaciones');
    expect(await field(page).inputValue()).toBe(sound);
    await field(page).fill(sound.replace('</Encabezado>', ''));
    await result(page).waitFor({ state: 'detached' });
    await button(page, 'Ensayar').click();
    await says(page, '1 comprobación mal de 9');
    await says(page, /línea 1, columna/);
    await fits(page);

    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'vacio.xml', mimeType: 'text/xml', buffer: Buffer.alloc(0) });
    await says(page, 'El archivo está vacío.');
    expect([await seriousFaults(page), trouble]).toEqual([[], []]);
    await context.close();
  },
);

test(
  'dropped, an altered document says where and why; its code opens the article, without a session',
  slow,
  async () => {
    const { page, context, trouble } = await anonymous(browser, { viewport: phone });
    await page.goto(`${server.address}/ensayo`);
    await field(page).waitFor();
    await drop(page, 'alterada.xml', altered);
    await result(page).waitFor();
    await says(page, /alterada\.xml · /);
    expect((await checks(page).allTextContents())[2]).toBe('Firma digital Mal');
    await says(page, /El documento fue alterado después de firmarse/);
    const [article] = await Promise.all([
      context.waitForEvent('page'),
      result(page).getByRole('link', { name: 'firma/alterado' }).click(),
    ]);
    await article.getByRole('heading', { level: 1, name: 'Documento alterado después de firmarse' }).waitFor();
    expect(new URL(article.url()).pathname).toBe('/enciclopedia/firma_alterado');
    expect(await seriousFaults(article)).toEqual([]);
    await article.close();
    expect(await seriousFaults(page)).toEqual([]);
    await fits(page);
    expect(trouble).toEqual([]);
    await context.close();
  },
);

test('with a session it is a screen of the application, which the palette opens', {
  ...slow,
  tags: ['screen/ensayo'],
}, async () => {
  const { page, context, trouble } = await anonymous(browser, { viewport: { width: 1440, height: 900 } });
  await logIn(page, server);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Buscar / }).fill('ensayar un xml');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ensayo');
  await page.getByRole('navigation').first().waitFor();
  await field(page).fill(sound);
  await button(page, 'Ensayar').click();
  await result(page).waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});

// The last test, because it exhausts the rate limit of the address.
test('too many from one address: the screen says how long to wait, and then goes on', slow, async () => {
  const { page, context, trouble } = await anonymous(browser, { viewport: { width: 360, height: 740 } });
  await page.goto(`${server.address}/ensayo`);
  await field(page).fill(sound);
  const statuses = await page.evaluate(async () => {
    const sent = Array.from({ length: 60 }, () => fetch('/api/ensayo/ejemplo').then(({ status }) => status));
    const answers = await Promise.all(sent);
    // In the same step, so that the rate limit cannot recover before the click on a slow machine.
    document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    return answers;
  });
  expect(statuses).toContain(429);
  await says(page, /Demasiados intentos.*Podrá ensayar de nuevo en \d+ segundos?\./s);
  expect(await button(page, 'Ensayar').getAttribute('aria-disabled')).toBe('true');
  await page.waitForFunction(() => document.querySelector('button[type=submit][aria-disabled=false]') !== null);
  await button(page, 'Ensayar').click();
  await says(page, 'Nada mal en 9 comprobaciones');
  expect(new Set(trouble)).toEqual(new Set(refusals(429)));
  await context.close();
});
