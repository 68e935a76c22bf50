import { type Rol, sesion, usuarios } from '@timbre/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { givePassword, makePerson, makeRoot, openSession, testPassword } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';

const server = withServer();
let root: string;
let company: Stranger;
let made = 0;

beforeAll(async () => {
  root = await makeRoot(server);
});
beforeEach(async () => {
  company = await stranger(server, bare);
  server.clock.advance(60_000);
  await givePassword(server, root);
});

interface NewPerson {
  readonly NombreUsuario: string;
  readonly Correo: string;
  readonly Contrasena: string;
  readonly Rol?: Rol;
  readonly UsuarioID_Creador?: string;
  readonly NombreUsuario_Creador?: string;
}

function someone(change: Partial<NewPerson> = {}): NewPerson {
  made += 1;
  return {
    NombreUsuario: `persona ${made}`,
    Correo: `persona${made}@ejemplo.invalid`,
    Contrasena: 'tres gatos duermen',
    ...change,
  };
}
const create = (person: NewPerson, key = company.sesion) => server.call(usuarios.crearUsuario, { body: person }, key);
const list = async (key = company.sesion) => (await server.call(usuarios.listarUsuarios, {}, key)).body;
const setRol = (id: string, rol: Rol, key = company.sesion) =>
  server.call(usuarios.cambiarRol, { params: { id }, body: { Rol: rol } }, key);
const remove = (id: string, key = company.sesion) => server.call(usuarios.eliminarUsuario, { params: { id } }, key);
const logIn = (correo: string, contrasena: string) => server.call(sesion.login, { body: { correo, contrasena } });
const alive = async (key: string) => (await server.call(sesion.sesionActual, {}, key)).status === 200;
const idOf = async (key: string) => (await server.call(sesion.sesionActual, {}, key)).body.userId;
const record = () =>
  server.ctx.db.tenant(company.id, (tx) =>
    tx.selectFrom('evento').select(['tipo', 'datos']).orderBy('seq', 'desc').limit(2).execute(),
  );

describe('the creation of a person', () => {
  test('a created person logs in with the rights of their role, and is listed with their last visit', {
    tags: ['S3-7', 'S7-6'],
  }, async () => {
    const person = someone({ NombreUsuario: '  Ana de Ventas ', Rol: 'facturador' });
    const { status, body } = await create(person);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      NombreUsuario: 'Ana de Ventas',
      Correo: person.Correo,
      rol: 'facturador',
      ultimoAcceso: null,
    });
    const entered = await logIn('ana de ventas', person.Contrasena);
    expect(entered.body).toMatchObject({ rol: 'facturador', rncEmisor: company.rnc });
    const [first, ana] = await list();
    expect(first?.UsuarioID).toBe(company.usuarioId);
    const { invitacion, ...made } = body;
    expect(invitacion).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/);
    expect(ana).toEqual({ ...made, ultimoAcceso: server.clock.now().toISOString() });
  });

  test('a person created without a role has the least one; an unknown role is refused', async () => {
    expect((await create(someone())).body.rol).toBe('consulta');
    expect((await create(someone({ Rol: 'root' as Rol }))).problem.code).toBe('peticion/invalida');
  });

  test('the creation is recorded with its author, and without the password', async () => {
    const person = someone();
    await create(person);
    const [notice, act] = await record();
    expect(notice).toEqual({ tipo: 'configuracion', datos: { que: 'usuarios' } });
    expect(act).toEqual({
      tipo: 'usuario.creado',
      datos: {
        usuario: person.NombreUsuario,
        correo: person.Correo,
        rol: 'consulta',
        por: company.correo,
        ip: '127.0.0.1',
      },
    });
  });

  test('a name or e-mail that the company uses is refused with which; of another company it is free', async () => {
    const other = await stranger(server, bare);
    const taken = someone();
    await create(taken);
    const name = await create(someone({ NombreUsuario: taken.NombreUsuario.toUpperCase() }));
    expect(name.problem).toMatchObject({ code: 'usuario/existe', detail: 'Ese nombre de usuario ya está en uso' });
    const mail = await create(someone({ Correo: taken.Correo.toUpperCase() }));
    expect(mail.problem).toMatchObject({ code: 'usuario/existe', detail: 'Ese correo ya tiene un usuario' });
    expect(await list()).toHaveLength(2);
    expect((await create(taken, other.sesion)).status).toBe(201);
  });

  test('a user name cannot be a company’s RNC or another’s e-mail: these log in too', async () => {
    const victim = await stranger(server, bare);
    for (const name of [
      victim.rnc,
      '1-99-00000-5',
      '00112345678',
      `${victim.rnc}/ana`,
      'alguien@ejemplo.invalid',
      '   ',
    ])
      expect((await create(someone({ NombreUsuario: name }))).problem.code).toBe('usuario/invalido');
    expect((await create(someone({ NombreUsuario: 'a\u0000b' }))).problem.code).toBe('peticion/invalida');
    const own = someone();
    expect((await create({ ...own, NombreUsuario: own.Correo })).status).toBe(201);
    for (const correo of ['sin-arroba', 'a@b', 'dos@arrobas@x.do', 'con blanco@x.do'])
      expect((await create(someone({ Correo: correo }))).problem.detail).toBe('El correo no es válido');
  });

  test('a weak password is refused with its reason', async () => {
    const { problem } = await create(someone({ Contrasena: 'corta' }));
    expect(problem).toMatchObject({ code: 'contrasena/debil', detail: 'Debe tener al menos 12 caracteres' });
    const withRnc = await create(someone({ Contrasena: `mi empresa ${company.rnc}` }));
    expect(withRnc.problem.detail).toContain('RNC');
  });

  test('the creator is the caller: another id or name is refused', { tags: ['S6-6'] }, async () => {
    const victim = await stranger(server, bare);
    for (const lie of [{ UsuarioID_Creador: victim.usuarioId }, { NombreUsuario_Creador: 'root' }])
      expect((await create(someone(lie))).problem.code).toBe('acceso/denegado');
    const header = await server.call(
      usuarios.listarUsuarios,
      { headers: { usuarioid: victim.usuarioId } },
      company.sesion,
    );
    expect(header.problem.code).toBe('acceso/denegado');
    const truth = { UsuarioID_Creador: company.usuarioId, NombreUsuario_Creador: company.correo };
    expect((await create(someone(truth))).status).toBe(201);
  });

  test('only administrators see and create people', { tags: ['S6-6'] }, async () => {
    for (const rol of ['facturador', 'contador', 'consulta'] as const) {
      const key = await makePerson(server, company, rol);
      expect((await create(someone(), key)).status).toBe(403);
      expect((await server.call(usuarios.listarUsuarios, {}, key)).status).toBe(403);
    }
    expect((await create(someone(), company.clave)).status).toBe(403);
  });
});

