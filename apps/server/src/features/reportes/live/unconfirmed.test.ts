import type { Ambiente } from '@timbre/contract';
import { reportes } from '@timbre/contract';
import type { Periodo } from '@timbre/values';
import { beforeEach, describe, expect, test } from 'vitest';
import { LOOK_UP } from '../../../domain/received/look-up.ts';
import { bringUpToDate } from '../../../domain/reports/catch-up.ts';
import { loadReceipts } from '../../../domain/reports/load.ts';
import { rowPages } from '../../../domain/reports/rows-repo.ts';
import { daysOf, type Scope } from '../../../domain/reports/scope.ts';
import { issued, received, says } from '../../../domain/reports/testing/documents.ts';
import type { Stranger } from '../../../main/testing/stranger.ts';
import { withReports } from '../testing/saved-reports.ts';

const server = withReports();
const supplier = '132111117';
const periodo = '202608' as Periodo;
const agosto = { fechaDesde: '2026-08-01', fechaHasta: '2026-08-31' };
const ncf = 'E310000000001';
let company: Stranger;

beforeEach(async () => {
  server.clock.advance(Math.max(0, new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime()));
  company = await server.company();
});

const scopeOf = (ambiente: Ambiente): Scope => ({ empresaId: company.id, ambiente, rnc: company.rnc });
const receive = (estado_dgii: string | null, ambiente: Ambiente = 'testecf', eNCF = ncf) =>
  server.ctx.db.tenant(company.id, (tx) =>
    received(tx, company.id, { eNCF, emisor: supplier, comprador: company.rnc }, { estado_dgii, ambiente }),
  );
async function amounts(ambiente: Ambiente = 'testecf') {
  await bringUpToDate(server.ctx, scopeOf(ambiente), daysOf(periodo));
  const totals: string[] = [];
  for await (const page of rowPages(server.ctx.db, scopeOf(ambiente), '606', daysOf(periodo)))
    totals.push(...page.map(({ total }) => total));
  return totals;
}
const listed = async () =>
  (await server.call(reportes.listarComprobantes, { params: { tipo: '606' }, query: { periodo } }, company.sesion))
    .body;

describe('a received e-CF counts in the 606', () => {
  test.each<[string | null, boolean]>([
    [null, false],
    ['no_encontrado', false],
    ['en_proceso', false],
    ['rechazado', false],
    ['aceptado', true],
    ['aceptado_condicional', true],
  ])('a received e-CF in the state %s counts in the 606: %s', async (estado, counts) => {
    await receive(estado);
    expect(await amounts()).toEqual(counts ? ['1180.00'] : []);
  });

  test('a received e-CF counts in the 606 from the day on which the DGII accepts it', async () => {
    const id = await receive(null);
    expect(await amounts()).toEqual([]);
    expect((await listed()).comprobantes).toMatchObject([{ ncf, excluido: 'La DGII todavía no lo ha aceptado' }]);
    await server.ctx.db.tenant(company.id, (tx) => says(tx, id, { estado_dgii: 'aceptado' }));
    expect(await amounts()).toEqual(['1180.00']);
  });

  test('in certification, where the DGII cannot be asked, a received e-CF counts unless the DGII rejects it', async () => {
    await receive(null, 'certecf');
    expect(await amounts('certecf')).toEqual(['1180.00']);
    await receive('rechazado', 'certecf', 'E310000000002');
    expect(await amounts('certecf')).toEqual(['1180.00']);
  });
});

