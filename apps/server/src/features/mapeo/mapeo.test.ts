import { utils, write } from '@e965/xlsx';
import { auditoria, mapeo } from '@timbre/contract';
import type { AccountMapping } from '@timbre/reports';
import { sheetXml, xlsxOf, xlsxParts, zipOf } from '@timbre/workbook/testing/workbooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { makePerson } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { mapeoOf } from './service.ts';

const server = withServer();
let company: Stranger;
const params = () => ({ rnc: company.rnc });

beforeEach(async () => {
  company = await stranger(server, bare);
});

const whole: AccountMapping = {
  mapping606: { campo11: ['1106'], monto_facturado_bienes: ['5101', '5102'] },
  mapping607: { campo9: ['2105'] },
  mapeoTipos606: { '5101': '09' },
  mapeoTipos607: { '4101': 1 },
};

const save = (body: object, key = company.sesion) =>
  server.call(mapeo.guardarMapeoDeCuentas, { params: params(), body: body as never }, key);
const view = async () => (await server.call(mapeo.verMapeoDeCuentas, { params: params() }, company.sesion)).body;
const fileOf = (name: string, content: string | Buffer, more: Record<string, string> = {}) => {
  const form = new FormData();
  form.append('archivo', new File([typeof content === 'string' ? content : new Uint8Array(content)], name));
  for (const [key, value] of Object.entries(more)) form.append(key, value);
  return form;
};
const readBook = (name: string, content: string | Buffer, more: Record<string, string> = {}) =>
  server.call(mapeo.leerLibroDeCuentas, { params: params(), form: fileOf(name, content, more) }, company.sesion);
const readMapping = (name: string, content: string | Buffer) =>
  server.call(mapeo.leerArchivoDeMapeo, { params: params(), form: fileOf(name, content) }, company.sesion);

