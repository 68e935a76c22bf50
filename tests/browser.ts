import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../scripts/test-tools.mjs';

/**
 * Starts the installed Chromium, headless.
 *
 * @returns the browser; the caller closes it
 * @throws Error when it is not installed
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('Chromium is not installed; CHROMIUM_PATH names one elsewhere');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live only seconds. The work of V8's own threads would be a sixth of the processor time of a journey.
      '--js-flags=--single-threaded',
    ],
  });
}
