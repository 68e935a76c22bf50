import { inflateRawSync } from 'node:zlib';
import type { FormatCode } from '@timbre/reports';
import { describe, expect, test } from 'vitest';
import { bytesOf, fullRow, pagesOf } from '../../testing/tool-rows.ts';
import { listOf, toolOf, toolParts } from '../../testing/tools.ts';
import { limits, zipOf } from '../../testing/workbooks.ts';
import { openWorkbook } from '../read/open-workbook.ts';
import { columnLetters } from '../read/sheet.ts';
import { packedBytes, readDirectory } from '../zip/directory.ts';
import { listText, type Orden, toolSheet } from './columns.ts';
import { fillTool } from './fill-tool.ts';
import { prepareTool } from './prepare-tool.ts';
import { writeToolWorkbook } from './write-workbook.ts';

const at = Date.UTC(2026, 8, 3, 15);
const head = { rnc: '132000005', periodo: '202608', cantidad: 20 };

/** Cells of a sheet by their reference. */
function cellsOf(bytes: Buffer, name: string): Record<string, string> {
  const sheet = openWorkbook(bytes, limits).find((each) => each.name === name)!;
  return Object.fromEntries(
    [...sheet.rows()].flatMap(({ number, cells }) =>
      cells.flatMap((text, column) => (text === undefined ? [] : [[`${columnLetters(column)}${number}`, text]])),
    ),
  );
}

const write = (codigo: FormatCode, orden: Orden = 'oficial', count = 20) =>
  bytesOf(writeToolWorkbook(codigo, { ...head, cantidad: count }, pagesOf(codigo, count), at, orden));

describe('a workbook in the order of the tool', () => {
  test('a workbook of the 606 has RNC, period and count in C4 to C6, and its rows from B12 on', async () => {
    const cells = cellsOf(await write('606'), 'Herramienta Formato 606');
    expect(cells).toMatchObject({ A4: 'RNC o Cédula', C4: '132000005', C5: '202608', C6: '20', B11: 'RNC o Cédula' });
    const { fila } = fullRow('606', 1);
    expect(cells).toMatchObject({
      A12: '1',
      B12: fila.rnc_cedula,
      C12: fila.tipo_id,
      D12: '02 -GASTOS POR TRABAJOS, SUMINISTROS Y SERVICIOS ',
      E12: fila.ncf,
      G12: '202608',
      H12: '2',
      K12: fila.monto_servicios,
      L12: fila.monto_bienes,
      Z12: '02 - CHEQUES/TRANSFERENCIAS/DEPOSITO',
      A31: '20',
      E31: 'B0100000020',
    });
    // Fields that the DGII has not enabled.
    expect([cells.S12, cells.V12, cells.A32]).toEqual([undefined, undefined, undefined]);
  });

  test.each(['606', '607', '608', '609'] as const)(
    'a workbook of the %s has each field in its column',
    async (codigo) => {
      const { columns, name } = toolSheet(codigo);
      const cells = cellsOf(await write(codigo), name);
      for (const { letter, header, cell, field } of columns) {
        expect(cells[`${letter}11`]).toBe(header);
        const value = fullRow(codigo, 3).fila[field.key];
        const day = value?.replaceAll('-', '');
        const expected = {
          texto: value,
          numero: value,
          dia: day,
          mes: day?.slice(0, 6),
          'dia del mes': String(Number(day?.slice(6))),
          lista: value && listText(field, value),
        }[cell];
        expect(cells[`${letter}14`], letter).toBe(field.enabled === false ? undefined : expected);
      }
    },
  );

  test('a workbook in the order of the specification has goods before services, and its fields shifted', async () => {
    const [compras, ventas] = [fullRow('606', 1).fila, fullRow('607', 1).fila];
    expect(cellsOf(await write('606', 'clasico'), 'Herramienta Formato 606')).toMatchObject({
      E12: compras.ncf,
      K12: compras.monto_bienes,
      L12: compras.monto_servicios,
      M12: compras.total_monto_facturado,
      N12: compras.itbis_facturado,
      O12: compras.itbis_facturado,
      P12: compras.itbis_retenido,
      AA12: '02 - CHEQUES/TRANSFERENCIAS/DEPOSITO',
    });
    const cells = cellsOf(await write('607', 'clasico'), 'Herramienta Formato 607');
    expect(cells).toMatchObject({ I12: ventas.monto_facturado, J12: ventas.itbis_facturado, W12: ventas.bonos });
    expect(cells.X12).toBeUndefined();
  });

  test('a month without rows has its headers alone', async () => {
    const cells = cellsOf(await write('607', 'oficial', 0), 'Herramienta Formato 607');
    expect([cells.C6, cells.B11, cells.A12]).toEqual(['0', 'RNC/Cédula o Pasaporte', undefined]);
  });
});

const fill = (tool: Buffer, tipo: '606' | '607', count: number) =>
  bytesOf(
    fillTool(
      tool,
      tipo,
      prepareTool({ bytes: tool, tipo, head: { ...head, cantidad: count } }),
      pagesOf(tipo, count),
      at,
    ),
  );

