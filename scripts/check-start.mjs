// `node scripts/check-start.mjs`: clones HEAD into an empty folder and follows the README's instructions for a first start,
// with the oldest and with the recommended version of Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installNode } from './install-node.mjs';
import { root } from './sources.mjs';

// A start that takes longer fails. The limit is generous, because the machine may be busy; the expected time is
// printed.
const firstStartLimitMs = 300_000;
const laterStartLimitMs = 180_000;
const goals = { firstMs: 120_000, laterMs: 5_000 };
const installLimitMs = 300_000;

/** The oldest Node that package.json admits, and the one that the README recommends. */
const versions = [oldestNode(), readFileSync(join(root, '.node-version'), 'utf8').trim()];

const folder = mkdtempSync(join(tmpdir(), 'timbre-start-'));
try {
  // In parallel: each waits for the registry and the disk for part of its time.
  const checks = await Promise.allSettled(versions.map(checkStart));
  for (const check of checks) if (check.status === 'rejected') throw check.reason;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts a fresh clone with one version of Node, kills it, and starts it again.
 *
 * @param {string} version
 */
async function checkStart(version) {
  const place = join(folder, version);
  const clone = join(place, 'timbre');
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const isReady = () => isReadyAt(address);
  /** @type {ReturnType<typeof npmStart> | undefined} */
  let server;
  try {
    const node = folderOfNode(version);
    const { status } = spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' });
    if (status !== 0) throw new Error('The checkout cannot be cloned');

    server = npmStart(place, node, port);
    await waitUntil(() => existsSync(join(clone, 'node_modules/.package-lock.json')), installLimitMs, 'npm ci');
    const first = await waitUntil(isReady, firstStartLimitMs, 'the first start');
    await checkFirstStart(server.output());
    server.kill('SIGKILL');
    await server.ended;

    server = npmStart(place, node, port);
    const later = await waitUntil(isReady, laterStartLimitMs, 'the start after kill -9');
    server.kill('SIGINT');
    await Promise.race([server.ended, sleep(60_000).then(() => Promise.reject(new Error('Ctrl-C does not end it')))]);
    if (await isReady()) throw new Error('The server still answers after Ctrl-C');
    console.log(
      `Node ${version}, fresh clone: ready ${seconds(first)} after install (goal ${seconds(goals.firstMs)}); after kill -9, ${seconds(later)} from npm start (goal ${seconds(goals.laterMs)}).`,
    );
  } catch (failure) {
    console.error(server?.output());
    throw failure;
  } finally {
    server?.kill('SIGKILL');
  }
}

/** The lower bound of `engines.node` in package.json. */
function oldestNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return engines.node.replace('>=', '');
}

/**
 * @param {string} version
 * @returns {string} the folder of the program `node` of that version: this process's, or one from the package registry
 */
function folderOfNode(version) {
  if (version === process.versions.node) return dirname(process.execPath);
  const installed = installNode(version, join(folder, `node-${version}`));
  if (installed === undefined) throw new Error(`Node ${version} cannot be installed from the package registry`);
  return join(installed, 'bin');
}

/**
 * Runs `npm start` as a terminal would: in a process group of its own, with signals sent to the whole group.
 *
 * @param {string} place folder of the clone and of the server's data
 * @param {string} node folder of the program `node`
 * @param {number} port
 */
function npmStart(place, node, port) {
  const path = `${node}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, PORT: String(port), TIMBRE_DATA_DIR: join(place, 'data') };
  const child = spawn('npm', ['start'], {
    cwd: join(place, 'timbre'),
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise((resolve) => child.on('close', resolve));
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), signal);
  };
  return { output: () => output, ended, kill };
}

/**
 * Checks that the printed address serves the login page and that the printed credentials open a session.
 *
 * @param {string} output
 */
async function checkFirstStart(output) {
  const [, printed = '', correo, contrasena] =
    /listo: (\S+)\n(?:.*\n)*?.*Empresa demo +(\S+) +contraseña: (\S+)/.exec(output) ?? [];
  const page = await fetch(printed, { headers: { accept: 'text/html' } });
  const html = await page.text();
  if (page.status !== 200 || !html.includes('<script')) throw new Error(`${printed} answers ${page.status}:\n${html}`);
  const session = await fetch(new URL('/api/auth/login', printed), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ correo, contrasena }),
  });
  if (session.status !== 200) throw new Error(`The demo credentials are refused: ${await session.text()}`);
}

/** @param {string} address */
async function isReadyAt(address) {
  try {
    return (await fetch(`${address}/readyz`)).ok;
  } catch {
    return false;
  }
}

/**
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} limitMs
 * @param {string} what name of the condition in the error message
 * @returns {Promise<number>} time until the condition was true, in milliseconds
 */
async function waitUntil(condition, limitMs, what) {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > limitMs) throw new Error(`${what} took longer than ${seconds(limitMs)}`);
    await sleep(25);
  }
  return performance.now() - start;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
