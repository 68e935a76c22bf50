import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/sources.mjs';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { seriousFaults, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo' })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** The components that the folder ui/ exports. */
function exportedPieces(): string[] {
  const folder = join(root, 'apps/web/src/ui');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^export (?:const|function) ([A-Z]\w*)/gm)].map(
        ([, name = '']) => name,
      ),
    );
}

async function openShowcase(options: BrowserContextOptions = {}) {
  const { page, context, trouble } = await visitor(browser, server, options);
  await page.goto(`${server.address}/_ui`);
  await page.getByRole('heading', { level: 1, name: 'Piezas' }).waitFor();
  return { page, context, trouble };
}

const example = (page: Page, piece: string) => page.locator(`[data-piece="${piece}"]`);

describe('the page of the pieces', () => {
  test('shows every component that ui/ exports, and the menu does not lead to it', async () => {
    const { page, context, trouble } = await openShowcase();
    const pieces = exportedPieces();
    expect(pieces.length).toBeGreaterThan(20);
    const missing: string[] = [];
    for (const piece of pieces) {
      const box = await example(page, piece).first().boundingBox();
      if (!box || box.width * box.height === 0) missing.push(piece);
    }
    expect(missing).toEqual([]);
    expect(await page.locator('nav a[href="/_ui"]').count()).toBe(0);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('shows the tokens that the sheet declares, with the values of the theme in force', async () => {
    const { page, context } = await openShowcase({ colorScheme: 'light' });
    const declared = /:root \{([^}]*)\}/.exec(readFileSync(join(root, 'apps/web/src/theme/tokens.css'), 'utf8'))?.[1];
    const names = [...(declared ?? '').matchAll(/^ {2}--([\w-]+):/gm)].map(([, name]) => name);
    const shown = await page.locator('main').innerText();
    expect(names.filter((name) => !shown.includes(`${name}\n`))).toEqual([]);
    const accent = page.getByRole('listitem').filter({ hasText: /^accent\s*#/ });
    await accent.getByText('#0b6b63').waitFor();
    await page.getByRole('group', { name: 'Tema' }).getByRole('button', { name: 'Oscuro' }).click();
    await accent.getByText('#3fb8a8').waitFor();
    await context.close();
  });

  test('every dialog opens from the keyboard, closes with Escape, and the focus returns to what opened it', async () => {
    const { page, context } = await openShowcase();
    const faults: string[] = [];
    for (const piece of ['Dialog', 'ConfirmDialog', 'ConfirmButton', 'NoticeDialog', 'PasswordDialog', 'Secrets']) {
      const opener = example(page, piece).getByRole('button').first();
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      faults.push(...(await seriousFaults(page)).map((fault) => `${piece}: ${fault}`));
      // The dialog with the secret can be closed only by its own button.
      if (piece === 'Secrets') await page.getByRole('button', { name: 'Ya la guardé' }).press('Enter');
      else await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  test.each(['light', 'dark'] as const)('%s: axe finds nothing serious, nothing overflows', async (colorScheme) => {
    const { page, context } = await openShowcase({ colorScheme, reducedMotion: 'reduce' });
    const faults: string[] = [];
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      faults.push(...(await seriousFaults(page)).map((fault) => `${width}: ${fault}`));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) faults.push(`${width}: ${overflow} px too wide`);
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});
