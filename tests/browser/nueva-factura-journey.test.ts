import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchBrowser } from '../browser.ts';
import type { BuiltServer } from '../built-server.ts';
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

const open = (path = '/nueva-factura', options = {}) => visitor(browser, server, { path, ...options });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const cell = (page: Page, column: string, line: number) => page.getByLabel(`${column}, línea ${line}`, { exact: true });
const total = (page: Page) => page.getByRole('region', { name: 'Totales' }).locator('dd').last();
/** Accessible name, or id, of the element that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id ?? '');

/** Fills in an invoice on the new screen. */
async function write(page: Page): Promise<void> {
  await field(page, 'RNC o cédula').fill('1-31-24679-6');
  await field(page, 'Nombre o razón social').fill('Constructora Inventada SRL');
  await cell(page, 'Producto o servicio', 1).fill('Varilla 3/8');
  await cell(page, 'Cantidad', 1).fill('2');
  await cell(page, 'Precio', 1).fill('1,000.00');
}

/** Documents issued by the company, newest first. */
const issued = async (page: Page) =>
  JSON.parse((await callAs(page, 'GET', '/api/facturas?limit=10')).text) as {
    facturaElectronicaID: string;
    eNCF: string;
    montoTotal: string;
    rncComprador: string | null;
  }[];
const drafts = async (page: Page) =>
  JSON.parse((await callAs(page, 'GET', '/api/borradores')).text) as { id: string; tipo: string; monto: string }[];

