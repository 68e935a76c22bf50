import { randomBytes } from 'node:crypto';
import { xlsxOf, xlsxParts, zipOf } from '@timbre/workbook/testing/workbooks';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleNow, sampleTables, xlsxOfTables } from '../../../domain/comprobantes/workbooks/testing/document-rows.ts';
import { readAll } from './read-all.ts';
import { type LibroOptions, readLibro } from './read-libro.ts';

const quiet: LibroOptions = { known: { now: sampleNow, tasas: [] }, onPaso: () => {}, onDocumentos: () => {} };
const sample = () => xlsxOfTables(sampleTables());

/** A workbook of many documents: the sample's rows repeated with other numbers. */
function largeWorkbook(times: number): Buffer {
  const { headers, rows } = sampleTables().ECF;
  const column = headers.indexOf('ENCF');
  const many = Array.from({ length: times }, (_, round) =>
    rows.map((row) =>
      row.with(column, `${row[column]!.slice(0, 3)}${String(round * 10).padStart(9, '0')}${row[column]!.slice(-1)}`),
    ),
  );
  return xlsxOf({ ECF: [headers, ...many.flat()] });
}

/** Text that hardly compresses, from a fixed seed: twelve characters at a time. */
function noise(): () => string {
  let seed = 1;
  const six = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed.toString(36).padStart(6, '0');
  };
  return () => six() + six();
}

afterEach(() => void vi.useRealTimers());

describe('readLibro', () => {
  it('readLibro returns the documents of a workbook, its steps and its findings', async () => {
    const { resultado, documentos, pasos } = await readAll(sample(), sampleNow);
    expect([resultado.errores, resultado.ecf, resultado.rfce, documentos.length]).toEqual([[], 13, 2, 15]);
    const last = new Map(pasos.map((paso) => [paso.nombre, paso]));
    expect([...last.values()]).toEqual([
      { nombre: 'readingFile', estado: 'completado', hechos: 1, total: 1 },
      { nombre: 'parsingData', estado: 'completado', hechos: 15, total: 15 },
      { nombre: 'generatingXML', estado: 'completado', hechos: 15, total: 15 },
    ]);
    expect(pasos.find(({ nombre }) => nombre === 'parsingData')).toMatchObject({ estado: 'procesando', hechos: 0 });
  });

  it('readLibro returns the faults of a workbook as a result, with the step that failed', async () => {
    const { resultado, documentos, pasos } = await readAll(Buffer.from('esto no es un libro'));
    expect(resultado.errores).toEqual([
      { codigo: 'LIBRO-TIPO', mensaje: expect.stringContaining('no es un libro de Excel') },
    ]);
    expect(documentos).toEqual([]);
    expect(pasos.at(-1)).toEqual({ nombre: 'readingFile', estado: 'error', hechos: 0, total: 1 });
  });

  it('readLibro refuses a workbook whose parts unpack to more than 100 MB together, whatever they announce', async () => {
    // One block of noise in each 64 kB: the ratio is about 60, below the limit for the ratio alone.
    const block = () => Buffer.concat([randomBytes(1024), Buffer.alloc(63 * 1024)]);
    const strings = Buffer.concat(Array.from({ length: 1_700 }, block));
    const parts = { ...xlsxParts({ ECF: '' }), 'xl/sharedStrings.xml': strings };
    const honest = await readAll(zipOf(parts));
    expect(honest.resultado.errores.map(({ codigo }) => codigo)).toEqual(['LIBRO-GRANDE']);
    const lying = await readAll(zipOf(parts, { 'xl/sharedStrings.xml': { announcedSize: 1 } }));
    expect(lying.resultado.errores.map(({ codigo }) => codigo)).toEqual(['LIBRO-GRANDE']);
  });

  it('readLibro passes batches of at most 200, the next only when the last was taken', async () => {
    let taking = false;
    const sizes: number[] = [];
    const eNCFs: string[] = [];
    const resultado = await readLibro(largeWorkbook(40), {
      ...quiet,
      onDocumentos: async (batch) => {
        expect(taking).toBe(false);
        taking = true;
        await new Promise((resolve) => setTimeout(resolve, 5));
        taking = false;
        sizes.push(batch.length);
        for (const { eNCF, esRFCE } of batch) if (!esRFCE) eNCFs.push(eNCF);
      },
    });
    expect(resultado).toMatchObject({ errores: [], ecf: 520, rfce: 80 });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600);
    expect(new Set(eNCFs).size).toBe(520);
  });

  it('readLibro limits batches by their text, too', async () => {
    const { headers, rows } = sampleTables().ECF;
    const column = headers.indexOf('NombreItem[1]');
    const next = noise();
    const long = () => Array.from({ length: 2500 }, next).join('');
    const many = Array.from({ length: 60 }, () => rows[0]!.with(column, long()));
    const sizes: number[] = [];
    await readLibro(xlsxOf({ ECF: [headers, ...many] }), {
      ...quiet,
      onDocumentos: (batch) => void sizes.push(batch.length),
    });
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(60);
  });

  it('readLibro reads several workbooks at once, each with its own result', async () => {
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map((times) => readLibro(largeWorkbook(times), quiet).then(({ ecf }) => ecf)),
    );
    expect(results).toEqual([13, 26, 39, 52, 65]);
  });

  it('readLibro stops on a signal, waiting or reading, and continues with the next', async () => {
    const reading = new AbortController();
    const waiting = new AbortController();
    const bytes = largeWorkbook(40);
    const first = readLibro(bytes, {
      ...quiet,
      signal: reading.signal,
      onDocumentos: () => reading.abort(new Error('alto')),
    });
    const others = Promise.allSettled([
      readLibro(bytes, quiet),
      readLibro(bytes, { ...quiet, signal: waiting.signal }),
    ]);
    waiting.abort(new Error('me voy'));
    await expect(first).rejects.toThrow('alto');
    expect(await others).toMatchObject([{ value: { ecf: 520 } }, { reason: { message: 'me voy' } }]);
    await expect(readLibro(bytes, { ...quiet, signal: AbortSignal.abort(new Error('tarde')) })).rejects.toThrow(
      'tarde',
    );
    expect((await readLibro(bytes, quiet)).ecf).toBe(520);
  });

  it('readLibro fails with the error of its callback', async () => {
    const onDocumentos = () => Promise.reject(new Error('base de datos caída'));
    await expect(readLibro(sample(), { ...quiet, onDocumentos })).rejects.toThrow('base de datos caída');
    const onPaso = () => {
      throw new Error('sin quien escuche');
    };
    await expect(readLibro(sample(), { ...quiet, onPaso })).rejects.toThrow('sin quien escuche');
    expect((await readLibro(sample(), quiet)).ecf).toBe(13);
  });

  it('readLibro gives up after two minutes of work, with an error', async () => {
    await readLibro(sample(), quiet);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const result = readLibro(sample(), quiet);
    await vi.advanceTimersByTimeAsync(0);
    // The child has not worked for two minutes, but four times that time by the clock is the limit too.
    vi.advanceTimersByTime(4 * 120_000 + 100);
    expect((await result).errores.map(({ codigo }) => codigo)).toEqual(['LIBRO-TIEMPO']);
    vi.useRealTimers();
    expect((await readLibro(sample(), quiet)).ecf).toBe(13);
  });

  it('readLibro survives a workbook that takes all the memory it may', async () => {
    const parts = xlsxParts({ ECF: '' });
    // Twenty million empty strings. The noise keeps the ratio below the limit.
    const next = noise();
    const strings = Array.from({ length: 90_000 }, () => `${'<si/>'.repeat(200)}<!--ž${next()}-->`).join('');
    parts['xl/sharedStrings.xml'] = `<sst>${strings}</sst>`;
    const { errores } = await readLibro(zipOf(parts), quiet);
    expect(errores.map(({ codigo }) => codigo)).toEqual(['LIBRO-MEMORIA']);
    expect((await readLibro(sample(), quiet)).ecf).toBe(13);
  });
});

