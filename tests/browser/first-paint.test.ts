import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listenForTrouble } from './contexts.ts';
import { withFurnished } from './furnished.ts';
import { type Look, looks } from './screens.ts';

const furnished = withFurnished();

/** Delays matching requests of the page until the returned function is called. */
async function hold(context: BrowserContext, what: RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(what, (route) => held.then(() => route.continue()));
  return release;
}

const files = /\/assets\/.*\.(js|css)$/;

/**
 * Opens a screen while its files are held back.
 *
 * @param answers true if calls are answered; if false, the application has only the data of the first paint
 */
async function open(name: string, { width, scheme }: Look, { answers }: { answers: boolean }) {
  const { context, address } = await furnished.firstVisit(furnished.browser, name);
  const trouble = listenForTrouble(context);
  const release = await hold(context, files);
  if (!answers) await hold(context, /\/api\//);
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number; backgrounds: string[] };
    seen.shift = 0;
    seen.backgrounds = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const note = () => {
      if (document.body !== null) {
        const { backgroundColor } = getComputedStyle(document.body);
        if (!seen.backgrounds.includes(backgroundColor)) seen.backgrounds.push(backgroundColor);
      }
      requestAnimationFrame(note);
    };
    note();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('#root[data-first] h1').waitFor();
  // From here on, loading fonts cannot move anything.
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    (window as unknown as { shift: number }).shift = 0;
  });
  return { page, context, trouble, release };
}

/** Texts of the page with their positions, except the time and pop-overs, which are not known before a response. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const root = document.getElementById('root')!;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Record<string, string> = {};
    const counted: Record<string, number> = {};
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { x, y, width, height } = range.getBoundingClientRect();
      const words = texts.currentNode.textContent!.trim();
      if (words === '' || width === 0 || texts.currentNode.parentElement!.closest('time, [popover]')) continue;
      counted[words] = (counted[words] ?? 0) + 1;
      found[`${words} ${counted[words]}`] = [x, y, width, height].map(Math.round).join(' ');
    }
    return found;
  });

/** Waits until React has taken over the page. */
const live = (page: Page) => page.locator('#root:not([data-first])').waitFor({ state: 'attached' });

const seenBy = (page: Page) =>
  page.evaluate(() => {
    const { shift, backgrounds } = window as unknown as { shift: number; backgrounds: string[] };
    return { shift, backgrounds };
  });

/** Screen → texts of its first paint at every width, apart from the company. */
const screens = {
  login: ['Timbre', 'RNC', 'Contraseña', 'Iniciar Sesión', 'Registrarse'],
  inicio: ['Cargando menú...', 'Ingresos totales', 'Sistema Activo'],
  excel: ['Cargando menú...', 'Generar, Firmar y Enviar XML desde Excel'],
  facturas: ['Cargando menú...', 'Facturas Electrónicas Emitidas'],
};
/** Other screens of a company, which differ only in the title. */
const others = {
  'configuracion-general': 'Configuración',
  usuarios: 'Gestión de Usuarios',
  auditoria: 'Auditoría',
};
const desk: Look = { width: 1440, scheme: 'light' };

test.each([
  ...Object.entries(screens).flatMap(([name, words]) => looks.map((look) => ({ name, words, ...look }))),
  ...Object.entries(others).map(([name, title]) => ({ name, words: ['Cargando menú...', title], ...desk })),
])(
  '$name: the first answer alone shows it; at $width px in the $scheme theme nothing moves or flashes when the code takes over',
  async ({ name, words, ...look }) => {
    const { page, context, trouble, release } = await open(name, look, { answers: false });
    const first = await textsOf(page);
    const { backgrounds: firstBackgrounds } = await seenBy(page);
    expect(Object.keys(first).map((key) => key.replace(/ \d+$/, ''))).toEqual(expect.arrayContaining(words));
    expect(firstBackgrounds).toEqual([look.scheme === 'dark' ? 'rgb(14, 20, 23)' : 'rgb(246, 247, 248)']);
    release();
    await live(page);
    const taken = await textsOf(page);
    expect(Object.fromEntries(Object.keys(first).map((text) => [text, taken[text]]))).toEqual(first);
    expect(await seenBy(page)).toEqual({ shift: 0, backgrounds: firstBackgrounds });
    expect(trouble).toEqual([]);
    await context.close();
  },
);

test('what is typed and submitted before the code has come is kept, and submitted when it has', async () => {
  const { page, context, release } = await open('login', desk, { answers: true });
  const { login, password, address } = furnished.server;
  await page.keyboard.type(login); // the field has the focus
  await page.locator('#contrasena').fill(password);
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${address}/login`);
  release();
  await page.getByRole('heading', { level: 1, name: /^Buen/ }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await context.close();
});
