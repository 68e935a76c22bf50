// The longest task of the browser's main thread while a user types on the mapping screen with 5,000 accounts: into the
// search of the catalogue, and into the search of a field. The longest task is measured for each word in each search;
// the median of these may be 50 ms.
import { callAs, visitor } from '../tests/browser/journeys.ts';
import { launchBrowser } from '../tests/browser.ts';
import { startBuiltServer } from '../tests/built-server.ts';
import { type BenchResult, median } from './measure.ts';

const accounts = 5_000;
const mostMs = 50;
const words = ['sucursal 49', 'combustible', 'itbis', '1499', 'gasto 12'];

const names = ['ITBIS por pagar', 'Combustible', 'Nómina', 'Alquiler de local', 'Ventas al detalle'];
const cuentas = Array.from({ length: accounts }, (_, n) => ({
  id: String(10_000 + n),
  name: `${names[n % names.length]} de la sucursal ${n}`,
  type: n % 5 === 4 ? 'Ingreso' : 'Gasto',
}));

export default async function mapeoTyping(): Promise<BenchResult> {
  const [browser, server] = await Promise.all([
    launchBrowser(),
    startBuiltServer({ company: 'demo', isOptimised: true }),
  ]);
  try {
    const { page } = await visitor(browser, server);
    await callAs(page, 'POST', `/api/catalogo-cuentas/${server.login}`, { cuentas });
    await page.goto(`${server.address}/cuentas-mapping`);
    await page.getByText('5,000 de 5,000 cuentas').waitFor();
    // The page sends messages to itself. The delay of a message shows how long a task has blocked the main thread.
    await page.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      const seen = { longest: 0, last: performance.now() };
      port1.onmessage = () => {
        const now = performance.now();
        seen.longest = Math.max(seen.longest, now - seen.last);
        seen.last = now;
        port2.postMessage(undefined);
      };
      port2.postMessage(undefined);
      Object.assign(window, { seen });
    });
    const take = () =>
      page.evaluate(() => {
        const { seen } = window as unknown as { seen: { longest: number } };
        const { longest } = seen;
        seen.longest = 0;
        return longest;
      });
    const search = page.getByRole('searchbox', { name: 'Buscar por número, nombre o tipo' });
    const picker = page.getByRole('combobox', { name: 'Cuentas de 12 ITBIS retenido' });
    await page.waitForTimeout(1_000);
    await take();
    await page.waitForTimeout(1_000);
    const atRest = await take();
    const inRounds: number[] = [];
    for (const word of words)
      for (const box of [search, picker]) {
        await box.fill('');
        await page.waitForTimeout(600);
        await take();
        await box.pressSequentially(word, { delay: 60 });
        await page.waitForTimeout(600);
        inRounds.push(await take());
      }
    const longest = median(inRounds);
    return {
      name: 'mapeo-typing',
      value: longest,
      unit: 'ms',
      limit: mostMs,
      ratio: mostMs / longest,
      target: 1,
      detail: { accounts, 'longest of all rounds, ms': Math.max(...inRounds), 'at rest, ms': atRest },
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}
