import { nombreDeTrimestre, trimestreDe } from '@timbre/ecf';
import { formatFecha } from '@timbre/values';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inventedRegister } from '../../apps/server/src/domain/taxpayers/invented.ts';
import { saleOf } from '../../apps/server/src/main/testing/draft.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials, rootEnv } from '../door.ts';
import { breakOnce, button, callAs, dialog, refusals, says, seriousFaults, slow, visitor } from './journeys.ts';

// Screens of the platform's administrator: the rates of the specific excise, the register of taxpayers, the accesses.

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo', env: rootEnv })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a screen as the platform's administrator. */
const visit = (path: string) => visitor(browser, { address: server.address, ...rootCredentials }, { path });

describe('the specific excise of the current quarter', () => {
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

  test('a quarter without rates is added by keyboard; from then on another rate is refused', {
    ...slow,
    tags: ['screen/tasas', 'S2.11-3'],
  }, async () => {
    expect(await sendBeer('1.00')).toEqual([200, 'ECF-IMPUESTO-07']);
    const { page, context, trouble } = await visit('/tasas-selectivo');
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
    await form.locator('[aria-invalid="true"]:focus').waitFor();
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
});

// The demonstration starts with an invented register.
describe('the register of taxpayers', () => {
  const choose = (page: Page, name: string, text: Buffer) =>
    page.getByLabel(/Elegir archivo|Cambiar archivo/).setInputFiles({ name, mimeType: 'text/plain', buffer: text });
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar contribuyente' });
  const found = (page: Page) => page.getByRole('list', { name: 'Contribuyentes' }).getByRole('listitem');
  const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

  test('a register is searched by words and by number, replaced by an upload, and kept when a file is refused', {
    ...slow,
    tags: ['screen/contribuyentes'],
  }, async () => {
    const { page, context, trouble } = await visit('/contribuyentes');
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
  });
});

describe('Configuración de Accesos', slow, () => {
  const toggle = (page: Page, name: string) => page.getByRole('switch', { name });
  const count = (page: Page) => page.getByRole('region', { name: 'Cliente elegido' }).getByRole('status');

  async function choose(page: Page): Promise<void> {
    const picker = page.getByRole('combobox', { name: 'Cliente' });
    await picker.click();
    await picker.fill('esquina');
    await page.getByRole('option', { name: /199-00000-5/ }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('rnc')?.includes('199000005') === true);
  }

  test('a client is chosen by name; each toggle is saved at once; what fails is told, and a toggle goes back', {
    tags: ['screen/accesos', 'S1-2', 'S2.11-1', 'S8-7'],
  }, async () => {
    const { page, context, trouble } = await visit('/home');
    await breakOnce(context, '/api/clientes-externos', 'GET');
    await page.goto(`${server.address}/admin/accesos`);
    await says(page, 'Error al cargar la lista de clientes. Verifique su conexión.');
    await context.route('**/api/clientes-externos', (route) => route.abort());
    await button(page, 'Intentar de nuevo').click();
    await says(page, /^No se pudo conectar con el sistema de clientes: /);
    await context.unroute('**/api/clientes-externos');
    await button(page, 'Intentar de nuevo').click();
    await page.getByRole('combobox', { name: 'Cliente' }).waitFor();
    trouble.length = 0;
    await says(page, 'Elija un cliente para ver y cambiar sus accesos. Cada cambio se guarda al momento.');
    await choose(page);
    const chosen = page.getByRole('region', { name: 'Cliente elegido' });
    await chosen.waitFor();
    expect(await chosen.locator('dd').allTextContents()).toEqual([
      '199-00000-5',
      'Colmado La Esquina Demo SRL',
      expect.stringContaining('@'),
    ]);
    await count(page)
      .getByText(/^(\d+) de \1 habilitados · 100%( · Guardado)?$/)
      .waitFor();
    await toggle(page, 'Auditoría').click();
    await expect.poll(() => toggle(page, 'Auditoría').isChecked()).toBe(false);
    await says(page, 'Configuración guardada');
    await count(page)
      .getByText(/habilitados · 9\d% · Guardado$/)
      .waitFor();
    await page.reload();
    await toggle(page, 'Auditoría').waitFor();
    expect(await toggle(page, 'Auditoría').isChecked()).toBe(false);
    await says(page, /^Última modificación: plataforma, /);
    await breakOnce(context, '/api/accesos-clientes/199000005', 'PUT');
    await toggle(page, 'Excel a e-CF').click();
    await says(page, 'Error al guardar la configuración');
    await expect.poll(() => toggle(page, 'Excel a e-CF').isChecked()).toBe(true);
    await button(page, 'Intentar de nuevo').click();
    await expect.poll(() => toggle(page, 'Excel a e-CF').isChecked()).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual(refusals(500));
    await context.close();
  });

  test('a section, all, those of another client, and back to how it was loaded; what is only root’s cannot be given', {
    tags: ['S2.11-2'],
  }, async () => {
    const { page, context, trouble } = await visit('/home');
    const off = { accesos: [{ menuId: 'auditoria', habilitado: false }] };
    expect((await callAs(page, 'PUT', '/api/accesos-clientes/199000005', off)).status).toBe(200);
    await page.goto(`${server.address}/admin/accesos?rnc=199000005`);
    const switches = page.getByRole('switch');
    await toggle(page, 'Auditoría').waitFor();
    const before = await switches.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked));
    const checked = () => switches.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked));
    expect(await button(page, 'Restablecer').isDisabled()).toBe(true);
    expect(await toggle(page, 'Administrar Clientes').isDisabled()).toBe(true);
    expect(await button(page, /^(Habilitar|Deshabilitar) Administración$/).count()).toBe(0);
    await button(page, 'Deshabilitar Facturas').click();
    for (const name of ['Facturas Emitidas', 'Excel a e-CF', 'Facturas Recibidas', 'Nueva Factura'])
      await expect.poll(() => toggle(page, name).isChecked()).toBe(false);
    await says(page, '0 de 4 habilitados');
    await button(page, 'Deshabilitar todos').click();
    await expect.poll(() => toggle(page, 'Usuarios').isChecked()).toBe(false);
    // Inicio cannot be disabled.
    expect(await toggle(page, 'Inicio').isChecked()).toBe(true);
    await button(page, 'Habilitar todos').click();
    await count(page)
      .getByText(/^(\d+) de \1 habilitados · 100%( · Guardado)?$/)
      .waitFor();
    await button(page, 'Restablecer').click();
    await expect.poll(checked).toEqual(before);
    // The switches move before the change is saved, and a reload would cancel it.
    await count(page).getByText('Guardado').waitFor();
    await page.reload();
    await toggle(page, 'Auditoría').waitFor();
    await expect.poll(checked).toEqual(before);
    await button(page, 'Guardar').click();
    await says(page, 'Configuración guardada');
    await button(page, 'Habilitar todos').click();
    await expect.poll(() => button(page, 'Habilitar todos').isDisabled()).toBe(true);
    await says(page, 'Configuración guardada');

    const correo = 'dueno@401007479.example';
    const company = {
      correo,
      contrasena: 'cuatro caballos trotan',
      rncEmisor: '401007479',
      razonSocial: 'Copiada SRL',
    };
    expect((await callAs(page, 'POST', '/api/auth/register', company)).status).toBe(201);
    const set = (habilitado: boolean) =>
      callAs(page, 'PUT', '/api/accesos-clientes/199000005', { accesos: [{ menuId: 'auditoria', habilitado }] });
    expect((await set(false)).status).toBe(200);
    await page.goto(`${server.address}/admin/accesos?rnc=401007479`);
    await expect.poll(() => toggle(page, 'Auditoría').isChecked()).toBe(true);
    await button(page, 'Copiar de otro cliente').click();
    const from = page.getByRole('combobox', { name: 'Copiar los accesos de' });
    await from.click();
    await from.fill('esquina');
    await page.getByRole('option', { name: /199-00000-5/ }).click();
    await says(page, 'Configuración guardada');
    await expect.poll(() => toggle(page, 'Auditoría').isChecked()).toBe(false);
    await button(page, 'Restablecer').click();
    await expect.poll(() => toggle(page, 'Auditoría').isChecked()).toBe(true);
    expect((await set(true)).status).toBe(200);
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  });
});