describe('a change of role', () => {
  test('a change of role ends the person’s sessions and holds from the next one on', async () => {
    const key = await makePerson(server, company, 'consulta');
    const id = await idOf(key);
    expect((await setRol(id, 'contador')).body.rol).toBe('contador');
    expect(await alive(key)).toBe(false);
    const again = await openSession(server, id);
    expect((await server.call(sesion.sesionActual, {}, again)).body.rol).toBe('contador');
    expect((await record())[1]).toMatchObject({ tipo: 'usuario.rol', datos: { antes: 'consulta', rol: 'contador' } });
  });

  test('the same role changes nothing', async () => {
    const key = await makePerson(server, company, 'consulta');
    expect((await setRol(await idOf(key), 'consulta')).status).toBe(200);
    expect(await alive(key)).toBe(true);
  });

  test('one’s own role, or that of another company’s person, does not change', async () => {
    for (const id of [company.usuarioId, company.usuarioId.toUpperCase()])
      expect((await setRol(id, 'consulta')).problem.code).toBe('usuario/propio');
    const other = await stranger(server, bare);
    expect((await setRol(other.usuarioId, 'consulta')).status).toBe(404);
    expect(await alive(other.sesion)).toBe(true);
  });

  test('two administrators who take each other’s role away at once leave one', async () => {
    const second = await makePerson(server, company, 'administrador');
    const secondId = await idOf(second);
    const outcomes = await Promise.all([setRol(secondId, 'consulta'), setRol(company.usuarioId, 'consulta', second)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 403]);
    const administrators = await server.ctx.db.tenant(company.id, (tx) =>
      tx.selectFrom('membresia').select('id').where('rol', '=', 'administrador').execute(),
    );
    expect(administrators).toHaveLength(1);
  });
});

describe('the removal of a person', () => {
  test('a removal ends the person’s access at once; the record keeps their name', { tags: ['S7-6'] }, async () => {
    const key = await makePerson(server, company, 'facturador');
    const id = await idOf(key);
    const { nombreUsuario } = (await server.call(sesion.sesionActual, {}, key)).body;
    expect((await remove(id)).status).toBe(204);
    expect(await alive(key)).toBe(false);
    expect((await logIn(nombreUsuario, testPassword)).status).toBe(401);
    expect((await record())[1]).toMatchObject({ tipo: 'usuario.eliminado', datos: { usuario: nombreUsuario } });
    expect((await remove(id)).status).toBe(404);
  });

  test('a removal of oneself, or of another company’s person, is refused', async () => {
    for (const id of [company.usuarioId, company.usuarioId.toUpperCase()])
      expect((await remove(id)).problem.code).toBe('usuario/propio');
    const other = await stranger(server, bare);
    expect((await remove(other.usuarioId)).status).toBe(404);
    expect(await alive(other.sesion)).toBe(true);
  });
});

