import { aprobaciones, configuracion } from '@timbre/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CertificateMaterial } from '../../domain/companies/certificate-material.ts';
import { maskedPassword } from '../../domain/companies/company-form.ts';
import { makeDemoCertificate } from '../../domain/companies/demo-certificate.ts';
import { givePassword, makePerson, makeRoot, openSession, testPassword } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { configurationOf } from './testing/configuration-of.ts';

const server = withServer();
const p12Password = 'Clave#1-canario';
let company: Stranger;
let certificate: CertificateMaterial;

beforeAll(async () => {
  certificate = await makeDemoCertificate({ name: 'Otra Persona', id: '00000000018' }, p12Password, server.clock.now());
});
beforeEach(async () => {
  company = await stranger(server, { ...bare, certificado: true });
});

type Fields = Record<string, string>;

const form = (fields: Fields, file?: Buffer, name = 'nuevo.p12') => {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.append(field, value);
  if (file !== undefined) data.append('certificado', new Blob([new Uint8Array(file)]), name);
  return data;
};
const save = (fields: Fields, file?: Buffer, key = company.sesion) =>
  server.call(configuracion.guardarConfiguracion, { form: form(fields, file) }, key);
const { view, eventsLike, makeSecret, validate } = configurationOf(server, () => company);

describe('the configuration', () => {
  test('the configuration has the company and its certificate, and no secret', { tags: ['S3-4'] }, async () => {
    await makeSecret();
    const shown = await view();
    expect(shown).toMatchObject({
      rncEmisor: company.rnc,
      ambiente: 'Test',
      nuevoAmbiente: 'Test',
      aprobacionPendiente: false,
      id_Externo: '',
      nombreCertificado: 'demostracion.p12',
      passwordCertificado: '**************',
      certificado: '',
      datosCertificado: { titular: 'Persona de Prueba', vencido: false },
      rangosENCF: [],
    });
    expect(shown.apiKey).toBe(`tmb_…${company.clave.slice(-4)}`);
    expect(shown.apiSecret).toMatch(/^sec_….{4}$/);
  });

  test('the configuration of a new company is empty where nothing was set', async () => {
    company = await stranger(server, bare);
    await server.call(configuracion.eliminarApiKey, { body: { rncEmisor: company.rnc } }, company.sesion);
    expect(await view()).toMatchObject({
      apiKey: '',
      apiSecret: '',
      nombreCertificado: '',
      passwordCertificado: '',
      datosCertificado: null,
    });
  });

  test('the configuration of another person is refused', async () => {
    const other = await stranger(server, bare);
    const params = { userId: other.usuarioId };
    expect((await server.call(configuracion.verConfiguracion, { params }, company.sesion)).status).toBe(403);
  });
});

describe('saving', () => {
  test('saving changes what comes and leaves the rest; a company cannot change its name or environment', {
    tags: ['S7-8'],
  }, async () => {
    const before = await view();
    const { status, body } = await save({
      RncEmisor: company.rnc,
      RazonSocial: 'Otro Nombre SRL',
      Ambiente: 'Produccion',
      NuevoAmbiente: 'Test',
      NombreCertificado: 'otro.p12',
      id_externo: '  ERP-77 ',
      AprobacionPendiente: 'true',
      ModificadoPor: company.usuarioId,
    });
    expect([status, body]).toEqual([
      200,
      { mensaje: 'Configuración guardada exitosamente', aprobacionPendiente: false, avisos: [] },
    ]);
    expect(await view()).toEqual({ ...before, id_Externo: 'ERP-77' });
    expect(await eventsLike('configuracion%')).toMatchObject([
      { tipo: 'configuracion', datos: { que: 'empresa' } },
      { tipo: 'configuracion', datos: { que: 'certificado' } },
      { tipo: 'configuracion', datos: { que: 'clave' } },
      { tipo: 'configuracion.id_externo', datos: { antes: '', idExterno: 'ERP-77', por: company.correo } },
      { tipo: 'configuracion', datos: { que: 'empresa' } },
    ]);
    await save({});
    expect((await view()).id_Externo).toBe('ERP-77');
    await save({ id_externo: '' });
    expect((await view()).id_Externo).toBe('');
  });

  test('saving for another company or as another person is refused, and nothing changes', {
    tags: ['S7-8'],
  }, async () => {
    const other = await stranger(server, bare);
    for (const claim of [{ RncEmisor: other.rnc }, { ModificadoPor: other.usuarioId }]) {
      const { problem } = await save({ ...claim, id_externo: 'ajeno' });
      expect(problem.code).toBe('acceso/denegado');
    }
    expect((await view()).id_Externo).toBe('');
  });

  test('only administrators save the configuration', async () => {
    for (const rol of ['facturador', 'contador', 'consulta'] as const)
      expect((await save({ id_externo: 'x' }, undefined, await makePerson(server, company, rol))).status).toBe(403);
  });

  test.each([
    [{ id_externo: 'x'.repeat(101) }, 'configuracion/invalida', 'El ID externo no puede tener más de 100 caracteres'],
    [{ NuevoAmbiente: 'Luna' }, 'configuracion/invalida', 'El ambiente debe ser Test, Certificacion o Produccion'],
    [{ RangosENCF: '{' }, 'configuracion/invalida', 'RangosENCF no es JSON'],
    [{ RangosENCF: '[{}]' }, 'peticion/invalida', 'RangosENCF.0.desde es obligatorio'],
  ])('saving %j is refused with its reason', async (fields, code, detail) => {
    expect((await save(fields)).problem).toMatchObject({ code, detail });
  });
});

