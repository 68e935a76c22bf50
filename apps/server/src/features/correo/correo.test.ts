import { aprobaciones, clientes, correo, sesion, usuarios } from '@timbre/contract';
import { rncCheckDigitHolds } from '@timbre/values';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lifeOfLink, makeLink } from '../../domain/companies/links-repo.ts';
import { parseSmtp } from '../../domain/mail/smtp-url.ts';
import { type MailServer, readMessage, startMailServer } from '../../main/testing/mail-server.ts';
import { makeRoot, openSession, testPassword } from '../../main/testing/people.ts';
import { type TestConfig, withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';
import { remind } from './service.ts';

const config: { -readonly [K in keyof TestConfig]: TestConfig[K] } = {
  trustedProxies: 1,
  mailFrom: 'timbre@plataforma.example',
  publicUrl: 'https://timbre.example',
};
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  config.smtp = parseSmtp(`smtp://127.0.0.1:${mail.port}`);
});
const server = withServer(config);
afterAll(() => mail.close());

let company: Stranger;
let person: string;
let network = 0;
const newPassword = 'cuatro gatos duermen';

beforeAll(async () => {
  await server.app.runner.start();
});
beforeEach(async () => {
  mail.refusals.clear();
  server.clock.advance(61 * 60_000);
  company = await registered();
  person = company.correo;
  mail.received.length = 0;
});

/** A company whose first user has received the mail about its approval. */
async function registered(): Promise<Stranger> {
  const made = await stranger(server, { ...bare, certificado: true });
  await textTo(made.correo);
  return made;
}
const elsewhere = () => ({ 'x-forwarded-for': `10.0.0.${++network}` });
const ask = (address: string) => server.call(correo.pedirEnlace, { body: { correo: address } }, undefined, elsewhere());
const use = (enlace: string, Contrasena = newPassword, ConfirmarContrasena = Contrasena) =>
  server.call(correo.usarEnlace, { body: { enlace, Contrasena, ConfirmarContrasena } }, undefined, elsewhere());
const logIn = (login: string, contrasena: string) =>
  server.call(sesion.login, { body: { correo: login, contrasena } }, undefined, elsewhere());

/** The plain text of the nth message to an address, once it has arrived. */
async function textTo(address: string, nth = 1): Promise<string> {
  await expect.poll(() => of(address).length).toBeGreaterThanOrEqual(nth);
  return readMessage(of(address)[nth - 1]!.data).parts[0]!.bytes.toString();
}
const of = (address: string) => mail.received.filter(({ to }) => to[0] === address);
const linkIn = (text: string) => /https:\/\/timbre\.example\/restablecer#([\w-]{43})\s/.exec(text)![1]!;
const idle = async () => {
  const left = () => server.ctx.db.system((tx) => tx.selectFrom('trabajo').select('clase').execute());
  await expect.poll(left).toEqual([]);
};

test('a forgotten password is chosen anew with a link: once, and every session ends', {
  tags: ['SI9-11'],
}, async () => {
  expect((await ask(` ${person.toUpperCase()} `)).body).toEqual({ entrega: 'smtp' });
  const link = linkIn(await textTo(person));
  expect((await use(link, newPassword, 'otra')).problem.code).toBe('contrasena/distinta');
  expect((await use(link, '123456789012')).problem.code).toBe('contrasena/debil');
  expect((await use(link)).status).toBe(204);
  expect((await server.call(sesion.sesionActual, {}, company.sesion)).status).toBe(401);
  expect((await logIn(company.rnc, testPassword)).status).toBe(401);
  expect((await logIn(company.rnc, newPassword)).status).toBe(200);
  expect((await use(link)).problem.code).toBe('enlace/vencido');
  expect(await textTo(person, 2)).toContain('Sus sesiones se cerraron');
  const events = await server.ctx.db.tenant(company.id, (tx) => tx.selectFrom('evento').select('tipo').execute());
  for (const tipo of ['usuario.recuperacion', 'usuario.restablecida']) expect(events).toContainEqual({ tipo });
});

