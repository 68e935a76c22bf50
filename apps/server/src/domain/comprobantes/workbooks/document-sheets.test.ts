import { columnLetters } from '@timbre/workbook';
import { textRow, xlsxOf, xlsxParts, zipOf } from '@timbre/workbook/testing/workbooks';
import { describe, expect, it } from 'vitest';
import { sampleTables, xlsxOfTables } from './testing/document-rows.ts';
import { readAll, readTables, refusal } from './testing/read-all.ts';

describe('the sheets of a workbook', () => {
  it('sheets are recognised by their name in any case, or by their headers', async () => {
    const { ECF, RFCE } = sampleTables();
    for (const names of [
      [' ecf ', 'Rfce'],
      ['Ventas', 'Resúmenes'],
    ]) {
      const { documentos, avisos } = await readTables({ [names[0]!]: ECF, [names[1]!]: RFCE });
      expect([documentos.length, avisos]).toEqual([15, []]);
    }
  });

  it('sheets without documents are left out with a notice', async () => {
    const { ECF } = sampleTables();
    const { avisos, documentos } = await readTables({
      ECF,
      RFCE: { headers: ['TipoeCF', 'ENCF', 'CodigoSeguridadeCF'], rows: [] },
      Notas: { headers: ['Pendiente'], rows: [['llamar']] },
      Nada: { headers: [], rows: [] },
      ACEECF: { headers: ['Version', 'eNCF', 'FechaHoraAprobacionComercial'], rows: [['1.0', 'E31', 'x']] },
    });
    expect(documentos).toHaveLength(15);
    expect(avisos.map(({ mensaje }) => mensaje)).toEqual([
      'La hoja «RFCE» no se leyó: solo tiene la fila de encabezados.',
      'La hoja «Notas» no se leyó: su fila de encabezados no es de e-CF ni de RFCE.',
      'La hoja «Nada» no se leyó: está vacía.',
      'La hoja «ACEECF» no se leyó: se usa en Aprobación Comercial.',
    ]);
  });

  it('the headers are in the row that knows most columns, below titles; what is above them is said', async () => {
    const { ECF } = sampleTables();
    const rows = [['Ventas de abril'], [], ['TipoeCF', 'de la empresa'], ECF.headers, ...ECF.rows];
    const { documentos, avisos } = await readAll(xlsxOf({ ECF: rows }));
    expect(documentos.filter(({ derivado }) => !derivado).map(({ fila }) => fila)).toEqual(
      ECF.rows.map((_, i) => i + 5),
    );
    expect(documentos.flatMap(({ errores }) => errores)).toEqual([]);
    expect(avisos.map(({ mensaje }) => mensaje)).toEqual([
      'La hoja «ECF» tiene los encabezados en la fila 4: lo que está encima no se leyó.',
    ]);
  });

  it('headers are known whatever blanks, line ends and unseen characters they have', async () => {
    const { ECF } = sampleTables();
    const spell: Readonly<Record<string, string>> = {
      MontoTotal: 'Monto\nTotal',
      ENCF: '\ufeffe NCF\u00a0',
      'NombreItem[1]': 'Nombre Item [1]',
      CasoPrueba: 'Caso prueba',
    };
    ECF.headers = ECF.headers.map((header) => spell[header] ?? header);
    const { documentos, avisos, certificacion } = await readTables({ ECF });
    expect([avisos, documentos.flatMap(({ errores }) => errores), certificacion]).toEqual([[], [], true]);
  });

  it('hidden columns that are read are said', async () => {
    const { headers, rows } = sampleTables().ECF;
    const source = [headers, ...rows].map((row, i) => textRow(i + 1, row)).join('');
    const parts = xlsxParts({ ECF: source });
    const part = 'xl/worksheets/sheet1.xml';
    const at = headers.indexOf('MontoTotal') + 1;
    const columns = `<cols><col min="${at}" max="${at}" hidden="1"/></cols>`;
    const { avisos } = await readAll(
      zipOf({ ...parts, [part]: parts[part]!.replace('<sheetData>', `${columns}<sheetData>`) }),
    );
    expect(avisos.map(({ mensaje }) => mensaje)).toContain(
      `La hoja «ECF» tiene columnas ocultas que se leyeron: ${columnLetters(at - 1)} «MontoTotal». Si no van, bórrelas y suba el libro de nuevo`,
    );
  });

  it('a hidden sheet is not read, which is said; a workbook of hidden sheets is refused with their names', async () => {
    const { ECF } = sampleTables();
    const source = [ECF.headers, ...ECF.rows].map((row, i) => textRow(i + 1, row)).join('');
    const parts = xlsxParts({ ECF: source, Borrador: source });
    const hide = (...names: string[]) =>
      zipOf({
        ...parts,
        'xl/workbook.xml': names.reduce(
          (xml, name) => xml.replace(`<sheet name="${name}"`, `<sheet name="${name}" state="veryHidden"`),
          parts['xl/workbook.xml']!,
        ),
      });
    const { ecf, avisos } = await readAll(hide('Borrador'));
    expect([ecf, avisos.map(({ mensaje }) => mensaje)]).toEqual([
      13,
      [
        'La hoja «Borrador» no se leyó: está oculta. Si trae comprobantes, muéstrela en Excel y suba el libro de nuevo.',
      ],
    ]);
    expect(await refusal(hide('ECF', 'Borrador'))).toMatchObject({
      codigo: 'LIBRO-VACIO',
      message: expect.stringMatching(/ Hojas ocultas: «ECF», «Borrador»\.$/),
    });
  });

  it('unknown columns are reported by letter and header', async () => {
    const { ECF } = sampleTables();
    ECF.headers.splice(1, 0, 'Vendedor favorito');
    for (const row of ECF.rows) row.splice(1, 0, 'Ana');
    const { avisos, documentos } = await readTables({ ECF });
    expect(avisos).toEqual([
      {
        codigo: 'LIBRO-COLUMNA',
        mensaje: 'La columna B («Vendedor favorito») de la hoja «ECF» no es del formato ECF: no se leyó.',
        aviso: true,
      },
    ]);
    expect(documentos.flatMap(({ errores }) => errores)).toEqual([]);
  });

  it('data under no header are said', async () => {
    const { ECF } = sampleTables();
    const last = ECF.headers.length;
    ECF.headers.push('', '');
    for (const row of ECF.rows) row.push('suelto', null, 'más');
    const { avisos } = await readTables({ ECF });
    const letters = [last, last + 2].map(columnLetters).join(', ');
    expect(avisos.map(({ mensaje }) => mensaje)).toEqual([
      `En la hoja «ECF», lo que hay en las columnas ${letters} no se leyó: no tiene encabezado.`,
    ]);
  });

  it('at most 50 unknown columns are reported, and how many more there are', async () => {
    const { ECF } = sampleTables();
    for (let i = 0; i < 60; i++) ECF.headers.push(`X${i}`);
    const { avisos } = await readTables({ ECF });
    expect(avisos).toHaveLength(51);
    expect(avisos.at(-1)!.mensaje).toBe('La hoja «ECF» tiene 10 columnas más que no son del formato ECF.');
  });

  it('required columns that are missing are refused by their names', async () => {
    const { ECF } = sampleTables();
    const column = ECF.headers.indexOf('FechaEmision');
    for (const row of [ECF.headers, ...ECF.rows]) row.splice(column, 1);
    const { codigo, message } = await refusal(xlsxOfTables({ ECF }));
    expect(codigo).toBe('LIBRO-ENCABEZADO');
    expect(message).toContain('FechaEmision');
    expect(message).toContain('«ECF»');
  });

  it('a repeated column is refused', async () => {
    const { ECF } = sampleTables();
    ECF.headers.push('MontoTotal');
    const { codigo, message } = await refusal(xlsxOfTables({ ECF }));
    expect(codigo).toBe('LIBRO-COLUMNA-REPETIDA');
    expect(message).toContain('MontoTotal (');
  });

  it.each([
    ['no sheet at all', {}],
    ['nothing but empty sheets', { ECF: [], RFCE: [] }],
    ['headers without a row', { ECF: [sampleTables().ECF.headers] }],
    ['rows of empty cells', { ECF: [sampleTables().ECF.headers, [null, null], ['', '']] }],
  ])('a workbook with %s is refused as empty', async (_, sheets: Record<string, (string | null)[][]>) => {
    expect((await refusal(xlsxOf(sheets))).codigo).toBe('LIBRO-VACIO');
  });

  it('a workbook has at most 20,000 documents', async () => {
    const rows = Array.from({ length: 20_001 }, () => ['31']);
    const { headers } = sampleTables().ECF;
    const { codigo } = await refusal(xlsxOf({ ECF: [headers, ...rows] }));
    expect(codigo).toBe('LIBRO-FILAS');
  });
});
