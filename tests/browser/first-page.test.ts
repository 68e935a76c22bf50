import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { rootCredentials } from '../door.ts';
import { callAs, dialog, slow, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a page as a user whose browser has stored a position of the event stream. */
async function visit() {
  const somebody = await visitor(browser, server);
  await expect
    .poll(() => somebody.page.evaluate(() => localStorage.getItem('ultimoEvento')), { timeout: 120_000 })
    .not.toBeNull();
  return somebody;
}

// Each waits for the stream to store its position twice.
test.concurrent.each(['/home', '/excel', '/facturas'])(
  '%s: each call of the first page is made once, also when the stream of events begins',
  slow,
  async (path) => {
    const { page, context, trouble } = await visit();
    const calls: { path: string; atMs: number }[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push({ path: pathname + search, atMs: performance.now() });
    });
    const stream = page.waitForResponse('**/api/eventos');
    await page.goto(server.address + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await (await stream).headerValue('content-type');
    // By the time the position is stored again, the stream has received the first events.
    await page.evaluate(() => localStorage.removeItem('ultimoEvento'));
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('ultimoEvento')), { timeout: 120_000 })
      .not.toBeNull();
    // On a slow machine a page is open for longer than a minute, after which it asks the state of the authority again.
    const isRepeated = ({ path, atMs }: (typeof calls)[number]) =>
      calls.some((before) => before.path === path && before.atMs < atMs && atMs - before.atMs < 60_000);
    expect(calls.filter(isRepeated)).toEqual([]);
    expect(calls.length).toBeGreaterThan(4);
    expect(trouble).toEqual([]);
    await context.close();
  },
);

test('what happens after the first calls were answered and before the stream begins is not missed', slow, async () => {
  const { page, context } = await visit();
  const administrator = await visitor(browser, { ...server, ...rootCredentials });
  const clientes: { id: string; rnc: string }[] = JSON.parse(
    (await callAs(administrator.page, 'GET', '/api/clientes')).text,
  );
  const { id } = clientes.find(({ rnc }) => rnc === server.login)!;
  let listen = () => {};
  const held = new Promise<void>((resolve) => {
    listen = resolve;
  });
  await context.route('**/api/eventos', (route) => held.then(() => route.continue()), { times: 1 });
  const asked = page.waitForRequest('**/api/eventos');
  await page.reload();
  const resumes = (await asked).headers()['last-event-id'];
  expect(resumes).toMatch(/^\d+$/);
  await callAs(administrator.page, 'PATCH', `/api/clientes/${id}/ambiente`, { ambiente: 'Certificacion' });
  listen();
  await dialog(page, 'Ambiente Actualizado').waitFor();
  await administrator.context.close();
  await context.close();
});

test('the first calls travel before the code of the application has come', async () => {
  const { page, context } = await visit();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/assets/*.js', (route) => held.then(() => route.continue()));
  const asked = ['/api/sesion', '/api/menu-items', '/api/importaciones'].map((path) =>
    page.waitForRequest(`**${path}`),
  );
  await page.reload({ waitUntil: 'commit' });
  await Promise.all(asked);
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.close();
});

test('the page tells of all the files of its screen; nothing is found only when another file has come', async () => {
  const { page, context } = await visit();
  await page.goto(`${server.address}/facturas`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const [told, loaded] = await page.evaluate(() => {
    const ahead = performance.getEntriesByName('timbre:ahead')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    const named = [...document.querySelectorAll('head link[href^="/assets/"], head script[src^="/assets/"]')];
    const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ahead);
    return [
      named.map((one) => one.getAttribute('href') ?? one.getAttribute('src')),
      files.map(({ name }) => new URL(name).pathname).filter((name) => /^\/assets\/.*\.(js|css)$/.test(name)),
    ];
  });
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.filter((name) => !told.includes(name))).toEqual([]);
  expect(loaded.length).toBeLessThanOrEqual(7);
  await context.close();
});
