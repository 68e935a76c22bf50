// Prepares a fresh clone to run the server. Uses Node built-ins only: it runs before any package is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, staleParts } from './sources.mjs';

/** Installs the locked packages and builds `dist/` when either is missing or out of date. */
export function setUp() {
  installPackages();
  if (staleParts().length > 0) run(process.execPath, ['scripts/build.mjs'], { NODE_ENV: 'production' });
}

/** Runs `npm ci` unless node_modules already matches package-lock.json. */
function installPackages() {
  if (packagesAreCurrent(root)) return;
  console.log('Instalando paquetes…');
  const install = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  if (npm) run(process.execPath, [npm, ...install]);
  else run('npm', install);
}

/**
 * Compares the lock file with the record that npm leaves in node_modules after a complete installation.
 *
 * @param {string} folder holds package-lock.json and, perhaps, node_modules
 * @returns {boolean} true if every package that is not optional is installed in the version of the lock file
 */
export function packagesAreCurrent(folder) {
  const record = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.keys(wanted).every(
    (path) =>
      !path.startsWith('node_modules/') ||
      wanted[path].optional ||
      (installed[path] && installed[path].version === wanted[path].version),
  );
}

/**
 * Runs a command in the repository with this terminal. If the command fails, it has printed its error, and this process
 * ends.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to the environment
 */
function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Ends this process when npm, its parent, is killed. Otherwise the server would continue and keep its data folder
 * locked.
 */
export function endWithParent() {
  if (!process.env.npm_command) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
