import { reportes } from '@timbre/contract';
import { type InputOf, pathOf, type RouteSpec } from '@timbre/route';
import { columnIndex } from '@timbre/workbook';
import { toolOf } from '@timbre/workbook/testing/tools';
import { textRow, xlsxParts, zipOf } from '@timbre/workbook/testing/workbooks';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Stranger } from '../../../main/testing/stranger.ts';
import { febrero, withReports } from '../testing/saved-reports.ts';

type Registro = reportes.RegistroCargado;
type Tipo = '606' | '607';

const server = withReports();
let from: Stranger;

const supplier = { rnc: '132111117', fecha: '10-02-2026', montoTotal: '1180.00', itbis: '180.00' };
const noCredit = { itbisProporcionalidad: '0.00', itbisCosto: '0.00' };
/** A month of purchases and one of sales in which every field of the layouts is filled somewhere. */
const month: Readonly<Record<Tipo, readonly Registro[]>> = {
  '606': [
    { ...supplier, ...noCredit, ncf: 'B0100000001', montoBienes: '1000', tipoBienesServicios: '09', formaPago: '04' },
    {
      ...supplier,
      ncf: 'B1100000002',
      rnc: '00100000009',
      montoServicios: '1000.00',
      tipoBienesServicios: '02',
      fechaPago: '27-02-2026',
      itbisRetenido: '180.00',
      itbisProporcionalidad: '20.00',
      itbisCosto: '30.50',
      tipoRetencionIsr: '02',
      retencionRenta: '100.00',
      formaPago: '02',
    },
    {
      ...supplier,
      ...noCredit,
      ncf: 'B0100000003',
      montoTotal: '1420.00',
      montoServicios: '400.00',
      impuestoSelectivo: '100.00',
      otrosImpuestos: '40.00',
      propinaLegal: '100.00',
      tipoBienesServicios: '05',
      fechaPago: '12-02-2026',
      itbisRetenido: '0.00',
      formaPago: '03',
    },
    {
      ...supplier,
      ...noCredit,
      ncf: 'B0400000004',
      ncf_modificado: 'B0100000001',
      montoBienes: '1000',
      tipoBienesServicios: '09',
      formaPago: '06',
    },
    {
      ...supplier,
      ncf: 'B1300000005',
      rnc: null,
      montoBienes: '1000',
      tipoBienesServicios: '06',
      formaPago: '01',
      ...noCredit,
    },
  ],
  '607': [
    {
      ...supplier,
      ncf: 'B0100000001',
      tipoIngreso: '1',
      fechaRetencion: '27-02-2026',
      itbisRetenidoTerceros: '54.00',
      retencionRentaTerceros: '20.00',
      efectivo: '180.00',
      chequeTransferenciaDeposito: '100.00',
      tarjeta: '100.00',
      ventaCredito: '500.00',
      bonos: '100.00',
      permuta: '100.00',
      otrasFormas: '100.00',
    },
    {
      ...supplier,
      ncf: 'B1500000002',
      montoTotal: '1420.00',
      impuestoSelectivo: '100.00',
      otrosImpuestos: '40.00',
      propinaLegal: '100.00',
      tipoIngreso: '4',
      ventaCredito: '1420.00',
    },
    {
      ...supplier,
      ncf: 'B0200000003',
      rnc: 'PA123456',
      montoTotal: '472000.00',
      itbis: '72000.00',
      tipoIngreso: '6',
      tarjeta: '472000.00',
    },
    { ...supplier, ncf: 'B0400000004', ncf_modificado: 'B0100000001', tipoIngreso: '1' },
    { ...supplier, ncf: 'B0300000005', ncf_modificado: 'B0100000001', tipoIngreso: '1', ventaCredito: '1180.00' },
  ],
};

const load = ({ sesion }: Stranger, tipo: Tipo, datos: readonly Registro[]) =>
  server.call(reportes.cargarComprobantes, { params: { tipo }, body: { datos: [...datos] } }, sesion);
const rowsOf = async ({ sesion, rnc }: Stranger, tipo: Tipo) => {
  const input = { params: { tipo }, query: { periodo: '202602' } };
  const { comprobantes } = (await server.call(reportes.listarComprobantes, input, sesion)).body;
  return comprobantes.map(({ fila, pendientes }) => ({
    fila: JSON.stringify(fila).replaceAll(rnc, 'PROPIO'),
    pendientes,
  }));
};

