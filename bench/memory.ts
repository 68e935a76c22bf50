// Memory of the server on the embedded engine under a steady mixed load: documents, lists, figures, workbooks, log-ins
// and screens that open and close. It may grow in the first minutes, while caches fill. After that it must stay level.
// TIMBRE_BENCH_MINUTES sets the duration (default 3).
import { readFileSync } from 'node:fs';
import type { BuiltServer } from '../tests/built-server.ts';
import { draft } from './emission.ts';
import { startIssuingServer } from './issuing-server.ts';
import { type BenchResult, median } from './measure.ts';

const minutes = Number(process.env.TIMBRE_BENCH_MINUTES ?? 3);
const sampleSeconds = 10;
const json = { 'content-type': 'application/json' };
/** How long a screen follows the events. */
const watchMs = 8_000;
/** Calls per second, by kind. */
const load = { documents: 12, lists: 8, figures: 2, logIns: 0.5, screens: 1, workbooks: 1 / 30 } as const;
/** Largest allowed ratio of the last third of the run to the third before it. */
const mayGrow = 1.05;

interface Sample {
  readonly second: number;
  readonly rssMB: number;
  readonly parts: Readonly<Record<string, number>>;
}

export default async function memory(): Promise<BenchResult> {
  const issuing = await startIssuingServer({ env: { DATABASE_URL: '' }, connections: 32 });
  try {
    const samples = await loadAndSample(issuing.server);
    const third = (n: number) =>
      median(samples.slice((samples.length * n) / 3, (samples.length * (n + 1)) / 3).map(({ rssMB }) => rssMB));
    const value = third(2) / third(1);
    const last = samples.at(-1)!;
    const detail = {
      minutes,
      'resident at first, MB': samples[0]!.rssMB,
      'resident, median of each third, MB': [third(0), third(1), third(2)].map(Math.round).join(', '),
      'resident at most, MB': Math.max(...samples.map(({ rssMB }) => rssMB)),
      ...Object.fromEntries(Object.entries(last.parts).map(([part, mb]) => [`${part} at the end, MB`, mb])),
    };
    return {
      name: 'memory',
      value,
      unit: '× of a third before',
      limit: mayGrow,
      ratio: mayGrow / value,
      target: 1,
      detail,
    };
  } finally {
    await issuing.stop();
  }
}

async function loadAndSample(server: BuiltServer): Promise<Sample[]> {
  const until = performance.now() + minutes * 60_000;
  const key = await logIn(server);
  const call = async (method: string, path: string, options: RequestInit = {}) => {
    const headers = { ...options.headers, 'x-api-key': key };
    const answer = await fetch(server.address + path, { method, ...options, headers });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer;
  };
  const read = async (...of: Parameters<typeof call>) => (await call(...of)).arrayBuffer();
  const invoice = { body: JSON.stringify(draft()), headers: json };
  const book = await read('GET', '/api/importaciones-muestra');
  const works: Record<keyof typeof load, () => Promise<unknown>> = {
    documents: () => read('POST', '/fe/api/emision/ecf/EnviarFactura', invoice),
    lists: () => read('GET', '/api/facturas'),
    figures: () => read('GET', '/api/empresa'),
    logIns: () => logInAndOut(server),
    screens: async () => watch(await call('GET', '/api/eventos', { signal: AbortSignal.timeout(watchMs) })),
    workbooks: () => read('POST', '/api/importaciones', { body: formOf(book) }),
  };
  const samples: Sample[] = [];
  const sampling = (async () => {
    for (let second = 0; performance.now() < until; second += sampleSeconds) {
      const sample = {
        second,
        rssMB: rssOf(server.pid),
        parts: partsOf(await (await fetch(`${server.address}/metrics`)).text()),
      };
      samples.push(sample);
      console.log(
        [`${second} s`, `rss ${sample.rssMB}`, ...Object.entries(sample.parts).map((p) => p.join(' '))].join(', '),
      );
      await new Promise((resolve) => setTimeout(resolve, sampleSeconds * 1_000));
    }
  })();
  const trouble = new Map<string, number>();
  await Promise.all(
    Object.entries(works).map(([name, work]) =>
      steadily(load[name as keyof typeof load], until, () =>
        work().catch((error: Error) => {
          const problem = `${name}: ${error.message.slice(0, 90)}`;
          trouble.set(problem, (trouble.get(problem) ?? 0) + 1);
        }),
      ),
    ),
  );
  await sampling;
  for (const [problem, times] of trouble) console.log(`${times} × ${problem}`);
  return samples;
}

/** Makes calls at a steady rate, but at most 50 at once, so that a machine with other load makes fewer. */
async function steadily(perSecond: number, until: number, call: () => Promise<unknown>): Promise<void> {
  const under = new Set<Promise<unknown>>();
  for (let at = performance.now(); at < until; at += 1_000 / perSecond) {
    const wait = at - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (under.size >= 50) await Promise.race(under);
    const one: Promise<unknown> = call().finally(() => under.delete(one));
    under.add(one);
  }
  await Promise.all(under);
}

function formOf(book: ArrayBuffer): FormData {
  const form = new FormData();
  form.set('archivo', new File([book], 'muestra.xlsx'));
  return form;
}

async function logIn({ address, login, password }: BuiltServer): Promise<string> {
  const body = JSON.stringify({ correo: login, contrasena: password });
  const answer = await fetch(`${address}/api/auth/login`, { method: 'POST', headers: json, body });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { apiKey: string }).apiKey;
}

async function logInAndOut(server: BuiltServer): Promise<void> {
  const headers = { ...json, authorization: `Bearer ${await logIn(server)}` };
  await fetch(`${server.address}/api/auth/logout`, { method: 'POST', headers, body: '{}' });
}

/** Follows the events as a screen does, until the stream is closed. */
async function watch(stream: Response): Promise<void> {
  try {
    for await (const _ of stream.body!);
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error;
  }
}

const rssOf = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024);

const partsOf = (metrics: string): Record<string, number> =>
  Object.fromEntries(
    [...metrics.matchAll(/^timbre_memory_bytes\{part="([^"]+)"\} (\d+)$/gm)].map(([, part, bytes]) => [
      part,
      Math.round(Number(bytes) / 1024 / 1024),
    ]),
  );
