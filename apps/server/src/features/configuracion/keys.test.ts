import { simulatedSeed } from '@timbre/authority';
import {
  type alcances,
  alcancesUsuales,
  configuracion,
  emision,
  facturas,
  firmado,
  piloto,
  recibidas,
} from '@timbre/contract';
import type { Alcance } from '@timbre/route';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { makePerson } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { xmlForm } from '../../main/testing/xml.ts';
import { configurationOf } from './testing/configuration-of.ts';

const server = withServer();
let company: Stranger;
beforeAll(async () => {
  company = await stranger(server);
});

const setScopes = (alcances: readonly Alcance[], key = company.sesion) =>
  server.call(configuracion.guardarAlcances, { body: { alcances: [...alcances] } }, key);

const seed = (valor: string) =>
  `<SemillaModel><valor>${valor}</valor><fecha>2026-11-20T10:00:00Z</fecha></SemillaModel>`;
const answer = (rncComprador: string) =>
  `<ACECF><DetalleAprobacionComercial><Version>1.0</Version><RNCEmisor>131880600</RNCEmisor><eNCF>E310000000001</eNCF><FechaEmision>20-11-2026</FechaEmision><MontoTotal>100.00</MontoTotal><RNCComprador>${rncComprador}</RNCComprador><Estado>1</Estado><FechaHoraAprobacionComercial>20-11-2026 10:00:00</FechaHoraAprobacionComercial></DetalleAprobacionComercial></ACECF>`;

async function signXml(xml: string, key: string) {
  const { status, problem } = await server.call(emision.signXmlFromDb, { form: xmlForm(xml, {}, 'XmlFile') }, key);
  return problem?.code ?? status;
}
async function signFile(content: string, name: string, key: string) {
  const form = new FormData();
  form.set('file', new File([content], name));
  form.set('rnc', company.rnc);
  const { status, problem } = await server.call(firmado.firmarDocumento, { form }, key);
  return problem?.code ?? status;
}
async function signForm(key: string) {
  const form = new FormData();
  form.set('archivo', new File(['<Postulacion><a>1</a></Postulacion>'], 'a.xml'));
  const { status, problem } = await server.call(piloto.firmarFormulario, { form }, key);
  return problem?.code ?? status;
}

/** XML and files whose signing counts as free, because they are not documents of the company's own. */
const free: Record<string, (key: string) => Promise<string | number>> = {
  'a contract': (key) => signXml('<Contrato><a>1</a></Contrato>', key),
  'a seed of the DGII': (key) => signXml(seed('aGVsbG8gd29ybGQ='), key),
  'an answer of another buyer': (key) => signXml(answer('131880600'), key),
  'an answer with something else inside': (key) =>
    signXml(answer(company.rnc).replace('<Version>', '<Contrato>1</Contrato><Version>'), key),
  'an annulment': (key) => signXml('<ANECF><Encabezado></Encabezado></ANECF>', key),
  'a text': (key) => signFile('hola', 'a.txt', key),
  'an XML file': (key) => signFile('<Contrato><a>1</a></Contrato>', 'a.xml', key),
  'a seed in a file': (key) => signFile(seed('aGVsbG8gd29ybGQ='), 'a.xml', key),
  'a form of the portal': signForm,
};
/** XML and files that a program may sign without the scope `firmar`. */
const routine: Record<string, (key: string) => Promise<string | number>> = {
  'a seed of the built-in DGII': (key) => signXml(seed(`${simulatedSeed}aGVsbG8=`), key),
  'a commercial answer': (key) => signXml(answer(company.rnc), key),
  'a commercial answer in a file': (key) => signFile(answer(company.rnc), 'a.xml', key),
};

const results = async (of: typeof free, key: string) =>
  Object.fromEntries(await Promise.all(Object.entries(of).map(async ([name, sign]) => [name, await sign(key)])));
const all = (of: typeof free, result: string | number) =>
  Object.fromEntries(Object.keys(of).map((name) => [name, result]));

test('a key cannot sign freely until a person allows it with their password', async () => {
  const { body: shown } = await server.call(
    configuracion.verConfiguracion,
    { params: { userId: company.usuarioId } },
    company.sesion,
  );
  expect(shown.alcances).toEqual(alcancesUsuales);
  expect(await results(free, company.clave)).toEqual(all(free, 'clave/sin-alcance'));
  expect(await results(routine, company.clave)).toEqual(all(routine, 200));
  expect((await setScopes(['firmar'], company.clave)).problem.code).toBe('acceso/denegado');

  server.clock.advance(6 * 60_000);
  expect((await setScopes(['firmar'])).problem.code).toBe('sesion/confirmar');
  expect(await results(free, company.sesion)).toEqual(all(free, 'sesion/confirmar'));
  expect(await results(routine, company.sesion)).toEqual(all(routine, 200));

  company = await stranger(server);
  expect((await setScopes([...alcancesUsuales, 'firmar'])).body.alcances).toContain('firmar');
  expect(await results(free, company.clave)).toEqual(all(free, 200));
  expect(await results(free, company.sesion)).toEqual(all(free, 200));
});

