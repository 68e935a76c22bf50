import { atencion, quickbooks as contract } from '@timbre/contract';
import { addressesAt, createQuickBooks } from '@timbre/quickbooks';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makePerson, openSession } from '../../main/testing/people.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { connectCompany, giveConsent } from './testing/connect.ts';
import { newEmpresa, postAs, publicUrl, withQuickBooks } from './testing/server.ts';
import { accessTokensOf } from './tokens.ts';

const server = withQuickBooks();

let empresa: Stranger;
let realm: string;
let key: string;
beforeEach(async () => {
  ({ empresa, realm } = await newEmpresa(server));
  key = empresa.sesion;
});

const hourMs = 3_600_000;

/** Moves the clock forward. The person logs in again. */
async function later(ms: number): Promise<void> {
  server.clock.advance(ms);
  key = await openSession(server, empresa.usuarioId);
}

/** Begins an authorisation and consents. Returns the parameters with which the person comes back. */
async function consent(): Promise<Record<string, string>> {
  const address = await giveConsent(postAs(server, key));
  expect(address.origin + address.pathname).toBe(`${publicUrl}/callback/quickbooks`);
  return Object.fromEntries(address.searchParams);
}

const finish = (body: Record<string, string>, by = key) => server.call(contract.conectarQuickBooks, { body }, by);
const connect = () => connectCompany(postAs(server, key));

const estado = async () => (await server.call(contract.estadoDeQuickBooks, {}, key)).body;
const companyInfo = () => server.call(contract.empresaDeQuickBooks, {}, key);
const row = () =>
  server.ctx.db.tenant(empresa.id, (tx) =>
    tx.selectFrom('quickbooks_conexion').selectAll().where('empresa_id', '=', empresa.id).executeTakeFirst(),
  );