describe('the official tool, filled', () => {
  test.each(['606', '607'] as const)(
    'the filled tool of the %s keeps every other part as it is packed',
    async (tipo) => {
      const tool = toolOf(tipo);
      const filled = await fill(tool, tipo, 5);
      const [before, after] = [readDirectory(tool, 99), readDirectory(filled, 99)];
      expect([...after.keys()]).toEqual([...before.keys()].filter((name) => name !== 'xl/calcchain.xml'));
      const changed = ['[content_types].xml', 'xl/_rels/workbook.xml.rels', 'xl/worksheets/sheet2.xml'];
      for (const [name, entry] of after) {
        if (changed.includes(name)) continue;
        expect(packedBytes(filled, entry).equals(packedBytes(tool, before.get(name)!)), name).toBe(true);
        expect(entry.crc).toBe(before.get(name)!.crc);
      }
      for (const name of changed.slice(0, 2)) {
        const source = inflateRawSync(packedBytes(filled, after.get(name)!)).toString();
        expect(source).not.toContain('calcChain');
        expect(source).toContain('vbaProject');
      }
    },
  );

  test.each([5, 30, 45])('the filled tool has %i rows, with its own lists, styles and states', async (count) => {
    const filled = await fill(toolOf('606'), '606', count);
    const cells = cellsOf(filled, 'Herramienta Formato 606');
    const { fila } = fullRow('606', count);
    const last = 11 + count;
    expect(cells).toMatchObject({
      C4: '132000005',
      C5: '202608',
      C6: String(count),
      E4: 'Se queda',
      [`A${last}`]: String(count),
      [`E${last}`]: fila.ncf,
      [`Y${last}`]: fila.propina_legal,
    });
    const codes = Object.keys(toolSheet('606').columns.find(({ letter }) => letter === 'D')!.field.codes!);
    const list = listOf(toolSheet('606').columns.find(({ letter }) => letter === 'D')!.field.codes!);
    expect(cells[`D${last}`]).toBe(list[codes.indexOf(fila.tipo_bienes_servicios!)]);
    expect(cells.AD12).toBe(list[0]);
    expect(cells[`E${last + 1}`]).toBeUndefined();
    const source = sheetSource(filled);
    expect(source).toContain('<f>IF(B41="","","Fila 41")</f>');
    expect(source).not.toContain('vieja');
    expect(source).toContain('<dataValidation type="list"');
    expect(source).toContain(`<row r="${last}" ht="15" customHeight="1">`);
    expect(source).toContain(`<c r="E${last}" s="2" t="inlineStr">`);
  });

  test('the previous content of the tool is removed', async () => {
    const once = await fill(toolOf('607'), '607', 30);
    const cells = cellsOf(await fill(once, '607', 2), 'Herramienta Formato 607');
    expect(cells.D13).toBe('B0100000002');
    expect(Object.keys(cells).filter((ref) => /^[A-X](1[4-9]|[2-4]\d)$/.test(ref))).toEqual([]);
    expect(cells.C6).toBe('2');
  });
});

const sheetSource = (bytes: Buffer): string =>
  inflateRawSync(packedBytes(bytes, readDirectory(bytes, 99).get('xl/worksheets/sheet2.xml')!)).toString();

describe('files that are no official tool', () => {
  const detailOf = (bytes: Buffer, tipo: '606' | '607' = '606') => {
    try {
      prepareTool({ bytes, tipo, head: { rnc: '', periodo: '0', cantidad: 0 } });
    } catch (error) {
      return error as Error;
    }
    return undefined;
  };
  test('the official tool itself is not refused', () => {
    expect(detailOf(toolOf('606'))).toBeUndefined();
    expect(detailOf(toolOf('607'), '607')).toBeUndefined();
  });

  test.each<[string, () => Buffer, RegExp]>([
    ['of another format', () => toolOf('607'), /«Herramienta Formato 606»/],
    ['without macros', () => toolOf('606', { vba: null }), /vbaProject/],
    ['saved as .xlsx', () => toolOf('606', { macroEnabled: false }), /\.xlsm/],
    ['with another sheet', () => toolOf('606', { sheet: 'Hoja1' }), /«Herramienta Formato 606»/],
    [
      'with other headers',
      () => toolOf('606', { headers: { B: 'Nombre', E: 'Otra' } }),
      /B11 «RNC o Cédula», E11 «NCF»/,
    ],
    ['an .xls', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), /\.xls/],
    ['nothing', () => Buffer.alloc(0), /dañado/],
    ['a text', () => Buffer.from('hola '.repeat(100)), /dañado/],
    ['cut', () => toolOf('606').subarray(0, 4_000), /dañado/],
    ['rows out of their order', () => toolOf('606', { more: '<row r="3"/>' }), /Excel/],
    ['a row that does not end', () => toolOf('606', { more: '<row r="90"><c r="A90">' }), /Excel/],
  ])('a file that is no official tool is refused: %s', (_, make, message) => {
    expect(detailOf(make())).toMatchObject({ name: 'ToolError', message: expect.stringMatching(message) });
  });

  test('a bomb is refused: a part that unpacks to far more than it takes, or more parts than a tool has', () => {
    const bomb = { ...toolParts('606'), 'xl/media/a.bin': Buffer.alloc(200 * 1024 * 1024) };
    expect(detailOf(zipOf(bomb))).toMatchObject({ name: 'ToolError' });
    const announced = zipOf(bomb, { 'xl/media/a.bin': { announcedSize: 10 } });
    expect(detailOf(announced)).toMatchObject({ name: 'ToolError' });
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`xl/media/${i}.bin`, 'a']));
    expect(detailOf(zipOf({ ...toolParts('606'), ...many }))).toMatchObject({ name: 'ToolError' });
  });

  test('a part with other bytes than its checksum is refused', () => {
    const tool = toolOf('606');
    const entry = readDirectory(tool, 99).get('xl/styles.xml')!;
    packedBytes(tool, entry)[20]! ^= 1;
    expect(detailOf(tool)).toMatchObject({ name: 'ToolError' });
  });
});
