import { type Browser, chromium } from 'playwright-core';

/**
 * Starts the installed Chromium, headless. `npm test` names it in CHROMIUM_PATH.
 *
 * @returns the browser; the caller closes it
 */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
