import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPassword } from '../../apps/server/src/main/testing/people.ts';
import { withServer } from '../../apps/server/src/main/testing/server.ts';
import { bare, type StrangerOptions, stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { launchBrowser } from '../browser.ts';
import { breakOnce, button, dialog, refusals, says, seriousFaults, visitor } from './journeys.ts';

const server = withServer();
let browser: Browser;
let address: string;

beforeAll(async () => {
  browser = await launchBrowser();
  address = await server.app.http.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => browser.close());

/** Opens a tab of Configuración as the first user of a new company. */
async function visit(search: string, has: StrangerOptions = bare, width = 1440) {
  const { rnc } = await stranger(server, has);
  const who = { address, login: `prueba${rnc}@ejemplo.invalid`, password: testPassword };
  const viewport = { width, height: 800 };
  const visited = await visitor(browser, who, { path: `/configuracion${search}`, viewport });
  await isOpen(visited.page);
  return visited;
}

async function isOpen(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Configuración' }).waitFor();
  await page.getByLabel('Cargando').first().waitFor({ state: 'detached' });
}

test('a new company registers the DGII’s ranges of Pruebas in one step, on a phone', {
  tags: ['S2.7-12'],
}, async () => {
  const { page, context, trouble } = await visit('?tab=rangos', { ...bare, certificado: true }, 360);
  await says(page, 'En Pruebas la DGII da a todos los mismos números.');
  expect(await seriousFaults(page)).toEqual([]);
  await button(page, 'Usar los rangos de prueba de la DGII').click();
  await says(page, 'Rangos de prueba registrados');
  await page.getByText('1 – 50,000,000').waitFor();
  await page.getByText('En Pruebas la DGII da a todos').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  // In Certificación the DGII authorises each range, so no test ranges are offered.
  await page.goto(`${address}/configuracion?tab=rangos&ambiente=certecf`);
  await says(page, 'Sin rango');
  expect(await button(page, 'Usar los rangos de prueba de la DGII').count()).toBe(0);

  // The address opens the form for a type. Closing the form removes the type from the address.
  await page.goto(`${address}/configuracion?tab=rangos&ambiente=testecf&registrar=47`);
  await dialog(page, 'Registrar rango autorizado').waitFor();
  expect(await page.getByLabel('Tipo de e-CF').inputValue()).toBe('47');
  await button(page, 'Cancelar').click();
  await page.waitForURL((url) => !url.search.includes('registrar'));
  expect(trouble).toEqual([]);
  await context.close();
});

describe('Asignar Fechas', () => {
  test('a date is chosen in a calendar by keyboard, assigned, switched off and on, never twice active, and removed', {
    tags: ['S2.7-9'],
  }, async () => {
    const { page, context, trouble } = await visit('?tab=fechas');
    const calendar = dialog(page, 'Calendario de Fecha de vencimiento');
    const focusedDay = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const [serie, tipo, fecha] = [
      page.getByLabel('Serie'),
      page.getByLabel('Tipo de e-CF'),
      page.getByRole('textbox', { name: 'Fecha de vencimiento' }),
    ];
    expect(await tipo.isDisabled()).toBe(true);
    expect(await fecha.inputValue()).toMatch(/^31\/12\/\d{4}$/);
    await fecha.fill('31/01/2028');
    const opener = button(page, 'Calendario de Fecha de vencimiento');
    await opener.press('Enter');
    await calendar.getByRole('button', { name: '31 enero 2028', pressed: true }).waitFor();
    for (const [key, day] of [
      ['PageDown', '29 febrero 2028'],
      ['ArrowRight', '1 marzo 2028'],
      ['ArrowUp', '23 febrero 2028'],
      ['Shift+PageUp', '23 febrero 2027'],
      ['Home', '21 febrero 2027'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(focusedDay).toBe(day);
    }
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await calendar.waitFor({ state: 'hidden' });
    expect(await fecha.inputValue()).toBe('21/02/2027');
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.click();
    await calendar.getByRole('button', { name: 'febrero 2027', exact: true }).click();
    await calendar.getByRole('button', { name: '2027', exact: true }).click();
    await calendar.getByRole('button', { name: '2029', exact: true }).click();
    await calendar.getByRole('button', { name: /^abr/ }).click();
    await calendar.getByRole('button', { name: '15 abril 2029' }).click();
    expect(await fecha.inputValue()).toBe('15/04/2029');
    await opener.click();
    await calendar.getByRole('button', { name: '15 abril 2029' }).waitFor();
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'hidden' });
    expect(await fecha.inputValue()).toBe('15/04/2029');
    expect(trouble).toEqual([]);

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
    expect(trouble).toEqual(refusals(500, 500, 500));
    await context.close();
  });

  test('several ranges get one date with one save, by keyboard; those that would be equal are refused', {
    tags: ['S2.7-9'],
  }, async () => {
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

describe('Rangos NC', () => {
  const row = (page: Page, name: string) => page.getByRole('group', { name: `Rango ${name}`, exact: true });

  test('a range of credit notes shows its need and numbers, is refused, saved alone or together, and removed after asking', {
    tags: ['S2.7-10', 'S2.7-11', 'S5-3', 'S8-3'],
  }, async () => {
    const { page, context } = await visit('?tab=rangos');
    const saved = page.getByText(/ de \d+ rangos válidos$/);
    await button(page, 'Agregar rango').click();
    const before = await saved.textContent();
    await button(page, 'Guardar rango nuevo').press('Enter');
    await says(page, 'Por favor complete todos los campos requeridos correctamente');
    await says(page, 'El prefijo es obligatorio');
    const blank = row(page, 'nuevo');
    await blank.getByLabel('Desde').fill('90');
    await blank.getByLabel('Hasta').fill('99');
    await blank.getByLabel('Dígitos').selectOption('6');
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

    await page.goto(`${address}/configuracion?tab=rangos`);
    await isOpen(page);
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

    // The calendar of a date fits on a phone, also inside a dialog.
    await page.setViewportSize({ width: 360, height: 740 });
    await button(page, 'Registrar rango').click();
    await button(page, 'Calendario de Fecha de vencimiento').click();
    const month = dialog(page, 'Calendario de Fecha de vencimiento').getByRole('table');
    await month.waitFor();
    const box = await month.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y >= 0 && box.y + box.height <= 740).toBe(true);
    await context.close();
  });
});