describe('a password', () => {
  const fresh = 'siete perros ladran';
  const change = (
    key: string,
    UsuarioID: string,
    fields: { Contrasena?: string; ConfirmarContrasena?: string; ContrasenaActual?: string } = {},
  ) => {
    const Contrasena = fields.Contrasena ?? fresh;
    const body = { UsuarioID, Contrasena, ConfirmarContrasena: Contrasena, ...fields };
    return server.call(usuarios.cambiarContrasena, { body }, key);
  };

  test('one’s own password is changed with the current one, which ends the other sessions', {
    tags: ['S7-6'],
  }, async () => {
    const key = await makePerson(server, company, 'consulta');
    const id = await idOf(key);
    const elsewhere = await openSession(server, id);
    expect((await change(key, id, { ContrasenaActual: testPassword })).status).toBe(204);
    expect([await alive(key), await alive(elsewhere)]).toEqual([true, false]);
    const { nombreUsuario } = (await server.call(sesion.sesionActual, {}, key)).body;
    expect((await logIn(nombreUsuario, testPassword)).status).toBe(401);
    expect((await logIn(nombreUsuario, fresh)).status).toBe(200);
  });

  test('a password is not changed without the current one, or with a wrong one, also for an administrator', async () => {
    for (const id of [company.usuarioId, company.usuarioId.toUpperCase()]) {
      expect((await change(company.sesion, id)).problem.code).toBe('contrasena/incorrecta');
      const wrong = await change(company.sesion, id, { ContrasenaActual: 'no es esta, seguro' });
      expect(wrong.problem.code).toBe('contrasena/incorrecta');
    }
    expect((await logIn(company.rnc, testPassword)).status).toBe(200);
  });

  test('the current password has few tries in an open session', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await change(company.sesion, company.usuarioId, { ContrasenaActual: `intento ${i}` })).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403));
    expect(statuses.slice(10)).toEqual([429, 429]);
    server.clock.advance(30_000);
    expect((await change(company.sesion, company.usuarioId, { ContrasenaActual: testPassword })).status).toBe(204);
  });

  test('a password of the company’s people is set by its administrator; all their sessions end', async () => {
    const key = await makePerson(server, company, 'consulta');
    const id = await idOf(key);
    expect((await change(company.sesion, id)).status).toBe(204);
    expect(await alive(key)).toBe(false);
    expect((await record())[0]).toMatchObject({ tipo: 'usuario.contrasena', datos: { por: company.correo } });
  });

  test('a password of anybody of a company is set by the platform’s administrator, and recorded in both records', async () => {
    expect((await change(root, company.usuarioId)).status).toBe(204);
    expect(await alive(company.sesion)).toBe(false);
    expect((await logIn(company.rnc, fresh)).status).toBe(200);
    const events = await server.ctx.db.system((tx) =>
      tx
        .selectFrom('evento')
        .select(['empresa_id', 'datos'])
        .where('tipo', '=', 'usuario.contrasena')
        .where('sujeto', '=', company.usuarioId)
        .execute(),
    );
    expect(events).toHaveLength(2);
  });

  test('other roles cannot set the passwords of others, nor across companies, nor the platform’s own', async () => {
    const other = await stranger(server, bare);
    const reader = await makePerson(server, company, 'consulta');
    expect((await change(reader, company.usuarioId)).status).toBe(403);
    expect((await change(company.sesion, other.usuarioId)).status).toBe(404);
    const rootId = await idOf(root);
    expect((await change(company.sesion, rootId)).status).toBe(404);
    expect((await change(root, rootId)).problem.code).toBe('contrasena/incorrecta');
    expect(await alive(root)).toBe(true);
  });

  test('a weak or differently typed password is refused', async () => {
    const weak = await change(root, company.usuarioId, { Contrasena: `soy ${company.correo}` });
    expect(weak.problem.code).toBe('contrasena/debil');
    const differing = await change(root, company.usuarioId, { ConfirmarContrasena: 'otra cosa distinta' });
    expect(differing.problem).toMatchObject({ code: 'contrasena/distinta', title: 'Las contraseñas no coinciden.' });
  });
});
