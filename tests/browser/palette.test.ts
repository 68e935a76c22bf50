import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rootCredentials } from '../door.ts';
import { withFurnished } from './furnished.ts';
import { seriousFaults, visitor } from './journeys.ts';

const furnished = withFurnished();

async function open(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('link', { name: 'Usuarios' })
    .or(page.getByRole('link', { name: 'Registrar Empresa' }))
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  return {
    field: page.getByRole('combobox', { name: /^Buscar / }),
    options: page.getByRole('listbox', { name: 'Resultados' }).getByRole('option'),
  };
}

test('a company finds screens with their keys, and its invoices by a part of their eNCF', async () => {
  const { page, context, trouble } = await visitor(furnished.browser, furnished.server);
  const { field, options } = await open(page);
  expect(await field.getAttribute('placeholder')).toBe('Buscar pantallas, facturas por eNCF, códigos…');
  expect(await options.filter({ hasText: 'Ir a Facturas Emitidas' }).textContent()).toBe('Ir a Facturas Emitidasgf');
  expect(await options.filter({ hasText: 'Ir a Facturas Emitidas' }).locator('svg').count()).toBe(1);
  const top = async () => (await page.getByRole('dialog', { name: 'Paleta de comandos' }).boundingBox())?.y;
  const before = await top();
  await field.fill('E310000000001');
  const invoice = options.filter({ hasText: 'E310000000001' });
  await invoice.waitFor();
  expect(await top()).toBe(before);
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/facturas' && url.searchParams.get('eNCF') === 'E310000000001');
  await page.getByRole('grid').getByText('E310000000001').first().waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});

test('a code is found by itself or by a word of its title, and leads to its article', {
  tags: ['screen/enciclopedia'],
}, async () => {
  const { page, context, trouble } = await visitor(furnished.browser, furnished.server);
  const { field, options } = await open(page);
  await field.fill('614');
  await options.filter({ hasText: 'Factura de la nota sin aceptar' }).waitFor();
  await field.fill('comprador');
  await options.filter({ hasText: 'ECF-COMPRADOR-03' }).waitFor();
  await field.fill('ecf-rnc-01');
  await options.filter({ hasText: 'ECF-RNC-01' }).click();
  await page.waitForURL('**/enciclopedia/ECF-RNC-01');
  await page.getByRole('heading', { level: 1, name: 'Dígito verificador del RNC o de la cédula' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});

test('it promises nothing that it cannot find: other words lead to no search of invoices', async () => {
  const { page, context } = await visitor(furnished.browser, furnished.server);
  const { field, options } = await open(page);
  await field.fill('Colmado inexistente');
  await page.getByText('Sin resultados').waitFor();
  expect(await options.count()).toBe(0);
  await context.close();
});

test('the platform’s administrator finds clients by name or RNC', async () => {
  const { page, context, trouble } = await visitor(furnished.browser, { ...furnished.server, ...rootCredentials });
  const { field, options } = await open(page);
  expect(await field.getAttribute('placeholder')).toBe('Buscar pantallas, clientes, códigos…');
  await field.fill('esquina');
  await options.filter({ hasText: 'Colmado La Esquina Demo SRL' }).click();
  await page.waitForURL('**/admin/clientes?buscar=*');
  await page.getByText('Colmado La Esquina Demo SRL').first().waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});
