import { reportes } from '@timbre/contract';
import { addDays, decimal, type Fecha } from '@timbre/values';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makePerson } from '../../main/testing/people.ts';
import type { Stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';
import { febrero, purchase, sale, storeReceipts, withReports } from './testing/saved-reports.ts';

const server = withReports();
let company: Stranger;

beforeEach(async () => {
  company = await server.company();
});

const list = async (tipo: reportes.TipoDeReporte = '606', query: object = febrero) =>
  (await server.call(reportes.listarReportes, { params: { tipo }, query }, company.sesion)).body;

describe('the generation of a report', () => {
  test('a report is saved with the rows of the days, and totals in which credit notes subtract', {
    tags: ['SR1-1', 'SR3-3', 'SR9-12'],
  }, async () => {
    const note = sale('B0400000001', company, {
      referencia: { ncf: 'B0100000001', fecha: '12-02-2026' as Fecha },
      fecha: '13-02-2026' as Fecha,
    });
    await storeReceipts(server, company, [sale('B0100000001', company), sale('B0100000002', company), note]);
    const asked = await server.request(company, '607');
    expect(asked).toMatchObject({ status: 202, body: { estado: 'generando', progreso: { porcentaje: 0 } } });
    const report = await server.generate(company, '607', { fechaDesde: '2026-02-01', fechaHasta: '2026-03-01' });
    expect(report).toMatchObject({
      tipoReporte: '607',
      estado: 'listo',
      progreso: { porcentaje: 100, mensaje: 'Reporte generado' },
      totales: {
        montoTotal: '2860.00',
        itbisTotal: '360.00',
        subtotal: '2500.00',
        cantidadRegistros: 3,
        pendientes: 0,
        faltan: {},
      },
      rnc: company.rnc,
      companyId: null,
      presentacion: null,
    });
    const { filas, total } = await server.rows(company, '607', report._id);
    expect(total).toBe(3);
    expect(filas.map(({ ncf, montoTotal, destino }) => [ncf, montoTotal, destino])).toEqual([
      ['B0100000001', '2860.00', 'detalle'],
      ['B0100000002', '2860.00', 'detalle'],
      ['B0400000001', '-2860.00', 'detalle'],
    ]);
    expect(await server.descriptions(company)).toContain(
      `${company.correo}: Generó el reporte 607 del 01/02/2026 al 01/03/2026: 3 filas`,
    );
  });

  test('a report loads the rows of its request before', { tags: ['SR7-1'] }, async () => {
    const datos = [
      {
        rnc: '132111117',
        razonSocial: 'Suplidora Inventada SRL',
        ncf: 'B0100000009',
        fecha: '14-02-2026',
        montoTotal: '1180.00',
        itbis: '180.00',
      },
    ];
    const report = await server.generate(company, '606', { ...febrero, datos });
    const { filas } = await server.rows(company, '606', report._id);
    expect(filas).toMatchObject([{ ncf: 'B0100000009', fuente: 'cargado', montoTotal: '1180.00' }]);
  });

  test('an incomplete record is refused, and then no report is generated', { tags: ['SR5-14'] }, async () => {
    const record = { rnc: '132111117', razonSocial: 'X', ncf: null, fecha: '14-02-2026', montoTotal: '1', itbis: '0' };
    const { problem } = await server.request(company, '606', { ...febrero, datos: [record] });
    expect(problem.code).toBe('reportes/formato');
    expect(await list()).toEqual([]);
  });

  test('an unreadable record refuses all with the reason: none is left out in silence', async () => {
    const record = { rnc: '132111117', razonSocial: 'X', ncf: 'B0100000001', fecha: '14-02-2026', itbis: '0' };
    const datos = [
      { ...record, montoTotal: 118 },
      { ...record, ncf: 'B0100000002', montoTotal: '1.180' },
    ];
    const { problem } = await server.request(company, '606', { ...febrero, datos });
    expect(problem.detail).toMatch(/^Registro 2 \(B0100000002\): Monto total: «1.180» puede ser 1,180.00 o 1.18/);
    expect(await list()).toEqual([]);
  });

  test('a report requires both dates, in their order', { tags: ['SR5-10'] }, async () => {
    const codes = [{}, { fechaDesde: '2026-02-01' }, { fechaDesde: '2026-02-02', fechaHasta: '2026-02-01' }].map(
      async (body) => (await server.request(company, '606', body)).problem,
    );
    expect((await Promise.all(codes)).map(({ title }) => title)).toEqual([
      'Por favor seleccione el rango de fechas',
      'Por favor seleccione el rango de fechas',
      'La fecha desde no puede ser mayor que la fecha hasta',
    ]);
  });

  test('reports of the same dates are generated one at a time', async () => {
    const { ctx } = server;
    // Its job belongs to another process.
    const under = {
      empresa_id: company.id,
      id: newId(new Date()),
      ambiente: 'testecf' as const,
      tipo: '606' as const,
      desde: febrero.fechaDesde,
      hasta: febrero.fechaHasta,
      estado: 'generando' as const,
      porcentaje: 25,
      mensaje: '',
      filas: 0,
      creado: new Date(),
      por: 'ana',
    };
    await ctx.db.system((tx) => tx.insertInto('reporte').values(under).execute());
    expect((await server.request(company, '606')).problem.code).toBe('reportes/en-curso');
    const rows = { params: { tipo: '606' as const, id: under.id }, query: {} };
    expect((await server.call(reportes.filasDeReporte, rows, company.sesion)).problem.code).toBe('reportes/en-curso');
    expect((await server.request(company, '607')).status).toBe(202);
    const other = await server.request(company, '606', { fechaDesde: '2026-01-01', fechaHasta: '2026-01-31' });
    expect(other.status).toBe(202);
  });

  test('the newest ten reports of the same dates are stored, and the filed ones', { tags: ['SR9-9'] }, async () => {
    const filed = await server.generate(company, '606');
    await server.file(company, '606', filed._id);
    const first = await server.generate(company, '606');
    for (let i = 0; i < 10; i++) await server.generate(company, '606');
    expect(await list()).toHaveLength(10);
    expect((await server.view(company, '606', filed._id)).presentacion?.numero).toBe('ACEPTADO-1');
    const gone = await server.call(reportes.verReporte, { params: { tipo: '606', id: first._id } }, company.sesion);
    expect(gone.problem.code).toBe('recurso/no-encontrado');
  });

  test('a report of more rows than a part has them in their order', { tags: ['SR5-16'] }, async () => {
    const many = Array.from({ length: 1_203 }, (_, i) => {
      const ncf = `B01${String(i + 1).padStart(8, '0')}`;
      return sale(ncf, company, { fecha: addDays('01-02-2026' as Fecha, i % 28) });
    });
    await storeReceipts(server, company, many);
    const report = await server.generate(company, '607');
    expect(report.totales).toMatchObject({ cantidadRegistros: 1_203, montoTotal: '3440580.00' });
    const all = (await server.rows(company, '607', report._id, { desde: 0, cuantas: 1_000 })).filas;
    const rest = (await server.rows(company, '607', report._id, { desde: 1_000, cuantas: 1_000 })).filas;
    const ids = [...all, ...rest].map(({ fecha, ncf }) => `${fecha} ${ncf}`);
    expect(new Set(ids).size).toBe(1_203);
    expect(ids).toEqual([...ids].sort());
    const { filas } = await server.rows(company, '607', report._id, { desde: 498, cuantas: 4 });
    expect(filas.map(({ ncf }) => ncf)).toEqual(all.slice(498, 502).map(({ ncf }) => ncf));
  });

  test('the report of voided numbers has one row for each, with its reason', async () => {
    const { ctx } = server;
    const run = (desde: number, cantidad: number, more: object = {}) => ({
      empresa_id: company.id,
      id: newId(new Date()),
      secuencia_id: newId(new Date()),
      ambiente: 'testecf' as const,
      rnc_emisor: company.rnc,
      tipo: 31,
      desde,
      hasta: desde + cantidad - 1,
      cantidad,
      codigo_608: '08' as const,
      estado: 'aceptado' as const,
      xml: '<ANECF/>',
      xml_sha256: Buffer.alloc(32),
      // Eleven in the evening of 28 February in Santo Domingo.
      firmada: new Date('2026-03-01T03:00:00Z'),
      por: 'ana',
      cambiada: new Date(),
      ...more,
    });
    const runs = [
      run(1, 3),
      run(10, 1, { estado: 'rechazado' }),
      run(20, 1, { estado: 'pendiente' }),
      run(30, 1, { firmada: new Date('2026-03-01T04:00:00Z') }),
    ];
    await ctx.db.system((tx) => tx.insertInto('anulacion').values(runs).execute());
    const report = await server.generate(company, '608');
    expect(report.totales).toMatchObject({ cantidadRegistros: 3, montoTotal: '0.00' });
    const { filas } = await server.rows(company, '608', report._id);
    expect(filas.map(({ fila }) => fila)).toEqual(
      ['E310000000001', 'E310000000002', 'E310000000003'].map((ncf) => ({
        ncf,
        fecha_comprobante: '2026-02-28',
        tipo_anulacion: '08',
      })),
    );
  });

  test('the report of payments abroad has the data of the receipts and the answers', async () => {
    const receipt = {
      ...purchase('E470000000001', company).receipt,
      emisor: { id: company.rnc },
      comprador: { extranjero: 'US-998877', nombre: 'Invented Software LLC' },
      lineas: [{ bienServicio: '2' as const, facturacion: '4' as const, monto: decimal('100.00') }],
      totales: { exento: decimal('100.00') },
    };
    const respuestas = { detalle_servicio: '84', pais: '840', tipo_id_tributaria: '2', parte_relacionada: '0' };
    await storeReceipts(server, company, [{ sentido: 'compra', receipt, respuestas }]);
    const report = await server.generate(company, '609');
    const { filas } = await server.rows(company, '609', report._id);
    expect(filas).toMatchObject([
      { ncf: 'E470000000001', fila: { nombre: 'Invented Software LLC', pais: '840', monto_facturado: '100.00' } },
    ]);
  });

  test('a report with unreadable rows ends with an error in plain words, after it was tried again', {
    tags: ['SR8-2', 'SR8-8'],
  }, async () => {
    await storeReceipts(server, company, [sale('B0100000001', company)]);
    const { ctx } = server;
    await ctx.db.system((tx) =>
      tx.updateTable('renglon').set({ fila: 'no es JSON' }).where('empresa_id', '=', company.id).execute(),
    );
    const asked = await server.request(company, '607');
    await vi.waitFor(
      async () => {
        server.clock.advance(60_000);
        expect(await server.view(company, '607', asked.body._id)).toMatchObject({ estado: 'error' });
      },
      { timeout: 120_000, interval: 100 },
    );
    const { progreso } = await server.view(company, '607', asked.body._id);
    expect(progreso.mensaje).toBe(
      'Error al generar reporte 607: falló la lectura de los comprobantes. Genérelo de nuevo.',
    );
    const { problem } = await server.file(company, '607', asked.body._id);
    expect(problem.code).toBe('reportes/sin-datos');
  });
});

describe('the saved reports', () => {
  test('the saved reports of some dates come newest first, with their first ten rows', {
    tags: ['SR7-1'],
  }, async () => {
    const ncfs = Array.from({ length: 11 }, (_, i) => `E31000000${String(i + 1).padStart(4, '0')}`);
    await storeReceipts(
      server,
      company,
      ncfs.map((ncf) => purchase(ncf, company)),
    );
    const first = await server.generate(company, '606');
    const second = await server.generate(company, '606');
    await server.generate(company, '606', { fechaDesde: '2026-02-01', fechaHasta: '2026-02-27' });
    const reports = await list();
    expect(reports.map(({ _id }) => _id)).toEqual([second._id, first._id]);
    expect(reports[0]!.datos.map(({ ncf }) => ncf)).toEqual(ncfs.slice(0, 10));
  });

  test('the history has the saved reports with all their dates, as many as are requested', {
    tags: ['SR7-1'],
  }, async () => {
    for (const hasta of ['2026-02-26', '2026-02-27', '2026-02-28'])
      await server.generate(company, '606', { fechaDesde: '2026-02-01', fechaHasta: hasta });
    const history = async (query: object) =>
      (await server.call(reportes.historialDeReportes, { params: { tipo: '606' }, query }, company.sesion)).body.map(
        ({ fechaHasta }) => fechaHasta,
      );
    expect(await history({})).toEqual(['2026-02-28', '2026-02-27', '2026-02-26']);
    expect(await history({ limite: 1 })).toEqual(['2026-02-28']);
  });

  test('the saved reports stay as they were when receipts change', { tags: ['SR3-3'] }, async () => {
    await storeReceipts(server, company, [purchase('E310000000001', company)]);
    const report = await server.generate(company, '606');
    await storeReceipts(server, company, [purchase('E310000000002', company)]);
    expect((await server.rows(company, '606', report._id)).total).toBe(1);
  });

  test('saved reports are deleted, with a line in the record', { tags: ['SR7-1'] }, async () => {
    const report = await server.generate(company, '606');
    expect((await server.remove(company, '606', report._id)).status).toBe(204);
    expect((await server.remove(company, '606', report._id)).problem.code).toBe('recurso/no-encontrado');
    expect(await server.descriptions(company)).toContain(
      `${company.correo}: Eliminó el reporte 606 del 01/02/2026 al 28/02/2026`,
    );
  });

  test('saved reports are listed under their own kind alone', async () => {
    const { _id } = await server.generate(company, '606');
    expect((await server.remove(company, '607', _id)).problem.code).toBe('recurso/no-encontrado');
  });
});

test('a read-only person generates nothing', async () => {
  const reader = await makePerson(server, company, 'consulta');
  const { problem } = await server.call(reportes.generarReporte, { params: { tipo: '606' }, body: febrero }, reader);
  expect(problem.code).toBe('acceso/denegado');
  expect((await server.call(reportes.listarReportes, { params: { tipo: '606' }, query: febrero }, reader)).status).toBe(
    200,
  );
});
