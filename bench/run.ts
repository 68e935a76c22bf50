// `npm run bench [-- NAME]`: runs one benchmark and prints its figure as a line of JSON, or runs all and prints a
// table.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setUp } from '../scripts/setup.mjs';
import type { BenchResult } from './measure.ts';

const names = [
  'sign',
  'validate',
  'verify',
  'emit-pg',
  'emit-embedded',
  'fsync-embedded',
  'workbook',
  'import-10k',
  'representacion',
  'bundle',
  'first-page',
  'login-flood',
  'inicio-1m',
  'outage',
  'memory',
  'stall',
  'contribuyentes',
  'zip',
  'scroll',
  'report-grid',
  'receiver',
  'facturas-10m',
  'simulation-500',
  'report-txt',
  'report-rows',
  'report-workbook',
  'report-saved',
  'reconcile',
  'mapeo-auto',
  'quickbooks',
  'books-month',
  'sign-documents',
  'mapeo-typing',
  'contador',
];

/** Heap limit, in MB, of benchmarks that measure memory. Without one V8 retains garbage, and the size means nothing. */
const heapMB: Readonly<Record<string, number>> = { 'books-month': 160 };

/** Runs a benchmark in a process of its own, so that no benchmark inherits another's heap or compiled code. */
function runBench(name: string): Promise<BenchResult> {
  return new Promise((resolve, reject) => {
    let result: BenchResult | undefined;
    const bounded = name in heapMB ? [`--max-old-space-size=${heapMB[name]}`] : [];
    fork(new URL('./run-one.ts', import.meta.url), [name], {
      execArgv: ['--import', 'tsx', ...bounded],
      env: { ...process.env, NODE_ENV: 'production' },
    })
      .on('message', (message) => {
        result = message as BenchResult;
      })
      .on('close', (code) => {
        if (code === 0 && result !== undefined) resolve(result);
        else reject(new Error(`Benchmark ${name} ended with code ${code} and ${result ? 'a' : 'no'} result`));
      });
  });
}

const round = (figure: number) => Number(figure.toPrecision(4));

const wanted = process.argv[2];
setUp();
if (wanted !== undefined) {
  if (!names.includes(wanted)) throw new Error(`No benchmark ${wanted}; there are ${names.join(' ')}`);
  const { name, value, unit, limit, ratio, target, missed = [], detail } = await runBench(wanted);
  for (const [key, figure] of Object.entries(detail ?? {}))
    console.log(`${key}: ${typeof figure === 'number' ? round(figure) : figure}`);
  const met = ratio >= target && missed.length === 0;
  console.log(`${[met ? 'Met' : 'Not met', ...missed].join('; ')}: ratio ${round(ratio)}, target ${round(target)}`);
  if (!met) process.exitCode = 1;
  console.log(JSON.stringify({ name, value: round(value), unit, limit: round(limit), ratio: round(ratio) }));
} else {
  const rows: Record<string, unknown> = {};
  for (const name of names.filter((name) => existsSync(fileURLToPath(new URL(`./${name}.ts`, import.meta.url))))) {
    console.log(`Running ${name}…`);
    try {
      const { value, unit, limit, ratio, target, missed = [] } = await runBench(name);
      const figures = { value: round(value), unit, limit: round(limit), ratio: round(ratio), target: round(target) };
      rows[name] = { ...figures, met: ratio >= target && missed.length === 0 ? 'yes' : 'no' };
    } catch (failure) {
      console.error(failure);
      rows[name] = { met: 'failed' };
      process.exitCode = 1;
    }
  }
  console.table(rows);
}
