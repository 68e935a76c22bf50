import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relayTo, type Wire } from '../../apps/server/src/main/testing/wire.ts';
import { createSimulator, type Simulator } from '../../packages/simulator/src/index.ts';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { processWorkbook, sampleWorkbook, seriousFaults, signAndSendAll, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;
let simulator: Simulator;
let wire: Wire;

beforeAll(async () => {
  simulator = createSimulator();
  wire = await relayTo((await simulator.listen()).ecf);
  [browser, server] = await Promise.all([
    launchBrowser(),
    startBuiltServer({ env: { TIMBRE_SIMULATOR_URL: wire.address } }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await wire.close();
  await simulator.close();
});

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'La DGII no responde' });

test('while the authority does not answer every screen says so; it goes by itself when it answers, and all is sent', {
  tags: ['P2.8'],
}, async () => {
  const [one, other] = [await visitor(browser, server), await visitor(browser, server)];
  const { page } = one;
  await other.page.goto(`${server.address}/facturas`);
  await wire.become('refuse');
  const book = await sampleWorkbook(page, server.address);
  await processWorkbook(page, server.address, book);
  const sent = signAndSendAll(page);

  for (const each of [page, other.page]) await banner(each).waitFor();
  await banner(page)
    .getByText(/puede seguir emitiendo/)
    .waitFor();
  await banner(page)
    .getByText(/comprobantes? esperan?/)
    .waitFor();
  await banner(page)
    .getByText(/Desde \d/)
    .waitFor();
  await banner(page)
    .getByText(/emitidos? en contingencia: quedan 7[12] h/)
    .waitFor();
  expect(await seriousFaults(page)).toEqual([]);

  await banner(page).getByRole('button', { name: 'Reintentar ahora' }).click();
  await page.getByText('La DGII sigue sin responder').waitFor();
  await wire.become('pass');
  for (const each of [page, other.page]) await banner(each).waitFor({ state: 'detached' });
  await sent;
  expect(one.trouble).toEqual([]);
  expect(other.trouble).toEqual([]);
  await Promise.all([one.context.close(), other.context.close()]);
});
