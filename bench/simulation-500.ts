// Generates a batch of 500 receipts of the ten types and signs them, from the first call until the last signature, on both
// engines. Compared with the signatures alone, made in the same run on all cores.
import { generateKeyPairSync } from 'node:crypto';
import type { importacion, simulacion } from '@timbre/contract';
import { writeDocument } from '@timbre/ecf';
import { type Signer, signCanonical } from '@timbre/xml/node';
import { startIssuingServer } from './issuing-server.ts';
import { type BenchResult, median } from './measure.ts';
import { withDatabase } from './own-database.ts';
import { sampleECF } from './sample-ecf.ts';

const receipts = 500;
const mostSeconds = 3;
const rounds = 3;
const patienceSeconds = 60;

/** Number of receipts of each class, 500 in all: five more of type 31 than of the other classes. */
const cantidades: Readonly<Record<simulacion.ClaseDeLote, number>> = {
  '31': 50,
  '32-resumen': 45,
  '32-alta': 45,
  '41': 45,
  '43': 45,
  '44': 45,
  '45': 45,
  '46': 45,
  '47': 45,
  '33': 45,
  '34': 45,
};

interface Measured {
  /** Seconds of each round, until all were generated, and until all were signed. */
  readonly generated: number[];
  readonly signed: number[];
  /** The longest stall of the event loop, ms. */
  readonly stallMs: number;
}

export default async function simulation500(): Promise<BenchResult> {
  const signatures = receipts + cantidades['32-resumen'];
  const alone: number[] = [await signAlone(signatures)];
  const postgres = await withDatabase((DATABASE_URL) => measureBatches({ DATABASE_URL }));
  alone.push(await signAlone(signatures));
  const embedded = await measureBatches({ DATABASE_URL: '' });
  alone.push(await signAlone(signatures));
  const limit = median(alone);
  const value = Math.max(median(postgres.signed), median(embedded.signed));
  const detail = {
    signatures,
    'PostgreSQL: seconds': median(postgres.signed),
    'PostgreSQL: of them, to generate': median(postgres.generated),
    'embedded: seconds': median(embedded.signed),
    'embedded: of them, to generate': median(embedded.generated),
    'longest stall of the event loop, ms': Math.max(postgres.stallMs, embedded.stallMs),
    'slowest round, s': Math.max(...postgres.signed, ...embedded.signed),
    'the signatures alone, s': limit,
  };
  const missed = value > mostSeconds ? [`over ${mostSeconds} s`] : [];
  return { name: 'simulation-500', value, unit: 's', limit, ratio: limit / value, target: 0.05, missed, detail };
}

/** Seconds to sign that many documents as a transaction of the import does, without a database. */
async function signAlone(count: number): Promise<number> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signer: Signer = { key: privateKey, publicKey, certificate: 'A'.repeat(1600) };
  const trees = Array.from({ length: count }, (_, i) => sampleECF(i + 1));
  const start = performance.now();
  await Promise.all(trees.map((tree) => signCanonical(writeDocument('ECF', tree), signer)));
  return (performance.now() - start) / 1000;
}

async function measureBatches(env: Record<string, string>): Promise<Measured> {
  const { call, metric, stop } = await startIssuingServer({ env, connections: 2 });
  try {
    const stall = () => metric('timbre_event_loop_delay_seconds{quantile="1"}');
    const measured = { generated: [] as number[], signed: [] as number[] };
    await batch(call, patienceSeconds); // warms up
    await stall(); // discards the stall of the start
    for (let round = 0; round < rounds; round++) {
      const { generated, signed } = await batch(call, patienceSeconds);
      measured.generated.push(generated);
      measured.signed.push(signed);
    }
    return { ...measured, stallMs: 1000 * (await stall()) };
  } finally {
    await stop();
  }
}

type Call = Awaited<ReturnType<typeof startIssuingServer>>['call'];

/** Generates a batch and signs it. */
async function batch(call: Call, patience: number) {
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const { importacionId } = await call<{ importacionId: string }>(
    'POST',
    '/api/simulacion/lote',
    JSON.stringify({ cantidades }),
  );
  const generated = elapsed();
  await call('POST', `/api/importaciones/${importacionId}/firmar`, '{}');
  for (;;) {
    const { totales } = await call<importacion.Importacion>('GET', `/api/importaciones/${importacionId}`);
    if (totales.conErrores > 0) throw new Error(`${totales.conErrores} receipts have faults`);
    if (totales.firmados === totales.total) return { generated, signed: elapsed() };
    if (elapsed() > patience) throw new Error(`Not signed after ${elapsed()} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
