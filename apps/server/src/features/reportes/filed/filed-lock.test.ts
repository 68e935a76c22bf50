import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as contract from '@timbre/contract';
import type { RouteSpec } from '@timbre/route';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bringUpToDate } from '../../../domain/reports/catch-up.ts';
import { daysOf, type Scope } from '../../../domain/reports/scope.ts';
import { received } from '../../../domain/reports/testing/documents.ts';
import { insertFiled } from '../../../domain/reports/testing/filed.ts';
import { withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';

// Every call that may change a filed month requires confirmation first. The calls are gathered from the contract, so
// that a new one of a feature that writes rows fails here until it is decided.

vi.setConfig({ testTimeout: 120_000 });

/** The effect of each call on the rows of a filed month. */
const decided: Readonly<Record<string, Readonly<Record<string, Decision>>>> = {
  reportes: {
    generarReporte: 'pregunta',
    txtDe606: 'pregunta',
    cargarComprobantes: 'pregunta',
    responderComprobantes: 'pregunta',
    aceptarSugerencias: 'pregunta',
    responderIT1: 'pregunta',
    eliminarReporte: 'nada',
    presentarReporte: 'nada',
    conciliarConTxt: 'nada',
    plantillaDeReporte: 'nada',
    subirHerramienta: 'nada',
    eliminarHerramienta: 'nada',
    leerLibroDeComprobantes: 'nada',
    consultarSinConfirmar: 'documento',
  },
  recibidas: { responderRecibida: 'pregunta', subirRecibida: 'documento' },
  aprobacionComercial: {
    enviarAprobaciones: 'pregunta',
    cargarAprobaciones: 'nada',
    firmarAprobaciones: 'nada',
    olvidarEnsayoDeAprobaciones: 'nada',
    quitarAprobaciones: 'nada',
  },
  procesar: {
    procesarReportes: 'espera',
    inicializarDb: 'nada',
    cancelarEjecucion: 'nada',
    descargarProcesado: 'nada',
  },
};
/**
 * `pregunta`: refused until the caller confirms. `espera`: changes to the month wait, and are reported. `documento`:
 * its documents count by the verdict of the DGII alone. `nada`: writes no row.
 */
type Decision = 'pregunta' | 'espera' | 'documento' | 'nada';

/** Features whose calls change rows only through calls decided above. */
const others: Readonly<Record<string, string>> = {
  piloto: 'certification, where no month is filed',
};

const source = fileURLToPath(new URL('../../../', import.meta.url));

/** The files that a file imports at run time, also through others. */
function reached(file: string): Set<string> {
  const files = new Set([file]);
  for (const each of files) {
    const text = readFileSync(each, 'utf8').replace(/^import type [^;]*;/gm, '');
    for (const [, name] of text.matchAll(/from '(\.[^']+)'/g)) {
      const next = resolve(dirname(each), name!);
      if (existsSync(next)) files.add(next);
    }
  }
  return files;
}

const camel = (folder: string) => folder.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
const changingCalls = (feature: string) =>
  Object.entries((contract as unknown as Record<string, object>)[feature] ?? {})
    .filter(([, call]) => isRoute(call) && call.method !== 'GET')
    .map(([name]) => name)
    .sort();

test('only one file writes rows, and each call of a feature that reaches it is decided', { tags: ['SR5-36'] }, () => {
  const writers = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.ts$/.test(path) &&
      !/\.test\.ts$|(^|\/)testing\//.test(path) &&
      /\b(insertRows|removeRows)\(tx,/.test(readFileSync(source + path, 'utf8')),
  );
  expect(writers).toEqual(['domain/reports/store-rows.ts']);
  const writing = readdirSync(`${source}features`)
    .filter((folder) => existsSync(`${source}features/${folder}/routes.ts`))
    .filter((folder) => reached(`${source}features/${folder}/routes.ts`).has(`${source}domain/reports/store-rows.ts`));
  expect(writing.map(camel).sort()).toEqual([...Object.keys(decided), ...Object.keys(others)].sort());
  for (const [feature, calls] of Object.entries(decided))
    expect({ [feature]: Object.keys(calls).sort() }).toEqual({ [feature]: changingCalls(feature) });
});

