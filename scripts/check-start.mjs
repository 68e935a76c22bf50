// `node scripts/check-start.mjs`: clones HEAD into an empty folder and does what the README tells a newcomer to do.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './sources.mjs';

// How long a start may take before it counts as failed: wide, since the machine may be busy. What it should take is printed.
const firstStartLimitMs = 300_000;
const laterStartLimitMs = 60_000;
const goals = { firstMs: 120_000, laterMs: 5_000 };
const installLimitMs = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'timbre-start-'));
const clone = join(folder, 'timbre');
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
/** @type {ReturnType<typeof npmStart> | undefined} */
let server;

try {
  const { status } = spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The checkout cannot be cloned');

  server = npmStart();
  await waitUntil(() => existsSync(join(clone, 'node_modules/.package-lock.json')), installLimitMs, 'npm ci');
  const first = await waitUntil(isReady, firstStartLimitMs, 'the first start');
  await checkFirstStart(server.output());
  server.kill('SIGKILL');
  await server.ended;

  server = npmStart();
  const later = await waitUntil(isReady, laterStartLimitMs, 'the start after kill -9');
  server.kill('SIGINT');
  await Promise.race([server.ended, sleep(10_000).then(() => Promise.reject(new Error('Ctrl-C does not end it')))]);
  if (await isReady()) throw new Error('The server still answers after Ctrl-C');
  console.log(
    `Fresh clone: ready ${seconds(first)} after install (goal ${seconds(goals.firstMs)}); after kill -9, ${seconds(later)} from npm start (goal ${seconds(goals.laterMs)}).`,
  );
} catch (failure) {
  console.error(server?.output());
  throw failure;
} finally {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

/** Runs `npm start` as the terminal would: a process group of its own, signals to all of it. */
function npmStart() {
  const env = { ...process.env, PORT: String(port), TIMBRE_DATA_DIR: join(folder, 'data') };
  const child = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise((resolve) => child.on('close', resolve));
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), signal);
  };
  return { output: () => output, ended, kill };
}

/**
 * The printed address serves the login page, and the credentials printed beside it open a session.
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

async function isReady() {
  try {
    return (await fetch(`${address}/readyz`)).ok;
  } catch {
    return false;
  }
}

/**
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} limitMs
 * @param {string} what
 * @returns {Promise<number>} how long it took, in milliseconds
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
