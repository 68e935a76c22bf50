import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../scripts/sources.mjs';
import { type BuiltServer, startBuiltServer } from './built-server.ts';

// The commands in README.md work as they are written, on the demonstration company.

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let server: BuiltServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-readme-'));
  server = await startBuiltServer({ company: 'demo' });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const post = async (path: string, body: object, key = '') => {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  return (await fetch(`${server.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
};

describe.skipIf(!hasCurl)(`with curl${hasCurl ? '' : ' (skipped: it is not installed)'}`, () => {
  test('the call of the README issues an invoice', { tags: ['P4.12'] }, async () => {
    const { apiKey, rncEmisor } = await post('/auth/login', { correo: server.login, contrasena: server.password });
    const made = await post('/api/configuracion/generar-apikey', { rncEmisor }, apiKey);
    const [, commands = ''] = /^```sh\n(curl .*?)^```$/ms.exec(readme) ?? [];
    expect(commands).toContain('/fe/api/emision/ecf/EnviarFactura');
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-euc', commands.replaceAll('http://127.0.0.1:3000', server.address)],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, CLAVE: made.apiKey } },
    );
    expect([status, stderr.includes('curl:')]).toEqual([0, false]);
    expect(JSON.parse(stdout)).toMatchObject({
      eNCF: expect.stringMatching(/^E31\d{10}$/),
      estado: 'firmado',
      avisos: [],
    });
  });
});

test('the README names existing documents', () => {
  const links = [...readme.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, path = '']) => path);
  expect(links).toContain('docs/operar.md');
  for (const path of links) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
});
