import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';

/** A user's page on a wide screen. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** See {@link listenForTrouble}. */
  readonly trouble: string[];
}

/**
 * True if the server refused to search the DGII's register, which none of these servers has. The form works without it.
 */
const isWithoutRegister = (message: ConsoleMessage) =>
  message.text().includes('409 (Conflict)') && new URL(message.location().url).pathname === '/api/contribuyentes';

/** Collects unexpected reports of pages: console errors, exceptions, violations of the Content-Security-Policy. */
export function listenForTrouble(context: BrowserContext): string[] {
  const trouble: string[] = [];
  context.on('page', (page) => {
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isWithoutRegister(message)) trouble.push(message.text());
    });
  });
  return trouble;
}

/** For each browser: context options → visitors whose context was closed and can be reused. */
const closed = new WeakMap<Browser, Map<string, Visitor[]>>();

/**
 * Returns a browser context without a session, with one page. A context that a test closes is cleared and reused by the
 * next test of the same file with the same options, because a new context and its first page take three times as much
 * processor time as reloading a page (docs/design/tests-and-benches.md#journeys).
 */
export async function anonymous(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const full = { locale: 'es-DO', viewport: { width: 1440, height: 900 }, ...options };
  const kept = closed.get(browser) ?? new Map<string, Visitor[]>();
  closed.set(browser, kept);
  const key = JSON.stringify(full);
  const shelf = kept.get(key) ?? [];
  kept.set(key, shelf);
  const visitor = shelf.pop();
  if (visitor === undefined) return newVisitor(browser, full, shelf);
  visitor.trouble.length = 0;
  return visitor;
}

async function newVisitor(browser: Browser, options: BrowserContextOptions, shelf: Visitor[]): Promise<Visitor> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(waitMs);
  const trouble = listenForTrouble(context);
  const page = await context.newPage();
  const visitor = { page, context, trouble };
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin);
  });
  const isAltered = watchAlterations(visitor);
  const listeners = [context, page].map((emitter) => ({ emitter, own: listenersOf(emitter) }));
  const close = context.close.bind(context);
  context.close = async () => {
    // If there were several origins, only the storage of the last one can be cleared.
    if (isAltered() || page.isClosed() || origins.size > 1) return close();
    for (const { emitter, own } of listeners)
      for (const [event, listener] of listenersOf(emitter))
        if (!own.some(([name, known]) => name === event && known === listener))
          (emitter as unknown as NodeJS.EventEmitter).off(event, listener);
    if (!(await emptied(visitor, options))) return close();
    origins.clear();
    shelf.push(visitor);
  };
  return visitor;
}

const waitMs = 120_000;

type Listener = [event: string, listener: () => void];

const listenersOf = (emitter: BrowserContext | Page): Listener[] => {
  const { eventNames, listeners } = emitter as unknown as NodeJS.EventEmitter;
  return eventNames
    .call(emitter)
    .flatMap((event) =>
      listeners.call(emitter, event).map((listener): Listener => [String(event), listener as () => void]),
    );
};

/** Returns a function that is true once a change was made to a context that cannot be undone. */
function watchAlterations({ page, context }: Visitor): () => boolean {
  let isAltered = false;
  const watch = <T extends object>(of: T, ...names: (keyof T & string)[]) => {
    for (const name of names) {
      const original = of[name] as (...args: unknown[]) => unknown;
      Object.assign(of, {
        [name]: (...args: unknown[]) => {
          isAltered = true;
          return original.apply(of, args);
        },
      });
    }
  };
  watch(page, 'addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders');
  watch(context, 'addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'addCookies');
  watch(context.clock, 'install', 'setFixedTime', 'setSystemTime', 'pauseAt');
  return () => isAltered;
}

/** Clears the context, so that it is like a new one for the next test. Returns false if that fails. */
async function emptied({ page, context }: Visitor, { viewport, colorScheme, reducedMotion }: BrowserContextOptions) {
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    if (page.url().startsWith('http')) await openBlank(page, new URL(page.url()).origin, {});
    await context.clearCookies();
    await context.clearPermissions();
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({
      media: null,
      colorScheme: colorScheme ?? 'light',
      reducedMotion: reducedMotion ?? 'no-preference',
      forcedColors: null,
    });
    context.setDefaultTimeout(waitMs);
    return true;
  } catch {
    return false;
  }
}

/** Opens an empty page of an origin, and sets its local storage to exactly these entries. */
export async function openBlank(page: Page, origin: string, stored: Readonly<Record<string, string>>): Promise<void> {
  const blank = `${origin}/pagina-en-blanco`;
  if (page.url() !== blank) {
    await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    // A page with unsaved changes asks for confirmation.
    const leave = (dialog: { accept(): Promise<void> }) => void dialog.accept().catch(() => undefined);
    page.on('dialog', leave);
    await page.goto(blank, { timeout: 20_000 });
    page.off('dialog', leave);
    await page.unroute(blank);
  }
  await page.evaluate((entries) => {
    sessionStorage.clear();
    localStorage.clear();
    Object.assign(localStorage, entries);
  }, stored);
}