test('of two people who use a link at once, one chooses the password', async () => {
  await ask(person);
  const link = linkIn(await textTo(person));
  const statuses = (await Promise.all([use(link), use(link, 'cinco gatos duermen')])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([204, 410]);
});

test('a link ends after half an hour, with the next link, and with another change of password', async () => {
  await ask(person);
  const first = linkIn(await textTo(person));
  await ask(person);
  const second = linkIn(await textTo(person, 2));
  expect((await use(first)).problem.code).toBe('enlace/vencido');
  server.clock.advance(30 * 60_000);
  expect((await use(second)).problem.code).toBe('enlace/vencido');
  await ask(person);
  const third = linkIn(await textTo(person, 3));
  const key = await openSession(server, company.usuarioId);
  const change = { UsuarioID: company.usuarioId, ContrasenaActual: testPassword };
  const passwords = { Contrasena: newPassword, ConfirmarContrasena: newPassword };
  expect((await server.call(usuarios.cambiarContrasena, { body: { ...change, ...passwords } }, key)).status).toBe(204);
  expect((await use(third)).problem.code).toBe('enlace/vencido');
});

test('of links made at once, one is valid', async () => {
  const [row] = await server.ctx.db.system((tx) =>
    tx.selectFrom('persona').select('id').where('correo', '=', person).execute(),
  );
  const make = () => server.ctx.db.system((tx) => makeLink(server.ctx, tx, row!.id, lifeOfLink.recuperacion));
  await Promise.all(Array.from({ length: 8 }, make));
  const valid = await server.ctx.db.system((tx) =>
    tx
      .selectFrom('enlace')
      .select('hmac')
      .where('persona_id', '=', row!.id)
      .where('vence', '>', server.clock.now())
      .execute(),
  );
  expect(valid).toHaveLength(1);
});

test('the answer does not reveal who exists; only existing people get mail', {
  tags: ['SI9-11'],
}, async () => {
  const answers = [];
  for (const address of [person, 'nadie@ejemplo.invalid']) {
    const { status, body } = await ask(address);
    answers.push(JSON.stringify({ status, body }));
  }
  expect(new Set(answers).size).toBe(1);
  await textTo(person);
  await idle();
  expect(mail.received.map(({ to }) => to[0])).toEqual([person]);
});

test('a person is sent three links in an hour, and a network asks five times at once', async () => {
  await Promise.all(Array.from({ length: 12 }, () => ask(person)));
  await idle();
  expect(of(person)).toHaveLength(3);
  const from = elsewhere();
  const codes = [];
  for (let n = 0; n < 6; n++)
    codes.push((await server.call(correo.pedirEnlace, { body: { correo: 'x@y.do' } }, undefined, from)).status);
  expect(codes).toEqual([202, 202, 202, 202, 202, 429]);
});

test('strangers’ requests leave links for an address where the person logged in before', async () => {
  const home = { 'x-forwarded-for': '2001:db8:5:5::1' };
  const body = { correo: person, contrasena: testPassword };
  expect((await server.call(sesion.login, { body }, undefined, home)).status).toBe(200);
  for (let n = 0; n < 4; n++) await ask(person);
  await idle();
  expect(of(person)).toHaveLength(3);
  const sameNetwork = { 'x-forwarded-for': '2001:db8:5:5::2' };
  await server.call(correo.pedirEnlace, { body: { correo: person } }, undefined, sameNetwork);
  await idle();
  expect(of(person)).toHaveLength(4);
  expect((await use(linkIn(await textTo(person, 4)))).status).toBe(204);
});

test('the requests of others leave the first request of a network its place', async () => {
  const codeOf = async (from: Record<string, string>) =>
    (await server.call(correo.pedirEnlace, { body: { correo: 'x@y.do' } }, undefined, from)).status;
  for (let network = 0; network < 60; network++) {
    const from = elsewhere();
    await Promise.all(Array.from({ length: 5 }, () => codeOf(from)));
  }
  const person = elsewhere();
  expect(await codeOf(person)).toBe(202);
});

test('nothing of a link or of its message stays stored once it is delivered', async () => {
  await ask(person);
  const link = linkIn(await textTo(person));
  await idle();
  const rows = await server.ctx.db.system((tx) => tx.selectFrom('correo').selectAll().execute());
  expect(rows.every(({ cuerpo, estado }) => cuerpo === null && estado === 'enviado')).toBe(true);
  const links = await server.ctx.db.system((tx) => tx.selectFrom('enlace').selectAll().execute());
  expect(JSON.stringify({ rows, links })).not.toContain(link);
  expect(server.logged.join('')).not.toContain(link);
});

test('an invited person chooses their first password; one who is a user already accepts with the code', {
  tags: ['SI9-12'],
}, async () => {
  const body = { NombreUsuario: 'ana', Correo: `ana@${company.rnc}.example`, rol: 'consulta' as const };
  const made = await server.call(usuarios.crearUsuario, { body }, company.sesion);
  expect(made.status).toBe(201);
  const link = linkIn(await textTo(body.Correo));
  server.clock.advance(6 * 24 * 60 * 60_000);
  expect((await use(link)).status).toBe(204);
  expect((await logIn(body.Correo, newPassword)).body.rol).toBe('consulta');

  const other = await registered();
  const known = { NombreUsuario: 'prueba', Correo: person };
  const invited = await server.call(usuarios.crearUsuario, { body: known }, other.sesion);
  const text = await textTo(person);
  expect(text).toContain(invited.body.invitacion);
  expect(text).not.toContain('restablecer');
});

test('an administrator sends a link to a colleague of the company, and to no other', { tags: ['SI9-12'] }, async () => {
  const body = { NombreUsuario: 'luis', Correo: `luis@${company.rnc}.example` };
  const { UsuarioID: id } = (await server.call(usuarios.crearUsuario, { body }, company.sesion)).body;
  await textTo(body.Correo);
  const send = (key: string, userId: string) =>
    server.call(correo.enviarEnlace, { params: { id: userId }, body: {} }, key);
  expect((await send(company.sesion, id)).status).toBe(202);
  expect((await use(linkIn(await textTo(body.Correo, 2)))).status).toBe(204);
  expect((await send(company.sesion, company.usuarioId)).problem.code).toBe('usuario/propio');
  const other = await registered();
  expect((await send(other.sesion, id)).problem.code).toBe('recurso/no-encontrado');
});

test('an applicant is notified of the decision, with the reason', { tags: ['SI9-13'] }, async () => {
  const root = await makeRoot(server);
  const asked = { contrasena: 'tres gatos duermen', razonSocial: 'Pedida SRL' };
  const register = (address: string, rncEmisor: string) =>
    server.call(clientes.registrar, { body: { ...asked, correo: address, rncEmisor } }, undefined, elsewhere());
  const rncOf = (stem: string) => [...'0123456789'].map((digit) => stem + digit).find(rncCheckDigitHolds)!;
  const [first, other] = [rncOf('19800700'), rncOf('19800710')];
  for (const [address, rnc] of [
    ['no', first],
    ['si', other],
  ] as const)
    expect((await register(`${address}@pedida.example`, rnc)).status).toBe(201);
  for (const { id, rncEmisor } of (await server.call(aprobaciones.solicitudesPendientes, {}, root)).body)
    if (rncEmisor === other) await server.call(aprobaciones.aprobarSolicitud, { params: { id } }, root);
    else await server.call(aprobaciones.rechazarSolicitud, { params: { id }, body: { motivo: 'Otro <RNC>' } }, root);
  expect(await textTo('no@pedida.example')).toContain('Otro <RNC>');
  expect(await textTo('si@pedida.example')).toContain('aprobó');
});

test('a certificate that expires is announced once at 30, 7 and 1 days, to the administrators', {
  tags: ['SI9-13'],
}, async () => {
  const expire = (days: number) =>
    server.ctx.db.system((tx) =>
      tx
        .updateTable('certificado')
        .set({ valido_hasta: new Date(server.clock.now().getTime() + days * 24 * 60 * 60_000 - 1) })
        .where('empresa_id', '=', company.id)
        .execute(),
    );
  for (const [days, count] of [
    [31, 0],
    [30, 1],
    [12, 1],
    [7, 2],
    [1, 3],
  ] as const) {
    await expire(days);
    await remind(server.ctx);
    await expect.poll(() => of(person).length, { message: `${days} days` }).toBe(count);
    await remind(server.ctx).then(idle);
    expect([days, of(person).length]).toEqual([days, count]);
  }
});

test('a range that runs out is announced once for each threshold, unless another of its type is left', async () => {
  const addRange = (desde: number, siguiente: number) => {
    const id = newId(new Date());
    const range = { id, empresa_id: company.id, ambiente: 'testecf' as const, tipo: 31, desde, hasta: desde + 99 };
    return server.ctx.db.system(async (tx) => {
      await tx
        .insertInto('secuencia')
        .values({ ...range, siguiente, vence: '2099-12-31', prefijo: 'E31', digitos: 10 })
        .execute();
      return id;
    });
  };
  const change = (id: string, values: { siguiente?: number; vence?: string; activo?: boolean }) =>
    server.ctx.db.system((tx) => tx.updateTable('secuencia').set(values).where('id', '=', id).execute());
  const expectWarnings = async (count: number) => {
    await remind(server.ctx);
    await expect.poll(() => of(person).length).toBe(count);
    await remind(server.ctx).then(idle);
    expect(of(person)).toHaveLength(count);
  };
  const id = await addRange(1, 95);
  const spare = await addRange(101, 101);
  await expectWarnings(0);
  await change(spare, { activo: false });
  await expectWarnings(1);
  expect(await textTo(person)).toContain('queda menos del 10% de los números.');
  await change(id, { vence: '2000-12-31' });
  await expectWarnings(2);
  expect(await textTo(person, 2)).toContain('queda menos del 10% de los números; vencido.');
  await change(id, { siguiente: 101 });
  await expectWarnings(3);
  await change(id, { siguiente: 95 });
  await expectWarnings(3);
});

test('mail that the server does not take now is tried again, for three days', async () => {
  mail.refusals.set('MAIL FROM', '451 más tarde');
  await ask(person);
  const state = async () => {
    const rows = await server.ctx.db.system((tx) =>
      tx
        .selectFrom('correo')
        .select(['estado', 'detalle'])
        .where('para', '=', person)
        .where('estado', '!=', 'enviado')
        .execute(),
    );
    return rows[0];
  };
  await expect.poll(state).toMatchObject({ estado: 'pendiente', detalle: '451 más tarde' });
  server.clock.advance(73 * 60 * 60_000);
  await expect.poll(async () => (await state())?.estado).toBe('fallido');
  mail.refusals.clear();
  await ask(person);
  await textTo(person);
});
