import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { withFurnished } from './furnished.ts';
import { seriousFaults } from './journeys.ts';
import { type Look, look, looks, screens } from './screens.ts';

/** A look, and the checks made in it. */
interface Judged extends Look {
  readonly geometry: boolean;
  readonly accessibility: boolean;
}

/** Geometry depends only on the width, contrast on the theme. A run of every combination checks both in each look. */
const judged: readonly Judged[] = inject('every')
  ? looks.map((each) => ({ ...each, geometry: true, accessibility: true }))
  : [
      { width: 1440, scheme: 'light', geometry: true, accessibility: true },
      { width: 768, scheme: 'light', geometry: true, accessibility: false },
      { width: 360, scheme: 'light', geometry: true, accessibility: false },
      { width: 360, scheme: 'dark', geometry: false, accessibility: true },
    ];

/**
 * Finds figures that are cut off, texts that are cut off without an ellipsis, and elements that scroll sideways, except
 * sheets. None is allowed at any width.
 */
const cutFigures = (page: Page) =>
  page.evaluate(() => {
    /** True if the text has an ellipsis, for which a tenth of a pixel is enough. */
    const dotted = (each: Element): boolean => {
      const { textOverflow, paddingLeft, paddingRight } = getComputedStyle(each);
      if (textOverflow !== 'ellipsis') return false;
      const content = document.createRange();
      content.selectNodeContents(each);
      const room = each.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return content.getBoundingClientRect().width > room + 0.05;
    };
    return [...document.querySelectorAll('header *, main *')]
      .filter((each) => (each.scrollWidth > each.clientWidth + 1 || dotted(each)) && each.clientWidth > 1)
      .filter((each) => {
        const { overflowX, textOverflow } = getComputedStyle(each);
        // A sheet that is filled in cell by cell has more columns than fit into a window.
        if (each.matches('input, select, [role=tablist], [data-sheet]')) return false;
        if (overflowX === 'visible') return each.matches('button');
        const isTextCut = textOverflow !== 'ellipsis' && each.textContent !== '';
        return overflowX !== 'hidden' || isTextCut || /^[\d.,:%$RD +-]+$/.test(each.textContent ?? '');
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

/** Finds links with the colours of the browser's own style sheet. */
const unstyledLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a')]
      .filter((each) => ['rgb(0, 0, 238)', 'rgb(85, 26, 139)'].includes(getComputedStyle(each).color))
      .map((each) => each.textContent),
  );

/** Screens that are longer than a phone's window, and the number of keyboard stops to check in each. */
const long = ['inicio', 'excel-libro', 'facturas', 'configuracion-rangos', 'usuarios'];
const stops = 40;

/**
 * Checks some of the screens. Each part has its own test file, and the files run in parallel.
 *
 * @param part from 0 to `parts - 1`
 */
export function checkScreens(part: number, parts: number): void {
  const furnished = withFurnished();
  const own = Object.keys(screens).filter((_, index) => index % parts === part);

  test.each(own)(
    '%s fits each width and is accessible, light and dark, without an error in the console',
    { tags: ['S2.1-2', 'SR2-1'] },
    async (name) => {
      const { page, trouble } = await furnished.open(furnished.browser, name);
      // Checks that the screen did not redirect to another one.
      expect(new URL(page.url()).pathname).toBe(new URL(screens[name]!.path, page.url()).pathname);
      expect(await page.getByRole('heading', { level: 1, name: 'Esta página no existe' }).count()).toBe(0);
      expect(await unstyledLinks(page)).toEqual([]);
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

  test.each(
    long
      .filter((name) => own.includes(name))
      .flatMap((name) => (['Tab', 'Shift+Tab'] as const).map((key) => [name, key] as const)),
  )('%s on a phone, by %s: what has the focus is in sight, and nothing lies over it', async (name, key) => {
    const { page } = await furnished.open(furnished.browser, name);
    await look(page, { width: 360, scheme: 'light' });
    const hidden: string[] = [];
    for (let stop = 0; stop < stops; stop++) {
      await page.keyboard.press(key);
      const fault = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return undefined;
        // A file input is not visible, but its label is.
        const seen = (focused.matches('[type=file]') && focused.closest('label')) || focused;
        const { left, width, top, height } = seen.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        const shown = over !== null && (seen.contains(over) || over.contains(seen));
        return shown
          ? undefined
          : `${seen.getAttribute('aria-label') ?? seen.textContent?.slice(0, 40)}, under ${over?.tagName}`;
      });
      if (fault) hidden.push(fault);
    }
    expect(hidden).toEqual([]);
    await page.context().close();
  });
}