describe('a connection', () => {
  test('a connection is made by a person with the code of the consent page; only the server has its tokens', {
    tags: ['SR3-7'],
  }, async () => {
    expect(await estado()).toMatchObject({ conectado: false, realmId: null, disponible: true, simulado: true });
    const { code, state, realmId } = await consent();
    const answered = await finish({ code: code!, state: state!, realmId: realmId! });
    expect(answered.body).toEqual({
      access_token: 'guardado-en-el-servidor',
      refresh_token: 'guardado-en-el-servidor',
      realmId: realm,
      empresa: 'Colmado La Esquina Demo SRL',
    });
    expect(await estado()).toMatchObject({
      conectado: true,
      empresa: 'Colmado La Esquina Demo SRL',
      realmId: realm,
      revisado: '2026-03-16T14:00:00.000Z',
    });
    const stored = (await row())!;
    for (const secret of [stored.acceso, stored.renovacion]) expect(secret.toString('latin1')).not.toMatch(/AT-|RT-/);
    expect(server.logged.join('\n')).not.toMatch(/AT-\w|RT-\w|secreto-de-la-aplicacion/);
    const [event] = await server.ctx.db.tenant(empresa.id, (tx) =>
      tx.selectFrom('evento').select(['tipo', 'datos']).where('tipo', '=', 'quickbooks.conectado').execute(),
    );
    expect(event?.datos).toMatchObject({ empresa: 'Colmado La Esquina Demo SRL', realm });
  });

  test.each([
    [{ code: '' }, 422, 'Código de autorización no proporcionado'],
    [{ state: '' }, 422, 'Estado OAuth no recibido de QuickBooks'],
    [{ realmId: '' }, 422, 'Company ID no configurado'],
    [{ realmId: 'mi-empresa' }, 422, 'Company ID no configurado'],
    [{ state: 'otro' }, 409, 'Estado de OAuth inválido - posible ataque CSRF'],
    [{ code: 'otro' }, 502, 'No se pudo establecer conexión válida con QuickBooks'],
    [{ realmId: '9130350000009999' }, 502, 'No se pudo establecer conexión válida con QuickBooks'],
  ])(
    'a connection with %j is refused in the words of the specification',
    { tags: ['SR5-40', 'SR8-11'] },
    async (wrong, status, title) => {
      const { code, state, realmId } = await consent();
      const refused = await finish({ code: code!, state: state!, realmId: realmId!, ...wrong });
      expect([refused.status, refused.problem.title]).toEqual([status, title]);
      expect(await estado()).toMatchObject({ conectado: false });
    },
  );

  test('a connection has ten minutes, one try, and the session that began it', { tags: ['SR5-40'] }, async () => {
    const late = await consent();
    await later(10 * 60_000 + 1);
    const again = await openSession(server, empresa.usuarioId);
    const { code, state, realmId } = await consent();
    const sent = { code: code!, state: state!, realmId: realmId! };
    expect((await finish(sent, again)).problem.code).toBe('quickbooks/estado');
    expect((await finish(sent)).problem.code).toBe('quickbooks/estado');

    const early = await consent();
    await server.ctx.db.tenant(empresa.id, (tx) =>
      sql`update quickbooks_inicio set creado = creado - interval '11 minutes'`.execute(tx),
    );
    const { problem, status } = await finish({ code: early.code!, state: early.state!, realmId: early.realmId! });
    expect([status, problem.title]).toEqual([410, 'Sesión OAuth expirada, reinicie el proceso']);
    // Begun by another session, and pruned meanwhile.
    expect((await finish({ code: late.code!, state: late.state!, realmId: late.realmId! })).problem.code).toBe(
      'quickbooks/estado',
    );
  });

  test('a token service that does not answer is reported as such; the code is not used up by us', {
    tags: ['SR8-11'],
  }, async () => {
    server.quickbooks.control.fault({ kind: 'reset', of: 'token' });
    const { code, state, realmId } = await consent();
    const { status, problem } = await finish({ code: code!, state: state!, realmId: realmId! });
    expect([status, problem.title]).toEqual([503, 'No se pudo conectar con el servidor de autenticación']);
  });

  test('a connection is made and ended by the people who make reports, and seen by all', async () => {
    await connect();
    const reader = await makePerson(server, empresa, 'consulta');
    expect((await server.call(contract.autorizarQuickBooks, { body: {} }, reader)).problem.code).toBe(
      'acceso/denegado',
    );
    expect((await server.call(contract.desconectarQuickBooks, {}, reader)).problem.code).toBe('acceso/denegado');
    expect((await server.call(contract.estadoDeQuickBooks, {}, reader)).body.conectado).toBe(true);
    const accountant = await makePerson(server, empresa, 'contador');
    expect((await server.call(contract.desconectarQuickBooks, {}, accountant)).body.retirado).toBe(true);
    expect((await server.call(contract.estadoDeQuickBooks, {}, empresa.clave)).problem.code).toBe('acceso/denegado');
  });

  test('a connection that ends is removed here first, and then its consent is revoked', async () => {
    await connect();
    const { alive } = server.quickbooks.control.figures();
    const { body } = await server.call(contract.desconectarQuickBooks, {}, key);
    expect([body, server.quickbooks.control.figures().alive]).toEqual([{ retirado: true }, alive - 1]);
    expect(await estado()).toMatchObject({ conectado: false, realmId: null });
    expect((await server.call(contract.desconectarQuickBooks, {}, key)).problem.title).toBe(
      'No hay tokens válidos de QuickBooks',
    );
    await connect();
    server.quickbooks.control.fault({ kind: 'reset', of: 'revoke' });
    expect((await server.call(contract.desconectarQuickBooks, {}, key)).body).toEqual({ retirado: false });
    expect(await estado()).toMatchObject({ conectado: false });
  });

  test('a connection that two companies have is not revoked for one of them', async () => {
    await connect();
    const [first, firstKey] = [empresa, key];
    empresa = await stranger(server, bare);
    key = empresa.sesion;
    await connect();
    expect((await server.call(contract.desconectarQuickBooks, {}, key)).body).toEqual({ retirado: true });
    [empresa, key] = [first, firstKey];
    expect((await companyInfo()).status).toBe(200);
  });
});