describe('an invoice by hand', () => {
  test('key n opens it; its totals follow, it is stored by itself, issued, gone from the drafts; Emitir waits for the company', {
    tags: ['screen/borradores'],
  }, async () => {
    const { page, context, trouble } = await open('/home');
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'Nueva factura' }).waitFor();
    await write(page);
    await expect.poll(() => total(page).textContent()).toBe('2,360.00');
    await page.getByText(/Borrador guardado/).waitFor();
    await expect.poll(async () => (await drafts(page))[0]).toMatchObject({ tipo: '31', monto: '2360.00' });
    const [draft] = await drafts(page);
    expect(page.url()).toContain(`borrador=${draft?.id}`);
    await button(page, 'Emitir').first().click();
    await page.waitForURL(/\/facturas\?doc=/);
    const [newest] = await issued(page);
    expect(newest).toMatchObject({ montoTotal: '2360.00', rncComprador: '131246796' });
    expect(page.url()).toContain(newest!.facturaElectronicaID);
    expect(await drafts(page)).toEqual([]);
    expect(trouble).toEqual([]);

    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await context.route(
      (url) => url.pathname === '/api/empresa',
      async (route) => {
        await arrived;
        await route.continue();
      },
    );
    await page.goto(`${server.address}/nueva-factura`);
    await write(page);
    await button(page, 'Emitir').first().click();
    await page.locator('button[aria-busy=true]').first().waitFor();
    arrive();
    await page.waitForURL(/\/facturas\?doc=/);
    await context.close();
  });

  test('missing data is shown at its field; a preview precedes issuing; the grid works by keyboard and takes pasted cells', async () => {
    const { page, context, trouble } = await open();
    const before = (await issued(page)).length;
    await cell(page, 'Producto o servicio', 1).fill('Varilla');
    await page.getByText(/Borrador guardado/).waitFor();
    await button(page, 'Emitir').first().click();
    const faults = page.getByRole('alert', { name: 'Lo que falta para emitir' });
    await faults.waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await faults
      .getByRole('button', { name: /Precio/ })
      .first()
      .click();
    expect(await focused(page)).toBe('Precio, línea 1');
    expect((await issued(page)).length).toBe(before);

    await cell(page, 'Producto o servicio', 1).fill('Varilla');
    await button(page, 'Vista previa').first().click();
    await page.getByRole('alert', { name: 'Lo que falta para emitir' }).waitFor();
    await write(page);
    await button(page, 'Vista previa').first().click();
    const shown = dialog(page, 'Vista previa');
    const sheet = shown.getByRole('group', { name: 'Página 1 de 1' });
    for (const words of [/Constructora Inventada SRL/, /Se asigna al emitir/, /2,360\.00/])
      await sheet.getByText(words).first().waitFor();
    expect(await sheet.getByRole('img').count()).toBe(0);
    await shown.getByText('Imprimir sin e-CF').click();
    await shown.getByLabel('NCF de la serie B').fill('b01-00000007');
    await shown.getByRole('textbox', { name: 'Vencimiento de su secuencia' }).fill('31/12/2030');
    const [printed] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Descargar con la serie B').click(),
    ]);
    expect(printed.suggestedFilename()).toContain('B0100000007');
    expect(await seriousFaults(page)).toEqual([]);
    await shown.getByText('XML', { exact: true }).click();
    await shown
      .getByText(/MontoTotal/)
      .first()
      .waitFor();
    expect(await shown.locator('pre').textContent()).not.toContain('eNCF>');
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    expect((await issued(page)).length).toBe(before);
    expect(trouble).toEqual([]);

    await page.getByText(/Borrador guardado/).waitFor();
    await page.goto(`${server.address}/nueva-factura`);
    await cell(page, 'Producto o servicio', 1).click();
    await page.keyboard.press('Escape');
    await page.keyboard.type('Uno');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Producto o servicio, línea 2');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toBe('Producto o servicio, línea 1');
    await cell(page, 'Producto o servicio', 2).focus();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Flete\tServicio\t3\tUnidad\t1,500.00\r\nArena\tBien\t2\tMetro\t80');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect.poll(() => cell(page, 'Producto o servicio', 3).inputValue()).toBe('Arena');
    expect(await cell(page, 'Precio', 2).inputValue()).toBe('1,500.00');
    expect(await cell(page, 'Tipo', 2).inputValue()).toBe('2');
    await cell(page, 'Precio', 1).fill('10');
    await expect.poll(() => total(page).textContent()).toBe('5,510.60');
    await button(page, 'Quitar la línea 2').click();
    await expect.poll(() => cell(page, 'Producto o servicio', 2).inputValue()).toBe('Arena');
    await context.close();
  });

  test('a draft survives a reload, is opened and deleted; of two windows the one that stores later is warned', async () => {
    const { page, context } = await open('/nueva-factura?tipo=32');
    const whole = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.request().postDataJSON().monto === '413.00',
    );
    await cell(page, 'Producto o servicio', 1).fill('Café molido');
    await cell(page, 'Precio', 1).fill('350');
    await whole;
    await page.getByText(/Borrador guardado/).waitFor();
    await page.reload();
    await expect.poll(() => cell(page, 'Producto o servicio', 1).inputValue()).toBe('Café molido');
    await expect.poll(() => total(page).textContent()).toBe('413.00');
    await button(page, 'Empezar otra').click();
    await expect.poll(() => cell(page, 'Producto o servicio', 1).inputValue()).toBe('');
    await button(page, 'Borradores').click();
    await dialog(page, 'Borradores')
      .getByRole('button', { name: /E32 .* RD\$ 413.00/ })
      .click();
    await expect.poll(() => cell(page, 'Producto o servicio', 1).inputValue()).toBe('Café molido');
    for (let left = (await drafts(page)).length - 1; left >= 0; left -= 1) {
      await button(page, 'Borradores').click();
      await dialog(page, 'Borradores')
        .getByRole('button', { name: /^Eliminar/ })
        .first()
        .click();
      await expect.poll(async () => (await drafts(page)).length).toBe(left);
      await page.keyboard.press('Escape');
    }

    await page.goto(`${server.address}/nueva-factura`);
    await cell(page, 'Producto o servicio', 1).fill('Primera');
    await page.getByText(/Borrador guardado/).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await expect.poll(() => cell(other, 'Producto o servicio', 1).inputValue()).toBe('Primera');
    await cell(other, 'Producto o servicio', 1).fill('Segunda');
    await other.getByText(/Borrador guardado/).waitFor();
    await cell(page, 'Producto o servicio', 1).fill('Tercera');
    await page.getByText('El borrador no se guardó.').waitFor();
    expect(await cell(page, 'Producto o servicio', 1).inputValue()).toBe('Tercera');
    const [draft] = await drafts(page);
    const { text } = await callAs(page, 'GET', `/api/borradores/${draft!.id}`);
    expect(text).toContain('Segunda');
    await context.close();
  });

  test('earlier products are suggested; a credit note copies its invoice; the detail leads to a copy and to a note', {
    tags: ['SI2.7-1', 'SI5-3'],
  }, async () => {
    const { page, context } = await open();
    await write(page);
    await button(page, 'Emitir').first().click();
    await page.waitForURL(/\/facturas\?doc=/);
    await page.goto(`${server.address}/nueva-factura`);
    await vi.waitFor(
      async () =>
        expect(JSON.parse((await callAs(page, 'GET', '/api/catalogo/productos?buscar=varilla')).text)).toHaveLength(1),
      { timeout: 120_000, interval: 1_000 },
    );
    await field(page, 'Nombre o razón social').fill('constru');
    await page.getByRole('option', { name: /Constructora Inventada SRL/ }).click();
    expect(await field(page, 'RNC o cédula').inputValue()).toBe('131-24679-6');
    await cell(page, 'Producto o servicio', 1).pressSequentially('vari');
    await page.getByRole('option', { name: /Varilla 3\/8/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(page, 'Precio', 1).inputValue()).toBe('1,000.00');
    await expect.poll(() => total(page).textContent()).toBe('1,180.00');

    await page.getByText(/Borrador guardado/).waitFor();
    await page.goto(`${server.address}/nueva-factura?tipo=34`);
    const [newest] = await issued(page);
    await vi.waitFor(
      async () => {
        const { text } = await callAs(page, 'GET', `/api/documentos/${newest!.facturaElectronicaID}`);
        expect(JSON.parse(text).estado).toBe('aceptado');
      },
      { timeout: 120_000, interval: 300 },
    );
    await field(page, 'NCF modificado').fill(newest!.eNCF.slice(0, 6));
    await page.getByRole('option', { name: new RegExp(newest!.eNCF) }).click();
    await button(page, `Copiar el comprador y las líneas de ${newest!.eNCF}`).click();
    await expect.poll(() => cell(page, 'Producto o servicio', 1).inputValue()).toBe('Varilla 3/8');
    await cell(page, 'Cantidad', 1).fill('1');
    await page.getByLabel('Motivo', { exact: true }).selectOption('Devolución de mercancías');
    await says(page, 'Código 3 de la DGII: Corrige montos del NCF modificado');
    await expect.poll(() => total(page).textContent()).toBe('1,180.00');
    await button(page, 'Emitir').first().click();
    await page.waitForURL(/\/facturas\?doc=/);
    const [note] = await issued(page);
    const { json } = JSON.parse((await callAs(page, 'GET', `/api/documentos/${note!.facturaElectronicaID}`)).text);
    expect(json.InformacionReferencia).toMatchObject({
      NCFModificado: newest!.eNCF,
      CodigoModificacion: '3',
      RazonModificacion: 'Devolución parcial',
    });

    const original = (await issued(page)).find(({ eNCF }) => eNCF.startsWith('E31'))!;
    await page.goto(`${server.address}/facturas?doc=${original.facturaElectronicaID}`);
    await page.getByRole('link', { name: 'Duplicar' }).click();
    await expect.poll(() => cell(page, 'Producto o servicio', 1).inputValue()).toBe('Varilla 3/8');
    expect(await field(page, 'RNC o cédula').inputValue()).toBe('131-24679-6');
    await expect.poll(() => total(page).textContent()).toBe('2,360.00');
    await page.goto(`${server.address}/facturas?doc=${original.facturaElectronicaID}`);
    await page.getByRole('link', { name: 'Nota de crédito' }).click();
    await expect.poll(() => field(page, 'NCF modificado').inputValue()).toBe(original.eNCF);
    await expect.poll(() => total(page).textContent()).toBe('2,360.00');
    const number = Number(original.eNCF.slice(3));
    await field(page, 'NCF modificado').fill(`e31-${number}`);
    await says(page, `Facturas de Crédito Fiscal, número ${number}`);
    await field(page, 'NCF modificado').blur();
    await expect.poll(() => field(page, 'NCF modificado').inputValue()).toBe(original.eNCF);
    await context.close();
  });
});

