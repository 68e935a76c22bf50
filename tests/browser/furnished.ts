import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Furnished, furnishServer } from './screens.ts';

/** A browser and a server with data for every screen, for the tests of one file. */
export interface FurnishedPlace extends Furnished {
  readonly browser: Browser;
}

/** Starts the browser and the server with its data before the tests of the file, and stops both after them. */
export function withFurnished(): FurnishedPlace {
  const place = {} as FurnishedPlace;
  beforeAll(async () => {
    const [browser, furnished] = await Promise.all([launchBrowser(), furnishServer()]);
    Object.assign(place, furnished, { browser });
  });
  afterAll(async () => {
    await place.browser.close();
    await place.server.stop();
  });
  return place;
}
