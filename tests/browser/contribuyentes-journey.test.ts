import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inventedRegister } from '../../apps/server/src/domain/taxpayers/invented.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials, rootEnv } from '../door.ts';
import { button, says, seriousFaults, slow, visitor } from './journeys.ts';

// The register of taxpayers, as used by the platform's administrator. The demonstration starts with an invented
// register.

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo', env: rootEnv })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const visit = (width = 1440) =>
  visitor(
    browser,
    { address: server.address, ...rootCredentials },
    { path: '/contribuyentes', viewport: { width, height: 900 } },
  );
const choose = (page: Page, name: string, text: Buffer) =>
  page.getByLabel(/Elegir archivo|Cambiar archivo/).setInputFiles({ name, mimeType: 'text/plain', buffer: text });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar contribuyente' });
const found = (page: Page) => page.getByRole('list', { name: 'Contribuyentes' }).getByRole('listitem');
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test(
  'a register is searched by words and by number, replaced by an upload, and kept when a file is refused',
  slow,
  async () => {
    const { page, context, trouble } = await visit();
    await says(page, '205 contribuyentes');
    await search(page).fill('alta constru');
    await says(page, 'CONSTRUCTORA PALMA ALTA SRL');
    await search(page).fill('1-99-00002-1');
    await says(page, 'AYUNTAMIENTO DE VILLA EJEMPLO');
    expect(await found(page).count()).toBe(1);
    await search(page).fill('nadie se llama así');
    await says(page, 'Ningún contribuyente coincide con la búsqueda');

    await button(page, 'Importar registro').click();
    await says(page, 'Elija el archivo DGII_RNC.zip o DGII_RNC.TXT.');
    await choose(page, 'carta.pdf', Buffer.from('hola'));
    await says(page, '«carta.pdf» no es DGII_RNC.zip ni DGII_RNC.TXT');
    await choose(page, 'DGII_RNC.TXT', Buffer.from('una carta\n'.repeat(30)));
    await button(page, 'Importar registro').click();
    await says(page, 'No se importó «DGII_RNC.TXT»');
    await says(page, '205 contribuyentes');

    const added = '199009999|COLMADO RECIÉN LLEGADO|||||||01/01/2026|ACTIVO|RST\r\nmal\r\n';
    await choose(page, 'DGII_RNC.TXT', Buffer.concat([inventedRegister(), Buffer.from(added, 'latin1')]));
    await button(page, 'Importar registro').click();
    await says(page, '206 contribuyentes');
    await page.getByText('Líneas que no se importaron: 1 línea rechazada').click();
    await says(page, 'Línea 207: tiene 1 campos, no 11');
    await search(page).fill('llegado recien');
    await says(page, 'COLMADO RECIÉN LLEGADO');
    expect(await seriousFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await fits(page)).toBe(true);
    expect(trouble).toEqual([]);
    await context.close();
  },
);
