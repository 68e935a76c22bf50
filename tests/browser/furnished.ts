import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startLasting } from '../borrowed-server.ts';
import { borrowBrowser } from '../browser.ts';
import { type Furnished, furnishServer } from './screens.ts';

/** A browser and a server with data for every screen, for the tests of one file. */
export interface FurnishedPlace extends Furnished {
  readonly browser: Browser;
}

let shared: Promise<Furnished> | undefined;

/**
 * Has the browser and a server with its data before the tests of the file. The server is that of all such files in the
 * process: they change nothing in it.
 *
 * @param options `own`: true for a file that changes something; its server is stopped after its tests
 */
export function withFurnished({ own = false } = {}): FurnishedPlace {
  const place = {} as FurnishedPlace;
  beforeAll(async () => {
    if (!own) shared ??= furnishServer(startLasting);
    const [browser, furnished] = await Promise.all([borrowBrowser(), own ? furnishServer() : shared]);
    Object.assign(place, furnished, { browser });
  });
  afterAll(async () => {
    await place.browser.close();
    if (own) await place.server.stop();
  });
  return place;
}
