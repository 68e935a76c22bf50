import { reportes } from '@timbre/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { issued, received } from '../../../domain/reports/testing/documents.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { purchase, storeReceipts, withReports } from '../testing/saved-reports.ts';

const server = withReports();
let company: Stranger;

beforeEach(async () => {
  company = await server.company();
});

describe('a filed report', () => {
  test('a filed report is locked, with the place where it was filed', async () => {
    const { _id } = await server.generate(company, '606');
    const { body } = await server.file(company, '606', _id);
    expect(body.presentacion).toEqual({ numero: 'ACEPTADO-1', fecha: '2026-03-10', por: company.correo });
    expect((await server.remove(company, '606', _id)).problem.code).toBe('reportes/presentado');
    expect((await server.descriptions(company))[0]).toContain(
      'Anotó la presentación del 606 del 01/02/2026 al 28/02/2026 con el número ACEPTADO-1',
    );
  });

  test('a filed report is of a whole month, and was filed after its end and by today', async () => {
    const part = await server.generate(company, '606', { fechaDesde: '2026-02-01', fechaHasta: '2026-02-27' });
    expect((await server.file(company, '606', part._id)).problem.code).toBe('reportes/mes');
    const whole = await server.generate(company, '606');
    const late = await server.file(company, '606', whole._id, { numero: 'ACEPTADO-1', fecha: '2027-01-01' });
    expect(late.problem).toMatchObject({ code: 'peticion/invalida', detail: expect.stringContaining('futura') });
    const early = await server.file(company, '606', whole._id, { numero: 'ACEPTADO-1', fecha: '2026-02-27' });
    expect(early.problem).toMatchObject({
      code: 'peticion/invalida',
      detail: expect.stringContaining('anterior al 28/02/2026'),
    });
    expect((await server.file(company, '606', whole._id, { numero: 'ACEPTADO-1', fecha: '2026-02-28' })).status).toBe(
      200,
    );
  });

  test('a filed report is compared with the receipts of now', async () => {
    const unchanged = purchase('E310000000001', company);
    const changed = purchase('E310000000002', company);
    await storeReceipts(server, company, [unchanged, changed, purchase('E310000000003', company)]);
    const { _id } = await server.generate(company, '606');
    await server.file(company, '606', _id);
    const { ctx } = server;
    await ctx.db.system(async (tx) => {
      await tx.deleteFrom('renglon').where('empresa_id', '=', company.id).where('ncf', '=', 'E310000000003').execute();
      const fila = await tx
        .selectFrom('renglon')
        .select('fila')
        .where('empresa_id', '=', company.id)
        .where('ncf', '=', 'E310000000002')
        .executeTakeFirstOrThrow();
      const other = JSON.stringify({ ...JSON.parse(fila.fila), tipo_bienes_servicios: '02', isc: '0.00' });
      await tx
        .updateTable('renglon')
        .set({ fila: other })
        .where('empresa_id', '=', company.id)
        .where('ncf', '=', 'E310000000002')
        .execute();
    });
    await storeReceipts(server, company, [purchase('E310000000004', company)]);
    const call = () =>
      server.call(reportes.rectificacionDeReporte, { params: { tipo: '606', id: _id } }, company.sesion);
    expect((await call()).body).toEqual({
      agregadas: 1,
      quitadas: 1,
      cambiadas: 1,
      ncf: ['E310000000002', 'E310000000004', 'E310000000003'],
    });
    const now = await server.generate(company, '606');
    const { body } = await server.call(
      reportes.compararReportes,
      { params: { tipo: '606', id: now._id }, query: { con: _id } },
      company.sesion,
    );
    expect(body).toEqual({
      totales: [
        { concepto: 'Monto total', antes: '3540.00', despues: '3540.00', porciento: '0.0' },
        { concepto: 'ITBIS', antes: '540.00', despues: '540.00', porciento: '0.0' },
        { concepto: 'Subtotal', antes: '3000.00', despues: '3000.00', porciento: '0.0' },
        { concepto: 'Registros', antes: '3', despues: '3', porciento: '0.0' },
      ],
      agregadas: 1,
      quitadas: 1,
      cambiadas: 1,
      diferencias: [
        { ncf: 'E310000000002', clase: 'cambiada', campo: 'tipo_bienes_servicios', antes: '09', despues: '02' },
        { ncf: 'E310000000003', clase: 'quitada', campo: null, antes: null, despues: null },
        { ncf: 'E310000000004', clase: 'agregada', campo: null, antes: null, despues: null },
      ],
    });
  });
});

