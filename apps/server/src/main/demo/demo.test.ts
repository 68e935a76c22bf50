import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  demostracion,
  documentos,
  facturas,
  inicio,
  quickbooks,
  recibidas,
  reportes,
  sesion,
  webhooks,
} from '@timbre/contract';
import type { InputOf } from '@timbre/route';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, type Finding } from '../../domain/comprobantes/ledger/ledger-check.ts';
import { readConfig } from '../../domain/config.ts';
import { companyOf } from '../../domain/received/received-repo.ts';
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

  const listed = async (query: InputOf<typeof facturas.listarFacturas>['query']) =>
    (await callApp(app, facturas.listarFacturas, { query: { ...query, sinXml: true } }, tienda)).body;

  test('its documents have the dates of their days: none is of today', async () => {
    const [first] = await listed({ orden: 'emision' });
    const [last] = await listed({ orden: '-emision' });
    expect([first!.fechaEmision, last!.fechaEmision]).toEqual(['15-09-2026', '27-11-2026']);
    const { body } = await callApp(
      app,
      documentos.verDocumento,
      { params: { id: first!.facturaElectronicaID } },
      tienda,
    );
    const moments = body.intentos.flatMap(({ iniciado, terminado }) => [iniciado, terminado ?? '']);
    expect(moments.filter((moment) => !moment.startsWith('2026-09-15'))).toEqual([]);
  });

  test('one was rejected, one conditionally accepted, one is unconfirmed, one annulled; the others were accepted', async () => {
    for (const estado of ['rechazado', 'aceptado_condicional', 'sin_confirmar'] as const)
      expect([estado, (await listed({ estado })).length]).toEqual([estado, 1]);
    const open = (await listed({})).filter(({ estado }) =>
      ['firmado', 'enviado', 'recibido', 'en_proceso', 'error'].includes(estado),
    );
    expect(open).toEqual([]);
    expect((await listed({})).filter(({ anuladaPor }) => anuladaPor)).toHaveLength(1);
  });

  test('the ledger and the record have nothing to report', async () => {
    const findings: Finding[] = [];
    const { db, seals } = app.context;
    const evidence = { now: clock.now(), seals, autoridad: 'simulador' } as const;
    await checkLedger(db, evidence, (finding) => findings.push(finding));
    expect(findings).toEqual([]);
  });

  test('two received e-CF wait for their answer until the day of their 606; the others have it', async () => {
    const rows = async (respuesta: 'pendiente' | 'aceptada') =>
      (await callApp(app, recibidas.listarRecibidas, { query: { respuesta, sinXml: true, pageSize: 100 } }, tienda))
        .body.data;
    const waiting = await rows('pendiente');
    expect(waiting.map(({ responderAntesDe }) => responderAntesDe)).toEqual(['2026-12-15', '2026-12-15']);
    const bought = plan.flatMap(({ purchases }) => purchases).filter(({ lado }) => lado === 'tienda');
    expect(await rows('aceptada')).toHaveLength(bought.length - waiting.length);
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
    // A line that is not answered is in no TXT yet: those are not counted.
    const differing = body.comprobantes.filter(
      ({ faltaEn, campos }) => campos.length > 0 || faltaEn.includes('quickbooks'),
    );
    const kinds = differing.map(({ campos, faltaEn }) => [campos.includes('monto'), faltaEn.includes('quickbooks')]);
    expect(kinds.sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  test('the importer has a webhook with a failed delivery', async () => {
    const { body } = await callApp(app, webhooks.listarEntregas, { query: { estado: 'fallida' } }, importadora);
    expect(body.entregas).toHaveLength(1);
  });

  test('made again, other companies take its place: nobody enters the former ones, whose documents stay', async () => {
    expect((await callApp(app, demostracion.restablecerDemostracion, {}, tienda)).status).toBe(204);
    const next = companiesOf(1).tienda.rnc;
    while ((await app.context.db.system((tx) => companyOf(tx, next))) === undefined)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const contrasena = app.context.keyring.passwordFor('demo');
    const enter = (correo: string) => callApp(app, sesion.login, { body: { correo, contrasena } });
    expect((await enter(companiesOf(0).tienda.rnc)).status).toBe(401);
    expect((await enter('demo')).body.rncEmisor).toBe(next);
    expect((await callApp(app, sesion.sesionActual, {}, tienda)).status).toBe(401);
    const again = await callApp(app, demostracion.restablecerDemostracion, {}, await logIn(next));
    expect(again.problem.code).toBe('demostracion/en-curso');
  });
});
