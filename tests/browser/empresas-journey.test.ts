import { aprobaciones, clientes, sesion, usuarios } from '@timbre/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeRoot, openSession, testPassword } from '../../apps/server/src/main/testing/people.ts';
import { withServer } from '../../apps/server/src/main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { launchBrowser } from '../browser.ts';
import { button, dialog, refusals, says, seriousFaults, visitor } from './journeys.ts';

// A user with several companies, and the request to register a company. The server is in this process.

const server = withServer();
let browser: Browser;
let address: string;
let rootId: string;
/** The accountant's company, and the company that invites them. */
let here: Stranger;
let there: Stranger;
let nameOf: Record<string, string>;

beforeAll(async () => {
  [browser, address] = await Promise.all([
    launchBrowser(),
    server.app.http.fastify.listen({ port: 0, host: '127.0.0.1' }),
  ]);
  rootId = (await server.call(sesion.sesionActual, {}, await makeRoot(server))).body.userId;
});
beforeEach(async () => {
  server.clock.advance(60 * 60_000);
  [here, there] = [
    await stranger(server, { ...bare, certificado: true }),
    await stranger(server, { ...bare, certificado: true }),
  ];
  const rows = await server.ctx.db.system((tx) => tx.selectFrom('empresa').select(['id', 'razon_social']).execute());
  nameOf = Object.fromEntries(rows.map(({ id, razon_social }) => [id, razon_social]));
});
afterAll(() => browser.close());

/** Opens a screen as the user of `here`. */
function visit(path: string, width = 1440) {
  const who = { address, login: `prueba${here.rnc}@ejemplo.invalid`, password: testPassword };
  return visitor(browser, who, { path, viewport: { width, height: 800 } });
}

/** Creates a code that invites the user of `here` to `there`. */
async function invite(Correo = `prueba${here.rnc}@ejemplo.invalid`): Promise<string> {
  const body = { NombreUsuario: 'contable', Correo, Contrasena: 'tres gatos duermen', rol: 'contador' as const };
  return (await server.call(usuarios.crearUsuario, { body }, there.sesion)).body.invitacion;
}
async function join(): Promise<void> {
  const body = { invitacion: await invite() };
  await server.call(sesion.aceptarInvitacion, { body }, here.sesion);
  server.clock.advance(1_000);
}

