import { importacion } from '@timbre/contract';
import { computeTotals, type ECF, writeSheet } from '@timbre/ecf';
import { columnLetters, openWorkbook } from '@timbre/workbook';
import { textRow, xlsxOf, xlsxParts, zipOf } from '@timbre/workbook/testing/workbooks';
import { writeXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import type { DocumentoDeLibro } from './documento.ts';
import { type Reading, readDocuments } from './read-documents.ts';
import type { Known } from './read-row.ts';
import { rowOf, type SheetTable, sampleNow, sampleTables, setCell, xlsxOfTables } from './testing/document-rows.ts';

const limites = importacion.limitesDelLibro;

async function readAll(
  bytes: Buffer,
  known: Known = { now: sampleNow, tasas: [] },
): Promise<Reading & { documentos: DocumentoDeLibro[] }> {
  const reading: Reading = { avisos: [], rncEmisores: new Set(), certificacion: false, filas: 0, ecf: 0, rfce: 0 };
  const documentos = [...readDocuments(openWorkbook(bytes, limites), limites, known, reading)].map(
    (read) => read.documento,
  );
  return { ...reading, documentos };
}

const readTables = (tables: Record<string, SheetTable>) => readAll(xlsxOfTables(tables));

/** Returns the document of a row of the e-CF sheet, or of the RFCE sheet. */
const at = (documentos: DocumentoDeLibro[], fila: number, esRFCE = false) =>
  documentos.find((documento) => documento.fila === fila && documento.esRFCE === esRFCE)!;

const refusal = async (bytes: Buffer): Promise<{ codigo: string; message: string }> => {
  try {
    await readAll(bytes);
  } catch (error) {
    return error as { codigo: string; message: string };
  }
  throw new Error('It was read');
};

describe('the rows of a workbook', () => {
  it('rows become documents with the data that the lists show of them', async () => {
    const { documentos, ecf, rfce, rncEmisores } = await readTables(sampleTables());
    expect([ecf, rfce, [...rncEmisores]]).toEqual([13, 2, ['199000005']]);
    expect(documentos.flatMap(({ errores }) => errores)).toEqual([]);
    const { arbol, ...note } = at(documentos, 8);
    expect(note).toEqual({
      esRFCE: false,
      derivado: false,
      fila: 8,
      tipo: '34',
      eNCF: 'E340000000001',
      rncEmisor: '199000005',
      rncComprador: '199000013',
      razonComprador: 'Constructora Palma Alta SRL',
      fechaEmision: '2026-04-17',
      montoTotal: '1831.95',
      casoPrueba: '199000005E340000000001',
      referencia: 'E310000000001',
      errores: [],
    });
    expect(arbol).toMatchObject({ Encabezado: { IdDoc: { TipoeCF: '34' } } });
  });

  it('a row of more than one printed page gets its pages, except in a certification set', async () => {
    const one = rowOf('199000005', { eNCF: 'E310000000001', precio: '1000.00' });
    const [item] = one.DetallesItems.Item;
    const Item = Array.from({ length: 40 }, (_, index) => ({ ...item!, NumeroLinea: String(index + 1) }));
    const { Totales: _, ...head } = one.Encabezado;
    const long = computeTotals({ ...one, Encabezado: head, DetallesItems: { Item } } as never) as ECF;
    const table = (casoPrueba: string | null) => {
      const { headers, rows } = writeSheet('ECF', [long]);
      const sheet = { headers: [...headers], rows: rows.map((row) => row.map((text) => text ?? null)) };
      setCell(sheet, 2, 'CasoPrueba', casoPrueba);
      return xlsxOfTables({ ECF: sheet });
    };
    const known = {
      ...{ now: Date.now(), tasas: [], emisor: {} },
      impreso: { campoNombreItem: 'NombreItem', conLogo: false },
    } as const;
    const own = (await readAll(table(null), known)).documentos[0]!;
    expect(own.errores.filter(({ aviso }) => !aviso)).toEqual([]);
    expect((own.arbol as ECF).Paginacion?.Pagina.at(-1)?.NoLineaHasta).toBe('40');
    const ofSet = (await readAll(table('199000005E310000000001'), known)).documentos[0]!;
    expect(ofSet.arbol).not.toHaveProperty('Paginacion');
  });

  it('rows typed into a spreadsheet, which stores numbers as numbers, become the same documents', async () => {
    const { ECF, RFCE } = sampleTables();
    const typed = ({ headers, rows }: SheetTable) => [
      headers,
      ...rows.map((row) =>
        row.map((text, i) => {
          if (headers[i] === 'CasoPrueba') return null;
          return text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
        }),
      ),
    ];
    const sheets = [
      { name: 'ECF', rows: typed(ECF) },
      { name: 'RFCE', rows: typed(RFCE) },
    ];
    const { documentos } = await readAll(Buffer.from(await writeXlsx({ sheets })));
    expect(documentos.flatMap(({ errores }) => errores)).toEqual([]);
    const { documentos: asText } = await readTables(sampleTables());
    const amountsAside = (tree: unknown) =>
      JSON.parse(JSON.stringify(tree), (_, value) => (/^\d+\.\d+$/.test(value) ? String(Number(value)) : value));
    expect(documentos.map(({ arbol }) => amountsAside(arbol))).toEqual(asText.map(({ arbol }) => amountsAside(arbol)));
  });

  it('rows are judged by the facts of the company, except those of a certification set', async () => {
    const tables = sampleTables();
    const { headers, rows } = tables.ECF;
    const deferred = {
      headers: [...headers, 'IndicadorEnvioDiferido'],
      rows: rows.map((row, i) => [...row, i < 2 ? '1' : null]),
    };
    setCell(deferred, 2, 'CasoPrueba', null);
    const bytes = xlsxOfTables({ ...tables, ECF: deferred });
    const { documentos } = await readAll(bytes, { now: sampleNow, tasas: [], emisor: {} });
    expect(at(documentos, 2).errores).toEqual([
      {
        codigo: 'ECF-DIFERIDO-01',
        campo: 'Encabezado.IdDoc.IndicadorEnvioDiferido',
        celda: 'fila 2, columna IndicadorEnvioDiferido',
        mensaje: expect.stringContaining('autorizó'),
        dondeSeCorrige: '/configuracion?dato=envioDiferido',
      },
    ]);
    expect(at(documentos, 3).errores).toEqual([]);
    const authorised = await readAll(bytes, { now: sampleNow, tasas: [], emisor: { envioDiferido: true } });
    expect(at(authorised.documentos, 2).errores).toEqual([]);
  });

  it('rows get nothing from the company: a missing address is missing in its cell', async () => {
    const tables = sampleTables();
    setCell(tables.ECF, 2, 'DireccionEmisor', null);
    const { documentos } = await readAll(xlsxOfTables(tables), { now: sampleNow, tasas: [], emisor: {} });
    const [fault] = at(documentos, 2).errores;
    expect(fault).toMatchObject({ codigo: 'XSD-FALTA', celda: 'fila 2, columna DireccionEmisor' });
    expect(fault).not.toHaveProperty('dondeSeCorrige');
  });

  it('each fault of a row is in its cell', async () => {
    const tables = sampleTables();
    setCell(tables.ECF, 2, 'CantidadItem[2]', '25,00');
    setCell(tables.ECF, 3, 'RNCComprador', null);
    setCell(tables.ECF, 9, 'FechaEmision', '31-02-2026');
    const { documentos } = await readTables(tables);
    expect(at(documentos, 2).errores[0]).toMatchObject({
      campo: 'DetallesItems.Item[2].CantidadItem',
      celda: 'fila 2, columna CantidadItem[2]',
    });
    expect(at(documentos, 3).errores[0]).toMatchObject({
      codigo: 'XSD-FALTA',
      celda: 'fila 3, columna RNCComprador',
    });
    expect(at(documentos, 9).errores[0]).toMatchObject({ celda: 'fila 9, columna FechaEmision' });
    expect(at(documentos, 9).fechaEmision).toBeNull();
  });

  it('rows with contradicting amounts are refused, except those of a certification set', {
    tags: ['P3.2'],
  }, async () => {
    const errorsOf = async (caso: string | null) => {
      const tables = sampleTables();
      setCell(tables.ECF, 2, 'MontoTotal', '99999.00');
      if (caso === null) setCell(tables.ECF, 2, 'CasoPrueba', null);
      return at((await readTables(tables)).documentos, 2).errores;
    };
    expect(await errorsOf('of the set')).toMatchObject([{ codigo: 'ECF-TOTALES-11', aviso: true }]);
    const [error] = await errorsOf(null);
    expect(error).toMatchObject({ codigo: 'ECF-TOTALES-11', celda: 'fila 2, columna MontoTotal', aritmetica: true });
    expect(error!.aviso).toBeUndefined();
  });

  it('rows are written in plain text, with a notice; those of a certification set have only the notice', {
    tags: ['P3.10'],
  }, async () => {
    const crude = 'Pan\u0085de\u2028agua y cafe\u0301';
    const readOf = async (caso: string | null) => {
      const tables = sampleTables();
      setCell(tables.ECF, 2, 'NombreItem[1]', crude);
      setCell(tables.ECF, 2, 'RazonSocialComprador', 'Uno\u2029Dos');
      if (caso === null) setCell(tables.ECF, 2, 'CasoPrueba', null);
      const { arbol, errores } = at((await readTables(tables)).documentos, 2);
      const { DetallesItems, Encabezado } = arbol as ECF;
      const { RazonSocialComprador } = Encabezado.Comprador as { RazonSocialComprador?: string };
      return { nombre: DetallesItems.Item[0]!.NombreItem, RazonSocialComprador, errores };
    };
    const notices = ['RazonSocialComprador', 'NombreItem[1]'].map((column) => ({
      codigo: 'ECF-TEXTO-02',
      celda: `fila 2, columna ${column}`,
      aviso: true,
    }));
    const own = await readOf(null);
    expect(own).toMatchObject({ nombre: 'Pan\nde\nagua y café', RazonSocialComprador: 'Uno\nDos' });
    expect(own.errores).toMatchObject(notices);
    const ofSet = await readOf('of the set');
    expect(ofSet).toMatchObject({ nombre: crude, RazonSocialComprador: 'Uno\u2029Dos' });
    expect(ofSet.errores).toMatchObject(notices);
  });

  it('errors of a row are distinct from its notices', async () => {
    const tables = sampleTables();
    setCell(tables.ECF, 2, 'MontoTotal', '99999.00');
    setCell(tables.ECF, 3, 'TipoPago', '9');
    const { documentos } = await readTables(tables);
    expect(at(documentos, 2).errores[0]).toMatchObject({ celda: 'fila 2, columna MontoTotal', aviso: true });
    expect(at(documentos, 3).errores[0]!.aviso).toBeUndefined();
    expect(at(documentos, 3).errores[0]).toMatchObject({ codigo: 'XSD-CODIGO', celda: 'fila 3, columna TipoPago' });
  });

  it('the known faults of a document alone are in its cells', async () => {
    const tables = sampleTables();
    const put = (fila: number, cells: Readonly<Record<string, string | null>>) => {
      for (const [header, text] of Object.entries(cells)) {
        if (!tables.ECF.headers.includes(header)) {
          tables.ECF.headers.push(header);
          for (const row of tables.ECF.rows) row.push(null);
        }
        setCell(tables.ECF, fila, header, text);
      }
    };
    put(2, { 'FormaPago[1]': '1', 'MontoPago[1]': '99999.00' });
    put(3, { FechaEmision: '18-04-2026' });
    put(5, { MunicipioComprador: '320301', ProvinciaComprador: '010000' });
    put(6, { RNCComprador: '199000014' });
    put(7, { NCFModificado: 'B9900000001' });
    put(8, { FechaNCFModificado: '01-03-2026', IndicadorNotaCredito: '1' });
    put(9, { 'MontoITBISRetenido[1]': null });
    put(12, {
      'NumeroLineaDoR[1]': '1',
      'TipoAjuste[1]': 'D',
      'TipoValor[1]': '%',
      'ValorDescuentooRecargo[1]': '10.00',
      'MontoDescuentooRecargo[1]': '1.00',
      'IndicadorFacturacionDescuentooRecargo[1]': '1',
      'NumeroLineaDoR[2]': '2',
      'TipoAjuste[2]': 'D',
      'TipoValor[2]': '$',
      'MontoDescuentooRecargo[2]': '1.00',
      'IndicadorFacturacionDescuentooRecargo[2]': '3',
    });
    put(13, { FechaVencimientoSecuencia: '16-04-2026' });
    const { documentos } = await readTables(tables);
    const faults = documentos.flatMap(({ errores }) =>
      errores.map(({ codigo, celda, aviso = false }) => ({ codigo, celda, aviso })),
    );
    const refused = { aviso: false };
    const remarked = { aviso: true };
    for (const fault of [
      { codigo: 'ECF-PAGO-02', celda: 'fila 2, columna FormaPago[1]', ...remarked },
      { codigo: 'ECF-FECHA-06', celda: 'fila 3, columna FechaEmision', ...refused },
      { codigo: 'ECF-MUNICIPIO-01', celda: 'fila 5, columna MunicipioComprador', ...refused },
      { codigo: 'ECF-RNC-01', celda: 'fila 6, columna RNCComprador', ...remarked },
      { codigo: 'ECF-NCFMODIFICADO-01', celda: 'fila 7, columna NCFModificado', ...refused },
      { codigo: 'ECF-NOTACREDITO-01', celda: 'fila 8, columna TotalITBIS', ...refused },
      { codigo: 'ECF-RETENCION-05', celda: 'fila 9, columna MontoITBISRetenido[1]', ...refused },
      { codigo: 'ECF-AJUSTE-09', celda: 'fila 12, columna MontoDescuentooRecargo[1]', ...refused },
      { codigo: 'ECF-AJUSTE-10', celda: 'fila 12, columna IndicadorFacturacionDescuentooRecargo[2]', ...refused },
      { codigo: 'ECF-FECHA-01', celda: 'fila 13, columna FechaVencimientoSecuencia', ...refused },
    ]) {
      expect(faults).toContainEqual(fault);
    }
    const sound = documentos.filter(({ fila, esRFCE }) => !esRFCE && [2, 6].includes(fila));
    expect(sound.map(({ errores }) => errores.every(({ aviso }) => aviso))).toEqual([true, true]);
  });

  /**
   * A workbook of the sample's e-CF, as a company makes it, in which `special` provides the source of some cells.
   * @param columns in addition to those of the sample
   */
  function withCells(
    special: (fila: number, header: string, text: string) => string | undefined,
    styles = '',
    columns: readonly string[] = [],
  ): Buffer {
    const { headers: own, rows } = sampleTables().ECF;
    const headers = [...own, ...columns];
    const textCell = (text: string) => `<c t="inlineStr"><is><t>${text.replace(/&/g, '&amp;')}</t></is></c>`;
    const cellOf = (row: readonly (string | null)[], fila: number, column: number) => {
      const text = (headers[column] === 'CasoPrueba' ? '' : row[column]) ?? '';
      return special(fila, headers[column]!, text) ?? textCell(text);
    };
    const cells = rows.map((row, i) => headers.map((_, column) => cellOf(row, i + 2, column)).join(''));
    const source = [headers.map(textCell).join(''), ...cells].map((row) => `<row>${row}</row>`).join('');
    return zipOf(xlsxParts({ ECF: source }, { styles }));
  }

  /** Style 1 shows dollars. */
  const dollars =
    '<numFmts><numFmt numFmtId="165" formatCode="[$US$-409]#,##0.00"/></numFmts><cellXfs><xf/><xf numFmtId="165"/></cellXfs>';

  it('what a spreadsheet makes of dates, codes and indicators is fitted to its column, which is said', async () => {
    const cells: Readonly<Record<string, string>> = {
      FechaEmision: '<c s="1"><v>46129.999</v></c>',
      FechaVencimientoSecuencia: '<c><v>46387</v></c>',
      RNCComprador: '<c t="str"><v>199-00001-3</v></c>',
      TipoIngresos: '<c t="str"><v>01&#160;</v></c>',
      IndicadorMontoGravado: '<c t="b"><v>0</v></c>',
      'NombreItem[1]': '<c t="str"><v>Cemento_x000D_&#10;gris</v></c>',
    };
    const { documentos, avisos } = await readAll(
      withCells(
        (fila, header) => (fila === 2 ? cells[header] : undefined),
        '<cellXfs><xf/><xf numFmtId="22"/></cellXfs>',
      ),
    );
    const { arbol, errores } = at(documentos, 2);
    expect(arbol).toMatchObject({
      Encabezado: {
        IdDoc: { FechaVencimientoSecuencia: '31-12-2026', TipoIngresos: '01', IndicadorMontoGravado: '0' },
        Emisor: { FechaEmision: '17-04-2026' },
        Comprador: { RNCComprador: '199000013' },
      },
      DetallesItems: { Item: [{ NombreItem: 'Cemento\ngris' }, {}] },
    });
    expect(errores.map(({ codigo, celda }) => [codigo, celda])).toEqual([
      ['ECF-TEXTO-02', 'fila 2, columna NombreItem[1]'],
    ]);
    expect(avisos).toEqual([
      {
        codigo: 'LIBRO-AJUSTE',
        mensaje: expect.stringMatching(
          /^En la hoja «ECF» se escribió como lo pide el formato lo que traen estas columnas: /,
        ),
        aviso: true,
      },
    ]);
    for (const text of [
      /FechaEmision \([A-Z]+\), 1 celda: «17-04-2026 23:58:34» por «17-04-2026»/,
      /FechaVencimientoSecuencia \([A-Z]+\), 1 celda: «46387» por «31-12-2026»/,
      /TipoIngresos \([A-Z]+\), 1 celda: «01», con espacio duro \(U\+00A0\), por «01»/,
      /IndicadorMontoGravado \([A-Z]+\), 1 celda: «FALSO» por «0»/,
    ])
      expect(avisos[0]!.mensaje).toMatch(text);
  });

  it('a yes or no in a column that takes none is refused in its cell', async () => {
    const { documentos } = await readAll(
      withCells((fila, header) => (fila === 2 && header === 'NombreItem[1]' ? '<c t="b"><v>1</v></c>' : undefined)),
    );
    expect(at(documentos, 2).errores).toContainEqual({
      codigo: 'LIBRO-CELDA',
      mensaje: 'La celda dice VERDADERO (verdadero o falso) y debe ser un texto o un número',
      celda: 'fila 2, columna NombreItem[1]',
    });
  });

  it('nothing of a certification set is fitted: a notice has what the format asks for', async () => {
    const tables = sampleTables();
    setCell(tables.ECF, 2, 'TipoIngresos', '01\u00a0');
    setCell(tables.ECF, 3, 'FechaEmision', '17/04/2026');
    const { documentos, avisos } = await readTables(tables);
    expect(avisos).toEqual([]);
    expect(at(documentos, 2).arbol).toMatchObject({ Encabezado: { IdDoc: { TipoIngresos: '01\u00a0' } } });
    expect(at(documentos, 2).errores).toMatchObject([
      {
        codigo: 'XSD-CODIGO',
        mensaje: expect.stringMatching(/^«01\u00a0», con espacio duro \(U\+00A0\), no es válido/),
      },
      { codigo: 'LIBRO-AJUSTE', celda: 'fila 2, columna TipoIngresos', aviso: true },
    ]);
    expect(at(documentos, 3).arbol).toMatchObject({ Encabezado: { Emisor: { FechaEmision: '17/04/2026' } } });
    expect(at(documentos, 3).errores).toContainEqual({
      codigo: 'LIBRO-AJUSTE',
      mensaje:
        'El formato pide «17-04-2026» y la celda trae «17/04/2026»: la fila es de un set de certificación y no se cambia. Si el set de la DGII dice «17-04-2026», escríbalo en la celda como texto',
      celda: 'fila 3, columna FechaEmision',
      aviso: true,
    });
  });

  it('the cell whose content cannot be read is named', async () => {
    const { documentos } = await readAll(
      withCells((fila, header) => (fila === 5 && header === 'MontoTotal' ? '<c t="e"><v>#REF!</v></c>' : undefined)),
    );
    expect(at(documentos, 5).errores).toContainEqual({
      codigo: 'LIBRO-CELDA',
      mensaje: 'La celda tiene un error de Excel (#REF!)',
      celda: 'fila 5, columna MontoTotal',
    });
  });

  it('an amount in pesos shown in another currency is refused, with only a notice in a certification set', async () => {
    const { headers, rows } = sampleTables().ECF;
    const caso = rows[4]![headers.indexOf('CasoPrueba')];
    const { documentos } = await readAll(
      withCells(
        (fila, header, text) => {
          if (fila === 6 && header === 'CasoPrueba') return `<c t="inlineStr"><is><t>${caso}</t></is></c>`;
          const isShown = (fila === 5 || fila === 6) && /^(MontoTotal|TotalITBIS|Nota)$/.test(header);
          return isShown ? `<c s="1"><v>${text || '1'}</v></c>` : undefined;
        },
        dollars,
        ['Nota'],
      ),
    );
    const currencyFaults = (fila: number) =>
      at(documentos, fila).errores.filter(({ codigo }) => codigo === 'LIBRO-MONEDA');
    const fault = (celda: string) => ({
      codigo: 'LIBRO-MONEDA',
      mensaje:
        'La celda está en otra moneda (US$), y el monto va en pesos: conviértalo, o cambie el formato de la celda',
      celda,
    });
    expect(currencyFaults(5)).toEqual([fault('fila 5, columna TotalITBIS'), fault('fila 5, columna MontoTotal')]);
    expect(currencyFaults(6)).toEqual([
      { ...fault('fila 6, columna TotalITBIS'), aviso: true },
      { ...fault('fila 6, columna MontoTotal'), aviso: true },
    ]);
    expect(currencyFaults(2)).toEqual([]);
  });

  it('a number shown as a percentage is refused where its element has none', async () => {
    const { documentos } = await readAll(
      withCells((fila, header) => {
        const isShown = fila === 5 && /^(CantidadItem\[1\]|ITBIS1)$/.test(header);
        return isShown ? '<c s="1"><v>0.18</v></c>' : undefined;
      }, '<cellXfs><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs>'),
    );
    const { arbol, errores } = at(documentos, 5);
    expect(errores.filter(({ mensaje }) => mensaje.includes('porcentaje'))).toEqual([
      {
        codigo: 'LIBRO-CELDA',
        mensaje: 'La celda es un porcentaje (18 %) y debe ser un número: escríbalo sin el signo %',
        celda: 'fila 5, columna CantidadItem[1]',
      },
    ]);
    expect(arbol.Encabezado).toMatchObject({ Totales: { ITBIS1: '18' } });
  });

  it('an amount in another currency may be shown in another currency', async () => {
    const { documentos } = await readAll(
      withCells(
        (fila, header) =>
          fila === 5 && /^(MontoTotalOtraMoneda|TipoCambio)$/.test(header) ? '<c s="1"><v>60.5</v></c>' : undefined,
        dollars,
        ['TipoMoneda', 'TipoCambio', 'MontoTotalOtraMoneda'],
      ),
    );
    const { arbol, errores } = at(documentos, 5);
    expect(arbol.Encabezado).toMatchObject({ OtraMoneda: { TipoCambio: '60.50', MontoTotalOtraMoneda: '60.50' } });
    expect(errores.filter(({ codigo }) => codigo === 'LIBRO-MONEDA')).toEqual([]);
  });

  it('a repeated eNCF is an error that names the earlier row', async () => {
    const tables = sampleTables();
    setCell(tables.ECF, 3, 'ENCF', 'E310000000001');
    const { documentos } = await readTables(tables);
    expect(at(documentos, 2).errores).toEqual([]);
    expect(at(documentos, 3).errores).toEqual([
      {
        codigo: 'LIBRO-DUPLICADO',
        mensaje: 'El eNCF E310000000001 está repetido: ya aparece en la fila 2',
        campo: 'Encabezado.IdDoc.eNCF',
        celda: 'fila 3, columna ENCF',
      },
    ]);
  });

  it('a line without a line number is an error', async () => {
    const tables = sampleTables();
    setCell(tables.ECF, 2, 'NumeroLinea[2]', null);
    const { documentos } = await readTables(tables);
    expect(at(documentos, 2).errores).toContainEqual(
      expect.objectContaining({ codigo: 'EXCEL-LINEA-SIN-NUMERO', celda: 'fila 2, columna NumeroLinea[2]' }),
    );
  });

  it('a row reports at most 50 errors', async () => {
    const tables = sampleTables();
    const { headers } = tables.ECF;
    for (let line = 3; line < 40; line++) {
      headers.push(`NumeroLinea[${line}]`, `MontoItem[${line}]`);
      for (const row of tables.ECF.rows) row.push('?', '?');
    }
    const { documentos } = await readTables(tables);
    expect(at(documentos, 2).errores).toHaveLength(50);
  });

  it('rows belong to a certification set when CasoPrueba is issuer and number in every row', async () => {
    const tables = sampleTables();
    expect((await readTables(tables)).certificacion).toBe(true);
    setCell(tables.RFCE, 3, 'CasoPrueba', 'otro');
    expect((await readTables(tables)).certificacion).toBe(false);
  });

  it('the issuers of the rows are all returned', async () => {
    const tables = sampleTables();
    setCell(tables.ECF, 2, 'RNCEmisor', '199000056');
    expect([...(await readTables(tables)).rncEmisores].sort()).toEqual(['199000005', '199000056']);
  });
});

describe('the summaries of consumer invoices', () => {
  it('a summary is derived where no row has it', async () => {
    const { ECF, RFCE } = sampleTables();
    RFCE.rows.splice(0, 1);
    const { documentos, rfce } = await readTables({ ECF, RFCE });
    expect(rfce).toBe(2);
    const derived = documentos.filter(({ derivado }) => derivado);
    expect(derived).toMatchObject([
      { esRFCE: true, fila: 4, tipo: '32', eNCF: 'E320000000001', montoTotal: '767.00', errores: [] },
    ]);
    expect(derived[0]!.arbol.Encabezado).not.toHaveProperty('CodigoSeguridadeCF');
    const alone = await readTables({ ECF });
    expect(alone.documentos.filter(({ derivado }) => derivado).map(({ eNCF }) => eNCF)).toEqual([
      'E320000000001',
      'E320000000002',
    ]);
  });

  it('a summary must match its invoice; the error names both cells and both values', async () => {
    const tables = sampleTables();
    setCell(tables.RFCE, 3, 'MontoTotal', '9999.00');
    const { documentos } = await readTables(tables);
    const error = at(documentos, 3, true).errores.find(({ codigo }) => codigo === 'RFCE-RESUMEN-01');
    expect(error!.celda).toBe('fila 3, columna MontoTotal');
    expect(error!.mensaje).toContain('9999.00');
    expect(error!.mensaje).toContain('4244.46');
    expect(error!.mensaje).toContain('fila 5, columna MontoTotal de la hoja ECF');
    expect(at(documentos, 5).errores).toEqual([]);
  });

  it('a summary without its invoice is an error', async () => {
    const tables = sampleTables();
    tables.ECF.rows.splice(2, 1);
    setCell(tables.RFCE, 3, 'ENCF', 'E320000000003');
    const { documentos } = await readTables(tables);
    expect(at(documentos, 2, true).errores).toEqual([
      expect.objectContaining({ codigo: 'LIBRO-RFCE-SIN-ECF', celda: 'fila 2, columna ENCF' }),
    ]);
    expect(at(documentos, 3, true).errores[0]!.mensaje).toContain(
      'El e-CF E320000000003 (fila 5 de la hoja ECF) no se resume',
    );
  });

  it('a summary of an invoice with errors waits for it', async () => {
    const tables = sampleTables();
    setCell(tables.ECF, 4, 'TipoPago', '9');
    setCell(tables.ECF, 5, 'TipoPago', '9');
    tables.RFCE.rows.splice(1, 1);
    const { documentos } = await readTables(tables);
    const errors = documentos.filter(({ esRFCE }) => esRFCE).map(({ derivado, errores }) => [derivado, errores[0]]);
    expect(errors).toEqual([
      [false, expect.objectContaining({ codigo: 'LIBRO-RFCE-ECF-CON-ERRORES', celda: 'fila 2, columna ENCF' })],
      [true, expect.objectContaining({ codigo: 'LIBRO-RFCE-ECF-CON-ERRORES', celda: 'fila 5, columna ENCF' })],
    ]);
  });

  it('summaries are read after the e-CF, whichever sheet comes first', async () => {
    const { ECF, RFCE } = sampleTables();
    const { documentos } = await readTables({ RFCE, ECF });
    expect(documentos.flatMap(({ errores }) => errores)).toEqual([]);
    expect(documentos.findIndex(({ esRFCE }) => esRFCE)).toBe(13);
  });
});

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
