import { furnishServer, type ScreenName, screens } from '../tests/browser/screens.ts';
import { launchBrowser } from '../tests/browser.ts';
import type { BenchResult } from './measure.ts';

/** Most kilobytes (1000 bytes) of JS and CSS, as brotli sends them, of a first visit to any screen. */
const limit = 220;
const loginLimit = 90;
const limitOf = (name: ScreenName) => (name === 'login' ? loginLimit : limit);

/** What the browser loads of JS and CSS on a first visit, until a screen shows what it has; the figure is the screen closest to its limit. */
export default async function bundle(): Promise<BenchResult> {
  const [browser, furnished] = await Promise.all([launchBrowser(), furnishServer()]);
  try {
    const sizes: { readonly name: ScreenName; readonly kB: number }[] = [];
    for (const name of Object.keys(screens) as ScreenName[]) {
      const { page } = await furnished.open(browser, name);
      const bytes = await page.evaluate((isLogin) => {
        // Once the login stands, the rest is fetched ahead for whoever enters.
        const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
        return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name: address, startTime }) => {
            const counts = !isLogin || startTime <= painted;
            return counts && /\.(js|css)$/.test(new URL(address).pathname);
          })
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
      }, name === 'login');
      await page.context().close();
      if (bytes === 0) throw new Error(`${name} loaded nothing`);
      sizes.push({ name, kB: bytes / 1000 });
    }
    const [worst] = sizes.toSorted((a, b) => limitOf(a.name) / a.kB - limitOf(b.name) / b.kB);
    if (worst === undefined) throw new Error('There are no screens');
    const detail = Object.fromEntries(sizes.map(({ name, kB }) => [`${name}, kB`, kB]));
    return {
      name: 'bundle',
      value: worst.kB,
      unit: `kB (${worst.name})`,
      limit: limitOf(worst.name),
      ratio: limitOf(worst.name) / worst.kB,
      target: 1,
      detail,
    };
  } finally {
    await browser.close();
    await furnished.server.stop();
  }
}
