import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { empresa } from '@timbre/contract';
import { signXml, verifyXml } from '@timbre/xml/node';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePerson } from '../../main/testing/people.ts';
import { type TestServer, withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';

const server = withServer();
const real = withServer({ authority: 'dgii' });
const password = 'Ñandú#1-canario';
let folder: string;
let company: Stranger;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-p12-'));
  setClock();
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  company = await stranger(server, bare);
});

const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });

/** Sets the test clock to the current time. */
const setClock = () => server.clock.advance(Date.now() - server.clock.now().getTime());

/** A .p12 generated now for an invented holder. It is valid from now, so the test clock is set to now. */
function makeP12(days: number): { p12: Buffer; key: string } {
  const subject = '/C=DO/O=Empresa de Prueba/CN=Persona de Prueba/serialNumber=IDCDO-00000000018';
  openssl(
    'req',
    '-x509',
    '-addext',
    'basicConstraints=critical,CA:FALSE',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    subject,
    '-days',
    String(days),
    '-keyout',
    'k.pem',
    '-out',
    'c.pem',
  );
  openssl('pkcs12', '-export', '-inkey', 'k.pem', '-in', 'c.pem', '-out', 'a.p12', '-passout', `pass:${password}`);
  setClock();
  return { p12: readFileSync(join(folder, 'a.p12')), key: readFileSync(join(folder, 'k.pem'), 'utf8') };
}

async function load(p12: Uint8Array<ArrayBuffer> | Buffer, clave = password, key = company.sesion) {
  const form = new FormData();
  form.append('archivo', new Blob([new Uint8Array(p12)]), 'firma.p12');
  form.append('clave', clave);
  return server.call(empresa.cargarCertificado, { form }, key);
}

