import { createSigner, signXml } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ecfXml, justNow, xmlForm } from '../../apps/server/src/main/testing/xml.ts';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { receiverToken } from '../door.ts';
import { button, callAs, dialog, says, seriousFaults, visitor } from './journeys.ts';

let browser: Browser;
let place: Place;
let server: BuiltServer;
let rnc: string;
const emisor = '131880600';
const signer = createSigner(makeCertificate());

beforeAll(async () => {
  // In certification an invoice may be answered before the DGII confirms it, because no service there confirms it.
  [browser, place] = await Promise.all([launchBrowser(), makePlace({ ambiente: 'certecf' })]);
  server = (await place.start())!;
  rnc = server.login;
});
afterAll(async () => {
  await browser.close();
  await place.leave();
});

let numbers = 0;
/** A signed e-CF of a supplier for the company, or for another buyer. */
async function invoice({ monto = '100.00', comprador = rnc } = {}) {
  numbers += 1;
  const eNCF = `E31${String(numbers).padStart(10, '0')}`;
  const unsigned = ecfXml({ rnc: emisor, eNCF, monto, fechaFirma: justNow() });
  const { xml } = await signXml(unsigned.replace(/(<RNCComprador>)\d+/, `$1${comprador}`), signer);
  return { eNCF, file: { name: `${emisor}${eNCF}.xml`, mimeType: 'text/xml', buffer: Buffer.from(xml) }, xml };
}

/** Sends an e-CF to the receiver, as its issuer does. Returns the acknowledgement. */
async function deliver(xml: string): Promise<string> {
  const headers = { authorization: `Bearer ${await receiverToken(server.address, signer)}` };
  return (
    await fetch(`${server.address}/fe/recepcion/api/ecf`, { method: 'POST', headers, body: xmlForm(xml) })
  ).text();
}

const open = (options = {}) => visitor(browser, server, { path: '/facturasrecibidas', ...options });
const grid = (page: Page) => page.getByRole('grid', { name: 'Facturas recibidas' });
const files = (page: Page) => page.getByRole('form', { name: 'Archivos XML recibidos' }).locator('input[type=file]');

test('the empty list says what arrives here; files are dropped, many at once, and each refused one says why', async () => {
  const { page, context, trouble } = await open();
  await says(page, 'No se encontraron facturas recibidas');
  expect(await seriousFaults(page)).toEqual([]);
  const [one, two, other] = await Promise.all([
    invoice({ monto: '300.00' }),
    invoice(),
    invoice({ comprador: '131246796' }),
  ]);
  const broken = { name: 'carta.xml', mimeType: 'text/xml', buffer: Buffer.from('<carta/>') };
  await files(page).setInputFiles([one.file, two.file, other.file, broken, one.file]);
  await says(page, /2 facturas recibidas\./);
  const faults = page.getByRole('list', { name: 'Archivos que no se recibieron' });
  expect(await faults.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining(other.file.name),
    expect.stringContaining('carta.xml'),
  ]);
  await expect.poll(() => grid(page).getByRole('button', { name: /^E31/ }).count()).toBe(2);
  await says(page, 'Página 1 de 1 - 2 facturas mostradas');
  expect(trouble.filter((line) => !line.includes('422'))).toEqual([]);
  await context.close();
});

test('a document that its issuer sends appears by itself; its acuse and its XML are downloaded', {
  tags: ['screen/recibidas', 'SI2.2-1'],
}, async () => {
  const { page, context } = await open();
  const sent = await invoice({ monto: '450.00' });
  expect(await deliver(sent.xml)).toContain('<Estado>0</Estado>');
  await grid(page).getByRole('button', { name: sent.eNCF, exact: true }).click();
  const drawer = dialog(page, sent.eNCF);
  await drawer.getByText('RD$ 450.00').waitFor();
  await drawer.getByText('Servicio de prueba').waitFor();
  const download = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Descargar acuse' }).click();
  expect((await download).suggestedFilename()).toBe(`acuse_${sent.eNCF}.xml`);
  await drawer.getByRole('button', { name: 'Ver XML' }).click();
  await dialog(page, `XML de ${sent.eNCF}`).getByText('<eNCF>').waitFor();
  await page.keyboard.press('Escape');
  expect(await seriousFaults(page)).toEqual([]);
  await context.close();
});

test('an invoice is accepted and another rejected with its reason, by keyboard; both answers are sent', async () => {
  const { page, context } = await open();
  const [good, bad] = [await invoice(), await invoice()];
  for (const { xml } of [good, bad]) await deliver(xml);
  await grid(page).getByRole('button', { name: good.eNCF, exact: true }).click();
  await dialog(page, good.eNCF).getByRole('button', { name: 'Aceptar' }).press('Enter');
  await dialog(page, `Aceptar ${good.eNCF}`).getByRole('button', { name: 'Aceptar' }).press('Enter');
  await dialog(page, good.eNCF)
    .getByText(/A la DGII: enviada/)
    .waitFor();
  await page.keyboard.press('Escape');
  await grid(page).getByRole('button', { name: bad.eNCF, exact: true }).click();
  await dialog(page, bad.eNCF).getByRole('button', { name: 'Rechazar' }).press('Enter');
  const asking = dialog(page, `Rechazar ${bad.eNCF}`);
  expect(await asking.getByRole('button', { name: 'Rechazar' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.type('El precio no es el acordado');
  await asking.getByRole('button', { name: 'Rechazar' }).press('Enter');
  await dialog(page, bad.eNCF)
    .getByText(/«El precio no es el acordado»/)
    .waitFor();
  await vi.waitFor(
    async () => {
      const { text } = await callAs(page, 'GET', '/api/facturas/recibidas?respuesta=rechazada');
      expect(JSON.parse(text).data).toMatchObject([{ encF: bad.eNCF }]);
    },
    { timeout: 120_000, interval: 300 },
  );
  await context.close();
});

test('filters are in the address and Back undoes them; pages go by tens; what was not received is listed', {
  tags: ['SI2.2-1'],
}, async () => {
  const { page, context } = await open();
  for (let i = 0; i < 9; i++) await deliver((await invoice({ monto: '10.00' })).xml);
  await page.reload();
  await button(page, 'Siguiente').click();
  await says(page, /Página 2 de 2/);
  await page.getByRole('searchbox').fill('E310000000001');
  await expect.poll(() => grid(page).getByRole('button', { name: /^E31/ }).count()).toBe(1);
  expect(page.url()).toContain('buscar=E310000000001');
  await page.goBack();
  await button(page, 'No recibidas').click();
  await dialog(page, 'Documentos no recibidos')
    .getByText(/RNC Comprador no corresponde/)
    .waitFor();
  await context.close();
});

test('on a phone received documents are cards, and nothing is wider than the screen', async () => {
  const { page, context } = await open({ viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: /^E31/ }).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await seriousFaults(page)).toEqual([]);
  await context.close();
});
