import { formatTaxId } from '@timbre/values';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
import { creditInvoice } from '../crash/client.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { button, callAs, dialog, says, seriousFaults, slow, visitor } from './journeys.ts';
import { look, looks } from './screens.ts';

// In certification no service reports the outcome of a lost response. A user looks it up in the portal and records it.

let browser: Browser;
let place: Place;
let server: BuiltServer;

beforeAll(async () => {
  [browser, place] = await Promise.all([launchBrowser(), makePlace({ ambiente: 'certecf' })]);
  server = (await place.start())!;
});
afterAll(async () => {
  await browser.close();
  await place.leave();
});

/** Issues a document and loses the authority's response. Returns the document's number. */
async function unconfirmed(page: Page): Promise<string> {
  await place.control('fault', { kind: 'lose', processed: true, services: ['enviarECF'], times: 1 });
  const issued = await callAs(page, 'POST', '/fe/api/emision/ecf/EnviarFactura', creditInvoice('100.00'));
  const { id, eNCF } = JSON.parse(issued.text) as { id: string; eNCF: string };
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const { text } = await callAs(page, 'GET', `/api/documentos/${id}`);
    if ((JSON.parse(text) as { estado: string }).estado === 'sin_confirmar') return eNCF;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${eNCF} was not left unconfirmed`);
}

const confirm = (eNCF: string) => `Confirmar ${eNCF} con lo que muestra la DGII`;

test('Inicio asks for it; it is found by the filter, and settled with what the portal shows; the record says who', {
  timeout: slow.timeout,
  tags: ['P2.4'],
}, async () => {
  const { page, context, trouble } = await visitor(browser, server);
  const eNCF = await unconfirmed(page);
  await page.goto(`${server.address}/home`);
  await says(page, '1 sin confirmar');
  await button(page, 'Avisos: 1').focus();
  await page.keyboard.press('Enter');
  const avisos = dialog(page, 'Avisos');
  await avisos.getByText('1 sin confirmar').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await avisos.waitFor({ state: 'hidden' });
  expect(await button(page, 'Avisos: 1').evaluate((bell) => bell === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await avisos.getByRole('link', { name: 'Confirmar', exact: true }).click();
  await page.waitForURL('**/facturas?**');
  await avisos.waitFor({ state: 'hidden' });
  await button(page, /^Estado: Sin confirmar/).waitFor();
  await page.getByRole('grid').getByText('Sin confirmar', { exact: true }).waitFor();
  await button(page, confirm(eNCF)).click();
  const question = dialog(page, `Confirmar ${eNCF}`);
  for (const words of [formatTaxId(server.login), eNCF, 'RD$ 118.00', /ambiente de certificación/, /ya fue utilizada/])
    await question.getByText(words).first().waitFor();
  await question.getByLabel('Qué muestra la DGII').selectOption('Aceptado');
  await question.getByLabel('Track ID').fill('visto-en-el-portal');
  await question.getByLabel('Nota').fill('Lo vi en la Oficina Virtual');
  await question.getByRole('button', { name: 'Registrar respuesta' }).click();
  await says(page, `Respuesta de ${eNCF} registrada`);
  await button(page, 'Avisos').waitFor();
  await page.getByRole('grid').getByText('Aceptado', { exact: true }).waitFor();
  await page.goto(`${server.address}/auditoria`);
  await says(
    page,
    `Registró la respuesta de la DGII para ${eNCF}, vista en su portal: Aceptado («Lo vi en la Oficina Virtual»)`,
  );
  expect(trouble).toEqual([]);
  await context.close();
});

test(
  'by keyboard alone; what was typed is not lost unasked',
  async () => {
    const { page, context, trouble } = await visitor(browser, server);
    const eNCF = await unconfirmed(page);
    await page.goto(`${server.address}/facturas?estado=sin_confirmar`);
    await button(page, confirm(eNCF)).focus();
    await page.keyboard.press('Enter');
    const question = dialog(page, `Confirmar ${eNCF}`);
    await question.getByText('Código de seguridad').waitFor();
    const select = question.getByLabel('Qué muestra la DGII');
    expect(await select.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('Rech'); // the first match
    expect(await select.inputValue()).toBe('rechazado');
    await page.keyboard.press('Escape');
    await says(page, 'Hay cambios sin guardar');
    await page.keyboard.press('Enter');
    for (const _ of ['Mensajes de la DGII', 'Track ID', 'Nota', 'Son varios', 'Cancelar', 'Registrar respuesta'])
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await says(page, `Respuesta de ${eNCF} registrada`);
    expect(trouble).toEqual([]);
    await context.close();
  },
  slow.timeout,
);

test('many are settled with the list that is pasted, after what becomes of each line is shown, also on a phone', {
  timeout: slow.timeout,
  tags: ['P2.4'],
}, async () => {
  const { page, context, trouble } = await visitor(browser, server);
  const [first, second, third] = [await unconfirmed(page), await unconfirmed(page), await unconfirmed(page)];
  await page.goto(`${server.address}/facturas?estado=sin_confirmar`);
  await button(page, 'Pegar la lista de la DGII').click();
  const question = dialog(page, 'Confirmar con la lista de la DGII');
  const list = question.getByLabel('Lista del portal');
  const review = question.getByRole('button', { name: 'Revisar la lista' });
  await list.fill('Estado de sus comprobantes');
  await review.click();
  await question.getByText('La lista no tiene ningún eNCF.', { exact: false }).waitFor();
  await list.fill(`${first}\tAceptado\n${second}\tAceptado Condicional\n${third}\tEn proceso\nE310000009999\tAceptado`);
  await review.click();
  const group = (name: string) => question.getByRole('region', { name });
  await group('Se registran').getByText(second).waitFor();
  await group('La línea no dice un estado claro: confírmelos uno a uno').getByText(third).waitFor();
  await group('No están en Timbre, en el ambiente de la empresa').getByText('E310000009999').waitFor();
  for (const one of looks) {
    await look(page, one);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([one, wide <= 0, await seriousFaults(page)]).toEqual([one, true, []]);
  }
  await question.getByLabel('Nota').fill('Portal de certificación');
  await question.getByRole('button', { name: 'Registrar 2 respuestas' }).click();
  await says(page, '2 respuestas registradas');
  await button(page, confirm(first)).waitFor({ state: 'detached' });
  await button(page, confirm(third)).click();
  await dialog(page, `Confirmar ${third}`).getByRole('button', { name: 'Son varios: pegar la lista' }).click();
  await list.fill(`${third} Aceptado`);
  await review.click();
  await question.getByRole('button', { name: 'Registrar 1 respuesta' }).click();
  await says(page, '1 respuesta registrada');
  expect(trouble).toEqual([]);
  await context.close();
});

test(
  'list and dialog fit a phone and a desk, light and dark, without faults of accessibility',
  async () => {
    const { page, context, trouble } = await visitor(browser, server);
    const eNCF = await unconfirmed(page);
    await page.goto(`${server.address}/facturas?estado=sin_confirmar`);
    await button(page, confirm(eNCF)).waitFor();
    for (const one of looks) {
      await look(page, one);
      await button(page, confirm(eNCF)).click();
      const question = dialog(page, `Confirmar ${eNCF}`);
      await question.getByText('Código de seguridad').waitFor();
      await question.getByLabel('Qué muestra la DGII').selectOption('Rechazado; el número no se utilizó');
      await question.getByLabel('Mensajes de la DGII').waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([one, wide <= 0]).toEqual([one, true]);
      const box = await question.boundingBox();
      expect([one, box !== null && box.x >= 0 && box.x + box.width <= one.width]).toEqual([one, true]);
      expect([one, await seriousFaults(page)]).toEqual([one, []]);
      await page.keyboard.press('Escape');
      await button(page, 'Salir sin guardar').click();
      await question.waitFor({ state: 'detached' });
    }
    expect(trouble).toEqual([]);
    await context.close();
  },
  slow.timeout,
);
