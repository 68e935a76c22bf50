import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPassword } from '../../apps/server/src/main/testing/people.ts';
import { bare, type StrangerOptions, stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { doorAt } from '../door.ts';
import { type Account, button, dialog, refusals, says, seriousFaults, slow, visitor } from './journeys.ts';

// The experience of a company that has just been registered. None of its data was written directly to the database.

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const direccion = 'C/ Altagracia 48, Higüey';

/** A company that is registered and approved, and has nothing else unless the options add it. */
async function newCompany(options: StrangerOptions = {}): Promise<Account & { razonSocial: string }> {
  const { rnc, razonSocial } = await stranger(doorAt(server.address), { ...bare, ...options });
  return { address: server.address, login: rnc, password: testPassword, razonSocial };
}
/** The company can sign and has numbers of type 31, but has not entered its own data. */
const withoutDatos = { certificado: true, rangos: ['31'] } as const;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const steps = (page: Page) => page.getByRole('region', { name: 'Primeros pasos' });

/** Fills in an invoice, and presses the button that issues it. */
async function emitInvoice(page: Page): Promise<void> {
  await field(page, 'RNC o cédula').fill('1-31-24679-6');
  await field(page, 'Nombre o razón social').fill('Constructora Inventada SRL');
  await field(page, 'Producto o servicio, línea 1').fill('Pan de agua');
  await field(page, 'Precio, línea 1').fill('100.00');
  await page.getByText(/Borrador guardado/).waitFor();
  await button(page, 'Emitir').first().click();
}

const xmlOfNewest = (page: Page) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('apiKey')}` };
    const [newest] = await (await fetch('/api/facturas?limit=1', { headers })).json();
    return (await fetch(`/api/documentos/${newest.facturaElectronicaID}/xml`, { headers })).text();
  });

describe('a company that was just registered', slow, () => {
  test('a new company follows the first steps of Inicio and issues its first invoice by hand', {
    tags: ['S2.6-6'],
  }, async () => {
    const company = await newCompany();
    const { page, context, trouble } = await visitor(browser, company);
    await steps(page).getByText('Datos de la empresa').first().waitFor();
    await steps(page).getByLabel('Dirección').waitFor();
    expect(await field(page, 'Razón social').inputValue()).toBe(company.razonSocial);
    expect(await field(page, 'Razón social').isEditable()).toBe(false);
    expect(await button(page, 'Guardar y seguir').isEnabled()).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
    await steps(page).getByLabel('Dirección').fill(direccion);
    await field(page, 'Provincia').selectOption({ label: 'La Altagracia' });
    await field(page, 'Municipio').selectOption({ label: 'Higüey' });
    await field(page, 'Nombre comercial').fill('La Espiga');
    await field(page, 'Teléfono').fill('8095550142');
    await field(page, 'Teléfono').press('Control+Enter');
    await says(page, 'Datos de la empresa guardados');
    await steps(page).getByText(direccion).waitFor();
    await steps(page).getByLabel('Dirección').waitFor({ state: 'detached' });

    await steps(page).getByRole('link', { name: 'Cargar' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('certificado');
    expect(await seriousFaults(page)).toEqual([]);
    await button(page, 'Usar un certificado de prueba').click();
    await says(page, 'Certificado de prueba en uso');
    await page.getByRole('link', { name: 'Inicio' }).click();
    await steps(page).getByRole('link', { name: 'Registrar' }).click();
    await button(page, 'Usar los rangos de prueba de la DGII').first().click();
    await says(page, 'Rangos de prueba registrados');

    await page.getByRole('link', { name: 'Nueva Factura' }).click();
    await emitInvoice(page);
    await page.waitForURL(/\/facturas\?doc=/);
    await says(page, 'Aceptado');
    const xml = await xmlOfNewest(page);
    for (const element of [
      '<NombreComercial>La Espiga</NombreComercial>',
      `<DireccionEmisor>${direccion}</DireccionEmisor>`,
      '<TelefonoEmisor>809-555-0142</TelefonoEmisor>',
    ])
      expect(xml).toContain(element);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('a company that writes its invoice first is led to the field of its address, and back to its draft', {
    tags: ['SI9-1'],
  }, async () => {
    const company = await newCompany(withoutDatos);
    const { page, context, trouble } = await visitor(browser, company, { path: '/nueva-factura' });
    await emitInvoice(page);
    const faults = page.getByRole('alert', { name: 'Lo que falta para emitir' });
    await faults.getByRole('button', { name: /Dirección emisor/ }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('Encabezado.Emisor.DireccionEmisor');

    const [config] = await Promise.all([
      context.waitForEvent('page'),
      faults.getByRole('link', { name: 'Completar los datos de la empresa' }).click(),
    ]);
    const panel = config.getByRole('region', { name: 'Datos de la empresa' });
    await panel.getByLabel('Dirección').waitFor();
    await expect.poll(() => config.evaluate(() => document.activeElement?.id)).toBe('dato-direccion');
    expect(await seriousFaults(config)).toEqual([]);
    await panel.getByLabel('Dirección').fill(direccion);
    await panel
      .getByLabel('Sucursal', { exact: true })
      .evaluate((at) => at.closest('details')?.setAttribute('open', ''));
    await panel.getByLabel('Sucursal', { exact: true }).fill('Centro');
    await button(config, 'Agregar sucursal').click();
    await field(config, 'Sucursal 2').fill('Norte');
    await button(config, 'Guardar datos').click();
    await says(config, 'Datos de la empresa guardados');
    await config.close();

    await faults.waitFor({ state: 'detached' });
    expect(await field(page, 'Dirección emisor').getAttribute('placeholder')).toBe(direccion);
    await field(page, 'Sucursal').selectOption('Norte');
    await button(page, 'Emitir').first().click();
    await page.waitForURL(/\/facturas\?doc=/);
    const xml = await xmlOfNewest(page);
    expect(xml).toContain(`<Sucursal>Norte</Sucursal><DireccionEmisor>${direccion}</DireccionEmisor>`);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('a company datum that an e-CF would refuse is reported at its field', async () => {
    const company = await newCompany();
    const { page, context } = await visitor(browser, company, { path: '/configuracion?dato=correo' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('dato-correo');
    await field(page, 'Correo de la empresa').fill('con_guion@bajo.example');
    await button(page, 'Guardar datos').click();
    await says(page, /sin guion bajo/);
    expect(await field(page, 'Correo de la empresa').getAttribute('aria-invalid')).toBe('true');
    await context.close();
  });
});

describe('the logo', () => {
  // Strangers of one network may register only a few companies an hour.
  let company: Account;
  beforeAll(async () => {
    company = await newCompany();
  });

  /** A red square, as a PNG. */
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  const choose = async (page: Page, name: string, mimeType: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('main').getByRole('button', { name: 'Cambiar el logo' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  const logo = (page: Page) => page.getByRole('main').getByRole('img', { name: /^Logo de / });

  test('a logo that is refused says why; a replaced one is cached in this browser and shown to the others', {
    tags: ['S2.2-8', 'S3-3', 'S8-1'],
  }, async () => {
    const { page, context, trouble } = await visitor(browser, company);
    const error = dialog(page, 'Error');
    await choose(page, 'notas.png', 'image/png', Buffer.from('no es una imagen'));
    await error.getByText(/^No se pudo procesar el logo\. notas\.png/).waitFor();
    await button(page, 'OK').click();
    await context.route(/\/logo$/, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await choose(page, 'logo.png', 'image/png', png);
    await error.getByText(/^No se pudo subir el logo al servidor\./).waitFor();
    await button(page, 'OK').click();
    expect(trouble.splice(0)).toEqual(refusals(500));

    await choose(page, 'logo.png', 'image/png', png);
    await says(page, 'Logo guardado en localStorage.');
    await logo(page).waitFor();
    const kept = await page.evaluate(() => [
      localStorage.getItem('logoEmpresaRnc'),
      localStorage.getItem('logoEmpresa')?.slice(0, 22),
    ]);
    expect(kept).toEqual([company.login, 'data:image/png;base64,']);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/logos/')) asked.push(request.url());
    });
    await page.reload();
    await logo(page).waitFor();
    await steps(page).waitFor();
    expect(asked).toEqual([]);
    const other = await visitor(browser, company);
    await logo(other.page).waitFor();
    expect(await logo(other.page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    expect([...trouble, ...other.trouble]).toEqual([]);
    await other.context.close();

    // A browser that cannot keep it, and one that forgot whose it is.
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('lleno', 'QuotaExceededError');
      };
    });
    await choose(page, 'logo.png', 'image/png', png);
    await error.getByText('No se pudo procesar el logo para cache.').waitFor();
    await page.evaluate(() => localStorage.removeItem('rncEmisor'));
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await choose(page, 'logo.png', 'image/png', png);
    await error.getByText('Seleccione un logo y asegúrese de estar autenticado.').waitFor();
    await context.close();
  });

  /** A picture made by the browser: a flat one, or noise, which hardly compresses. */
  const picture = (page: Page, type: string, [width, height]: readonly [number, number], isNoise = false) =>
    page.evaluate(
      async (wanted) => {
        const canvas = new OffscreenCanvas(wanted.width, wanted.height);
        const context = canvas.getContext('2d')!;
        const image = context.createImageData(wanted.width, wanted.height);
        for (let at = 0, state = 1; at < image.data.length; at++) {
          state = (state * 48_271) % 2_147_483_647;
          image.data[at] = at % 4 === 3 ? 255 : wanted.isNoise ? state % 256 : 90;
        }
        context.putImageData(image, 0, 0);
        const blob = await canvas.convertToBlob({ type: wanted.type });
        const reader = new FileReader();
        await new Promise((resolve) => {
          reader.onload = resolve;
          reader.readAsDataURL(blob);
        });
        return String(reader.result).split(',')[1] ?? '';
      },
      { type, width, height, isNoise },
    );

  test('a logo that is too large, or a WebP, is stored as a picture that printed forms show', async () => {
    const { page, context, trouble } = await visitor(browser, company);
    const cached = () => page.evaluate(() => localStorage.getItem('logoEmpresa')?.split(';')[0]);
    // Each is stored as another type than the one before it.
    const chosen = [
      ['image/jpeg', [1_200, 1_200], 'data:image/jpeg'],
      ['image/webp', [60, 20], 'data:image/png'],
      ['image/jpeg', [60, 20], 'data:image/jpeg'],
      ['image/png', [1_500, 300], 'data:image/png'],
    ] as const;
    for (const [type, size, stored] of chosen) {
      const bytes = Buffer.from(await picture(page, type, size, size[0] === size[1]), 'base64');
      await choose(page, `logo.${type.slice(6)}`, type, bytes);
      await expect.poll(cached).toBe(stored);
    }
    expect(trouble).toEqual([]);
    await context.close();
  });
});
