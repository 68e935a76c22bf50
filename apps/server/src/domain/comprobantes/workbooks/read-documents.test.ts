import { computeTotals, type ECF, writeSheet } from '@timbre/ecf';
import { writeXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import { rowOf, type SheetTable, sampleNow, sampleTables, setCell, xlsxOfTables } from './testing/document-rows.ts';
import { at, readAll, readTables } from './testing/read-all.ts';

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

  it('each document of a workbook with errors has the head from which its row is made', async () => {
    const tables = sampleTables();
    setCell(tables.ECF, 4, 'TipoPago', '9');
    setCell(tables.ECF, 5, 'TipoPago', '9');
    tables.RFCE.rows.splice(1, 1);
    const { documentos } = await readTables(tables);
    const heads = documentos.map(({ arbol }) => (arbol as ECF).Encabezado?.IdDoc?.eNCF);
    expect(heads).toEqual(documentos.map(({ eNCF }) => eNCF));
  });

  it('summaries are read after the e-CF, whichever sheet comes first', async () => {
    const { ECF, RFCE } = sampleTables();
    const { documentos } = await readTables({ RFCE, ECF });
    expect(documentos.flatMap(({ errores }) => errores)).toEqual([]);
    expect(documentos.findIndex(({ esRFCE }) => esRFCE)).toBe(13);
  });
});
