// @module-tag screen/correo
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type BuiltServer, makeDataFolder, startBuiltServer } from '../built-server.ts';
import { anonymous } from './contexts.ts';
import { button, callAs, says, seriousFaults, slow, visitor } from './journeys.ts';

let browser: Browser;
let server: BuiltServer;
const dataDir = makeDataFolder();

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startBuiltServer({ dataDir })]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  'a forgotten password, on a server that sends no mail: it says so, and the link in its folder serves once',
  slow,
  async () => {
    const admin = await visitor(browser, server, { path: '/usuarios' });
    const body = {
      NombreUsuario: 'ana',
      Correo: 'ana@demo.example',
      Contrasena: 'cuatro caballos trotan',
      Rol: 'consulta',
    };
    expect((await callAs(admin.page, 'POST', '/api/usuarios/crear', body)).status).toBe(201);

    const { page, trouble } = await anonymous(browser);
    await page.goto(`${server.address}/login`);
    await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
    await page.getByLabel('Correo').fill('ana@demo.example');
    await button(page, 'Pedir el enlace').click();
    await says(page, /^Este servidor no envía correos/);
    expect(await seriousFaults(page)).toEqual([]);

    const folder = join(dataDir, 'correo');
    const link = await expect
      .poll(() => linkIn(folder), { timeout: 30_000 })
      .not.toBeUndefined()
      .then(() => linkIn(folder)!);
    await page.goto(`${server.address}/restablecer#${link}`);
    await page.reload();
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('cinco caballos trotan');
    await page.getByLabel('Confirmar contraseña nueva').fill('cinco caballos trotan');
    expect(await seriousFaults(page)).toEqual([]);
    await button(page, 'Guardar contraseña').click();
    await says(page, /^Su contraseña cambió/);
    await page.goto(`${server.address}/restablecer#${link}`);
    await page.reload();
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('cinco caballos trotan');
    await page.getByLabel('Confirmar contraseña nueva').fill('cinco caballos trotan');
    await button(page, 'Guardar contraseña').click();
    await says(page, /El enlace venció o ya se usó/);
    expect(trouble.filter((line) => !line.includes('410'))).toEqual([]);
  },
);

function linkIn(folder: string): string | undefined {
  try {
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    const text = files
      .join('\n')
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return /restablecer#([\w-]{43})/.exec(text)?.[1];
  } catch {
    return undefined;
  }
}
