import { accesos, clientes, facturas, type MenuItem, menuItems } from '@timbre/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makePerson, makeRoot } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { platformRecord } from '../../platform/events/events.ts';

const server = withServer();
let root: string;
let company: Stranger;

beforeAll(async () => {
  root = await makeRoot(server);
});
beforeEach(async () => {
  company = await stranger(server, bare);
});

const save = (toggles: { menuId?: string; itemId?: string; habilitado: boolean }[], rnc = company.rnc, key = root) =>
  server.call(accesos.guardarAccesos, { params: { rnc }, body: { accesos: toggles } }, key);
const view = (key: string, rnc = company.rnc) => server.call(accesos.verAccesos, { params: { rnc } }, key);
const menuOf = async (key: string) => (await server.call(accesos.menuDelUsuario, {}, key)).body.menuItems;
const check = async (key: string, query: { ruta?: string; menuId?: string }, rnc = company.rnc) =>
  (await server.call(accesos.verificarAcceso, { params: { rnc }, query }, key)).body;
const eventsOf = (empresaId: string) =>
  server.ctx.db.system((tx) =>
    tx
      .selectFrom('evento')
      .select(['tipo', 'datos'])
      .where('empresa_id', '=', empresaId)
      .orderBy('seq', 'desc')
      .execute(),
  );

test('a company without any setting reaches every item but those of the platform', { tags: ['S6-2'] }, async () => {
  const { body } = await view(company.sesion);
  expect(body.cliente).toMatchObject({ rnc: company.rnc, email: `prueba${company.rnc}@ejemplo.invalid` });
  expect(body.configuracion.accesos.map(({ menuId }) => menuId)).toEqual(menuItems.map(({ id }) => id));
  for (const { habilitado, soloRoot } of body.configuracion.accesos) expect(habilitado).toBe(!soloRoot);
  expect(body.configuracion).toMatchObject({ modificadoPor: null, fechaModificacion: null });
});

test('an item that is taken away is refused at the next call, greyed in the menu, and can be given back', {
  tags: ['S3-1'],
}, async () => {
  const list = async (key: string) => (await server.call(facturas.listarFacturas, { query: {} }, key)).status;
  expect(await list(company.sesion)).toBe(200);
  const { body } = await save([{ menuId: 'facturas', habilitado: false }]);
  expect(body.configuracion).toMatchObject({
    modificadoPor: 'root',
    fechaModificacion: server.clock.now().toISOString(),
  });
  expect([await list(company.sesion), await list(company.clave)]).toEqual([403, 403]);
  const greyed = (await menuOf(company.sesion)).find(({ id }) => id === 'facturas');
  expect(greyed).toMatchObject({ habilitado: false, motivo: 'No está habilitada para su empresa' });
  expect(await check(company.sesion, { ruta: '/facturas?pagina=2' })).toEqual({ permitido: false, menuId: 'facturas' });
  expect(await check(root, { ruta: '/facturas' })).toEqual({ permitido: true, menuId: 'facturas' });

  await save([{ itemId: 'facturas', habilitado: true }]);
  expect(await list(company.sesion)).toBe(200);
});

test('a change of access is recorded in the company’s record and the platform’s, and sent to the open screens', async () => {
  await save([
    { menuId: 'facturas', habilitado: false },
    { menuId: 'importacion', habilitado: true },
  ]);
  const [notice, act] = await eventsOf(company.id);
  expect(notice).toEqual({ tipo: 'configuracion', datos: { que: 'accesos' } });
  const datos = { habilitados: [], deshabilitados: ['Facturas Emitidas'], por: 'root', ip: '127.0.0.1' };
  expect(act).toEqual({ tipo: 'accesos.cambiados', datos });
  expect((await eventsOf(platformRecord))[0]).toEqual({
    tipo: 'accesos.cambiados',
    datos: { ...datos, rnc: company.rnc },
  });
});

test('saving what already holds changes and records nothing', async () => {
  const before = await eventsOf(company.id);
  const { body } = await save([{ menuId: 'facturas', habilitado: true }]);
  expect(body.configuracion.modificadoPor).toBeNull();
  expect(await eventsOf(company.id)).toEqual(before);
});

test('items that do not come stay as they are', async () => {
  await save([{ menuId: 'facturas', habilitado: false }]);
  await save([{ menuId: 'importacion', habilitado: false }]);
  const { body } = await view(root);
  const taken = body.configuracion.accesos.filter(({ habilitado, soloRoot }) => !habilitado && !soloRoot);
  expect(taken.map(({ menuId }) => menuId)).toEqual(['facturas', 'importacion']);
});

test('the whole list may come back as it was answered', { tags: ['S7-3'] }, async () => {
  const { body } = await view(root);
  const list = body.configuracion.accesos.map(({ menuId, habilitado }) => ({ menuId, habilitado }));
  expect((await save(list)).status).toBe(200);
});

