import { importacion, mapeo, reportes } from '@timbre/contract';
import { type InputOf, pathOf, type RouteSpec } from '@timbre/route';
import { columnLetters, openWorkbook, packedBytes, readDirectory } from '@timbre/workbook';
import { toolOf, toolParts } from '@timbre/workbook/testing/tools';
import { textRow, xlsxOf, xlsxParts, zipOf } from '@timbre/workbook/testing/workbooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { makePerson } from '../../../main/testing/people.ts';
import type { Stranger } from '../../../main/testing/stranger.ts';
import { febrero, purchase, sale, storeReceipts, withReports } from '../testing/saved-reports.ts';

const server = withReports();
let company: Stranger;

beforeEach(async () => {
  company = await server.company();
});

/** A call whose answer is a file. */
async function download<const R extends RouteSpec>(route: R, input: InputOf<R>, key = company.sesion) {
  const { body } = input as { body?: object };
  const answer = await server.app.http.fastify.inject({
    method: route.method,
    url: pathOf(route, input as { params?: Record<string, unknown>; query?: Record<string, unknown> }),
    headers: { authorization: `Bearer ${key}` },
    ...(body && { payload: body }),
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  const fileName = /filename="([^"]+)"/.exec(String(answer.headers['content-disposition']))?.[1];
  return { bytes: answer.rawPayload, fileName, contentType: answer.headers['content-type'] };
}

/** Cells of a sheet by their reference. */
function cellsOf(bytes: Buffer, name: string): Record<string, string> {
  const sheet = openWorkbook(bytes, importacion.limitesDelLibro).find((each) => each.name === name)!;
  return Object.fromEntries(
    [...sheet.rows()].flatMap(({ number, cells }) =>
      cells.flatMap((text, column) => (text === undefined ? [] : [[`${columnLetters(column)}${number}`, text]])),
    ),
  );
}

const template = (tipo: '606' | '607', more: object = {}): InputOf<typeof reportes.plantillaDeReporte> => ({
  params: { tipo },
  body: { rnc: company.rnc, fechaInicio: febrero.fechaDesde, fechaFin: febrero.fechaHasta, ...more },
});
const fileForm = (name: string, bytes: Buffer) => {
  const form = new FormData();
  form.append('archivo', new File([new Uint8Array(bytes)], name));
  return form;
};
const upload = (tipo: '606' | '607', bytes: Buffer, key = company.sesion) =>
  server.call(reportes.subirHerramienta, { params: { tipo }, form: fileForm('606.xlsm', bytes) }, key);

describe('the newest saved report as a workbook', () => {
  test('the workbook of purchases and of sales has the tool’s order, with the remarks of each row', async () => {
    await storeReceipts(server, company, [
      purchase('B0100000001', company),
      purchase('B0100000002', company, { respuestas: {} }),
      sale('E310000000001', company),
      sale('B0100000009', company),
    ]);
    for (const tipo of ['606', '607'] as const) await server.generate(company, tipo);
    const compras = await download(reportes.exportarExcel, { params: { tipo: '606' }, query: febrero });
    expect(compras.fileName).toBe(`Reporte_606_${company.rnc}_2026-02-01_2026-02-28.xlsx`);
    expect(cellsOf(compras.bytes, 'Herramienta Formato 606')).toMatchObject({
      C4: company.rnc,
      C5: '202602',
      C6: '2',
      B12: '132111117',
      E12: 'B0100000001',
      L12: '1000.00',
      N12: '180.00',
      Z12: '04 - COMPRA A CREDITO',
      AA13: expect.stringContaining('Falta: Tipo Bienes y Servicios Comprados'),
    });
    const ventas = cellsOf(
      (await download(reportes.exportarExcel, { params: { tipo: '607' }, query: febrero })).bytes,
      'Herramienta Formato 607',
    );
    const states = Object.fromEntries([12, 13].map((line) => [ventas[`D${line}`], ventas[`Y${line}`]]));
    expect(states).toEqual({ B0100000009: undefined, E310000000001: 'e-CF: ya reportado al emitirse' });
  });

  test('the workbook of the IT-1 has its boxes', async () => {
    await storeReceipts(server, company, [purchase('B0100000001', company), sale('B0100000009', company)]);
    for (const tipo of ['606', '607', 'it1'] as const) await server.generate(company, tipo);
    const { bytes } = await download(reportes.exportarExcel, { params: { tipo: 'it1' }, query: febrero });
    const [saved] = (
      await server.call(reportes.listarReportes, { params: { tipo: 'it1' }, query: febrero }, company.sesion)
    ).body;
    const { formulario, anexoA } = saved!.resumen!;
    const cells = cellsOf(bytes, 'IT-1');
    [...formulario, ...anexoA].forEach(({ id, valor }, at) => {
      expect(cells[`B${at + 2}`]).toBe(id);
      expect(Number(cells[`D${at + 2}`])).toBe(Number(valor));
    });
  });

  test('a workbook is refused where no report is saved', async () => {
    const input = { params: { tipo: '606' }, query: febrero } as const;
    expect((await server.call(reportes.exportarExcel, input, company.sesion)).problem.code).toBe('reportes/sin-datos');
  });
});

