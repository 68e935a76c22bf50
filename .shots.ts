import { startBuiltServer } from './tests/built-server.ts';
import { launchBrowser } from './tests/browser.ts';
import { logIn } from './tests/browser/journeys.ts';
import { rootCredentials, rootEnv } from './tests/door.ts';
const [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ company: 'demo', env: rootEnv })]);
try {
  const shot = async (page: any, name: string, full = false) => page.screenshot({ path: `/tmp/guia27-${name}.png`, fullPage: full });
  for (const [width, height, scheme] of [[360, 740, 'light'], [1440, 900, 'dark'], [1440, 900, 'light']] as const) {
    const context = await browser.newContext({ locale: 'es-DO', viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.on('console', (m: any) => m.type() === 'error' && console.log(name(), m.text()));
    const name = () => page.url();
    await page.goto(`${server.address}/guia`);
    await page.getByRole('heading', { level: 1, name: 'Guía' }).waitFor();
    await shot(page, `pub-${width}-${scheme}`, true);
    await page.keyboard.press('/');
    await page.keyboard.type('anular factura');
    await page.getByRole('option').first().waitFor();
    await shot(page, `buscar-${width}-${scheme}`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Cómo anular una factura' }).waitFor();
    await page.waitForTimeout(500);
    await shot(page, `tarea-${width}-${scheme}`);
    await page.goto(`${server.address}/guia/secuencias`);
    await page.waitForTimeout(800);
    await shot(page, `cap-${width}-${scheme}`, true);
    if (width === 1440) { await page.emulateMedia({ media: 'print', colorScheme: scheme }); await shot(page, `print-${scheme}`, true); await page.emulateMedia({ media: 'screen', colorScheme: scheme }); }
    await logIn(page, server as any);
    await page.goto(`${server.address}/facturas`);
    await page.getByRole('link', { name: 'Guía de esta pantalla' }).waitFor();
    await page.waitForTimeout(500);
    await shot(page, `facturas-${width}-${scheme}`);
    await page.getByRole('link', { name: 'Guía de esta pantalla' }).click();
    await page.getByRole('article').waitFor();
    await page.waitForTimeout(700);
    await shot(page, `guia-sesion-${width}-${scheme}`);
    await context.close();
    const rc = await browser.newContext({ locale: 'es-DO', viewport: { width, height }, colorScheme: scheme });
    const rp = await rc.newPage();
    await logIn(rp, { ...server, ...rootCredentials } as any);
    await rp.getByText('Descargar paquete de soporte').waitFor();
    await rp.waitForTimeout(400);
    await shot(rp, `root-${width}-${scheme}`, true);
    await rc.close();
  }
} finally { await browser.close(); await server.stop(); }
