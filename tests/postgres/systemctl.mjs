// A substitute for systemctl in tests: `node systemctl.mjs SETTINGS start|stop|restart|enable … UNIT`. It runs the
// unit's command as systemd would, under those restrictions of the unit that a mount namespace, setpriv and a shell can
// impose.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Settings
 * @property {string} place folder with the unit in `etc/systemd/system`, the log and the process id
 * @property {[string, string][]} replaced texts of the unit and their replacements in the test
 * @property {number | undefined} uid id used as the unit's user and group; undefined: nothing is restricted
 */

/**
 * Script that makes everything read-only except the folders before `--`, in a mount namespace, and runs the rest there.
 */
const strict = `
set -eu
writable=/proc/self/none
while [ "$1" != -- ]; do [ ! -e "$1" ] || mount --bind "$1" "$1"; writable="$writable $1"; shift; done
shift
cut -d' ' -f5 /proc/self/mountinfo | while read -r mounted; do
  case " $writable /proc/ /sys/ /dev/ " in *" $mounted "*) continue;; esac
  case "$mounted/" in /proc/*|/sys/*|/dev/*) continue;; esac
  mount -o remount,bind,ro "$mounted" 2>/dev/null || [ "$mounted" != / ]
done
exec "$@"`;

/**
 * Wraps a command so that it runs under the restrictions of a unit.
 *
 * @param {number} uid
 * @param {string[]} writable folders
 * @param {string[]} command
 * @returns {string[]}
 */
export function restricted(uid, writable, command) {
  const user = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all'];
  return [
    ...['unshare', '--mount', '--propagation=private', 'sh', '-c', strict, 'strict', ...writable, '--'],
    ...['setpriv', ...user, '--inh-caps=-all', ...command],
  ];
}

/**
 * The reason why this machine cannot restrict a command in that way; undefined if it can.
 *
 * @param {number} uid
 * @param {string} file that the command reads
 * @returns {string | undefined}
 */
export function unableToRestrict(uid, file) {
  if (process.geteuid?.() !== 0) return 'not run as root';
  const script = `require('fs').accessSync(${JSON.stringify(file)})`;
  const [command = '', ...args] = restricted(uid, [], [process.execPath, '-e', script]);
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status === 0) return undefined;
  return error?.message ?? /^.*(?:unshare|mount|setpriv|Error): .*$/m.exec(stderr)?.[0] ?? `code ${status}`;
}

/**
 * The settings of a unit. A name may occur several times.
 *
 * @param {string} text
 */
function readUnit(text) {
  /** @param {string} name */
  const all = (name) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  return { all, one: (/** @type {string} */ name) => all(name).at(-1) ?? '' };
}

/** @param {string} text */
const pairs = (text) =>
  Object.fromEntries(
    text
      .split(/\s+/)
      .filter((pair) => pair.includes('='))
      .map((pair) => pair.split(/=(.*)/s)),
  );

/** @param {Settings} settings */
function start({ place, replaced, uid }) {
  let text = readFileSync(join(place, 'etc/systemd/system/timbre.service'), 'utf8');
  for (const [from, to] of replaced) text = text.replaceAll(from, to);
  const { one, all } = readUnit(text);
  const state = join(place, 'var', one('StateDirectory'));
  mkdirSync(state, { recursive: true, mode: Number.parseInt(one('StateDirectoryMode'), 8) });
  const env = {
    PATH: process.env.PATH,
    ...pairs(all('Environment').join(' ')),
    ...pairs(readFileSync(one('EnvironmentFile'), 'utf8')),
  };
  let command = one('ExecStart').split(' ');
  if (uid !== undefined && one('User') !== '') {
    // As systemd does: if the state folder belongs to another user, all of it is transferred to the unit's user.
    if (statSync(state).uid !== uid) spawnSync('chown', ['-R', `${uid}:${uid}`, state]);
    chownSync(state, uid, uid);
    const named = all('ReadWritePaths').flatMap((paths) => paths.split(' '));
    const missing = named.find((path) => !path.startsWith('-') && !existsSync(path));
    if (missing !== undefined) throw new Error(`226/NAMESPACE: ${missing} does not exist`);
    if (one('ProtectSystem') !== 'strict') throw new Error('only a unit with ProtectSystem=strict is understood');
    command = restricted(uid, [state, ...named.map((path) => path.replace(/^-/, ''))], command);
  }
  const log = openSync(join(place, 'log'), 'a');
  const shell = `umask ${one('UMask')}; ulimit -c ${one('LimitCORE')}; exec "$@"`;
  const options = { cwd: one('WorkingDirectory'), env, detached: true };
  const child = spawn('sh', ['-c', shell, 'unit', ...command], { ...options, stdio: ['ignore', log, log] });
  writeFileSync(join(place, 'pid'), String(child.pid));
  child.unref();
}

/** @param {Settings} settings */
async function stop({ place }) {
  const pidFile = join(place, 'pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const isAlive = () => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  if (isAlive()) process.kill(pid, 'SIGTERM');
  while (isAlive()) await sleep(50);
  rmSync(pidFile);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , text = '', verb = '', ...words] = process.argv;
  if (basename(words.at(-1) ?? '') !== 'timbre') throw new Error('another unit');
  const settings = JSON.parse(text);
  if (verb === 'stop' || verb === 'restart') await stop(settings);
  if (verb !== 'stop') start(settings);
}
