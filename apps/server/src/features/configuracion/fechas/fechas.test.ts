import { configuracion } from '@timbre/contract';
import { beforeEach, expect, test } from 'vitest';
import { withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';

const server = withServer();
let company: Stranger;

beforeEach(async () => {
  company = await stranger(server, bare);
});

type Serie = 'E' | 'B';
const fecha = (more: { serie?: Serie; tipo?: string; fechaVencimiento?: string; activo?: boolean } = {}) => ({
  rncEmisor: company.rnc,
  serie: 'E' as Serie,
  tipo: '31',
  fechaVencimiento: '2026-12-31T00:00:00.000Z',
  activo: true,
  ...more,
});
const add = (more: Parameters<typeof fecha>[0] = {}) =>
  server.call(configuracion.guardarFecha, { body: fecha(more) }, company.sesion);
const change = (more: Parameters<typeof fecha>[0] & { id?: string }) =>
  server.call(configuracion.actualizarFecha, { body: { ...fecha(more), ...more } }, company.sesion);
const list = async () =>
  (await server.call(configuracion.listarFechas, { query: { rncEmisor: company.rnc } }, company.sesion)).body;
const remove = (id: string, key = company.sesion) => server.call(configuracion.eliminarFecha, { query: { id } }, key);

test('a date is assigned and listed as midnight UTC, however it came', { tags: ['S3-5'] }, async () => {
  const { status, body } = await add({ fechaVencimiento: '2026-12-31' });
  expect(status).toBe(201);
  expect(body).toEqual({ id: body.id, ...fecha() });
  await add({ serie: 'B', tipo: '01', fechaVencimiento: '2027-06-30T00:00:00Z', activo: false });
  expect((await list()).map(({ serie, tipo, fechaVencimiento }) => [serie, tipo, fechaVencimiento])).toEqual([
    ['E', '31', '2026-12-31T00:00:00.000Z'],
    ['B', '01', '2027-06-30T00:00:00.000Z'],
  ]);
});

test('the dates of one type are listed alone, the active one first', { tags: ['S7-10', 'SI7-11'] }, async () => {
  await add();
  await add({ tipo: '45', fechaVencimiento: '2031-12-31', activo: false });
  await add({ tipo: '45', fechaVencimiento: '2030-12-31' });
  await add({ serie: 'B', tipo: '15', fechaVencimiento: '2029-12-31' });
  const query = { rncEmisor: company.rnc, serie: 'E' as const, tipo: '45' };
  const { body } = await server.call(configuracion.listarFechas, { query }, company.sesion);
  expect(body.map(({ serie, tipo, fechaVencimiento }) => [serie, tipo, fechaVencimiento.slice(0, 10)])).toEqual([
    ['E', '45', '2030-12-31'],
    ['E', '45', '2031-12-31'],
  ]);
});

test.each([
  [{ tipo: '32' }, 'La serie E admite los tipos 31, 33, 41, 43, 44, 45, 46'],
  [{ serie: 'B' as const }, 'La serie B admite los tipos 01, 03, 11, 13, 14, 15, 16'],
  [{ fechaVencimiento: '2026-02-30' }, '2026-02-30 no es una fecha del calendario'],
])('the date %j is refused with its reason', async (more, detail) => {
  expect((await add(more)).problem).toMatchObject({ code: 'fecha/invalida', detail });
});

test('of two equal active dates the second is refused, also when both come at once', { tags: ['S5-6'] }, async () => {
  const statuses = (await Promise.all([add(), add(), add()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409, 409]);
  const { problem } = await add();
  expect(problem.title).toBe('Ya existe una fecha y tipo iguales activas. No se puede activar.');
  expect((await add({ activo: false })).status).toBe(201);
  expect((await add({ fechaVencimiento: '2027-12-31' })).status).toBe(201);
});

test('a date is turned off and on, by its id or by its value', { tags: ['S4-5'] }, async () => {
  const { body } = await add();
  expect((await change({ activo: false })).body).toEqual({ ...body, activo: false });
  expect((await change({ activo: true })).body).toEqual(body);
  expect((await change({ id: body.id, activo: false })).body).toEqual({ ...body, activo: false });
  const kinds = await server.ctx.db.tenant(company.id, (tx) =>
    tx.selectFrom('evento').select('tipo').where('tipo', 'like', 'fecha.%').orderBy('seq').execute(),
  );
  expect(kinds.map(({ tipo }) => tipo)).toEqual([
    'fecha.asignada',
    'fecha.desactivada',
    'fecha.activada',
    'fecha.desactivada',
  ]);
});

test('a date is not turned on beside an equal active one', { tags: ['S5-6'] }, async () => {
  await add();
  const { body: twin } = await add({ activo: false });
  for (const refused of [await change({ id: twin.id, activo: true }), await change({ activo: true })])
    expect([refused.status, refused.problem.code]).toEqual([409, 'fecha/activa']);
  await change({ activo: false });
  expect((await change({ id: twin.id, activo: true })).status).toBe(200);
});

const changeAll = (ids: readonly string[], fechaVencimiento: string) =>
  server.call(
    configuracion.cambiarFechas,
    { body: { rncEmisor: company.rnc, ids: [...ids], fechaVencimiento } },
    company.sesion,
  );

test('several types get one date together, each in the record with its former value', async () => {
  const ids = [(await add()).body.id, (await add({ serie: 'B', tipo: '01', activo: false })).body.id];
  const { body: unchanged } = await add({ tipo: '45' });
  const { status, body } = await changeAll(ids, '2028-12-31');
  expect(status).toBe(200);
  expect(body.map(({ serie, tipo, fechaVencimiento, activo }) => [serie, tipo, fechaVencimiento, activo])).toEqual([
    ['E', '31', '2028-12-31T00:00:00.000Z', true],
    ['B', '01', '2028-12-31T00:00:00.000Z', false],
  ]);
  expect(await list()).toEqual([body[0], unchanged, body[1]]);
  const acts = await server.ctx.db.tenant(company.id, (tx) =>
    tx.selectFrom('evento').select(['sujeto', 'datos']).where('tipo', '=', 'fecha.cambiada').orderBy('seq').execute(),
  );
  expect(acts.map(({ sujeto }) => sujeto)).toEqual(ids);
  expect(acts[0]?.datos).toMatchObject({ serie: 'E', tipo: '31', antes: '2026-12-31', fecha: '2028-12-31' });
  await changeAll(ids, '2028-12-31');
  expect(await list()).toEqual([body[0], unchanged, body[1]]);
});

test('of several dates all or none are changed: none equal, invalid or missing', {
  tags: ['S2.7-9'],
}, async () => {
  const { body: first } = await add();
  const { body: later } = await add({ fechaVencimiento: '2027-12-31' });
  const unknown = newId(new Date());
  const before = await list();
  const refused = [
    await changeAll([first.id, later.id], '2028-12-31'),
    await changeAll([first.id], '2027-12-31'),
    await changeAll([first.id], '2027-02-30'),
    await changeAll([first.id, unknown], '2029-12-31'),
  ];
  expect(refused.map(({ problem }) => problem.code)).toEqual([
    'fecha/activa',
    'fecha/activa',
    'fecha/invalida',
    'recurso/no-encontrado',
  ]);
  expect(refused.at(-1)?.problem.detail).toBe(`El id «${unknown}» de la lista no existe`);
  expect(await list()).toEqual(before);
});

test('a date is removed; one that is not there, or is another company’s, is not found', {
  tags: ['S7-10'],
}, async () => {
  const { body } = await add();
  const other = await stranger(server, bare);
  expect((await remove(body.id, other.sesion)).status).toBe(404);
  expect((await remove(body.id)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect((await remove(body.id)).status).toBe(404);
  expect((await change({ activo: true })).status).toBe(404);
  expect((await change({ id: newId(new Date()), activo: true })).status).toBe(404);
});

test('a date for another company’s RNC is refused', async () => {
  const other = await stranger(server, bare);
  const body = { ...fecha(), rncEmisor: other.rnc };
  const query = { rncEmisor: other.rnc };
  expect((await server.call(configuracion.guardarFecha, { body }, company.sesion)).status).toBe(403);
  expect((await server.call(configuracion.actualizarFecha, { body }, company.sesion)).status).toBe(403);
  expect((await server.call(configuracion.listarFechas, { query }, company.sesion)).status).toBe(403);
});
