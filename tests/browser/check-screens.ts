import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { seriousFaults } from './journeys.ts';
import { type Furnished, furnishServer, type Look, look, looks, screens } from './screens.ts';

/** A look, and what is judged in it. */
interface Judged extends Look {
  readonly geometry: boolean;
  readonly accessibility: boolean;
}

/** The geometry depends on the width alone, contrast on the theme; a run of every combination judges both in each look. */
const judged: readonly Judged[] = inject('every')
  ? looks.map((each) => ({ ...each, geometry: true, accessibility: true }))
  : [
      { width: 1440, scheme: 'light', geometry: true, accessibility: true },
      { width: 768, scheme: 'light', geometry: true, accessibility: false },
      { width: 360, scheme: 'light', geometry: true, accessibility: false },
      { width: 360, scheme: 'dark', geometry: false, accessibility: true },
    ];

/** Finds figures that are cut off, and tables that scroll sideways, a sheet apart. Neither is allowed at any width. */
const cutFigures = (page: Page) =>
  page.evaluate(() => {
    /** A tenth of a pixel is enough for an ellipsis. */
    const dotted = (each: Element): boolean => {
      const { textOverflow, paddingLeft, paddingRight } = getComputedStyle(each);
      if (textOverflow !== 'ellipsis') return false;
      const content = document.createRange();
      content.selectNodeContents(each);
      const room = each.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return content.getBoundingClientRect().width > room + 0.05;
    };
    return [...document.querySelectorAll('main *')]
      .filter((each) => (each.scrollWidth > each.clientWidth + 1 || dotted(each)) && each.clientWidth > 1)
      .filter((each) => {
        const { overflowX } = getComputedStyle(each);
        // A sheet that is filled cell by cell has more columns than a window.
        if (each.matches('input, select, [role=tablist], [data-sheet]') || overflowX === 'visible') return false;
        return overflowX !== 'hidden' || /^[\d.,:%$RD +-]+$/.test(each.textContent ?? '');
      })
      .map((each) => `${each.tagName} ${each.textContent?.slice(0, 40)}`);
  });

/** Finds content that is painted over the rounded corners of a card. */
const coveredCorners = (page: Page) =>
  page.evaluate(() => {
    const paints = (over: Element | null, card: Element): boolean =>
      over !== null &&
      over !== card &&
      card.contains(over) &&
      (getComputedStyle(over).backgroundColor !== 'rgba(0, 0, 0, 0)' || paints(over.parentElement, card));
    return [...document.querySelectorAll('main *')].flatMap((each) => {
      const { borderTopLeftRadius, borderTopWidth } = getComputedStyle(each);
      if (Number.parseFloat(borderTopLeftRadius) < 10 || borderTopWidth !== '1px') return [];
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const corners = [left + 1.5, right - 1.5].flatMap((x) => [top + 1.5, bottom - 1.5].map((y) => [x, y] as const));
      return corners
        .map(([x, y]) => document.elementFromPoint(x, y))
        .filter((over) => paints(over, each))
        .map((over) => `${over?.tagName} ${over?.textContent?.slice(0, 40)}`);
    });
  });

/**
 * Checks some of the screens. Each part is a file of its own, and they run side by side.
 *
 * @param part from 0 to `parts - 1`
 */
export function checkScreens(part: number, parts: number): void {
  let browser: Browser;
  let furnished: Furnished;

  beforeAll(async () => {
    [browser, furnished] = await Promise.all([launchBrowser(), furnishServer()]);
  });
  afterAll(async () => {
    await browser.close();
    await furnished.server.stop();
  });

  test.each(Object.keys(screens).filter((_, index) => index % parts === part))(
    '%s fits each width and is accessible, light and dark, without an error in the console',
    async (name) => {
      const { page, trouble } = await furnished.open(browser, name);
      // The screen itself, and not one that it redirected to.
      expect(new URL(page.url()).pathname).toBe(new URL(screens[name]!.path, page.url()).pathname);
      expect(await page.getByRole('heading', { level: 1, name: 'Esta página no existe' }).count()).toBe(0);
      for (const { geometry, accessibility, ...way } of judged) {
        await look(page, way);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        const [cut, covered] = geometry ? [await cutFigures(page), await coveredCorners(page)] : [[], []];
        const faults = accessibility ? await seriousFaults(page) : [];
        expect({ ...way, overflow, cut, covered, faults }).toEqual({
          ...way,
          overflow: 0,
          cut: [],
          covered: [],
          faults: [],
        });
      }
      expect(trouble).toEqual([]);
      await page.context().close();
    },
  );
}
