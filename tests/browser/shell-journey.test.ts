import { rmSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, makeDataFolder, startBuiltServer } from '../built-server.ts';
import { rootCredentials, rootEnv } from '../door.ts';
import { anonymous } from './contexts.ts';
import {
  type Account,
  breakOnce,
  button,
  callAs,
  dialog,
  logIn,
  refusals,
  says,
  seriousFaults,
  slow,
  visitor,
} from './journeys.ts';

let browser: Browser;
let server: BuiltServer;
/** Account of the platform's administrator. */
let root: Account;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo', env: rootEnv })]);
  root = { address: server.address, ...rootCredentials };
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens Inicio as a user; by default as a user of the demonstration company. */
const visit = (who: Account = server, options: BrowserContextOptions = {}) => visitor(browser, who, options);

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' });
const phone = { viewport: { width: 390, height: 780 } };
const denial = (what: string) =>
  `No tienes permisos para acceder a ${what}. Contacta a tu administrador para habilitar este acceso.`;
const pathOf = (page: Page) => new URL(page.url()).pathname;

describe('who is sent where', () => {
  test('without a session every screen leads to the login, which leads back to it', async () => {
    const { page, context, trouble } = await anonymous(browser);
    for (const path of ['/', '/home', '/configuracion?tab=fechas', '/admin/clientes']) {
      await page.goto(`${server.address}${path}`);
      await page.getByRole('button', { name: 'Iniciar Sesión' }).waitFor();
      await page.waitForURL('**/login*');
    }
    await page.goto(`${server.address}/configuracion?tab=fechas`);
    await page.getByLabel('RNC').fill(server.login);
    await page.getByLabel('Contraseña', { exact: true }).fill(server.password);
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    await page.waitForURL('**/configuracion?tab=fechas');
    await page.getByRole('tab', { name: 'Asignar Fechas', selected: true }).waitFor();
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('with one, the root path and the login lead to Inicio, and never to an address of somebody else', async () => {
    const { page, context, trouble } = await visit();
    for (const path of ['/', '/login', '/login?volver=https://ejemplo.invalid/x', '/login?volver=//ejemplo.invalid']) {
      await page.goto(`${server.address}${path}`);
      await page.waitForURL('**/home');
      expect(new URL(page.url()).origin).toBe(server.address);
    }
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('a screen of the platform’s administrator leads whoever is not to Inicio, which says why', async () => {
    const { page, context, trouble } = await visit();
    for (const [path, name] of [
      ['/aprobaciones-ambientes', 'Aprobaciones de Ambientes'],
      ['/registro', 'Registrar Empresa'],
      ['/admin/clientes', 'Administrar Clientes'],
      ['/admin/accesos', 'Configuración de Accesos'],
    ]) {
      await page.goto(`${server.address}${path}`);
      await page.waitForURL('**/home');
      await dialog(page, 'Acceso Denegado').getByText(denial(name!)).waitFor();
    }
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('an address that leads nowhere says so, with the way back', async () => {
    const { page, context, trouble } = await visit();
    await page.goto(`${server.address}/no-hay-tal-cosa`);
    await says(page, 'Esta página no existe');
    await page.getByRole('link', { name: 'Ir al inicio' }).click();
    await page.waitForURL('**/home');
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe('the login', () => {
  const fill = async (page: Page, rnc: string, password: string) => {
    await page.getByLabel('RNC').fill(rnc);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  };

  test('both fields are required; the password is shown and hidden; the foot has the company’s line', async () => {
    const { page, context, trouble } = await anonymous(browser);
    await page.goto(`${server.address}/login`);
    const rnc = page.getByLabel('RNC');
    const password = page.getByLabel('Contraseña', { exact: true });
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
    await says(page, 'Escriba el RNC, el correo o el usuario');
    await says(page, 'Escriba la contraseña');
    expect(await rnc.evaluate((input) => input === document.activeElement)).toBe(true);
    await rnc.fill('1');
    await page.getByText('Escriba el RNC, el correo o el usuario').waitFor({ state: 'detached' });
    await button(page, 'Iniciar Sesión').click();
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(pathOf(page)).toBe('/login');
    await password.fill('secreto');
    expect(await password.getAttribute('type')).toBe('password');
    await button(page, 'Mostrar contraseña').click();
    expect(await password.getAttribute('type')).toBe('text');
    await button(page, 'Ocultar contraseña').click();
    expect(await password.getAttribute('type')).toBe('password');
    await says(page, /^© \d{4} Timbre\./);
    expect(await seriousFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('a failure is told in a dialog, and the password is ready to be typed again', async () => {
    const { page, context, trouble } = await anonymous(browser);
    await page.goto(`${server.address}/login`);
    for (const [rnc, password] of [
      [server.login, 'no es esta'],
      ['131246796', server.password],
    ] as const) {
      await fill(page, rnc, password);
      await dialog(page, 'Error').getByText('RNC o contraseña incorrectos', { exact: true }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog(page, 'Error').waitFor({ state: 'detached' });
      await says(page, 'RNC o contraseña incorrectos'); // the message stays in the form
    }
    expect(trouble).toEqual(refusals(401, 401));
    await context.close();
  });

  test('while it is asked an overlay says so; a server that does not answer in ten seconds is told', async () => {
    const { page, context } = await anonymous(browser);
    await page.goto(`${server.address}/login`);
    await context.route('**/api/auth/login', () => {}); // never answered
    await fill(page, server.login, server.password);
    await says(page, 'Iniciando sesión...');
    expect(await page.getByRole('button', { name: 'Iniciar Sesión' }).isDisabled()).toBe(true);
    await dialog(page, 'Error').getByText('El servidor tardó demasiado en responder. Intente de nuevo.').waitFor();
    await page.getByText('Iniciando sesión...').waitFor({ state: 'detached' });
    await context.close();
  });

  test('an RNC with its dashes enters; the browser keeps the session under the specification’s keys, and no cookie', async () => {
    const { page, context, trouble } = await anonymous(browser);
    await page.goto(`${server.address}/login`);
    await fill(page, server.login.replace(/(\d{3})(\d{5})(\d)/, '$1-$2-$3'), server.password);
    await page.waitForURL('**/home');
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({
      apiKey: expect.stringMatching(/^ses_/),
      apiSecret: expect.any(String),
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nombreUsuario: 'demo',
      rncEmisor: '199000005',
      razonSocial: 'Colmado La Esquina Demo SRL',
      ambiente: 'Test',
      token: stored.apiKey,
    });
    expect(await context.cookies()).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('what the login does not say is Sin Razón Social; what nobody says is Mi Empresa, an RNC of zeros and TEST', async () => {
    const { page, context } = await anonymous(browser, phone);
    await context.route('**/api/auth/login', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), razonSocial: '' } });
    });
    await context.route('**/api/sesion', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`${server.address}/login`);
    await fill(page, server.login, server.password);
    await page.waitForURL('**/home');
    const header = page.getByRole('banner');
    await header.getByText('Sin Razón Social').waitFor();
    await page.evaluate(() => {
      for (const key of ['razonSocial', 'rncEmisor', 'ambiente']) localStorage.removeItem(key);
    });
    await page.reload();
    await header.getByText('Mi Empresa').waitFor();
    await header.getByText('000-00000-0').waitFor();
    await header.getByText('TEST', { exact: true }).waitFor();
    await context.close();
  });

  test('too many tries are stopped, and the dialog says so', slow, async ({ onTestFinished }) => {
    // Uses its own server, because the rate limit would also block the other tests.
    const other = await startBuiltServer({ company: 'demo' });
    onTestFinished(() => other.stop());
    const { page, context } = await anonymous(browser);
    await page.goto(`${other.address}/login`);
    // Exhausts the rate limit just before the form's own try is sent, because the limit recovers with time.
    const tries = async () => {
      const body = JSON.stringify({ correo: '131246796', contrasena: 'probando' });
      const headers = { 'content-type': 'application/json' };
      const post = () => fetch(`${other.address}/api/auth/login`, { method: 'POST', headers, body });
      return (await Promise.all(Array.from({ length: 30 }, post))).map(({ status }) => status);
    };
    await context.route('**/api/auth/login', async (route) => {
      await expect.poll(tries).toContain(429);
      await route.continue();
    });
    await fill(page, '131246796', 'probando');
    await dialog(page, 'Error')
      .getByText('Demasiados intentos. Espere un momento y vuelva a intentarlo.', { exact: true })
      .waitFor();
    await context.close();
  });

  test('logging out forgets the session here and on the server, in every tab, and leads to the login', async () => {
    const { page, context, trouble } = await visit();
    const second = await context.newPage();
    // Simulates an event of the stream that reaches the second tab after the log-out, before that tab has processed it.
    await second.addInitScript(() =>
      addEventListener('storage', ({ key, newValue }) => {
        if (key === 'apiKey' && newValue === null) localStorage.setItem('ultimoEvento', '{"id":"1","now":0}');
      }),
    );
    await second.goto(`${server.address}/usuarios`);
    await menu(second).waitFor();
    const key = await page.evaluate(() => localStorage.getItem('apiKey'));
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/auth/logout'),
      menu(page).getByRole('button', { name: 'Cerrar sesión' }).click(),
    ]);
    expect(answer.status()).toBe(204);
    for (const one of [page, second]) {
      await one.getByRole('button', { name: 'Iniciar Sesión' }).waitFor();
      await one.waitForURL((url) => url.pathname + url.search === '/login');
    }
    // The choice of development mode belongs to the browser, not to the session.
    const left = await page.evaluate(() => Object.keys(localStorage));
    expect(left.filter((name) => !name.startsWith('modoDesarrollo/'))).toEqual([]);
    expect(trouble).toEqual([]);
    const status = await page.evaluate(
      async (authorization) => (await fetch('/api/sesion', { headers: { authorization } })).status,
      `Bearer ${key}`,
    );
    expect(status).toBe(401);
    await context.close();
  });

  test('a session that the server no longer knows says so, and the next login leads back', async () => {
    const { page, context } = await visit();
    await page.evaluate(() => localStorage.setItem('apiKey', 'ses_ya-no-vale'));
    await page.goto(`${server.address}/configuracion?tab=fechas`);
    await says(page, 'La sesión ha expirado. Por favor autentíquese nuevamente.');
    await fill(page, server.login, server.password);
    await page.waitForURL('**/configuracion?tab=fechas');
    await context.close();
  });
});

describe('the header', () => {
  test('is that of a phone up to 767 px, and no more at 768', async () => {
    const { page, context } = await visit(server, { viewport: { width: 767, height: 780 } });
    const menuButton = page.getByRole('banner').getByRole('button', { name: 'Abrir el menú' });
    await menuButton.waitFor();
    await page.setViewportSize({ width: 768, height: 780 });
    await menuButton.waitFor({ state: 'hidden' });
    await context.close();
  });

  test('on a phone: 70 px with menu button, logo, company, RNC, TEST, user and the clock that ticks', async () => {
    const { page, context, trouble } = await visit(server, phone);
    const header = page.getByRole('banner');
    expect((await header.boundingBox())?.height).toBe(70);
    await header.getByRole('button', { name: 'Abrir el menú' }).waitFor();
    await header.getByRole('button', { name: 'Cambiar el logo' }).waitFor();
    await header.getByText('Colmado La Esquina Demo SRL').waitFor();
    await header.getByText('199-00000-5').waitFor();
    await header.getByText('TEST', { exact: true }).waitFor();
    await header.getByRole('status').waitFor();
    const clock = header.locator('time').filter({ visible: true });
    const first = await clock.textContent();
    expect(first).toMatch(/^\d{1,2}:\d{2}:\d{2}\s[ap]\.\sm\.$/);
    await expect.poll(() => clock.textContent()).not.toBe(first);
    const main = await page.getByRole('main').evaluate((element) => {
      const { paddingTop, minHeight } = getComputedStyle(element);
      return { under: Number.parseFloat(paddingTop) >= 70, fills: Number.parseFloat(minHeight) >= innerHeight - 70 };
    });
    expect(main).toEqual({ under: true, fills: true });
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('on a wide screen the clock has the day, and Online says that the server answers', async () => {
    const { page, context, trouble } = await visit();
    const header = page.getByRole('banner');
    await header.getByText('Online', { exact: true }).waitFor();
    const clock = header.locator('time').filter({ visible: true });
    expect(await clock.textContent()).toMatch(/^\d{2}\/\d{2}\/\d{4}, \d{1,2}:\d{2}:\d{2}\s[ap]\.\sm\.$/);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('Online tells the truth: not while the server is down, and again when it is back', slow, async () => {
    const dataDir = makeDataFolder();
    const first = await startBuiltServer({ company: 'demo', dataDir });
    const { page, context } = await visit(first);
    const status = page.getByRole('banner').getByRole('status');
    await status.getByText('Online', { exact: true }).waitFor();
    await first.kill('SIGKILL');
    await status.getByText('Sin conexión con el servidor').waitFor();
    await page.getByRole('main').getByText('Sin conexión', { exact: true }).waitFor();
    const second = await startBuiltServer({ company: 'demo', dataDir, env: { PORT: new URL(first.address).port } });
    await status.getByText('Online', { exact: true }).waitFor();
    await page.getByRole('main').getByText('Sistema Activo', { exact: true }).waitFor();
    await context.close();
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe('the side menu', () => {
  test('has the sections and the items of the specification, by their names, in order', async () => {
    const { page, context, trouble } = await visit(root);
    await menu(page).getByRole('link', { name: 'Inicio' }).waitFor();
    const sections = menu(page).locator('h2');
    expect(await sections.allTextContents()).toEqual([
      'Principal',
      'Facturas',
      'Reportes',
      'Seguridad',
      'Administración',
    ]);
    const items = menu(page).getByRole('link');
    const shown = await items.evaluateAll((all) =>
      all.map((item) => `${item.textContent} ${item.getAttribute('href') ?? '(gris)'}`),
    );
    for (const item of [
      'Inicio /home',
      'Configuración /configuracion',
      'Certificación ECF /certificacion',
      'Facturas Emitidas /facturas',
      'Facturas Recibidas /facturasrecibidas',
      'Reportes Fiscales /reportes-fiscales',
      'Mapeo de Cuentas /cuentas-mapping',
      'Procesar Reportes /procesar-reportes',
      'Firmado Digital /firmado-digital',
      'Aprobaciones de Ambientes /aprobaciones-ambientes',
      'Registrar Empresa /registro',
      'Administrar Clientes /admin/clientes',
      'Configuración de Accesos /admin/accesos',
    ])
      expect(shown).toContain(item);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('on a phone it opens over the page, and closes by an item, by Escape, by the overlay', async () => {
    const { page, context, trouble } = await visit(server, phone);
    const opener = button(page, 'Abrir el menú');
    const closed = () => expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
    await opener.click();
    await menu(page).getByText('Colmado La Esquina Demo SRL').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await menu(page).getByRole('link', { name: 'Usuarios' }).click();
    await page.waitForURL('**/usuarios');
    await closed();
    await menu(page).waitFor({ state: 'hidden' });
    await opener.click();
    await menu(page).waitFor();
    await page.keyboard.press('Escape');
    await closed();
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.click();
    await menu(page).waitFor();
    await page.mouse.click(380, 400);
    await closed();
    await opener.click();
    await menu(page).getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.waitForURL('**/login');
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('where it is longer than the window, the item one is at is in sight, and so is Cerrar sesión', async () => {
    const { page, context, trouble } = await visit(root, { viewport: { width: 1440, height: 600 } });
    await page.goto(`${server.address}/admin/accesos`);
    await page.getByRole('heading', { level: 1, name: 'Configuración de Accesos' }).waitFor();
    const bottomOf = async (role: 'link' | 'button', name: string) => {
      const box = await menu(page).getByRole(role, { name }).boundingBox();
      return box!.y + box!.height;
    };
    const end = await menu(page).getByRole('button', { name: 'Cerrar sesión' }).boundingBox();
    expect(await bottomOf('link', 'Configuración de Accesos')).toBeLessThanOrEqual(end!.y);
    expect(await bottomOf('button', 'Cerrar sesión')).toBeLessThanOrEqual(600);
    // The window becomes lower, as when a phone's keyboard opens or a tablet is rotated.
    await page.setViewportSize({ width: 1440, height: 500 });
    await expect.poll(() => bottomOf('link', 'Configuración de Accesos')).toBeLessThanOrEqual(end!.y - 100);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('says Cargando menú... while its call is on its way; the screen does not wait for it', async () => {
    const { page, context } = await visit();
    await context.route('**/api/menu-items', () => {}); // never answered
    await page.goto(`${server.address}/auditoria`, { waitUntil: 'commit' });
    let given = false;
    page.on('requestfailed', (request) => {
      given ||= request.url().endsWith('/api/menu-items');
    });
    await menu(page).getByText('Cargando menú...').waitFor();
    await page.getByRole('banner').getByText('Online', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Auditoría' }).waitFor();
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    expect(given).toBe(false);
    await context.close();
  });

  test('a screen opened before the menu came is left when the menu says that the company does not reach it', async () => {
    const { page, context } = await visit();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route('**/api/menu-items', async (route) => {
      await held;
      const response = await route.fetch();
      const answer = await response.json();
      const menuItems = answer.menuItems.map((item: { id: string }) =>
        item.id === 'auditoria' ? { ...item, habilitado: false } : item,
      );
      await route.fulfill({ response, json: { ...answer, menuItems } });
    });
    await page.goto(`${server.address}/auditoria`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: 'Auditoría' }).waitFor();
    release();
    await dialog(page, 'Acceso Denegado').getByText(denial('Auditoría')).waitFor();
    await page.waitForURL('**/home');
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  test('while it loads it says so; empty, it says that too and keeps Inicio and Configuración; failed, it has what the role may', async () => {
    const { page, context } = await visit();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route('**/api/menu-items', async (route) => {
      await held;
      await route.fulfill({ json: { success: true, secciones: [], menuItems: [] } });
    });
    await page.reload({ waitUntil: 'commit' });
    await menu(page).getByText('Cargando menú...').waitFor();
    release();
    await menu(page).getByText('Sin accesos configurados').waitFor();
    expect(await menu(page).getByRole('link').allTextContents()).toEqual(['Inicio', 'Configuración']);
    await context.unroute('**/api/menu-items');
    await context.route('**/api/menu-items', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await menu(page).getByRole('link', { name: 'Facturas Emitidas' }).waitFor();
    expect(await menu(page).getByRole('link', { name: 'Administrar Clientes' }).count()).toBe(0);
    await context.close();
  });

  test('changes live when the platform’s administrator changes what the company reaches', slow, async () => {
    const company = await visit();
    await company.page.goto(`${server.address}/auditoria`);
    await company.page.getByRole('heading', { level: 1, name: 'Auditoría' }).waitFor();
    const { page, context, trouble } = await visit(root);
    await page.goto(`${server.address}/admin/accesos?rnc=${server.login}`);
    await page.getByRole('switch', { name: 'Auditoría' }).click();
    const item = menu(company.page).getByRole('link', { name: 'Auditoría' });
    await expect.poll(() => item.getAttribute('title')).toBe('Auditoría: No está habilitada para su empresa');
    expect((await callAs(company.page, 'GET', '/api/auditoria')).status).toBe(403);
    await company.page.goto(`${server.address}/auditoria`);
    await dialog(company.page, 'Acceso Denegado').getByText(denial('Auditoría')).waitFor();
    const record = JSON.parse((await company.page.evaluate(() => localStorage.getItem('accesoDenegado'))) ?? '{}');
    expect(record).toMatchObject({ route: '/auditoria', menuId: 'auditoria', timestamp: expect.any(String) });
    await button(company.page, 'Volver al Inicio').click();
    await page.getByRole('switch', { name: 'Auditoría' }).click();
    await expect.poll(() => item.getAttribute('aria-disabled')).toBeNull();
    await item.click();
    await company.page.getByRole('heading', { level: 1, name: 'Auditoría' }).waitFor();
    expect(trouble).toEqual([]);
    await company.context.close();
    await context.close();
  });
});

describe('Acceso Denegado', () => {
  test('by an event of the page: a dialog, and an alert that stays until it is dismissed', async () => {
    const { page, context, trouble } = await visit();
    await page.goto(`${server.address}/usuarios`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() =>
      window.dispatchEvent(new CustomEvent('accessDenied', { detail: { route: '/reportes-fiscales' } })),
    );
    const shown = dialog(page, 'Acceso Denegado');
    await shown.getByText(denial('/reportes-fiscales')).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await shown.getByRole('button', { name: 'Volver al Inicio' }).click();
    await page.waitForURL('**/home');
    const alert = page.getByRole('alert').filter({ hasText: denial('/reportes-fiscales') });
    await alert.waitFor();
    await alert.getByRole('button', { name: 'Entendido' }).click();
    await alert.waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('by the address of Inicio: by the name of the item, else by the route; the address is cleared', async () => {
    const { page, context, trouble } = await visit();
    for (const [search, what] of [
      ['ruta=/reportes-fiscales&menuId=reportes', 'Reportes Fiscales'],
      ['ruta=/no-se-conoce', '/no-se-conoce'],
    ]) {
      await page.goto(`${server.address}/home?error=acceso_denegado&${search}`);
      await dialog(page, 'Acceso Denegado').getByText(denial(what!)).waitFor();
      await page.waitForURL((url) => url.pathname === '/home' && url.search === '');
    }
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe('registering a company', () => {
  const fill = async (page: Page, rnc: string, razonSocial: string, password = 'cuatro caballos trotan') => {
    await page.getByLabel('Correo').fill(`dueno@${rnc}.example`);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByLabel('Confirmar contraseña').fill(password);
    await page.getByLabel('RNC', { exact: true }).fill(rnc);
    await page.getByLabel('Razón social').fill(razonSocial);
    await button(page, 'Registrarse').click();
  };

  test(
    'by itself: what is missing is said; it waits, is told so at the login, and enters once approved',
    slow,
    async () => {
      const { page, context, trouble } = await anonymous(browser);
      await page.goto(`${server.address}/login`);
      await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
      await page.getByRole('heading', { level: 1, name: 'Recuperar contraseña' }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click();
      await page.getByRole('link', { name: 'Registrarse' }).click();
      await page.getByRole('heading', { level: 1, name: 'Registro de Usuario' }).waitFor();
      expect(await page.getByRole('heading').allTextContents()).toEqual(['Registro de Usuario']);
      await button(page, 'Registrarse').click();
      for (const words of ['Escriba el correo', 'Escriba la contraseña', 'Escriba el RNC', 'Escriba la razón social'])
        await page.getByText(words, { exact: true }).waitFor();
      await page.getByLabel('RNC', { exact: true }).fill('131-24679-7');
      await says(page, 'El dígito verificador no coincide: revise el número');
      await page.getByLabel('RNC', { exact: true }).fill('131-24679-6');
      await page.getByText('El dígito verificador no coincide').waitFor({ state: 'detached' });
      await page.getByLabel('Contraseña', { exact: true }).fill('cuatro caballos trotan');
      await page.getByLabel('Confirmar contraseña').fill('otra cosa');
      await says(page, 'Las contraseñas no coinciden. Por favor, verifique.');
      expect(await seriousFaults(page)).toEqual([]);
      await fill(page, '131246796', 'Ferretería El Clavo SRL', 'corta');
      await dialog(page, 'Error')
        .getByText('Error: La contraseña no es segura. Debe tener al menos 12 caracteres', { exact: true })
        .waitFor();
      await button(page, 'OK').click();
      await breakOnce(context, '/api/auth/register', 'POST');
      await fill(page, '131246796', 'Ferretería El Clavo SRL');
      await dialog(page, 'Error')
        .getByText('Error al registrar el usuario. Por favor, intente nuevamente.', { exact: true })
        .waitFor();
      await button(page, 'OK').click();
      await fill(page, '131246796', 'Ferretería El Clavo SRL');
      await dialog(page, 'Recibimos su solicitud').getByText('puede aprobarla o rechazarla').waitFor();
      await button(page, 'OK').click();
      await page.waitForURL('**/login');
      const enter = async () => {
        await page.getByLabel('RNC').fill('131-24679-6');
        await page.getByLabel('Contraseña', { exact: true }).fill('cuatro caballos trotan');
        await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
      };
      await enter();
      await dialog(page, 'Solicitud de registro')
        .getByText(
          'Su solicitud de registro está pendiente. La de Ferretería El Clavo SRL (131246796) aún no se ha revisado',
          { exact: true },
        )
        .waitFor();
      await button(page, 'Entendido').click();
      expect(trouble).toEqual(refusals(422, 500, 403));

      const administrator = await visit(root);
      await administrator.page.goto(`${server.address}/aprobaciones-ambientes`);
      await button(administrator.page, 'Aprobar la solicitud de Ferretería El Clavo SRL').click();
      await button(administrator.page, 'Aprobar').click();
      await says(administrator.page, 'Solicitud aprobada exitosamente.');
      await administrator.context.close();
      await enter();
      await page.waitForURL('**/home');
      await menu(page).getByText('Ferretería El Clavo SRL').waitFor();
      await context.close();
    },
  );

  test('the form leads to the login for whoever has an account already', async () => {
    const { page, context, trouble } = await anonymous(browser);
    await page.goto(`${server.address}/registro`);
    await says(page, '¿Ya tiene una cuenta?');
    await page.getByRole('link', { name: 'Iniciar Sesión' }).click();
    await page.waitForURL('**/login');
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('by the platform’s administrator: at once, its Secret Key seen once; logging out there leads to the login', async () => {
    const { page, context, trouble } = await visit(root);
    await menu(page).getByRole('link', { name: 'Registrar Empresa' }).click();
    await page.getByRole('heading', { level: 1, name: 'Registro de Usuario' }).waitFor();
    await fill(page, server.login, 'Otra con el mismo RNC SRL');
    await dialog(page, 'Error')
      .getByText('Error: Ya hay una empresa registrada con ese RNC', { exact: true })
      .waitFor();
    await button(page, 'OK').click();
    await fill(page, '101000015', 'Panadería La Migaja SRL');
    await says(page, 'Usuario registrado exitosamente');
    await dialog(page, 'Empresa registrada').getByText(/^sec_/).waitFor();
    await button(page, 'Ya la guardé').click();
    expect(await page.getByLabel('Razón social').inputValue()).toBe('');
    expect(await seriousFaults(page)).toEqual([]);
    await menu(page).getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.waitForURL('**/login');
    await logIn(page, { address: server.address, login: '101000015', password: 'cuatro caballos trotan' });
    await menu(page).getByText('Panadería La Migaja SRL').waitFor();
    expect(trouble).toEqual(refusals(409));
    await context.close();
  });
});
