import type { Browser, Page } from 'playwright-core';
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

/** Figures that are shown in part, and tables that must be scrolled sideways: all of them have room at any width. */
const cutFigures = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
      .filter((each) => {
        const { overflowX } = getComputedStyle(each);
        if (each.matches('input, select, [role=tablist]') || overflowX === 'visible') return false;
        return overflowX !== 'hidden' || /^[\d.,:%$RD +-]+$/.test(each.textContent ?? '');
      })
      .map((each) => `${each.tagName} ${each.textContent?.slice(0, 40)}`),
  );

test.each(Object.keys(screens) as ScreenName[])(
  '%s fits each width and is accessible, light and dark, without an error in the console',
  async (name) => {
    const { page, trouble } = await furnished.open(browser, name);
    for (const way of looks) {
      await look(page, way);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect({ ...way, overflow, cut: await cutFigures(page), faults: await seriousFaults(page) }).toEqual({
        ...way,
        overflow: 0,
        cut: [],
        faults: [],
      });
    }
    expect(trouble).toEqual([]);
    await page.context().close();
  },
);