describe('the mapping', () => {
  test('the mapping is empty until somebody saves, and then is what was saved, for the reports too', {
    tags: ['SR7-10'],
  }, async () => {
    expect(await view()).toEqual({
      version: 0,
      fechaActualizacion: null,
      por: null,
      mapeo: { mapping606: {}, mapping607: {}, mapeoTipos606: {}, mapeoTipos607: {} },
    });
    const { status, body } = await save({ version: 0, mapeo: whole, fechaActualizacion: '2026-01-01' });
    expect([status, body.version]).toEqual([200, 1]);
    expect(await view()).toMatchObject({ version: 1, mapeo: whole });
    expect(await server.ctx.db.reading(company.id, (tx) => mapeoOf(tx, company.id))).toEqual(whole);
  });

  test('the mapping may stand by itself, and in the older shape; a part that is not sent stays', async () => {
    await save(whole);
    await save({ mapping607: { campo10: ['1'] } });
    await save({ reporte606: { alquileres: { cuentas: ['6200'] } } });
    expect((await view()).mapeo).toEqual({
      ...whole,
      mapping607: { campo10: ['1'] },
      mapeoTipos606: { '6200': '03' },
    });
  });

  test('of two people who change the same version the second is refused, and nothing is lost', async () => {
    await save({ version: 0, mapeo: whole });
    const luis = await makePerson(server, company, 'administrador');
    expect((await save({ version: 1, mapping606: { campo12: ['9'] } }, luis)).status).toBe(200);
    const { problem } = await save({ version: 1, mapping606: {} });
    expect(problem.code).toBe('mapeo/cambiado');
    expect(problem.detail).toMatch(/^Lo guardó .+ después de que usted lo cargó$/);
    expect((await view()).mapeo.mapping606).toEqual({ campo12: ['9'] });
    const first = await Promise.all([1, 2, 3].map(() => save({ version: 2, mapping606: { campo12: ['8'] } })));
    expect(first.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('of several who save for the first time at once, one succeeds', async () => {
    const all = await Promise.all([1, 2, 3].map((n) => save({ version: 0, mapping606: { campo12: [`${n}`] } })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await view()).version).toBe(1);
  });

  test('a mapping with unknown fields or codes is refused with all of them', async () => {
    const { problem } = await save({ mapping606: { campo99: ['1'] }, mapeoTipos607: { '1': 9 } });
    expect(problem).toMatchObject({
      code: 'mapeo/invalido',
      detail: '606: el campo «campo99» no existe o no lleva cuentas; Tipos 607: «9» de la cuenta 1 no es un código',
    });
    expect((await save({ otra: 1 })).problem.code).toBe('mapeo/no-reconocido');
    expect((await save({ ...whole, version: 'x' })).problem.code).toBe('peticion/invalida');
    expect((await view()).version).toBe(0);
  });

  test('each change is in the record; one that empties the mapping has how much', async () => {
    await save(whole);
    await save({ mapping606: {}, mapping607: {}, mapeoTipos606: {}, mapeoTipos607: {} });
    const { body } = await server.call(auditoria.listarAuditoria, { query: {} }, company.sesion);
    const descriptions = body.entradas.map(({ descripcion }) => descripcion);
    expect(descriptions).toContain('Eliminó todo el mapeo de cuentas: 6 asignaciones');
    expect(descriptions).toContain(
      'Guardó el mapeo: 3 cuentas en el 606, 1 cuenta en el 607, 1 cuenta con tipo 606 y 1 cuenta con tipo 607',
    );
  });

  test('a read-only person may see the mapping and not change it', async () => {
    const reader = await makePerson(server, company, 'consulta');
    const seen = await server.call(mapeo.verMapeoDeCuentas, { params: params() }, reader);
    expect(seen.status).toBe(200);
    expect((await save(whole, reader)).problem.code).toBe('acceso/denegado');
    expect((await save(whole, await makePerson(server, company, 'contador'))).status).toBe(200);
  });
});

describe('the classifications', () => {
  test('the classifications are read and saved by themselves, with the codes of the tables', {
    tags: ['SR7-10'],
  }, async () => {
    await save(whole);
    const bienes = {
      version: 1,
      rnc: company.rnc,
      tipoReporte: '606',
      mappingTiposBienesServicios: { a: '02', b: '11' },
    } as const;
    const key = company.sesion;
    const saved = await server.call(mapeo.guardarTiposDeBienes, { params: params(), body: bienes }, key);
    expect(saved.body.version).toBe(2);
    const ingresos = { tipoReporte: '607', mapeoTipos: { c: '06' } } as const;
    await server.call(mapeo.guardarTiposDeIngresos, { params: params(), body: ingresos }, key);
    const of606 = await server.call(mapeo.verTiposDeBienes, { params: params(), query: { tipoReporte: '606' } }, key);
    const of607 = await server.call(mapeo.verTiposDeIngresos, { params: params(), query: {} }, key);
    expect(of606.body.mapeoTipos).toEqual({ a: '02', b: '11' });
    expect(of607.body.mapeoTipos).toEqual({ c: '06' });
    expect((await view()).mapeo).toMatchObject({ mapping606: whole.mapping606, mapeoTipos607: { c: 6 } });
  });

  test('the classifications need their own key, and codes that exist', async () => {
    const send = (body: object) =>
      server.call(mapeo.guardarTiposDeBienes, { params: params(), body: body as never }, company.sesion);
    expect((await send({ mapping606: {} })).problem.code).toBe('mapeo/no-reconocido');
    expect((await send({ mapeoTipos: { a: '12' } })).problem.code).toBe('mapeo/invalido');
  });

  test('a classification said to be of another report or company, or sent twice with two values, is refused', async () => {
    const send = async (body: object) =>
      (await server.call(mapeo.guardarTiposDeIngresos, { params: params(), body: body as never }, company.sesion))
        .problem;
    const mapeoTipos = { c: '06' };
    expect(await send({ mapeoTipos, tipoReporte: '606' })).toMatchObject({
      detail: 'tipoReporte debe ser uno de: 607',
    });
    expect(await send({ mapeoTipos, rnc: '131880600' })).toMatchObject({ code: 'acceso/denegado' });
    expect(await send({ mapeoTipos, mappingTiposIngresos: { c: '01' } })).toMatchObject({
      detail: 'Envíe «mappingTiposIngresos» o «mapeoTipos», o los dos iguales: es lo mismo',
    });
  });
});

describe('the catalogue', () => {
  const saveAll = (cuentas: object[], more: object = {}) =>
    server.call(mapeo.guardarCatalogoDeCuentas, { params: params(), body: { cuentas, ...more } }, company.sesion);
  const viewAll = async () =>
    (await server.call(mapeo.verCatalogoDeCuentas, { params: params() }, company.sesion)).body;

  test('the catalogue is saved under our names and under those of QuickBooks', { tags: ['SR3-12'] }, async () => {
    const { body } = await saveAll([
      { id: '6101', name: 'Luz', type: 'Gasto' },
      { Id: '7', AcctNum: '6102', Name: 'Agua', AccountType: 'Expense', AccountSubType: 'Utilities' } as object,
      { id: '6101', name: 'Otra' },
      { name: 'Sin código' },
    ]);
    expect(body).toMatchObject({ version: 1, total: 2 });
    const blank = { description: '', active: true, currency: 'DOP' };
    expect((await viewAll()).cuentas).toEqual([
      { ...blank, id: '6101', accountNumber: '6101', name: 'Luz', type: 'Gasto', detailType: '' },
      { ...blank, id: '7', accountNumber: '6102', name: 'Agua', type: 'Expense', detailType: 'Utilities' },
    ]);
  });

  test('a catalogue of 20,000 accounts is stored whole; one more is refused, and so is none', async () => {
    const many = Array.from({ length: 20_001 }, (_, n) => ({ id: `${n}`, name: `Cuenta ${n}` }));
    expect((await saveAll(many.slice(1))).body).toMatchObject({ total: 20_000 });
    expect((await viewAll()).cuentas).toHaveLength(20_000);
    expect((await saveAll(many)).problem.code).toBe('mapeo/cuentas');
    expect((await saveAll([{ name: 'Sin código' }])).problem.code).toBe('mapeo/cuentas');
    expect((await saveAll(many.slice(1), { version: 7 })).problem.code).toBe('mapeo/cambiado');
  });

  test('a workbook has its sheets, the first rows and the accounts of the chosen one', async () => {
    const book = xlsxOf({
      Portada: [['Empresa Inventada']],
      Catálogo: [
        ['Catálogo de cuentas'],
        ['Código', 'Nombre', 'Tipo'],
        ['1101', 'Caja', 'Activo'],
        ['6101', 'Luz', 'Gasto'],
      ],
    });
    const { body: first } = await readBook('cuentas.xlsx', book);
    expect(first).toMatchObject({ hojas: ['Portada', 'Catálogo'], hoja: 'Portada', cuentas: [] });
    expect(first.falta).toBe('No se pudieron encontrar los encabezados de las columnas');
    const { body } = await readBook('cuentas.xlsx', book, { hoja: 'Catálogo' });
    expect(body.falta).toBeNull();
    expect(body.vista[2]).toEqual(['1101', 'Caja', 'Activo']);
    expect(body.cuentas.map(({ id, name, type }) => [id, name, type])).toEqual([
      ['1101', 'Caja', 'Activo'],
      ['6101', 'Luz', 'Gasto'],
    ]);
  });

  test.each([
    [
      'below titles',
      [['Empresa Inventada SRL'], [], ['Compras de marzo de 2026', 'RD$'], ['Proveedor', 'Tax', 'Doc']],
      4,
    ],
    ['in the first row', [['Proveedor', 'Tax', 'Doc']], 1],
    [
      'above rows with as many texts',
      [
        ['', ''],
        ['Proveedor', 'Tax', 'Doc'],
        ['Uno SRL', 'sí', 'factura'],
      ],
      2,
    ],
  ] as const)('the row that names the columns is found %s', async (_, above, fila) => {
    const data = [
      ['Suplidora SRL', '180.00', 'B0100000007'],
      ['Otra SRL', '18.00', 'B0100000008'],
    ];
    const { body } = await readBook('a.xlsx', xlsxOf({ Hoja: [...above.map((row) => [...row]), ...data] }));
    expect(body.encabezados).toMatchObject({ fila, columnas: ['Proveedor', 'Tax', 'Doc'] });
    expect(body.encabezados!.filas[0]).toEqual(['Proveedor', 'Tax', 'Doc']);
    expect(body.encabezados!.filas.slice(-2)).toEqual(data);
  });

  test('a sheet of numbers alone names no column', async () => {
    const { body } = await readBook('a.csv', '1,2\n3,4\n');
    expect([body.encabezados, body.vista.length]).toEqual([null, 2]);
  });

  test.each(['xlsx', 'biff8'] as const)('hidden sheets are named and not read, in %s', async (bookType) => {
    const book = utils.book_new();
    const sheet = (name: string) =>
      utils.aoa_to_sheet([['Account List'], ['Account #', 'Full name', 'Saldo'], ['1', name, 5]]);
    for (const name of ['Borrador', 'Catálogo']) utils.book_append_sheet(book, sheet(name), name);
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
    const { body } = await readBook(
      bookType === 'xlsx' ? 'a.xlsx' : 'a.xls',
      write(book, { type: 'buffer', bookType }),
    );
    expect(body).toMatchObject({ hojas: ['Catálogo'], hoja: 'Catálogo', filasOcultas: 0 });
    expect(body.cuentas.map(({ name }) => name)).toEqual(['Catálogo']);
    expect(body.avisos).toEqual([expect.stringMatching(/^La hoja «Borrador» está oculta y no se lee/)]);
    expect(body.columnas).toEqual([
      { letra: 'A', encabezado: 'Account #', dato: 'Número' },
      { letra: 'B', encabezado: 'Full name', dato: 'Nombre' },
      { letra: 'C', encabezado: 'Saldo', dato: null },
    ]);
  });

  test('hidden rows are counted, and read only when that is wanted', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Código', 'Nombre'],
      ['1', 'Caja'],
      ['2', 'Banco'],
      ['3', 'Luz'],
    ]);
    sheet['!rows'] = [{}, {}, { hidden: true }, {}];
    const book = utils.book_new(sheet, 'Cuentas');
    const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' });
    const read = async (more = {}) => (await readBook('a.xlsx', bytes, more)).body;
    const [without, whole] = [await read(), await read({ filasOcultas: 'leer' })];
    expect([without.filasOcultas, whole.filasOcultas]).toEqual([1, 1]);
    expect([without, whole].map(({ cuentas }) => cuentas.map(({ id }) => id))).toEqual([
      ['1', '3'],
      ['1', '2', '3'],
    ]);
  });

  test('a text of separated values is read; another file is refused with the reason', async () => {
    const { body } = await readBook('cuentas.csv', 'Number;Name\n1101;Caja\n');
    expect(body.cuentas.map(({ name }) => name)).toEqual(['Caja']);
    expect((await readBook('cuentas.csv', '')).body.falta).toBe('La hoja no contiene datos');
    expect((await readBook('cuentas.pdf', 'x')).problem.code).toBe('archivo/tipo');
    expect((await readBook('cuentas.xlsx', 'x')).problem).toMatchObject({ code: 'mapeo/archivo' });
    expect((await readBook('cuentas.csv', 'Number;Name\n1;2', { hoja: 'Otra' })).problem.code).toBe(
      'recurso/no-encontrado',
    );
  });
});

