import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDemoCertificate } from '../../apps/server/src/domain/companies/demo-certificate.ts';
import { decimal, formatDecimal, sub, sum } from '../../packages/values/src/index.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials, rootEnv } from '../door.ts';
import { anonymous } from './contexts.ts';
import {
  type Account,
  breakOnce,
  button,
  callAs,
  callFor,
  dialog,
  logIn,
  processWorkbook,
  refusals,
  sampleWorkbook,
  says,
  seriousFaults,
  signAndSendAll,
  slow,
  visitor,
} from './journeys.ts';

let browser: Browser;
let server: BuiltServer;
/** Account of the platform's administrator. */
let root: Account;
/** Documents of the sample workbook, issued by the demonstration company and accepted. */
let issued: readonly { readonly eNCF: string; readonly montoTotal: string; readonly estado: string }[];

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo', env: rootEnv })]);
  root = { address: server.address, ...rootCredentials };
  const { page, context } = await visit();
  await processWorkbook(page, server.address, await sampleWorkbook(page, server.address));
  await signAndSendAll(page, 120_000);
  issued = JSON.parse((await callAs(page, 'GET', '/api/facturas')).text);
  await context.close();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens Inicio as a user; by default as the administrator of the demonstration company. */
const visit = (who: Account = server, options: BrowserContextOptions = {}) => visitor(browser, who, options);

const demo = 'Colmado La Esquina Demo SRL';
const panel = (page: Page, title: string) => page.getByRole('region', { name: title });
const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+\.)/g, ',');
const totalOf = (documents: typeof issued) => sum(documents.map(({ montoTotal }) => decimal(montoTotal)));
const ofType = (...types: string[]) => issued.filter(({ eNCF }) => types.includes(eNCF.slice(0, 3)));
const sold = () => totalOf(ofType('E31', 'E32', 'E33', 'E44', 'E45', 'E46'));

/** Cells of a row of the chart's table, found by the row's first words. */
const twinRow = async (page: Page, chart: string, name: RegExp) =>
  (await panel(page, chart).getByRole('row', { name }).getByRole('cell').allTextContents()).map((text) => text.trim());

