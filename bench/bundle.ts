import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../tests/browser.ts';
import { type BuiltServer, startBuiltServer } from '../tests/built-server.ts';
import type { BenchResult } from './measure.ts';

/** Most kilobytes (1000 bytes) of JS and CSS, as brotli sends them, until each screen stands. */
const limits = { '/login': 90, '/excel': 220 } as const;
/** What shows that the screen stands. */
const marks = { '/login': 'button[type=submit]', '/excel': 'input[type=file]' } as const;
type Route = keyof typeof limits;

/** The JS and CSS that the browser asks for before the login and the Excel screen stand; the figure is the worse of the two. */
export default async function bundle(): Promise<BenchResult> {
  const server = await startBuiltServer();
  const browser = await launchBrowser();
  try {
    const login = await measureRoute(browser, server, '/login');
    const excel = await measureRoute(browser, server, '/excel');
    const worse: Route = limits['/login'] / login < limits['/excel'] / excel ? '/login' : '/excel';
    const value = worse === '/login' ? login : excel;
    const limit = limits[worse];
    const detail = { 'login, kB': login, 'excel, kB': excel, 'closest to its limit': worse };
    return { name: 'bundle', value, unit: 'kB', limit, ratio: limit / value, target: 1, detail };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** A first visit, nothing cached; to the inner screen, by someone who has a session. */
async function measureRoute(browser: Browser, server: BuiltServer, route: Route): Promise<number> {
  const entrance = await browser.newContext({ baseURL: server.address });
  if (route !== '/login') await logIn(await entrance.newPage(), server);
  const context = await browser.newContext({ baseURL: server.address, storageState: await entrance.storageState() });
  const page = await context.newPage();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\.(js|css)$/.test(pathname) && response.headers()['content-encoding'] !== 'br')
      throw new Error(`${pathname} is not sent as brotli`);
  });
  await page.addInitScript((mark) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector(mark) === null) return;
      observer.disconnect();
      performance.mark('stands');
    }).observe(document, { childList: true, subtree: true });
  }, marks[route]);
  await page.goto(route);
  await page.waitForFunction(() => performance.getEntriesByName('stands').length > 0);
  // What was asked for before, and is only prefetched, may still be on its way.
  await page.waitForTimeout(1000);
  const bytes = await page.evaluate(() => {
    const stands = performance.getEntriesByName('stands')[0]?.startTime ?? 0;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .filter(({ name, startTime }) => /\.(js|css)$/.test(new URL(name).pathname) && startTime <= stands)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
  await context.close();
  await entrance.close();
  return bytes / 1000;
}

async function logIn(page: Page, { login, password }: BuiltServer): Promise<void> {
  await page.goto('/login');
  await page.fill('[name=rnc]', login);
  await page.fill('[name=contrasena]', password);
  await page.click('button[type=submit]');
  await page.waitForFunction(() => localStorage.getItem('apiKey') !== null);
}
