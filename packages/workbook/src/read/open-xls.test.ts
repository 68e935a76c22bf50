import { CFB, utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../testing/workbooks.ts';
import { openWorkbook } from './open-workbook.ts';
import { recordType } from './xls-records.ts';

const open = (bytes: Buffer) => openWorkbook(bytes, limits);
const codeOf = (bytes: Buffer): string => {
  try {
    open(bytes);
  } catch (error) {
    return (error as { codigo?: string }).codigo ?? String(error);
  }
  return 'none';
};

/** A workbook of one sheet, written by the library SheetJS. */
function xlsOf(rows: unknown[][], cells: object = {}, bookSST = false): Buffer {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, Object.assign(utils.aoa_to_sheet(rows), cells), 'ECF');
  return write(workbook, { type: 'buffer', bookType: 'biff8', bookSST });
}

const record = (type: number, ...parts: (number[] | Buffer)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
};
const u16 = (...values: number[]) => values.flatMap((value) => [value & 0xff, value >> 8]);
const u32 = (value: number) => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24];
const f64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const begin = (kind: number, version = 0x0600) => record(recordType.bof, u16(version, kind, 0, 0), u32(0), u32(0));
const end = record(recordType.eof);

/** An .xls file with these records of the workbook and of its only sheet. */
function fileOf(globals: Buffer[], cells: Buffer[], version?: number, state = 0): Buffer {
  const head = begin(5, version);
  const length = Buffer.concat([head, ...globals, end]).length + 4 + 8 + 3;
  const sheet = record(recordType.boundSheet, u32(length), [state, 0], [3, 0], Buffer.from('ECF'));
  const container = CFB.utils.cfb_new();
  const stream = Buffer.concat([head, ...globals, sheet, end, begin(0x10), ...cells, end]);
  CFB.utils.cfb_add(container, '/Workbook', stream);
  return Buffer.from(CFB.write(container, { type: 'buffer' }));
}

const rowsOf = (bytes: Buffer) => [...open(bytes)[0]!.rows()];

/** A cell of a yes or no: row, column, style, value, no error. */
const yesNo = (row: number, value: 0 | 1) => record(recordType.boolErr, u16(row, 0, 0), [value, 0]);
/** The record of a row, with its flags. */
const rowWith = (row: number, flags: number) => record(recordType.row, u16(row, 0, 1, 255, 0, 0, flags, 15));

it('a hidden row, a hidden sheet and a yes or no of an .xls are told apart', () => {
  const rows = rowsOf(fileOf([], [rowWith(0, 0x0100), rowWith(1, 0x0120), yesNo(0, 1), yesNo(1, 0)]));
  expect(rows).toEqual([
    { number: 1, cells: ['VERDADERO'], numbers: [], booleans: [0], bad: [] },
    { number: 2, cells: ['FALSO'], numbers: [], booleans: [0], bad: [], hidden: true },
  ]);
  const sheetsOf = (state: number) => open(fileOf([], [yesNo(0, 1)], undefined, state)).map(({ hidden }) => hidden);
  expect([0, 1, 2].map(sheetsOf)).toEqual([[false], [true], [true]]);
});

