import { clientes, sesion } from '@timbre/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { testPassword } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { createKeyring } from '../../platform/crypto/keyring.ts';
import { passwordsHashed } from '../../platform/crypto/password.ts';
import { createPasswordFilter, type Judgement } from '../../platform/crypto/password-filter.ts';

const server = withServer({ trustedProxies: 1 });
let company: Stranger;
let made = 0;

beforeEach(async () => {
  company = await stranger(server, bare);
});

/** An IP address without earlier tries. */
const elsewhere = () => {
  made += 1;
  return `10.${made >> 16}.${(made >> 8) & 255}.${made & 255}`;
};
const logIn = (correo: string, contrasena: string, ip = elsewhere()) =>
  server.call(sesion.login, { body: { correo, contrasena } }, undefined, { 'x-forwarded-for': ip });
const statusOf = async (...of: Parameters<typeof logIn>) => (await logIn(...of)).status;
/** Makes that many tries, each from another address. */
const statuses = (count: number, login: (n: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, n) => statusOf(login(n), `no es ${n}`)));

const filter = () => createPasswordFilter(server.ctx.keyring);
const storedPassword = async () =>
  server.ctx.db.system((tx) =>
    tx
      .selectFrom('persona as p')
      .innerJoin('membresia as m', 'm.persona_id', 'p.id')
      .select(['p.contrasena_hash', 'p.contrasena_filtro'])
      .where('m.id', '=', company.usuarioId)
      .executeTakeFirstOrThrow(),
  );
const keep = (change: { contrasena_filtro?: null; contrasena_hash?: string }) =>
  server.ctx.db.system((tx) =>
    tx
      .updateTable('persona')
      .set(change)
      .where('correo', '=', `prueba${company.rnc}@ejemplo.invalid`)
      .executeTakeFirstOrThrow(),
  );
/** Finds the first of some passwords, or accounts, with that result. */
function first(judged: Judgement, judge: (text: string) => Judgement): string {
  for (let n = 0; ; n++) if (judge(`prueba${n}`) === judged) return `prueba${n}`;
}

describe('a flood of wrong passwords', () => {
  test('a flood from everywhere, at one account and at others, leaves it open to its owner from anywhere', {
    tags: ['P4.8'],
  }, async () => {
    expect(new Set(await statuses(150, () => company.rnc))).toEqual(new Set([401]));
    expect(await statusOf(company.rnc, testPassword)).toBe(200);
    const strangers = await statuses(150, (n) => `nadie${n}`);
    expect(strangers.filter((status) => status === 401 || status === 429)).toHaveLength(150);
    expect(await statusOf(company.rnc, testPassword)).toBe(200);
  });

  test('a flood is hardly ever hashed, and a hashed password not again', async () => {
    const before = passwordsHashed();
    await statuses(250, () => company.rnc);
    // One of 256 wrong passwords requires a hash.
    expect(passwordsHashed() - before).toBeLessThan(15);
    const row = await storedPassword();
    const alike = first('perhaps', (password) => filter().judge(company.rnc, row, password));
    const then = passwordsHashed();
    for (let i = 0; i < 5; i++) expect(await statusOf(company.rnc, alike)).toBe(401);
    expect(passwordsHashed() - then).toBe(1);
  });

  test('a flood is in the record, some entries for all', async () => {
    await statuses(60, () => company.rnc);
    const written = async () => {
      const rows = await server.ctx.db.tenant(company.id, (tx) =>
        tx.selectFrom('evento').select('seq').where('tipo', '=', 'sesion.rechazada').execute(),
      );
      return rows.length;
    };
    await expect.poll(written).toBe(10);
  });

  test('a flood of one network counts as from one address', async () => {
    const codes = [];
    for (let n = 0; n < 22; n++) codes.push(await statusOf(company.rnc, 'x', `2001:db8:1:2::${n.toString(16)}`));
    expect([codes[19], codes.at(-1)]).toEqual([401, 429]);
    expect(await statusOf(company.rnc, 'x', '2001:db8:1:3::1')).toBe(401);
  });
});

test('an account that does not exist costs as many hashes as an existing one', { tags: ['P4.8'] }, async () => {
  server.clock.advance(60_000);
  const judge = (account: string) => filter().judge(account, undefined, 'x');
  const cost = async (login: string, password: string) => {
    const before = passwordsHashed();
    expect(await statusOf(login, password)).toBe(401);
    return passwordsHashed() - before;
  };
  const row = await storedPassword();
  const wrong = first('wrong', (password) => filter().judge(company.rnc, row, password));
  const alike = first('perhaps', (password) => filter().judge(company.rnc, row, password));
  expect([await cost(company.rnc, wrong), await cost(first('wrong', judge), 'x')]).toEqual([0, 0]);
  expect([await cost(company.rnc, alike), await cost(first('perhaps', judge), 'x')]).toEqual([1, 1]);
  await keep({ contrasena_filtro: null });
  expect([await cost(company.rnc, 'x'), await cost(first('unknown', judge), 'x')]).toEqual([1, 1]);
});

