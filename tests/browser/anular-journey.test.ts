import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { noteOf } from '../../apps/server/src/main/testing/draft.ts';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import { creditInvoice } from '../crash/client.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { button, callAs, dialog, says, seriousFaults, visitor } from './journeys.ts';

let browser: Browser;
let place: Place;
let server: BuiltServer;

beforeAll(async () => {
  [browser, place] = await Promise.all([launchBrowser(), makePlace({ ambiente: 'testecf' })]);
  server = (await place.start())!;
});
afterAll(async () => {
  await browser.close();
  await place.leave();
});

/** Issues an invoice and waits for its acceptance. */
async function issue(page: Page, precio: string): Promise<{ id: string; eNCF: string }> {
  const { text } = await callAs(page, 'POST', '/fe/api/emision/ecf/EnviarFactura', creditInvoice(precio));
  const document = JSON.parse(text) as { id: string; eNCF: string };
  const look = async () => JSON.parse((await callAs(page, 'GET', `/api/documentos/${document.id}`)).text).estado;
  await vi.waitFor(async () => expect(await look()).toBe('aceptado'), { timeout: 120_000, interval: 200 });
  return document;
}

test('without a range of credit notes the dialog offers the simulator’s number, the form of the range, and the DGII’s own', {
  tags: ['SI7-1'],
}, async () => {
  const { page, context, trouble } = await visitor(browser, server, { viewport: { width: 360, height: 800 } });
  const ranges = JSON.parse((await callAs(page, 'GET', '/api/secuencias')).text) as Record<
    'id' | 'tipo' | 'ambiente',
    string
  >[];
  const range = ranges.find(({ tipo, ambiente }) => tipo === '34' && ambiente === 'testecf');
  expect((await callAs(page, 'DELETE', `/api/secuencias/${range?.id}`)).status).toBe(204);
  const annul = async (id: string, eNCF: string) => {
    await page.goto(`${server.address}/facturas?doc=${id}`);
    await button(page, 'Anular').click();
    const ask = dialog(page, `Anular ${eNCF}`);
    await ask.getByLabel('Motivo de la anulación').selectOption('02');
    await button(page, 'Anular factura').click();
    return ask;
  };
  const first = await issue(page, '151.00');
  const ask = await annul(first.id, first.eNCF);
  await ask.getByText('E34 (Notas de Crédito) en Pruebas: registre su rango en Configuración › Secuencias').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await button(page, `Anular con ${first.eNCF.replace('E31', 'E34')}`).click();
  await says(page, `Nota de crédito ${first.eNCF.replace('E31', 'E34')} generada.`);

  const second = await issue(page, '152.00');
  const again = await annul(second.id, second.eNCF);
  await again.getByRole('link', { name: 'Registrar un rango de E34 en Pruebas' }).click();
  await dialog(page, 'Registrar rango autorizado').waitFor();
  expect(await page.getByLabel('Tipo de e-CF').inputValue()).toBe('34');
  await button(page, 'Cancelar').click();

  const last = await annul(second.id, second.eNCF);
  await button(page, 'Usar los rangos de prueba de la DGII').click();
  await says(page, 'Rangos de prueba registrados');
  await last.getByText('Error al anular').waitFor({ state: 'detached' });
  await button(page, 'Anular factura').click();
  await last.waitFor({ state: 'detached' });
  expect(trouble.filter((one) => !one.includes('409'))).toEqual([]);
  await context.close();
});

test('an accepted invoice is annulled by keyboard; each of the two opens the other', {
  tags: ['SI2.1-3'],
}, async () => {
  const { page, context, trouble } = await visitor(browser, server);
  const { id, eNCF } = await issue(page, '150.00');
  await page.goto(`${server.address}/facturas?doc=${id}`);
  await page.getByRole('button', { name: 'Anular', exact: true }).focus();
  await page.keyboard.press('Enter');
  const ask = dialog(page, `Anular ${eNCF}`);
  const confirm = ask.getByRole('button', { name: 'Anular factura' });
  await ask.getByLabel('Motivo de la anulación').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  expect(await confirm.getAttribute('title')).toBe('Debe seleccionar un motivo de anulación.');
  expect(await seriousFaults(page)).toEqual([]);

  // The chosen reason is discarded when the dialog closes.
  await ask.getByLabel('Motivo de la anulación').selectOption('03');
  await page.keyboard.press('Escape');
  await ask.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Anular', exact: true }).press('Enter');
  expect(await ask.getByLabel('Motivo de la anulación').inputValue()).toBe('');

  await ask.getByLabel('Motivo de la anulación').selectOption('04');
  await confirm.press('Enter');
  await says(page, 'La factura quedará anulada cuando la DGII la acepte.');
  await ask.waitFor({ state: 'detached' });
  await says(page, 'Nota de crédito generada y enviada correctamente. La factura ha sido anulada.');
  expect(await seriousFaults(page)).toEqual([]);
  expect(await button(page, 'Anular').count()).toBe(0);

  await page
    .getByRole('button', { name: /^E34\d{10}$/ })
    .last()
    .press('Enter');
  await says(page, 'Comprobante que modifica');
  await page.getByRole('dialog').getByRole('button', { name: eNCF }).press('Enter');
  await says(page, 'Nota de crédito que la anula');
  expect(trouble).toEqual([]);
  await context.close();
});

