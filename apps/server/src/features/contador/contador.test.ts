import { contador, facturas, sesion, usuarios } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { documentRow } from '../../main/testing/documento.ts';
import { makePerson, testPassword } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';

// The clock of the tests is fixed at 2026-03-16, 10:00 in Santo Domingo.
const server = withServer();
let firm: Stranger;
let client: Stranger;
let despachoId: string;

beforeEach(async () => {
  [firm, client] = [await stranger(server, bare), await stranger(server, bare)];
  const body = { nombre: 'Rosario & Asociados', suNombre: 'Yissel Rosario' };
  despachoId = (await server.call(contador.crearDespacho, { body }, firm.sesion)).body.id;
});

const ask = async (rncs: readonly string[], key = firm.sesion) =>
  (
    await server.call(
      contador.pedirClientes,
      { params: { id: despachoId }, body: { clientes: rncs.map((rnc) => ({ rnc, nombre: `Cliente ${rnc}` })) } },
      key,
    )
  ).body.pedidos;
const serving = async (company: Stranger) =>
  (await server.call(contador.despachosDeLaEmpresa, {}, company.sesion)).body;
const accept = async (company: Stranger) =>
  server.call(contador.aceptarDespacho, { params: { id: (await serving(company))[0]!.id } }, company.sesion);
const end = async (company: Stranger) =>
  server.call(contador.terminarDespacho, { params: { id: (await serving(company))[0]!.id } }, company.sesion);
const list = async (key: string) => (await server.call(contador.listarCartera, {}, key)).body;
const enter = async (company: Stranger, key: string) =>
  server.call(sesion.cambiarEmpresa, { body: { empresaId: company.id } }, key);
const actsOf = ({ id }: Stranger) =>
  server.ctx.db.tenant(id, async (tx) => {
    const acts = await tx
      .selectFrom('evento')
      .select('tipo')
      .where('tipo', 'like', 'despacho.%')
      .orderBy('seq')
      .execute();
    return acts.map(({ tipo }) => tipo);
  });

/** Another person of the despacho, who works for the firm's company. Returns their session and their id there. */
async function colleague(rol: 'administrador' | 'miembro' = 'miembro') {
  const key = await makePerson(server, firm, 'contador');
  const { correo } = (await server.call(sesion.sesionActual, {}, key)).body;
  const body = { nombre: 'Julio César Peña', correo, rol };
  const invited = await server.call(contador.invitarMiembro, { params: { id: despachoId }, body }, firm.sesion);
  await server.call(contador.entrarAlDespacho, { body: { codigo: invited.body.codigo } }, key);
  return { key, id: invited.body.id };
}

test('a request is told in the same words whether the company is here or not', async () => {
  const [here, nowhere, wrong, again] = await ask([client.rnc, '199999990', 'no es', client.rnc]);
  expect([here!.resultado, nowhere!.resultado]).toEqual(['pedida', 'pedida']);
  expect(wrong).toMatchObject({ resultado: 'invalida', motivo: 'No es un RNC ni una cédula', codigo: null });
  expect(again).toMatchObject({ resultado: 'repetida', codigo: null });
  expect((await ask([client.rnc, '199999990'])).map(({ resultado }) => resultado)).toEqual(['repetida', 'repetida']);
  const { clientes } = await list(firm.sesion);
  const waiting = { estado: 'pendiente', ambiente: null, cifras: null, responsableId: null };
  expect(clientes.filter(({ estado }) => estado === 'pendiente')).toMatchObject([waiting, waiting]);
});