describe('the company', () => {
  test('Inicio shows the company and what it issued; Cargando panel... while it loads, and failures by their message', {
    tags: ['screen/inicio', 'S2.6-1', 'S2.6-4', 'S8-1', 'S9-7'],
  }, async () => {
    const { page, context, trouble } = await visit();
    const main = page.getByRole('main');
    await main.getByText(/199-00000-5/).waitFor();
    await main.getByRole('heading', { level: 1, name: /^Buen(os días|as tardes|as noches), demo$/ }).waitFor();
    await main.getByText(/^último acceso \d{2}\/\d{2}\/\d{4}, \d{1,2}:\d{2}:\d{2}\s[ap]\.\sm\.$/).waitFor();
    for (const chip of ['TEST', 'Sistema Activo', 'Conexión Segura'])
      await main.getByText(chip, { exact: true }).waitFor();
    expect(issued.length).toBeGreaterThan(10);
    await main
      .getByText('Documentos emitidos')
      .locator('..')
      .getByText(String(issued.length), { exact: true })
      .waitFor();
    const revenue = grouped(formatDecimal(sub(sold(), totalOf(ofType('E34'))), 2));
    await main.getByText('Ingresos totales').first().locator('..').getByText(revenue).first().waitFor();
    await main.getByText('Eficiencia del Sistema').locator('..').getByText('100%', { exact: true }).waitFor();
    await main.getByText('Cumplimiento Fiscal').locator('..').getByText('100%', { exact: true }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);

    const address = page.url();
    // Leaves the page, because a further request of it could take the simulated failure meant for the next page.
    await page.goto('about:blank');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const figures = /\/api\/comprobantes\/[0-9a-f-]{36}\/estadisticas$/;
    await context.route(figures, async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await context.route(/\/user-configuracion$/, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await page.goto(address);
    await says(page, 'Cargando panel...');
    await says(page, 'Error al obtener el perfil del usuario.');
    release();
    await page.getByText('Cargando panel...').waitFor({ state: 'detached' });
    await page.getByText('Documentos emitidos').locator('..').getByText('0', { exact: true }).waitFor();
    await page.getByText('Ingresos totales').first().locator('..').getByText('RD$ 0.00', { exact: true }).waitFor();
    await context.unroute(figures);
    for (const failed of ['Error al obtener el perfil del usuario.', 'No se pudieron obtener las estadísticas']) {
      const banner = page.getByRole('alert').filter({ hasText: failed });
      await banner.getByRole('button', { name: 'Intentar de nuevo' }).click();
      await banner.waitFor({ state: 'detached' });
    }
    await page
      .getByText('Documentos emitidos')
      .locator('..')
      .getByText(String(issued.length), { exact: true })
      .waitFor();
    expect(trouble).toEqual(refusals(500, 500));
    await page.evaluate(() => localStorage.removeItem('userId'));
    await page.reload();
    await says(page, /No se encontró el ID de usuario en el almacenamiento local\./);
    await context.close();
  });

  test('an environment changed elsewhere is announced once, and the figures follow it', {
    ...slow,
    tags: ['S2.6-5'],
  }, async () => {
    const { page, context, trouble } = await visit();
    const administrator = await visit(root);
    const clientes: { id: string; rnc: string }[] = JSON.parse(
      (await callAs(administrator.page, 'GET', '/api/clientes')).text,
    );
    const { id } = clientes.find(({ rnc }) => rnc === server.login)!;
    const move = async (ambiente: string) =>
      expect((await callAs(administrator.page, 'PATCH', `/api/clientes/${id}/ambiente`, { ambiente })).status).toBe(
        200,
      );
    await move('Certificacion');
    const notice = dialog(page, 'Ambiente Actualizado');
    await notice.getByText('El ambiente ha sido cambiado a Certificación').waitFor();
    await notice.getByRole('button', { name: 'OK' }).click();
    expect(await page.evaluate(() => localStorage.getItem('ambiente'))).toBe('Certificacion');
    const filter = page.getByLabel('Ambiente de las estadísticas');
    await expect.poll(() => filter.inputValue()).toBe('CERTIFICACION');
    // Events that occur before the page subscribes are not missed.
    let listen = () => {};
    const held = new Promise<void>((resolve) => {
      listen = resolve;
    });
    await context.route('**/api/eventos', (route) => held.then(() => route.continue()), { times: 1 });
    const known = page.waitForResponse('**/api/sesion');
    await page.reload();
    await (await known).finished();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await notice.count()).toBe(0);
    await move('Test');
    listen();
    await notice.getByText('El ambiente ha sido cambiado a Pruebas').waitFor();
    await notice.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => filter.inputValue()).toBe('PRUEBA');
    expect([...trouble, ...administrator.trouble]).toEqual([]);
    await administrator.context.close();
    await context.close();
  });
});

/** The chart, not one of the icons of its panel. */
const picture = (page: Page, chart: string) => panel(page, chart).getByRole('img', { name: /por tipo/ });