describe('a workbook with anything in it', () => {
  const isSound = async (bytes: Buffer) => {
    const { resultado, documentos } = await readAll(bytes, sampleNow);
    for (const { codigo, mensaje } of resultado.errores) {
      expect(codigo).toMatch(/^LIBRO-[A-Z-]+$/);
      expect(mensaje).toMatch(/[.:]/);
    }
    expect(resultado.errores.length > 0 || documentos.length > 0).toBe(true);
  };
  const places = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 });
  const spoil = (whole: Buffer, changes: [number, number][]): Buffer => {
    const bytes = Buffer.from(whole);
    for (const [at, value] of changes) bytes[at % bytes.length] = value;
    return bytes;
  };

  it('a workbook whose bytes changed is read or refused in Spanish', async () => {
    const whole = sample();
    await fc.assert(
      fc.asyncProperty(places, (changes) => isSound(spoil(whole, changes))),
      { numRuns: 200 },
    );
  });

  it('a workbook whose parts changed is read or refused in Spanish', async () => {
    const { ECF, RFCE } = sampleTables();
    const row = (cells: (string | null)[]) =>
      `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${(text ?? '').replace(/&/g, '&amp;')}</t></is></c>`).join('')}</row>`;
    const source = ({ headers, rows }: typeof ECF) => [headers, ...rows].map(row).join('');
    const parts = xlsxParts({ ECF: source(ECF), RFCE: source(RFCE) });
    const change = fc.tuple(fc.constantFrom(...Object.keys(parts)), places);
    await fc.assert(
      fc.asyncProperty(change, ([name, changes]) =>
        isSound(zipOf({ ...parts, [name]: spoil(Buffer.from(parts[name]!), changes) })),
      ),
      { numRuns: 300 },
    );
  });

  it('a workbook of the old format, whose bytes changed, is read or refused in Spanish', async () => {
    const { utils, write } = await import('@e965/xlsx');
    const workbook = utils.book_new();
    const { headers, rows } = sampleTables().ECF;
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([headers, ...rows]), 'ECF');
    const whole: Buffer = write(workbook, { type: 'buffer', bookType: 'biff8' });
    expect((await readLibro(whole, quiet)).ecf).toBe(13);
    await fc.assert(
      fc.asyncProperty(places, (changes) => isSound(spoil(whole, changes))),
      { numRuns: 100 },
    );
  });
});