describe('an issued e-CF without the verdict of the DGII', () => {
  const issue = (eNCF: string, more: Parameters<typeof issued>[3]) =>
    server.ctx.db.tenant(company.id, (tx) =>
      issued(tx, company.id, { eNCF, emisor: company.rnc, comprador: supplier }, more),
    );
  const told = async (tipo: '606' | '607') => {
    const input = { params: { tipo }, query: { periodo } };
    const { body } = await server.call(reportes.problemasDeReporte, input, company.sesion);
    return body.problemas
      .filter(({ codigo }) => /^60[67]-DGII-0[12]$/.test(codigo))
      .map(({ codigo, gravedad, ncf: number, documento }) => [codigo, gravedad, number, documento]);
  };

  test.each(['firmado', 'enviado', 'recibido', 'en_proceso', 'sin_confirmar', 'error'] as const)(
    'is in no report in the state %s, which the problems and the report say',
    async (estado) => {
      const sold = await issue('E310000000001', { estado });
      const bought = await issue('E410000000001', { estado });
      await issue('E310000000002', { estado: 'aceptado' });
      await issue('E310000000003', { estado: 'rechazado' });
      await issue('E310000000004', { estado, ambiente: 'ecf' });
      await issue('E310000000005', { estado, fecha_emision: '2026-07-31' });
      const document = (documentoId: string) => ({ documentoId, fuente: 'emitido', rnc: company.rnc });
      expect(await told('607')).toEqual([['607-DGII-01', 'aviso', 'E310000000001', document(sold)]]);
      expect(await told('606')).toEqual([['606-DGII-02', 'aviso', 'E410000000001', document(bought)]]);
      const { avisos, totales } = await server.generate(company, '607', agosto);
      expect([avisos, totales.montoTotal]).toEqual([
        ['1 e-CF emitido no cuenta: la DGII todavía no lo ha aceptado'],
        '1180.00',
      ]);
      const purchases = await server.generate(company, '606', agosto);
      expect(purchases.avisos).toEqual(['1 e-CF emitido no cuenta: la DGII todavía no lo ha aceptado']);
    },
  );
});

describe('an unconfirmed e-CF', () => {
  test('an unconfirmed e-CF is in the list, the problems and the report with its number, and is asked about again', async () => {
    const id = await receive(null);
    await receive('aceptado', 'testecf', 'E310000000002');
    expect((await listed()).sinConfirmar).toBe(1);
    const problems = await server.call(
      reportes.problemasDeReporte,
      { params: { tipo: '606' }, query: { periodo } },
      company.sesion,
    );
    expect(problems.body.problemas).toContainEqual(
      expect.objectContaining({
        codigo: '606-DGII-01',
        gravedad: 'aviso',
        ncf,
        documento: { documentoId: id, fuente: 'recibido', rnc: supplier },
      }),
    );
    const report = await server.generate(company, '606', agosto);
    expect(report.avisos).toEqual(['1 e-CF recibido no cuenta: la DGII todavía no lo ha aceptado']);
    expect(report.totales.montoTotal).toBe('1180.00');
    const asked = await server.call(reportes.consultarSinConfirmar, { body: { periodo } }, company.sesion);
    expect([asked.status, asked.body]).toEqual([202, { consultados: 1 }]);
    const jobs = await server.ctx.db.system((tx) =>
      tx
        .selectFrom('trabajo')
        .select('sujeto')
        .where('clase', '=', LOOK_UP)
        .where('empresa_id', '=', company.id)
        .execute(),
    );
    // The look-up runs at once: if it has been done already, its answer is stored.
    const { consultado_dgii } = await server.ctx.db.tenant(company.id, (tx) =>
      tx.selectFrom('recibido').select('consultado_dgii').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(jobs.some(({ sujeto }) => sujeto === id) || consultado_dgii !== null).toBe(true);
  });

  test('an unconfirmed e-CF gives way to what a person loaded and to the books', async () => {
    const paper = [
      { rnc: supplier, razonSocial: '', ncf, fecha: '14-08-2026', montoTotal: '2360.00', itbis: '360.00' },
    ];
    const load = () => loadReceipts(server.ctx, scopeOf('testecf'), 'compra', paper, 'persona', { por: 'ana', ip: '' });
    const id = await receive(null);
    expect(await amounts()).toEqual([]);
    expect(await load()).toMatchObject({ cargados: 1, repetidos: [] });
    expect(await amounts()).toEqual(['2360.00']);
    await server.ctx.db.tenant(company.id, (tx) => says(tx, id, { estado_dgii: 'no_encontrado' }));
    expect(await amounts()).toEqual(['2360.00']);
    await server.ctx.db.tenant(company.id, (tx) => says(tx, id, { estado_dgii: 'aceptado' }));
    expect(await amounts()).toEqual(['1180.00']);
    expect(await load()).toMatchObject({ cargados: 0, repetidos: [ncf] });
  });
});
