// Makes the database from which the upgrade test starts (apps/server/src/platform/db/upgrade.test.ts): that of a company
// that has used every part of the platform, with the issue journal. Run once for a release, with its program built, on a
// PostgreSQL 15 of this machine, whose dump every later one and the embedded engine can read:
//   npm run build && TEST_DATABASE_URL=postgres://… npx tsx tests/make-upgrade-database.ts
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  borradores,
  configuracion,
  correo,
  documentos,
  entregas,
  facturas,
  procesar,
  recibidas,
  reportes,
  sesion,
  tasas,
  webhooks,
} from '@timbre/contract';
import { createSigner, signXml } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { connectCompany } from '../apps/server/src/features/quickbooks/testing/connect.ts';
import { freshDatabase } from '../apps/server/src/main/testing/database.ts';
import type { Door } from '../apps/server/src/main/testing/stranger.ts';
import { ecfXml, justNow, xmlForm } from '../apps/server/src/main/testing/xml.ts';
import { upgradeKey } from '../apps/server/src/platform/db/testing/upgrade-key.ts';
import { root } from '../scripts/sources.mjs';
import { furnish } from './browser/screens.ts';
import { type BuiltServer, makeDataFolder, startBuiltServer } from './built-server.ts';
import { settled } from './crash/client.ts';
import { doorAt, rootCredentials, rootEnv } from './door.ts';

/** The roles belong to the cluster, so a dump has their rights but not them. */
const roles = ['timbre_app', 'timbre_cartera', 'timbre_system'].map(
  (role) =>
    `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$;\n`,
);
const today = new Date().toISOString().slice(0, 10);
const month = { fechaDesde: `${today.slice(0, 7)}-01`, fechaHasta: today };
// Made first, so that its certificate is valid when it signs.
const supplier = createSigner(makeCertificate());

/** Calls of the company's user; a refusal throws. */
async function personOf(server: BuiltServer): Promise<Door['call']> {
  const door = doorAt(server.address);
  const credentials = { correo: server.login, contrasena: server.password };
  const { body } = await door.call(sesion.login, { body: credentials });
  return async (route, input) => {
    const answer = await door.call(route, input, body.apiKey);
    if (answer.status >= 400) throw new Error(`${route.method} ${route.path}: ${answer.status} ${answer.text}`);
    return answer;
  };
}

/** Receives an invoice of a supplier, as a file. */
async function receive(server: BuiltServer, call: Door['call']): Promise<void> {
  const unsigned = ecfXml({ rnc: '131880600', eNCF: 'E310000000012', monto: '4130.00', fechaFirma: justNow() });
  const { xml } = await signXml(unsigned.replace(/(<RNCComprador>)\d+/, `$1${server.login}`), supplier);
  await call(recibidas.subirRecibida, { form: xmlForm(xml) });
}

/** Uses what the screens of {@link furnish} leave unused: deliveries, annulments, webhooks, mail, books, reports. */
async function useTheRest(server: BuiltServer): Promise<void> {
  const call = await personOf(server);
  await receive(server, call);
  const { body: issued } = await call(facturas.listarFacturas, { query: { tipo: '31' } });
  const invoice = issued.at(-1)!.facturaElectronicaID;
  const params = { id: invoice };
  await call(correo.enviarPorCorreo, { params, body: { para: ['compras@ejemplo.invalid'] } });
  await call(entregas.entregarFactura, { params, body: {} });
  await call(documentos.anularDocumento, { params, body: { motivo: '02' } });
  const { body: ranges } = await call(configuracion.listarSecuencias, { query: {} });
  const range = ranges.find(({ tipo, ambiente }) => tipo === '46' && ambiente === 'testecf')!;
  const voided = { desde: 900, hasta: 905, codigo608: '08' } as const;
  await call(configuracion.anularNumeros, { params: { id: range.id }, body: voided });
  await call(sesion.confirmarSesion, { body: { contrasena: server.password } });
  const destino = {
    url: 'https://ejemplo.invalid/eventos',
    descripcion: 'ERP',
    eventos: ['documento.aceptado' as const],
    activo: true,
  };
  await call(webhooks.crearWebhook, { body: destino });
  await call(facturas.guardarVista, { body: { nombre: 'Rechazadas', busqueda: 'estado=rechazado' } });
  const draft = {
    version: 0,
    tipo: '31',
    comprador: 'Ferretería Inventada SRL',
    monto: '118.00',
    documento: {},
  } as const;
  await call(borradores.guardarBorrador, { params: { id: crypto.randomUUID() }, body: draft });
  const realm = await connectCompany(async (route, body) => (await call(route, { body } as never)).body);
  const mapping = {
    mapping606: { monto_facturado_servicios: ['6101-02'] },
    mappingTipos606: { '6101-02': '02' },
    mapping607: { monto_facturado_ventas: ['4101-01'] },
    mappingTipos607: { '4101-01': '01' },
  };
  const run = { companyId: realm, fechaInicio: '2026-08-01', fechaFin: '2026-08-03', ...mapping };
  await call(procesar.procesarReportes, { body: run });
  for (const tipo of ['606', '607', '608'] as const)
    await call(reportes.generarReporte, { params: { tipo }, body: { ...month, leerQuickBooks: false } });
  const door = doorAt(server.address);
  const key = await door.root();
  await door.call(sesion.confirmarSesion, { body: { contrasena: rootCredentials.password } }, key);
  const rates = { alcohol: '768.65', cigarrillos20: '65.02', cigarrillos10: '32.51', resolucion: 'De prueba' };
  await door.call(tasas.guardarTasas, { params: { trimestre: '2026-10-01' }, body: rates }, key);
}

/** Waits until no job is left but those whose other side does not exist: they are tried again for days. */
async function done({ address }: BuiltServer): Promise<void> {
  for (const since = Date.now() / 1_000; ; await sleep(200)) {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    const read = Number(/^timbre_database_read_timestamp_seconds (\S+)$/m.exec(metrics)?.[1] ?? 0);
    const isLeft = /^timbre_jobs\{clase="(?!aviso-por-webhook|entrega"|recibido-dgii|revision)/m.test(metrics);
    if (read >= since && !isLeft) return;
  }
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const target = join(root, 'apps/server/src/platform/db/testing', version);
const database = await freshDatabase();
await database.db.close();
const databaseUrl = database.databaseUrl!;
const dataDir = makeDataFolder({ withDatabase: false });
try {
  const env = { ...rootEnv, DATABASE_URL: databaseUrl, TIMBRE_MASTER_KEY: upgradeKey };
  const server = await startBuiltServer({ company: 'demo', dataDir, env });
  try {
    await furnish(server);
    await settled(server);
    await useTheRest(server);
    await done(server);
  } finally {
    await server.kill('SIGTERM');
  }
  const options = [
    '--no-owner',
    '--no-toast-compression',
    '--inserts',
    '--rows-per-insert=100',
    '--dbname',
    databaseUrl,
  ];
  const dump = execFileSync('pg_dump', options, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  // Rights by default are those of whoever loads it; lines that begin with \ are commands of psql.
  const script = dump.replaceAll(/ FOR ROLE \w+/g, '').replaceAll(/^\\.*\n/gm, '');
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'database.sql.gz'), gzipSync(roles.join('') + script, { level: 9 }));
  cpSync(join(dataDir, 'diario/emision.diario'), join(target, 'emision.diario'));
} finally {
  await database.drop();
  rmSync(dataDir, { recursive: true });
}
