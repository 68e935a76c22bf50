import { readFileSync } from 'node:fs';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { type MessagesStub, startMessagesStub } from '../messages-stub.ts';
import { breakOnce, button, callAs, dialog, says, seriousFaults, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;
let stub: MessagesStub;

beforeAll(async () => {
  stub = await startMessagesStub();
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ env: { ANTHROPIC_BASE_URL: stub.url } })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await stub.close();
});

const open = (search = '', options = {}) => visitor(browser, server, { path: `/cuentas-mapping${search}`, ...options });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const more = async (page: Page, item: string) => {
  await button(page, 'Más acciones').click();
  await page.getByRole('menuitem', { name: item }).click();
};
/** Opens the file chooser with `press`, and chooses a file. */
async function choose(page: Page, press: () => Promise<unknown>, name: string, content: string | Buffer) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()]);
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
}

const accounts = [
  ['1106', 'ITBIS por pagar', 'Pasivo'],
  ['1107', 'ITBIS retenido a proveedores', 'Pasivo'],
  ['4101', 'Ingresos por servicios', 'Ingreso'],
  ['6101', 'Combustible', 'Gasto'],
  ['6102', 'Alquiler de local', 'Gasto'],
  ['6103', 'Energía Omitida', 'Gasto'],
] as const;

/** Stores the catalogue and empties the mapping, as a program would. */
async function furnish(page: Page, mapeo: object = {}) {
  const cuentas = accounts.map(([id, name, type]) => ({ id, name, type }));
  const empty = { mapping606: {}, mapping607: {}, mapeoTipos606: {}, mapeoTipos607: {} };
  for (const [path, body] of [
    ['catalogo-cuentas', { cuentas }],
    ['cuentas-mapping', { ...empty, ...mapeo }],
  ] as const)
    expect((await callAs(page, 'POST', `/api/${path}/${server.login}`, body)).status).toBe(200);
  await page.evaluate((rnc) => localStorage.removeItem(`timbre.mapeo.${rnc}`), server.login);
  await page.reload();
  await says(page, /^6 cuentas/);
}
const stored = async (page: Page) =>
  JSON.parse((await callAs(page, 'GET', `/api/cuentas-mapping/${server.login}`)).text).mapeo;
const field = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
async function assign(page: Page, name: string, typed: string, picked: RegExp) {
  const box = page.getByRole('combobox', { name: `Cuentas de ${name}` });
  await box.fill(typed);
  await page.getByRole('option', { name: picked }).click();
}

describe('the catalogue', () => {
  test('comes from a workbook: the sheet is chosen, its first rows are seen, what has no accounts says so', async () => {
    const { page, context, trouble } = await open();
    await says(page, 'No se encontró catálogo de cuentas. Por favor cargue un archivo Excel.');
    expect(await button(page, 'Mapeo automático').getAttribute('title')).toBe('No hay cuentas disponibles para mapear');
    const book = xlsxOf({
      Portada: [['Empresa Inventada SRL']],
      Cuentas: [['Código', 'Nombre', 'Tipo'], ...accounts.map((row) => [...row])],
    });
    await choose(page, () => button(page, 'Cargar Excel').first().click(), 'cuentas.xlsx', book);
    const preview = dialog(page, 'Catálogo de cuentas.xlsx');
    await preview.getByText('No se pudieron encontrar los encabezados de las columnas').waitFor();
    await preview.getByLabel('Hoja', { exact: true }).selectOption('Cuentas');
    await preview.getByText('6 cuentas en la hoja.').waitFor();
    expect(await preview.getByRole('row').count()).toBe(5);
    await preview.getByRole('button', { name: 'Usar este catálogo' }).click();
    await says(page, '6 de 6 cuentas');
    await page.getByRole('searchbox', { name: 'Buscar por número, nombre o tipo' }).fill('gasto');
    await says(page, '3 de 6 cuentas');
    await page.getByRole('searchbox', { name: 'Buscar por número, nombre o tipo' }).fill('ENERGIA');
    await says(page, '1 de 6 cuentas');
    const quickBooks = button(page, 'Cargar catálogo');
    expect(await quickBooks.getAttribute('aria-disabled')).toBe('true');
    expect(await quickBooks.getAttribute('title')).toBe('Debe conectar con QuickBooks primero');
    await says(page, 'QuickBooks desconectado');
    expect(await seriousFaults(page)).toEqual([]);
    await choose(page, () => button(page, 'Cargar Excel').first().click(), 'roto.xlsx', 'no es un libro');
    await says(page, /^Error procesando Excel: /);
    expect(trouble.filter((line) => !line.includes('422'))).toEqual([]);
    await context.close();
  });

  test('comes from QuickBooks once it is connected: each account with its number, name and type', async () => {
    const { page, context } = await open();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.goto(`${server.address}/reportes-fiscales`).then(() => button(page, 'Conectar').click()),
    ]);
    await popup.getByRole('link', { name: 'Conectar' }).click();
    await says(page, 'QuickBooks conectado exitosamente');
    await page.goto(`${server.address}/cuentas-mapping`);
    await says(page, 'QuickBooks conectado');
    const load = button(page, 'Cargar catálogo');
    await breakOnce(context, '/api/quickbooks/accounts', 'GET');
    await load.click();
    await says(page, /^Error obteniendo catálogo de QuickBooks/);
    await load.click();
    await says(page, /^Catálogo cargado de QuickBooks: \d+ cuentas$/);
    const { text } = await callAs(page, 'GET', '/api/quickbooks/accounts');
    const read = JSON.parse(text).cuentas as { id: string; name: string; type: string }[];
    const kept = JSON.parse((await callAs(page, 'GET', `/api/catalogo-cuentas/${server.login}`)).text);
    const shown = ({ id, name, type }: (typeof read)[number]) => [id, name, type];
    expect(kept.cuentas.map(shown)).toEqual(read.map(shown));
    expect(read.length).toBeGreaterThan(10);
    expect(read.every(({ id, name, type }) => id !== '' && name !== '' && type !== '')).toBe(true);
    const [first] = read;
    await page.getByRole('searchbox', { name: 'Buscar por número, nombre o tipo' }).fill(first!.id);
    await page.getByText(first!.name, { exact: false }).first().waitFor();
    await says(page, new RegExp(`^\\d+ de ${read.length} cuentas$`));
    await context.close();
  });
});

