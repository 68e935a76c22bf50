import { readFileSync, rmSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { officialFiles } from '../../packages/ecf/testing/official.ts';
import { createSimulator } from '../../packages/simulator/src/index.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, makeDataFolder, startBuiltServer } from '../built-server.ts';
import {
  button,
  callAs,
  processWorkbook,
  sampleWorkbook,
  seriousFaults,
  signAndSendAll,
  slow,
  visitor,
  workbookOfOthers,
} from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens the screen as a logged-in user. */
const visit = (options: BrowserContextOptions = {}, at = server) => visitor(browser, at, options);

const asked = async (page: Page, path: string): Promise<string> => (await callAs(page, 'GET', path)).text;

const rowsWith = (page: Page, words: string) => page.getByRole('table').getByText(words, { exact: true });

describe('from a workbook to accepted documents, in the browser', () => {
  test('by keyboard every row is accepted without a reload, its signed XML stands in Facturas, and again all is known', {
    ...slow,
    tags: ['screen/importacion', 'S8-8'],
  }, async () => {
    const { page, context, trouble } = await visit({ acceptDownloads: true });
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    /** Presses Enter on a button when it is enabled, until its call has been made. */
    const pressed = async (name: RegExp, call: string) => {
      let isAsked = false;
      page.once('request', function heard(request) {
        if (request.url().endsWith(call)) isAsked = true;
        else page.once('request', heard);
      });
      await expect
        .poll(async () => {
          if ((await button(page, name).getAttribute('aria-disabled')) === 'false')
            await button(page, name).press('Enter');
          return isAsked;
        })
        .toBe(true);
    };
    const sample = await sampleWorkbook(page, server.address);
    await page.goto(`${server.address}/excel`);
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await page.locator('input[type=file]').setInputFiles({ ...sample, mimeType });
    await button(page, 'Procesar Excel').press('Enter');
    await page.getByRole('table', { name: 'e-CF' }).waitFor();
    await expect.poll(focused).toMatch(/^Firmar Todos/);
    await pressed(/^Firmar Todos/, '/firmar');
    await expect.poll(() => button(page, /^Enviar Todos · 15/).getAttribute('aria-disabled')).toBe('false');
    expect(await focused()).toMatch(/^Firmar Todos/);
    await pressed(/^Enviar Todos/, '/enviar');
    await page.getByText(/^La DGII respondió los /).waitFor();
    expect(await focused()).toMatch(/^Enviar Todos/);
    const id = new URL(page.url()).searchParams.get('id');
    const { documentos } = JSON.parse(await asked(page, `/api/importaciones/${id}/documentos`));
    expect(documentos.length).toBeGreaterThan(10);
    expect(new Set(documentos.map(({ estado }: { estado: string }) => estado))).toEqual(new Set(['aceptado']));
    await expect.poll(() => rowsWith(page, 'Aceptado').count()).toBeGreaterThan(5);
    expect(await seriousFaults(page)).toEqual([]);

    await page.goto(`${server.address}/facturas`);
    await page.getByRole('grid').getByText('Aceptado', { exact: true }).first().waitFor();
    const [factura] = JSON.parse(await asked(page, '/api/facturas?limit=1'));
    const exact = await asked(page, `/api/documentos/${factura.facturaElectronicaID}/xml`);
    await page.getByRole('grid').getByText(factura.eNCF, { exact: true }).first().click();
    const detail = page.getByRole('dialog');
    await detail.waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      detail.getByRole('button', { name: 'Descargar XML' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${factura.rncEmisor}${factura.eNCF}.xml`);
    expect(readFileSync(await download.path(), 'utf8')).toBe(exact);
    await page.getByText(`Archivo ${factura.rncEmisor}${factura.eNCF}.xml descargado correctamente.`).waitFor();

    await processWorkbook(page, server.address, sample);
    await page.getByText(/^Libro · \d+ comprobantes del libro ya se habían emitido con el mismo contenido/).waitFor();
    expect(await page.getByRole('button', { name: /^Firmar Todos/ }).getAttribute('title')).toBe(
      'No queda nada por firmar',
    );
    await processWorkbook(page, server.address, { name: 'otros.xlsx', buffer: workbookOfOthers(server.login, 15) });
    await page.getByRole('columnheader', { name: 'Comprador' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Procesar Excel' }).count()).toBe(0);
    await page.getByText(/^15 comprobantes · El emisor del comprobante es 132-00000-5 /).waitFor();
    expect(await page.getByText('Corregir aquí').count()).toBe(0);
    await page.getByRole('button', { name: 'Ver', exact: true }).first().click();
    expect(await page.getByText('Corregir aquí').count()).toBeGreaterThan(10);
    await page.getByLabel(/^Filtrar para corregir/).fill('E31');
    await page
      .getByText(/^E31\d{10} · /)
      .first()
      .waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const sign = page.getByRole('button', { name: /^Firmar Todos/ });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
    expect((await sign.boundingBox())!.y).toBeGreaterThanOrEqual(60);
    await page.getByRole('button', { name: 'Procesar otro libro' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    await page.getByRole('button', { name: 'Procesar Excel' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test.skipIf(!officialFiles)("the DGII's certification workbook: 25 e-CF and 4 RFCE, all accepted", async () => {
    // A company with the RNC of the set's issuer, which has not used any number.
    const empresa = { rnc: '133009889', razonSocial: 'Empresa del Set SRL' };
    const own = await startBuiltServer({ company: { empresa } });
    const { page, context, trouble } = await visit({}, own);
    const file = new URL('../../../shared/dgii/set-de-pruebas/133009889-16042026193727.xlsx', import.meta.url);
    await processWorkbook(page, own.address, { name: 'set-de-pruebas.xlsx', buffer: readFileSync(file) });
    await page.getByText('25 e-CF · 4 RFCE').first().waitFor();
    await signAndSendAll(page);
    const id = new URL(page.url()).searchParams.get('id');
    const { totales } = JSON.parse(await asked(page, `/api/importaciones/${id}`));
    expect(totales).toMatchObject({ total: 29, ecf: 25, rfce: 4, aceptados: 29 });
    expect(trouble).toEqual([]);
    await context.close();
    await own.stop();
  });
});

describe('killed in the middle of sending', () => {
  test('and started again, it finishes by itself: every document accepted, none received twice', {
    timeout: 300_000,
  }, async () => {
    const simulator = createSimulator({ settings: { latencyMs: [150, 400] } });
    const { ecf: authority } = await simulator.listen();
    const folder = makeDataFolder();
    const env = { TIMBRE_SIMULATOR_URL: new URL(authority).origin };
    let killed = await startBuiltServer({ dataDir: folder, env });
    const { page, context } = await visit({}, killed);
    await processWorkbook(page, killed.address, await sampleWorkbook(page, killed.address));
    await page.getByRole('button', { name: /^Firmar Todos/ }).click();
    await page.getByRole('button', { name: /^Enviar Todos · \d+/ }).click();
    await expect.poll(() => simulator.control.log().length).toBeGreaterThan(2);
    await killed.kill('SIGKILL');
    const received = simulator.control.log().length;
    await page.getByText('Sin conexión con el servidor').filter({ visible: true }).waitFor();
    killed = await startBuiltServer({
      company: killed,
      dataDir: folder,
      env: { ...env, PORT: new URL(killed.address).port },
    });
    await page.getByText(/^La DGII respondió los /).waitFor();
    const id = new URL(page.url()).searchParams.get('id');
    const { documentos } = JSON.parse(await asked(page, `/api/importaciones/${id}/documentos`));
    expect(new Set(documentos.map(({ estado }: { estado: string }) => estado))).toEqual(new Set(['aceptado']));
    const accepted = simulator.control.accepted().map(({ eNCF }) => eNCF);
    expect(accepted.length).toBeGreaterThan(received);
    expect(new Set(accepted).size).toBe(accepted.length);
    await context.close();
    await killed.stop();
    await simulator.close();
    rmSync(folder, { recursive: true });
  });
});

describe('what goes wrong is said where it happens', () => {
  test('the session with the DGII, a file that is no workbook, signing, a fault that keeps its document back and a remark', {
    tags: ['S8-9'],
  }, async () => {
    const { page, context, trouble } = await visit();
    await page.goto(`${server.address}/excel`);
    const elsewhere = (what: 'autenticar' | 'cerrar') =>
      page.evaluate(async (url) => {
        const headers = {
          Authorization: `Bearer ${localStorage.getItem('apiKey')}`,
          'Content-Type': 'application/json',
        };
        await fetch(url, { method: 'POST', headers, body: '{}' });
      }, `/api/autoridad/${what}`);
    await page.getByText('Modo desarrollo').waitFor();
    await elsewhere('cerrar');
    await page.getByRole('button', { name: 'Autenticar', exact: true }).waitFor();
    await elsewhere('autenticar');
    await page.getByRole('button', { name: /^Autenticado · / }).waitFor();
    await elsewhere('cerrar');
    await page.getByRole('button', { name: 'Autenticar', exact: true }).waitFor();
    expect(trouble).toEqual([]);

    await page.getByRole('button', { name: 'Procesar Excel' }).click();
    await page.getByText('Debe seleccionar un archivo Excel.').waitFor();
    const buffer = Buffer.from('esto no es un libro');
    await page.locator('input[type=file]').setInputFiles({ name: 'falso.xlsx', mimeType: 'text/plain', buffer });
    await page.getByRole('button', { name: 'Procesar Excel' }).click();
    await page
      .getByText(/Error al procesar el archivo( Excel)?: El archivo no es un libro de Excel/)
      .first()
      .waitFor();

    await processWorkbook(page, server.address, await sampleWorkbook(page, server.address));
    await context.route(/\/api\/importaciones\/[0-9a-f-]{36}\/firmar$/, (route) =>
      route.fulfill({ status: 500, body: 'roto' }),
    );
    const told = (words: string) => page.getByRole('alert').filter({ hasText: words }).waitFor();
    await page.getByRole('button', { name: /^Firmar Todos/ }).click();
    await told('Error al firmar: Respuesta inesperada del servidor (500)');
    await page
      .getByRole('button', { name: /^Firmar E/ })
      .first()
      .click();
    await told('No se pudo firmar la factura: Respuesta inesperada del servidor (500)');

    trouble.length = 0;
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    const fault = { codigo: 'X', mensaje: 'La suma no es el total', celda: 'fila 2, columna MontoTotal' };
    const remark = { ...fault, mensaje: 'Difiere en un peso', aviso: true };
    const id = new URL(page.url()).searchParams.get('id');
    const { documentos } = JSON.parse(await asked(page, `/api/importaciones/${id}/documentos?rfce=false&limite=2`));
    const faulty = { ...documentos[0], estado: 'error', errores: [fault] };
    const noted = { ...documentos[1], estado: 'pendiente', errores: [remark] };
    await context.route(/\/api\/importaciones\/[0-9a-f-]{36}(\/documentos|\/incidencias)?(\?|$)/, async (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      if (pathname.endsWith('/documentos')) return route.fulfill({ json: { documentos: [faulty, noted], total: 2 } });
      if (pathname.endsWith('/incidencias')) {
        const [documento, falta] = searchParams.get('aviso') === 'true' ? [noted, remark] : [faulty, fault];
        const json = { total: 1, encontradas: 1, incidencias: [{ documento, falta }], siguiente: null };
        return route.fulfill({ json });
      }
      const response = await route.fetch();
      const cuentas = [faulty, noted].map(({ estado }) => ({ esRFCE: false, estado, cuenta: 1 }));
      const json = { ...(await response.json()), avisos: [], errores: [], emisores: [], cuentas };
      return route.fulfill({ response, json });
    });
    await page.reload();
    const wrong = page.getByRole('region', { name: 'Para corregir · 1' });
    const remarked = page.getByRole('region', { name: 'Avisos · 1' });
    await wrong.getByText('La suma no es el total').waitFor();
    await remarked.getByText('Difiere en un peso').waitFor();
    expect(await wrong.getByText('Difiere en un peso').count()).toBe(0);
    await rowsWith(page, 'Con errores').waitFor();
    await rowsWith(page, 'Pendiente').waitFor();
    await page.getByRole('button', { name: 'Editar XML', exact: true }).click();
    const choice = page.getByRole('dialog').getByLabel('Comprobante');
    await choice.waitFor();
    const choices = await choice.locator('option').allTextContents();
    expect(choices.map((words) => words.split(' · ').at(-1))).toEqual(['1 error', '1 aviso']);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    expect(trouble).toEqual([]);
    await context.close();
  });
});
