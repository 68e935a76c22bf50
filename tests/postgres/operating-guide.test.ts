import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, freePort, makeCluster } from '../../scripts/postgres-cluster.mjs';
import { listPostgres } from '../../scripts/postgres-programs.mjs';
import { root } from '../../scripts/sources.mjs';
import type { BuiltServer } from '../built-server.ts';
import { Client, creditInvoice, settled } from '../crash/client.ts';

// Follows docs/operar.md literally: its commands run unchanged on a new PostgreSQL. Only the places are replaced
// (folders, host, port), and the commands that would change this machine have substitutes: systemctl, useradd, chown.

const guide = readFileSync(join(root, 'docs/operar.md'), 'utf8');

/** Gives the commands of a section, in order. */
function commandsOf(section: string): string {
  const [, text] = new RegExp(`^## ${section}\\n(.*?)(?=^## |$(?![\\s\\S]))`, 'ms').exec(guide) ?? [];
  const blocks = [...(text ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  if (blocks.length === 0) throw new Error(`No commands under ${section}`);
  return blocks.join('\n');
}

/** The programs of PostgreSQL in PATH can only dump servers of their own version or older. */
const version = Number(/ (\d+)\./.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]);
const programs = listPostgres().find((each) => each.version === version);

describe.skipIf(programs === undefined)(`on PostgreSQL ${version}, that of pg_dump`, () => {
  let cluster: Cluster;
  let place: string;
  let port: number;
  /** The output of the commands. */
  let said = '';

  beforeAll(async () => {
    cluster = await makeCluster(programs!);
    cluster.admit(['host all timbre_owner,timbre_server,timbre_backup 127.0.0.1/32 scram-sha-256']);
    await cluster.start();
    place = mkdtempSync(join(tmpdir(), 'timbre-guia-'));
    port = await freePort();
    for (const folder of ['bin', 'etc/systemd/system', 'lib']) mkdirSync(join(place, folder), { recursive: true });
    const standIns = {
      useradd: 'exit 0',
      chown: 'exit 0',
      systemctl: `exec '${process.execPath}' '${systemctl()}' "$@"`,
    };
    for (const [name, does] of Object.entries(standIns)) {
      writeFileSync(join(place, 'bin', name), `#!/bin/sh\n${does}\n`);
      chmodSync(join(place, 'bin', name), 0o755);
    }
  });
  afterAll(async () => {
    spawnSync(join(place, 'bin/systemctl'), ['stop', 'timbre']);
    await cluster.remove();
    rmSync(place, { recursive: true });
  });

  /** Replaces the guide's places with those of the test. */
  const placed = (text: string) =>
    text
      .replaceAll('/opt/timbre', root)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/etc/', `${place}/etc/`)
      .replaceAll('/srv/', `${place}/srv/`)
      .replaceAll('/var/lib/timbre', `${place}/lib`)
      .replaceAll('servidor/timbre', `127.0.0.1:${cluster.port}/timbre`)
      .replaceAll('3000', String(port));

  /** A substitute for the parts of systemd that the guide uses: runs the unit's command with the unit's settings. */
  function systemctl(): string {
    const unit = join(place, 'etc/systemd/system/timbre.service');
    const path = join(place, 'bin/systemctl.mjs');
    writeFileSync(
      path,
      `import { spawn } from 'node:child_process';
      import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
      const pidFile = '${place}/pid';
      const isAlive = (pid) => { try { process.kill(pid, 0); return true; } catch { return false; } };
      async function stop() {
        if (!existsSync(pidFile)) return;
        const pid = Number(readFileSync(pidFile, 'utf8'));
        if (isAlive(pid)) process.kill(pid, 'SIGTERM');
        while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
        rmSync(pidFile);
      }
      function start() {
        let unit = readFileSync('${unit}', 'utf8');
        for (const [from, to] of ${JSON.stringify(placesOfUnit())}) unit = unit.replaceAll(from, to);
        const one = (name) => new RegExp('^' + name + '=(.*)$', 'm').exec(unit)[1];
        const pairs = (text) => Object.fromEntries(text.split(/\\s+/).filter(Boolean).map((pair) => pair.split(/=(.*)/s)));
        const env = { PATH: process.env.PATH, ...pairs(readFileSync(one('EnvironmentFile'), 'utf8')), ...pairs(one('Environment')) };
        const log = openSync('${place}/log', 'a');
        const [command, ...args] = one('ExecStart').split(' ');
        const child = spawn(command, args, { cwd: one('WorkingDirectory'), env, detached: true, stdio: ['ignore', log, log] });
        writeFileSync(pidFile, String(child.pid));
        child.unref();
      }
      const verb = process.argv[2];
      if (process.argv.at(-1) !== 'timbre') throw new Error('another unit');
      if (verb === 'stop' || verb === 'restart') await stop();
      if (verb !== 'stop') start();`,
    );
    return path;
  }

  const placesOfUnit = () =>
    ['/opt/timbre', '/usr/bin/node', '/etc/', '/var/lib/timbre'].map((from) => [from, placed(from)]);

  /** Runs commands in a shell. Exported passwords stay set for the following commands. Throws with the whole output. */
  async function follow(commands: string): Promise<void> {
    const state = join(place, 'exported');
    const before = `[ -f '${state}' ] && . '${state}'\nset -eu\n`;
    const after = `\nexport -p | grep TIMBRE_.*_PASSWORD > '${state}'\n`;
    const env = { ...process.env, PATH: `${place}/bin:${process.env.PATH}`, npm_config_update_notifier: 'false' };
    for (const name of Object.keys(env))
      if (/^(TIMBRE_|DATABASE_URL|TEST_)/.test(name)) delete (env as NodeJS.ProcessEnv)[name];
    const shell = spawn('bash', ['-c', before + placed(commands) + after], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text: Buffer) => (output += text));
    const code = await new Promise((resolve) => shell.on('close', resolve));
    said = output;
    if (code !== 0) throw new Error(`${code}:\n${output}\n${logOf()}`);
  }

  const logOf = (): string => spawnSync('cat', [join(place, 'log')], { encoding: 'utf8' }).stdout;

  /** The server that the guide started, as a client needs it. */
  function demo(): BuiltServer {
    const [, login = '', password = ''] = /Empresa demo +(\S+) +contraseña: (\S+)/.exec(logOf()) ?? [];
    return { address: `http://127.0.0.1:${port}`, login, password } as BuiltServer;
  }

  test('installed, used, copied, restored, with another master key, and with the real DGII', {
    timeout: 300_000,
  }, async () => {
    const [install = '', real = ''] = commandsOf('Instalar').split(/(?=echo TIMBRE_AUTHORITY=dgii)/);
    // The demonstration company issues documents before the backup.
    await follow(install.replace('TIMBRE_DEMO=0', 'TIMBRE_DEMO=1'));
    expect(said).toContain('"estado":"listo"');
    expect(
      execFileSync('stat', ['-c', '%a', join(place, 'etc/timbre/llave'), join(place, 'etc/timbre/timbre.env')], {
        encoding: 'utf8',
      }),
    ).toBe('600\n600\n');
    const client = new Client();
    const issue = async (...keys: string[]) => {
      for (const key of keys) client.ask(key, creditInvoice('100.00'));
      await client.submit(demo());
      await settled(demo());
    };
    await issue('uno', 'dos', 'tres');
    expect(client.answered.size).toBe(3);

    await follow(commandsOf('Copias'));
    expect(said).toContain('3 comprobantes firmados, 0 hallazgos');
    // Issued after the backup: only the journal has it.
    await issue('cuatro');
    await follow(commandsOf('Restaurar'));
    expect(said).toMatch(/1 números perdidos, 1 en la DGII; vuelve a emitir/);
    expect(said).toContain('3 comprobantes firmados, 0 hallazgos');
    const numbers = [...client.answered.values()].map(({ eNCF }) => eNCF);

    await follow(commandsOf('Cambiar la llave maestra'));
    await issue('cinco');
    const fifth = client.answered.get('cinco')?.eNCF;
    expect(fifth).toBeDefined();
    expect(numbers).not.toContain(fifth);

    // With the real DGII the guide starts with a new database.
    await follow('systemctl stop timbre; rm -r /srv/diario /var/lib/timbre; mkdir /var/lib/timbre');
    const fresh = `${install}\n${real}`
      .replaceAll('servidor/timbre', 'servidor/timbre_real')
      .replace('useradd', 'true');
    await follow(`systemctl stop timbre\n${fresh}`);
    expect(said.match(/"estado":"listo"/g)).toHaveLength(2);
    expect(logOf()).not.toContain('Configuración:');
  });
});
