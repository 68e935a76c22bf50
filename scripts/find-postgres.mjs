// Finds a PostgreSQL of this machine for the tests, and starts it if it is installed but stopped.
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * TEST_DATABASE_URL if set; otherwise 127.0.0.1:5432 as PGUSER (or this user) or as `postgres`: the first that may
 * create databases.
 *
 * @returns {Promise<{ url: string } | { missing: string }>} `missing`: why there is none
 */
export async function findPostgres() {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL };
  let answer = await askUsers();
  if ('url' in answer || !startStoppedClusters()) return answer;
  for (let attempt = 0; attempt < 120 && !('url' in answer); attempt++) {
    await sleep(500);
    answer = await askUsers();
  }
  return answer;
}

/** @returns {Promise<{ url: string } | { missing: string }>} */
async function askUsers() {
  let missing = '';
  for (const user of [process.env.PGUSER ?? userInfo().username, 'postgres']) {
    const url = `postgres://${encodeURIComponent(user)}@127.0.0.1:5432/postgres`;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      const { rows } = await client.query(
        'select from pg_roles where rolname = current_user and (rolsuper or rolcreatedb)',
      );
      if (rows.length === 1) return { url };
      missing = `${user} may not create databases at 127.0.0.1:5432`;
    } catch (failure) {
      missing = `127.0.0.1:5432, ${user}: ${failure instanceof Error ? failure.message || failure.name : failure}`;
    } finally {
      await client.end().catch(() => {});
    }
  }
  return { missing };
}

/**
 * @returns {boolean} true if a stopped cluster of this machine was started (with Debian's tools; without them, false)
 */
function startStoppedClusters() {
  const listed = spawnSync('pg_lsclusters', ['--no-header'], { encoding: 'utf8' });
  const stopped = (listed.stdout ?? '')
    .split('\n')
    .map((line) => line.split(/\s+/))
    .filter(([, , port, status]) => port === '5432' && status?.startsWith('down'));
  return stopped.some(([version, name]) => {
    console.log(`Starting PostgreSQL ${version}/${name}…`);
    return spawnSync('pg_ctlcluster', [String(version), String(name), 'start'], { stdio: 'inherit' }).status === 0;
  });
}
