import { aprobaciones, clientes, sesion } from '@timbre/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeRoot } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';
import { platformRecord } from '../../platform/events/events.ts';

// The requests of companies that registered themselves are in ../clientes/registration.test.ts.

const server = withServer();
let root: string;

beforeAll(async () => {
  root = await makeRoot(server);
});

/** Requests another environment for a company, as its configuration does. */
async function ask({ id: empresa_id }: Stranger, nuevo_ambiente: 'certecf' | 'ecf' = 'ecf'): Promise<string> {
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
const decided = (cursor?: string, key = root) =>
  server.call(aprobaciones.solicitudesDecididas, { query: cursor === undefined ? {} : { cursor } }, key);
const ambienteOf = async ({ sesion: key }: Stranger) => (await server.call(sesion.sesionActual, {}, key)).body.Ambiente;
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

test('requests wait in the order in which they came, with the company as it is now', { tags: ['S3-9'] }, async () => {
  const [first, second] = [
    await stranger(server, { ...bare, certificado: true }),
    await stranger(server, { ...bare, certificado: true }),
  ];
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

test('an approved environment is the company’s at its next call; it is notified, and both records have it', {
  tags: ['S4-3'],
}, async () => {
  const company = await stranger(server, { ...bare, certificado: true });
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

test('a rejected request leaves the company as it was, and nothing waits', { tags: ['S4-3'] }, async () => {
  const company = await stranger(server, { ...bare, certificado: true });
  expect((await reject(await ask(company))).status).toBe(204);
  expect(await ambienteOf(company)).toBe('Test');
  expect(await pending()).toEqual([]);
  expect((await actsOf(company.id))[1]).toMatchObject({ tipo: 'ambiente.rechazado', datos: { ambiente: 'ecf' } });
  const again = await ask(company);
  expect((await pending()).map(({ id }) => id)).toEqual([again]);
  await reject(again);
});

test.each([undefined, 'null', '{"motivo":null}'])(
  'a request of environment is rejected with the body %s: the company is told, without a reason',
  {
    tags: ['S7-11'],
  },
  async (payload) => {
    const company = await stranger(server, { ...bare, certificado: true });
    const id = await ask(company);
    const { statusCode } = await server.app.http.fastify.inject({
      method: 'POST',
      url: `/configuracion/rechazar-solicitud/${id}`,
      headers: { authorization: `Bearer ${root}`, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload }),
    });
    expect(statusCode).toBe(204);
    expect((await decided()).body.solicitudes[0]).toMatchObject({ id, decision: 'rechazada', motivo: null });
    expect((await actsOf(company.id))[1]!.datos).not.toHaveProperty('motivo');
  },
);

test('a request is resolved once, also when two resolve it together', { tags: ['S7-11'] }, async () => {
  const company = await stranger(server, { ...bare, certificado: true });
  const id = await ask(company);
  const outcomes = await Promise.all([approve(id), reject(id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([expect.any(Number), 409]);
  expect((await approve(id)).problem).toMatchObject({
    code: 'solicitud/resuelta',
    title: 'La solicitud ya no está pendiente',
  });
  expect((await approve(newId(new Date()))).status).toBe(404);
});

test('nobody approves their own request', async () => {
  const company = await stranger(server, { ...bare, certificado: true });
  const id = await ask(company);
  for (const key of [company.sesion, company.clave]) {
    expect((await approve(id, key)).status).toBe(403);
    expect((await server.call(aprobaciones.solicitudesPendientes, {}, key)).status).toBe(403);
  }
  expect(await ambienteOf(company)).toBe('Test');
});

describe('the history', () => {
  test('the history lists who decided what, when and why, the last decided first, without what waits', async () => {
    const [first, second] = [
      await stranger(server, { ...bare, certificado: true }),
      await stranger(server, { ...bare, certificado: true }),
    ];
    const ids = [await ask(first), await ask(second, 'certecf')];
    await approve(ids[0]!);
    server.clock.advance(1_000);
    await reject(ids[1]!, root, 'Falta el certificado');
    const correo = 'otra@ejemplo.invalid';
    const body = {
      nombreUsuario: correo,
      correo,
      contrasena: 'tres gatos duermen',
      rncEmisor: '130000018',
      razonSocial: 'Otra',
    };
    await server.call(clientes.registrar, { body });
    const [waiting] = (await pending()).filter(({ tipo }) => tipo === 'registro');
    expect((await decided()).body.solicitudes.map(({ id }) => id)).not.toContain(waiting!.id);
    server.clock.advance(1_000);
    await reject(waiting!.id, root, 'Ese RNC no es suyo');
    const { solicitudes } = (await decided()).body;
    expect(solicitudes.slice(0, 3)).toMatchObject([
      { id: waiting!.id, tipo: 'registro', solicitadoPor: correo, decision: 'rechazada', motivo: 'Ese RNC no es suyo' },
      {
        id: ids[1],
        tipo: 'ambiente',
        nuevoAmbiente: 'Certificacion',
        decision: 'rechazada',
        motivo: 'Falta el certificado',
      },
      {
        id: ids[0],
        rncEmisor: first.rnc,
        ambienteActual: 'Test',
        nuevoAmbiente: 'Produccion',
        solicitadoPor: 'ana',
        decision: 'aprobada',
        motivo: null,
        decididaPor: 'root',
      },
    ]);
    const times = solicitudes.map(({ decidida }) => decidida);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('the history comes by pages of 25, each request once, also those decided at the same moment', {
    tags: ['S2.9-2'],
  }, async () => {
    const companies = [
      await stranger(server, { ...bare, certificado: true }),
      await stranger(server, { ...bare, certificado: true }),
    ] as const;
    for (let n = 0; n < 15; n++) {
      const ids = [await ask(companies[0]), await ask(companies[1])];
      for (const id of ids) await reject(id);
    }
    const all = new Set<string>();
    let cursor: string | undefined;
    const sizes: number[] = [];
    do {
      const { body } = await decided(cursor);
      sizes.push(body.solicitudes.length);
      for (const { id } of body.solicitudes) all.add(id);
      cursor = body.siguiente ?? undefined;
    } while (cursor !== undefined);
    expect(sizes.slice(0, -1).every((size) => size === 25)).toBe(true);
    expect(all.size).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(all.size).toBeGreaterThanOrEqual(30);
  });

  test('only the platform’s administrator reads the history; a cursor of another list is refused', async () => {
    const { sesion: key } = await stranger(server, bare);
    expect((await decided(undefined, key)).status).toBe(403);
    for (const cursor of ['nada', Buffer.from('1 x').toString('base64url')])
      expect((await decided(cursor)).problem).toMatchObject({ code: 'peticion/invalida' });
  });
});
