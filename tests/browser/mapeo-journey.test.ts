import { readFileSync } from 'node:fs';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { type MessagesStub, startMessagesStub } from '../messages-stub.ts';
import { button, callAs, dialog, says, seriousFaults, visitor } from './journeys.ts';
import { accounts, assign, choose, field, furnish, more, stored, tab } from './mapeo-place.ts';

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

const open = (search = '') => visitor(browser, server, { path: `/cuentas-mapping${search}` });

describe('the catalogue', () => {
  test('the catalogue comes from a workbook after its sheet and first rows are shown; so do columns that feed fields', {
    tags: ['SR5-44', 'SR2-13', 'SR2-17', 'SR8-15'],
  }, async () => {
    const { page, context, trouble } = await open();
    await says(page, 'No se encontró catálogo de cuentas. Por favor cargue un archivo Excel.');
    expect(await button(page, 'Mapeo automático').getAttribute('title')).toBe('No hay cuentas disponibles para mapear');
    const catalogue = xlsxOf({
      Portada: [['Empresa Inventada SRL']],
      Cuentas: [['Código', 'Nombre', 'Tipo'], ...accounts.map((row) => [...row])],
    });
    await choose(page, () => button(page, 'Cargar Excel').first().click(), 'cuentas.xlsx', catalogue);
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

    await page.goto(`${server.address}/cuentas-mapping?tab=excel-flexible`);
    const rows = Array.from({ length: 9 }, (_, n) => [`B010000000${n}`, '180']);
    const book = xlsxOf({ Mayo: [['Compras de mayo'], ['NCF', 'Impuesto'], ...rows] });
    await choose(page, () => button(page, 'Elegir un Excel').click(), 'compras.xlsx', book);
    await says(page, 'compras.xlsx · hoja Mayo · 2 columnas');
    await says(page, 'Encabezados: los de la fila 2 de la hoja.');
    expect(await page.getByRole('row').count()).toBe(6);
    await page.getByLabel('Campo de Impuesto').selectOption('campo11');
    await button(page, 'Guardar').click();
    await says(page, 'Mapeo de Excel guardado');
    await page.reload();
    expect(await page.getByLabel('Campo de Impuesto').inputValue()).toBe('campo11');
    await button(page, 'Limpiar').click();
    await says(page, 'Todavía no hay un Excel');
    expect(trouble.filter((line) => !line.includes('422'))).toEqual([]);
    await context.close();
  });
});

describe('the fields', () => {
  test('fields suggest and take accounts, keep unsaved changes and are mapped by words; changes of two people are merged', {
    tags: ['screen/mapeo', 'SR2-14', 'SR9-15'],
  }, async () => {
    const { page, context } = await open();
    await furnish(page, server);
    await assign(page, '12 ITBIS retenido', 'reten', /^1107/);
    await page.getByRole('combobox', { name: 'Cuentas de 12 ITBIS retenido' }).fill('itbis');
    await page.getByRole('option', { name: /^1106/ }).waitFor();
    expect(await page.getByRole('option').count()).toBe(1); // an account of the field is not offered again
    await page.keyboard.press('Enter');
    await field(page, '12 ITBIS retenido').getByText('1107 ITBIS retenido a proveedores').waitFor();
    await says(page, '1 de 11 campos con cuentas · 9 %');
    await button(page, 'Quitar 1106 de 12 ITBIS retenido').click();
    await button(page, 'Guardar mapeo').click();
    await says(page, 'Mapeo guardado');
    expect((await stored(page, server)).mapping606).toEqual({ campo12: ['1107'] });

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

    await furnish(page, server);
    await button(page, 'Mapeo automático').click();
    const proposals = page.getByRole('dialog', { name: /^Mapeo automático de los campos del 606/ });
    await proposals.getByText('0 cuentas por IA · 3 cuentas por palabras clave').waitFor();
    await proposals.getByLabel('Aceptar Combustible').uncheck();
    await proposals.getByRole('button', { name: 'Mapear 2 cuentas' }).click();
    await says(page, '2 cuentas en los campos del 606, 2 por palabras clave: falta guardar');
    await button(page, 'Guardar mapeo').click();
    await says(page, 'Mapeo guardado');
    expect((await stored(page, server)).mapping606).toEqual({ campo11: ['1106'], campo12: ['1107'] });

    await furnish(page, server);
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
    expect((await stored(page, server)).mapping606).toEqual({ campo12: ['1107'] });
    await other.context.close();

    await furnish(page, server);
    const box = page.getByRole('combobox', { name: 'Cuentas de 12 ITBIS retenido' });
    // Collects every option that the list has held, with the text that was in the field then.
    await box.evaluate((input: HTMLInputElement) => {
      const seen: [string, string][] = [];
      const list = document.getElementById(input.getAttribute('aria-controls')!)!;
      const look = () => {
        for (const option of list.querySelectorAll('[role=option]')) seen.push([input.value, option.textContent!]);
      };
      new MutationObserver(look).observe(list, { childList: true, subtree: true, attributes: true });
      Object.assign(window, { seen });
    });
    const option = (name: RegExp) => page.getByRole('option', { name });
    await box.fill('reten');
    await option(/^1107/).click();
    await box.fill('6101');
    await option(/^6101/).waitFor();
    await box.fill('4101');
    await option(/^4101/).waitFor();
    await box.press('Escape');
    await box.fill('6102');
    await option(/^6102/).waitFor();
    const seen = await page.evaluate(() => (window as unknown as { seen: [string, string][] }).seen);
    const pairs = seen.map(([typed, account]) => `${typed} ${account.slice(0, 4)}`);
    expect([...new Set(pairs)]).toEqual(['reten 1107', '6101 6101', '4101 4101', '6102 6102']);
    await context.close();
  });
});