test('the answer does not reveal who exists: by e-mail, RNC, user name or both the words are the same', {
  tags: ['S7-4'],
}, async () => {
  server.clock.advance(60_000);
  const asked = {
    correo: `pide${company.rnc}@ejemplo.invalid`,
    contrasena: 'tres gatos duermen',
    rncEmisor: '198000002',
    razonSocial: 'Pedida SRL',
  };
  expect((await server.call(clientes.registrar, { body: asked })).status).toBe(201);
  const existing = [
    company.rnc,
    company.correo,
    `prueba${company.rnc}@ejemplo.invalid`,
    `${company.rnc}/${company.correo}`,
    asked.correo,
    asked.rncEmisor,
  ];
  const unknown = ['197000001', 'nadie', 'nadie@ejemplo.invalid', '197000001/nadie', `${company.rnc}/nadie`];
  const answers = [];
  for (const login of [...existing, ...unknown]) {
    const { status, problem } = await logIn(login, 'no es');
    const { requestId, ...body } = problem;
    answers.push(JSON.stringify({ status, body }));
  }
  expect(new Set(answers).size).toBe(1);
});

test('a waiting request costs as many hashes as an unknown account', async () => {
  server.clock.advance(61 * 60_000);
  const correo = `espera${company.rnc}@ejemplo.invalid`;
  const asked = { correo, contrasena: 'tres gatos duermen', rncEmisor: '198000002', razonSocial: 'Pedida SRL' };
  await server.call(clientes.registrar, { body: asked });
  const row = await server.ctx.db.system((tx) =>
    tx
      .selectFrom('registro')
      .select(['id', 'contrasena_hash', 'contrasena_filtro'])
      .where('correo', '=', correo)
      .executeTakeFirstOrThrow(),
  );
  const known = { ...row, contrasena_hash: row.contrasena_hash! };
  const wrong = first('wrong', (password) => filter().judge('', known, password));
  const alike = first('perhaps', (password) => filter().judge('', known, password));
  const cost = async (password: string) => {
    const before = passwordsHashed();
    expect(await statusOf(correo, password)).toBe(401);
    return passwordsHashed() - before;
  };
  expect([await cost(wrong), await cost(alike), await cost(alike)]).toEqual([0, 1, 0]);
});

describe('an account without a filter, from before there were any', () => {
  test('an account without a filter allows ten failures of strangers, is open to its owner’s address, and then has one', async () => {
    const home = elsewhere();
    expect(await statusOf(company.rnc, testPassword, home)).toBe(200);
    await keep({ contrasena_filtro: null });
    server.clock.advance(60_000);
    const codes = [];
    for (let n = 0; n < 12; n++) {
      server.clock.advance(600);
      codes.push(await statusOf(company.rnc, `no es ${n}`));
    }
    expect([codes[9], codes.at(-1)]).toEqual([401, 429]);
    expect(await statusOf(company.rnc, testPassword)).toBe(429);
    expect(await statusOf(company.rnc, testPassword, home)).toBe(200);
    expect(await statusOf(company.rnc, testPassword)).toBe(200);
  });

  test('all accounts without a filter together allow thirty failures of strangers, and two more each second', async () => {
    server.clock.advance(60_000);
    const judge = (account: string) => filter().judge(account, undefined, 'no es');
    const accounts = Array.from({ length: 200 }, (_, n) => `nadie_${n}`).filter((each) => judge(each) === 'unknown');
    const tried = async (from: number, to: number) => {
      const codes = await Promise.all(accounts.slice(from, to).map((each) => statusOf(each, 'no es')));
      return codes.filter((code) => code === 401).length;
    };
    expect(await tried(0, 60)).toBeLessThanOrEqual(30);
    server.clock.advance(1_000);
    expect(await tried(60, 65)).toBeLessThanOrEqual(2);
    server.clock.advance(60_000);
  });

  test('a filter that belongs to another hash excludes nobody, and is made anew', async () => {
    const other = await stranger(server, bare);
    const { contrasena_filtro } = await storedPassword();
    const { hashPassword } = await import('../../platform/crypto/password.ts');
    await keep({ contrasena_hash: await hashPassword('cambiada por otro programa') });
    server.clock.advance(60_000);
    expect(await statusOf(company.rnc, 'cambiada por otro programa')).toBe(200);
    expect((await storedPassword()).contrasena_filtro).not.toEqual(contrasena_filtro);
    expect(await statusOf(other.rnc, testPassword)).toBe(200);
  });
});

test('a filter reveals nothing without the master key, and eight bits with it', async () => {
  const row = await storedPassword();
  expect(row.contrasena_filtro).toHaveLength(9);
  const stranger = createPasswordFilter(createKeyring(server.ctx.keyring, Buffer.alloc(32, 7)));
  expect(stranger.judge(company.rnc, row, testPassword)).toBe('unknown');
  expect(filter().judge(company.rnc, row, testPassword)).toBe('perhaps');
});
