import type { Page } from 'playwright-core';
import { button } from './journeys.ts';

/** The parts of the screen that the journeys of the simulation look at and press. */

export const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Pruebas de Simulación ECF' });
export const status = (page: Page) => page.getByRole('status', { name: 'Mensaje de estado' });
export const alerted = (page: Page, words: string | RegExp) =>
  page.getByRole('alert').getByText(words).first().waitFor();
export const table = (page: Page) => page.getByRole('table', { name: 'Comprobantes procesados' });
export const row = (page: Page, eNCF: string) => table(page).getByRole('row').filter({ hasText: eNCF });
export const choose = (page: Page, tipo: string) => page.getByRole('radio', { name: new RegExp(`^${tipo} `) }).check();
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const next = (page: Page) => page.locator('p', { hasText: 'Siguiente secuencia' }).locator('output').innerText();
export const advanced = (page: Page) => page.locator('summary', { hasText: 'Configuración avanzada' }).click();
/** Generates receipts of a type, and returns the first eNCF. */
export async function generate(page: Page, tipo: string, cantidad = 1): Promise<string> {
  await choose(page, tipo);
  await field(page, 'Cantidad').fill(String(cantidad));
  const eNCF = await next(page);
  await button(page, 'Generar comprobantes').click();
  await row(page, eNCF).waitFor();
  await status(page)
    .getByText(`Generados ${cantidad} comprobante(s) desde secuencia ${Number(eNCF.slice(3))}`)
    .waitFor();
  return eNCF;
}
export const stat = (page: Page, name: string) =>
  page.locator('main div:has(> span + b)', { hasText: name }).locator('b').first().innerText();
/** Waits for a dialog and for its automatic closing. */
export async function closesByItself(page: Page, title: string | RegExp, holds?: string) {
  const it = page.getByRole('dialog', { name: title });
  await it.waitFor();
  if (holds) await it.getByText(holds).first().waitFor();
  await page.mouse.move(2, 2);
  await it.waitFor({ state: 'detached' });
}
export const toBatch = (page: Page) => page.getByRole('tab', { name: 'Batch Estándar' }).click();
