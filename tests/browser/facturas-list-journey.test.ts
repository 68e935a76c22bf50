import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readDirectory } from '@timbre/workbook';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { withFurnished } from './furnished.ts';
import { button, callAs, dialog, says, seriousFaults, visitor } from './journeys.ts';

// Selection, files, print sheet, pages, saved views and the preview of the list of invoices.

const furnished = withFurnished();

async function open(path = '/facturas') {
  const visit = await visitor(furnished.browser, furnished.server, { path });
  await visit.page
    .getByRole('button', { name: /^E\d{12}$/ })
    .first()
    .waitFor();
  return visit;
}

interface Issued {
  readonly eNCF: string;
  readonly montoTotal: string;
}

const shown = (page: Page) => page.getByRole('button', { name: /^E\d{12}$/ }).allTextContents();
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const bar = (page: Page) => page.getByRole('region', { name: 'Selección' });

test('rows are selected by keyboard and by pointer, copied, and downloaded as a package; on a phone the cards have boxes', async () => {
  const { page, context, trouble } = await open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('columnheader', { name: 'eNCF' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await bar(page).getByText('1 comprobante').waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await bar(page).getByText('3 comprobantes').waitFor();
  await page.keyboard.press('Control+a');
  await bar(page).getByText('10 comprobantes').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Seleccionar los 13 del filtro' }).click();
  await bar(page).getByText('13 comprobantes · ventas RD$ 550,318.01 · compras RD$ 23,570.00').waitFor();
  await bar(page).getByRole('button', { name: 'Quitar la selección' }).click();
  await expect.poll(() => bar(page).count()).toBe(0);

  const names = await shown(page);
  const box = (at: number) => page.getByRole('checkbox', { name: `Seleccionar ${names[at]}` });
  await box(1).click();
  await box(4).click({ modifiers: ['Shift'] });
  await bar(page).getByText('4 comprobantes').waitFor();
  await bar(page).getByRole('button', { name: 'Copiar eNCF' }).click();
  await says(page, '¡Copiado al portapapeles!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(names.slice(1, 5).join('\n'));
  await button(page, 'Estado').click();
  await button(page, 'Aceptado').click();
  await expect.poll(() => bar(page).count()).toBe(0);

  await button(page, 'Quitar el filtro Estado').click();
  await expect.poll(async () => (await shown(page)).length).toBe(10);
  const loaded = JSON.parse((await callAs(page, 'GET', '/api/facturas?limit=10')).text) as Issued[];
  await page.getByRole('checkbox', { name: 'Seleccionar las filas cargadas' }).check();
  await button(page, 'Descargar la selección').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'ZIP con XML y PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^facturas-\d{4}-\d\d-\d\d\.zip$/);
  const parts = [...readDirectory(readFileSync(await download.path()), 100).keys()].map((name) =>
    name.replace(/^\d{9}(?=e\d{12})/, ''),
  );
  const wanted = loaded.flatMap(({ eNCF, montoTotal }) => [
    ...[`${eNCF}.xml`, `${eNCF}.pdf`],
    ...(eNCF.startsWith('E32') && Number(montoTotal) < 250_000 ? [`${eNCF}_RFCE.xml`] : []),
  ]);
  expect(parts.sort()).toEqual([...wanted, 'veredictos.jsonl'].map((name) => name.toLowerCase()).sort());
  await says(page, /^Archivo facturas-.*\.zip descargado correctamente\.$/);

  await bar(page).getByRole('button', { name: 'Quitar la selección' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await page
    .getByRole('checkbox', { name: /^Seleccionar E/ })
    .first()
    .check();
  await bar(page).getByText('1 comprobante').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});

test('the print sheet has company, filters, every row and totals; its head is repeated on each page', async () => {
  const { page, context, trouble } = await open();
  const [sample] = JSON.parse((await callAs(page, 'GET', '/api/facturas?limit=1')).text);
  await context.route(/\/api\/facturas\?/, (route: Route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const facturas = Array.from({ length: 100 }, (_, i) => {
      const eNCF = `E31${String(at * 100 + i + 1).padStart(10, '0')}`;
      return { ...sample, facturaElectronicaID: eNCF, eNCF, tipo: '31', sentido: 'venta', montoTotal: '10.00' };
    });
    return route.fulfill({ json: facturas, headers: at < 1 ? { 'x-siguiente': String(at + 1) } : {} });
  });
  await button(page, 'Exportar').click();
  await page.getByRole('menuitem', { name: 'Hoja para imprimir' }).click();
  const sheet = page.getByRole('dialog', { name: 'Hoja para imprimir' });
  await sheet.getByText('E310000000200').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const pages = execFileSync('pdftotext', ['-layout', '-', '-'], {
    input: await page.pdf({ preferCSSPageSize: true }),
    encoding: 'utf8',
  })
    .split('\f')
    .slice(0, -1);
  expect(pages.length).toBeGreaterThan(2);
  for (const [at, text] of pages.entries()) {
    expect(text).toMatch(/eNCF +Emisión +Comprador +RNC comprador +Estado +Monto total \(RD\$\)/);
    expect(text).toContain(`Página ${at + 1} de ${pages.length}`);
    expect(text).not.toContain('Auditoría');
  }
  expect(pages[0]).toContain('Colmado La Esquina Demo SRL · RNC 199-00000-5');
  expect(pages[0]).toContain('Hoy');
  expect(pages.at(-1)).toMatch(/Total de ventas: 200 comprobantes +2,000\.00/);
  await page.keyboard.press('Escape');
  await expect.poll(() => sheet.count()).toBe(0);
  expect(trouble).toEqual([]);
  await context.close();
});

test('a file on its way is shown on every screen, and cancelled; pages of ten, Back, a filter begins at the first', {
  tags: ['SI9-5'],
}, async () => {
  const { page, context, trouble } = await open();
  const start = async () => {
    await button(page, 'Exportar').click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
  };
  const list = page.getByRole('region', { name: 'Descargas' });
  const address = '**/api/facturas/exportacion';
  await context.route(address, () => undefined);
  await start();
  await list.getByText('CSV de 13 comprobantes').waitFor();
  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await page.waitForURL('**/home');
  await list.getByText('Preparando…').waitFor();
  await list.getByRole('button', { name: 'Cancelar' }).click();
  await expect.poll(() => list.count()).toBe(0);
  await context.unroute(address);
  await page.goBack();
  await context.route(address, (route: Route) => route.abort());
  await start();
  await list.getByRole('alert').getByText('No se recibió respuesta del servidor').waitFor();
  await list.getByRole('button', { name: 'Entendido' }).click();
  await context.unroute(address);
  trouble.length = 0;

  const first = await shown(page);
  expect(first).toHaveLength(10);
  await says(page, '1–10 de 13');
  const pages = page.getByRole('navigation', { name: 'Páginas' });
  await pages.getByRole('button', { name: 'Siguiente' }).click();
  await expect.poll(async () => (await shown(page)).length).toBe(3);
  expect(searchOf(page)).toEqual({ pagina: '2' });
  await says(page, '11–13 de 13');
  await page.goBack();
  await expect.poll(() => shown(page)).toEqual(first);
  await pages.getByRole('button', { name: 'Página 2' }).click();
  await expect.poll(async () => (await shown(page)).length).toBe(3);
  await button(page, 'Tipo').click();
  await button(page, /^E31 ·/).click();
  await expect.poll(() => searchOf(page)).toEqual({ tipo: '"31"' });
  await page.goto(`${furnished.server.address}/facturas?pagina=2`);
  await expect.poll(async () => (await shown(page)).length).toBe(3);
  await page.getByRole('group', { name: 'Cómo sigue la lista' }).getByRole('button', { name: 'Continuo' }).click();
  await expect.poll(async () => (await shown(page)).length).toBe(13);
  expect(searchOf(page)).toEqual({ modo: 'continuo' });
  await page.goto(`${furnished.server.address}/facturas`);
  await expect.poll(async () => (await shown(page)).length).toBe(13);
  expect(await pages.count()).toBe(0);
  expect(trouble).toEqual([]);
  await context.close();
});

test('a view is saved under a name, applied, renamed, opens the list elsewhere, and is removed', async () => {
  const { page, context, trouble } = await open('/facturas?tipo=34');
  const vista = () => page.getByRole('button', { name: /^Vista/ });
  await vista().click();
  await page.getByLabel('Guardar estos filtros como').fill('Notas');
  await page.keyboard.press('Enter');
  await expect.poll(() => vista().textContent()).toBe('Vista: Notas');
  await button(page, 'Renombrar Notas').click();
  await page.getByLabel('Nombre de Notas').fill('Notas de crédito');
  await page.keyboard.press('Enter');
  await button(page, 'Abrir la lista con Notas de crédito').click();
  await button(page, 'No abrir la lista con Notas de crédito').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const elsewhere = await open();
  await expect.poll(() => searchOf(elsewhere.page)).toEqual({ tipo: '"34"' });
  await expect.poll(async () => (await shown(elsewhere.page)).length).toBe(1);
  await button(elsewhere.page, 'Limpiar filtros').click();
  await expect.poll(() => searchOf(elsewhere.page)).toEqual({});
  await elsewhere.context.close();
  await button(page, 'Eliminar la vista Notas de crédito').click();
  await says(page, 'Guarde aquí los filtros que usa a menudo.');
  expect(trouble).toEqual([]);
  await context.close();
});

test('the printed form is shown as it is printed, on both papers, and printed from there', {
  tags: ['SI2.1-4'],
}, async () => {
  const { page, context, trouble } = await open();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${furnished.server.address}/facturas`);
    await page
      .getByRole('button', { name: /^E\d{12}$/ })
      .first()
      .waitFor();
    const [eNCF] = await shown(page);
    await button(page, eNCF!).click();
    await dialog(page, eNCF!).getByRole('button', { name: 'Ver PDF' }).click();
    const preview = dialog(page, `PDF de ${eNCF}`);
    const sheet = preview.getByRole('group', { name: 'Página 1 de 1' });
    await sheet.getByText(eNCF!).first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
    expect(text).toContain(eNCF);
    expect(text).not.toContain('Descargar');
    await preview.getByRole('button', { name: 'Papel de 80 mm' }).click();
    await expect.poll(async () => (await sheet.getAttribute('viewBox'))?.split(' ')[2]).toMatch(/^22[67]/);
  }
  expect(trouble).toEqual([]);
  await context.close();
});
