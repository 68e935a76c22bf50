import { execFileSync, spawnSync } from 'node:child_process';

/** Result of every `bench/<name>.ts`: its default export is `async (): Promise<BenchResult>`. */
export interface BenchResult {
  /** Name of the file, as passed to `npm run bench -- NAME`. */
  name: string;
  /** The measured figure, in `unit`. */
  value: number;
  unit: string;
  /** The value that `value` is compared with, in the same unit; a physical limit is measured in the same run. */
  limit: number;
  /** How close `value` is to `limit`. Higher is better, for every unit. */
  ratio: number;
  /** Least acceptable `ratio`. */
  target: number;
  /** Descriptions of further conditions that were not met. Each fails the benchmark, regardless of the ratio. */
  missed?: readonly string[];
  /** Other figures to print. */
  detail?: Record<string, number | string>;
}

/**
 * Rate of a piece of work, after a warm-up of a fifth of the time.
 *
 * @param work does one unit of work, synchronously or not
 * @param seconds how long to measure
 * @returns units per second
 */
export async function measureRate(work: () => unknown, seconds = 2): Promise<number> {
  await repeat(work, seconds / 5);
  return repeat(work, seconds);
}

async function repeat(work: () => unknown, seconds: number): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let units = 0;
  let now = start;
  while (now < end) {
    const pending = work();
    if (pending instanceof Promise) await pending;
    units++;
    now = performance.now();
  }
  return (units * 1000) / (now - start);
}

/**
 * Rate of synchronous work per second of processor time, over all threads of this process. `opensslSpeed` measures processor
 * time too; other load on the machine does not change it.
 *
 * @param work does one unit of work
 * @param seconds how much processor time to spend, after a warm-up of a fifth of it
 * @returns units per second
 */
export function measureCpuRate(work: () => unknown, seconds = 2): number {
  repeatOnCpu(work, seconds / 5);
  return repeatOnCpu(work, seconds);
}

function repeatOnCpu(work: () => unknown, seconds: number): number {
  const start = process.cpuUsage();
  let units = 0;
  let spent = 0;
  while (spent < seconds) {
    for (let batch = 0; batch < 20; batch++) work();
    units += 20;
    const { user, system } = process.cpuUsage(start);
    spent = (user + system) / 1e6;
  }
  return units / spent;
}

/**
 * The same for asynchronous work. The processor time of the thread pool counts as well.
 *
 * @param work does `units` units of work at once
 */
export async function measureCpuRateAsync(work: () => Promise<unknown>, seconds = 2, units = 1): Promise<number> {
  let rate = Number.NaN;
  for (const limit of [seconds / 5, seconds]) {
    const start = process.cpuUsage();
    let done = 0;
    let spent = 0;
    while (spent < limit) {
      await work();
      done += units;
      const { user, system } = process.cpuUsage(start);
      spent = (user + system) / 1e6;
    }
    rate = done / spent;
  }
  return rate;
}

/**
 * Measures a figure and its limit alternately, so that other load on the machine affects both. Returns the median of
 * each.
 *
 * @param value measures the figure once
 * @param limit measures the limit once
 * @param rounds number of measurements of each
 */
export async function measureInTurns(
  value: () => number | Promise<number>,
  limit: () => number | Promise<number>,
  rounds = 5,
): Promise<{ value: number; limit: number }> {
  const values: number[] = [];
  const limits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    limits.push(await limit());
    values.push(await value());
  }
  return { value: median(values), limit: median(limits) };
}

/** Median of the figures: of an even number, the mean of the two in the middle; NaN for an empty list. */
export function median(figures: number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/**
 * RSA-2048 signatures and verifications per second by `openssl speed`, on one core.
 *
 * @param seconds how long each of the two is measured
 */
export function opensslSpeed(seconds = 1): { sign: number; verify: number } {
  const output = execFileSync('openssl', ['speed', '-seconds', String(seconds), 'rsa2048'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [sign, verify] = /^rsa 2048 bits\s+\S+\s+\S+\s+(.*)$/m.exec(output)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
  if (sign === undefined || verify === undefined) throw new Error(`openssl speed answered:\n${output}`);
  return { sign, verify };
}

/**
 * Pins this process, its threads and its child processes to one core, where the system has `taskset`.
 *
 * @returns whether it was pinned
 */
export function pinToOneCore(): boolean {
  return spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', String(process.pid)]).status === 0;
}