describe('a workbook with a cell in its last column in each of many rows', () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => `<row r="${i + 1}"><c r="XFD${i + 1}"><v>1</v></c></row>`);
  const wide = zipOf({
    ...xlsxParts({ Hoja: '' }),
    'xl/worksheets/sheet1.xml': sheetXml(rows.join('')),
  });
  const refused = {
    status: 422,
    code: 'mapeo/archivo',
    detail: expect.stringContaining('columna XFD y se admiten 256 columnas'),
  };

  test('a very wide workbook is refused as a catalogue and as a mapping, with the column', async () => {
    expect((await readBook('cuentas.xlsx', wide)).problem).toMatchObject(refused);
    expect((await readMapping('mapeo.xlsx', wide)).problem).toMatchObject(refused);
  });

  test('a very wide workbook is refused as a text of separated values', async () => {
    const csv = `${',1'.repeat(300)}\n`.repeat(5);
    const detail = expect.stringContaining('se admiten 256 columnas');
    expect((await readBook('cuentas.csv', csv)).problem).toMatchObject({ ...refused, detail });
  });
});

describe('a file with a mapping', () => {
  test('a mapping in JSON or in a sheet is read, with its refused parts', async () => {
    const { body } = await readMapping('mapeo.json', JSON.stringify({ ...whole, mapping606: { campo17: ['1'] } }));
    expect(body).toEqual({
      partes: { ...whole, mapping606: {} },
      descartes: ['606: el campo «campo17» no existe o no lleva cuentas'],
    });
    const rows = [
      ['Reporte', 'Campo', 'Cuenta'],
      ['606', 'campo11', '1106'],
      ['tipos607', '02', '4101'],
    ];
    const sheet = await readMapping('mapeo.xlsx', xlsxOf({ Mapeo: rows }));
    expect(sheet.body.partes).toEqual({ mapping606: { campo11: ['1106'] }, mapeoTipos607: { '4101': 2 } });
    expect((await readMapping('m.csv', rows.map((row) => row.join(',')).join('\n'))).body).toEqual(sheet.body);
  });

  test('a file without a mapping is refused in the words of the specification', { tags: ['SR5-46'] }, async () => {
    for (const [name, content] of [
      ['m.json', '{"otra":1}'],
      ['m.csv', 'Código,Nombre\n1,Caja'],
    ] as const)
      expect((await readMapping(name, content)).problem).toMatchObject({
        code: 'mapeo/no-reconocido',
        title: 'Archivo no válido: no contiene mapeos reconocidos',
      });
    expect((await readMapping('m.json', '{')).problem.code).toBe('mapeo/archivo');
  });
});

