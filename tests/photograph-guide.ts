// `npm run guide`: writes docs/guia.md, and its pictures from the screens with the data of the demonstration company.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigner, signXml } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import type { Browser, Page } from 'playwright-core';
import { ecfXml, justNow } from '../apps/server/src/main/testing/xml.ts';
import { chapters } from '../apps/web/src/features/ayuda/guide/chapters.ts';
import { generateGuide, guideFile, picturesFolder } from '../scripts/guide/generate-guide.ts';
import { type Furnished, furnishServer } from './browser/screens.ts';
import { launchBrowser } from './browser.ts';

const size = { width: 1200, height: 800 };
// Made before the data of the screens, so that its certificate is valid when it signs.
const supplier = createSigner(makeCertificate());

/** Loads an invoice of a supplier into the company, because the data of the screens contains none. */
async function receiveInvoice(browser: Browser, furnished: Furnished): Promise<void> {
  const { page } = await furnished.open(browser, 'recibidas');
  const rnc = furnished.server.login;
  const unsigned = ecfXml({ rnc: '131880600', eNCF: 'E310000000012', monto: '4130.00', fechaFirma: justNow() });
  const { xml } = await signXml(unsigned.replace(/(<RNCComprador>)\d+/, `$1${rnc}`), supplier);
  const files = page.getByRole('form', { name: 'Archivos XML recibidos' }).locator('input[type=file]');
  await files.setInputFiles({ name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
  await page.getByText('1 factura recibida.').waitFor();
  await page.context().close();
}

/** Encodes a PNG as WebP, a fifth of its size, in the browser: Node has no encoder. The page needs to have no CSP. */
async function asWebp(blank: Page, png: Buffer): Promise<Buffer> {
  const url = await blank.evaluate(
    async (source) => {
      const picture = new Image();
      picture.src = source;
      await picture.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [picture.width, picture.height];
      canvas.getContext('2d')!.drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', 0.8);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  const [kind, data = ''] = url.split(',');
  if (!kind?.startsWith('data:image/webp')) throw new Error(`This browser encodes no WebP: ${kind}`);
  return Buffer.from(data, 'base64');
}

const [browser, furnished] = await Promise.all([launchBrowser(), furnishServer()]);
try {
  await receiveInvoice(browser, furnished);
  const blank = await browser.newPage();
  rmSync(picturesFolder, { recursive: true, force: true });
  mkdirSync(picturesFolder);
  for (const { picture } of chapters) {
    if (picture === undefined) continue;
    const { page } = await furnished.open(browser, picture.screen);
    await page.setViewportSize(size);
    for (const name of picture.press ?? []) {
      await page
        .getByRole('button', { name: new RegExp(name) })
        .first()
        .click();
      await page.locator('dialog[open]').waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy=true], [aria-label^=Cargando]') === null);
    }
    if (picture.panel)
      await page
        .getByRole('region', { name: picture.panel, exact: true })
        .evaluate((panel) => panel.scrollIntoView({ block: 'end' }));
    await page.evaluate(() => document.fonts.ready);
    const webp = await asWebp(blank, await page.screenshot({ animations: 'disabled' }));
    writeFileSync(join(picturesFolder, `${picture.name}.webp`), webp);
    console.log(`${picture.name}: ${Math.round(webp.length / 1000)} kB`);
    await page.context().close();
  }
  writeFileSync(guideFile, generateGuide());
} finally {
  await browser.close();
  await furnished.server.stop();
}