describe('the classifications', () => {
  test('classifications are made one by one or all at once, exported, imported and saved, for one account or several', {
    tags: ['SR2-16', 'SR5-49', 'SR8-20'],
  }, async () => {
    const { page, context, trouble } = await open('?tab=tipos606');
    await furnish(page, server);
    await page.getByLabel('Tipo de Combustible').selectOption('02');
    await page.getByRole('searchbox', { name: 'Buscar por número, nombre o tipo' }).fill('alquiler');
    await says(page, '1 de 5 cuentas');
    await page.getByLabel('Tipo para las cuentas encontradas').selectOption('03');
    await button(page, 'Clasificar 1').click();
    await button(page, 'Guardar tipos').click();
    await says(page, 'Mapeo de tipos guardado exitosamente');
    expect((await stored(page, server)).mapeoTipos606).toEqual({ 6101: '02', 6102: '03' });
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

    await page.goto(`${server.address}/cuentas-mapping`);
    await furnish(page, server);
    await button(page, 'Cuenta manual').click();
    const form = dialog(page, 'Cuenta manual');
    await form.getByRole('button', { name: 'Agregar' }).click();
    await form.getByText('El campo "Código de cuenta" es obligatorio.').waitFor();
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
    await form.getByLabel('Tipo de ingreso').selectOption('02');
    await form.getByRole('button', { name: 'Agregar' }).click();
    await says(page, 'Cuenta 4102 clasificada como 02 Ingresos financieros');

    await page.goto(`${server.address}/cuentas-mapping?tab=tipos606`);
    await furnish(page, server);
    await button(page, 'Cuenta manual').click();
    await form.getByRole('button', { name: 'Varias cuentas' }).click();
    await form.getByLabel('Cuentas', { exact: true }).fill('8001, Agua\n8002');
    await form.getByRole('button', { name: /^Agregar/ }).click();
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
  test('the mapping is exported, deleted with its counts and imported again; so are the Excel columns; it has statistics', {
    tags: ['SR2-13', 'SR2-15', 'SR2-18', 'SR8-17', 'SR8-18'],
  }, async () => {
    const { page, context, trouble } = await open();
    await furnish(page, server, { mapping606: { campo11: ['1106'], campo12: ['1107'] }, mapeoTipos607: { 4101: 1 } });
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
    expect((await stored(page, server)).mapping606).toEqual({});
    await choose(page, () => more(page, 'Importar mapeo'), 'mapeo.json', '{"otra":1}');
    await says(page, 'Error al importar el archivo: Archivo no válido: no contiene mapeos reconocidos');
    await button(page, 'Cancelar').click();
    await choose(page, () => more(page, 'Importar mapeo'), 'mapeo.json', file);
    await dialog(page, 'Importar mapeo.json').getByText('Mapeo del 606: 2 cuentas').waitFor();
    await button(page, 'Reemplazar').click();
    await button(page, 'Guardar mapeo').click();
    await says(page, 'Mapeo guardado');
    expect(await stored(page, server)).toMatchObject({ mapping606: { campo11: ['1106'], campo12: ['1107'] } });
    expect(trouble.filter((line) => !line.includes('422'))).toEqual([]);

    await furnish(page, server);
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
    const exported = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Exportar' }).click();
    const columns = readFileSync(await (await exported).path(), 'utf8');
    expect(JSON.parse(columns).columnasExcel606.campo12).toBe('AZ');
    await says(page, 'Configuración de columnas exportada');
    await choose(page, () => form.getByRole('button', { name: 'Importar' }).click(), 'c.json', '{}');
    await form.getByText('Error al importar configuración').waitFor();
    await choose(
      page,
      () => form.getByRole('button', { name: 'Importar' }).click(),
      'c.json',
      columns.replace('AZ', 'AY'),
    );
    await says(page, 'Configuración de columnas importada');
    await form.getByRole('button', { name: 'Aplicar' }).click();
    await says(page, 'Columnas de Excel aplicadas');
    const { text } = await callAs(page, 'GET', `/api/columnas-excel/${server.login}`);
    expect(JSON.parse(text).columnasExcel606.campo12).toBe('AY');

    await page.goto(`${server.address}/cuentas-mapping?tab=stats`);
    await furnish(page, server, { mapping606: { campo11: ['1106'] } });
    await says(page, /El mapeo del reporte 607 está vacío/);
    await says(page, '1 de 11 campos · 9 %');
    await page.getByRole('list', { name: 'Distribución del 606' }).getByText('11 ITBIS facturado').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await tab(page, 'Campos del PDF');
    await says(page, 'descripcionProducto');
    await context.close();
  });
});
