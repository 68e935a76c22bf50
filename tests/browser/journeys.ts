import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import { writeSheet } from '@timbre/ecf';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { rowOf } from '../../apps/server/src/domain/comprobantes/workbooks/testing/document-rows.ts';
import type { BuiltServer } from '../built-server.ts';
import { anonymous, openBlank, type Visitor } from './contexts.ts';

/** Time-out for journeys with several users on a busy machine. */
export const slow = { timeout: 300_000 };

/**
 * Opens a browser context with its own session, at Inicio or at another address of the application. It starts as if
 * after a log-in on the screen, which would take two more page loads; {@link logIn} does that.
 *
 * @param options `before` prepares the context, for example its routes, before the address is loaded
 */
export async function visitor(
  browser: Browser,
  who: Account,
  { path = '/home', before, ...options }: BrowserContextOptions & { path?: string; before?: Before } = {},
): Promise<Visitor> {
  const visit = await anonymous(browser, options);
  await openBlank(visit.page, new URL(who.address).origin, await openSession(who, options.userAgent));
  await before?.(visit);
  await visit.page.goto(who.address + path);
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
  return visit;
}

type Before = (visit: Visitor) => Promise<unknown>;

/**
 * Logs in, and returns the entries that a browser stores at a log-in, with development mode off. The company is
 * authenticated with the authority, as its screens demand before they send for real.
 */
async function openSession({ address, login, password }: Account, userAgent = 'Chrome') {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ correo: login, contrasena: password }),
  });
  if (!response.ok) throw new Error(`${login} cannot log in: ${response.status} ${await response.text()}`);
  const answer = (await response.json()) as Record<string, string>;
  const { userId, nombreUsuario, apiKey, apiSecret, token, rncEmisor, razonSocial, Ambiente: ambiente, rol } = answer;
  const session = { userId, nombreUsuario, apiKey, apiSecret, token, rncEmisor, razonSocial, ambiente, rol };
  await authenticate(address, apiKey ?? '');
  return Object.fromEntries(
    Object.entries({ ...session, ...rehearsalChoice(rncEmisor, false) }).map(([name, value = '']) => [name, value]),
  );
}

/** Authenticates a user's company with the authority, if it has a certificate and the user may. */
const authenticate = (address: string, apiKey: string): Promise<Response> =>
  fetch(`${address}/api/autoridad/autenticar`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: '{}',
  });

/** The lines that Chromium writes to its console for responses with these statuses. */
export const refusals = (...statuses: number[]): string[] =>
  statuses.map(
    (status) => `Failed to load resource: the server responded with a status of ${status} (${STATUS_CODES[status]})`,
  );

/** Credentials of a user, and the server's address. */
export type Account = Pick<BuiltServer, 'address' | 'login' | 'password'>;

/** Logs in on the screen, and switches development mode off, so that the journey sends its documents. */
export async function logIn(page: Page, { address, login, password }: Account): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel('RNC').fill(login);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await page.waitForURL('**/home');
  await authenticate(address, (await page.evaluate(() => localStorage.getItem('apiKey'))) ?? '');
  await chooseRehearsal(page, false);
}

/**
 * Switches development mode for the company of the page in every environment, as the switch of the Excel screen does.
 */
export async function chooseRehearsal(page: Page, on: boolean): Promise<void> {
  const rnc = await page.evaluate(() => localStorage.getItem('rncEmisor'));
  await page.evaluate((choice) => Object.assign(localStorage, choice), rehearsalChoice(rnc ?? '', on));
}

const rehearsalChoice = (rnc: string | undefined, on: boolean): Record<string, string> =>
  Object.fromEntries(
    ['testecf', 'certecf', 'ecf'].map((ambiente) => [`modoDesarrollo/${rnc}/${ambiente}`, on ? 'si' : 'no']),
  );

/** Finds a dialog by its title. */
export const dialog = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });

/** Finds a button by its exact name, or by part of it. */
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Waits until the text is visible. */
export const says = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByText(words).filter({ visible: true }).first().waitFor();

/** Waits until an earlier message has disappeared, presses, and waits until the same message is shown again. */
export async function saysAnew(page: Page, words: string, press: () => Promise<void>): Promise<void> {
  await page.getByText(words).first().waitFor({ state: 'hidden' });
  await press();
  await says(page, words);
}

/** Makes a call fail once with an unexpected response, as from a broken server. */
export const breakOnce = (context: BrowserContext, path: string, method: string) =>
  context.route(
    (url) => url.pathname === path,
    (route) => (route.request().method() === method ? route.fulfill({ status: 500, body: 'roto' }) : route.fallback()),
    { times: 1 },
  );

/** Calls the server with the page's session, or without one. */
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

/** Calls the server as a user, without a page. */
export async function callFor(who: Account, method: string, path: string, body?: unknown): Promise<Response> {
  const { apiKey } = await openSession(who);
  return fetch(who.address + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** Downloads the sample workbook from the Excel screen. */
export async function sampleWorkbook(page: Page, address: string): Promise<{ name: string; buffer: Buffer }> {
  await page.goto(`${address}/excel`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Descargar un libro de muestra').click(),
  ]);
  return { name: 'muestra.xlsx', buffer: readFileSync(await download.path()) };
}

/**
 * A workbook with an invoice of a company and others of another issuer, which are faults.
 *
 * @param others how many; their rows come first
 */
export function workbookOfOthers(rnc: string, others: number): Buffer {
  const numbers = Array.from({ length: others + 1 }, (_, i) => `E31${String(900_000 + i).padStart(10, '0')}`);
  const { headers, rows } = writeSheet(
    'ECF',
    numbers.map((eNCF, i) => rowOf(i < others ? '132000005' : rnc, { eNCF, precio: '5.00' })),
  );
  return xlsxOf({ ECF: [[...headers], ...rows.map((row) => row.map((cell) => cell ?? null))] });
}

/** Signs and sends a whole workbook, and waits for the last verdict without a reload. */
export async function signAndSendAll(page: Page, patienceMs = 120_000): Promise<void> {
  await button(page, /^Firmar Todos/).click();
  await button(page, /^Enviar Todos · \d+/).click({ timeout: patienceMs / 2 });
  await page.getByText(/^La DGII respondió los? /).waitFor({ timeout: patienceMs });
}

/** Selects a workbook on the Excel screen, starts its processing, and waits until its documents are visible. */
export async function processWorkbook(page: Page, address: string, file: { name: string; buffer: Buffer }) {
  await page.goto(`${address}/excel`);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.locator('input[type=file]').setInputFiles({ ...file, mimeType });
  await page.getByRole('button', { name: 'Procesar Excel' }).click();
  await page.getByRole('region', { name: 'Comprobantes' }).waitFor();
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits for the end of finite animations, because a text that is fading in has less contrast than later. */
const whenStill = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
  .map(({ finished }) => finished.catch(() => undefined)))`;

/** Serious and critical violations that axe finds on the page. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  // Injected through the debugger, because the page's Content-Security-Policy forbids added scripts.
  const { result, exceptionDetails } = await client.send('Runtime.evaluate', {
    expression: `${axeSource}; ${whenStill}.then(() => axe.run({ resultTypes: ['violations'] })).then(({ violations }) => JSON.stringify(violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(' | '))))`,
    awaitPromise: true,
  });
  await client.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return JSON.parse(String(result.value));
}
