import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { received } from '../../apps/server/src/domain/reports/testing/documents.ts';
import type { Context } from '../../apps/server/src/features/context.ts';
import type { Stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { button, says, seriousFaults, slow } from './journeys.ts';
import { day, eNCF, openReports, supplier } from './reportes-place.ts';

let browser: Browser;
let place: Place;
let server: BuiltServer;

/** Stores two purchases without a response of the DGII, and one that the DGII accepted. */
async function furnish({ db }: Context, { id, rnc: comprador }: Stranger): Promise<void> {
  await db.system(async (tx) => {
    for (const n of [1, 2, 3]) {
      const draft = { emisor: supplier, comprador, eNCF: eNCF(31, n), fecha: day(n) };
      await received(tx, id, draft, { estado_dgii: n === 3 ? 'aceptado' : null });
    }
  });
}

beforeAll(async () => {
  [browser, place] = await Promise.all([launchBrowser(), makePlace({ furnish })]);
  server = (await place.start())!;
});
afterAll(async () => {
  await browser.close();
  await place.leave();
});

test(
  'e-CF that the DGII has not accepted are told on the report, named among the problems, and asked about again',
  slow,
  async () => {
    const { page, context, trouble } = await openReports(browser, server);
    const banner = page
      .getByRole('status')
      .filter({ hasText: '2 e-CF recibidos esperan a la DGII y no cuentan en el 606.' });
    await banner.waitFor();
    await button(page, 'Generar').click();
    await says(page, 'Este reporte no lo tiene todo.');
    expect([await seriousFaults(page), trouble]).toEqual([[], []]);
    await banner.getByRole('button', { name: 'Ver cuáles' }).click();
    await page.getByRole('link', { name: `${eNCF(31, 1)} de 132-11111-7` }).waitFor();
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/606/sin-confirmar'));
    await button(page, 'Consultar otra vez').click();
    expect((await asked).status()).toBe(202);
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  },
);

test('a sale to a consumer is loaded by hand without the buyer; one that is high is not', slow, async () => {
  const { page, context, trouble } = await openReports(browser, server, '&tab=607&vista=cargar');
  await page.getByText('Uno a mano').click();
  await page.getByLabel('NCF', { exact: true }).fill('B0200000202');
  await page.getByLabel('Fecha', { exact: true }).fill(day(3).split('-').reverse().join('/'));
  await page.getByLabel('Monto total').fill('295,000.00');
  await page.getByLabel('ITBIS').fill('45,000.00');
  await button(page, 'Revisar').click();
  await page.getByText('Falta el RNC o la cédula del cliente').waitFor();
  await page.getByLabel('Monto total').fill('1,180.00');
  await page.getByLabel('ITBIS').fill('180.00');
  await button(page, 'Revisar').click();
  await button(page, 'Cargar 1 comprobante').click();
  await says(page, 'Se cargó 1 comprobante.');
  expect([await seriousFaults(page), trouble]).toEqual([[], []]);
  await context.close();
});
