import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { BuiltServer } from '../built-server.ts';

/** What a page said that it should not have: errors in its console, exceptions, refusals of its own policy. */
export function listenForTrouble(context: BrowserContext): string[] {
  const trouble: string[] = [];
  context.on('page', (page) => {
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
  });
  return trouble;
}

/** Of journeys with several people, on a machine that has other work. */
export const slow = { timeout: 180_000 };

/** Somebody at a wide screen. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** See {@link listenForTrouble}. */
  readonly trouble: string[];
}

/** A browser that nobody has logged in with. */
export async function stranger(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'es-DO', viewport: { width: 1440, height: 900 }, ...options });
  const trouble = listenForTrouble(context);
  return { page: await context.newPage(), context, trouble };
}

/** Somebody who has logged in. */
export async function visitor(browser: Browser, who: Account, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visit = await stranger(browser, options);
  await logIn(visit.page, who);
  return visit;
}

/** The lines that Chromium writes of answers that are refusals: of those that a journey provokes, and of no others. */
export const refusals = (...statuses: number[]): string[] =>
  statuses.map(
    (status) => `Failed to load resource: the server responded with a status of ${status} (${STATUS_CODES[status]})`,
  );

/** Somebody who may log in, and where. */
export type Account = Pick<BuiltServer, 'address' | 'login' | 'password'>;

/** The platform's administrator of a server that was started with {@link rootEnv}. */
export const rootCredentials = { login: 'plataforma', password: 'quien administra todo' } as const;
/** Names {@link rootCredentials} to a server that starts for the first time. */
export const rootEnv = {
  TIMBRE_ROOT_LOGIN: rootCredentials.login,
  TIMBRE_ROOT_PASSWORD: rootCredentials.password,
} as const;

/** Logs in as a person does. */
export async function logIn(page: Page, { address, login, password }: Account): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel('RNC').fill(login);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await page.waitForURL('**/home');
}

/** A dialog by its title. */
export const dialog = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });

/** A button by its whole name, or by a part of it. */
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Waits until the words are seen. */
export const says = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByText(words).filter({ visible: true }).first().waitFor();

/** Has the server fail once at a call, as a broken one would: an answer that nobody planned. */
export const breakOnce = (context: BrowserContext, path: string, method: string) =>
  context.route(
    (url) => url.pathname === path,
    (route) => (route.request().method() === method ? route.fulfill({ status: 500, body: 'roto' }) : route.fallback()),
    { times: 1 },
  );

/** Calls the server with the page's own session, or without one. */
export const callAs = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([verb, url, json]) => {
      const key = localStorage.getItem('apiKey');
      const answer = await fetch(url, {
        method: verb,
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(json && { 'content-type': 'application/json' }),
        },
        body: json ?? null,
      });
      return { status: answer.status, text: await answer.text() };
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  );

/** The sample workbook, as the link of the Excel screen downloads it. */
export async function sampleWorkbook(page: Page, address: string): Promise<{ name: string; buffer: Buffer }> {
  await page.goto(`${address}/excel`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Descargar un libro de muestra').click(),
  ]);
  return { name: 'muestra.xlsx', buffer: readFileSync(await download.path()) };
}

/** Signs and sends all of a workbook, and waits for the last verdict; nothing is reloaded. */
export async function signAndSendAll(page: Page, patienceMs = 60_000): Promise<void> {
  await button(page, /^Firmar Todos/).click();
  await button(page, /^Enviar Todos · \d+/).click({ timeout: patienceMs / 2 });
  await page.getByText('Todos tienen la respuesta de la DGII').waitFor({ timeout: patienceMs });
}

/** Chooses a workbook on the Excel screen, has it processed and waits until all its documents stand in the tables. */
export async function processWorkbook(page: Page, address: string, file: { name: string; buffer: Buffer }) {
  await page.goto(`${address}/excel`);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('input[type=file]').setInputFiles({ ...file, mimeType });
  await page.getByRole('button', { name: 'Procesar Excel' }).click();
  await page.getByRole('table', { name: 'e-CF' }).waitFor();
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds serious or critical on the page as it is now. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  // Through the debugger, since the page's policy rightly lets nobody add a script.
  const { result, exceptionDetails } = await client.send('Runtime.evaluate', {
    expression: `${axeSource}; axe.run({ resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(' | '))))`,
    awaitPromise: true,
  });
  await client.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return JSON.parse(String(result.value));
}
