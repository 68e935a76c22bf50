import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDemoCertificate } from '../../apps/server/src/domain/companies/demo-certificate.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import {
  breakOnce,
  button,
  dialog,
  processWorkbook,
  refusals,
  sampleWorkbook,
  says,
  seriousFaults,
  visitor,
} from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo' })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a tab of Configuración as a user of the demonstration company. */
async function visit(search: string, options: BrowserContextOptions = {}, who = server) {
  const visited = await visitor(browser, who, { ...options, path: `/configuracion${search}` });
  await isOpen(visited.page);
  return visited;
}

async function open(page: Page, search: string): Promise<void> {
  await page.goto(`${server.address}/configuracion${search}`);
  await isOpen(page);
}

async function isOpen(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Configuración' }).waitFor();
  await page.getByLabel('Cargando').first().waitFor({ state: 'detached' });
}

describe('Secuencias', () => {
  test('a range is registered unless it crosses another; each number stands in its ledger, and leads to its document', async () => {
    const { page, context, trouble } = await visit('?tab=rangos&ambiente=certecf', { acceptDownloads: true });
    const table = page.getByRole('table', { name: 'Secuencias de Certificación' });
    await table.getByText('Pagos al Exterior').waitFor();
    await button(page, 'Registrar rango').click();
    const form = dialog(page, 'Registrar rango autorizado');
    await form.getByRole('button', { name: 'Registrar' }).click();
    await form.getByText('Las secuencias del tipo 31 llevan fecha de vencimiento').waitFor();
    await form.locator('[aria-invalid="true"]:focus').waitFor();
    await form.getByLabel('Desde').fill('1');
    await form.getByLabel('Hasta').fill('500');
    await form.getByRole('textbox', { name: 'Fecha de vencimiento' }).fill('31/12/2030');
    await form.getByRole('button', { name: 'Registrar' }).click();
    await form.getByText(/Se cruza con el rango registrado/).waitFor();
    await form.getByLabel('Desde').fill('900000001');
    await form.getByLabel('Hasta').fill('900000500');
    await form.getByRole('button', { name: 'Registrar' }).click();
    await table.getByText('31/12/2030').waitFor();
    const used = table.getByRole('progressbar', { name: 'Parte usada de E31 del 900,000,001 al 900,000,500' });
    expect(await used.evaluate((bar: HTMLProgressElement) => [bar.value, bar.max])).toEqual([0, 500]);
    await button(page, 'Números usados de E31 del 900,000,001 al 900,000,500').click();
    await says(page, 'Todavía no se ha usado ningún número de este rango');
    await page.keyboard.press('Escape');
    await button(page, 'Eliminar E31 del 900,000,001 al 900,000,500').click();
    await button(page, 'Eliminar').click();
    await table.getByText('31/12/2030').waitFor({ state: 'detached' });
    expect(trouble.splice(0)).toEqual(refusals(422));

    await processWorkbook(page, server.address, await sampleWorkbook(page, server.address));
    await button(page, /^Firmar Todos/).click();
    await button(page, /^Enviar Todos · \d+/).waitFor();
    await open(page, '?tab=rangos');
    await button(page, /^Números usados de E31 /).click();
    const ledger = dialog(page, 'Números de E31').getByRole('table');
    await ledger.getByText('Emitido').first().waitFor();
    const number = ledger.getByRole('link').first();
    const eNCF = (await number.textContent()) ?? '';
    expect(eNCF).toMatch(/^E31\d{10}$/);
    await number.click();
    await page.waitForURL('**/facturas?*');
    await page.getByRole('grid').getByText(eNCF, { exact: true }).waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe('General', () => {
  test('another environment is asked for with a Secret Key, made there and seen once; saved, it waits for approval', {
    tags: ['S2.7-1', 'S2.7-4', 'S2.7-5', 'S5-7'],
  }, async () => {
    const { page, context, trouble } = await visit('');
    const ambiente = page.getByLabel('Ambiente', { exact: true });
    await ambiente.selectOption('Produccion');
    const warning = dialog(page, 'Advertencia');
    await warning
      .getByText('Se validará automáticamente la Secret Key configurada para autorizar el cambio de ambiente.')
      .waitFor();
    await warning.getByText('No hay Secret Key configurada.').waitFor();
    await warning.getByRole('button', { name: 'Generar Secret Key' }).click();
    const shown = dialog(page, 'Secret Key generada');
    const secretKey = (await shown.getByLabel('Secret Key').textContent()) ?? '';
    expect(secretKey).toMatch(/^sec_\S{20,}$/);
    await button(page, 'Ya la guardé').click();
    // The dialog is still open, and now asks for the Secret Key.
    await warning.getByLabel('Secret Key', { exact: true }).waitFor();
    await warning.getByRole('button', { name: 'Cancelar' }).click();
    expect(await ambiente.inputValue()).toBe('Test');
    await says(page, `…${secretKey.slice(-4)}`);
    expect(await page.content()).not.toContain(secretKey);

    await open(page, '');
    await page.getByLabel('Secret Key', { exact: true }).fill('sec_no_es_esta');
    await ambiente.selectOption('Produccion');
    await warning.getByRole('button', { name: 'Aceptar' }).click();
    await says(page, 'Secret Key no válida.');
    expect(await ambiente.inputValue()).toBe('Test');
    await breakOnce(context, '/api/configuracion/validar-secreto', 'POST');
    await ambiente.selectOption('Certificacion');
    await warning.getByRole('button', { name: 'Aceptar' }).click();
    await says(page, /Error al validar la Secret Key\./);
    expect(await ambiente.inputValue()).toBe('Test');
    expect(trouble.splice(0)).toEqual(refusals(500));

    await open(page, '');
    await ambiente.selectOption('Produccion');
    await warning.getByLabel('Secret Key', { exact: true }).fill(secretKey);
    await warning.getByRole('button', { name: 'Aceptar' }).click();
    await says(page, 'Cambio de ambiente pendiente de aprobación.');
    await page.getByRole('tab', { name: 'Asignar Fechas' }).click();
    await dialog(page, 'Hay cambios sin guardar').getByRole('button', { name: 'Seguir editando' }).click();
    expect(await ambiente.inputValue()).toBe('Produccion');
    await button(page, 'Guardar Configuración').click();
    await says(page, 'Configuración guardada exitosamente');
    await button(page, 'Guardar Configuración').waitFor({ state: 'detached' }); // no unsaved changes remain
    await open(page, '');
    await says(page, 'Cambio de ambiente pendiente de aprobación.');
    await says(page, /De Pruebas a Producción/);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('the certificate is replaced, its former one kept; it is downloaded with a password, its own changed by one that opens it', {
    tags: ['S2.7-2', 'S2.7-3', 'S4-4', 'S5-4'],
  }, async () => {
    const { page, context } = await visit('', { acceptDownloads: true });
    const another = await makeDemoCertificate(
      { name: 'Certificado Nuevo', id: '199000005' },
      'nueva-clave',
      new Date(),
    );
    expect(await page.getByText('Huella SHA-256').isVisible()).toBe(false);
    await page.getByText('Detalles', { exact: true }).click();
    await says(page, 'Huella SHA-256');
    await button(page, 'Reemplazar').click();
    await button(page, 'Cancelar').click();
    await button(page, 'Descargar .p12').waitFor();
    await button(page, 'Reemplazar').click();
    const file = page.locator('input[type=file][accept=".p12,.pfx"]');
    await file.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('no') });
    await says(page, '«foto.png» no es un certificado (.p12 o .pfx)');
    await file.setInputFiles({ name: 'nuevo.p12', mimeType: 'application/x-pkcs12', buffer: another.p12 });
    const first = page.getByLabel('Contraseña del certificado');
    const second = page.getByLabel('Confirmar contraseña');
    await first.fill('otra-clave');
    await second.fill('distinta');
    await says(page, 'Las contraseñas no coinciden');
    expect(await button(page, 'Guardar').isDisabled()).toBe(true);
    await second.fill('otra-clave');
    await button(page, 'Guardar Configuración').click();
    await says(page, 'Error al guardar la configuración');
    await first.fill('nueva-clave');
    await second.fill('nueva-clave');
    await button(page, 'Guardar').click();
    await says(page, 'Configuración guardada exitosamente');
    await says(page, 'Certificado Nuevo');
    await page.getByText('Certificados anteriores (1)').click();
    await says(page, /demostracion\.p12/);

    await button(page, 'Descargar .p12').click();
    const asked = dialog(page, 'Descargar .p12');
    await asked.getByLabel('Su contraseña').fill('no es esta');
    await asked.getByRole('button', { name: 'Descargar', exact: true }).click();
    await asked.getByText(/Error al descargar el certificado: La contraseña no es correcta/).waitFor();
    await asked.getByLabel('Su contraseña').fill(server.password);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      asked.getByRole('button', { name: 'Descargar', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('nuevo.p12');
    expect(readFileSync(await download.path())[0]).toBe(0x30); // a DER sequence
    await says(page, 'Certificado nuevo.p12 descargado exitosamente');

    expect(await page.getByLabel('Contraseña del certificado').inputValue()).toBe('********');
    await button(page, 'Cambiar Contraseña').click();
    await page.getByLabel('Contraseña del certificado').fill('no la abre');
    await page.getByLabel('Confirmar contraseña').fill('no la abre');
    await button(page, 'Guardar').click();
    await says(page, 'Error al guardar la configuración');
    await button(page, 'Cancelar').click();
    expect(await page.getByLabel('Contraseña del certificado').inputValue()).toBe('********');
    await context.close();
  });

  test('the API Key is seen once and taken away; automatic delivery is switched by keyboard; a failure changes neither', {
    tags: ['S2.7-4', 'S8-2'],
  }, async () => {
    const { page, context, trouble } = await visit('');
    await breakOnce(context, '/api/configuracion/generar-apikey', 'POST');
    await button(page, 'Generar API Key').click();
    await says(page, 'Error al generar la API Key');
    await button(page, 'Generar API Key').click();
    const shown = dialog(page, 'API Key generada correctamente');
    const key = (await shown.getByLabel('API Key').textContent()) ?? '';
    expect(key).toMatch(/^tmb_\S{20,}$/);
    await button(page, 'Ya la guardé').click();
    await expect.poll(() => page.getByLabel('API Key', { exact: true }).inputValue()).toBe(`tmb_…${key.slice(-4)}`);
    expect(await page.content()).not.toContain(key);
    await breakOnce(context, '/api/configuracion/eliminar-apikey', 'DELETE');
    await button(page, 'Eliminar API Key').click();
    await button(page, 'Eliminar').click();
    await says(page, 'Error al eliminar la API Key');
    await button(page, 'Eliminar API Key').click();
    await button(page, 'Eliminar').click();
    await says(page, 'API Key eliminada correctamente');
    await expect.poll(() => page.getByLabel('API Key', { exact: true }).inputValue()).toBe('');
    expect(trouble.splice(0)).toEqual(refusals(500, 500));

    const automatic = page
      .getByRole('region', { name: 'Entrega al comprador' })
      .getByRole('switch', { name: 'Entregar automáticamente' });
    await automatic.waitFor();
    expect(await automatic.isChecked()).toBe(false);
    await says(page, 'Desactivada: cada factura se entrega desde su detalle.');
    await breakOnce(context, '/api/configuracion/entrega-automatica', 'PUT');
    await automatic.press('Space');
    await says(page, 'Error al guardar la entrega automática');
    expect(await automatic.isChecked()).toBe(false);
    await automatic.press('Space');
    await says(page, 'Entrega automática activada');
    await says(page, /^Activada por .+\. Se entregan las aceptadas desde el /);
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await automatic.waitFor();
    expect(await automatic.isChecked()).toBe(true);
    await automatic.press('Space');
    await says(page, 'Entrega automática desactivada');
    await says(page, 'Desactivada: cada factura se entrega desde su detalle.');
    await page.goto(`${server.address}/auditoria`);
    await says(page, /Activó la entrega automática de las facturas aceptadas a sus compradores/);
    expect(trouble).toEqual(refusals(500));
    await context.close();
  });
});

describe('Mapeo de Datos', () => {
  test('its parts are one page, each with its address: the field of the printed form, the external id and the taxes', {
    tags: ['screen/configuracion', 'S2.7-6', 'S2.7-7', 'S2.7-8', 'S5-7', 'S8-2'],
  }, async () => {
    const { page, context, trouble } = await visit('?tab=mapeo&mapeo=campos', {
      viewport: { width: 360, height: 740 },
    });
    const parts = ['ID Externo', 'Campos Representación Impresa', 'Asignar ID de ITBIS'];
    for (const name of parts) await page.getByRole('region', { name, exact: true }).waitFor();
    const top = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? -1;
    await expect.poll(() => top('Campos Representación Impresa')).toBeLessThan(200);
    expect(await top('ID Externo')).toBeLessThan(0);
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual(refusals(404)); // no field has been chosen yet

    expect(await page.getByLabel('NombreItem').isChecked()).toBe(true);
    await page.getByText('Soporte técnico').click();
    await button(page, 'Depurar').click();
    await dialog(page, 'Respuesta del servidor · campos-pdf').getByText('"status": 404').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('DescripcionItem').check();
    await breakOnce(context, '/api/configuracion/campos-pdf', 'POST');
    await button(page, 'Guardar Configuración').click();
    await says(page, /Error al guardar la configuración: /);
    await button(page, 'Guardar Configuración').click();
    await says(page, 'Configuración de campos PDF guardada correctamente');
    await button(page, 'Recargar Configuración').click();

    await button(page, 'Modificar ID Externo').click();
    await page.getByRole('textbox', { name: 'ID Externo' }).fill('ERP-0042');
    await breakOnce(context, '/api/configuracion/guardar-configuracion', 'POST');
    await button(page, 'Guardar Mapeo').click();
    await says(page, 'Error al guardar el mapeo de datos');
    await button(page, 'Guardar Mapeo').click();
    await says(page, 'Mapeo guardado correctamente');
    await open(page, '?tab=mapeo&mapeo=campos');
    expect(await page.getByRole('textbox', { name: 'ID Externo' }).inputValue()).toBe('ERP-0042');
    expect(await page.getByLabel('DescripcionItem').isChecked()).toBe(true);

    const id = page.getByLabel('ID de impuesto externo');
    const description = page.getByLabel('Descripción');
    expect(await description.locator('option').allTextContents()).toEqual([
      'ITBIS 18%',
      'ITBIS 16%',
      'ITBIS 0%',
      'EXENTO',
    ]);
    await id.fill('IVA-18');
    await button(page, 'Crear').click();
    await button(page, 'Editar IVA-18').waitFor();
    await id.fill('IVA-18');
    await button(page, 'Crear').click();
    await says(page, 'Ese ID de impuesto ya está asignado');
    await button(page, 'Cancelar').click();
    await button(page, 'Editar IVA-18').click();
    await description.selectOption('EXENTO');
    await button(page, 'Actualizar').click();
    await page.getByRole('list', { name: 'ID de ITBIS asignados' }).getByText('EXENTO').waitFor();
    await button(page, 'Eliminar IVA-18').click();
    await dialog(page, 'Eliminar impuesto IVA-18?').getByRole('button', { name: 'Eliminar' }).click();
    await says(page, 'Aquí verá los impuestos que asigne');
    await context.close();
  });
});

describe('who may change it, and what goes wrong with all of it', () => {
  test('a person who only looks sees everything, changes nothing, and reads why', async () => {
    const { page, context } = await visit('');
    const [correo, password] = ['mira@demo.example', 'solo-miro-y-no-toco'];
    const status = await page.evaluate(
      async (body) => {
        const answer = await fetch('/api/usuarios/crear', {
          method: 'POST',
          headers: { Authorization: `Bearer ${localStorage.getItem('apiKey')}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return answer.status;
      },
      { NombreUsuario: 'mira', Correo: correo, Contrasena: password, Rol: 'consulta' },
    );
    expect(status).toBe(201);
    await context.close();
    const { page: theirs, context: other } = await visit('', {}, { ...server, login: correo, password });
    await says(theirs, 'Solo un administrador de la empresa puede cambiar la configuración.');
    for (const name of ['Generar API Key', 'Generar Secret Key', 'Reemplazar', 'Descargar .p12']) {
      expect(await button(theirs, name).isDisabled(), name).toBe(true);
    }
    await open(theirs, '?tab=rangos');
    expect(await button(theirs, 'Agregar rango').isDisabled()).toBe(true);
    expect(await button(theirs, 'Registrar rango').isDisabled()).toBe(true);
    await other.close();
  });

  test('what is missing is told: ranges, the RNC, the configuration, and who the browser belongs to', {
    tags: ['S5-3', 'S5-7', 'S8-2'],
  }, async () => {
    const { page, context } = await visit('');
    await context.route('**/api/configuracion/rangos-notas-credito?*', (route) => route.fulfill({ status: 404 }));
    await open(page, '?tab=rangos');
    await says(page, 'Aún no hay rangos de notas de crédito');
    await button(page, 'Agregar rango').click();
    await says(page, '0 de 1 rangos válidos');
    await button(page, 'Guardar todos').press('Enter');
    await says(page, 'No hay rangos válidos para guardar');
    await context.route(/\/api\/configuracion\/[0-9a-f-]{36}$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), rncEmisor: '' } });
    });
    await open(page, '?tab=rangos');
    await button(page, 'Agregar rango').click();
    await button(page, 'Guardar todos').press('Enter');
    await says(page, 'No se encontró RNC Emisor');
    await open(page, '?tab=mapeo&mapeo=campos');
    await says(page, 'RNC Emisor no encontrado. Por favor, recargue la página.');
    await context.unrouteAll({ behavior: 'ignoreErrors' });

    await context.route(/\/api\/configuracion\/[0-9a-f-]{36}$/, (route) => route.fulfill({ status: 500 }));
    await page.goto(`${server.address}/configuracion?tab=rangos`);
    await says(page, 'Error al cargar la configuración');
    await context.unroute(/\/api\/configuracion\/[0-9a-f-]{36}$/);
    await context.route('**/api/configuracion/rangos-notas-credito?*', (route) => route.fulfill({ status: 500 }));
    await button(page, 'Intentar de nuevo').click();
    await says(page, 'No se pudieron cargar los rangos de notas de crédito');
    await page.evaluate(() => localStorage.removeItem('userId'));
    await page.reload();
    await says(page, 'Error: No se encontró el ID de usuario');
    await context.close();
  });
});
