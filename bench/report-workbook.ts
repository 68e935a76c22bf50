// A workbook of 100,000 rows of the 606 in the order of the official tool, written while its rows are read, compared
// with only deflating the source of its sheet. The memory still held during the work and the longest delay of the event
// loop are measured too.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDeflateRaw, inflateRawSync } from 'node:zlib';
import type { ToolRow } from '../packages/workbook/src/tool/cells.ts';
import { writeToolWorkbook } from '../packages/workbook/src/tool/write-workbook.ts';
import { packedBytes, readDirectory } from '../packages/workbook/src/zip/directory.ts';
import { fullRow } from '../packages/workbook/testing/tool-rows.ts';
import { type BenchResult, measureInTurns } from './measure.ts';

const rows = 100_000;
const pageSize = 500;
/** Most seconds for the file, most MB of memory retained during the work, and longest delay of the event loop in ms. */
const [maySeconds, mayKeepMB, mayHoldMs] = [8, 32, 50];
/** Longest time allowed to write the workbook, as a multiple of deflating its sheet. */
const mayTake = 4;

const some = Array.from({ length: 1_000 }, (_, i) => fullRow('606', i + 1));

/** The same thousand rows repeated, in pages like those of the database. */
async function* pages(): AsyncGenerator<readonly ToolRow[]> {
  for (let from = 0; from < rows; from += pageSize) yield some.slice(from % 1_000, (from % 1_000) + pageSize);
}

const head = { rnc: '132000005', periodo: '202608', cantidad: rows };
const write = () => writeToolWorkbook('606', head, pages(), Date.UTC(2026, 8, 1));

export default async function reportWorkbook(): Promise<BenchResult> {
  const parts: Buffer[] = [];
  for await (const part of write()) parts.push(part);
  const file = Buffer.concat(parts);
  const sheet = inflateRawSync(packedBytes(file, readDirectory(file, 9).get('xl/worksheets/sheet1.xml')!));
  const delays: number[] = [];
  const { value, limit } = await measureInTurns(
    async () => {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const rate = await rateOf(write);
      delay.disable();
      delays.push(delay.max / 1e6);
      return rate;
    },
    () => rateOf(() => deflated(sheet)),
  );
  const heldMB = (await heldBy(write)) / 1e6;
  const [seconds, heldMs] = [rows / value, Math.min(...delays)];
  return {
    name: 'report-workbook',
    value,
    unit: 'rows/s',
    limit,
    ratio: value / limit,
    target: 1 / mayTake,
    missed: [
      ...(seconds > maySeconds ? [`${seconds.toFixed(1)} s for the file`] : []),
      ...(heldMB > mayKeepMB ? [`${heldMB.toFixed(1)} MB were kept`] : []),
      ...(heldMs > mayHoldMs ? [`the event loop was held for ${heldMs.toFixed(0)} ms`] : []),
    ],
    detail: {
      rows,
      'file, MB': file.length / 1e6,
      'sheet, MB': sheet.length / 1e6,
      'seconds for the file': seconds,
      'kept in the middle of the file, MB': heldMB,
      'event loop held at most, ms, each round': delays.map(Math.round).join(' '),
    },
  };
}

async function rateOf(work: () => AsyncIterable<Buffer>): Promise<number> {
  const start = performance.now();
  for await (const _ of work());
  return (rows * 1_000) / (performance.now() - start);
}

/** The same bytes through the same compression, in pieces of 64 kB. */
function deflated(bytes: Buffer): AsyncIterable<Buffer> {
  const packing = createDeflateRaw();
  void (async () => {
    for (let at = 0; at < bytes.length; at += 65_536)
      if (!packing.write(bytes.subarray(at, at + 65_536)))
        await new Promise((resolve) => packing.once('drain', resolve));
    packing.end();
  })();
  return packing;
}

/** Most bytes by which heap and buffers after a garbage collection during the work exceed those before the work. */
async function heldBy(work: () => AsyncIterable<Buffer>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let [heldBytes, piece] = [0, 0];
  for await (const _ of work()) if (++piece % 200 === 0) heldBytes = Math.max(heldBytes, held() - before);
  return heldBytes;
}
