import { setImmediate } from 'node:timers/promises';
import { facturas, procesar, reportes } from '@timbre/contract';
import { expect, test } from 'vitest';
import { febrero, purchase, storeReceipts, withReports } from '../../features/reportes/testing/saved-reports.ts';
import { documentRow } from '../../main/testing/documento.ts';
import { stranger } from '../../main/testing/stranger.ts';

const server = withReports();

const days = { fechaInicio: febrero.fechaDesde, fechaFin: febrero.fechaHasta };
/** The calls that write files while they are read, at least one of every routes file that has such a call. */
const downloads = {
  txt: (key: string) => server.call(reportes.exportarTxt, { params: { tipo: '606' }, query: febrero }, key),
  csv: (key: string) => server.call(reportes.exportarCsv, { params: { tipo: '606' }, query: febrero }, key),
  excel: (key: string) => server.call(reportes.exportarExcel, { params: { tipo: '606' }, query: febrero }, key),
  plantilla: (key: string) => server.call(reportes.plantillaDeReporte, { params: { tipo: '606' }, body: days }, key),
  expediente: (key: string) => server.call(reportes.evidenciaDePeriodo, { query: { periodo: '202602' } }, key),
  procesado: (key: string) => server.call(procesar.descargarProcesado, { params: { tipo: '606' }, body: days }, key),
  facturas: (key: string) => server.call(facturas.exportarFacturas, { body: { formato: 'csv' } }, key),
};

const company = async () => {
  const made = await stranger(server, { datos: null, rangos: [] });
  await storeReceipts(server, made, [purchase('E310000000001', made)]);
  await server.ctx.db.tenant(made.id, (tx) =>
    tx
      .insertInto('documento')
      .values(documentRow(made, 31, 1))
      .execute(),
  );
  await server.generate(made, '606');
  return made;
};
const statuses = async (key: string) => {
  const statusOf: Record<string, number> = {};
  for (const [name, call] of Object.entries(downloads)) statusOf[name] = (await call(key)).status;
  // A place is released when the stream of its file closes.
  await setImmediate();
  return statusOf;
};
const each = (status: number) => Object.fromEntries(Object.keys(downloads).map((name) => [name, status]));

test('a company writes two files at once, and the server six, whichever calls ask for them', async () => {
  const [one, other] = [await company(), await company()];
  const { exports } = server.ctx;
  expect(await statuses(one.sesion)).toEqual(each(200));

  const own = [exports.take(one.id), exports.take(one.id)];
  expect(await statuses(one.sesion)).toEqual(each(503));
  expect(await statuses(other.sesion)).toEqual(each(200));

  const foreign = ['a', 'a', 'b', 'b'].map((id) => exports.take(id));
  expect(await statuses(other.sesion)).toEqual(each(503));

  for (const leave of [...own, ...foreign]) leave();
  expect(await statuses(one.sesion)).toEqual(each(200));
});
