import { describe, expect, it } from 'vitest';
import { sampleTables, setCell } from './testing/document-rows.ts';
import { at, dollars, readAll, readTables, withCells } from './testing/read-all.ts';

describe('the rows of a workbook', () => {
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
});
