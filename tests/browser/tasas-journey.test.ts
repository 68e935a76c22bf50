import { nombreDeTrimestre, trimestreDe } from '@timbre/ecf';
import { formatFecha } from '@timbre/values';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saleOf } from '../../apps/server/src/main/testing/draft.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials } from '../door.ts';
import { button, dialog, says, seriousFaults, slow, visitor } from './journeys.ts';

// The specific excise of the current quarter: the platform's administrator adds the rates, and a company's documents
// must comply with them.

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const nombre = nombreDeTrimestre(trimestreDe(formatFecha(Date.now())));

/**
 * Issues an invoice for a case of beer at this rate through the API. Returns the status, and the codes of errors or
 * notices.
 */
async function sendBeer(TasaImpuestoAdicional: string) {
  const post = (path: string, body: object, key?: string) =>
    fetch(server.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
    });
  const { apiKey } = await (
    await post('/api/auth/login', { correo: server.login, contrasena: server.password })
  ).json();
  const beer = saleOf({
    precio: '1000.00',
    item: {
      CantidadReferencia: '24.00',
      UnidadReferencia: '47',
      GradosAlcohol: '5.00',
      PrecioUnitarioReferencia: '80.00',
      TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: '0.355', CodigoSubcantidad: '41' }] },
      TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '006' }] },
    },
    totales: { ImpuestosAdicionales: { ImpuestoAdicional: [{ TipoImpuesto: '006', TasaImpuestoAdicional }] } },
  });
  const answer = await post('/fe/api/emision/ecf/EnviarFactura', beer, apiKey);
  const { errores, avisos } = await answer.json();
  return [answer.status, ...(errores ?? avisos).map(({ codigo }: { codigo: string }) => codigo)];
}

test('a quarter without rates is added by keyboard; from then on another rate is refused', slow, async () => {
  expect(await sendBeer('1.00')).toEqual([200, 'ECF-IMPUESTO-07']);
  const { page, context, trouble } = await visitor(
    browser,
    { address: server.address, ...rootCredentials },
    { path: '/tasas-selectivo' },
  );
  await says(page, `Faltan las tasas de ${nombre}, el trimestre en curso.`);
  expect(await seriousFaults(page)).toEqual([]);
  await button(page, 'Cargar tasas').press('Enter');
  const form = dialog(page, `Tasas de ${nombre}`);
  await form.getByLabel('Alcohol, por litro de alcohol absoluto (RD$)').fill('750.25');
  await page.keyboard.press('Tab');
  await page.keyboard.type('64.1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('3205');
  await page.keyboard.press('Enter');
  await says(page, 'Hasta 999.99, con dos decimales');
  await says(page, 'Escriba la resolución de la DGII que las fija');
  expect(await seriousFaults(page)).toEqual([]);
  await form.getByLabel('Cajetilla de 10 (RD$)').fill('32.05');
  await form.getByLabel('Resolución de la DGII').fill('Resolución DDG-AR1-9999-00001');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ has: button(page, `Corregir las tasas de ${nombre}`) });
  for (const text of ['750.25', '64.10', '32.05', 'Resolución DDG-AR1-9999-00001', 'Cargadas'])
    await row.getByText(text, { exact: true }).waitFor();
  expect(await page.getByText('el trimestre en curso.').count()).toBe(0);
  expect(await sendBeer('1.00')).toEqual([422, 'ECF-IMPUESTO-08']);
  expect(await sendBeer('750.25')).toEqual([200]);
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  expect(trouble).toEqual([]);
  await context.close();
});
