import { cores, type DatabaseParts, type Parts, totalMs } from './emission-bound.ts';
import { cpuSeconds, startIssuingServer } from './issuing-server.ts';
import type { BenchResult } from './measure.ts';
import { databaseSeconds } from './own-database.ts';
import { sampleECF } from './sample-ecf.ts';

/** Simultaneous calls. */
const concurrency = 64;
const warmUpSeconds = 5;
const seconds = 16;
const drainSeconds = 60;

/** Figures of a server under load. */
interface Emission {
  /** Documents from the API call to their acceptance, per second of the whole run, including the wait for the last ones. */
  readonly perSecond: number;
  /** Number of documents. */
  readonly documents: number;
  /** Documents acknowledged per second while calls came. */
  readonly acknowledgedPerSecond: number;
  /** Milliseconds of processor time for each document. */
  readonly cpuMs: {
    readonly server: number;
    /** 0 where it is part of the server. */
    readonly database: number;
    readonly simulator: number;
    readonly generator: number;
  };
}

/**
 * Issues documents of ten lines through the API of the built server, as fast as it answers, and waits until the
 * authority has accepted every one.
 *
 * @param databaseUrl '' for the embedded engine
 * @param settings added to the environment of the server
 * @throws Error when one is refused, or not all are accepted in time
 */
export async function measureEmission(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Emission> {
  const env = { DATABASE_URL: databaseUrl, ...settings };
  const issuing = await startIssuingServer({ env, connections: concurrency });
  try {
    const body = JSON.stringify(draft());
    const issue = () => issuing.call('POST', '/fe/api/emision/ecf/EnviarFactura', body);
    const drained = () => waitUntil(async () => (await issuing.metric('timbre_jobs{clase="envio"}')) === 0);

    await load(issue, warmUpSeconds);
    await drained();
    const before = await issuing.accepted();
    const spent = async () => ({
      server: cpuSeconds(issuing.server.pid),
      database: databaseUrl === '' ? 0 : await databaseSeconds(databaseUrl),
      simulator: cpuSeconds(issuing.simulatorPid),
      generator: cpuSeconds(process.pid),
    });
    const cpuBefore = await spent();
    const start = performance.now();
    const documents = await load(issue, seconds);
    const acknowledged = performance.now();
    await drained();
    const elapsed = (performance.now() - start) / 1000;
    const cpuAfter = await spent();
    const accepted = (await issuing.accepted()) - before;
    if (accepted !== documents) throw new Error(`${documents} documents were issued and ${accepted} accepted`);
    const cpuOf = (who: keyof typeof cpuBefore) => ((cpuAfter[who] - cpuBefore[who]) * 1000) / documents;
    return {
      perSecond: documents / elapsed,
      documents,
      acknowledgedPerSecond: (documents * 1000) / (acknowledged - start),
      cpuMs: {
        server: cpuOf('server'),
        database: cpuOf('database'),
        simulator: cpuOf('simulator'),
        generator: cpuOf('generator'),
      },
    };
  } finally {
    await issuing.stop();
  }
}

/** Request body as a company's program sends it. The platform fills in number, issuer and dates. */
export function draft(): object {
  const { Encabezado, DetallesItems } = sampleECF(1);
  const { eNCF: _, FechaVencimientoSecuencia: __, ...IdDoc } = Encabezado.IdDoc;
  const { Comprador, Totales } = Encabezado;
  return { Encabezado: { IdDoc, Comprador, Totales }, DetallesItems };
}

/** Repeats a call for a time, with a fixed number of calls in progress. Returns how many were answered. */
async function load(call: () => Promise<unknown>, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  const caller = async () => {
    while (performance.now() < end) {
      await call();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return answered;
}

async function waitUntil(look: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + drainSeconds * 1000;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`Not drained within ${drainSeconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Parts of the least cost of one document. */
interface Bounds {
  readonly server: Parts;
  readonly database: DatabaseParts;
  /** Threads on which the database works. */
  readonly databaseThreads: number;
}

/** Compares an emission with its bounds. The limit is the bound for shared transactions. */
export function boundedEmission(
  { perSecond, documents, acknowledgedPerSecond, cpuMs }: Emission,
  { server, database, databaseThreads }: Bounds,
  targets: { readonly shared: number; readonly alone: number },
): Omit<BenchResult, 'name'> {
  const limitOf = (parts: Parts) =>
    Math.min((1000 * cores) / (totalMs(server) + totalMs(parts)), (1000 * databaseThreads) / totalMs(parts));
  const limit = limitOf(database.shared);
  const limitAlone = limitOf(database.alone);
  const spentMs = cpuMs.server + cpuMs.database;
  const ofAlone = perSecond / limitAlone;
  return {
    value: perSecond,
    unit: 'documents/s',
    limit,
    ratio: perSecond / limit,
    target: targets.shared,
    missed: ofAlone < targets.alone ? [`less than ${targets.alone} of the limit with a transaction for each`] : [],
    detail: {
      cores,
      ...server,
      ...database.alone,
      ...database.shared,
      'all parts, transactions shared, ms': totalMs(server) + totalMs(database.shared),
      'limit with a transaction for each document, documents/s': limitAlone,
      'ratio to that limit': ofAlone,
      documents,
      'acknowledged, documents/s': acknowledgedPerSecond,
      'processor time of the server, ms/document': cpuMs.server,
      'of the database': cpuMs.database,
      'of the authority': cpuMs.simulator,
      'of the caller': cpuMs.generator,
      'all parts in the processor time of server and database': (totalMs(server) + totalMs(database.shared)) / spentMs,
      'the same with a transaction for each': (totalMs(server) + totalMs(database.alone)) / spentMs,
    },
  };
}