describe('the certificate', () => {
  test('a new certificate takes the place of the old, which stays on the list', async () => {
    const { status } = await save({ PasswordCertificado: p12Password }, certificate.p12);
    expect(status).toBe(200);
    expect(await view()).toMatchObject({
      nombreCertificado: 'nuevo.p12',
      datosCertificado: { titular: 'Otra Persona' },
    });
    const { body } = await server.call(configuracion.listarCertificados, {}, company.sesion);
    expect(body.map(({ archivo, activo }) => [archivo, activo])).toEqual([
      ['nuevo.p12', true],
      ['demostracion.p12', false],
    ]);
  });

  test.each([
    ['without its password', {}, 'Indique la contraseña del certificado'],
    ['with the mask', { PasswordCertificado: maskedPassword }, 'Indique la contraseña del certificado'],
    ['with a wrong password', { PasswordCertificado: 'otra' }, 'La contraseña del certificado no es correcta'],
  ])('%s is refused, and nothing of the form is saved', async (_, fields, detail) => {
    const { problem } = await save({ ...fields, id_externo: 'x' }, certificate.p12);
    expect(problem).toMatchObject({ code: 'certificado/invalido', detail });
    expect(await view()).toMatchObject({ nombreCertificado: 'demostracion.p12', id_Externo: '' });
  });

  test('a password by itself must open the certificate in use; the mask and an empty value are as not sent', {
    tags: ['S5-4', 'S9-4'],
  }, async () => {
    await save({ PasswordCertificado: p12Password }, certificate.p12);
    expect((await save({ PasswordCertificado: p12Password })).status).toBe(200);
    expect((await save({ PasswordCertificado: maskedPassword })).status).toBe(200);
    expect((await save({ PasswordCertificado: '' })).status).toBe(200);
    expect((await save({ PasswordCertificado: 'otra' })).problem.code).toBe('certificado/invalido');
    company = await stranger(server, bare);
    expect((await save({ PasswordCertificado: 'otra' })).problem.code).toBe('certificado/falta');
  });

  test('two certificates loaded at once: both succeed and one is in use', async () => {
    const load = () => save({ PasswordCertificado: p12Password }, certificate.p12);
    expect((await Promise.all([load(), load()])).map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await server.call(configuracion.listarCertificados, {}, company.sesion);
    expect(body.filter(({ activo }) => activo)).toHaveLength(1);
  });

  test('the certificate is downloaded as it was loaded, after a password confirmation, and this is recorded', async () => {
    await save({ PasswordCertificado: p12Password }, certificate.p12);
    const { fastify } = server.app.http;
    const answer = await fastify.inject({
      method: 'POST',
      url: '/api/configuracion/certificado/descarga',
      headers: { authorization: `Bearer ${company.sesion}` },
      payload: { contrasena: testPassword },
    });
    expect(answer.rawPayload.equals(certificate.p12)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-pkcs12',
      'content-disposition': `attachment; filename="nuevo.p12"; filename*=UTF-8''nuevo.p12`,
      'cache-control': 'no-store',
    });
    expect(await eventsLike('certificado.descargado')).toMatchObject([{ datos: { por: company.correo } }]);
  });

  test('the certificate is not downloaded with a wrong password; after ten there is a wait', async () => {
    const download = (contrasena: string) =>
      server.call(configuracion.descargarCertificado, { body: { contrasena } }, company.sesion);
    const wrong = await download('otra-contraseña');
    expect([wrong.status, wrong.problem.title]).toEqual([403, 'La contraseña no es correcta']);
    expect(await eventsLike('usuario.contrasena_rechazada')).toHaveLength(1);
    for (let i = 0; i < 9; i++) await download('otra-contraseña');
    const stopped = await download(testPassword);
    expect(stopped.status).toBe(429);
    server.clock.advance(Number(stopped.headers['retry-after']) * 1_000);
    expect((await download(testPassword)).status).toBe(200);
  });

  test('a certificate that is not there cannot be downloaded', async () => {
    company = await stranger(server, bare);
    const body = { contrasena: testPassword };
    expect((await server.call(configuracion.descargarCertificado, { body }, company.sesion)).problem.code).toBe(
      'certificado/falta',
    );
  });
});