describe('the fields', () => {
  test('take accounts that are searched; saved, they are there again; left unsaved, they are kept and said', async () => {
    const { page, context } = await open();
    await furnish(page);
    await assign(page, '12 ITBIS retenido', 'reten', /^1107/);
    await assign(page, '12 ITBIS retenido', '1106', /^1106/);
    await assign(page, '12 ITBIS retenido', '1106', /^1106/); // an account is only once in a field
    await field(page, '12 ITBIS retenido').getByText('1107 ITBIS retenido a proveedores').waitFor();
    await says(page, '1 de 11 campos con cuentas · 9 %');
    await button(page, 'Quitar 1106 de 12 ITBIS retenido').click();
    await button(page, 'Guardar mapeo').click();
    await says(page, 'Mapeo guardado');
    expect((await stored(page)).mapping606).toEqual({ campo12: ['1107'] });

    await page.getByRole('combobox', { name: 'Cuentas de 15 ITBIS por adelantar' }).fill('110');
    await page.getByRole('option', { name: /^1106/ }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    await assign(page, '15 ITBIS por adelantar', '1106', /^1106/);
    await page.getByRole('link', { name: 'Reportes Fiscales' }).click();
    await says(page, 'Si sale ahora, lo que cambió queda en este navegador, sin guardar.');
    await button(page, 'Salir sin guardar').click();
    await page.waitForURL('**/reportes-fiscales');
    await page.getByRole('link', { name: 'Mapeo de Cuentas' }).first().click();
    await says(page, 'Cambios sin guardar de antes');
    await field(page, '15 ITBIS por adelantar').getByText('1106 ITBIS por pagar').waitFor();
    await button(page, 'Descartarlos').click();
    await field(page, '15 ITBIS por adelantar').getByText('1106 ITBIS por pagar').waitFor({ state: 'detached' });
    await context.close();
  });

  test('are mapped by words without a key: proposed, accepted one by one, then saved', async () => {
    const { page, context } = await open();
    await furnish(page);
    await button(page, 'Mapeo automático').click();
    const proposals = page.getByRole('dialog', { name: /^Mapeo automático de los campos del 606/ });
    await proposals.getByText('0 cuentas por IA · 3 cuentas por palabras clave').waitFor();
    await proposals.getByLabel('Aceptar Combustible').uncheck();
    await proposals.getByRole('button', { name: 'Mapear 2 cuentas' }).click();
    await says(page, '2 cuentas en los campos del 606, 2 por palabras clave: falta guardar');
    await button(page, 'Guardar mapeo').click();
    await says(page, 'Mapeo guardado');
    expect((await stored(page)).mapping606).toEqual({ campo11: ['1106'], campo12: ['1107'] });
    await context.close();
  });

  test('that two people change are not lost: the second is told and chooses', async () => {
    const { page, context } = await open();
    await furnish(page);
    const other = await open();
    await assign(page, '12 ITBIS retenido', '1107', /^1107/);
    await assign(other.page, '11 ITBIS facturado', '1106', /^1106/);
    await button(other.page, 'Guardar mapeo').click();
    await says(other.page, 'Mapeo guardado');
    await button(page, 'Guardar mapeo').click();
    await says(page, 'Otra persona guardó cambios');
    await says(page, /Sus cambios siguen aquí, sin guardar\./);
    await button(page, 'Guardar lo mío encima').click();
    await says(page, 'Mapeo guardado');
    expect((await stored(page)).mapping606).toEqual({ campo12: ['1107'] });
    await other.context.close();
    await context.close();
  });
});

describe('the classifications', () => {
  test('are made one by one and of all that is found; exported, imported and saved', async () => {
    const { page, context, trouble } = await open('?tab=tipos606');
    await furnish(page);
    await page.getByLabel('Tipo de Combustible').selectOption('02');
    await page.getByRole('searchbox', { name: 'Buscar por número, nombre o tipo' }).fill('alquiler');
    await says(page, '1 de 5 cuentas');
    await page.getByLabel('Tipo para las cuentas encontradas').selectOption('03');
    await button(page, 'Clasificar 1').click();
    await button(page, 'Guardar tipos').click();
    await says(page, 'Mapeo de tipos guardado exitosamente');
    expect((await stored(page)).mapeoTipos606).toEqual({ 6101: '02', 6102: '03' });
    const coming = page.waitForEvent('download');
    await button(page, 'Exportar tipos').click();
    const file = readFileSync(await (await coming).path(), 'utf8');
    expect(JSON.parse(file)).toEqual({ mapeoTipos606: { 6101: '02', 6102: '03' } });
    await choose(page, () => button(page, 'Importar tipos').click(), 'otro.json', '{"mapping606":{"campo11":["1"]}}');
    await says(page, /^Error al importar el archivo: Archivo no válido/);
    await button(page, 'Cancelar').click();
    await choose(
      page,
      () => button(page, 'Importar tipos').click(),
      'tipos.json',
      '{"mapeoTipos606":{"6101":"09","x":"77"}}',
    );
    await says(page, /Tipos 606: «77» de la cuenta x no es un código/);
    await button(page, 'Reemplazar').click();
    expect(await page.getByLabel('Tipo de Alquiler de local').inputValue()).toBe('');
    expect([await seriousFaults(page), trouble]).toEqual([[], []]);
    await context.close();
  });
});

describe('accounts by hand', () => {
  test('one: each fault is said, then it is in the catalogue and in its field; or classified', async () => {
    const { page, context } = await open();
    await furnish(page);
    await button(page, 'Cuenta manual').click();
    const form = dialog(page, 'Cuenta manual');
    await form.getByRole('button', { name: 'Agregar' }).click();
    for (const words of [
      'El campo "Código de cuenta" es obligatorio.',
      'El campo "Nombre" es obligatorio.',
      'Debe seleccionar un campo del reporte.',
    ])
      await form.getByText(words).waitFor();
    await form.getByLabel('Código de cuenta').fill('7001');
    await form.getByLabel('Nombre').fill('Propinas');
    await form.getByLabel('Campo del reporte').selectOption('campo22');
    await form.getByRole('button', { name: 'Agregar' }).click();
    await says(page, 'Cuenta 7001 agregada al campo seleccionado');
    await field(page, '22 Monto propina legal').getByText('7001 Propinas').waitFor();
    await says(page, '7 de 7 cuentas');

    await tab(page, 'Tipos Ingresos');
    await button(page, 'Cuenta manual').click();
    await form.getByLabel('Código de cuenta').fill('4102');
    await form.getByLabel('Nombre').fill('Intereses');
    await form.getByRole('button', { name: 'Agregar' }).click();
    await form.getByText('Seleccione un tipo de ingreso válido.').waitFor();
    await form.getByLabel('Tipo de ingreso').selectOption('02');
    await form.getByRole('button', { name: 'Agregar' }).click();
    await says(page, 'Cuenta 4102 clasificada como 02 Ingresos financieros');
    await context.close();
  });

  test('several, only for classifications: each line with its fault; the type of all, or its own', async () => {
    const { page, context } = await open('?tab=tipos606');
    await furnish(page);
    await button(page, 'Cuenta manual').click();
    const form = dialog(page, 'Cuenta manual');
    await form.getByRole('button', { name: 'Varias cuentas' }).click();
    await form.getByRole('button', { name: 'Agregar' }).click();
    await form.getByText('Agrega al menos una cuenta en el listado.').waitFor();
    await form.getByLabel('Cuentas', { exact: true }).fill('8001, Agua\n8002');
    await form.getByText('Selecciona un tipo válido para aplicar a todas las cuentas.').waitFor();
    await form.getByText('Línea 2: la descripción es obligatoria.').waitFor();
    await form.getByLabel('Cuentas', { exact: true }).fill('8001, Agua, potable\n8002;Local');
    await form.getByLabel('Tipo para todas').selectOption('02');
    await form.getByLabel('Tipo de la línea 2').selectOption('03');
    await form.getByRole('button', { name: 'Agregar 2 cuentas' }).click();
    await says(page, 'Se agregaron 2 cuentas manuales');
    expect(await page.getByLabel('Tipo de Agua - potable').inputValue()).toBe('02');
    expect(await page.getByLabel('Tipo de Local').inputValue()).toBe('03');
    await button(page, 'Cuenta manual').click();
    await form.getByLabel('Destino').selectOption('606');
    expect(await form.getByRole('button', { name: 'Varias cuentas' }).count()).toBe(0);
    await context.close();
  });
});

describe('the whole mapping', () => {
  test('is exported, deleted with its counts, and imported again after asking', async () => {
    const { page, context, trouble } = await open();
    await furnish(page, { mapping606: { campo11: ['1106'], campo12: ['1107'] }, mapeoTipos607: { 4101: 1 } });
    const coming = page.waitForEvent('download');
    await more(page, 'Exportar mapeo');
    const file = readFileSync(await (await coming).path());
    await more(page, 'Eliminar todo');
    const asked = dialog(page, 'Eliminar todos los mapeos');
    await asked.getByText('Mapeo del 606: 2 cuentas').waitFor();
    await asked.getByText('Tipos de ingresos (607): 1 cuenta').waitFor();
    await asked.getByText(/Esta acción no se puede deshacer/).waitFor();
    await asked.getByRole('button', { name: 'Eliminar 3 asignaciones' }).click();
    await says(page, 'Mapeos eliminados');
    expect((await stored(page)).mapping606).toEqual({});
    await choose(page, () => more(page, 'Importar mapeo'), 'mapeo.json', '{"otra":1}');
    await says(page, 'Error al importar el archivo: Archivo no válido: no contiene mapeos reconocidos');
    await button(page, 'Cancelar').click();
    await choose(page, () => more(page, 'Importar mapeo'), 'mapeo.json', file);
    await dialog(page, 'Importar mapeo.json').getByText('Mapeo del 606: 2 cuentas').waitFor();
    await button(page, 'Reemplazar').click();
    await button(page, 'Guardar mapeo').click();
    await says(page, 'Mapeo guardado');
    expect(await stored(page)).toMatchObject({ mapping606: { campo11: ['1106'], campo12: ['1107'] } });
    expect(trouble.filter((line) => !line.includes('422'))).toEqual([]);
    await context.close();
  });

  test('has its statistics, and says what is missing to process the reports', async () => {
    const { page, context } = await open('?tab=stats');
    await furnish(page, { mapping606: { campo11: ['1106'] } });
    await says(page, /El mapeo del reporte 607 está vacío/);
    await says(page, '1 de 11 campos · 9 %');
    await page.getByRole('list', { name: 'Distribución del 606' }).getByText('11 ITBIS facturado').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await tab(page, 'Campos del PDF');
    await says(page, 'descripcionProducto');
    await context.close();
  });
});

test('what fails is told in the words of the specification', async () => {
  const { page, context } = await open();
  await furnish(page);
  await assign(page, '12 ITBIS retenido', 'reten', /^1107/);
  await breakOnce(context, `/api/cuentas-mapping/${server.login}`, 'POST');
  await button(page, 'Guardar mapeo').click();
  await says(page, 'Error guardando mapeo');
  await says(page, /Error al guardar el mapeo: Respuesta inesperada del servidor \(500\)/);
  await button(page, 'Guardar mapeo').click();
  await says(page, 'Mapeo guardado');

  await more(page, 'Columnas de Excel');
  const columns = dialog(page, 'Columnas de Excel');
  await columns.getByLabel('Columna de 12 ITBIS retenido').selectOption('AX');
  await breakOnce(context, `/api/columnas-excel/${server.login}`, 'POST');
  await columns.getByRole('button', { name: 'Aplicar' }).click();
  await columns.getByText(/^Error al actualizar columna/).waitFor();
  await page.reload();

  await more(page, 'Configurar IA');
  const form = dialog(page, 'Configurar IA');
  await form.getByLabel('API Key de Claude').fill('buena');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
  });
  await form.getByRole('button', { name: 'Guardar clave' }).click();
  await says(page, /^Error configurando API Key/);
  await page.reload();
  await more(page, 'Configurar IA');
  await form.getByLabel('API Key de Claude').fill('buena');
  await form.getByRole('button', { name: 'Guardar clave' }).click();
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    Response.prototype.json = () => {
      throw new TypeError();
    };
  });
  await button(page, 'Mapeo automático con IA').click();
  await says(page, /^Error en el mapeo automático: /);

  // The browser has no valid RNC stored, and the server does not return one.
  await page.route('**/api/sesion', (route) => route.abort());
  await page.evaluate(() => localStorage.setItem('rncEmisor', '000000000'));
  await page.reload();
  await says(page, 'No se encontró RNC del emisor. Por favor inicie sesión nuevamente.');
  await context.close();
});