describe('the template', () => {
  beforeEach(() =>
    storeReceipts(server, company, [
      purchase('B0100000001', company),
      sale('B0100000009', company),
      sale('E310000000001', company),
    ]),
  );

  test('the template without a tool is a plain workbook of the receipts of now', async () => {
    const { bytes, fileName, contentType } = await download(reportes.plantillaDeReporte, template('606'));
    expect(fileName).toMatch(new RegExp(`^Reporte_606_${company.rnc}_\\d{4}-\\d\\d-\\d\\d\\.xlsx$`));
    expect(contentType).toContain('spreadsheetml.sheet');
    expect(cellsOf(bytes, 'Herramienta Formato 606').E12).toBe('B0100000001');
  });

  test('the template of the 607 has the rows that the tool accepts: no electronic sales', async () => {
    const { bytes } = await download(reportes.plantillaDeReporte, template('607'));
    const cells = cellsOf(bytes, 'Herramienta Formato 607');
    expect([cells.C6, cells.D12, cells.D13]).toEqual(['1', 'B0100000009', undefined]);
  });

  test('the template with a tool is the tool, its macros untouched; only where macros are requested', async () => {
    const vba = Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7_919) % 251));
    const tool = toolOf('606', { vba });
    expect((await upload('606', tool)).status).toBe(200);
    const { bytes, fileName, contentType } = await download(reportes.plantillaDeReporte, template('606'));
    expect(fileName).toMatch(/\.xlsm$/);
    expect(contentType).toBe('application/vnd.ms-excel.sheet.macroEnabled.12');
    const part = (file: Buffer) => packedBytes(file, readDirectory(file, 99).get('xl/vbaproject.bin')!);
    expect(part(bytes).equals(part(tool))).toBe(true);
    expect(cellsOf(bytes, 'Herramienta Formato 606')).toMatchObject({ C4: company.rnc, C6: '1', E12: 'B0100000001' });
    for (const more of [{ usarMacros: false }, { formato: 'clasico' }])
      expect((await download(reportes.plantillaDeReporte, template('606', more))).fileName).toMatch(/\.xlsx$/);
  });

  test('the template in the order of the specification has goods in K', async () => {
    const { bytes } = await download(reportes.plantillaDeReporte, template('606', { formato: 'clasico' }));
    expect(cellsOf(bytes, 'Herramienta Formato 606').K12).toBe('1000.00');
  });

  test('the template is refused without rows, in the words of the specification, and for another RNC', async () => {
    const empty = { fechaInicio: '2026-03-01', fechaFin: '2026-03-31' };
    const { problem } = await server.call(reportes.plantillaDeReporte, template('606', empty), company.sesion);
    expect(problem).toMatchObject({
      code: 'reportes/sin-datos',
      detail: 'No hay datos con NCF válidos para generar la plantilla. Primero genere el reporte 606.',
    });
    const other = await server.call(reportes.plantillaDeReporte, template('606', { rnc: '132000005' }), company.sesion);
    expect(other.problem.code).toBe('acceso/denegado');
  });
});