test('a company that consents is in the list of the despacho, and its administrator can be entered as accountant', async () => {
  await ask([client.rnc]);
  expect(await serving(client)).toMatchObject([{ nombre: 'Rosario & Asociados', estado: 'pendiente', personas: 0 }]);
  expect((await enter(client, firm.sesion)).problem.code).toBe('recurso/no-encontrado');
  expect((await accept(client)).body).toMatchObject({ estado: 'aceptada', personas: 1 });
  const { clientes, total } = await list(firm.sesion);
  expect([total, clientes.map(({ nombre }) => nombre).sort()]).toEqual([
    2,
    [client.razonSocial, firm.razonSocial].sort(),
  ]);
  expect((await enter(client, firm.sesion)).body).toMatchObject({ rol: 'contador', rncEmisor: client.rnc });
  expect(await actsOf(client)).toEqual(['despacho.personas', 'despacho.aceptado']);
});

test('the code of a request is accepted by its company alone', async () => {
  const [asked] = await ask([client.rnc]);
  const body = { codigo: asked!.codigo! };
  expect((await server.call(contador.aceptarDespachoConCodigo, { body }, firm.sesion)).problem.code).toBe(
    'despacho/codigo',
  );
  expect((await server.call(contador.aceptarDespachoConCodigo, { body }, client.sesion)).body.estado).toBe('aceptada');
});

test('a consent that ends takes the access away at once, in every session', async () => {
  await ask([client.rnc]);
  await accept(client);
  const { apiKey } = (await enter(client, firm.sesion)).body;
  const read = () => server.call(facturas.listarFacturas, {}, apiKey);
  expect((await read()).status).toBe(200);
  expect((await end(client)).status).toBe(204);
  expect((await read()).problem.code).toBe('sesion/expirada');
  const credentials = { correo: firm.correo, contrasena: testPassword };
  const again = (await server.call(sesion.login, { body: credentials })).body;
  expect([again.rncEmisor, (await list(again.apiKey)).total]).toEqual([firm.rnc, 1]);
  expect(await serving(client)).toEqual([]);
  expect(await actsOf(client)).toEqual([
    'despacho.personas',
    'despacho.aceptado',
    'despacho.personas',
    'despacho.terminado',
  ]);
});

test('an administrator of the despacho serves all clients, a member those for whom they are responsible', async () => {
  const { key, id: responsableId } = await colleague();
  await ask([client.rnc]);
  const waiting = (await list(firm.sesion)).clientes.find(({ estado }) => estado === 'pendiente')!;
  expect((await list(key)).total).toBe(1);
  const assign = (to: string | null) =>
    server.call(
      contador.asignarResponsable,
      { params: { id: despachoId }, body: { clientes: [waiting.clienteId!], responsableId: to } },
      firm.sesion,
    );
  expect((await assign(responsableId)).body).toEqual({ asignados: 1 });
  expect((await list(key)).total).toBe(2);
  await accept(client);
  expect((await list(key)).clientes.find(({ rnc }) => rnc === client.rnc)).toMatchObject({ responsableId });
  expect((await serving(client))[0]!.personas).toBe(2);
  await assign(null);
  expect([(await list(key)).total, (await serving(client))[0]!.personas]).toEqual([1, 1]);
  expect((await assign(responsableId)).problem ?? (await serving(client))[0]!.personas).toBe(2);
  const leave = { params: { id: despachoId, miembroId: responsableId } };
  expect((await server.call(contador.quitarMiembro, leave, key)).status).toBe(204);
  expect((await list(key)).total).toBe(1);
});

test('only administrators of the despacho change it, and one is always left', async () => {
  const { key, id: miembroId } = await colleague();
  const params = { id: despachoId, miembroId };
  const promote = (caller: string) =>
    server.call(contador.cambiarMiembro, { params, body: { rol: 'administrador' } }, caller);
  expect((await promote(key)).problem.code).toBe('acceso/denegado');
  const [own] = (await server.call(contador.misDespachos, {}, firm.sesion)).body;
  const me = own!.miembros.find(({ propio }) => propio)!;
  const leave = { params: { id: despachoId, miembroId: me.id } };
  expect((await server.call(contador.quitarMiembro, leave, firm.sesion)).problem.code).toBe('despacho/administrador');
  expect((await promote(firm.sesion)).status).toBe(200);
  expect((await server.call(contador.quitarMiembro, leave, firm.sesion)).status).toBe(204);
  expect((await server.call(contador.misDespachos, {}, firm.sesion)).body).toEqual([]);
});