describe('the charts', () => {
  const [ncf, ingresos] = ['NCF Utilizados por Tipo', 'Ingresos por Tipo'];

  test('the charts grow unless less motion is preferred; each has a table, a tooltip, an environment and a refresh', {
    tags: ['S2.6-2', 'S2.6-3', 'S3-3', 'S9-3'],
  }, async () => {
    const { page, context, trouble } = await visit();
    const movement = () =>
      picture(page, ncf).evaluate((chart) => {
        const styles = [...chart.querySelectorAll('*')].map((element) => getComputedStyle(element));
        const moving = styles.find(({ animationName }) => animationName !== 'none');
        return moving ? `${moving.animationName.replace(/^_|_\w+$/g, '')} ${moving.animationDuration}` : 'none';
      });
    await picture(page, ncf).waitFor();
    expect(await movement()).toContain('grow 2s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await movement()).toBe('none');

    const heightOf = async (chart: string) => (await panel(page, chart).boundingBox())?.height;
    for (const chart of [ncf, ingresos]) {
      await picture(page, chart).waitFor();
      const height = await heightOf(chart);
      const twin = panel(page, chart).getByRole('button', { name: `Ver tabla de ${chart}` });
      await twin.click();
      await panel(page, chart).getByRole('table').waitFor();
      expect(await picture(page, chart).count()).toBe(0);
      expect(await heightOf(chart)).toBe(height); // the content below does not move
    }
    await expect.poll(() => twinRow(page, ncf, /^Total/)).toEqual([String(issued.length)]);
    for (const tipo of ['E31', 'E32', 'E33', 'E34', 'E41', 'E43', 'E44', 'E45', 'E46', 'E47']) {
      const documents = ofType(tipo);
      expect(await twinRow(page, ncf, new RegExp(`^${tipo} `)), tipo).toEqual([String(documents.length)]);
      const [amount] = await twinRow(page, ingresos, new RegExp(`^${tipo} `));
      const sells = !['E41', 'E43', 'E47'].includes(tipo) && documents.length > 0;
      const total = grouped(formatDecimal(totalOf(documents), 2));
      expect(amount, tipo).toBe(sells ? `${tipo === 'E34' ? '−' : ''}${total}` : undefined);
    }
    expect(await seriousFaults(page)).toEqual([]);
    for (const chart of [ncf, ingresos]) {
      await button(page, `Ver gráfico de ${chart}`).click();
      await picture(page, chart).waitFor();
    }

    const bars = panel(page, ncf).getByRole('img', { name: /^NCF utilizados por tipo en Pruebas: \d+ en total$/ });
    await bars.getByText('E31', { exact: true }).hover();
    await says(page, `E31 Facturas de Crédito Fiscal: ${ofType('E31').length} NCF utilizados`);
    const ring = picture(page, ingresos).locator('svg');
    await ring.scrollIntoViewIfNeeded();
    const box = (await ring.boundingBox())!;
    const radius = (box.width * 100) / (2 * Math.PI) / 42;
    // Just after twelve o'clock, where the largest slice begins.
    await page.mouse.move(box.x + box.width / 2 + radius * 0.1, box.y + box.height / 2 - radius);
    await says(page, /^E3\d .+: RD\$ [\d,]+\.\d{2} \(\d{1,3}\.\d%\)$/);
    const percents = await panel(page, ingresos).locator('li b').allTextContents();
    expect(percents.length).toBeGreaterThan(1);
    for (const percent of percents) expect(percent).toMatch(/^\d{1,3}\.\d%$/);

    const filter = page.getByLabel('Ambiente de las estadísticas');
    await filter.waitFor();
    expect(
      await filter.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).toEqual(['TODOS', 'PRUEBA', 'CERTIFICACION', 'PRODUCCION']);
    expect(await filter.inputValue()).toBe('PRUEBA');
    await filter.selectOption('PRODUCCION');
    await page.waitForURL('**/home?ambiente=PRODUCCION');
    await says(page, 'Aún no hay ingresos en Producción');
    await expect.poll(() => twinRow(page, ncf, /^Total/)).toEqual(['0']);
    await filter.selectOption('TODOS');
    await expect.poll(() => twinRow(page, ncf, /^Total/)).toEqual([String(issued.length)]);
    await page.goto(`${server.address}/home`);
    await expect.poll(() => filter.inputValue()).toBe('TODOS');
    for (const chart of [ncf, ingresos]) {
      const refresh = button(page, `Actualizar ${chart}`);
      await expect.poll(() => refresh.getAttribute('aria-disabled')).toBe('false');
      const [answer] = await Promise.all([page.waitForResponse(/\/estadisticas$/), refresh.click()]);
      expect(answer.status()).toBe(200);
    }
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe('what asks for attention', () => {
  const dayMs = 86_400_000;

  /** Loads a certificate of five years that expires in that many days. Returns the status of the response. */
  async function loadCertificate(page: Page, daysLeft: number): Promise<number> {
    const made = new Date(Date.now() - (5 * 365 - daysLeft) * dayMs);
    const { p12, password } = await makeDemoCertificate({ name: 'Demo Vence', id: '199000005' }, 'clave', made);
    return page.evaluate(
      async ([base64, secret]) => {
        const form = new FormData();
        form.append('RncEmisor', String(localStorage.getItem('rncEmisor')));
        form.append('PasswordCertificado', String(secret));
        const bytes = Uint8Array.from(atob(String(base64)), (letter) => letter.charCodeAt(0));
        form.append('certificado', new File([bytes], 'vence.p12', { type: 'application/x-pkcs12' }));
        const headers = { Authorization: `Bearer ${localStorage.getItem('apiKey')}` };
        return (await fetch('/api/configuracion/guardar-configuracion', { method: 'POST', headers, body: form }))
          .status;
      },
      [p12.toString('base64'), password] as const,
    );
  }

  test(
    'the certificate is announced twenty days and one day before its end and after it, not forty days before',
    slow,
    async () => {
      const { page, context, trouble } = await visit();
      const list = panel(page, 'Qué hacer ahora');
      const certificate = list.getByRole('listitem').filter({ hasText: /certificado/i });
      for (const [days, words] of [
        [40.5, undefined],
        [20.5, 'vence en 20 días'],
        [0.9, ': sin él no podrá emitir'],
      ] as const) {
        expect(await loadCertificate(page, days)).toBe(200);
        await page.reload();
        await list.getByText('Certificado de Demo Vence').waitFor();
        await list.getByText(/^válido hasta el \d{2}\/\d{2}\/\d{4}$/).waitFor();
        if (words === undefined) expect(await certificate.count()).toBe(0);
        else await certificate.getByText(words).waitFor();
      }
      await page.clock.setFixedTime(Date.now() + dayMs);
      await page.reload();
      await certificate.getByText('El certificado digital está vencido').waitFor();
      await certificate.getByRole('link', { name: 'Reemplazar' }).click();
      await page.waitForURL('**/configuracion?parte=certificado');
      expect(trouble).toEqual([]);
      await context.close();
    },
  );

  test('a company that has issued nothing sees its first steps, and no empty charts', slow, async () => {
    const [correo, contrasena, rncEmisor] = ['primera@ejemplo.example', 'cinco gallos y una luna', '131246796'];
    const company = { correo, contrasena, rncEmisor, razonSocial: 'Primera Vez SRL' };
    expect((await callFor(root, 'POST', '/api/auth/register', company)).status).toBe(201);
    const { page, context, trouble } = await visit({ ...server, login: rncEmisor, password: contrasena });
    const steps = panel(page, 'Primeros pasos').getByRole('listitem');
    await steps.first().getByText('Datos de la empresa').waitFor();
    await says(page, '0 de 5 hechos. Al final su empresa emite en Producción.');
    expect(await steps.count()).toBe(5);
    expect(await page.getByText('NCF Utilizados por Tipo').count()).toBe(0);
    expect(await page.getByText('Qué hacer ahora').count()).toBe(0);
    await says(page, 'primer acceso');
    expect(await seriousFaults(page)).toEqual([]);
    await steps.nth(2).getByRole('link', { name: 'Registrar' }).click();
    await page.waitForURL('**/configuracion?tab=rangos');
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('each role is offered what it may do', slow, async () => {
    for (const [Rol, words] of [
      ['facturador', 'Abrir Excel a e-CF'],
      ['consulta', 'Nada pendiente de usted'],
    ] as const) {
      const [Correo, Contrasena] = [`${Rol}@demo.example`, 'cuatro caballos trotan'];
      const user = { NombreUsuario: Rol, Correo, Contrasena, Rol };
      expect((await callFor(server, 'POST', '/api/usuarios/crear', user)).status).toBe(201);
      const { page, context, trouble } = await anonymous(browser);
      // Without ranges no document can be issued.
      await context.route('**/api/avisos', (route) =>
        route.fulfill({ json: [{ tipo: 'sin_secuencias', urgente: false }] }),
      );
      await context.route('**/api/importaciones', (route) => route.fulfill({ json: [] }));
      await logIn(page, { ...server, login: Correo, password: Contrasena });
      const list = panel(page, 'Qué hacer ahora');
      await list.getByText(words).waitFor();
      const emite = Rol === 'facturador';
      const noRanges = list.getByRole('listitem').filter({ hasText: 'La empresa no tiene rangos registrados' });
      expect(await noRanges.getByText('Lo hace un administrador').count()).toBe(emite ? 1 : 0);
      expect(await list.getByRole('link').count()).toBe(emite ? 1 : 0);
      const recent = panel(page, 'Importaciones recientes');
      await recent.getByText('Todavía no hay ningún libro procesado').waitFor();
      expect(await recent.getByRole('link').count()).toBe(emite ? 1 : 0);
      expect(trouble).toEqual([]);
      await context.close();
    }
  });
});

describe('the platform’s administrator', () => {
  test('the platform’s administrator sees pending work and every company; a company’s screen says that none is chosen', async () => {
    const { page, context, trouble } = await visit(root);
    const accepted = issued.filter(({ estado }) => ['aceptado', 'aceptado_condicional'].includes(estado)).length;
    expect(accepted).toBeGreaterThan(10);
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
    // No company is shown to a user without one.
    await page.getByRole('navigation', { name: 'Menú principal' }).getByText('Plataforma', { exact: true }).waitFor();
    expect(await page.getByText('000-00000-0').count()).toBe(0);
    await panel(page, 'Solicitudes pendientes').getByText('No hay solicitudes pendientes.').waitFor();
    await panel(page, 'Empresas').getByText(`199-00000-5 · ${accepted} facturas emitidas`).waitFor();
    await page.getByText('En producción', { exact: true }).locator('..').getByText('0', { exact: true }).waitFor();
    const clientes: { certificado: unknown }[] = JSON.parse((await callAs(page, 'GET', '/api/clientes')).text);
    const uncertified = clientes.filter(({ certificado }) => certificado === null).length;
    const figure = page.getByText('Sin certificado vigente', { exact: true }).locator('..');
    await figure.getByText(String(uncertified), { exact: true }).waitFor();
    expect(await panel(page, 'Empresas').getByText('Sin certificado', { exact: true }).count()).toBe(uncertified);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Administrar Clientes' }).last().click();
    const row = page.getByRole('table', { name: 'Clientes' }).getByRole('row').filter({ hasText: demo });
    await row.getByRole('cell').nth(3).getByText(String(accepted), { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Inicio' }).click();
    await page.getByRole('link', { name: 'Ver solicitudes' }).click();
    await page.waitForURL('**/aprobaciones-ambientes');
    expect(trouble).toEqual([]);
    await page.goto(`${server.address}/home`);
    await panel(page, 'Solicitudes pendientes').getByText('No hay solicitudes pendientes.').waitFor();
    await breakOnce(context, '/api/configuracion/solicitudes-pendientes', 'GET');
    await page.reload();
    await says(page, 'No se pudo cargar el panel');
    await button(page, 'Intentar de nuevo').click();
    await panel(page, 'Solicitudes pendientes').getByText('No hay solicitudes pendientes.').waitFor();

    await page.goto(`${server.address}/facturas`);
    await says(page, 'Este usuario administra la plataforma');
    await button(page, 'Cambiar de usuario').click();
    await page.waitForURL('**/login');
    await context.close();
  });
});
