// A PostgreSQL cluster for one test, in a temporary folder. The test may stop, kill, copy and promote it.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { account, readyToRun } from './postgres-programs.mjs';

/** Settings for the database of one test: small, but crash-safe. */
const settings = { shared_buffers: '32MB', max_wal_size: '256MB', max_connections: '60', wal_level: 'replica' };

/**
 * Makes a cluster. Its superuser is `postgres`, and every connection from this machine is accepted.
 *
 * @param {import('./postgres-programs.mjs').Programs} programs
 * @returns {Promise<Cluster>} not started
 */
export async function makeCluster(programs) {
  const bin = readyToRun(programs);
  const folder = ownFolder();
  const init = ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const { status, stderr, error } = spawnSync(join(bin, 'initdb'), init, { ...account, cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb: ${error ?? stderr}`);
  return new Cluster(bin, folder, await freePort());
}

function ownFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-postgres-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, Number(account.gid));
  return folder;
}

/** A cluster in the folder `data` of its own folder. */
export class Cluster {
  #bin;
  #folder;
  #data;
  #log;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #running;

  /**
   * @param {string} bin
   * @param {string} folder
   * @param {number} port of 127.0.0.1
   */
  constructor(bin, folder, port) {
    this.port = port;
    this.#bin = bin;
    this.#folder = folder;
    this.#data = join(folder, 'data');
    this.#log = join(folder, 'log');
    process.on('exit', () => void (this.#running && signal(this.#running, 'SIGKILL')));
    this.set({ ...settings, port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '' });
  }

  url(user = 'postgres', database = 'postgres', password = '') {
    return `postgres://${user}${password && `:${password}`}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts it and waits until it answers. */
  async start() {
    for (const deadline = performance.now() + 240_000; ; await sleep(50)) {
      // Just after a kill the server may not start, because an old process is still ending. Then it is started again.
      if (this.#running === undefined) this.#launch();
      try {
        return void (await this.query('select 1'));
      } catch (failure) {
        if (performance.now() > deadline)
          throw new Error(`PostgreSQL does not start:\n${this.log()}`, { cause: failure });
      }
    }
  }

  #launch() {
    const log = openSync(this.#log, 'a');
    const options = { ...account, cwd: this.#folder };
    const child = spawn(join(this.#bin, 'postgres'), ['-D', this.#data], { ...options, stdio: ['ignore', log, log] });
    this.#running = child;
    child.once('exit', () => {
      if (this.#running === child) this.#running = undefined;
    });
  }

  /** @param {'fast' | 'immediate' | 'kill'} how `kill`: SIGKILL to it and to all of its processes */
  async stop(how) {
    if (this.#running === undefined) return;
    const child = this.#running;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    signal(child, how === 'fast' ? 'SIGINT' : how === 'immediate' ? 'SIGQUIT' : 'SIGKILL');
    await ended;
  }

  /**
   * Runs a query as its superuser.
   *
   * @template {pg.QueryResultRow} [T=pg.QueryResultRow]
   * @param {string} sql
   * @returns {Promise<T[]>}
   */
  async query(sql, database = 'postgres') {
    const client = new pg.Client({
      connectionString: this.url('postgres', database),
      connectionTimeoutMillis: 60_000,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Makes another on a port of its own with the same data; this one is stopped. */
  async copy() {
    if (this.#running !== undefined) throw new Error('A cluster that runs cannot be copied');
    const other = ownFolder();
    const { status } = spawnSync('cp', ['-a', this.#data, join(other, 'data')]);
    if (status !== 0) throw new Error('The cluster could not be copied');
    return new Cluster(this.#bin, other, await freePort());
  }

  /** @param {Record<string, string>} values settings, from the next start on */
  set(values) {
    const lines = Object.entries(values).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
    appendFileSync(join(this.#data, 'postgresql.conf'), lines.join(''));
  }

  /** @param {string[]} lines of pg_hba.conf, before all others */
  admit(lines) {
    const file = join(this.#data, 'pg_hba.conf');
    writeFileSync(file, `${lines.join('\n')}\n${readFileSync(file, 'utf8')}`);
  }

  /** @param {Cluster} primary that it follows as a standby, from the next start on */
  follow(primary) {
    this.set({ primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres application_name=espejo` });
    writeFileSync(join(this.#data, 'standby.signal'), '');
  }

  log() {
    return readFileSync(this.#log, 'utf8');
  }

  async remove() {
    await this.stop('kill');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Sends a signal to a cluster; SIGKILL goes to each of its processes, as in a power failure.
 *
 * @param {import('node:child_process').ChildProcess} postmaster
 * @param {NodeJS.Signals} name
 */
function signal(postmaster, name) {
  const pid = Number(postmaster.pid);
  const backends = name === 'SIGKILL' ? childrenOf(pid) : [];
  for (const each of [pid, ...backends]) {
    try {
      process.kill(each, name);
    } catch {
      // The process has already ended.
    }
  }
}

/** @param {number} pid */
function childrenOf(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').map(Number).filter(Boolean);
}

/** @returns {Promise<number>} a free port */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}