const userMenu = (page: Page) => page.getByRole('button', { name: /^Usuario / });
const switcher = (page: Page) => page.getByRole('button', { name: /^Cambiar de empresa: / });
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test('an invitation is accepted with its code; then the header has the way to the other company, by keyboard, on a phone', {
  tags: ['S2.4-2'],
}, async () => {
  const code = await invite();
  const { page, context, trouble } = await visit('/home', 360);
  expect(await switcher(page).count()).toBe(0);
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Empresas e invitaciones (1)' }).click();
  const empresas = dialog(page, 'Empresas e invitaciones');
  await empresas.getByRole('list', { name: 'Invitaciones' }).getByText(`${nameOf[there.id]} le invita`).waitFor();
  await empresas.getByLabel('Código de invitación').fill('nada-nada-nada-nada');
  await empresas.getByRole('button', { name: 'Aceptar invitación' }).click();
  await empresas.getByText('El código de invitación no es válido o ya venció').waitFor();
  expect([await fits(page), await seriousFaults(page)]).toEqual([true, []]);
  await empresas.getByLabel('Código de invitación').fill(code.toUpperCase());
  await page.keyboard.press('Enter');
  await empresas.getByRole('button', { name: `Cambiar a ${nameOf[there.id]}` }).waitFor();
  await page.keyboard.press('Escape');

  await switcher(page).focus();
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitem');
  await items.filter({ hasText: nameOf[there.id]! }).waitFor();
  expect([await fits(page), await seriousFaults(page)]).toEqual([true, []]);
  // Sorted by name; the last item opens the invitations.
  const names = await items.filter({ visible: true }).allTextContents();
  const at = names.findIndex((name) => name.includes(nameOf[there.id]!));
  for (let i = 0; i < at; i++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Cambiar de empresa: ${nameOf[there.id]}` }).waitFor();
  await page
    .getByRole('main')
    .getByText(/primer acceso/)
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/home');
  expect(await page.evaluate(() => localStorage.getItem('rncEmisor'))).toBe(there.rnc);
  expect(await fits(page)).toBe(true);
  expect(trouble).toEqual(refusals(422));
  await context.close();
});

test('other tabs change company too; drafts of another company stay out', async () => {
  await join();
  const { page, context, trouble } = await visit('/home');
  await page.evaluate(() => localStorage.setItem('ambienteSeleccionado', 'PRODUCCION'));
  const other = await context.newPage();
  await other.goto(`${address}/usuarios`);
  await other.getByRole('button', { name: `Cambiar de empresa: ${nameOf[here.id]}` }).waitFor();
  await switcher(page).click();
  await page.getByRole('menuitem').filter({ hasText: nameOf[there.id]! }).click();
  for (const tab of [page, other])
    await tab.getByRole('button', { name: `Cambiar de empresa: ${nameOf[there.id]}` }).waitFor();
  await says(other, /Su contraseña, su verificación y sus sesiones/);
  expect(await page.evaluate(() => localStorage.getItem('ambienteSeleccionado'))).toBeNull();
  expect(trouble.filter((line) => !/401/.test(line))).toEqual([]);
  await context.close();
});

test('unsaved text is asked about before the company changes', async () => {
  await join();
  const { page, context } = await visit('/usuarios');
  const name = page.getByRole('region', { name: 'Crear usuario' }).getByLabel('Nombre de usuario');
  await name.fill('Berta');
  const goThere = async () => {
    await switcher(page).click();
    await page.getByRole('menuitem').filter({ hasText: nameOf[there.id]! }).click();
  };
  await goThere();
  await dialog(page, 'Hay cambios sin guardar').getByRole('button', { name: 'Seguir editando' }).click();
  expect(await name.inputValue()).toBe('Berta');
  await page.getByRole('button', { name: `Cambiar de empresa: ${nameOf[here.id]}` }).waitFor();
  await goThere();
  await dialog(page, 'Hay cambios sin guardar').getByRole('button', { name: 'Salir sin guardar' }).click();
  await page.getByRole('button', { name: `Cambiar de empresa: ${nameOf[there.id]}` }).waitFor();
  await context.close();
});

test('a person without a company enters with the code of the one that invites them', async () => {
  const code = await invite();
  const administrator = await openSession(server, there.usuarioId);
  const mine = (await server.call(sesion.misEmpresas, {}, here.sesion)).body;
  expect(mine.invitaciones).toHaveLength(1);
  await server.ctx.db.system((tx) => tx.deleteFrom('membresia').where('id', '=', here.usuarioId).execute());
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
  await page.goto(`${address}/login`);
  await page.getByLabel('RNC').fill(`prueba${here.rnc}@ejemplo.invalid`);
  await page.getByLabel('Contraseña', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await page.getByRole('heading', { name: 'Código de invitación' }).waitFor();
  const field = page.getByLabel('Código de invitación');
  await field.fill('nada');
  await button(page, 'Entrar').click();
  await page.getByRole('alert').getByText('El código de invitación no es válido o ya venció').waitFor();
  expect([await fits(page), await seriousFaults(page)]).toEqual([true, []]);
  await field.fill(code);
  await button(page, 'Entrar').click();
  await page.waitForURL('**/home');
  expect(await page.evaluate(() => localStorage.getItem('rncEmisor'))).toBe(there.rnc);
  const { body: people } = await server.call(usuarios.listarUsuarios, {}, administrator);
  expect(people.find(({ NombreUsuario }) => NombreUsuario === 'contable')?.ultimoAcceso).not.toBeNull();
  await page.close();
});

describe('a request to register a company', () => {
  const password = 'cuatro caballos trotan';
  let made = 0;
  const ask = async () => {
    made += 1;
    const correo = `pide${made}@ejemplo.example`;
    const body = { correo, contrasena: password, rncEmisor: '131246796', razonSocial: `Pedida ${made} SRL` };
    await server.call(clientes.registrar, { body });
    return correo;
  };
  const enter = async (login: string) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${address}/login`);
    await page.getByLabel('RNC').fill(login);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    return page;
  };

  test('a waiting request is shown at the login and can be withdrawn there', { tags: ['S2.5-2'] }, async () => {
    const correo = await ask();
    const page = await enter(correo);
    const told = dialog(page, 'Solicitud de registro');
    await told.getByText(/Su solicitud de registro está pendiente/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await told.getByRole('button', { name: 'Retirar solicitud' }).click();
    await told.getByText('Su solicitud fue retirada.').waitFor();
    await told.getByRole('button', { name: 'Entendido' }).click();
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    await dialog(page, 'Error').getByText('RNC o contraseña incorrectos').waitFor();
    await page.context().close();
  });

  test('a rejected request says why and can be made again', { tags: ['S2.5-2'] }, async () => {
    const correo = await ask();
    const root = await openSession(server, rootId);
    const { body } = await server.call(aprobaciones.solicitudesPendientes, {}, root);
    const { id } = body.find(({ solicitadoPor }) => solicitadoPor === correo)!;
    const motivo = 'La razón social no es la del RNC';
    await server.call(aprobaciones.rechazarSolicitud, { params: { id }, body: { motivo } }, root);
    const page = await enter(correo);
    const told = dialog(page, 'Solicitud de registro');
    await told.getByText(`Su solicitud de registro fue rechazada. ${motivo}`).waitFor();
    expect(await told.getByRole('button', { name: 'Retirar solicitud' }).count()).toBe(0);
    await told.getByRole('link', { name: 'enviar otra solicitud' }).click();
    await page.getByRole('heading', { name: 'Registro de Usuario' }).waitFor();
    await page.context().close();
  });

  test('a request for a registered RNC cannot be approved, and says why', { tags: ['S2.9-2'] }, async () => {
    const correo = `tarde${here.rnc}@ejemplo.example`;
    const body = { correo, contrasena: password, rncEmisor: here.rnc, razonSocial: 'Tarde SRL' };
    await server.call(clientes.registrar, { body });
    const root = { address, login: 'root', password: testPassword };
    const { page, context } = await visitor(browser, root, { path: '/aprobaciones-ambientes' });
    const card = page.getByRole('article', { name: 'Tarde SRL' });
    await card.getByText(`Ese RNC ya está registrado como «${nameOf[here.id]}»: solo se puede rechazar`).waitFor();
    await card
      .getByRole('list', { name: 'Evidencias' })
      .getByText(/El correo es nuevo en la plataforma/)
      .waitFor();
    expect(await button(page, 'Aprobar la solicitud de Tarde SRL').isDisabled()).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });
});
