import { aprobaciones, sesion } from '@timbre/contract';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/id.ts';
import { platformRecord } from '../../events/events.ts';
import { makeEmpresa, makeRoot, type TestEmpresa } from '../../testing/empresa.ts';
import { withServer } from '../../testing/server.ts';

// The requests of companies that registered themselves are in ../clientes/registration.test.ts.

const server = withServer();
let root: string;

beforeAll(async () => {
  root = await makeRoot(server);
});

/** Requests another environment for a company, as its configuration does. */
async function ask({ id: empresa_id }: TestEmpresa, nuevo_ambiente: 'certecf' | 'ecf' = 'ecf'): Promise<string> {
  server.clock.advance(1_000);
  const pedida = server.clock.now();
  const id = newId(pedida);
  const asked = { ambiente_actual: 'testecf', nuevo_ambiente, pedida_por: 'ana', pedida } as const;
  await server.ctx.db.tenant(empresa_id, (tx) =>
    tx
      .insertInto('solicitud')
      .values({ empresa_id, id, ...asked })
      .execute(),
  );
  return id;
}
const pending = async () => (await server.call(aprobaciones.solicitudesPendientes, {}, root)).body;
const approve = (id: string, key = root) => server.call(aprobaciones.aprobarSolicitud, { params: { id } }, key);
const reject = (id: string, key = root, motivo = 'Falta el certificado') =>
  server.call(aprobaciones.rechazarSolicitud, { params: { id }, body: { motivo } }, key);
const ambienteOf = async ({ sesion: key }: TestEmpresa) =>
  (await server.call(sesion.sesionActual, {}, key)).body.Ambiente;
const actsOf = (empresaId: string) =>
  server.ctx.db.system((tx) =>
    tx
      .selectFrom('evento')
      .select(['tipo', 'datos'])
      .where('empresa_id', '=', empresaId)
      .orderBy('seq', 'desc')
      .limit(2)
      .execute(),
  );

test('requests wait in the order in which they came, as the company is now', async () => {
  const [first, second] = [await makeEmpresa(server), await makeEmpresa(server)];
  const ids = [await ask(second, 'certecf'), await ask(first)];
  const waiting = await pending();
  expect(waiting.map(({ id }) => id)).toEqual(ids);
  expect(waiting[0]).toEqual({
    id: ids[0],
    tipo: 'ambiente',
    razonSocial: expect.any(String),
    rncEmisor: second.rnc,
    ambienteActual: 'Test',
    nuevoAmbiente: 'Certificacion',
    solicitadoPor: 'ana',
    fecha: expect.any(String),
    evidencias: [
      expect.stringMatching(/^Certificado digital vigente hasta el \d{2}\/\d{2}\/\d{4}$/),
      'La DGII no ha respondido ningún comprobante en Pruebas',
    ],
    impedimento: null,
  });
  for (const id of ids) await reject(id);
});

test('an approved environment is the company’s at its next call; it is told, and both records have it', async () => {
  const company = await makeEmpresa(server);
  const id = await ask(company);
  expect((await server.ctx.issuers.of(company.id)).ambiente).toBe('testecf');
  expect((await approve(id)).body).toEqual({ invitacion: null });
  expect((await server.ctx.issuers.of(company.id)).ambiente).toBe('ecf');
  expect(await ambienteOf(company)).toBe('Produccion');
  expect(await pending()).toEqual([]);
  const datos = { antes: 'testecf', ambiente: 'ecf', por: 'root', ip: '127.0.0.1' };
  expect(await actsOf(company.id)).toEqual([
    { tipo: 'configuracion', datos: { que: 'ambiente' } },
    { tipo: 'ambiente.aprobado', datos },
  ]);
  expect((await actsOf(platformRecord))[0]).toEqual({
    tipo: 'ambiente.aprobado',
    datos: { ...datos, rnc: company.rnc },
  });
});

test('a rejected one leaves the company as it was, and nothing waits', async () => {
  const company = await makeEmpresa(server);
  expect((await reject(await ask(company))).status).toBe(204);
  expect(await ambienteOf(company)).toBe('Test');
  expect(await pending()).toEqual([]);
  expect((await actsOf(company.id))[1]).toMatchObject({ tipo: 'ambiente.rechazado', datos: { ambiente: 'ecf' } });
  const again = await ask(company);
  expect((await pending()).map(({ id }) => id)).toEqual([again]);
  await reject(again);
});

test('a request is resolved once, also when two resolve it together', async () => {
  const company = await makeEmpresa(server);
  const id = await ask(company);
  const outcomes = await Promise.all([approve(id), reject(id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([expect.any(Number), 409]);
  expect((await approve(id)).problem).toMatchObject({
    code: 'solicitud/resuelta',
    title: 'La solicitud ya no está pendiente',
  });
  expect((await approve(newId(new Date()))).status).toBe(404);
});

test('nobody approves their own', async () => {
  const company = await makeEmpresa(server);
  const id = await ask(company);
  for (const key of [company.sesion, company.clave]) {
    expect((await approve(id, key)).status).toBe(403);
    expect((await server.call(aprobaciones.solicitudesPendientes, {}, key)).status).toBe(403);
  }
  expect(await ambienteOf(company)).toBe('Test');
});
