// The effect of a flood of wrong log-ins on the other users: 10,000 attempts a minute from 100 addresses, half of them
// for the owner's account. The owner logs in from the usual address, and from an address never seen before. Quiet and
// flooded periods alternate, so that other load on the machine affects both.
import { Pool } from 'undici';
import { type BuiltServer, startBuiltServer } from '../tests/built-server.ts';
import type { BenchResult } from './measure.ts';
import { withDatabase } from './own-database.ts';

const rounds = 4;
const stretchSeconds = 15;
const triesPerSecond = 10_000 / 60;
const otherPerSecond = 100;
const ownerEverySeconds = 2;
const addresses = Array.from({ length: 100 }, (_, i) => `198.51.100.${i + 1}`);
const ownerAddress = '203.0.113.7';
/** A log-in with the right password succeeds within this time, from any address. */
const comesInWithinMs = 2_000;
let addressesUsed = 0;
const newAddress = () => {
  addressesUsed += 1;
  return `10.20.${addressesUsed >> 8}.${addressesUsed & 255}`;
};

/** Response statuses of the flood, the owner's log-ins, and the response times of the other users in milliseconds. */
interface Stretch {
  readonly flood: Map<number, number>;
  readonly owner: { readonly status: number; readonly ms: number; readonly isNew: boolean }[];
  readonly waits: number[];
}

export default async function loginFlood(): Promise<BenchResult> {
  return withDatabase(async (DATABASE_URL) => {
    const server = await startBuiltServer({
      company: 'demo',
      env: { DATABASE_URL, TIMBRE_TRUSTED_PROXIES: '1' },
      isOptimised: true,
    });
    const pool = new Pool(server.address, { connections: 64, pipelining: 1 });
    try {
      const key = await comeIn(pool, server, ownerAddress);
      await stretch(pool, server, key, false);
      const quiet: number[] = [];
      const flooded: number[] = [];
      const flood = new Map<number, number>();
      const owner: Stretch['owner'] = [];
      for (let round = 0; round < rounds; round++) {
        quiet.push(...(await stretch(pool, server, key, false)).waits);
        const during = await stretch(pool, server, key, true);
        flooded.push(...during.waits);
        owner.push(...during.owner);
        for (const [status, times] of during.flood) flood.set(status, (flood.get(status) ?? 0) + times);
      }
      const shutOut = owner.filter(({ status, ms }) => status !== 200 || ms > comesInWithinMs);
      if (shutOut.length > 0)
        throw new Error(
          `The owner was shut out ${shutOut.length} times of ${owner.length}: ${JSON.stringify(shutOut)}`,
        );
      const longest = (isNew: boolean) => Math.max(...owner.filter((one) => one.isNew === isNew).map(({ ms }) => ms));
      const value = p99(flooded) / p99(quiet);
      const limit = 1.25;
      const detail = {
        'p99 quiet, ms': p99(quiet),
        'p99 flooded, ms': p99(flooded),
        'owner came in': `${owner.length} of ${owner.length}`,
        'longest from the usual address, ms': longest(false),
        'longest from a new address, ms': longest(true),
        'flood answered': [...flood].map(([status, times]) => `${times} × ${status}`).join(', '),
      };
      return { name: 'login-flood', value, unit: '× p99', limit, ratio: limit / value, target: 1, detail };
    } finally {
      await pool.destroy();
      await server.stop();
    }
  });
}

/** The owner logs in from the usual address. */
async function comeIn(pool: Pool, { login, password }: BuiltServer, ip: string): Promise<string> {
  const { status, text } = await logIn(pool, login, password, ip);
  if (status !== 200) throw new Error(`The owner was answered ${status}: ${text}`);
  return (JSON.parse(text) as { apiKey: string }).apiKey;
}

async function logIn(pool: Pool, correo: string, contrasena: string, ip: string) {
  const answer = await pool.request({
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ correo, contrasena }),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** One period: the other users' calls at a steady rate; with `flooding`, also the flood and the owner's log-ins. */
async function stretch(pool: Pool, server: BuiltServer, key: string, flooding: boolean): Promise<Stretch> {
  const result: Stretch = { flood: new Map(), owner: [], waits: [] };
  const other = async (n: number) => {
    const start = performance.now();
    const path = n % 2 === 0 ? '/api/empresa' : '/api/facturas';
    const answer = await pool.request({ method: 'GET', path, headers: { authorization: `Bearer ${key}` } });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    result.waits.push(performance.now() - start);
  };
  const stranger = async (n: number) => {
    const account = n % 2 === 0 ? server.login : `nadie${n % 1000}@ejemplo.invalid`;
    const { status } = await logIn(pool, account, `clave-${n}`, addresses[n % addresses.length]!);
    result.flood.set(status, (result.flood.get(status) ?? 0) + 1);
  };
  const owner = async (n: number) => {
    const isNew = n % 2 === 1;
    const start = performance.now();
    const { status, text } = await logIn(pool, server.login, server.password, isNew ? newAddress() : ownerAddress);
    result.owner.push({ status, ms: performance.now() - start, isNew });
    if (status !== 200) return;
    const { apiKey } = JSON.parse(text) as { apiKey: string };
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    await (await pool.request({ method: 'POST', path: '/api/auth/logout', headers, body: '{}' })).body.dump();
  };
  await Promise.all([
    steadily(otherPerSecond, other),
    ...(flooding ? [steadily(triesPerSecond, stranger), steadily(1 / ownerEverySeconds, owner)] : []),
  ]);
  return result;
}

/** Makes calls at a steady rate for one period, without waiting for the responses to earlier ones. */
async function steadily(perSecond: number, call: (n: number) => Promise<void>): Promise<void> {
  const calls: Promise<void>[] = [];
  const start = performance.now();
  const count = Math.round(perSecond * stretchSeconds);
  for (let n = 0; n < count; n++) {
    const wait = start + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    calls.push(call(n));
  }
  await Promise.all(calls);
}

function p99(waits: readonly number[]): number {
  const sorted = [...waits].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
