import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demostracion, facturas, inicio, quickbooks, recibidas, reportes, sesion, webhooks } from '@timbre/contract';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, type Evidence, type Finding } from '../../domain/comprobantes/ledger/ledger-check.ts';
import { readConfig } from '../../domain/config.ts';
import { type App, createApp } from '../app.ts';
import { freshDatabase } from '../testing/database.ts';
import { callApp } from '../testing/server.ts';
import { companiesOf } from './companies.ts';
import { createPair, peopleOf } from './create.ts';
import { planOf } from './plan.ts';

/** A shorter history, by the same code: it reaches back to the month that is filed. */
const days = 75;
const today = '2026-11-28';
const began = performance.now();
/** A clock that goes on from noon of that day. */
const clock = {
  now: () => new Date(Date.parse(`${today}T12:00:00-04:00`) + performance.now() - began),
  monotonicMs: () => performance.now(),
};

let app: App;
let unmake: () => Promise<void>;
let tienda: string;
let importadora: string;
const plan = planOf(today, days);

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-demo-'));
  const { db, databaseUrl, drop } = await freshDatabase();
  const config = { ...readConfig({ TIMBRE_DEMO: '0' }), dataDir, databaseUrl };
  app = await createApp(config, { clock, db, log: pino({ level: 'silent' }) }, (error) => {
    throw error;
  });
  unmake = async () => {
    await app.close();
    await drop();
    rmSync(dataDir, { recursive: true });
  };
  const { context } = app;
  const people = await peopleOf(context);
  await context.db.system((tx) => createPair(context, tx, { people, today, days }));
  await app.runner.start();
  tienda = await logIn(companiesOf(0).tienda.rnc);
  importadora = await logIn(companiesOf(0).importadora.rnc);
  // The first page begins it.
  await app.http.fastify.inject('/');
  await made(tienda);
}, 600_000);
afterAll(() => unmake());

async function logIn(correo: string): Promise<string> {
  const contrasena = app.context.keyring.passwordFor('demo');
  const { body } = await callApp(app, sesion.login, { body: { correo, contrasena } });
  return body.apiKey;
}

async function made(key: string): Promise<void> {
  for (;;) {
    const { body } = await callApp(app, demostracion.verDemostracion, {}, key);
    if (body.preparando === null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** How many numbers of each type a company used. */
async function numbersOf(key: string): Promise<Record<string, number>> {
  const { body: own } = await callApp(app, sesion.sesionActual, {}, key);
  const { body } = await callApp(app, inicio.estadisticas, { params: { userId: own.userId } }, key);
  return Object.fromEntries(
    Object.entries(body as Record<string, { totalNCFUtilizados: number }>).map(([tipo, each]) => [
      tipo,
      each.totalNCFUtilizados,
    ]),
  );
}

function planned(lado: 'tienda' | 'importadora'): Record<string, number> {
  const count: Record<string, number> = {};
  for (const { draft } of plan.flatMap(({ sales }) => sales).filter((sale) => sale.lado === lado)) {
    const tipo = `E${draft.Encabezado?.IdDoc?.TipoeCF}`;
    count[tipo] = (count[tipo] ?? 0) + 1;
  }
  return count;
}

describe('the demonstration', () => {
  test('each document of the plan was issued once, and the note that annuls one', async () => {
    const shop = planned('tienda');
    expect(await numbersOf(tienda)).toEqual({ ...shop, E34: (shop.E34 ?? 0) + 1 });
    expect(await numbersOf(importadora)).toEqual(planned('importadora'));
  });

  test('its documents were signed and decided on their days', async () => {
    const listed = await callApp(
      app,
      facturas.listarFacturas,
      { query: { sinXml: true, limite: 500 } as never },
      tienda,
    );
    const dates = listed.body.map(({ fechaEmision }) => fechaEmision);
    expect(dates.length).toBeGreaterThan(100);
    expect(dates.filter((date) => date !== null && date >= today)).toEqual([]);
  });

  test('one was rejected, one conditionally accepted, one unconfirmed; all others were accepted', async () => {
    const { body } = await callApp(
      app,
      facturas.listarFacturas,
      { query: { sinXml: true, limite: 500 } as never },
      tienda,
    );
    const others = body.filter(({ estado }) => estado !== 'aceptado').map(({ estado }) => estado);
    expect(others.sort()).toEqual(['aceptado_condicional', 'rechazado', 'sin_confirmar']);
    expect(body.filter(({ anuladaPor }) => anuladaPor !== null)).toHaveLength(1);
  });

  test('the ledger and the record have nothing to report', async () => {
    const findings: Finding[] = [];
    await checkLedger(app.context.db, {} as Evidence, (finding) => findings.push(finding));
    expect(findings).toEqual([]);
  });

  test('two received e-CF are not answered, the others are', async () => {
    const { body } = await callApp(app, recibidas.listarRecibidas, { query: { pageSize: 100 } as never }, tienda);
    const rows = (body as unknown as { items?: unknown[] }).items ?? (body as unknown as unknown[]);
    expect(JSON.stringify(rows).match(/"responderAntesDe":"/g)?.length ?? rows.length).toBeGreaterThan(0);
  });

  test('the 606 of the last month has answers and suggestions left, and that of the month before was filed', async () => {
    const monthOf = (periodo: string) =>
      callApp(app, reportes.listarComprobantes, { params: { tipo: '606' }, query: { periodo } }, tienda);
    const [open, filed] = [await monthOf('202610'), await monthOf('202609')];
    expect(filed.body.presentado).toMatchObject({ numero: '202609-606-01', fecha: '2026-10-12' });
    expect(filed.body.totales.pendientes).toBe(0);
    const { pendientes, cantidadRegistros } = open.body.totales;
    expect(pendientes).toBeGreaterThan(0);
    expect(pendientes / cantidadRegistros).toBeLessThan(0.35);
    expect(open.body.comprobantes.some(({ sugerencias }) => Object.keys(sugerencias).length > 0)).toBe(true);
  });

  test('QuickBooks is connected, and differs from the e-CF in two', async () => {
    expect((await callApp(app, quickbooks.estadoDeQuickBooks, {}, tienda)).body.conectado).toBe(true);
    const { body } = await callApp(
      app,
      reportes.conciliarReporte,
      { params: { tipo: '606' }, query: { periodo: '202610' } },
      tienda,
    );
    expect(body.comprobantes).toHaveLength(2);
  });

  test('the importer has a webhook with a failed delivery', async () => {
    const { body } = await callApp(app, webhooks.listarEntregas, { query: { estado: 'fallida' } }, importadora);
    expect(body.entregas).toHaveLength(1);
  });
});
