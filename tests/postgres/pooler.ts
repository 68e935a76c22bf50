import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, freePort } from '../../scripts/postgres-cluster.mjs';
import { account } from '../../scripts/postgres-programs.mjs';

/** A pgbouncer for the test. Each transaction may run in another session of PostgreSQL. */
export interface Pooler {
  url(user: string, database: string): string;
  stop(): Promise<void>;
}

const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => spawnSync(name, ['--version'], account).status === 0,
);
export const hasPooler = program !== undefined;

/** Starts a pgbouncer in front of a cluster, with few sessions, so that clients share them. */
export async function startPooler(cluster: Cluster): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, '"postgres" ""\n');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${cluster.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
server_login_retry = 1
`,
  );
  const child = spawn(program!, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (text) => {
    words += text;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.on('exit', () => child.kill('SIGKILL'));
  for (const deadline = Date.now() + 120_000; !(await answers(port)); await delay(50))
    if (Date.now() > deadline) throw new Error(`pgbouncer does not start:\n${words}`);
  return {
    url: (user, database) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
