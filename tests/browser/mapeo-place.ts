import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { button, callAs, says } from './journeys.ts';

/** The common parts of the journeys of /cuentas-mapping: the accounts of the company, and how they are assigned. */

export const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
export const more = async (page: Page, item: string) => {
  await button(page, 'Más acciones').click();
  await page.getByRole('menuitem', { name: item }).click();
};
/** Opens the file chooser with `press`, and chooses a file. */
export async function choose(page: Page, press: () => Promise<unknown>, name: string, content: string | Buffer) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()]);
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
}

export const accounts = [
  ['1106', 'ITBIS por pagar', 'Pasivo'],
  ['1107', 'ITBIS retenido a proveedores', 'Pasivo'],
  ['4101', 'Ingresos por servicios', 'Ingreso'],
  ['6101', 'Combustible', 'Gasto'],
  ['6102', 'Alquiler de local', 'Gasto'],
  ['6103', 'Energía Omitida', 'Gasto'],
] as const;

/** Stores the catalogue and empties the mapping, as a program would. */
export async function furnish(page: Page, { login }: BuiltServer, mapeo: object = {}) {
  const cuentas = accounts.map(([id, name, type]) => ({ id, name, type }));
  const empty = { mapping606: {}, mapping607: {}, mapeoTipos606: {}, mapeoTipos607: {} };
  for (const [path, body] of [
    ['catalogo-cuentas', { cuentas }],
    ['cuentas-mapping', { ...empty, ...mapeo }],
  ] as const)
    expect((await callAs(page, 'POST', `/api/${path}/${login}`, body)).status).toBe(200);
  await page.evaluate((rnc) => localStorage.removeItem(`timbre.mapeo.${rnc}`), login);
  await page.reload();
  await says(page, /^6 cuentas/);
}
export const stored = async (page: Page, { login }: BuiltServer) =>
  JSON.parse((await callAs(page, 'GET', `/api/cuentas-mapping/${login}`)).text).mapeo;
export const field = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
export async function assign(page: Page, name: string, typed: string, picked: RegExp) {
  const box = page.getByRole('combobox', { name: `Cuentas de ${name}` });
  await box.fill(typed);
  await page.getByRole('option', { name: picked }).click();
}