describe('an uploaded tool', () => {
  test('an uploaded tool is shown, replaced and removed, with lines in the record', async () => {
    const tool = toolOf('606');
    const { body } = await upload('606', tool);
    expect(body).toMatchObject({ nombre: '606.xlsm', bytes: tool.length });
    await upload('606', toolOf('606', { rows: 3 }));
    const view = () => server.call(reportes.verHerramientas, {}, company.sesion);
    expect((await view()).body).toMatchObject({ '606': { nombre: '606.xlsm' }, '607': null });
    const remove = () => server.call(reportes.eliminarHerramienta, { params: { tipo: '606' } }, company.sesion);
    expect((await remove()).status).toBe(204);
    expect((await remove()).problem.code).toBe('recurso/no-encontrado');
    expect((await view()).body).toEqual({ '606': null, '607': null });
  });

  test('a file that is no tool is refused, and nothing is stored; another company’s tool is not seen', async () => {
    const { problem } = await upload('607', zipOf(toolParts('606')));
    expect(problem).toMatchObject({ code: 'reportes/herramienta', detail: expect.stringContaining('Formato 607') });
    await upload('606', toolOf('606'));
    const other = await server.company();
    expect((await server.call(reportes.verHerramientas, {}, other.sesion)).body).toEqual({ '606': null, '607': null });
  });

  test('a tool is uploaded by a person who may issue', async () => {
    const reader = await makePerson(server, company, 'consulta');
    expect((await upload('606', toolOf('606'), reader)).problem.code).toBe('acceso/denegado');
  });
});

