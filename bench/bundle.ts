import { furnishServer, screens } from '../tests/browser/screens.ts';
import { launchBrowser } from '../tests/browser.ts';
import type { BenchResult } from './measure.ts';

/**
 * Most kilobytes (1000 bytes) of JS and CSS, compressed with brotli, on a first visit to any screen except the login.
 * The page counts too: it contains the style sheet of the first paint and two scripts.
 */
const limit = 220;
const loginLimit = 90;
const limitOf = (name: string) => (name === 'login' ? loginLimit : limit);

/**
 * JS and CSS loaded on a first visit until a screen shows its data. The figure is that of the screen closest to its
 * limit.
 */
export default async function bundle(): Promise<BenchResult> {
  const [browser, furnished] = await Promise.all([launchBrowser(), furnishServer()]);
  try {
    const sizes: { readonly name: string; readonly kB: number }[] = [];
    for (const name of Object.keys(screens)) {
      const { page } = await furnished.open(browser, name);
      const bytes = await page.evaluate((isLogin) => {
        // After the login is painted, the rest is prefetched; after a screen is ready, so are the other screens. Neither counts.
        const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
        const ahead = performance.getEntriesByName('timbre:ahead')[0]?.startTime ?? Number.POSITIVE_INFINITY;
        const [html] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name: address, startTime }) => {
            const counts = startTime <= (isLogin ? painted : ahead);
            return counts && /\.(js|css)$/.test(new URL(address).pathname);
          })
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, html!.encodedBodySize);
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
