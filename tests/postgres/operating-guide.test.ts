import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherUser } from '../../apps/server/src/main/testing/other-user.ts';
import { type Cluster, freePort, makeCluster } from '../../scripts/postgres-cluster.mjs';
import { listPostgres } from '../../scripts/postgres-programs.mjs';
import { root } from '../../scripts/sources.mjs';
import type { BuiltServer } from '../built-server.ts';
import { Client, creditInvoice, settled } from '../crash/client.ts';
import { unableToRestrict } from './systemctl.mjs';

// Follows docs/operar.md literally: its commands run on a new PostgreSQL, with only folders, host and port replaced.
// Commands that would change this machine have substitutes: useradd does nothing, a user that every machine has
// replaces `timbre`, and systemctl (systemctl.mjs) runs the unit's command as that user, under the unit's restrictions.

const guide = readFileSync(join(root, 'docs/operar.md'), 'utf8');

/** The commands of a section, in order. */
function commandsOf(section: string): string {
  const [, text] = new RegExp(`^## ${section}\\n(.*?)(?=^## |$(?![\\s\\S]))`, 'ms').exec(guide) ?? [];
  const blocks = [...(text ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  if (blocks.length === 0) throw new Error(`No commands under ${section}`);
  return blocks.join('\n');
}

/** The programs of PostgreSQL in PATH can only dump servers of their own version or older. */
const version = Number(/ (\d+)\./.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]);
const programs = listPostgres().find((each) => each.version === version);

const unable = unableToRestrict(otherUser, join(root, 'dist/server/main.js'));
const uid = unable === undefined ? otherUser : undefined;
const restrictions =
  unable === undefined ? 'under the restrictions of its unit' : `(its unit does not restrict it: ${unable})`;

describe.skipIf(programs === undefined)(`on PostgreSQL ${version}, that of pg_dump, ${restrictions}`, () => {
  let cluster: Cluster;
  let place: string;
  let port: number;
  /** The output of the commands. */
  let printed = '';

  beforeAll(async () => {
    cluster = await makeCluster(programs!);
    cluster.admit(['host all timbre_owner,timbre_server,timbre_backup 127.0.0.1/32 scram-sha-256']);
    await cluster.start();
    place = mkdtempSync(join(tmpdir(), 'timbre-guia-'));
    chmodSync(place, 0o755);
    port = await freePort();
    for (const folder of ['bin', 'etc/systemd/system', 'srv', 'var'])
      mkdirSync(join(place, folder), { recursive: true });
    const settings = JSON.stringify({ place, replaced: placesOfUnit(), uid });
    const standIns = {
      useradd: 'exit 0',
      chown:
        uid === undefined
          ? 'exit 0'
          : `for word; do shift; set -- "$@" "$(echo "$word" | sed 's/^timbre$/${uid}/')"; done; PATH=/usr/bin:/bin exec chown "$@"`,
      systemctl: `exec '${process.execPath}' '${join(import.meta.dirname, 'systemctl.mjs')}' '${settings}' "$@"`,
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

  /** Replaces the guide's folders, host and port with those of the test. */
  const placed = (text: string) =>
    text
      .replaceAll('/opt/timbre', root)
      .replaceAll('/etc/', `${place}/etc/`)
      .replaceAll('/srv/', `${place}/srv/`)
      .replaceAll('/var/lib/timbre', `${place}/var/timbre`)
      .replaceAll('servidor/timbre', `127.0.0.1:${cluster.port}/timbre`)
      .replaceAll('3000', String(port));

  const placesOfUnit = () => ['/opt/timbre', '/etc/', '/srv/', '/var/lib/timbre'].map((from) => [from, placed(from)]);

  /**
   * Runs commands in a shell. Exported passwords stay set for later commands. A failure throws with the whole output.
   */
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
    printed = output;
    if (code !== 0) throw new Error(`${code}:\n${output}\n${logOf()}`);
  }

  const logOf = (): string => spawnSync('cat', [join(place, 'log')], { encoding: 'utf8' }).stdout;

  /** The server that the guide started, in the form that a client needs. */
  function demo(): BuiltServer {
    const [, login = '', password = ''] = /Empresa demo +(\S+) +contraseña: (\S+)/.exec(logOf()) ?? [];
    return { address: `http://127.0.0.1:${port}`, login, password } as BuiltServer;
  }

  /** Paths installed by the guide that the service's user does not own. */
  const notOwned = () =>
    execFileSync('find', ['etc/timbre/llave', 'srv/diario', 'var/timbre', '!', '-uid', String(uid ?? 0)], {
      cwd: place,
      encoding: 'utf8',
    });

  test('the guide installs, uses, copies, restores, changes the master key, and runs with the real DGII', {
    timeout: 300_000,
    tags: ['P4.12'],
  }, async () => {
    const [install = '', real = ''] = commandsOf('Instalar').split(/(?=echo TIMBRE_AUTHORITY=dgii)/);
    // The demonstration company issues documents before the backup.
    await follow(install.replace('TIMBRE_DEMO=0', 'TIMBRE_DEMO=vacia'));
    expect(printed).toContain('"estado":"listo"');
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
    expect(printed).toContain('3 comprobantes firmados, 0 hallazgos');
    // Issued after the backup, so only the journal contains it.
    await issue('cuatro');
    await follow(commandsOf('Restaurar'));
    expect(printed).toMatch(/1 números perdidos, 1 en la DGII; vuelve a emitir/);
    expect(printed).toContain('3 comprobantes firmados, 0 hallazgos');
    expect(notOwned()).toBe('');
    const numbers = [...client.answered.values()].map(({ eNCF }) => eNCF);

    await follow(commandsOf('Cambiar la llave maestra'));
    expect(notOwned()).toBe('');
    await issue('cinco');
    const fifth = client.answered.get('cinco')?.eNCF;
    expect(fifth).toBeDefined();
    expect(numbers).not.toContain(fifth);

    // For the real DGII the guide starts with a new database.
    await follow('systemctl stop timbre; rm -r /srv/diario /var/lib/timbre');
    const fresh = `${install}\n${real}`
      .replaceAll('servidor/timbre', 'servidor/timbre_real')
      .replace('useradd', 'true');
    await follow(`systemctl stop timbre\n${fresh}`);
    expect(printed.match(/"estado":"listo"/g)).toHaveLength(2);
    expect(logOf()).not.toContain('Configuración:');

    // If the unit does not permit writing to the journal's folder, the server reports what to do.
    if (uid === undefined) return;
    const unit = join(place, 'etc/systemd/system/timbre.service');
    await follow('systemctl stop timbre');
    writeFileSync(unit, readFileSync(unit, 'utf8').replace(/^ReadWritePaths=/m, '# ReadWritePaths='));
    await follow('systemctl start timbre');
    await expect
      .poll(logOf)
      .toContain(
        `Configuración: No se puede usar la carpeta del diario de emisión de TIMBRE_JOURNAL (${place}/srv/diario): su sistema de archivos es de solo lectura para este proceso. Permita escribir en él; con systemd, nombre la carpeta en ReadWritePaths= del servicio.\n`,
      );
  });
});