describe('a call that would change a filed month', () => {
  const server = withServer();
  const { reportes, recibidas, aprobacionComercial } = contract;
  const supplier = '132111117';
  const august = { desde: '2026-08-01', hasta: '2026-08-31' };
  let company: Stranger;
  let scope: Scope;
  /** The received e-CF and the approval that rejects it. */
  let recibidoId: string;
  let approvalId: string;

  beforeAll(() => {
    server.clock.advance(new Date('2026-09-14T12:00:00Z').getTime() - server.clock.now().getTime());
  });
  beforeEach(async () => {
    company = await stranger(server, { ...bare, certificado: true });
    scope = { empresaId: company.id, ambiente: 'testecf', rnc: company.rnc };
    await call(reportes.cargarComprobantes, { params: { tipo: '606' }, body: { datos: [paper('B0100000001')] } });
    recibidoId = await server.ctx.db.tenant(company.id, (tx) =>
      received(
        tx,
        company.id,
        { eNCF: 'E310000000001', emisor: supplier, comprador: company.rnc },
        { estado_dgii: 'aceptado' },
      ),
    );
    await bringUpToDate(server.ctx, scope, daysOf('202608' as never));
    approvalId = await signedRejection();
    for (const tipo of ['606', '607', 'it1'] as const) await insertFiled(server, scope, tipo, august);
  });

  const call = <R extends RouteSpec>(route: R, input: object) => server.call(route, input as never, company.sesion);
  const paper = (ncf: string) => ({
    rnc: supplier,
    razonSocial: 'Suplidora Inventada SRL',
    ncf,
    fecha: '2026-08-14',
    montoTotal: '1180.00',
    itbis: '180.00',
  });

  /** A signed approval of a workbook, which rejects the received e-CF. Returns its id. */
  async function signedRejection(): Promise<string> {
    const id = newId(server.clock.now());
    await server.ctx.db.system((tx) =>
      sql`insert into aprobacion_libro (empresa_id, id, ambiente, fila, rnc_emisor, encf, detalle, errores, xml, firmada)
        values (${company.id}, ${id}, 'testecf', 2, ${supplier}, 'E310000000001',
          ${JSON.stringify({ RNCEmisor: supplier, eNCF: 'E310000000001', Estado: '2', DetalleMotivoRechazo: 'Otro monto' })},
          '[]', '<ACECF/>', ${server.clock.now()})`.execute(tx),
    );
    return id;
  }

  /** The calls that require confirmation, each with a request that would change August. */
  const asking: Readonly<Record<string, (answer: object) => ReturnType<typeof call>>> = {
    generarReporte: (answer) =>
      call(reportes.generarReporte, {
        params: { tipo: '606' },
        body: { fechaDesde: august.desde, fechaHasta: august.hasta, datos: [paper('B0100000099')], ...answer },
      }),
    txtDe606: (answer) =>
      call(reportes.txtDe606, {
        body: { fechaInicio: august.desde, fechaFin: august.hasta, datos: [paper('B0100000099')], ...answer },
      }),
    cargarComprobantes: (answer) =>
      call(reportes.cargarComprobantes, {
        params: { tipo: '607' },
        body: { datos: [{ ...paper('B0100000099'), rnc: '132111117' }], ...answer },
      }),
    responderComprobantes: (answer) =>
      call(reportes.responderComprobantes, {
        params: { tipo: '606' },
        body: {
          cambios: [{ id: `${supplier}|B0100000001|compra`, respuestas: {}, excluido: 'Es de otra empresa' }],
          ...answer,
        },
      }),
    aceptarSugerencias: (answer) =>
      call(reportes.aceptarSugerencias, { params: { tipo: '606' }, body: { periodo: '202608', ...answer } }),
    responderIT1: (answer) =>
      call(reportes.responderIT1, {
        params: { periodo: '202608' },
        body: { casillas: { '29': '100.00' }, ...answer },
      }),
    responderRecibida: (answer) =>
      call(recibidas.responderRecibida, {
        params: { id: recibidoId },
        body: { estado: 'rechazada', motivo: 'No la pedimos', ...answer },
      }),
    enviarAprobaciones: (answer) =>
      call(aprobacionComercial.enviarAprobaciones, { body: { ids: [approvalId], ...answer } }),
  };

  test('every call that asks for confirmation is tried here', () => {
    const wanted = Object.values(decided).flatMap((calls) =>
      Object.entries(calls)
        .filter(([, decision]) => decision === 'pregunta')
        .map(([name]) => name),
    );
    expect(Object.keys(asking).sort()).toEqual(wanted.sort());
  });

  const eventOfFiled = () =>
    server.ctx.db.reading(company.id, async (tx) => {
      const { rows } = await sql<{ presentado: boolean | null }>`
        select (datos ->> 'presentado')::boolean as presentado from evento
        where empresa_id = ${company.id} and datos ? 'presentado' order by seq desc limit 1`.execute(tx);
      return rows[0]?.presentado;
    });

  test.each(Object.keys(asking))(
    'a call of %s is refused with the filing, and succeeds once it is confirmed',
    { tags: ['SR5-36'] },
    async (name) => {
      if (name === 'aceptarSugerencias') await learnedSuggestion();
      const refused = await asking[name]!({});
      expect([refused.status, refused.problem.code]).toEqual([409, 'reportes/presentado']);
      expect(refused.problem.detail).toMatch(
        /El (606|607|IT-1) de agosto de 2026 se presentó el 12[-/]09[-/]2026 con el número ACEPTADO-0001/,
      );
      const confirmed = await asking[name]!({ aunquePresentado: true });
      // The TXT of a month with pending answers is refused because of these, after its records were loaded.
      if (name === 'txtDe606') expect(confirmed.problem.code).toBe('reportes/pendiente');
      else expect(confirmed.status).toBeLessThan(300);
      expect(await eventOfFiled()).toBe(true);
    },
  );

  /** Makes a suggestion for the supplier of the paper. */
  async function learnedSuggestion() {
    await call(reportes.responderComprobantes, {
      params: { tipo: '606' },
      body: {
        cambios: [{ id: `${supplier}|B0100000001|compra`, respuestas: { tipo_bienes_servicios: '09' } }],
        aunquePresentado: true,
      },
    });
  }

  test('an accepted suggestion, an answer and paper that change nothing need no confirmation', async () => {
    const same = await call(reportes.cargarComprobantes, {
      params: { tipo: '606' },
      body: { datos: [paper('B0100000001')] },
    });
    expect(same.status).toBe(200);
    const accepted = await call(recibidas.responderRecibida, {
      params: { id: recibidoId },
      body: { estado: 'aceptada' },
    });
    expect(accepted.status).toBe(202);
  });

  test('an open month needs no confirmation', async () => {
    const { status } = await call(reportes.cargarComprobantes, {
      params: { tipo: '606' },
      body: { datos: [{ ...paper('B0100000098'), fecha: '2026-09-02' }] },
    });
    expect(status).toBe(200);
  });

  test('a later verdict of the DGII needs no confirmation: it is in the rectification', async () => {
    await server.ctx.db.tenant(company.id, (tx) =>
      received(
        tx,
        company.id,
        { eNCF: 'E310000000002', emisor: supplier, comprador: company.rnc },
        { estado_dgii: 'aceptado' },
      ),
    );
    const { body } = await call(reportes.listarComprobantes, { params: { tipo: '606' }, query: { periodo: '202608' } });
    expect(body.comprobantes.map(({ ncf }: { ncf: string }) => ncf)).toContain('E310000000002');
    expect(body.presentado).toMatchObject({ numero: 'ACEPTADO-0001', fecha: '2026-09-12' });
  });
});
