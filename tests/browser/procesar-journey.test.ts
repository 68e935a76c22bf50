import { createQuickBooksSimulator } from '@timbre/quickbooks-simulator';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullMapping, inventedDocuments } from '../../apps/server/src/features/quickbooks/testing/documents.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { Client } from '../crash/client.ts';
import { button, dialog, says, seriousFaults, slow, visitor } from './journeys.ts';

// The books of the company contain invented documents of August 2026.

let browser: Browser;
let server: BuiltServer;
const quickbooks = createQuickBooksSimulator({
  now: () => Date.UTC(2027, 0, 1),
  settings: { perSecond: 1_000, documents: inventedDocuments(600) },
});

beforeAll(async () => {
  const env = { QUICKBOOKS_BASE_URL: await quickbooks.listen() };
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ env })]);
  const client = new Client();
  await client.connectQuickBooks(server);
  await client.call(server, 'POST', `/api/cuentas-mapping/${server.login}`, { mapeo: fullMapping });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await quickbooks.close();
});

const agosto = '/reportes/procesar?desde=2026-08-01&hasta=2026-08-31';

test('a run is begun, told, cancelled, begun again and downloaded; it is in the history with what it could not read', {
  ...slow,
  tags: ['screen/procesar', 'SR2-10', 'SR2-12', 'SR4-8'],
}, async () => {
  const { page, context, trouble } = await visitor(browser, server, { path: agosto });
  await page.waitForURL('**/procesar-reportes?desde=2026-08-01&hasta=2026-08-31');
  for (const words of ['Conectado', 'Configurado', 'Lista', 'Colmado La Esquina Demo SRL · 91303500…'])
    await says(page, words);
  await page.getByLabel('Fecha Inicio', { exact: true }).fill('');
  await page.getByLabel('Fecha Inicio', { exact: true }).blur();
  await says(page, 'Por favor seleccione el rango de fechas');
  expect(await button(page, 'Procesar y Descargar').isDisabled()).toBe(true);
  await page.getByLabel('Fecha Inicio', { exact: true }).fill('01/08/2026');
  await button(page, 'Inicializar BD').click();
  await says(page, 'Base de datos lista');
  await button(page, 'Validar Mapeos').click();
  await says(page, 'Los mapeos de cuentas están completos');

  quickbooks.control.fault({ kind: 'held', of: 'api', query: 'select * from Invoice ' });
  await button(page, 'Procesar y Descargar').click();
  const running = page.getByRole('region', { name: 'Proceso en curso' });
  await running.getByText(/ de 600 documentos · quedan \d+ s/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  // The process continues while the user is on another screen.
  await page.goto(`${server.address}/home`);
  await page.goto(server.address + agosto);
  await running.getByRole('button', { name: 'Cancelar el proceso' }).click();
  await says(page, 'Cancelado');
  await running.waitFor({ state: 'detached' });
  quickbooks.control.clearFaults();

  await page.getByRole('radio', { name: 'Solo 607 (ingresos)' }).check();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Procesar y Descargar').click()]);
  expect(file.suggestedFilename()).toMatch(/^Reporte_607_\d{9}_2026-08-01_2026-08-31\.xls$/);
  await says(page, 'Completado');
  const statistics = page.getByRole('region', { name: 'Estadísticas' });
  await expect.poll(() => statistics.getByText(/^29\d$/).count()).toBeGreaterThan(0);
  await button(page, /^Ver \d fallos$/)
    .first()
    .click();
  await dialog(page, 'Documentos que no se pudieron leer').getByText('Factura de venta 100').waitFor();
  await dialog(page, 'Documentos que no se pudieron leer').getByRole('button', { name: 'Cerrar' }).click();

  await button(page, '.xlsx').click();
  const [book] = await Promise.all([page.waitForEvent('download'), button(page, 'Solo Descargar').click()]);
  expect(book.suggestedFilename()).toMatch(/\.xlsx$/);
  expect(await seriousFaults(page)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});

test('failures have the texts of the specification, and a server without a database call is no failure', {
  ...slow,
  tags: ['SR5-43', 'SR7-6', 'SR8-13'],
}, async () => {
  const { page, context } = await visitor(browser, server, { path: agosto });
  const answer = (path: string, status: number, body: object) =>
    context.route(`**/api/reportes/${path}`, (route) => route.fulfill({ status, json: body }), { times: 1 });
  await answer('inicializar-db', 404, { title: 'No existe', status: 404 });
  await button(page, 'Inicializar BD').click();
  await says(page, /La inicialización no está disponible en este servidor/);
  await answer('descargar/consolidado**', 422, { type: '/x', title: 'Demasiadas filas', status: 422 });
  await button(page, 'Solo Descargar').click();
  await says(page, 'Demasiadas filas');
  await answer('descargar/consolidado**', 418, {});
  await button(page, 'Solo Descargar').click();
  await says(page, 'Error 418');
  await answer('procesar', 409, { type: '/x', title: 'Ya hay un proceso en curso', status: 409 });
  await button(page, 'Procesar y Descargar').click();
  await says(page, 'Error: Ya hay un proceso en curso');
  await answer('procesar', 409, {
    type: '/x',
    title: 'Complete todos los requisitos antes de procesar',
    status: 409,
  });
  await button(page, 'Procesar y Descargar').click();
  await says(page, 'Complete todos los requisitos antes de procesar');
  await context.close();
});

test('without QuickBooks the screen says what feeds the reports already, and what is missing', {
  ...slow,
  tags: ['SR2-10', 'SR4-8'],
}, async () => {
  const { page, context } = await visitor(browser, server);
  await context.route('**/api/reportes/requisitos', (route) =>
    route.fulfill({
      json: {
        conexion: { conectado: false, empresa: null, companyId: null },
        mapeo: { completo: false, faltas: ['El mapeo del reporte 606 está vacío'] },
        enProceso: null,
      },
    }),
  );
  await page.goto(server.address + agosto);
  for (const words of [
    'Desconectado',
    'Incompleto',
    'El mapeo del reporte 606 está vacío',
    'Sus documentos en Timbre ya alimentan los reportes',
    'Complete todos los requisitos antes de procesar',
  ])
    await says(page, words);
  expect(await button(page, 'Procesar y Descargar').isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Ir a Reportes Fiscales' }).click();
  await page.waitForURL('**/reportes-fiscales**');
  await context.close();
});