describe('the columns', () => {
  const key = () => company.sesion;
  test('the columns of Excel are the initial ones until others are chosen', async () => {
    const viewed = () => server.call(mapeo.verColumnasExcel, { params: params() }, key());
    expect((await viewed()).body).toMatchObject({ version: 0, columnasExcel606: { campo12: 'P' } });
    const body = { version: 0, columnasExcel606: { campo12: 'AB', total_monto_facturado: 'A' } };
    await server.call(mapeo.guardarColumnasExcel, { params: params(), body }, key());
    expect((await viewed()).body).toMatchObject({
      version: 1,
      columnasExcel606: { campo12: 'AB', campo11: 'O', total_monto_facturado: 'M' },
    });
    const bad = { columnasExcel606: { campo99: 'A' } };
    const { problem } = await server.call(mapeo.guardarColumnasExcel, { params: params(), body: bad }, key());
    expect(problem.code).toBe('mapeo/invalido');
  });

  test('the columns of a workbook of the company feed fields that exist', { tags: ['SR7-10'] }, async () => {
    const entity = {
      rnc: company.rnc,
      nombreArchivo: 'compras.xlsx',
      hojaSeleccionada: 'Mayo',
      columnasDetectadas: ['NCF', 'ITBIS'],
      mapeo606: { ITBIS: 'campo11' },
      mapeo607: {},
    };
    const saved = await server.call(mapeo.guardarMapeoDinamicoCompleto, { body: entity }, key());
    expect(saved.body.version).toBe(1);
    const viewed = await server.call(mapeo.verMapeoDinamico, { params: params() }, key());
    expect(viewed.body).toMatchObject(entity);
    const body = { version: 1, columnasDetectadas: ['NCF'], mapeo606: { Total: 'campo11' } };
    const { problem } = await server.call(mapeo.guardarMapeoDinamico, { params: params(), body }, key());
    expect(problem).toMatchObject({ code: 'mapeo/invalido', detail: '606: la columna «Total» no está en la hoja' });
  });
});