describe('a purchase (41)', () => {
  const panel = (page: Page) => page.getByRole('region', { name: /^Lo que (usted retiene|sería por ley)$/ });
  const card = (page: Page, name: string | RegExp) => panel(page).getByRole('region', { name });
  /** Fills in a purchase from a person: a service of 10,000.00. */
  async function buy(page: Page): Promise<void> {
    await field(page, 'RNC o cédula').fill('99900000011');
    await field(page, 'Nombre o razón social').fill('María Prueba Ejemplo');
    await cell(page, 'Producto o servicio', 1).fill('Reparación de góndolas');
    await page.keyboard.press('Escape');
    await cell(page, 'Tipo', 1).selectOption('2');
    await cell(page, 'Precio', 1).fill('10000');
  }
  const last = async (page: Page) => {
    const [{ facturaElectronicaID } = { facturaElectronicaID: '' }] = await issued(page);
    return JSON.parse((await callAs(page, 'GET', `/api/documentos/${facturaElectronicaID}`)).text);
  };

  test('a purchase asks once whether the company withholds; each withholding has its law, or a reason not to make it', {
    tags: ['SI9-2'],
  }, async () => {
    const { page, context, trouble } = await open('/home');
    await callAs(page, 'PUT', '/api/empresa/datos', { direccion: 'Calle Inventada 1, Santo Domingo' });
    await page.goto(`${server.address}/nueva-factura?tipo=41`);
    await page.getByRole('heading', { name: 'A quién le compra' }).waitFor();
    await buy(page);
    await button(page, 'Emitir').first().click();
    await page.getByRole('button', { name: 'Diga si su empresa retiene a quienes le venden' }).click();
    await expect.poll(() => focused(page)).toBe('retenciones.retiene');
    expect(await seriousFaults(page)).toEqual([]);
    await button(page, 'Sí, retiene').click();
    await says(page, 'Retiene porque en Configuración dice que su empresa es agente de retención.');
    await expect.poll(() => panel(page).getByText('RD$ 8,500.00').count(), { timeout: 30_000 }).toBe(1);
    for (const words of [
      '10,000.00 × 15 %',
      /art\. 309 \(Ley 30-26, art\. 17\), desde el 01\/07\/2026/,
      /^Línea 1\. Honorario/,
    ])
      await card(page, /^ISR/).getByText(words).waitFor();
    await says(page, 'Se retiene ITBIS 1,800.00 · ISR 1,500.00');
    await button(page, 'Es servicio técnico: 300.00').click();
    await expect.poll(() => panel(page).getByText('RD$ 9,700.00').count()).toBe(1);
    expect(await seriousFaults(page)).toEqual([]);
    await button(page, 'Emitir').first().click();
    await page.waitForURL(/\/facturas\?doc=/);
    await page.getByText('ITBIS retenido 1,800.00 · ISR retenido 300.00').waitFor();
    const { json } = await last(page);
    expect(json.DetallesItems.Item[0].Retencion).toEqual({
      IndicadorAgenteRetencionoPercepcion: '1',
      MontoITBISRetenido: '1800.00',
      MontoISRRetenido: '300.00',
    });
    expect(trouble).toEqual([]);

    await page.goto(`${server.address}/nueva-factura?tipo=41`);
    await buy(page);
    await card(page, /^ISR/).getByRole('button', { name: 'No retener' }).click();
    await card(page, /^ISR/).getByRole('button', { name: 'No retener' }).click();
    await card(page, /^ISR/).getByText('Escriba por qué no retiene').waitFor();
    await page.getByLabel(/^Por qué no retiene/).fill('Tiene constancia de exención');
    await page.keyboard.press('Enter');
    await card(page, /^ISR/).getByText('No se retiene: Tiene constancia de exención').waitFor();
    await expect.poll(() => panel(page).getByText('RD$ 10,000.00').count(), { timeout: 30_000 }).toBe(1);
    await button(page, 'Emitir').first().click();
    await page.waitForURL(/\/facturas\?doc=/);
    const { json: unwithheld, eNCF } = await last(page);
    expect(unwithheld.Encabezado.Totales).toMatchObject({ TotalITBISRetenido: '1800.00', TotalISRRetencion: '0.00' });
    expect(JSON.stringify(unwithheld)).not.toContain('constancia');
    const { text } = await callAs(page, 'GET', '/api/auditoria?limite=20');
    expect(text).toContain(`Emitió ${eNCF} sin la retención de ley: Tiene constancia de exención`);
    await context.close();
  });

  test('a purchase has its widest column for the product; on a phone every cell has its label and nothing is too wide', async () => {
    const { page, context } = await open('/nueva-factura?tipo=41', { viewport: { width: 1280, height: 900 } });
    await cell(page, 'Producto o servicio', 1).waitFor();
    for (const tipo of ['41', '31', '47']) {
      await page.getByRole('combobox', { name: 'Tipo de comprobante' }).selectOption(tipo);
      for (const width of [1280, 1400, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const widthOf = async (column: string) => (await cell(page, column, 1).boundingBox())!.width;
        const product = await widthOf('Producto o servicio');
        expect([tipo, width, product > 300]).toEqual([tipo, width, true]);
        for (const column of ['Cantidad', 'Precio', 'ITBIS']) expect(await widthOf(column)).toBeLessThan(product);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }

    await page.getByRole('combobox', { name: 'Tipo de comprobante' }).selectOption('31');
    await page.setViewportSize({ width: 360, height: 740 });
    await write(page);
    await expect.poll(() => total(page).textContent()).toBe('2,360.00');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });
});
