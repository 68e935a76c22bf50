import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPassword } from '../../apps/server/src/main/testing/people.ts';
import { withServer } from '../../apps/server/src/main/testing/server.ts';
import { bare, stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { launchBrowser } from '../browser.ts';
import { button, dialog, says, seriousFaults, visitor } from './journeys.ts';

const server = withServer();
let browser: Browser;
let address: string;

beforeAll(async () => {
  browser = await launchBrowser();
  address = await server.app.http.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => browser.close());

test('a new company registers the DGII’s ranges of Pruebas in one step, on a phone', async () => {
  const { rnc } = await stranger(server, { ...bare, certificado: true });
  const who = { address, login: `prueba${rnc}@ejemplo.invalid`, password: testPassword };
  const { page, context, trouble } = await visitor(browser, who, {
    path: '/configuracion?tab=rangos',
    viewport: { width: 360, height: 800 },
  });
  await says(page, 'En Pruebas la DGII da a todos los mismos números.');
  expect(await seriousFaults(page)).toEqual([]);
  await button(page, 'Usar los rangos de prueba de la DGII').click();
  await says(page, 'Rangos de prueba registrados');
  await page.getByText('1 – 50,000,000').waitFor();
  await page.getByText('En Pruebas la DGII da a todos').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  // In Certificación the DGII authorises each range, so no test ranges are offered.
  await page.goto(`${address}/configuracion?tab=rangos&ambiente=certecf`);
  await says(page, 'Sin rango');
  expect(await button(page, 'Usar los rangos de prueba de la DGII').count()).toBe(0);

  // The address opens the form for a type. Closing the form removes the type from the address.
  await page.goto(`${address}/configuracion?tab=rangos&ambiente=testecf&registrar=47`);
  await dialog(page, 'Registrar rango autorizado').waitFor();
  expect(await page.getByLabel('Tipo de e-CF').inputValue()).toBe('47');
  await button(page, 'Cancelar').click();
  await page.waitForURL((url) => !url.search.includes('registrar'));
  expect(trouble).toEqual([]);
  await context.close();
});
