// A PostgreSQL cluster for one test, in a temporary folder. The test may stop, kill, copy and promote it.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { account, readyToRun } from './postgres-programs.mjs';

/**
 * @typedef {object} Cluster
 * @property {number} port of 127.0.0.1
 * @property {(user?: string, database?: string, password?: string) => string} url
 * @property {() => Promise<void>} start starts it and waits until it answers
 * @property {(how: 'fast' | 'immediate' | 'kill') => Promise<void>} stop `kill`: SIGKILL to it and to all of its processes
 * @property {<T extends pg.QueryResultRow = pg.QueryResultRow>(sql: string, database?: string) => Promise<T[]>} query as its superuser
 * @property {() => Promise<Cluster>} copy another on a port of its own with the same data; this one is stopped
 * @property {(settings: Record<string, string>) => void} set settings, from the next start on
 * @property {(lines: string[]) => void} admit lines of pg_hba.conf, before all others
 * @property {(primary: Cluster) => void} follow makes it a standby, from the next start on
 * @property {() => string} log
 * @property {() => Promise<void>} remove
 */

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
  return clusterIn(bin, folder);
}

function ownFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-postgres-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, Number(account.gid));
  return folder;
}

/**
 * @param {string} bin
 * @param {string} folder with the cluster in `data`
 * @returns {Promise<Cluster>}
 */
async function clusterIn(bin, folder) {
  const port = await freePort();
  const data = join(folder, 'data');
  const logFile = join(folder, 'log');
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let running;
  process.on('exit', () => void (running && signal(running, 'SIGKILL')));

  /** @param {Record<string, string>} values */
  const set = (values) => {
    const lines = Object.entries(values).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
    appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
  };
  set({ ...settings, port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '' });

  const launch = () => {
    const log = openSync(logFile, 'a');
    const child = spawn(join(bin, 'postgres'), ['-D', data], { ...account, cwd: folder, stdio: ['ignore', log, log] });
    running = child;
    child.once('exit', () => {
      if (running === child) running = undefined;
    });
  };

  const url = (user = 'postgres', database = 'postgres', password = '') =>
    `postgres://${user}${password && `:${password}`}@127.0.0.1:${port}/${database}`;

  /** @type {Cluster['query']} */
  const query = async (sql, database = 'postgres') => {
    const client = new pg.Client({ connectionString: url('postgres', database), connectionTimeoutMillis: 60_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };

  /** @type {Cluster} */
  const cluster = {
    port,
    url,
    query,
    set,
    async start() {
      for (const deadline = performance.now() + 240_000; ; await sleep(50)) {
        // Just after a kill the server may not start, because an old process is still ending. Then it is started again.
        if (running === undefined) launch();
        try {
          return void (await query('select 1'));
        } catch (failure) {
          if (performance.now() > deadline)
            throw new Error(`PostgreSQL does not start:\n${readFileSync(logFile, 'utf8')}`, { cause: failure });
        }
      }
    },
    async stop(how) {
      if (running === undefined) return;
      const child = running;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      signal(child, how === 'fast' ? 'SIGINT' : how === 'immediate' ? 'SIGQUIT' : 'SIGKILL');
      await ended;
    },
    async copy() {
      if (running !== undefined) throw new Error('A cluster that runs cannot be copied');
      const other = ownFolder();
      const { status } = spawnSync('cp', ['-a', data, join(other, 'data')]);
      if (status !== 0) throw new Error('The cluster could not be copied');
      return clusterIn(bin, other);
    },
    admit(lines) {
      const file = join(data, 'pg_hba.conf');
      writeFileSync(file, `${lines.join('\n')}\n${readFileSync(file, 'utf8')}`);
    },
    follow(primary) {
      set({ primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres application_name=espejo` });
      writeFileSync(join(data, 'standby.signal'), '');
    },
    log: () => readFileSync(logFile, 'utf8'),
    async remove() {
      await cluster.stop('kill');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return cluster;
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
