import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
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

/** Logs in as a person does. */
export async function logIn(page: Page, { address, login, password }: BuiltServer): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel('RNC').fill(login);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await page.waitForURL('**/home');
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
