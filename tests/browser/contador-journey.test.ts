import { contador, reportes } from '@timbre/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testPassword } from '../../apps/server/src/main/testing/people.ts';
import { withServer } from '../../apps/server/src/main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { launchBrowser } from '../browser.ts';
import { button, dialog, refusals, seriousFaults, visitor } from './journeys.ts';

// The list of an accountant's clients. The server is in this process; its clock is at 2026-03-16, so February is due.

const server = withServer();
let browser: Browser;
let address: string;
/** The company of the accountant, and two that become clients: one in Producción, one in Pruebas. */
let firm: Stranger;
let producing: Stranger;
let trying: Stranger;

beforeAll(async () => {
  [browser, address] = await Promise.all([
    launchBrowser(),
    server.app.http.fastify.listen({ port: 0, host: '127.0.0.1' }),
  ]);
});
beforeEach(async () => {
  server.clock.advance(60 * 60_000);
  firm = await stranger(server, { ...bare, certificado: true });
  producing = await stranger(server, { ...bare, certificado: true, ambiente: 'ecf' });
  trying = await stranger(server, bare);
  const bought = (ncf: string, fecha: string) => ({
    ...{ rnc: '132111117', razonSocial: 'Suplidora Inventada SRL', ncf, fecha },
    ...{ montoTotal: '1180.00', itbis: '180.00' },
  });
  const datos = [bought('B0100000001', '2026-02-10'), bought('B0100000002', '2026-02-11')];
  await server.call(reportes.cargarComprobantes, { params: { tipo: '606' }, body: { datos } }, producing.sesion);
});
afterAll(() => browser.close());

function visit(company: Stranger, path: string, width = 1440) {
  const who = { address, login: company.correo, password: testPassword };
  return visitor(browser, who, { path, viewport: { width, height: 900 } });
}

/** Makes the despacho of the accountant, by calls, with both companies as clients. */
async function serve(): Promise<void> {
  const own = { nombre: 'Rosario & Asociados', suNombre: 'Yissel Rosario' };
  const { id } = (await server.call(contador.crearDespacho, { body: own }, firm.sesion)).body;
  const clientes = [producing, trying].map(({ rnc, razonSocial: nombre }) => ({ rnc, nombre }));
  await server.call(contador.pedirClientes, { params: { id }, body: { clientes } }, firm.sesion);
  for (const { sesion } of [producing, trying]) {
    const [asked] = (await server.call(contador.despachosDeLaEmpresa, {}, sesion)).body;
    await server.call(contador.aceptarDespacho, { params: { id: asked!.id } }, sesion);
  }
}

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const rowOf = (page: Page, { razonSocial }: Stranger) => page.getByRole('row').filter({ hasText: razonSocial });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('a despacho is created, clients are pasted, and one consents on its screen of users', {
  tags: ['screen/contador'],
}, async () => {
  const { page, context, trouble } = await visit(firm, '/contador');
  await button(page, 'Crear mi despacho').click();
  const adding = dialog(page, 'Agregar clientes');
  await adding.getByLabel('Nombre del despacho').fill('Rosario & Asociados');
  await adding.getByLabel('Su nombre').fill('Yissel Rosario');
  await page.keyboard.press('Enter');
  const list = adding.getByLabel('Empresas');
  await list.fill(`RNC\tNombre\n${producing.rnc}\tLa Primera SRL\n199-99999-0\tNo está aquí\n12\tMal escrito`);
  await adding.getByText('3 empresas', { exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await adding.getByRole('button', { name: 'Pedir permiso a 3 empresas' }).click();
  const lines = adding.getByRole('list', { name: 'Resultado de cada línea' }).getByRole('listitem');
  await lines.nth(2).getByText('No es un RNC ni una cédula').waitFor();
  expect(await lines.getByText('Pedida', { exact: true }).count()).toBe(2);
  await adding.getByRole('button', { name: 'Listo' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'La Primera SRL' })
    .getByText(/Esperando permiso/)
    .waitFor();
  expect(await page.getByRole('link', { name: 'Clientes', exact: true }).count()).toBe(1);

  const client = await visit(producing, '/usuarios', 360);
  await client.page.getByRole('button', { name: 'Aceptar a Rosario & Asociados' }).click();
  await client.page
    .getByRole('list', { name: 'Despachos' })
    .getByText(/1 persona con acceso/)
    .waitFor();
  expect([await fits(client.page), await seriousFaults(client.page), client.trouble]).toEqual([true, [], []]);
  await client.context.close();

  await page.reload();
  await rowOf(page, producing).getByText('2 por responder').waitFor();
  expect([await seriousFaults(page), trouble]).toEqual([[], []]);
  await context.close();
});

test('the list shows what is due, is filtered by the strip and by search, and is walked by keyboard', async () => {
  await serve();
  const { page, context, trouble } = await visit(firm, '/contador');
  await rowOf(page, producing).getByText('2 por responder').waitFor();
  await rowOf(page, producing).getByText('Espera al 606').waitFor();
  await rowOf(page, trying).getByText('TEST').waitFor();
  await page
    .getByRole('region', { name: 'Vencimientos del mes' })
    .getByRole('button', { name: '1 por responder' })
    .click();
  await page.getByText('1 de 3 empresas').waitFor();
  expect(new URL(page.url()).searchParams.get('parte')).toBe('606.por_responder');
  await page.keyboard.press('Escape');
  await page.getByText('3 empresas', { exact: true }).last().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(trying.rnc.slice(0, 9));
  await page.getByText('1 de 3 empresas').waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, producing).waitFor();
  const names = await page.getByRole('cell').getByRole('button').allTextContents();
  for (const [key, at] of [
    ['j', 0],
    ['j', 1],
    ['j', 2],
    ['k', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toBe(names[at]);
  }
  expect([await fits(page), await seriousFaults(page)]).toEqual([true, []]);
  await rowOf(page, producing).getByRole('button', { name: producing.razonSocial }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Cambiar de empresa: ${producing.razonSocial}` }).waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});

test('on a phone each company is a card; a consent that ends while a person works closes their session', async () => {
  await serve();
  const { page, context, trouble } = await visit(firm, '/contador', 360);
  const cardOf = ({ razonSocial }: Stranger) => page.getByRole('listitem').filter({ hasText: razonSocial });
  await cardOf(producing).getByText('2 por resp.').waitFor();
  expect([await fits(page), await seriousFaults(page)]).toEqual([true, []]);
  await cardOf(producing).getByRole('button').click();
  await page.getByRole('button', { name: `Cambiar de empresa: ${producing.razonSocial}` }).waitFor();
  const [serving] = (await server.call(contador.despachosDeLaEmpresa, {}, producing.sesion)).body;
  await server.call(contador.terminarDespacho, { params: { id: serving!.id } }, producing.sesion);
  await page.goto(`${address}/facturas`);
  await page
    .getByText(/La sesión ha expirado/)
    .first()
    .waitFor();
  expect(trouble.filter((line) => !refusals(401).includes(line))).toEqual([]);
  await context.close();
});
