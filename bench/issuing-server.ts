import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FormData, Pool } from 'undici';
import { type BuiltServer, startBuiltServer } from '../tests/built-server.ts';

/** The built server, and a simulated authority that answers at once, each in a process of its own. */
export interface IssuingServer {
  readonly server: BuiltServer;
  /** Process id of the authority. */
  readonly simulatorPid: number;
  /** Makes a call on a keep-alive connection, with the demonstration company's key. */
  readonly call: <T>(method: 'GET' | 'POST', path: string, body?: string | FormData) => Promise<T>;
  /** Makes any call and returns the response unchanged. */
  readonly request: (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    sent: { readonly headers: Record<string, string>; readonly body: string | FormData | null },
  ) => Promise<{ readonly status: number; readonly text: string }>;
  /** A figure of the server's `/metrics`; 0 if there is none with that name. */
  metric(name: string): Promise<number>;
  /** How many documents the authority accepted, by its own record. */
  accepted(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the server and the authority.
 *
 * @param options `env`: for the server, such as DATABASE_URL; `connections`: most simultaneous calls; `through`: starts a
 * relay in front of the authority and returns its address
 */
export async function startIssuingServer(options: {
  env?: Record<string, string>;
  connections: number;
  through?: (address: string) => Promise<string>;
}): Promise<IssuingServer> {
  const simulator = await startSimulatorProcess();
  const reached = (await options.through?.(simulator.address)) ?? simulator.address;
  const env = { ...options.env, TIMBRE_SIMULATOR_URL: reached };
  const server = await startBuiltServer({ company: 'demo', env, isOptimised: true }).catch(async (error) => {
    await simulator.stop();
    throw error;
  });
  const pool = new Pool(server.address, { connections: options.connections, pipelining: 1, bodyTimeout: 120_000 });
  const request: IssuingServer['request'] = async (method, path, { headers, body }) => {
    const answer = await pool.request({ method, path, headers, body });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const textOf = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string | FormData,
  ) => {
    const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const { status, text } = await request(method, path, { headers: { ...headers, ...type }, body: body ?? null });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return text;
  };
  const credentials = JSON.stringify({ correo: server.login, contrasena: server.password });
  const { apiKey } = JSON.parse(await textOf('POST', '/api/auth/login', {}, credentials)) as { apiKey: string };

  return {
    server,
    simulatorPid: simulator.pid,
    call: async <T>(method: 'GET' | 'POST', path: string, body?: string | FormData) =>
      JSON.parse(await textOf(method, path, { 'x-api-key': apiKey }, body)) as T,
    async metric(name) {
      const lines = (await textOf('GET', '/metrics', {})).split('\n');
      return Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1] ?? 0);
    },
    request,
    accepted: simulator.accepted,
    async stop() {
      await pool.destroy();
      await server.stop();
      await simulator.stop();
    },
  };
}

async function startSimulatorProcess() {
  const main = fileURLToPath(new URL('../packages/simulator/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      const match = /http:\S+/.exec(text.toString());
      if (match) resolve(match[0]);
    });
    child.once('close', (code) => reject(new Error(`The simulator ended with code ${code}`)));
  });
  return {
    address,
    pid: child.pid ?? 0,
    async accepted() {
      const answer = await fetch(`${address}/_control/accepted`, { method: 'POST', body: '{}' });
      return ((await answer.json()) as unknown[]).length;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Processor time that a process has used so far, in all its threads, in seconds; NaN where the system does not report it. */
export function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields after the name, which may hold any character. utime and stime are the 12th and 13th, in hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}
