// `npm run screens [-- FOLDER]`: a picture of every screen at every width, light and dark, in docs/screens/ unless told otherwise.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/sources.mjs';
import { furnishServer, look, looks, type ScreenName, screens } from './browser/screens.ts';
import { launchBrowser } from './browser.ts';

const [folder = join(root, 'docs/screens')] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const [browser, furnished] = await Promise.all([launchBrowser(), furnishServer()]);
try {
  for (const name of Object.keys(screens) as ScreenName[]) {
    const { page } = await furnished.open(browser, name);
    for (const way of looks) {
      await look(page, way);
      const path = join(folder, `${name}-${way.width}${way.scheme === 'dark' ? '-dark' : ''}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    }
    console.log(name);
    await page.context().close();
  }
} finally {
  await browser.close();
  await furnished.server.stop();
}
