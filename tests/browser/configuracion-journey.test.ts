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
  test('each number of a range stands in its ledger with its state and the reason, and leads to its document', async () => {
    const { page, context, trouble } = await visit('?tab=rangos', { acceptDownloads: true });
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

  test('a range that crosses another is refused; one that does not is registered, and removed while unused', async () => {
    const { page, context } = await visit('?tab=rangos&ambiente=certecf');
    const table = page.getByRole('table', { name: 'Secuencias de Certificación' });
    await table.getByText('Pagos al Exterior').waitFor();
    await button(page, 'Registrar rango').click();
    const form = dialog(page, 'Registrar rango autorizado');
    await form.getByRole('button', { name: 'Registrar' }).click();
    await form.getByText('Las secuencias del tipo 31 llevan fecha de vencimiento').waitFor();
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
    await context.close();
  });
});

/** The company's only Secret Key. It is generated once and shared by the tests. */
let secretKey = '';

describe('General', () => {
  test('without a Secret Key no environment is asked for; it is made there and seen once', async () => {
    const { page, context } = await visit('');
    await page.getByLabel('Ambiente', { exact: true }).selectOption('Produccion');
    const warning = dialog(page, 'Advertencia');
    await warning
      .getByText('Se validará automáticamente la Secret Key configurada para autorizar el cambio de ambiente.')
      .waitFor();
    await warning.getByText('No hay Secret Key configurada.').waitFor();
    await warning.getByRole('button', { name: 'Generar Secret Key' }).click();
    const shown = dialog(page, 'Secret Key generada');
    secretKey = (await shown.getByLabel('Secret Key').textContent()) ?? '';
    expect(secretKey).toMatch(/^sec_\S{20,}$/);
    await button(page, 'Ya la guardé').click();
    // The dialog is still open, and now asks for the Secret Key.
    await warning.getByLabel('Secret Key', { exact: true }).waitFor();
    await warning.getByRole('button', { name: 'Cancelar' }).click();
    expect(await page.getByLabel('Ambiente', { exact: true }).inputValue()).toBe('Test');
    await says(page, `…${secretKey.slice(-4)}`);
    expect(await page.content()).not.toContain(secretKey);
    await context.close();
  });

  test('a wrong Secret Key reverts the selection; a failure to validate it is told', async () => {
    const { page, context } = await visit('');
    const ambiente = page.getByLabel('Ambiente', { exact: true });
    await page.getByLabel('Secret Key', { exact: true }).fill('sec_no_es_esta');
    await ambiente.selectOption('Produccion');
    await dialog(page, 'Advertencia').getByRole('button', { name: 'Aceptar' }).click();
    await says(page, 'Secret Key no válida.');
    expect(await ambiente.inputValue()).toBe('Test');
    await breakOnce(context, '/api/configuracion/validar-secreto', 'POST');
    await ambiente.selectOption('Certificacion');
    await dialog(page, 'Advertencia').getByRole('button', { name: 'Aceptar' }).click();
    await says(page, /Error al validar la Secret Key\./);
    expect(await ambiente.inputValue()).toBe('Test');
    await context.close();
  });

  test('a right one lets it be asked for; nothing is lost by leaving; once saved it waits for approval', async () => {
    const { page, context, trouble } = await visit('');
    const ambiente = page.getByLabel('Ambiente', { exact: true });
    await ambiente.selectOption('Produccion');
    const warning = dialog(page, 'Advertencia');
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

  test('the certificate: its facts, the wrong password of another file refused, replaced, the former kept', async () => {
    const { page, context } = await visit('');
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
    await context.close();
  });

  test('the .p12 is downloaded by whoever gives their password again', async () => {
    const { page, context } = await visit('', { acceptDownloads: true });
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
    await context.close();
  });

  test('the password of the certificate that is there is changed only by one that opens it', async () => {
    const { page, context } = await visit('');
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

  test('the API Key is seen once, then masked; it is taken away; what fails is told', async () => {
    const { page, context } = await visit('');
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
    await context.close();
  });
});

describe('Entrega al comprador', () => {
  const automatic = (page: Page) =>
    page
      .getByRole('region', { name: 'Entrega al comprador' })
      .getByRole('switch', { name: 'Entregar automáticamente' });

  test('is off, is switched on by keyboard, says since when and by whom, and a failure leaves it as it was', async () => {
    const { page, context, trouble } = await visit('');
    await automatic(page).waitFor();
    expect(await automatic(page).isChecked()).toBe(false);
    await says(page, 'Desactivada: cada factura se entrega desde su detalle.');
    await breakOnce(context, '/api/configuracion/entrega-automatica', 'PUT');
    await automatic(page).press('Space');
    await says(page, 'Error al guardar la entrega automática');
    expect(await automatic(page).isChecked()).toBe(false);
    await automatic(page).press('Space');
    await says(page, 'Entrega automática activada');
    await says(page, /^Activada por .+\. Se entregan las aceptadas desde el /);
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await automatic(page).waitFor();
    expect(await automatic(page).isChecked()).toBe(true);
    await automatic(page).press('Space');
    await says(page, 'Entrega automática desactivada');
    await says(page, 'Desactivada: cada factura se entrega desde su detalle.');
    await page.goto(`${server.address}/auditoria`);
    await says(page, /Activó la entrega automática de las facturas aceptadas a sus compradores/);
    expect(trouble).toEqual(refusals(500));
    await context.close();
  });
});

describe('Mapeo de Datos', () => {
  test('its three parts are one page, and an address leads to each', async () => {
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
    await context.close();
  });

  test('the external id is changed and stays', async () => {
    const { page, context } = await visit('?tab=mapeo');
    await button(page, 'Modificar ID Externo').click();
    await page.getByRole('textbox', { name: 'ID Externo' }).fill('ERP-0042');
    await breakOnce(context, '/api/configuracion/guardar-configuracion', 'POST');
    await button(page, 'Guardar Mapeo').click();
    await says(page, 'Error al guardar el mapeo de datos');
    await button(page, 'Guardar Mapeo').click();
    await says(page, 'Mapeo guardado correctamente');
    await open(page, '?tab=mapeo');
    expect(await page.getByRole('textbox', { name: 'ID Externo' }).inputValue()).toBe('ERP-0042');
    await context.close();
  });

  test('taxes are assigned, refused twice, edited and removed', async () => {
    const { page, context } = await visit('?tab=mapeo&mapeo=itbis');
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

  test('the field of the printed form: nothing saved is NombreItem; saved, shown raw, and its failure told', async () => {
    const { page, context } = await visit('?tab=mapeo&mapeo=campos');
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
    await open(page, '?tab=mapeo&mapeo=campos');
    expect(await page.getByLabel('DescripcionItem').isChecked()).toBe(true);
    await context.close();
  });
});

describe('Asignar Fechas', () => {
  test('a date is assigned, switched off and on, never twice active, and removed', async () => {
    const { page, context } = await visit('?tab=fechas');
    const [serie, tipo, fecha] = [
      page.getByLabel('Serie'),
      page.getByLabel('Tipo de e-CF'),
      page.getByRole('textbox', { name: 'Fecha de vencimiento' }),
    ];
    expect(await tipo.isDisabled()).toBe(true);
    expect(await fecha.inputValue()).toMatch(/^31\/12\/\d{4}$/);
    await serie.selectOption('E');
    expect(await tipo.inputValue()).toBe('31');
    await tipo.selectOption('45');
    await serie.selectOption('B');
    expect(await tipo.inputValue()).toBe('01');
    await fecha.fill('31/02/2030');
    await fecha.blur();
    await says(page, 'Escriba día, mes y año: 31/12/2026');
    expect(await button(page, 'Guardar Fecha').isDisabled()).toBe(true);
    await fecha.fill('31122030');
    await fecha.blur();
    expect(await fecha.inputValue()).toBe('31/12/2030');
    await breakOnce(context, '/api/configuracion/guardarfechas', 'POST');
    await button(page, 'Guardar Fecha').click();
    await says(page, 'Error al guardar la fecha de vencimiento');
    await button(page, 'Guardar Fecha').click();
    await says(page, 'Fecha de vencimiento guardada correctamente');
    await page.getByRole('table', { name: 'Fechas Asignadas' }).getByText('31/12/2030').waitFor();
    await serie.selectOption('B');
    await fecha.fill('31/12/2030');
    await says(page, 'Ya existe una fecha y tipo iguales activas. No se puede activar.');
    expect(await button(page, 'Guardar Fecha').isDisabled()).toBe(true);
    await button(page, 'Desactivar B01 del 31/12/2030').click();
    await says(page, 'Estado actualizado correctamente');
    await breakOnce(context, '/api/configuracion/actualizarfechas', 'PUT');
    await button(page, 'Activar B01 del 31/12/2030').click();
    await says(page, 'Error al actualizar estado');
    await button(page, 'Activar B01 del 31/12/2030').waitFor(); // it was reverted
    await breakOnce(context, '/api/configuracion/eliminarfechas', 'DELETE');
    await button(page, 'Eliminar B01 del 31/12/2030').click();
    await button(page, 'Eliminar').click();
    await says(page, 'Error al eliminar fecha');
    await button(page, 'Eliminar B01 del 31/12/2030').click();
    await button(page, 'Eliminar').click();
    await says(page, 'Aquí verá las fechas que asigne');
    await context.close();
  });
});

describe('Fechas Asignadas', () => {
  test('several are chosen and get one date with one save, by keyboard; those that would be equal are refused', async () => {
    const { page, context, trouble } = await visit('?tab=fechas');
    const table = page.getByRole('table', { name: 'Fechas Asignadas' });
    for (const [tipo, day] of [
      ['31', '31/12/2025'],
      ['33', '31/12/2027'],
      ['33', '31/12/2028'],
    ] as const) {
      await page.getByLabel('Serie').selectOption('E');
      await page.getByLabel('Tipo de e-CF').selectOption(tipo);
      await page.getByRole('textbox', { name: 'Fecha de vencimiento' }).fill(day);
      await button(page, 'Guardar Fecha').click();
      await table.getByRole('checkbox', { name: `Elegir E${tipo} del ${day}` }).waitFor();
    }
    await table
      .getByRole('row', { name: /31\/12\/2025/ })
      .getByText('Vencida')
      .waitFor();
    const form = page.getByRole('form', { name: 'Cambiar varias fechas' });
    const all = form.getByRole('checkbox', { name: 'Elegir todas' });
    await all.focus();
    await page.keyboard.press('Space');
    await says(page, '3 elegidas');
    await form.getByRole('textbox', { name: 'Fecha nueva' }).fill('31/12/2030');
    await says(page, 'Ya existe una fecha y tipo iguales activas. No se puede activar.');
    expect(await button(page, 'Cambiar fecha').isDisabled()).toBe(true);
    await table.getByRole('checkbox', { name: 'Elegir E33 del 31/12/2028' }).focus();
    await page.keyboard.press('Space');
    await says(page, '2 elegidas');
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByRole('textbox', { name: 'Fecha nueva' }).focus();
    await page.keyboard.press('Enter');
    await says(page, '2 fechas cambiadas');
    for (const tipo of ['31', '33'])
      await table.getByRole('checkbox', { name: `Elegir E${tipo} del 31/12/2030` }).waitFor();
    expect(await table.getByText('Vencida').count()).toBe(0);
    await breakOnce(context, '/api/configuracion/fechas', 'PUT');
    await table.getByRole('checkbox', { name: 'Elegir E31 del 31/12/2030' }).check();
    await form.getByRole('textbox', { name: 'Fecha nueva' }).fill('31/12/2031');
    await button(page, 'Cambiar fecha').click();
    await says(page, 'No se cambió ninguna fecha');
    await table.getByRole('checkbox', { name: 'Elegir E31 del 31/12/2030' }).waitFor();
    expect(trouble).toEqual(refusals(500));
    await context.close();
  });
});

describe('the calendar of a date', () => {
  const calendar = (page: Page) => dialog(page, 'Calendario de Fecha de vencimiento');
  const fecha = (page: Page) => page.getByRole('textbox', { name: 'Fecha de vencimiento' });
  const focusedDay = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  test('is in Spanish, moved with the keys, and gives the focus back', async () => {
    const { page, context, trouble } = await visit('?tab=fechas');
    await fecha(page).fill('31/01/2028');
    const open = button(page, 'Calendario de Fecha de vencimiento');
    await open.press('Enter');
    await calendar(page).getByRole('button', { name: '31 enero 2028', pressed: true }).waitFor();
    for (const [key, day] of [
      ['PageDown', '29 febrero 2028'],
      ['ArrowRight', '1 marzo 2028'],
      ['ArrowUp', '23 febrero 2028'],
      ['Shift+PageUp', '23 febrero 2027'],
      ['Home', '21 febrero 2027'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => focusedDay(page)).toBe(day);
    }
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await calendar(page).waitFor({ state: 'hidden' });
    expect(await fecha(page).inputValue()).toBe('21/02/2027');
    expect(await open.evaluate((element) => element === document.activeElement)).toBe(true);
    await open.click();
    await calendar(page).getByRole('button', { name: 'febrero 2027', exact: true }).click();
    await calendar(page).getByRole('button', { name: '2027', exact: true }).click();
    await calendar(page).getByRole('button', { name: '2029', exact: true }).click();
    await calendar(page).getByRole('button', { name: /^abr/ }).click();
    await calendar(page).getByRole('button', { name: '15 abril 2029' }).click();
    expect(await fecha(page).inputValue()).toBe('15/04/2029');
    await open.click();
    await calendar(page).getByRole('button', { name: '15 abril 2029' }).waitFor();
    await page.keyboard.press('Escape');
    await calendar(page).waitFor({ state: 'hidden' });
    expect(await fecha(page).inputValue()).toBe('15/04/2029');
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('fits on a phone, also inside a dialog', async () => {
    const { page, context } = await visit('?tab=rangos', { viewport: { width: 360, height: 740 } });
    await button(page, 'Registrar rango').click();
    await button(page, 'Calendario de Fecha de vencimiento').click();
    const month = calendar(page).getByRole('table');
    await month.waitFor();
    const box = await month.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y >= 0 && box.y + box.height <= 740).toBe(true);
    await context.close();
  });
});

describe('Rangos NC', () => {
  const row = (page: Page, name: string) => page.getByRole('group', { name: `Rango ${name}`, exact: true });

  test('a blank row says what it needs; saved, it shows its numbers; the server’s refusal is told in its words', async () => {
    const { page, context } = await visit('?tab=rangos');
    const saved = page.getByText(/ de \d+ rangos válidos$/);
    await button(page, 'Agregar rango').click();
    const before = await saved.textContent();
    await button(page, 'Guardar rango nuevo').press('Enter');
    await says(page, 'Por favor complete todos los campos requeridos correctamente');
    await says(page, 'El prefijo es obligatorio');
    await says(page, 'El número final es obligatorio');
    const blank = row(page, 'nuevo');
    await blank.getByLabel('Desde').fill('');
    await says(page, 'El número inicial es obligatorio');
    await blank.getByLabel('Desde').fill('90');
    await blank.getByLabel('Hasta').fill('50');
    await says(page, 'El número inicial debe ser menor al final');
    await blank.getByLabel('Dígitos').selectOption('6');
    await blank.getByLabel('Hasta').fill('1000000');
    await says(page, 'El número final excede el máximo permitido (999999)');
    await blank.getByLabel('Hasta').fill('99');
    await blank.getByLabel('Último utilizado').fill('100');
    await says(page, 'El último utilizado no puede ser mayor al número final');
    await blank.getByLabel('Último utilizado').fill('98');
    await blank.getByLabel('Prefijo').fill(' nc ');
    await says(page, 'NC000090 … NC000099');
    await says(page, 'NC000099');
    expect(await saved.textContent()).not.toBe(before);
    await page
      .getByRole('button', { name: /^Guardar rango/ })
      .last()
      .click();
    await says(page, 'Rango guardado correctamente');
    await row(page, 'NC').getByLabel('Último utilizado').fill('99');
    await says(page, 'Agotado');
    await button(page, 'Guardar rango NC').click();
    await says(page, 'Rango guardado correctamente');
    await button(page, 'Agregar rango').click();
    await row(page, 'nuevo').getByLabel('Prefijo').fill('NC');
    const twin = row(page, 'NC').last();
    await twin.getByLabel('Dígitos').selectOption('6');
    await twin.getByLabel('Desde').fill('95');
    await twin.getByLabel('Hasta').fill('120');
    await page.getByRole('button', { name: 'Guardar rango NC' }).last().click();
    await says(page, /[Ss]e cruza con el rango/);
    await context.close();
  });

  test('all the valid ones are saved at once, and one is removed after asking', async () => {
    const { page, context } = await visit('?tab=rangos');
    for (const prefijo of ['B04', 'ND']) {
      await button(page, 'Agregar rango').click();
      await row(page, 'nuevo').getByLabel('Hasta').fill('500');
      await row(page, 'nuevo').getByLabel('Prefijo').fill(prefijo);
    }
    await button(page, 'Agregar rango').click();
    await says(page, /^(\d+) de (\d+) rangos válidos$/);
    await button(page, 'Guardar todos').click();
    await says(page, '2 rangos guardados correctamente');
    await button(page, 'Eliminar rango ND').click();
    await says(page, '¿Está seguro que desea eliminar este rango?');
    await button(page, 'Eliminar').click();
    await row(page, 'ND').waitFor({ state: 'detached' });
    await context.route('**/api/configuracion/rangos-notas-credito/*', (route) => route.fulfill({ status: 500 }), {
      times: 1,
    });
    await button(page, 'Eliminar rango B04').click();
    await button(page, 'Eliminar').click();
    await says(page, 'No se pudo eliminar el rango del servidor');
    await row(page, 'B04').waitFor();
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

  test('a company without ranges has nothing to save; one without an RNC, nothing to save it for', async () => {
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
    await context.close();
  });

  test('a configuration that does not load, and a browser that forgot who it is', async () => {
    const { page, context } = await visit('?tab=rangos');
    await context.route(/\/api\/configuracion\/[0-9a-f-]{36}$/, (route) => route.fulfill({ status: 500 }));
    await page.reload();
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
