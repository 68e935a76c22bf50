import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';

/** A user's page on a wide screen. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** See {@link listenForTrouble}. */
  readonly trouble: string[];
}

/** Whether a server without the DGII's register refused to search it, as each of these servers does: the form goes on without it. */
const isWithoutRegister = (message: ConsoleMessage) =>
  message.text().includes('409 (Conflict)') && new URL(message.location().url).pathname === '/api/contribuyentes';

/** Unexpected reports of a page: console errors, exceptions, violations of its Content-Security-Policy. */
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

/** Of each browser, the visitors whose context was closed, by the options of the context. */
const closed = new WeakMap<Browser, Map<string, Visitor[]>>();

/**
 * Gives a browser context without a session, with one page. What a test closes is emptied and given to the next test of the same
 * file that asks for the same options: a context and its first page take three times as much of the processor as a page that is
 * loaded again (docs/decisions/0106).
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
    // Of several origins, only the last one's storage can be emptied.
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

/** Tells whether something was done to a context that cannot be undone. */
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

/** Empties the context, so that the next test finds what it would find in a new one. */
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

/** Opens an empty page of an address, whose storage has these entries and no others. */
export async function openBlank(page: Page, origin: string, stored: Readonly<Record<string, string>>): Promise<void> {
  const blank = `${origin}/pagina-en-blanco`;
  if (page.url() !== blank) {
    await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    // A page with unsaved changes asks whether it may be left.
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