test('an invitation is entered by the person with that e-mail, once they chose their password', async () => {
  const body = { nombre: 'Otra', correo: client.correo, rol: 'miembro' as const };
  const { codigo } = (await server.call(contador.invitarMiembro, { params: { id: despachoId }, body }, firm.sesion))
    .body;
  const come = (key: string) => server.call(contador.entrarAlDespacho, { body: { codigo } }, key);
  expect((await come(firm.sesion)).problem.code).toBe('despacho/codigo');
  await server.ctx.db.system((tx) =>
    sql`update persona set contrasena_propia = false where correo = ${client.correo}`.execute(tx),
  );
  expect((await come(client.sesion)).problem.code).toBe('contrasena/ajena');
  await server.ctx.db.system((tx) =>
    sql`update persona set contrasena_propia = true where correo = ${client.correo}`.execute(tx),
  );
  expect((await come(client.sesion)).body).toMatchObject({ id: despachoId, rol: 'miembro' });
  expect((await come(client.sesion)).problem.code).toBe('despacho/codigo');
});

test('a client cannot set the password, the role or the second factor of a person of its despacho', async () => {
  await ask([client.rnc]);
  await accept(client);
  const people = (await server.call(usuarios.listarUsuarios, {}, client.sesion)).body;
  const { UsuarioID, despacho } = people.find(({ Correo }) => Correo === firm.correo)!;
  expect(despacho).toBe('Rosario & Asociados');
  const params = { id: UsuarioID };
  const role = await server.call(usuarios.cambiarRol, { params, body: { rol: 'administrador' } }, client.sesion);
  expect(role.problem.code).toBe('usuario/despacho');
  expect((await server.call(usuarios.eliminarUsuario, { params }, client.sesion)).problem.code).toBe(
    'usuario/despacho',
  );
  const Contrasena = 'siete perros ladran';
  const body = { UsuarioID, Contrasena, ConfirmarContrasena: Contrasena };
  expect((await server.call(usuarios.cambiarContrasena, { body }, client.sesion)).problem.code).toBe(
    'usuario/compartido',
  );
});

test('figures count what the notices of Inicio count, and only of companies of the caller', async () => {
  await ask([client.rnc]);
  await accept(client);
  const row = (company: Stranger, n: number, more: object) => documentRow(company, 31, n, { ...more });
  for (const company of [client, await stranger(server, bare)])
    await server.ctx.db.tenant(company.id, (tx) =>
      tx
        .insertInto('documento')
        .values([
          row(company, 1, { estado: 'rechazado', fecha_emision: '2026-03-01' }),
          row(company, 2, { estado: 'sin_confirmar', fecha_emision: '2025-01-01' }),
          row(company, 3, { estado: 'aceptado', fecha_emision: '2026-02-10', monto_total: '150.00' }),
          row(company, 4, { estado: 'aceptado', fecha_emision: '2026-01-10', monto_total: '100.00' }),
        ])
        .execute(),
    );
  const { clientes, periodo, vencen, total } = await list(firm.sesion);
  expect([total, periodo, vencen]).toEqual([
    2,
    '202602',
    { '606': '2026-03-16', '607': '2026-03-16', IT1: '2026-03-20' },
  ]);
  expect(clientes.find(({ rnc }) => rnc === client.rnc)!.cifras).toMatchObject({
    ...{ rechazados: 1, sinConfirmar: 1, recibidas: 0, ventas: '150.00', ventasAntes: '100.00', cambio: 50 },
    avisos: [{ tipo: 'certificado', urgente: true, dias: null }],
    reportes: { '606': { estado: 'no_aplica' }, '607': { estado: 'no_aplica' }, IT1: { estado: 'no_aplica' } },
  });
});
