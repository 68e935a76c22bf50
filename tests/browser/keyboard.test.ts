import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Furnished, furnishServer, look } from './screens.ts';

let browser: Browser;
let furnished: Furnished;

beforeAll(async () => {
  [browser, furnished] = await Promise.all([launchBrowser(), furnishServer()]);
});
afterAll(async () => {
  await browser.close();
  await furnished.server.stop();
});

const stops = 40;
const long = ['inicio', 'excel-libro', 'facturas', 'configuracion-rangos', 'usuarios'];

test.each(long.flatMap((name) => (['Tab', 'Shift+Tab'] as const).map((key) => [name, key] as const)))(
  '%s on a phone, by %s: what has the focus is in sight, and nothing lies over it',
  async (name, key) => {
    const { page } = await furnished.open(browser, name);
    await look(page, { width: 360, scheme: 'light' });
    const hidden: string[] = [];
    for (let stop = 0; stop < stops; stop++) {
      await page.keyboard.press(key);
      const fault = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return undefined;
        // The file input is not visible: its label is.
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
  },
);