describe('tokens', () => {
  const refreshes = () => server.quickbooks.control.figures().refreshes;

  test('tokens are renewed once for all concurrent requests', { tags: ['SR4-6'] }, async () => {
    await connect();
    await later(hourMs);
    const before = refreshes();
    const answers = await Promise.all(Array.from({ length: 8 }, companyInfo));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(refreshes() - before).toBe(1);
    // The replaced refresh token is invalid by now: the next renewal uses the new one.
    await later(hourMs);
    expect((await companyInfo()).status).toBe(200);
    expect(await row()).toMatchObject({ vuelta: 3, turno: null, rechazo: null });
  });

  test('tokens that are about to expire serve while somebody renews them', async () => {
    await connect();
    await later(hourMs - 4 * 60_000);
    server.quickbooks.control.fault({ kind: 'slow', of: 'token', ms: 600 });
    const renewing = companyInfo();
    await expect.poll(async () => (await row())?.turno).not.toBeNull();
    const before = refreshes();
    expect((await companyInfo()).status).toBe(200);
    expect(refreshes()).toBe(before);
    expect((await renewing).status).toBe(200);
    expect(refreshes()).toBe(before + 1);
  });

  test('tokens of a renewal that was taken over meanwhile are not stored', async () => {
    await connect();
    await later(hourMs);
    server.quickbooks.control.fault({ kind: 'slow', of: 'token', ms: 600 });
    const before = refreshes();
    const slow = companyInfo();
    await expect.poll(async () => (await row())?.turno).not.toBeNull();
    // Its turn has run out, and another renewal comes first.
    await server.ctx.db.tenant(empresa.id, (tx) =>
      sql`update quickbooks_conexion set turno_hasta = now() - interval '1 year'`.execute(tx),
    );
    expect((await companyInfo()).status).toBe(200);
    expect((await slow).status).toBe(200);
    // The late one was refused: its refresh token was invalid by then. It ended nothing.
    expect(refreshes() - before).toBe(1);
    expect(await row()).toMatchObject({ vuelta: 2, turno: null });
    await later(hourMs);
    expect((await companyInfo()).status).toBe(200);
  });

  test('late tokens of a renewal that was taken over do not replace those in use', async () => {
    await connect();
    await later(hourMs);
    server.quickbooks.control.fault({ kind: 'held', of: 'token', processed: true });
    const before = refreshes();
    const late = companyInfo();
    await expect.poll(() => refreshes() - before).toBe(1);
    await server.ctx.db.tenant(empresa.id, (tx) =>
      sql`update quickbooks_conexion set turno_hasta = now() - interval '1 year'`.execute(tx),
    );
    expect((await companyInfo()).status).toBe(200);
    const { acceso, renovacion } = (await row())!;
    server.quickbooks.control.clearFaults();
    expect((await late).status).toBe(200);
    expect(refreshes() - before).toBe(2);
    expect(await row()).toMatchObject({ vuelta: 2, turno: null, acceso, renovacion });
    await later(hourMs);
    expect((await companyInfo()).status).toBe(200);
  });

  test('tokens whose answer was lost are requested again with the stored token', { tags: ['SR4-6'] }, async () => {
    await connect();
    await later(hourMs);
    server.quickbooks.control.fault({ kind: 'reset', of: 'token', processed: true });
    const lost = await companyInfo();
    expect([lost.status, lost.problem.title]).toEqual([
      503,
      'QuickBooks no respondió. Vuelva a intentarlo en un momento.',
    ]);
    expect(await estado()).toMatchObject({ conectado: true });
    expect((await companyInfo()).status).toBe(200);
  });

  test('tokens that were replaced outside are replaced with the one before', async () => {
    await connect();
    await later(hourMs);
    const client = createQuickBooks({
      addresses: addressesAt(server.ctx.config.quickbooks.baseUrl!),
      clientId: 'ABc',
      clientSecret: 'secreto-de-la-aplicacion',
    });
    const access = accessTokensOf(server.ctx, client, { empresaId: empresa.id, realm });
    const held = await server.ctx.secrets.open(
      { empresaId: empresa.id, id: empresa.id, column: 'quickbooks_conexion.renovacion' },
      (await row())!.renovacion,
    );
    expect((await access()).kind).toBe('ok');
    // A request that was late on its way is processed after the renewal was stored, before its tokens are used.
    expect((await client.refresh(held.toString())).kind).toBe('ok');
    expect((await companyInfo()).status).toBe(200);
  });

  test('tokens that QuickBooks revoked end the connection, on record; its screen and the notices keep saying so', async () => {
    await connect();
    const granted = await server.ctx.secrets.open(
      { empresaId: empresa.id, id: empresa.id, column: 'quickbooks_conexion.renovacion' },
      (await row())!.renovacion,
    );
    const client = (await server.ctx.quickbooks.client())!;
    await client.revoke(granted.toString());
    const refused = await companyInfo();
    expect([refused.status, refused.problem.title]).toEqual([409, 'No hay tokens válidos de QuickBooks']);
    await later(24 * hourMs);
    const motivo = expect.stringMatching(/^QuickBooks retiró el permiso de esta empresa/);
    expect((await server.call(contract.revisarQuickBooks, { body: {} }, key)).body).toMatchObject({
      conectado: false,
      realmId: realm,
      motivo,
    });
    const noticed = async () =>
      ((await server.call(atencion.paraAtender, {}, key)).body as { tipo: string }[]).filter(
        ({ tipo }) => tipo === 'quickbooks',
      );
    expect(await noticed()).toEqual([{ tipo: 'quickbooks', urgente: true, empresa: expect.any(String), motivo }]);
    expect((await companyInfo()).problem.detail).toEqual(motivo);
    const events = await server.ctx.db.tenant(empresa.id, (tx) =>
      tx.selectFrom('evento').select('tipo').where('tipo', '=', 'quickbooks.perdido').execute(),
    );
    expect(events).toHaveLength(1);
    await connect();
    expect(await noticed()).toEqual([]);
    expect(await row()).toMatchObject({ perdida: null, rechazo: null });
  });
});