describe('the columns of Excel', () => {
  test('are chosen: the obligatory ones are locked, a letter twice is told, applied, reset, exported and imported', async () => {
    const { page, context } = await open();
    await furnish(page);
    await more(page, 'Columnas de Excel');
    const form = dialog(page, 'Columnas de Excel');
    const total = form.getByLabel('Columna de Total monto facturado');
    await total.waitFor();
    expect(await total.isDisabled()).toBe(true);
    await form.getByText('Columna obligatoria DGII').waitFor();
    await form.getByLabel('Columna de 12 ITBIS retenido').selectOption('O');
    await form.getByText('O: 11 ITBIS facturado y 12 ITBIS retenido').waitFor();
    await form.getByRole('button', { name: 'Restablecer' }).click();
    expect(await form.getByLabel('Columna de 12 ITBIS retenido').inputValue()).toBe('P');
    await form.getByLabel('Columna de 12 ITBIS retenido').selectOption('AZ');
    const coming = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Exportar' }).click();
    const file = readFileSync(await (await coming).path(), 'utf8');
    expect(JSON.parse(file).columnasExcel606.campo12).toBe('AZ');
    await says(page, 'Configuración de columnas exportada');
    await choose(page, () => form.getByRole('button', { name: 'Importar' }).click(), 'c.json', '{}');
    await form.getByText('Error al importar configuración').waitFor();
    await choose(
      page,
      () => form.getByRole('button', { name: 'Importar' }).click(),
      'c.json',
      file.replace('AZ', 'AY'),
    );
    await says(page, 'Configuración de columnas importada');
    await form.getByRole('button', { name: 'Aplicar' }).click();
    await says(page, 'Columnas de Excel aplicadas');
    const { text } = await callAs(page, 'GET', `/api/columnas-excel/${server.login}`);
    expect(JSON.parse(text).columnasExcel606.campo12).toBe('AY');
    await context.close();
  });

  test('of any workbook are found in its first row and feed the fields that are chosen', async () => {
    const { page, context, trouble } = await open('?tab=excel-flexible');
    const rows = Array.from({ length: 9 }, (_, n) => [`B010000000${n}`, '180']);
    const book = xlsxOf({ Mayo: [['NCF', 'Impuesto'], ...rows] });
    await choose(page, () => button(page, 'Elegir un Excel').click(), 'compras.xlsx', book);
    await says(page, 'compras.xlsx · hoja Mayo · 2 columnas');
    expect(await page.getByRole('row').count()).toBe(6);
    await page.getByLabel('Campo de Impuesto').selectOption('campo11');
    await button(page, 'Guardar').click();
    await says(page, 'Mapeo de Excel guardado');
    await page.reload();
    expect(await page.getByLabel('Campo de Impuesto').inputValue()).toBe('campo11');
    await button(page, 'Limpiar').click();
    await says(page, 'Todavía no hay un Excel');
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe('the language model', () => {
  async function keep(page: Page, key: string) {
    await more(page, 'Configurar IA');
    const form = dialog(page, 'Configurar IA');
    await form.getByLabel('API Key de Claude').fill(key);
    await form.getByRole('button', { name: 'Guardar clave' }).click();
    await says(page, 'API Key de Claude configurada exitosamente');
    return form;
  }

  test('has a key that stays in the browser: its end is shown, it is tested, and forgotten', async () => {
    const { page, context } = await open();
    await furnish(page);
    const toUs: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(server.address))
        toUs.push(`${JSON.stringify(request.headers())}${request.postData()}`);
    });
    await more(page, 'Configurar IA');
    const form = dialog(page, 'Configurar IA');
    expect(await form.getByRole('button', { name: 'Guardar clave' }).getAttribute('aria-disabled')).toBe('true');
    await form.getByLabel('API Key de Claude').fill('mala');
    await form.getByRole('button', { name: 'Probar conexión' }).click();
    await form.getByText(/^Error: La API Key no es válida/).waitFor();
    await form.getByLabel('API Key de Claude').fill('buena');
    await form.getByRole('button', { name: 'Probar conexión' }).click();
    await form.getByText('Conexión exitosa. La IA está lista para mapear cuentas.').waitFor();
    await form.getByLabel('API Key de Claude').fill('sk-ant-secreto-12345678');
    await form.getByRole('button', { name: 'Guardar clave' }).click();
    await form.getByText('Guardada: …12345678').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Eliminar la clave' }).click();
    await says(page, 'API Key eliminada');
    await form.getByText('No hay una clave guardada').waitFor();
    expect(toUs.join()).not.toContain('sk-ant-secreto');
    await context.close();
  });

  test('proposes with confidence and reason; what it leaves out comes from words and is told; a person accepts', async () => {
    const { page, context, trouble } = await open('?tab=tipos606');
    await furnish(page);
    await (await keep(page, 'buena')).getByRole('button', { name: 'Cerrar' }).click();
    await button(page, 'Mapeo automático con IA').click();
    const proposals = page.getByRole('dialog', { name: /^Mapeo automático de los tipos/ });
    await proposals.getByText('4 cuentas por IA · 1 cuenta por palabras clave').waitFor();
    await proposals.getByText('92 %').first().waitFor();
    await proposals.getByText('Por su nombre').first().waitFor();
    await proposals.getByRole('button', { name: 'Rechazar las de palabras clave' }).click();
    await proposals.getByLabel('Aceptar Combustible').uncheck();
    expect(await seriousFaults(page)).toEqual([]);
    await proposals.getByRole('button', { name: 'Mapear 3 cuentas' }).click();
    await says(page, '3 cuentas en los tipos de bienes y servicios (606): falta guardar');
    await button(page, 'Guardar tipos').click();
    await says(page, 'Mapeo de tipos guardado exitosamente');
    expect((await stored(page)).mapeoTipos606).toEqual({ 1106: '01', 1107: '01', 6102: '01' });
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('that fails says why, and words take its place; one that is slow is stopped', async () => {
    const { page, context } = await open();
    await furnish(page);
    const form = await keep(page, 'json-malo');
    await form.getByRole('button', { name: 'Cerrar' }).click();
    await button(page, 'Mapeo automático con IA').click();
    await says(page, /No se encontró JSON válido en la respuesta\. Esas cuentas se propusieron por palabras clave\./);
    await says(page, '0 cuentas por IA · 3 cuentas por palabras clave');
    await button(page, 'Cancelar').click();
    await (await keep(page, 'lenta')).getByRole('button', { name: 'Cerrar' }).click();
    await button(page, 'Mapeo automático con IA').click();
    await says(page, '0 de 5 cuentas…');
    await button(page, 'Detener').click();
    await says(page, '0 cuentas por IA · 0 cuentas por palabras clave');
    await context.close();
  });

  test('is reached from this page alone: from another screen the page is loaded anew', async () => {
    const { page, context } = await visitor(browser, server, { path: '/reportes-fiscales' });
    const reaches = () =>
      page.evaluate(
        (url) =>
          fetch(url, { mode: 'no-cors' }).then(
            () => true,
            () => false,
          ),
        stub.url,
      );
    expect(await reaches()).toBe(false);
    await page.getByRole('link', { name: 'Mapeo de Cuentas' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Mapeo de Cuentas' }).waitFor();
    await page.locator('meta[name="asistente"]').waitFor({ state: 'attached' });
    expect(await reaches()).toBe(true);
    await context.close();
  });
});
