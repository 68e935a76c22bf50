import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../apps/server/src/features/webhooks/testing/receiver.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { button, dialog, refusals, says, seriousFaults, slow, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;
let receiver: Receiver;

beforeAll(async () => {
  [browser, server, receiver] = await Promise.all([launchBrowser(), startBuiltServer(), startReceiver()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await receiver.close();
});

test(
  'on a phone, by keyboard: a webhook is made, its secret seen once, tried, and its delivery sent again',
  slow,
  async () => {
    const viewport = { width: 360, height: 740 };
    const { page, context, trouble } = await visitor(browser, server, {
      path: '/configuracion?tab=webhooks',
      viewport,
    });
    await button(page, 'Nuevo webhook').focus();
    await page.keyboard.press('Enter');
    const form = dialog(page, 'Nuevo webhook');
    await form.waitFor();
    await page.keyboard.type('ftp://erp.example');
    await page.keyboard.press('Enter');
    await form.getByText('La dirección debe comenzar con https://').waitFor();
    await form.locator('[aria-invalid="true"]:focus').waitFor();
    expect(trouble.splice(0)).toEqual(refusals(422));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(receiver.url);
    await page.keyboard.press('Tab');
    await page.keyboard.type('ERP');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await form.getByRole('checkbox', { name: 'Comprobante aceptado', exact: true }).isChecked()).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const shown = dialog(page, 'Webhook creado');
    expect(await shown.locator('output').textContent()).toMatch(/^whs_/);
    await shown.getByRole('button', { name: 'Ya la guardé' }).press('Enter');
    await button(page, `Probar ${receiver.url}`).press('Enter');
    await says(page, /La prueba llegó: Respondió 204/);
    expect(receiver.hits).toHaveLength(1);
    await button(page, /^Ver Prueba del/).press('Enter');
    const detail = dialog(page, 'Entrega');
    await detail.getByText('"tipo":"prueba"').waitFor();
    await detail.getByRole('button', { name: 'Reenviar' }).press('Enter');
    await expect.poll(() => receiver.hits.length).toBe(2);
    const [first, second] = receiver.hits;
    expect(second!.headers['timbre-delivery']).toBe(first!.headers['timbre-delivery']);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await button(page, `Editar ${receiver.url}`).press('Enter');
    const edited = dialog(page, 'Editar webhook');
    await edited.getByRole('switch', { name: 'Activo' }).press('Space');
    await edited.getByRole('button', { name: 'Guardar' }).press('Enter');
    await edited.waitFor({ state: 'detached' });
    await button(page, /^Ver Prueba del/).press('Enter');
    await detail.getByTitle('El webhook está inactivo: actívelo para reenviarle').waitFor();
    expect(await detail.getByRole('button', { name: 'Reenviar' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(trouble).toEqual([]);
    await context.close();
  },
);