describe('a workbook in the format before 2007', () => {
  it.each([
    ['in their cells', false],
    ['in a table', true],
  ])('texts are untouched, stored %s; numbers and dates follow their format', (_, bookSST) => {
    const cells = {
      B4: { t: 'n', v: 1500, z: '0.00' },
      A5: { t: 'n', v: 46128, z: 'dd/mm/yyyy' },
      B5: { t: 'n', v: 0.1 + 0.2 },
      '!ref': 'A1:B6',
    };
    const bytes = xlsOf([['A', 'B'], ['0001', ' 10.00 '], [], ['ñandú €'], [], [true]], cells, bookSST);
    expect(open(bytes)[0]!.name).toBe('ECF');
    expect(rowsOf(bytes).map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, 'A', 'B'],
      [2, '0001', ' 10.00 '],
      [4, 'ñandú €', '1500.00'],
      [5, '16-04-2026', '0.3'],
      [6, 'VERDADERO'],
    ]);
    expect(rowsOf(bytes).map(({ numbers }) => numbers)).toEqual([[], [], [1], [0, 1], []]);
  });

  it('any texts are read back, however many and long', () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 400 })
      .filter((made) => !/[\0\ud800-\udfff]/.test(made));
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 60 }), (rows) => {
        expect(rowsOf(xlsOf(rows, {}, true)).map(({ cells }) => cells)).toEqual(rows);
      }),
      { numRuns: 40 },
    );
  });

  it('every way of storing a number is read', () => {
    const [row] = rowsOf(
      fileOf(
        [],
        [
          record(recordType.rk, u16(0, 0, 0), u32((1234 << 2) | 2)),
          record(recordType.rk, u16(0, 1, 0), u32((-1234 << 2) | 3)),
          record(recordType.mulRk, u16(0, 2), u16(0), u32((7 << 2) | 2), u16(0), f64(1.5).subarray(4), u16(3)),
          record(recordType.number, u16(0, 4, 0), f64(0.1)),
          record(recordType.formula, u16(0, 5, 0), f64(2.5), u16(0), u32(0)),
        ],
      ),
    );
    expect(row).toEqual({
      number: 1,
      cells: ['1234', '-12.34', '7', '1.5', '0.1', '2.5'],
      numbers: [0, 1, 2, 3, 4, 5],
      bad: [],
    });
  });

  it('the stored result of a formula is read, of whatever kind', () => {
    const result = (column: number, kind: number, value: number) =>
      record(recordType.formula, u16(0, column, 0), [kind, 0, value, 0, 0, 0, 0xff, 0xff], u16(0), u32(0));
    const [row] = rowsOf(
      fileOf(
        [],
        [
          result(0, 0, 0),
          record(0x04bc, u16(0, 0)),
          record(recordType.string, u16(3), [1], Buffer.from('año', 'utf16le')),
          result(1, 1, 1),
          result(2, 2, 0x07),
          result(3, 3, 0),
        ],
      ),
    );
    expect(row!.cells).toEqual(['año', 'VERDADERO', '#DIV/0!']);
    expect(row!.bad).toEqual([{ column: 2, mensaje: 'La celda tiene un error de Excel (#DIV/0!)' }]);
  });

  it('columns that are hidden, or have no width, are known', () => {
    const columns = (first: number, last: number, width: number, flags: number) =>
      record(recordType.colInfo, u16(first, last, width, 15, flags, 0));
    const bytes = fileOf([], [columns(0, 0, 2340, 0), columns(1, 3, 2340, 1), columns(8, 8, 0, 0), yesNo(0, 1)]);
    expect(open(bytes)[0]!.hiddenColumns).toEqual([
      [1, 3],
      [8, 8],
    ]);
  });

  it('a row that is hidden is known', () => {
    const row = (index: number, flags: number) =>
      record(recordType.row, u16(index, 0, 1, 255, 0, 0), [flags, 1], u16(15));
    const cells = [
      row(0, 0),
      row(1, 0x20),
      ...[0, 1].map((at) => record(recordType.rk, u16(at, 0, 0), u32((7 << 2) | 2))),
    ];
    expect(rowsOf(fileOf([], cells)).map(({ hidden }) => hidden)).toEqual([undefined, true]);
  });

  it('a text is read through the records that continue it, changing width', () => {
    const strings = [
      record(recordType.sst, u32(2), u32(2), u16(6), [0x0c], u16(1), u32(5), Buffer.from('abc')),
      record(recordType.continue, [1], Buffer.from('ñ€', 'utf16le')),
      record(recordType.continue, [0], Buffer.from('z'), [0, 0, 0, 0], [1, 2]),
      record(recordType.continue, [3, 4, 5]),
      record(recordType.continue, u16(2), [0], Buffer.from('ok')),
    ];
    const cells = [
      record(recordType.labelSst, u16(0, 0, 0), u32(0)),
      record(recordType.labelSst, u16(0, 1, 0), u32(1)),
    ];
    expect(rowsOf(fileOf(strings, cells))[0]!.cells).toEqual(['abcñ€z', 'ok']);
  });

  it('charts within a sheet are skipped', () => {
    const text = (column: number, letter: string) =>
      record(recordType.label, u16(4, column, 0), u16(1), [0], Buffer.from(letter));
    const rows = rowsOf(fileOf([], [text(1, 'b'), begin(0x20), text(2, 'x'), end, text(0, 'a')]));
    expect(rows).toEqual([{ number: 5, cells: ['a', 'b'], numbers: [], bad: [] }]);
  });

  it('days are counted from 1904 where the workbook does', () => {
    const globals = [
      record(recordType.dateMode, u16(1)),
      record(recordType.format, u16(164), u16(10), [0], Buffer.from('dd/mm/yyyy')),
      record(recordType.xf, u16(0, 164)),
    ];
    const [row] = rowsOf(fileOf(globals, [record(recordType.number, u16(0, 0, 0), f64(44666))]));
    expect(row!.cells).toEqual(['16-04-2026']);
  });

  it.each([
    ['with a password', fileOf([record(recordType.filePass, u16(1))], []), 'LIBRO-CLAVE'],
    ['of Excel 95', fileOf([], [], 0x0500), 'LIBRO-ANTIGUO'],
    [
      'with a text that is not in its table',
      fileOf([], [record(recordType.labelSst, u16(0, 0, 0), u32(0))]),
      'LIBRO-DANADO',
    ],
    ['with a column beyond the last', fileOf([], [record(recordType.number, u16(0, 256, 0), f64(1))]), 'LIBRO-DANADO'],
    ['with a cell cut short', fileOf([], [record(recordType.number, u16(0, 0, 0))]), 'LIBRO-DANADO'],
    [
      'with a text longer than its record',
      fileOf([], [record(recordType.label, u16(0, 0, 0, 9), [0])]),
      'LIBRO-DANADO',
    ],
  ])('a workbook %s is refused', (_, bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
  });

  it('a workbook cut short is refused or read, never anything else', () => {
    const whole = xlsOf([['TipoeCF'], ['31']]);
    for (let length = 0; length < whole.length; length += 73) {
      expect(['LIBRO-TIPO', 'LIBRO-DANADO', 'none']).toContain(codeOf(whole.subarray(0, length)));
    }
  });

  it('a workbook with changed tables and cut anywhere is refused or read, never anything else', () => {
    const whole = xlsOf([['TipoeCF'], ['31']]);
    const tables = 512 * 4;
    const changes = fc.array(
      fc.record({
        at: fc.oneof(
          fc.constantFrom(44, 48, 60, 64, 68, 72, 76),
          fc.nat(tables / 4 - 1).map((word) => word * 4),
        ),
        value: fc.oneof(fc.nat(whole.length / 512), fc.constantFrom(0xffffffff, 0xfffffffe, 0x7fffffff)),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(changes, fc.integer({ min: 512, max: whole.length }), (changed, length) => {
        const bytes = Buffer.from(whole);
        for (const { at, value } of changed) bytes.writeUInt32LE(value, at);
        expect(['LIBRO-TIPO', 'LIBRO-DANADO', 'none']).toContain(codeOf(bytes.subarray(0, length)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('a workbook whose sectors are chained in a circle is refused', () => {
    const whole = xlsOf([['x'.repeat(200)], ...Array.from({ length: 200 }, (_, i) => [`fila ${i}`])]);
    const table = 512 * (whole.readUInt32LE(76) + 1);
    const circular = Buffer.from(whole);
    for (let sector = 0; sector < 40; sector++) circular.writeUInt32LE(sector ^ 1, table + sector * 4);
    expect(codeOf(circular)).toBe('LIBRO-DANADO');
  });
});