describe('another environment', () => {
  const requests = () =>
    server.ctx.db.tenant(company.id, (tx) => tx.selectFrom('solicitud').selectAll().orderBy('pedida').execute());

  test('another environment is requested with the Secret Key validated in this session, and waits for approval', {
    tags: ['S4-3'],
  }, async () => {
    expect((await save({ NuevoAmbiente: 'Produccion' })).problem).toMatchObject({ code: 'secreto/falta' });
    const secret = await makeSecret();
    expect((await save({ NuevoAmbiente: 'Produccion' })).problem).toMatchObject({ code: 'secreto/sin-validar' });
    await validate(secret, await openSession(server, company.usuarioId));
    expect((await save({ NuevoAmbiente: 'Produccion' })).problem).toMatchObject({ code: 'secreto/sin-validar' });
    await validate(secret);
    const { body } = await save({ NuevoAmbiente: 'PRODUCCION' });
    expect(body.aprobacionPendiente).toBe(true);
    expect(await view()).toMatchObject({ ambiente: 'Test', nuevoAmbiente: 'Produccion', aprobacionPendiente: true });
    expect(await requests()).toMatchObject([
      { ambiente_actual: 'testecf', nuevo_ambiente: 'ecf', pedida_por: company.correo },
    ]);
    expect(await eventsLike('ambiente.solicitado')).toMatchObject([{ datos: { nuevoAmbiente: 'ecf' } }]);
  });

  test('a waiting request for an environment is shown, can be withdrawn, and a rejected one is shown with its reason', async () => {
    const other = await stranger(server, bare);
    const withdraw = (key = company.sesion) => server.call(configuracion.retirarSolicitud, {}, key);
    expect((await view()).solicitud).toBeNull();
    expect((await withdraw()).problem.code).toBe('solicitud/resuelta');
    await validate(await makeSecret());
    await save({ NuevoAmbiente: 'Produccion' });
    expect((await view()).solicitud).toMatchObject({ estado: 'pendiente', nuevoAmbiente: 'Produccion', motivo: null });
    expect((await withdraw(await makePerson(server, company, 'consulta'))).status).toBe(403);
    expect((await withdraw(other.sesion)).problem.code).toBe('solicitud/resuelta');
    expect((await withdraw()).status).toBe(204);
    expect(await view()).toMatchObject({ solicitud: null, aprobacionPendiente: false });
    expect(await eventsLike('ambiente.retirado')).toMatchObject([{ datos: { ambiente: 'ecf' } }]);

    server.clock.advance(1_000);
    await save({ NuevoAmbiente: 'Certificacion' });
    const [, { id } = { id: '' }] = await requests();
    const root = await makeRoot(server);
    const rejection = { params: { id }, body: { motivo: 'Falta la autorización' } };
    expect((await server.call(aprobaciones.rechazarSolicitud, rejection, root)).status).toBe(204);
    expect((await view()).solicitud).toMatchObject({
      estado: 'rechazada',
      nuevoAmbiente: 'Certificacion',
      motivo: 'Falta la autorización',
    });
    server.clock.advance(1_000);
    await save({ NuevoAmbiente: 'Certificacion' });
    expect((await view()).solicitud).toMatchObject({ estado: 'pendiente', motivo: null });
  });

  test('a request for an environment requires another validation after ten minutes', async () => {
    await validate(await makeSecret());
    server.clock.advance(10 * 60_000 + 1);
    await givePassword(server, company.sesion);
    expect((await save({ NuevoAmbiente: 'Certificacion' })).problem.code).toBe('secreto/sin-validar');
  });

  test('a request for another environment replaces the first; the same again, or the current one, changes nothing', async () => {
    await validate(await makeSecret());
    await save({ NuevoAmbiente: 'Produccion' });
    const [first] = await requests();
    server.clock.advance(60 * 60_000);
    await givePassword(server, company.sesion);
    expect((await save({ NuevoAmbiente: 'Produccion', id_externo: 'x' })).body.aprobacionPendiente).toBe(true);
    expect((await save({ NuevoAmbiente: 'Test' })).body.aprobacionPendiente).toBe(true);
    expect((await save({})).body.aprobacionPendiente).toBe(true);
    expect(await requests()).toEqual([first]);
    expect((await save({ NuevoAmbiente: 'Certificacion' })).problem.code).toBe('secreto/sin-validar');
    await validate(await makeSecret());
    await save({ NuevoAmbiente: 'Certificacion' });
    const replaced = await requests();
    expect(replaced).toMatchObject([{ nuevo_ambiente: 'certecf' }]);
    expect(replaced[0]!.id).not.toBe(first!.id);
  });
});

