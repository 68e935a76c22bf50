import type { auditoria, procesar } from '@timbre/contract';
import type { Static } from 'typebox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BuiltServer, EndedEarly, startBuiltServer } from '../built-server.ts';
import { bundleFeedServer, type FeedServer } from '../feed-server.ts';
import { Client } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed while the documents of the accounting program are read: no document is lost, and none counts twice.

vi.setConfig({ testTimeout: 300_000 });

let place: Place;
let bundle: FeedServer;
beforeAll(async () => {
  [place, bundle] = await Promise.all([makePlace(), bundleFeedServer()]);
});
afterAll(async () => {
  await place.leave();
  bundle.remove();
});

/** Three pages of purchases, of which one document cannot be read. */
const documents = 300;
const agosto = { fechaInicio: '2026-08-01', fechaFin: '2026-08-31' } as const;

/** Starts a server; undefined when it was killed before it was ready. */
async function start(failpoint = ''): Promise<BuiltServer | undefined> {
  await endLeases(place);
  const env = { ...place.env, FEED_DOCUMENTS: String(documents), TIMBRE_FAILPOINT: failpoint };
  try {
    return await startBuiltServer({ dataDir: place.dataDir, program: bundle.program, env });
  } catch (error) {
    if (error instanceof EndedEarly && error.end === 'SIGKILL') return undefined;
    throw error;
  }
}

async function killAt(failpoint: string, work?: (server: BuiltServer) => Promise<unknown>): Promise<void> {
  const server = await start(failpoint);
  if (server === undefined) return;
  await work?.(server);
  expect(await server.ended).toBe('SIGKILL');
}

test('killed at any point, a run goes on from its last page, and is told once', async () => {
  const client = new Client();
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
      omitidos: 0,
    }),
  ]);
  const rows = await client.call<{ datos: { ncf: string }[] }>(
    server,
    'GET',
    `/api/reportes/datos/606/${rnc}?fechaInicio=${agosto.fechaInicio}&fechaFin=${agosto.fechaFin}&cuantos=1000`,
  );
  expect(new Set(rows!.datos.map(({ ncf }) => ncf)).size).toBe(149);
  const record = await client.call<{ entradas: Static<typeof auditoria.EntradaAuditoria>[] }>(
    server,
    'GET',
    '/api/auditoria?grupo=documento',
  );
  const told = record!.entradas.filter(({ tipo }) => tipo.startsWith('proceso.')).map(({ descripcion }) => descripcion);
  expect(told.sort()).toEqual([
    'Inició el proceso de reportes (606) del 01/08/2026 al 31/08/2026',
    'Terminó el proceso de reportes (606) del 01/08/2026 al 31/08/2026: 150 documentos, 1 fallo',
  ]);
  await server.kill('SIGKILL');
});
