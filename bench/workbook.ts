// The DGII's own workbook, 25 e-CF in 5,215 columns and 4 RFCE: from its bytes to validated documents in the main
// thread, compared with only parsing its cells with the spreadsheet library, by rows or whole, whichever is faster.
import { existsSync, readFileSync } from 'node:fs';
import { writeSheet } from '@timbre/ecf';
import { addDays, formatFecha } from '@timbre/values';
import { readXlsx, streamXlsxRows, writeXlsx } from 'hucre';
import { sampleDocuments } from '../apps/server/src/domain/comprobantes/workbooks/muestra.ts';
import { readLibro } from '../apps/server/src/features/importacion/libro/read-libro.ts';
import { type BenchResult, measureInTurns, median } from './measure.ts';

const columns = 5215;
const rounds = 15;
const official = new URL('../../shared/dgii/set-de-pruebas/133009889-16042026193727.xlsx', import.meta.url);

/** A workbook of the official one's size, for machines without it. Its empty cells contain `#e` too. */
async function sameSize(now: number): Promise<Uint8Array> {
  const fecha = formatFecha(now);
  const options = { rnc: '199000005', razonSocial: 'Ferretería Ejemplo SRL', fecha, vencimiento: addDays(fecha, 365) };
  const documents = [1, 11].flatMap((desde) => sampleDocuments({ ...options, desde }));
  const { headers, rows } = writeSheet('ECF', documents);
  const perItem = headers.filter((header) => header.endsWith('[1]') && header !== 'FormaPago[1]');
  const wide = new Set(headers);
  for (let line = 2; wide.size < columns; line++) {
    for (const header of perItem.slice(0, columns - wide.size)) wide.add(header.replace('[1]', `[${line}]`));
  }
  const names = [...wide];
  const cells = rows.slice(0, 25).map((row) => names.map((_, column) => row[column] ?? '#e'));
  return writeXlsx({ sheets: [{ name: 'ECF', rows: [names, ...cells] }] });
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

async function streamAll(bytes: Uint8Array, sheets: number): Promise<void> {
  for (let sheet = 0; sheet < sheets; sheet++) for await (const _ of streamXlsxRows(bytes, { sheet }));
}

export default async (): Promise<BenchResult> => {
  const now = Date.now();
  const isOfficial = existsSync(official);
  const bytes = isOfficial ? readFileSync(official) : await sameSize(now);
  const sheets = (await readXlsx(bytes)).sheets.length;
  let documents = 0;
  let faults = 0;
  const read = async () => {
    documents = 0;
    faults = 0;
    const { errores } = await readLibro(bytes, {
      known: { now, tasas: [] },
      onPaso: () => {},
      onDocumentos: (batch) => {
        documents += batch.length;
        for (const { errores } of batch) faults += errores.length;
      },
    });
    if (errores.length > 0) throw new Error(errores[0]!.mensaje);
  };
  const cold = await timed(read);
  for (let round = 0; round < rounds; round++) {
    await read();
    await streamAll(bytes, sheets);
    await readXlsx(bytes);
  }
  const whole: number[] = [];
  const { value, limit: byRows } = await measureInTurns(
    () => timed(read),
    async () => {
      whole.push(await timed(() => readXlsx(bytes)));
      return timed(() => streamAll(bytes, sheets));
    },
    rounds,
  );
  const limit = Math.min(byRows, median(whole));
  return {
    name: 'workbook',
    value,
    unit: 'ms',
    limit,
    ratio: limit / value,
    target: 1 / 1.5,
    detail: {
      workbook: isOfficial ? 'the official one' : 'one of its size',
      documents,
      faults,
      'first reading, the worker starting (ms)': Math.round(cold),
      'parsing by rows (ms)': Math.round(byRows),
      'parsing whole (ms)': Math.round(median(whole)),
    },
  };
};
