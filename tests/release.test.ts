import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { root } from '../scripts/sources.mjs';

// `npm run release`, and the archives that it makes: they are installed as docs/operar.md says, and started, in folders
// where there is neither this repository nor npm.

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const archives = [`timbre-${version}.tar.gz`, `timbre-${version}-${process.platform}-${process.arch}.tar.gz`];
const guide = readFileSync(join(root, 'docs/operar.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'timbre-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes the archives. Returns the lines of SHA256SUMS. */
function makeRelease(): string {
  execFileSync(process.execPath, [join(root, 'scripts/release.mjs')], { cwd: root, stdio: 'pipe' });
  return readFileSync(join(root, 'release/SHA256SUMS'), 'utf8');
}

let sums: string;
beforeAll(() => {
  sums = makeRelease();
});

test('the archives are listed with their checksums', () => {
  expect(sums.trimEnd().split('\n')).toEqual(archives.map((name) => expect.stringMatching(`^[0-9a-f]{64}  ${name}$`)));
});

// A second build takes as long as all the rest of this file: it is made in a run of every combination.
if (inject('every'))
  test('archives that are made again have the same bytes', () => {
    expect(makeRelease()).toBe(sums);
  });

test('the version has its part in the changelog, and its archives are those that README and guide name', () => {
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(
    new RegExp(`^## Unreleased$.*^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d$`, 'ms'),
  );
  for (const text of [guide, readFileSync(join(root, 'README.md'), 'utf8')])
    expect(new Set(text.match(/timbre-\d[\w.-]*\.tar\.gz/g))).toEqual(
      new Set([`timbre-${version}.tar.gz`, `timbre-${version}-linux-x64.tar.gz`]),
    );
});

describe.each(archives)('%s', (archive) => {
  const place = join(folder, archive);
  /** Only the programs of the system, and the Node.js that runs the tests. */
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };

  test('the archive is checked and unpacked by the commands of the guide', () => {
    const [, commands = ''] = /^## Obtener\n.*?^```sh\n(.*?)^```$/ms.exec(guide) ?? [];
    expect(commands).toContain(archives[0]);
    const placed = commands.replaceAll('/opt/timbre', place).replaceAll(archives[0]!, archive);
    const output = execFileSync('bash', ['-euc', placed], { cwd: join(root, 'release'), env, encoding: 'utf8' });
    expect(output.split('\n')).toEqual([...archives.map((name) => `${name}: OK`), version, '']);
    for (const path of ['LICENSE', 'NOTICES.txt', 'docs/operar.md', 'deploy/timbre.service', 'dist/web/index.html'])
      expect(readFileSync(join(place, path)).length).toBeGreaterThan(0);
  });

  test('the release starts with an empty data folder, admits the demonstration, and ends in good order', async () => {
    const data = join(folder, `${archive}-data`);
    mkdirSync(data);
    const settings = { ...env, PORT: '0', TIMBRE_DATA_DIR: data };
    const server = spawn(join(place, 'timbre'), ['servidor'], { cwd: data, env: settings, stdio: 'pipe' });
    const ended = once(server, 'close');
    try {
      let output = '';
      for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (output += text));
      const ready = /listo: (\S+)\n(?:.*\n)*?.*Empresa demo +(\S+) +contraseña: (\S+)/;
      await expect.poll(() => server.exitCode ?? output, { timeout: 240_000 }).toMatch(ready);
      const [, address = '', correo, contrasena] = ready.exec(output)!;
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      expect(await (await fetch(address, { headers: { accept: 'text/html' } })).text()).toContain('<script');
      const session = await fetch(`${address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ correo, contrasena }),
      });
      expect(session.status).toBe(200);
      if (process.platform === 'linux')
        expect(readlinkSync(`/proc/${server.pid}/exe`)).toBe(
          archive === archives[0] ? process.execPath : join(place, 'node/bin/node'),
        );
      server.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    } finally {
      server.kill('SIGKILL');
    }
  });
});
