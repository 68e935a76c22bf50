import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { seriousFaults } from './journeys.ts';
import { type Furnished, furnishServer, look, looks, type ScreenName, screens } from './screens.ts';

let browser: Browser;
let furnished: Furnished;

beforeAll(async () => {
  [browser, furnished] = await Promise.all([launchBrowser(), furnishServer()]);
});
afterAll(async () => {
  await browser.close();
  await furnished.server.stop();
});

test.each(Object.keys(screens) as ScreenName[])(
  '%s fits each width and is accessible, light and dark, without an error in the console',
  async (name) => {
    const { page, trouble } = await furnished.open(browser, name);
    for (const way of looks) {
      await look(page, way);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect({ ...way, overflow, faults: await seriousFaults(page) }).toEqual({ ...way, overflow: 0, faults: [] });
    }
    expect(trouble).toEqual([]);
    await page.context().close();
  },
);