describe('a workbook of receipts on paper', () => {
  const read = async (name: string, bytes: Buffer, tipo: '606' | '607' = '606') =>
    server.call(reportes.leerLibroDeComprobantes, { params: { tipo }, form: fileForm(name, bytes) }, company.sesion);

  test('a workbook in the columns of the official tool has the exported rows again', async () => {
    await storeReceipts(server, company, [purchase('B0100000001', company)]);
    const { bytes } = await download(reportes.plantillaDeReporte, template('606'));
    expect((await read('a.xlsx', bytes)).body).toMatchObject({
      hoja: 'Herramienta Formato 606',
      avisos: [],
      datos: [
        {
          rnc: '132111117',
          razonSocial: null,
          ncf: 'B0100000001',
          fecha: '2026-02-10',
          montoTotal: '1180.00',
          itbis: '180.00',
          montoBienes: '1000.00',
          tipoBienesServicios: '09',
          itbisProporcionalidad: '0.00',
          itbisCosto: '0.00',
          itbisAdelantar: '180.00',
          formaPago: '04',
        },
      ],
      incidencias: [],
    });
  });

  test('a workbook is read by the names of its headers, as .xlsx and as .csv', async () => {
    const rows = [
      ['Compras de febrero', null, null, null, null, null, null],
      ['RNC/Cédula', 'Razón social', 'NCF', 'NCF modificado', 'Fecha', 'ITBIS facturado', 'Total'],
      ['132-11111-7', 'Suplidora Inventada SRL', 'b0100000001', null, '14/02/2026', '180', '1,180.00'],
    ];
    const expected = {
      rnc: '132111117',
      razonSocial: 'Suplidora Inventada SRL',
      ncf: 'B0100000001',
      fecha: '2026-02-14',
      montoTotal: '1180.00',
      itbis: '180.00',
    };
    expect((await read('a.xlsx', xlsxOf({ Hoja1: rows }))).body.datos).toEqual([expected]);
    const csv = rows.map((row) => row.map((cell) => (cell === null ? '' : `"${cell}"`)).join(';')).join('\r\n');
    expect((await read('a.CSV', Buffer.from(csv, 'latin1'))).body.datos).toEqual([expected]);
  });

  test('a workbook of the company is read by the columns that it mapped once', async () => {
    const rows = [
      ['Ventas del mes', null, null, null, null, null, null],
      ['Proveedor', 'Documento', 'El día', 'Neto', 'Imp.', 'Clase', 'Pagado el'],
      ['132111117', 'B0100000001', '14/02/2026', '1000', '180', '09', '15/02/2026'],
    ];
    const book = xlsxOf({ Hoja1: rows });
    expect((await read('a.xlsx', book)).problem.code).toBe('reportes/formato');
    const body = {
      nombreArchivo: 'compras.xlsx',
      columnasDetectadas: rows[1] as string[],
      mapeo606: {
        Proveedor: 'rnc_cedula',
        Documento: 'ncf',
        'El día': 'fecha_comprobante',
        Neto: 'total_monto_facturado',
        'Imp.': 'campo11',
        Clase: 'tipo_bienes_servicios',
        'Pagado el': 'fecha_pago',
      },
    };
    const saved = await server.call(mapeo.guardarMapeoDinamico, { params: { rnc: company.rnc }, body }, company.sesion);
    expect(saved.status).toBe(200);
    expect((await read('a.xlsx', book)).body).toMatchObject({
      datos: [
        {
          rnc: '132111117',
          ncf: 'B0100000001',
          fecha: '2026-02-14',
          montoTotal: '1180.00',
          itbis: '180.00',
          tipoBienesServicios: '09',
          fechaPago: '2026-02-15',
        },
      ],
      incidencias: [],
    });
  });

  test('each fault of a workbook has its cell, and its row is left out', async () => {
    const rows = [
      ['RNC', 'NCF', 'Fecha', 'Total', 'ITBIS'],
      ['132111117', 'B0100000001', '31/02/2026', 'mil', '180'],
      [null, null, '14/02/2026', '10', null],
      ['132111117', 'B0100000003', '14/02/2026', '10', null],
    ];
    const { body } = await read('a.xlsx', xlsxOf({ Hoja1: rows }));
    expect(body.datos.map(({ ncf }) => ncf)).toEqual(['B0100000003']);
    expect(body.incidencias).toEqual([
      { celda: 'D2', mensaje: '«mil» no es un monto' },
      { celda: 'C2', mensaje: '«31/02/2026» no es una fecha: escríbala como 31/12/2026' },
      { celda: 'A3', mensaje: 'Falta el RNC o la cédula' },
      { celda: 'B3', mensaje: 'Falta el NCF' },
    ]);
  });

  test('a workbook with dates and amounts in the types of Excel is read', async () => {
    const styles =
      '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
    const cells =
      '<row r="2"><c r="A2"><v>132111117</v></c><c r="B2" t="inlineStr"><is><t>B0100000001</t></is></c><c r="C2" s="1"><v>46067</v></c><c r="D2"><v>1180.5</v></c></row>';
    const source = textRow(1, ['RNC', 'NCF', 'Fecha', 'Total']) + cells;
    const { body } = await read('a.xlsx', zipOf(xlsxParts({ Hoja1: source }, { styles })));
    expect(body.incidencias).toEqual([]);
    expect(body.datos).toMatchObject([{ rnc: '132111117', fecha: '2026-02-14', montoTotal: '1180.50' }]);
  });

  test.each<[string, string, Buffer, string]>([
    ['with too many', 'a.csv', Buffer.from(`RNC,NCF,Fecha,Total\n${'1,2,3,4\n'.repeat(1_001)}`), 'más de 1,000'],
    ['without headers', 'a.csv', Buffer.from('uno,dos\n1,2'), '«RNC» y «NCF»'],
    ['without rows', 'a.csv', Buffer.from('RNC,NCF,Fecha,Total\n'), 'no tiene comprobantes'],
    ['that is none', 'a.xlsx', Buffer.from('hola'), 'no es un libro'],
  ])('%s is refused', async (_, name, bytes, says) => {
    const { problem } = await read(name, bytes);
    expect(problem).toMatchObject({ code: 'reportes/formato', detail: expect.stringContaining(says) });
  });

  test('a workbook of another kind of file is refused by its name', async () => {
    expect((await read('a.pdf', Buffer.from('RNC,NCF'))).problem.code).toBe('archivo/tipo');
  });
});
