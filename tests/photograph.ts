// `npm run screens [-- light|dark [FOLDER]]`: takes a screenshot of every screen at every width; by default in the
// light theme, into .cache/screens/.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/sources.mjs';
import { furnishServer, look, looks, screens } from './browser/screens.ts';
import { launchBrowser } from './browser.ts';

const [scheme = 'light', folder = join(root, '.cache/screens')] = process.argv.slice(2);
const asked = looks.filter((way) => way.scheme === scheme);
if (asked.length === 0) throw new Error(`light or dark, not ${scheme}`);
mkdirSync(folder, { recursive: true });
const [browser, furnished] = await Promise.all([launchBrowser(), furnishServer()]);
try {
  for (const name of Object.keys(screens)) {
    const { page } = await furnished.open(browser, name);
    for (const way of asked) {
      await look(page, way);
      await page.screenshot({ path: join(folder, `${name}-${way.width}.png`), animations: 'disabled' });
    }
    console.log(name);
    await page.context().close();
  }
} finally {
  await browser.close();
  await furnished.server.stop();
}
