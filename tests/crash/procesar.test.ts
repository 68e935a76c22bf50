import type { auditoria, procesar, reportes } from '@timbre/contract';
import { createQuickBooksSimulator } from '@timbre/quickbooks-simulator';
import type { Static } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullMapping, inventedDocuments } from '../../apps/server/src/features/quickbooks/testing/documents.ts';
import type { BuiltServer } from '../built-server.ts';
import { Client } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed while it reads the documents of QuickBooks. No document is lost, and none counts twice.

/** Three pages of purchases, of which one document cannot be reported and one is not a receipt. */
const quickbooks = createQuickBooksSimulator({
  now: () => Date.UTC(2027, 0, 1),
  settings: { perSecond: 1_000, perMinute: 100_000, documents: inventedDocuments(300) },
});
const agosto = { fechaInicio: '2026-08-01', fechaFin: '2026-08-31' } as const;

let place: Place;
let address: string;
const client = new Client();
beforeAll(async () => {
  [place, address] = await Promise.all([makePlace(), quickbooks.listen()]);
  const server = (await start())!;
  await client.connectQuickBooks(server);
  await client.call(server, 'POST', `/api/cuentas-mapping/${server.login}`, { mapeo: fullMapping });
  await server.kill('SIGKILL');
});
afterAll(async () => {
  await place.leave();
  await quickbooks.close();
});

/** Starts a server; undefined if it was killed before it was ready. */
async function start(failpoint = ''): Promise<BuiltServer | undefined> {
  await endLeases(place);
  return place.start({ QUICKBOOKS_BASE_URL: address, TIMBRE_FAILPOINT: failpoint });
}

async function killAt(failpoint: string, work?: (server: BuiltServer) => Promise<unknown>): Promise<void> {
  const server = await start(failpoint);
  if (server === undefined) return;
  await work?.(server);
  expect(await server.ended).toBe('SIGKILL');
}

test('a run that is killed at any point goes on from its last page, and is reported once', {
  tags: ['SR4-7'],
}, async () => {
  await killAt('process-storing:2', (server) =>
    client.call(server, 'POST', '/api/reportes/procesar', { ...agosto, tipoReporte: '606' }),
  );
  await killAt('process-read');
  await killAt('process-stored:2');
  await killAt('process-concluded');
  const server = (await start())!;
  const { enProceso } = (await client.call<procesar.RequisitosDeProceso>(server, 'GET', '/api/reportes/requisitos'))!;
  expect(enProceso).toBeNull();
  const rnc = server.login;
  const history = await client.call<{ historial: procesar.Ejecucion[] }>(
    server,
    'GET',
    `/api/reportes/historial/${rnc}`,
  );
  expect(history!.historial).toEqual([
    expect.objectContaining({
      Estado: 'Completado',
      RegistrosProcesados: 150,
      TotalRegistros: 150,
      fallos: 1,
      omitidos: 1,
    }),
  ]);
  const rows = await client.call<{ datos: { ncf: string }[] }>(
    server,
    'GET',
    `/api/reportes/datos/606/${rnc}?fechaInicio=${agosto.fechaInicio}&fechaFin=${agosto.fechaFin}&cuantos=1000`,
  );
  expect(new Set(rows!.datos.map(({ ncf }) => ncf)).size).toBe(148);
  const record = await client.call<{ entradas: Static<typeof auditoria.EntradaAuditoria>[] }>(
    server,
    'GET',
    '/api/auditoria?grupo=documento',
  );
  const entries = record!.entradas
    .filter(({ tipo }) => tipo.startsWith('proceso.'))
    .map(({ descripcion }) => descripcion);
  expect(entries.sort()).toEqual([
    'Inició el proceso de reportes (606) del 01/08/2026 al 31/08/2026',
    'Terminó el proceso de reportes (606) del 01/08/2026 al 31/08/2026: 150 documentos, 1 fallo',
  ]);
  await server.kill('SIGKILL');
});

test('a report that is killed while it reads the books is generated from the beginning, with each document once', async () => {
  const path = '/api/reportes-fiscales/607';
  const dates = { fechaDesde: agosto.fechaInicio, fechaHasta: agosto.fechaFin };
  await killAt('report-books:2', (server) => client.call(server, 'POST', path, dates));
  await killAt('report-books:3');
  const server = (await start())!;
  const listed = () =>
    client.call<reportes.ReporteGuardado[]>(
      server,
      'GET',
      `${path}?fechaDesde=${dates.fechaDesde}&fechaHasta=${dates.fechaHasta}`,
    );
  await expect.poll(async () => (await listed())?.map(({ estado }) => estado)).toEqual(['listo']);
  const [report] = (await listed())!;
  const { filas } = (await client.call<{ filas: reportes.FilaDeReporte[] }>(
    server,
    'GET',
    `${path}/${report!._id}/filas?cuantas=1000`,
  ))!;
  // Of 150 documents two cannot be reported, and two are not receipts.
  expect([filas.length, new Set(filas.map(({ ncf }) => ncf)).size]).toEqual([146, 146]);
  await server.kill('SIGKILL');
});