test('a change of totals is shown in per cent, and not at all from nothing', async () => {
  const before = await server.generate(company, '606');
  await storeReceipts(server, company, [purchase('E310000000001', company), purchase('E310000000002', company)]);
  const middle = await server.generate(company, '606');
  await storeReceipts(server, company, [purchase('E310000000003', company)]);
  const after = await server.generate(company, '606');
  const percents = async (id: string, con: string) => {
    const input = { params: { tipo: '606' as const, id }, query: { con } };
    const { body } = await server.call(reportes.compararReportes, input, company.sesion);
    return body.totales.map(({ porciento }) => porciento);
  };
  expect(await percents(middle._id, before._id)).toEqual([null, null, null, null]);
  expect(await percents(after._id, middle._id)).toEqual(['50.0', '50.0', '50.0', '50.0']);
  expect((await percents(middle._id, after._id))[0]).toBe('-33.3');
});

describe('the due dates of reports', () => {
  const due = async (of: Stranger) => (await server.call(reportes.vencimientosDeReportes, {}, of.sesion)).body;
  const inProduction = () => stranger(server, { ...bare, ambiente: 'ecf' });
  const paper = (fecha: string) => ({
    rnc: '132111117',
    razonSocial: 'Suplidora Inventada SRL',
    ncf: 'B0100000001',
    fecha,
    montoTotal: '1180.00',
    itbis: '180.00',
  });
  const load = (of: Stranger, fecha: string) =>
    server.call(reportes.cargarComprobantes, { params: { tipo: '606' }, body: { datos: [paper(fecha)] } }, of.sesion);

  test('due reports are listed from today and from the first month with documents, with the filed ones', async () => {
    const of = await inProduction();
    await load(of, '2026-02-10');
    const { _id } = await server.generate(of, '606');
    const body = { numero: 'ACEPTADO-1', fecha: '2026-03-16' };
    await server.call(reportes.presentarReporte, { params: { tipo: '606', id: _id }, body }, of.sesion);
    const entries = await due(of);
    // 15 March 2026 is a Sunday; the test began on the 16th.
    expect(entries.filter(({ periodo, reporte }) => periodo === '202602' && ['606', 'IT1'].includes(reporte))).toEqual([
      { reporte: '606', periodo: '202602', vence: '2026-03-16', dias: 0, presentado: 'ACEPTADO-1' },
      { reporte: 'IT1', periodo: '202602', vence: '2026-03-20', dias: 4, presentado: null },
    ]);
    expect(entries).toHaveLength(10);
    expect(new Set(entries.map(({ periodo }) => periodo))).toEqual(new Set(['202602', '202603']));
  });

  test('due reports begin with an accepted e-CF that no report has read yet', async () => {
    const of = await inProduction();
    const draft = { eNCF: 'E310000000001', emisor: of.rnc, comprador: '132111117', fecha: '2026-03-02' };
    await server.ctx.db.tenant(of.id, (tx) => issued(tx, of.id, draft, { ambiente: 'ecf' }));
    expect(new Set((await due(of)).map(({ periodo }) => periodo))).toEqual(new Set(['202603']));
  });

  test('no report is due without documents, outside Producción, or for the claims of a stranger', async () => {
    const nothing = await inProduction();
    expect(await due(nothing)).toEqual([]);
    await load(company, '2026-02-10');
    expect(await due(company)).toEqual([]);
    const claimed = await inProduction();
    const draft = { eNCF: 'E310000000001', emisor: '132111117', comprador: claimed.rnc, fecha: '2026-02-02' };
    await server.ctx.db.tenant(claimed.id, (tx) =>
      received(tx, claimed.id, draft, { ambiente: 'ecf', estado_dgii: 'no_encontrado' }),
    );
    expect(await due(claimed)).toEqual([]);
  });
});
