import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials } from '../door.ts';
import { processWorkbook, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function visit(path: string, who: BuiltServer = server) {
  const { page, context, trouble } = await visitor(browser, who);
  await page.goto(server.address + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, context, trouble };
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Hay cambios sin guardar' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('what was typed in a dialog', () => {
  test('the XML of a document: not lost by Escape, by the cross or by Cancelar; left on purpose', async () => {
    const { page, context, trouble } = await visit('/excel');
    const answer = await page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('apiKey')}` };
      const sample = await (await fetch('/api/importaciones-muestra', { headers })).arrayBuffer();
      return [...new Uint8Array(sample)];
    });
    await processWorkbook(page, server.address, { name: 'muestra.xlsx', buffer: Buffer.from(answer) });
    await button(page, 'Editar XML').click();
    const editor = page.getByRole('dialog', { name: /^Editar XML de / });
    await editor.getByRole('textbox').click();
    await page.keyboard.type('<!-- una nota -->');
    expect(await editor.getByLabel('Comprobante').isDisabled()).toBe(true);
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => editor.getByRole('button', { name: 'Cerrar' }).click(),
      () => editor.getByRole('button', { name: 'Cancelar' }).click(),
    ]) {
      await leave();
      await question(page).waitFor();
      await button(page, 'Seguir editando').click();
      await question(page).waitFor({ state: 'detached' });
      await editor.getByText('una nota').waitFor();
    }
    await editor.getByRole('button', { name: 'Cancelar' }).click();
    await button(page, 'Salir sin guardar').click();
    await editor.waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('a company: nothing changed closes at once; something changed asks', async () => {
    const { page, context, trouble } = await visit('/admin/clientes', { ...server, ...rootCredentials });
    const edit = page.getByRole('button', { name: /^Editar / }).first();
    const form = page.getByRole('dialog', { name: /^Editar / });
    await edit.click();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(await edit.evaluate((element) => element === document.activeElement)).toBe(true);
    await edit.click();
    await form.getByLabel('ID externo').fill('SUC-01');
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    await button(page, 'Salir sin guardar').click();
    await form.waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe('what was typed on a page', () => {
  test('a new user: going to another screen asks; staying keeps it, leaving goes', async () => {
    const { page, context, trouble } = await visit('/usuarios');
    await page.getByLabel('Nombre de usuario').fill('ana');
    await page.getByRole('link', { name: 'Auditoría' }).click();
    await question(page).waitFor();
    await button(page, 'Seguir editando').click();
    expect(await page.getByLabel('Nombre de usuario').inputValue()).toBe('ana');
    await page.getByRole('link', { name: 'Auditoría' }).click();
    await button(page, 'Salir sin guardar').click();
    await page.waitForURL('**/auditoria');
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('two half-filled forms of one screen: it asks once', async () => {
    const { page, context } = await visit('/usuarios');
    await page.getByLabel('Nombre de usuario').fill('ana');
    await page.getByLabel('Contraseña actual').fill('la de siempre');
    await page.getByRole('link', { name: 'Auditoría' }).click();
    await button(page, 'Salir sin guardar').click();
    await page.getByRole('heading', { level: 1, name: 'Auditoría' }).waitFor();
    await page.goBack();
    await page.getByLabel('Contraseña actual').fill('la de siempre');
    await page.getByRole('link', { name: 'Auditoría' }).click();
    await question(page).waitFor();
    await context.close();
  });

  test('a date to assign: another tab asks; as it was suggested, or saved, nothing does', async () => {
    const { page, context, trouble } = await visit('/configuracion?tab=fechas');
    const tab = (name: string) => page.getByRole('tab', { name }).click();
    const serie = page.getByLabel('Serie');
    await serie.selectOption('E');
    await tab('General');
    await question(page).waitFor();
    await button(page, 'Seguir editando').click();
    expect(await serie.inputValue()).toBe('E');
    await button(page, 'Guardar Fecha').click();
    await page.getByText('Fecha de vencimiento guardada correctamente').waitFor();
    await tab('General');
    await page.waitForURL('**/configuracion?tab=general');
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('a new company, by the administrator of the platform', async () => {
    const { page, context } = await visit('/registro', { ...server, ...rootCredentials });
    await page.getByLabel('Razón social').fill('Comercial de Ejemplo SRL');
    await page.getByRole('link', { name: 'Inicio' }).click();
    await question(page).waitFor();
    await button(page, 'Seguir editando').click();
    expect(await page.getByLabel('Razón social').inputValue()).toBe('Comercial de Ejemplo SRL');
    await context.close();
  });
});