describe('the certificate', () => {
  test('a loaded certificate signs for the company, and its facts are shown', async () => {
    const { p12 } = makeP12(30);
    await expect(server.ctx.signers.of(company.id)).rejects.toMatchObject({ code: 'certificado/falta' });
    const { status, body } = await load(p12);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      archivo: 'firma.p12',
      titular: 'Persona de Prueba',
      idTitular: '00000000018',
      vencido: false,
    });
    expect((await server.call(empresa.verEmpresa, {}, company.sesion)).body.certificado).toEqual(body);
    const { signer, certificadoId } = await server.ctx.signers.of(company.id);
    const signed = await signXml('<ECF><a>1</a></ECF>', signer);
    expect(
      verifyXml(signed.xml, { trust: () => 'trusted' })
        .certificate.fingerprint256.replaceAll(':', '')
        .toLowerCase(),
    ).toBe(body.huella);
    expect(certificadoId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a new certificate takes the place of the old, which stays on record', async () => {
    await load(makeP12(30).p12);
    const before = await server.ctx.signers.of(company.id);
    const { body } = await load(makeP12(60).p12);
    const after = await server.ctx.signers.of(company.id);
    expect(after.certificadoId).not.toBe(before.certificadoId);
    const rows = await server.ctx.db.tenant(company.id, (tx) =>
      tx.selectFrom('certificado').select(['huella', 'activo']).execute(),
    );
    expect(rows).toHaveLength(2);
    expect(rows.filter(({ activo }) => activo)).toEqual([{ huella: body.huella, activo: true }]);
  });

  test.each([
    ['a wrong password', (p12: Buffer) => p12, 'otra', 'La contraseña del certificado no es correcta'],
    [
      'what is no .p12',
      () => Buffer.from('hola'),
      password,
      'El archivo del certificado está dañado o no es un archivo .p12',
    ],
    ['too large a file', () => Buffer.alloc(65 * 1024), password, 'El archivo del certificado supera los 64 kB'],
  ])('%s is refused with its reason', async (_, change, clave, detail) => {
    const { status, problem } = await load(change(makeP12(30).p12), clave);
    expect(status).toBe(422);
    expect(problem).toMatchObject({ code: 'certificado/invalido', detail });
  });

  test('a request without its file or password is refused with which is missing', async () => {
    const form = new FormData();
    form.append('clave', 'x');
    const { problem } = await server.call(empresa.cargarCertificado, { form }, company.sesion);
    expect(problem).toMatchObject({
      code: 'peticion/invalida',
      detail: 'Adjunte el archivo del certificado (.p12 o .pfx)',
    });
  });

  test('a certificate cannot be loaded with an integration key', async () => {
    expect((await load(Buffer.from('x'), 'x', company.clave)).status).toBe(403);
  });

  test('a certificate leaves no key and no password in the database, in the record or in the log', async () => {
    const { p12, key } = makeP12(30);
    await load(p12);
    const keyDer = Buffer.from(key.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
    const { rows } = await server.ctx.db.owner(async (tx) => {
      await sql`set local role timbre_system`.execute(tx);
      return sql<{ row: string }>`
        select c::text as row from certificado c union all select e::text from evento e union all select e::text from empresa e`.execute(
        tx,
      );
    });
    const stored = rows.map(({ row }) => row).join('\n') + server.logged.join('\n');
    // Sixteen bytes of the private key and of the file, as text, base64 and hexadecimal.
    for (const secret of [Buffer.from(password), keyDer.subarray(500, 516), p12.subarray(400, 416)]) {
      for (const encoding of ['latin1', 'utf8', 'base64', 'hex'] as const)
        expect(stored.includes(secret.toString(encoding))).toBe(false);
    }
    expect(stored.includes('PRIVATE KEY')).toBe(false);
  });

  test('a secret of a certificate opens in its own row and column, and in no other of the same company', async () => {
    const { secrets } = server.ctx;
    const place = { empresaId: company.id, id: randomUUID(), column: 'llave_cifrada' };
    const sealed = await secrets.seal(place, Buffer.from('llave'));
    expect((await secrets.open(place, sealed)).toString()).toBe('llave');
    for (const other of [{ id: randomUUID() }, { column: 'clave_cifrada' }])
      await expect(secrets.open({ ...place, ...other }, sealed)).rejects.toThrow('unable to authenticate data');
  });

  test('a certificate moved to another company does not open', async () => {
    await load(makeP12(30).p12);
    const thief = await stranger(server, bare);
    await server.ctx.db.system(async (tx) => {
      const row = await tx
        .selectFrom('certificado')
        .selectAll()
        .where('empresa_id', '=', company.id)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('certificado')
        .values({ ...row, empresa_id: thief.id })
        .execute();
    });
    await expect(server.ctx.signers.of(thief.id)).rejects.toThrow('unable to authenticate data');
  });

  test('a trial certificate is made for the company, beside the built-in DGII alone', async () => {
    const use = (at: TestServer, key: string) => at.call(empresa.usarCertificadoDePrueba, {}, key);
    const { status, body } = await use(server, company.sesion);
    expect([status, body]).toMatchObject([
      200,
      { titular: company.razonSocial, idTitular: company.rnc, vencido: false },
    ]);
    expect((await server.ctx.signers.of(company.id)).certificadoId).toMatch(/^[0-9a-f-]{36}$/);
    const other = await stranger(real, bare);
    expect((await use(real, other.sesion)).problem.code).toBe('certificado/solo-simulador');
    expect((await real.call(empresa.verEmpresa, {}, other.sesion)).body.certificado).toBeNull();
    const person = await makePerson(server, company, 'facturador');
    expect((await use(server, person)).problem.code).toBe('acceso/denegado');
  });

  // The last one: it moves the clock, which the others set back.
  test('an expired certificate does not sign', async () => {
    await load(makeP12(30).p12);
    await server.ctx.signers.of(company.id);
    server.clock.advance(31 * 24 * 60 * 60_000);
    await expect(server.ctx.signers.of(company.id)).rejects.toMatchObject({ code: 'certificado/vencido' });
  });
});
