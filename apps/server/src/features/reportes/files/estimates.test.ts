import { inflateRawSync } from 'node:zlib';
import { importacion, procesar, reportes } from '@timbre/contract';
import { type InputOf, pathOf, type RouteSpec } from '@timbre/route';
import { decimal } from '@timbre/values';
import { openWorkbook, packedBytes, readDirectory } from '@timbre/workbook';
import { toolOf } from '@timbre/workbook/testing/tools';
import { beforeAll, describe, expect, test } from 'vitest';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { febrero, type Known, purchase, storeReceipts, withReports } from '../testing/saved-reports.ts';

const server = withReports();
let company: Stranger;

/** A service of a person, of which nothing was answered but its kind: 10 % of it is suggested as withheld. */
const service = (): Known => ({
  ...purchase('B1100000007', company),
  receipt: {
    ...purchase('B1100000007', company).receipt,
    emisor: { id: company.rnc },
    comprador: { id: '00100000009', nombre: 'Persona Inventada' },
    lineas: [{ bienServicio: '2', facturacion: '1', monto: decimal('4321.70') }],
    totales: { gravado18: decimal('4321.70'), itbis: decimal('777.91') },
    tipoPago: '1',
    formasPago: [{ forma: '1', monto: decimal('5099.61') }],
  },
  respuestas: { tipo_bienes_servicios: '02' },
});
/** The estimate that nobody confirmed: 10 % of the service. */
const suggested = '432.17';
const remark = 'Falta: ITBIS Retenido, ITBIS sujeto a Proporcionalidad (Art. 349), ITBIS llevado al Costo';

beforeAll(async () => {
  company = await stranger(server, { ...bare, certificado: true });
  await storeReceipts(server, company, [purchase('B0100000001', company), service()]);
  await server.generate(company, '606');
});

async function answer<const R extends RouteSpec>(route: R, input: InputOf<R>) {
  const { body } = input as { body?: object };
  return server.app.http.fastify.inject({
    method: route.method,
    url: pathOf(route, input as { params?: Record<string, unknown>; query?: Record<string, unknown> }),
    headers: { authorization: `Bearer ${company.sesion}` },
    ...(body && { payload: body }),
  });
}

const inBook = (bytes: Buffer): string =>
  openWorkbook(bytes, importacion.limitesDelLibro)
    .flatMap((sheet) => [...sheet.rows()].map(({ cells }) => cells.join('|')))
    .join('\n');
const inZip = (bytes: Buffer): string => {
  const entry = readDirectory(bytes, 999).get('reportes/606.json')!;
  return inflateRawSync(packedBytes(bytes, entry)).toString();
};
const inText = (bytes: Buffer): string => bytes.toString('utf8');

const days = { fechaInicio: febrero.fechaDesde, fechaFin: febrero.fechaHasta };
const template = (more: object) =>
  answer(reportes.plantillaDeReporte, { params: { tipo: '606' }, body: { ...days, ...more } });
const process = (tipo: '606' | 'consolidado', formato: 'xls' | 'xlsx') =>
  answer(procesar.descargarProcesado, { params: { tipo }, query: { formato }, body: days } as never);

describe('a suggestion that nobody confirmed', () => {
  test('the suggestion is on the screen, as pending', async () => {
    const { body } = await server.call(
      reportes.listarComprobantes,
      { params: { tipo: '606' }, query: { periodo: '202602' } },
      company.sesion,
    );
    const row = body.comprobantes.find(({ ncf }) => ncf === 'B1100000007')!;
    expect([row.fila.retencion_renta, row.pendientes.includes('retencion_renta')]).toEqual([suggested, true]);
  });

  test.each<[string, () => ReturnType<typeof template>, (bytes: Buffer) => string]>([
    ['.xls', () => process('606', 'xls'), inBook],
    ['consolidated .xls', () => process('consolidado', 'xls'), inBook],
    ['.xlsx of a process', () => process('606', 'xlsx'), inBook],
    [
      '.xlsx of a saved report',
      () => answer(reportes.exportarExcel, { params: { tipo: '606' }, query: febrero }),
      inBook,
    ],
    ['template without tool', () => template({}), inBook],
    ['template of the specification', () => template({ formato: 'clasico' }), inBook],
    ['.csv', () => answer(reportes.exportarCsv, { params: { tipo: '606' }, query: febrero }), inText],
    ['evidence', () => answer(reportes.evidenciaDePeriodo, { query: { periodo: '202602' } }), inZip],
  ])('the suggestion is blank in the %s, and the row says what is missing', async (_, download, read) => {
    const file = await download();
    expect(file.statusCode, file.body.slice(0, 300)).toBe(200);
    const text = read(file.rawPayload);
    expect(text).toContain('B1100000007');
    expect(text).toContain(remark);
    expect(text).not.toContain(suggested);
    // The row without open questions has its figures.
    expect(text).toMatch(/1,?000(\.00)?\b/);
  });

  test.each<[string, () => ReturnType<typeof template>]>([
    ['official TXT', () => answer(reportes.exportarTxt, { params: { tipo: '606' }, query: febrero })],
    [
      'TXT of the specification',
      () => answer(reportes.exportarTxt, { params: { tipo: '606' }, query: { ...febrero, formato: 'clasico' } }),
    ],
    [
      'tool with macros',
      async () => {
        const form = new FormData();
        form.append('archivo', new File([new Uint8Array(toolOf('606'))], '606.xlsm'));
        await server.call(reportes.subirHerramienta, { params: { tipo: '606' }, form }, company.sesion);
        return template({ usarMacros: true });
      },
    ],
  ])('the %s is refused, and its row is named', async (_, download) => {
    const file = await download();
    expect(file.json()).toMatchObject({
      status: 409,
      detail: expect.stringContaining('1 de 2 filas no están completas: B1100000007'),
    });
  });
});