beforeAll(async () => {
  from = await server.company();
  for (const tipo of ['606', '607'] as const) {
    const { body } = await load(from, tipo, month[tipo]);
    expect(body).toEqual({ cargados: month[tipo].length, repetidos: [], rechazados: [], avisos: [] });
    const form = new FormData();
    form.append('archivo', new File([new Uint8Array(toolOf(tipo))], `${tipo}.xlsm`));
    await server.call(reportes.subirHerramienta, { params: { tipo }, form }, from.sesion);
    await server.generate(from, tipo);
  }
});

async function download<const R extends RouteSpec>(route: R, input: InputOf<R>): Promise<Buffer> {
  const { body } = input as { body?: object };
  const answer = await server.app.http.fastify.inject({
    method: route.method,
    url: pathOf(route, input as { params?: Record<string, unknown>; query?: Record<string, unknown> }),
    headers: { authorization: `Bearer ${from.sesion}` },
    ...(body && { payload: body }),
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.rawPayload;
}
const template = (tipo: Tipo, more: object) => {
  const body = { fechaInicio: febrero.fechaDesde, fechaFin: febrero.fechaHasta, ...more };
  return download(reportes.plantillaDeReporte, { params: { tipo }, body });
};
const readIn = async ({ sesion }: Stranger, tipo: Tipo, name: string, bytes: Buffer) => {
  const form = new FormData();
  form.append('archivo', new File([new Uint8Array(bytes)], name));
  return (await server.call(reportes.leerLibroDeComprobantes, { params: { tipo }, form }, sesion)).body;
};

const files: readonly (readonly [string, (tipo: Tipo) => Promise<Buffer>])[] = [
  ['plantilla.xlsx', (tipo) => template(tipo, { usarMacros: false })],
  ['herramienta.xlsm', (tipo) => template(tipo, { usarMacros: true })],
  ['reporte.xlsx', (tipo) => download(reportes.exportarExcel, { params: { tipo }, query: febrero })],
  ['reporte.csv', (tipo) => download(reportes.exportarCsv, { params: { tipo }, query: febrero })],
];

describe.each(files)('a month exported as %s', (name, file) => {
  test.each(['606', '607'] as const)('and loaded in another company is equal row for row: %s', async (tipo) => {
    const to = await server.company();
    const { datos, incidencias } = await readIn(to, tipo, name, await file(tipo));
    expect(incidencias).toEqual([]);
    expect((await load(to, tipo, datos)).body.rechazados).toEqual([]);
    const rows = await rowsOf(from, tipo);
    expect(rows.map(({ pendientes }) => pendientes)).toEqual(rows.map(() => []));
    expect(await rowsOf(to, tipo)).toEqual(rows);
  });
});

describe('a TXT for the DGII', () => {
  const txtOf = async ({ rnc, sesion }: Stranger, tipo: Tipo) => {
    const url = `/api/reportes-fiscales/${tipo}/export/txt?fechaDesde=2026-02-01&fechaHasta=2026-02-28`;
    const answer = await server.app.http.fastify.inject({ url, headers: { authorization: `Bearer ${sesion}` } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.body.replaceAll(rnc, 'PROPIO');
  };

  test.each(['606', '607'] as const)('is loaded whole: it is written again byte for byte: %s', async (tipo) => {
    const to = await server.company();
    const written = await txtOf(from, tipo);
    const { datos, incidencias, avisos } = await readIn(
      to,
      tipo,
      'DGII_F.TXT',
      Buffer.from(`${written.replaceAll('PROPIO', to.rnc)}\r\n`),
    );
    expect([incidencias, avisos.filter((aviso) => !aviso.includes('se ajust'))]).toEqual([[], []]);
    expect((await load(to, tipo, datos)).body.rechazados).toEqual([]);
    expect((await rowsOf(to, tipo)).flatMap(({ pendientes }) => pendientes)).toEqual([]);
    expect(await txtOf(to, tipo)).toBe(written);
  });

  const read = (text: string, tipo: Tipo = '606') => {
    const form = new FormData();
    form.append('archivo', new File([text], 'filed.txt'));
    return server.call(reportes.leerLibroDeComprobantes, { params: { tipo }, form }, from.sesion);
  };
  const line = '132111117|1|09|B0100000001||20260210|||1000.00|1000.00|180||||180||||||||04';

  test.each([
    ['607', '606|PROPIO|202602|0', 'Es un TXT del 606, y se carga el 607: elija el reporte arriba.'],
    ['606', '606|101010632|202602|0', 'El TXT es del RNC 101010632, y su empresa tiene el RNC PROPIO.'],
    ['606', '606|PROPIO|2026|0', 'La primera línea debe ser 606|RNC|AAAAMM|cantidad y dice «606|PROPIO|2026|0».'],
    ['606', '606|PROPIO|202602|0', 'La hoja «TXT del 606» no tiene comprobantes.'],
  ] as const)('is refused by the %s if it begins with %s', async (tipo, text, detail) => {
    const { status, problem } = await read(text.replaceAll('PROPIO', from.rnc), tipo);
    expect([status, problem.detail]).toEqual([422, detail.replaceAll('PROPIO', from.rnc)]);
  });

  test('has its short lines named, and a header that does not agree with its lines is told', async () => {
    const { body } = await read(`606|${from.rnc}|202602|5\n${line}\n\n${line.replace('||||180', '||180')}\n`);
    expect(body.datos.map(({ ncf, montoTotal, itbisAdelantar }) => [ncf, montoTotal, itbisAdelantar])).toEqual([
      ['B0100000001', '1180.00', '180.00'],
    ]);
    expect(body.incidencias).toContainEqual({
      celda: 'D4',
      mensaje: 'La línea 4 tiene 21 campos y el formato tiene 23',
    });
    expect(body.avisos[0]).toBe('El encabezado del TXT dice 5 líneas y el archivo tiene 2');
  });
});

test('a workbook in the order of the specification has its goods and its services in their own columns', async () => {
  const bytes = await template('606', { formato: 'clasico' });
  const { datos } = await readIn(from, '606', 'clasico.xlsx', bytes);
  const { comprobantes } = (
    await server.call(
      reportes.listarComprobantes,
      { params: { tipo: '606' }, query: { periodo: '202602' } },
      from.sesion,
    )
  ).body;
  expect(datos.map(({ ncf, montoServicios = null, montoBienes = null }) => [ncf, montoServicios, montoBienes])).toEqual(
    comprobantes.map(({ ncf, fila }) => [ncf, fila.monto_servicios ?? null, fila.monto_bienes ?? null]),
  );
});

test('the lists of a tool are read as the tool writes them, and a text of no list is a fault of its cell', async () => {
  const cells: string[] = [];
  const at = (letter: string, value: string) => {
    cells[columnIndex(letter)] = value;
  };
  for (const [letter, value] of Object.entries({
    B: '132111117',
    C: '1',
    D: '09 -COMPRAS Y GASTOS QUE FORMARAN PARTE DEL COSTO DE VENTA ',
    E: 'B0100000001',
    G: '202602',
    H: '10',
    I: '202602',
    J: '12',
    L: '1000',
    M: '1000',
    N: '180',
    R: '180',
    Z: '01 - EFECTIVO',
  }))
    at(letter, value);
  const row = (number: number) =>
    textRow(
      number,
      Array.from(cells, (cell) => cell ?? null),
    );
  const first = row(12);
  at('Z', 'FIADO');
  const book = zipOf(xlsxParts({ 'Herramienta Formato 606': first + row(13) }));
  const { datos, incidencias } = await readIn(from, '606', '606.xlsx', book);
  expect(datos).toEqual([
    {
      rnc: '132111117',
      razonSocial: null,
      ncf: 'B0100000001',
      fecha: '2026-02-10',
      montoTotal: '1180.00',
      itbis: '180.00',
      montoBienes: '1000.00',
      tipoBienesServicios: '09',
      fechaPago: '2026-02-12',
      itbisAdelantar: '180.00',
      formaPago: '01',
    },
  ]);
  expect(incidencias).toEqual([
    { celda: 'Z13', mensaje: '«FIADO» no es uno de los códigos 01, 02, 03, 04, 05, 06, 07' },
  ]);
});
