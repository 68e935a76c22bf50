import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { reportes } from '@timbre/contract';
import { parseTxt } from '@timbre/reports';
import { decimal, type Fecha } from '@timbre/values';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';
import { febrero, type Known, purchase, sale, storeReceipts, withReports } from '../testing/saved-reports.ts';

const server = withReports();
let company: Stranger;

beforeEach(async () => {
  company = await server.company();
});

type Formato = '606' | '607' | '608' | '609';
const txt = (tipo: Formato, query: object = febrero) =>
  server.call(reportes.exportarTxt, { params: { tipo }, query }, company.sesion);
const csv = (tipo: reportes.TipoDeReporte, query: object = febrero) =>
  server.call(reportes.exportarCsv, { params: { tipo }, query }, company.sesion);
const nameOf = ({ headers }: { headers: Record<string, string> }) =>
  /filename="([^"]+)"/.exec(headers['content-disposition'] ?? '')?.[1];

describe('the TXT of a month', () => {
  test('the TXT has its header, its lines in order, and the name that the DGII requires', {
    tags: ['SR9-10'],
  }, async () => {
    await storeReceipts(server, company, [purchase('E310000000002', company), purchase('E310000000001', company)]);
    const file = await txt('606');
    const line = (ncf: string) => `132111117|1|09|${ncf}||20260210|||1000.00|1000.00|180.00||||180.00||||||||04`;
    expect(file.text).toBe([`606|${company.rnc}|202602|2`, line('E310000000001'), line('E310000000002')].join('\r\n'));
    expect(nameOf(file)).toBe(`DGII_F_606_${company.rnc}_202602.TXT`);
  });

  test('the TXT of the 607 details the rows that are neither electronic nor in the summary of consumers', {
    tags: ['SR9-11'],
  }, async () => {
    await storeReceipts(server, company, [
      sale('E310000000001', company),
      sale('B0200000001', company),
      sale('B0100000001', company),
    ]);
    const { text } = await txt('607');
    expect(text.split('\r\n').map((line) => line.split('|')[2])).toEqual(['202602', 'B0100000001']);
    const read = parseTxt('607', text);
    expect(read.faults).toEqual([]);
    const clasico = await txt('607', { ...febrero, formato: 'clasico' });
    expect(clasico.text.split('\r\n').map((line) => line.split('|').slice(2, 4).join())).toEqual([
      '202602,3',
      'B0100000001,',
      'B0200000001,',
      'E310000000001,',
    ]);
    // Whole pesos, nothing for zero.
    expect(clasico.text).toContain('|2500|360|');
    expect(nameOf(clasico)).toBe(`607_${company.rnc}_202602.txt`);
  });

  test('the TXT in the form of the specification has 24 fields, the last always 4', { tags: ['SR9-10'] }, async () => {
    await storeReceipts(server, company, [purchase('E310000000001', company)]);
    const { text } = await txt('606', { ...febrero, formato: 'clasico' });
    const [header, line] = text.split('\r\n');
    expect(header).toBe(`606|${company.rnc}|202602|1`);
    expect(line!.split('|')).toHaveLength(24);
    expect(line!.split('|').at(-1)).toBe('4');
  });

  test('a TXT that is broken off releases its place and its connection, and the next one comes whole', async () => {
    const lines = 5_000;
    await server.ctx.db.tenant(company.id, (tx) =>
      sql`
        insert into renglon (empresa_id, ambiente, reporte, periodo, fecha, ncf, emisor, momento, destino, nota, subtotal, itbis,
          total, fila, linea)
        select ${company.id}, 'testecf', '606', 202602, '2026-02-10', 'B01' || lpad(n::text, 8, '0'), '132111117', 'compra',
          'detalle', false, 1000, 180, 1180, '{}', 'línea ' || n || repeat('|', 90)
        from generate_series(1, ${lines}::integer) n`.execute(tx),
    );
    const url = `/api/reportes-fiscales/606/export/txt?fechaDesde=${febrero.fechaDesde}&fechaHasta=${febrero.fechaHasta}`;
    const begin = async () => {
      const headers = { authorization: `Bearer ${company.sesion}` };
      const answer = await server.app.http.fastify.inject({ url, headers, payloadAsStream: true });
      await once(answer.stream(), 'readable');
      return answer;
    };
    // A company has two places.
    const begun = [await begin(), await begin()];
    expect((await txt('606')).problem.code).toBe('servidor/ocupado');
    for (const { raw } of begun) raw.res.destroy();
    await setImmediate();
    expect((await txt('606')).text.split('\r\n')).toHaveLength(lines + 1);
    const idle = async () => {
      const { rows } = await server.ctx.db.owner((tx) =>
        sql`
          select from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(
          tx,
        ),
      );
      return rows;
    };
    // The server may have a job between two statements; a transaction left by an aborted download would remain.
    await expect.poll(idle).toEqual([]);
  });

  test('the TXT without rows is a header that states so', async () => {
    for (const tipo of ['606', '607', '608', '609'] as const)
      expect((await txt(tipo)).text).toBe(`${tipo}|${company.rnc}|202602|0`);
  });

  test('the TXT of voided numbers has a line for each', async () => {
    const run = {
      empresa_id: company.id,
      id: newId(new Date()),
      secuencia_id: newId(new Date()),
      ambiente: 'testecf' as const,
      rnc_emisor: company.rnc,
      tipo: 31,
      desde: 1,
      hasta: 2,
      cantidad: 2,
      codigo_608: '04' as const,
      estado: 'aceptado_condicional' as const,
      xml: '<ANECF/>',
      xml_sha256: Buffer.alloc(32),
      firmada: new Date('2026-02-03T15:00:00Z'),
      por: 'ana',
      cambiada: new Date(),
    };
    await server.ctx.db.system((tx) => tx.insertInto('anulacion').values(run).execute());
    expect((await txt('608')).text).toBe(
      [`608|${company.rnc}|202602|2`, 'E310000000001|20260203|04', 'E310000000002|20260203|04'].join('\r\n'),
    );
  });

  test('the TXT is of one whole month', async () => {
    for (const [fechaDesde, fechaHasta] of [
      ['2026-02-01', '2026-02-27'],
      ['2026-02-02', '2026-02-28'],
      ['2026-01-01', '2026-02-28'],
    ])
      expect((await txt('606', { fechaDesde, fechaHasta })).problem.code).toBe('reportes/mes');
    expect((await txt('606', {})).problem.code).toBe('reportes/fechas');
  });

  test('the TXT is not written while an answer is missing', async () => {
    await storeReceipts(server, company, [
      purchase('E310000000001', company),
      purchase('E310000000002', company, { respuestas: {} }),
    ]);
    for (const formato of ['oficial', 'clasico']) {
      const { problem } = await txt('606', { ...febrero, formato });
      expect([problem.code, problem.detail]).toEqual([
        'reportes/pendiente',
        '1 de 2 filas no están completas: E310000000002',
      ]);
    }
  });

  test('the TXT is not written while a rule is broken, which is reported with its number', async () => {
    // No purchase can have a number of exports.
    await storeReceipts(server, company, [
      purchase('E460000000001', company),
      purchase('E460000000002', company),
      purchase('E310000000001', company),
    ]);
    for (const formato of ['oficial', 'clasico']) {
      const { problem } = await txt('606', { ...febrero, formato });
      expect(problem.code).toBe('reportes/con-errores');
      expect(problem.detail).toMatch(/^E460000000001: .* \(y 1 más\)$/);
    }
  });

  test('the TXT is recorded with its month', async () => {
    await txt('606');
    const { rows } = await server.ctx.db.tenant(company.id, async (tx) => ({
      rows: await tx
        .selectFrom('evento')
        .select('datos')
        .where('empresa_id', '=', company.id)
        .where('tipo', '=', 'reporte.descargado')
        .execute(),
    }));
    expect(rows).toMatchObject([{ datos: { tipo: '606', periodo: '202602', que: 'el TXT' } }]);
  });
});

test('the TXT of a filed report is downloaded again as it was filed, after its month changed', async () => {
  await storeReceipts(server, company, [purchase('B0100000001', company)]);
  const { text: filed } = await txt('606');
  const { _id: id } = await server.generate(company, '606');
  const body = { numero: 'ACEPTADO-0001', fecha: '2026-03-10' };
  await server.call(reportes.presentarReporte, { params: { tipo: '606', id }, body }, company.sesion);
  await storeReceipts(server, company, [purchase('B0100000002', company, { respuestas: {} })]);
  expect((await txt('606')).problem.code).toBe('reportes/pendiente');
  const again = await server.call(reportes.txtDeReporte, { params: { tipo: '606', id } }, company.sesion);
  expect([again.text, nameOf(again)]).toEqual([filed, `DGII_F_606_${company.rnc}_202602.TXT`]);
});

test('a report that was saved with open questions has no TXT', async () => {
  await storeReceipts(server, company, [purchase('B0100000001', company, { respuestas: {} })]);
  const { _id: id } = await server.generate(company, '606');
  const { problem } = await server.call(reportes.txtDeReporte, { params: { tipo: '606', id } }, company.sesion);
  expect(problem.code).toBe('reportes/pendiente');
});

describe('the specification’s call for the 606', () => {
  const call = (body: object) =>
    server.call(
      reportes.txtDe606,
      { body: { fechaInicio: '2026-02-01', fechaFin: '2026-02-28', ...body } },
      company.sesion,
    );

  test('the specification’s call loads its records, and writes the same file', { tags: ['SR7-2'] }, async () => {
    const record = {
      rnc: '132111117',
      razonSocial: 'Suplidora Inventada SRL',
      ncf: 'B0100000009',
      fecha: '14-02-2026',
      montoTotal: '1180.00',
      itbis: '180.00',
    };
    // A field that is missing in the record waits for an answer.
    const { problem } = await call({ rnc: company.rnc, datos: [record] });
    expect(problem.code).toBe('reportes/pendiente');
    const report = await server.generate(company, '606');
    expect(report.totales).toMatchObject({ cantidadRegistros: 1, montoTotal: '1180.00' });
  });

  test('the specification’s call is for the own RNC', { tags: ['SR7-2'] }, async () => {
    expect((await call({ rnc: '131000016' })).problem.code).toBe('acceso/denegado');
    const file = await call({ rnc: company.rnc });
    expect([file.text, nameOf(file)]).toEqual([`606|${company.rnc}|202602|0`, `DGII_F_606_${company.rnc}_202602.TXT`]);
  });
});

describe('the CSV', () => {
  test('the CSV is of the newest saved report of the dates, with one header', async () => {
    const many = Array.from({ length: 501 }, (_, i) => sale(`B01${String(i + 1).padStart(8, '0')}`, company));
    await storeReceipts(server, company, many);
    await server.generate(company, '607');
    await storeReceipts(server, company, [sale('B0100000999', company)]);
    const file = await csv('607');
    const lines = file.text.split('\r\n');
    expect(lines).toHaveLength(503);
    expect(lines[0]).toMatch(/^\uFEFFRNC\/Cédula o Pasaporte,/);
    expect(file.text.split('RNC/Cédula o Pasaporte')).toHaveLength(2);
    expect(lines[501]).toContain(',B0100000501,');
    expect(nameOf(file)).toBe(`Reporte_607_${company.rnc}_2026-02-01_2026-02-28.csv`);
  });

  test('the CSV needs a saved report with rows', { tags: ['SR5-15'] }, async () => {
    expect((await csv('606')).problem).toMatchObject({
      code: 'reportes/sin-datos',
      title: 'No hay datos con NCF válidos para exportar',
    });
    await server.generate(company, '606');
    expect((await csv('606')).problem.code).toBe('reportes/sin-datos');
  });

  test('the CSV of the IT-1 has its boxes', async () => {
    await server.generate(company, '606');
    await server.generate(company, '607');
    await server.generate(company, 'it1');
    const { text } = await csv('it1');
    expect(text).toContain('68,TOTAL GENERAL,0.00,calculado,38 + 67');
    expect(text).toContain('29,Saldo a favor anterior,0.00,pendiente,');
  });
});

test('the summary of consumers adds up what the 607 does not detail, on paper and electronic apart', async () => {
  const consumer = (ncf: string, fecha: string): Known =>
    sale(ncf, company, {
      fecha: fecha as Fecha,
      comprador: {},
      impuestos: [{ codigo: '001', monto: decimal('10.00') }],
    });
  await storeReceipts(server, company, [
    consumer('B0200000001', '02-02-2026'),
    consumer('B0200000002', '28-02-2026'),
    consumer('E320000000001', '03-02-2026'),
    consumer('B0200000003', '01-03-2026'),
    sale('B0100000001', company),
  ]);
  const { body } = await server.call(reportes.resumenDeConsumo, { query: { periodo: '202602' } }, company.sesion);
  expect(body.map(({ tipo, cantidad }) => [tipo, cantidad])).toEqual([
    ['B02', 2],
    ['E32', 1],
  ]);
  expect(body[0]!.montos).toMatchObject({
    monto_facturado: '5000.00',
    itbis_facturado: '720.00',
    propina_legal: '20.00',
    tarjeta: '0.00',
  });
  const none = await server.call(reportes.resumenDeConsumo, { query: { periodo: '202601' } }, company.sesion);
  expect(none.body.map(({ cantidad, montos }) => [cantidad, montos.efectivo])).toEqual([
    [0, '0.00'],
    [0, '0.00'],
  ]);
});
