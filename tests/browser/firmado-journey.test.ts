import { readFileSync } from 'node:fs';
import { makePdf } from '@timbre/firmas/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { anonymous } from './contexts.ts';
import { button, says, seriousFaults, slow, visitor } from './journeys.ts';

// Files signed by a company, and checked on the public page.

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const input = (page: Page) => page.locator('input[type=file]');
const named = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Presses a button, and returns the saved file. */
async function saved(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('a failure of the page itself is told as an unknown error', { ...slow, tags: ['SR8-9'] }, async () => {
  const { page, context } = await visitor(browser, server, { path: '/firmado-digital' });
  await page.evaluate(() => {
    FormData.prototype.set = () => {
      throw new TypeError();
    };
  });
  await input(page).setInputFiles([named('carta.txt', Buffer.from('Declaro.'))]);
  await button(page, 'Firmar').click();
  await says(page, /Error al firmar el documento.*Error desconocido/);
  await context.close();
});

test('a company signs three files, saves them, and a stranger is told who signed', {
  ...slow,
  tags: ['screen/firmado', 'screen/verificar', 'SR2-6', 'SR4-3', 'SR5-39', 'SR8-9'],
}, async () => {
  const text = Buffer.from('Declaro que esto es una prueba.\n');
  const { page, context, trouble } = await visitor(browser, server, {
    path: '/firmado-digital',
    viewport: { width: 768, height: 1024 },
  });
  await button(page, 'Firmar').click();
  await says(page, 'Elija los archivos que quiere firmar.');
  await input(page).setInputFiles([named('foto.png', text)]);
  await says(page, '«foto.png» no es pdf, xml ni txt.');

  const files = [
    named('Contrato.pdf', await makePdf()),
    named('carta.txt', text),
    named('pedido.xml', Buffer.from('<Pedido><Monto>100.00</Monto></Pedido>')),
  ];
  await input(page).setInputFiles(files);
  expect(await page.getByLabel('Incluir fecha en la firma').isChecked()).toBe(true);
  await page.getByLabel('Sello visible en los PDF').check();
  await page.getByLabel('Esquina').selectOption('arriba-derecha');
  await button(page, 'Aparte (.p7s)').click();
  await button(page, 'Firmar').click();
  await says(page, '3 de 3 archivos con firma');
  expect([await seriousFaults(page), await overflow(page)]).toEqual([[], 0]);
  const contract = await saved(page, 'Descargar Contrato-firmado.pdf');
  expect([contract.name, contract.bytes.subarray(0, 5).toString()]).toEqual(['Contrato-firmado.pdf', '%PDF-']);
  const letter = await saved(page, 'Descargar carta.txt.p7s');
  const all = await saved(page, 'Descargar todos (.zip)');
  expect([all.name, all.bytes.includes('pedido-firmado.xml')]).toEqual(['archivos-firmados.zip', true]);

  // A refusal stays until it is closed or another file is chosen.
  const foreign = '<ECF><Encabezado><Emisor><RNCEmisor>131880600</RNCEmisor></Emisor></Encabezado></ECF>';
  await input(page).setInputFiles([named('ajena.xml', Buffer.from(foreign))]);
  await button(page, 'Firmar').click();
  await says(page, /Error al firmar el documento/);
  await button(page, 'Entendido').click();
  await page.getByText('Error al firmar el documento').waitFor({ state: 'detached' });
  await button(page, 'Limpiar').click();
  await says(page, 'Aquí quedan los archivos firmados');
  expect(trouble.filter((line) => !/403/.test(line))).toEqual([]);
  await context.close();

  const anybody = await anonymous(browser, { viewport: { width: 360, height: 740 } });
  await anybody.page.goto(`${server.address}/login`);
  await anybody.page.getByRole('link', { name: 'Verificar su firma' }).click();
  await anybody.page.waitForURL('**/verificar');
  await says(anybody.page, 'Aquí se dice quién firmó');
  await input(anybody.page).setInputFiles([named('Contrato-firmado.pdf', contract.bytes)]);
  await says(anybody.page, 'Intacto desde la firma');
  await says(anybody.page, /^Por .*, RNC \d{9}|RNC \d{9}$/);
  expect([await seriousFaults(anybody.page), await overflow(anybody.page)]).toEqual([[], 0]);

  const changed = Buffer.from(contract.bytes);
  const at = changed.indexOf('stream') + 20;
  changed[at] = changed[at]! ^ 1;
  await input(anybody.page).setInputFiles([named('Contrato-firmado.pdf', changed)]);
  await says(anybody.page, 'El contenido fue alterado después de firmarse.');
  // A detached signature requires its file, which may be added afterwards.
  await input(anybody.page).setInputFiles([named('carta.txt.p7s', letter.bytes)]);
  await says(anybody.page, /^La firma está separada de su archivo/);
  await input(anybody.page).setInputFiles([named('carta.txt', text)]);
  await says(anybody.page, /carta\.txt\.p7s y carta\.txt/);
  await anybody.page.getByRole('heading', { name: 'Firma Intacto desde la firma' }).waitFor();
  expect(anybody.trouble).toEqual([]);
  await anybody.context.close();
});