test('a key has the rights of its scopes, and another one made in its place has the usual ones', async () => {
  const calls: Partial<Record<keyof typeof alcances, (key: string) => Promise<{ problem?: { code: string } }>>> = {
    leer: (key) => server.call(configuracion.listarSecuencias, {}, key),
    emitir: (key) => server.call(emision.enviarFactura, { body: saleOf({}) }, key),
    recibir: (key) => server.call(recibidas.subirRecibida, { form: new FormData() }, key),
  };
  const can = async (key: string) => {
    const done: string[] = [];
    for (const [name, call] of Object.entries(calls))
      if ((await call(key)).problem?.code !== 'clave/sin-alcance') done.push(name);
    return done;
  };
  for (const only of Object.keys(calls) as Alcance[]) {
    await setScopes([only]);
    expect(await can(company.clave)).toEqual([only]);
  }
  await setScopes([]);
  expect(await can(company.clave)).toEqual([]);
  const { body } = await server.call(configuracion.generarApiKey, { body: {} }, company.sesion);
  expect(await can(body.apiKey)).toEqual(Object.keys(calls));
  expect(await results(free, body.apiKey)).toEqual(all(free, 'clave/sin-alcance'));
  await server.call(configuracion.eliminarApiKey, { body: { rncEmisor: company.rnc } }, company.sesion);
  expect((await setScopes(['leer'])).problem.code).toBe('clave/falta');
});

const { view, eventsLike, makeSecret, validate } = configurationOf(server, () => company);

describe('the integration key', () => {
  beforeEach(async () => {
    company = await stranger(server, { ...bare, certificado: true });
  });

  const opens = async (key: string) => (await server.call(facturas.listarFacturas, { query: {} }, key)).status === 200;

  test('the integration key is shown once, and ends the one before', { tags: ['S7-9'] }, async () => {
    const { body } = await server.call(
      configuracion.generarApiKey,
      { body: { rncEmisor: company.rnc } },
      company.sesion,
    );
    expect([await opens(company.clave), await opens(body.apiKey)]).toEqual([false, true]);
    expect((await view()).apiKey).toBe(`tmb_…${body.apiKey.slice(-4)}`);
  });

  test('a revoked integration key opens nothing; revoking one that is not there changes nothing', {
    tags: ['S7-9'],
  }, async () => {
    const body = { rncEmisor: company.rnc };
    expect((await server.call(configuracion.eliminarApiKey, { body }, company.sesion)).status).toBe(204);
    expect(await opens(company.clave)).toBe(false);
    expect((await view()).apiKey).toBe('');
    expect((await server.call(configuracion.eliminarApiKey, { body }, company.sesion)).status).toBe(204);
    expect(await eventsLike('clave.eliminada')).toMatchObject([{ datos: { ultimos: company.clave.slice(-4) } }]);
  });

  test('the integration key of another company is left alone even when its RNC is named', async () => {
    const other = await stranger(server, bare);
    const body = { rncEmisor: other.rnc };
    expect((await server.call(configuracion.generarApiKey, { body }, company.sesion)).problem.code).toBe(
      'acceso/denegado',
    );
    expect((await server.call(configuracion.eliminarApiKey, { body }, company.sesion)).status).toBe(403);
    expect(await opens(other.clave)).toBe(true);
  });
});

describe('the Secret Key', () => {
  beforeEach(async () => {
    company = await stranger(server, { ...bare, certificado: true });
  });

  test('the Secret Key is shown once and stored as its HMAC', async () => {
    const secret = await makeSecret();
    expect(secret).toMatch(/^sec_[\w-]{54}$/);
    expect((await view()).apiSecret).toBe(`sec_…${secret.slice(-4)}`);
    const stored = JSON.stringify([
      await server.ctx.db.tenant(company.id, (tx) => tx.selectFrom('empresa').selectAll().execute()),
      await eventsLike('%'),
      server.logged,
    ]);
    expect(stored).not.toContain(secret);
  });

  test('the Secret Key authenticates no call', async () => {
    expect((await server.call(facturas.listarFacturas, { query: {} }, await makeSecret())).status).toBe(401);
  });

  test('the Secret Key is validated only when it is right; both outcomes are on record', {
    tags: ['S7-9'],
  }, async () => {
    expect((await validate('sec_cualquiera')).problem).toMatchObject({
      code: 'secreto/falta',
      title: 'No hay Secret Key configurada.',
    });
    const old = await makeSecret();
    const secret = await makeSecret();
    expect((await validate(` ${secret} `)).body).toEqual({ validado: true });
    expect((await validate(old)).body).toEqual({ validado: false });
    expect((await eventsLike('secreto.%ado')).map(({ tipo }) => tipo)).toEqual([
      'secreto.creado',
      'secreto.creado',
      'secreto.validado',
      'secreto.rechazado',
    ]);
  });

  test('the Secret Key may be tried wrong ten times in 15 minutes, by all of the company together', async () => {
    const secret = await makeSecret();
    const other = await makePerson(server, company, 'administrador');
    for (let i = 0; i < 10; i++) await validate('sec_cualquiera', i % 2 === 0 ? other : company.sesion);
    const stopped = await validate(secret);
    expect(stopped.status).toBe(429);
    server.clock.advance(Number(stopped.headers['retry-after']) * 1_000);
    for (let i = 0; i < 3; i++) expect((await validate(secret)).body).toEqual({ validado: true });
  });
});