test('unknown, repeated, fixed and root-only items are refused instead of ignored', {
  tags: ['S6-4'],
}, async () => {
  for (const toggles of [
    [{ menuId: 'inventado', habilitado: true }],
    [{ habilitado: true }],
    [{ menuId: 'facturas', itemId: 'importacion', habilitado: true }],
    [
      { menuId: 'facturas', habilitado: true },
      { itemId: 'facturas', habilitado: false },
    ],
  ])
    expect((await save(toggles)).problem.code).toBe('peticion/invalida');
  expect((await save([{ menuId: 'inicio', habilitado: false }])).problem.code).toBe('acceso/fijo');
  const both = [
    { menuId: 'facturas', habilitado: false },
    { menuId: 'clientes', habilitado: true },
  ];
  expect((await save(both)).problem).toMatchObject({ code: 'acceso/fijo', title: 'Ese acceso no se puede cambiar' });
  expect((await view(root)).body.configuracion.modificadoPor).toBeNull();
});

test('a change of access in another name than the caller’s is refused', { tags: ['S3-1', 'S6-4'] }, async () => {
  const body = { accesos: [{ menuId: 'facturas', habilitado: false }] };
  const params = { rnc: company.rnc };
  const lied = await server.call(accesos.guardarAccesos, { params, body: { ...body, modificadoPor: 'otro' } }, root);
  expect(lied.problem.code).toBe('acceso/denegado');
  const true_ = await server.call(accesos.guardarAccesos, { params, body: { ...body, modificadoPor: 'root' } }, root);
  expect(true_.status).toBe(200);
});

test('a company’s people see their own accesses alone, and set none', { tags: ['S7-3'] }, async () => {
  const other = await stranger(server, bare);
  expect((await view(other.sesion)).status).toBe(404);
  expect((await view(other.sesion, '101000009')).status).toBe(404);
  const asked = await server.call(
    accesos.verificarAcceso,
    { params: { rnc: company.rnc }, query: { menuId: 'facturas' } },
    other.sesion,
  );
  expect(asked.status).toBe(404);
  expect((await save([{ menuId: 'facturas', habilitado: true }], company.rnc, company.sesion)).status).toBe(403);
  expect((await server.call(accesos.clientesExternos, {}, company.sesion)).status).toBe(403);
});

test('each role’s menu has the items of its tasks', { tags: ['S3-2'] }, async () => {
  const enabled = async (key: string) => (await menuOf(key)).flatMap(({ id, habilitado }) => (habilitado ? [id] : []));
  const built: readonly MenuItem[] = menuItems.filter(({ soloRoot }) => !soloRoot);
  expect(await enabled(company.sesion)).toEqual(built.map(({ id }) => id));
  const reader = await makePerson(server, company, 'consulta');
  const forReaders = built.filter(({ policy }) => ['leer', 'sesion', 'miembro'].includes(policy)).map(({ id }) => id);
  expect(forReaders).toEqual(
    expect.arrayContaining(['inicio', 'configuracion', 'facturas', 'importacion', 'usuarios']),
  );
  expect(forReaders).not.toContain('auditoria');
  expect(await enabled(reader)).toEqual(forReaders);
  const audit = (await menuOf(reader)).find(({ id }) => id === 'auditoria');
  expect(audit?.motivo).toBe('Su rol no la incluye');
  expect(await enabled(root)).toEqual(menuItems.map(({ id }) => id));
  const own = (await menuOf(company.sesion)).find(({ id }) => id === 'clientes');
  expect(own?.motivo).toBe('Solo para el administrador de la plataforma');
});

test('an address of no item is open, one of an item as the item is', { tags: ['S6-3'] }, async () => {
  expect(await check(company.sesion, { ruta: '/perfil' })).toEqual({ permitido: true, menuId: null });
  expect(await check(company.sesion, {})).toEqual({ permitido: true, menuId: null });
  expect(await check(company.sesion, { ruta: '/Admin/Clientes/7' })).toEqual({ permitido: false, menuId: 'clientes' });
  expect(await check(company.sesion, { menuId: 'registro' })).toEqual({ permitido: false, menuId: 'registro' });
});

test('the companies are listed by RNC, name and the e-mail of their first user, without those that were only asked for', {
  tags: ['S3-2'],
}, async () => {
  const asked = {
    correo: 'nueva@ejemplo.invalid',
    contrasena: 'tres gatos duermen',
    rncEmisor: '197000001',
    razonSocial: 'X',
  };
  expect((await server.call(clientes.registrar, { body: asked })).status).toBe(201);
  const { body } = await server.call(accesos.clientesExternos, {}, root);
  expect(body.find(({ rnc }) => rnc === company.rnc)).toMatchObject({ email: `prueba${company.rnc}@ejemplo.invalid` });
  expect(body.map(({ rnc }) => rnc)).not.toContain(asked.rncEmisor);
  expect((await view(root, asked.rncEmisor)).status).toBe(404);
});
