import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { button, seriousFaults, slow, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('the services, the directory and the state of an e-CF are read on one screen, by the keyboard too', {
  ...slow,
  tags: ['screen/dgii'],
}, async () => {
  const { page, context, trouble } = await visitor(browser, server, { path: '/dgii' });
  const services = panel(page, 'Servicios de la DGII');
  await services.getByRole('region', { name: 'Producción' }).getByText('Disponible').first().waitFor();
  await services.getByText('La DGII no ha anunciado ninguno.').waitFor();

  const directory = panel(page, 'Directorio de contribuyentes');
  await button(page, 'Ver mi empresa').click();
  // The test's server has no public address, so its company is not in the directory.
  await directory.getByText('Entra cuando la DGII la habilita').waitFor();
  await directory.getByLabel('RNC o cédula').fill('101000007');
  await page.keyboard.press('Enter');
  await directory.getByText('101-00000-7 no está en el directorio.').waitFor();

  const document = panel(page, 'Consultar un e-CF');
  await document
    .getByLabel('Dirección del código QR')
    .fill(
      'https://ecf.dgii.gov.do/testecf/ConsultaTimbre?RncEmisor=199000005&ENCF=E310000009999&MontoTotal=118.00&CodigoSeguridad=abcdef',
    );
  expect(await document.getByLabel('e-NCF').inputValue()).toBe('E310000009999');
  expect(await document.getByRole('link', { name: 'Abrir en la DGII' }).getAttribute('rel')).toBe('noreferrer');
  await page.keyboard.press('Enter');
  await document.getByText('No encontrado').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});