describe('a review', () => {
  const review = async () => (await server.call(contract.revisarQuickBooks, { body: {} }, key)).body;

  test('a review asks at most every twenty seconds', async () => {
    await connect();
    const before = server.quickbooks.control.figures().answered;
    await review();
    expect(server.quickbooks.control.figures().answered).toBe(before);
    server.clock.advance(20_000);
    expect((await review()).revisado).toBe(server.clock.now().toISOString());
    expect(server.quickbooks.control.figures().answered).toBe(before + 1);
  });

  test.each(['throttle-403', 'throttle-429', 'fault-200', 'page'] as const)(
    '%s does not disconnect',
    { tags: ['SR4-5'] },
    async (kind) => {
      await connect();
      server.clock.advance(30_000);
      server.quickbooks.control.fault({ kind, of: 'api', retryAfterSeconds: 200 });
      expect(await review()).toMatchObject({ conectado: true, motivo: null });
    },
  );

  test('a refusal in QuickBooks’ own words disconnects; the next good answer reconnects', {
    tags: ['SR4-5'],
  }, async () => {
    await connect();
    server.clock.advance(30_000);
    server.quickbooks.control.fault({ kind: 'forbidden', of: 'api' });
    expect(await review()).toMatchObject({
      conectado: false,
      motivo: expect.stringContaining('ApplicationAuthorizationFailed'),
    });
    expect(await review()).toMatchObject({ conectado: true, motivo: null });
  });
});