describe('the ranges of the form', () => {
  const ranges = (...entries: object[]) => JSON.stringify(entries.map((entry) => ({ ...range, ...entry })));
  const range = {
    desde: 'E310000000001',
    hasta: 'E310000000100',
    fechaVencimiento: '2099-12-31T00:00:00.000Z',
    noAplica: false,
  };

  test('the ranges of the form are added to the company’s environment; what was read can be sent back', {
    tags: ['S3-4'],
  }, async () => {
    const consumer = { desde: 'e320000000001', hasta: 'E320000000050', fechaVencimiento: null, noAplica: true };
    expect((await save({ RangosENCF: ranges({}, consumer) })).status).toBe(200);
    const { rangosENCF } = await view();
    expect(rangosENCF).toEqual([
      { desde: 'E310000000001', hasta: 'E310000000100', fechaVencimiento: '2099-12-31', noAplica: false },
      { desde: 'E320000000001', hasta: 'E320000000050', fechaVencimiento: null, noAplica: true },
    ]);
    const more = { desde: 'E310000000101', hasta: 'E310000000200' };
    expect((await save({ RangosENCF: JSON.stringify([...rangosENCF, { ...range, ...more }]) })).status).toBe(200);
    expect((await view()).rangosENCF).toHaveLength(3);
    expect(await eventsLike('secuencia.registrada')).toHaveLength(3);
  });

  test.each([
    [[{ desde: 'B0100000001' }], 'entrada 1: «B0100000001» no es un eNCF (E, tipo y diez dígitos)'],
    [[{ hasta: 'E330000000100' }], 'entrada 1: desde y hasta son de tipos distintos'],
    [[{ fechaVencimiento: '31-12-2099' }], 'entrada 1: «31-12-2099» no es una fecha (aaaa-mm-dd)'],
    [[{ fechaVencimiento: null }], 'entrada 1: Las secuencias del tipo 31 llevan fecha de vencimiento'],
    [
      [{}, { desde: 'E310000000100', hasta: 'E310000000150' }],
      'entrada 2: Se cruza con el rango registrado del 1 al 100',
    ],
  ])('%j are refused with the entry and the reason, and none is added', async (entries, detail) => {
    const { problem } = await save({ RangosENCF: ranges(...entries), id_externo: 'x' });
    expect(problem).toMatchObject({ code: 'secuencia/invalida', detail: `RangosENCF, ${detail}` });
    expect(await view()).toMatchObject({ rangosENCF: [], id_Externo: '' });
  });
});
