import type { auditoria, reportes } from '@timbre/contract';
import type { Static } from 'typebox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BuiltServer } from '../built-server.ts';
import { Client } from './client.ts';
import { endLeases, makePlace, type Place } from './rig.ts';

// The server is killed while a report is generated. The report is never ready with only part of its rows, and no row
// occurs twice.

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.leave());

const path = '/api/reportes-fiscales/606';
const dates = { fechaDesde: '2026-02-01', fechaHasta: '2026-02-28' };

/** Receipts on paper for a report of two parts. */
const datos = Array.from({ length: 1_000 }, (_, i) => ({
  rnc: '132111117',
  razonSocial: 'Suplidora Inventada SRL',
  ncf: `B01${String(i + 1).padStart(8, '0')}`,
  fecha: '2026-02-10',
  montoTotal: '1180.00',
  itbis: '180.00',
}));

/** Starts a server that is killed at a point. `work` makes its requests first. */
async function killAt(point: string, work?: (server: BuiltServer) => Promise<unknown>): Promise<void> {
  await endLeases(place);
  const server = await place.start({ TIMBRE_FAILPOINT: point });
  // If the server passes the point while it starts, it is killed before it is ready.
  if (server === undefined) return;
  await work?.(server);
  expect(await server.ended).toBe('SIGKILL');
}

const listed = (client: Client, server: BuiltServer) =>
  client.call<reportes.ReporteGuardado[]>(
    server,
    'GET',
    `${path}?fechaDesde=${dates.fechaDesde}&fechaHasta=${dates.fechaHasta}`,
  );

/** Waits until all reports are ready, and returns them. */
const ready = (client: Client, server: BuiltServer) =>
  vi.waitFor(
    async () => {
      const reports = (await listed(client, server))!;
      expect(reports.map(({ estado }) => estado)).toEqual(reports.map(() => 'listo'));
      return reports;
    },
    { timeout: 120_000, interval: 200 },
  );

test('a report that is killed at any point is generated from the beginning, and reported once', {
  tags: ['SR4-2'],
}, async () => {
  await killAt('report-part', (server) => new Client().call(server, 'POST', path, { ...dates, datos }));
  await killAt('report-part:2');
  await killAt('report-made');
  await endLeases(place);
  const server = (await place.start())!;
  const client = new Client();
  const [report, ...others] = await ready(client, server);
  expect(others).toEqual([]);
  expect(report).toMatchObject({ progreso: { porcentaje: 100 }, totales: { cantidadRegistros: 1_000 } });
  const { filas, total } = (await client.call<{ filas: reportes.FilaDeReporte[]; total: number }>(
    server,
    'GET',
    `${path}/${report!._id}/filas?cuantas=1000`,
  ))!;
  expect([total, filas.map(({ ncf }) => ncf)]).toEqual([1_000, datos.map(({ ncf }) => ncf)]);
  await server.kill('SIGKILL');

  await killAt('report-concluded', (one) => new Client().call(one, 'POST', path, dates));
  await endLeases(place);
  const last = (await place.start())!;
  const again = new Client();
  expect(await ready(again, last)).toHaveLength(2);
  const record = await again.call<{ entradas: Static<typeof auditoria.EntradaAuditoria>[] }>(
    last,
    'GET',
    '/api/auditoria?grupo=documento',
  );
  const entries = record!.entradas
    .filter(({ tipo }) => tipo === 'reporte.generado')
    .map(({ descripcion }) => descripcion);
  expect(entries).toEqual(Array(2).fill('Generó el reporte 606 del 01/02/2026 al 28/02/2026: 1000 filas'));
});