test('the list says that an invoice is annulled, and one that is not can be annulled from its row', async () => {
  const { page, context, trouble } = await visitor(browser, server);
  const { eNCF } = await issue(page, '160.00');
  await page.goto(`${server.address}/facturas`);
  await button(page, `Anular ${eNCF}`).click();
  await dialog(page, `Anular ${eNCF}`).getByLabel('Motivo de la anulación').selectOption('01');
  await button(page, 'Anular factura').click();
  await page.getByRole('row').filter({ hasText: eNCF }).getByText('Anulada').waitFor();
  expect(await button(page, `Anular ${eNCF}`).count()).toBe(0);
  expect(trouble).toEqual([]);
  await context.close();
});

test('an invoice with a note for a part says so, and what remains is annulled', async () => {
  const { page, context, trouble } = await visitor(browser, server);
  const { id, eNCF } = await issue(page, '100.00');
  const { text } = await callAs(page, 'POST', '/fe/api/emision/ecf/EnviarFactura', noteOf(eNCF, { precio: '1.00' }));
  const note = JSON.parse(text) as { id: string };
  const stateOf = async () => JSON.parse((await callAs(page, 'GET', `/api/documentos/${note.id}`)).text).estado;
  await vi.waitFor(async () => expect(await stateOf()).toBe('aceptado'), { timeout: 60_000, interval: 200 });
  await page.goto(`${server.address}/facturas?doc=${id}`);
  await says(page, 'No está anulada: quedan RD$ 116.82.');
  await page.getByRole('row').filter({ hasText: eNCF }).getByText('Con notas por RD$ 1.18 de RD$ 118.00').waitFor();
  await page.getByRole('button', { name: 'Anular', exact: true }).click();
  const ask = dialog(page, `Anular ${eNCF}`);
  await ask.getByText('Se emite una nota de crédito por lo que queda, RD$ 116.82,').waitFor();
  await ask.getByLabel('Motivo de la anulación').selectOption('04');
  await ask.getByRole('button', { name: 'Anular factura' }).click();
  await says(page, 'Nota de crédito generada y enviada correctamente. La factura ha sido anulada.');
  await page.getByRole('row').filter({ hasText: eNCF }).getByText('Anulada').waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});

test('what waits for the DGII is sent again by hand', { tags: ['SI8-1'] }, async () => {
  const { page, context } = await visitor(browser, server);
  await place.control('fault', { kind: 'status', status: 503, services: ['enviarECF'] });
  const { text } = await callAs(page, 'POST', '/fe/api/emision/ecf/EnviarFactura', creditInvoice('170.00'));
  const { id } = JSON.parse(text) as { id: string };
  await page.goto(`${server.address}/facturas?doc=${id}`);
  await button(page, 'Reenviar').click();
  await says(page, 'Factura reenviada correctamente.');
  await context.close();
});

test('unused numbers of a range are voided by keyboard: the last one is typed, asked once more, and the DGII accepts', async () => {
  const { page, context, trouble } = await visitor(browser, server, { path: '/configuracion?tab=rangos' });
  const open = button(page, /^Anular números sin usar de E44 /);
  await open.focus();
  await page.keyboard.press('Enter');
  const asked = dialog(page, 'Anular números sin usar de E44');
  const submit = asked.getByRole('button', { name: 'Anular números' });
  await submit.waitFor();
  expect(await submit.isDisabled()).toBe(true);
  const first = Number(await asked.getByLabel('Desde').inputValue());
  await asked.getByLabel('Hasta').fill(String(first + 4));
  const reasons = await asked.getByLabel('Tipo de anulación (608)').getByRole('option').allTextContents();
  expect(reasons.map((reason) => reason.slice(0, 2)).join()).toBe('01,02,03,04,05,06,07,08,09,10');
  expect(await seriousFaults(page)).toEqual([]);
  await submit.press('Enter');
  await asked.getByText('Esto no se puede deshacer.').waitFor();
  await asked.getByText(/5 números de E44, del/).waitFor();
  await asked.getByRole('button', { name: 'Cancelar' }).press('Enter');
  await submit.press('Enter');
  await asked.getByRole('button', { name: 'Anular definitivamente' }).press('Enter');
  const done = asked.getByRole('region', { name: 'Anulaciones de este rango' });
  await done.getByText('Aceptada', { exact: true }).waitFor();
  await done.getByText(/^5 números · 08 Errores en secuencia de NCF/).waitFor();
  expect(await asked.getByLabel('Desde').inputValue()).toBe(String(first + 5));
  expect(trouble).toEqual([]);
  await context.close();
});
