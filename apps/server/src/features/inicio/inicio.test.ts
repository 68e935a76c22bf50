import { inicio } from '@timbre/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentRow } from '../../main/testing/documento.ts';
import { makePerson, makeRoot } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import type { NewRow } from '../../platform/db/schema.ts';

const server = withServer();
let company: Stranger;
let root: string;
/** The user id of a session. */
const idOf = async (key: string) => {
  const caller = await server.ctx.keys.authenticate(key, '127.0.0.1');
  return caller?.via === 'sesion' ? caller.usuarioId : '';
};

beforeAll(async () => {
  root = await makeRoot(server);
});
beforeEach(async () => {
  company = await stranger(server, bare);
});

const profile = async (key: string, userId?: string) =>
  server.call(inicio.userConfiguracion, { params: { userId: userId ?? (await idOf(key)) } }, key);

describe('the profile', () => {
  test('the profile is the company’s, for each of its people', { tags: ['S7-7'] }, async () => {
    const expected = { rncEmisor: company.rnc, ambiente: 'Test', logoUrl: '' };
    expect((await profile(company.sesion)).body).toMatchObject(expected);
    expect((await profile(await makePerson(server, company, 'consulta'))).body).toMatchObject(expected);
  });

  test('the profile of a person without a company is empty', async () => {
    expect((await profile(root)).body).toMatchObject({ rncEmisor: '', razonSocial: 'Sin Razón Social' });
  });

  test('the profile is refused to another person and to an integration key', async () => {
    const other = await stranger(server, bare);
    expect((await profile(company.sesion, other.usuarioId)).problem.code).toBe('acceso/denegado');
    const params = { userId: company.usuarioId };
    expect((await server.call(inicio.estadisticas, { params }, other.sesion)).status).toBe(403);
    expect((await server.call(inicio.estadisticas, { params }, company.clave)).status).toBe(403);
  });
});

describe('the statistics', () => {
  let next = 0;
  const document = ({ tipo = 31, ...more }: Partial<NewRow<'documento'>>) => documentRow(company, tipo, ++next, more);
  const store = (...rows: NewRow<'documento'>[]) =>
    server.ctx.db.tenant(company.id, (tx) => tx.insertInto('documento').values(rows).execute());
  const verdicts = (aceptados: number, aceptadosALaPrimera: number, rechazados: number) => ({
    aceptados,
    aceptadosALaPrimera,
    rechazados,
  });
  const figures = async () => {
    const params = { userId: company.usuarioId };
    return (await server.call(inicio.estadisticas, { params }, company.sesion)).body;
  };

  test('the statistics of a company that issued nothing are empty', { tags: ['S7-7'] }, async () => {
    expect(await figures()).toEqual({});
  });

  test('the statistics count the numbers used and add what was accepted, by type and environment', {
    tags: ['S3-8', 'S9-7'],
  }, async () => {
    await store(
      document({}),
      // Signed again after an attempt.
      document({ monto_total: '0.95', estado: 'aceptado_condicional', intento_base: 1 }),
      document({ ambiente: 'ecf', monto_total: '12345678901234.56' }),
      // Used, but not sold: in transit, or rejected with its number used.
      document({ estado: 'enviado' }),
      document({ estado: 'rechazado', secuencia_utilizada: true }),
      // Rejected with its number free: not used. Not counted at all: never signed, or a summary of another document.
      document({ estado: 'rechazado', secuencia_utilizada: false, ocupa_numero: false }),
      document({ estado: 'pendiente', ocupa_numero: false }),
      document({ tipo: 32, es_rfce: true, resume_a: company.id }),
      document({ tipo: 34, ambiente: 'certecf', monto_total: '7.00' }),
    );
    expect(await figures()).toEqual({
      E31: {
        totalNCFUtilizados: 5,
        totalMontoVendido: '12345678901335.61',
        totalMontoComprado: '0.00',
        porAmbiente: {
          ecf: { ncfUtilizados: 1, montoVendido: '12345678901234.56', montoComprado: '0.00', ...verdicts(1, 1, 0) },
          testecf: { ncfUtilizados: 4, montoVendido: '101.05', montoComprado: '0.00', ...verdicts(2, 1, 2) },
        },
      },
      E34: {
        totalNCFUtilizados: 1,
        totalMontoVendido: '7.00',
        totalMontoComprado: '0.00',
        porAmbiente: {
          certecf: { ncfUtilizados: 1, montoVendido: '7.00', montoComprado: '0.00', ...verdicts(1, 1, 0) },
        },
      },
    });
  });

  test('the statistics follow every change of a document', { tags: ['S3-8'] }, async () => {
    const row = document({ estado: 'enviado' });
    await store(row);
    const change = (set: object) =>
      server.ctx.db.tenant(company.id, (tx) => tx.updateTable('documento').set(set).where('id', '=', row.id).execute());
    const E31 = async () => {
      const { E31 } = await figures();
      return [E31?.totalNCFUtilizados, E31?.totalMontoVendido];
    };
    expect(await E31()).toEqual([1, '0.00']);
    await change({ estado: 'aceptado' });
    expect(await E31()).toEqual([1, '100.10']);
    await change({ estado: 'rechazado', secuencia_utilizada: false, ocupa_numero: false });
    expect(await E31()).toEqual([0, '0.00']);
    expect((await figures()).E31?.porAmbiente.testecf).toMatchObject(verdicts(0, 0, 1));
    await change({ estado: 'pendiente', secuencia_utilizada: null, ocupa_numero: false });
    expect(await figures()).toEqual({});
  });

  test('the statistics do not include another company', async () => {
    await store(document({}));
    const other = await stranger(server, bare);
    const { body } = await server.call(inicio.estadisticas, { params: { userId: other.usuarioId } }, other.sesion);
    expect(body).toEqual({});
  });
});

describe('the logo', () => {
  const png = (width = 300, height = 100, length = 2_000) => {
    const bytes = Buffer.alloc(length);
    bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
    bytes.write('IHDR', 12);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };
  const save = async (bytes: Buffer, key = company.sesion, userId = company.usuarioId) => {
    const form = new FormData();
    form.append('logo', new Blob([new Uint8Array(bytes)]), 'logo.gif');
    return server.call(inicio.guardarLogo, { params: { userId }, form }, key);
  };
  const read = (query: { v?: string }, key = company.sesion, headers = {}) =>
    server.call(inicio.verLogo, { params: { rnc: company.rnc }, query }, key, headers);
  const versionIn = (url: string) => new URL(url, 'http://x').searchParams.get('v') ?? '';

  test('a stored logo is shown to the company’s people, by its true type and not by its name', {
    tags: ['S7-7'],
  }, async () => {
    const { status, body } = await save(png());
    expect(status).toBe(200);
    expect((await profile(company.sesion)).body.logoUrl).toBe(body.logoUrl);
    const v = versionIn(body.logoUrl);
    const { headers } = await read({ v }, await makePerson(server, company, 'contador'));
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '2000',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  test('a browser that has the logo is sent nothing; another version is requested each time', async () => {
    const { body } = await save(png());
    const v = versionIn(body.logoUrl);
    const known = await read({}, company.sesion, { 'if-none-match': `"${v}"` });
    expect([known.status, known.text, known.headers['cache-control']]).toEqual([304, '', 'private, no-cache']);
    await save(png(300, 101));
    expect((await read({ v }, company.sesion, { 'if-none-match': `"${v}"` })).status).toBe(200);
  });

  test('a new logo takes the place of the old, and the record has who stored it', async () => {
    const before = await save(png());
    const after = await save(png(10, 10));
    expect(after.body.logoUrl).not.toBe(before.body.logoUrl);
    const { logos, events } = await server.ctx.db.tenant(company.id, async (tx) => ({
      logos: await tx.selectFrom('logo').select('tipo').execute(),
      events: await tx.selectFrom('evento').select(['tipo', 'datos']).orderBy('seq').execute(),
    }));
    expect(logos).toEqual([{ tipo: 'image/png' }]);
    const put = { tipo: 'configuracion.logo', datos: { por: company.correo } };
    const notice = { tipo: 'configuracion', datos: { que: 'logo' } };
    expect(events.slice(-4)).toMatchObject([put, notice, put, notice]);
  });

  test.each([
    [
      'what is no image',
      Buffer.from('<svg onload="alert(1)"/>'.padEnd(100)),
      'El archivo no es una imagen PNG, JPEG o WebP',
    ],
    ['too large a file', png(10, 10, 512 * 1024 + 1), 'La imagen supera los 512 kB'],
    ['too large an image', png(4_097, 1), 'La imagen mide 4097 × 1 px; lo más son 4096 px por lado'],
  ])('%s is refused with its reason', async (_, bytes, detail) => {
    const { status, problem } = await save(bytes);
    expect(status).toBe(422);
    expect(problem).toMatchObject({ code: 'logo/invalido', detail });
  });

  test('a request without a logo is refused in the specification’s words', async () => {
    const { problem } = await server.call(
      inicio.guardarLogo,
      { params: { userId: company.usuarioId }, form: new FormData() },
      company.sesion,
    );
    expect(problem.detail).toBe('Seleccione un logo y asegúrese de estar autenticado.');
  });

  test('only an administrator sets the logo, and only as themselves', async () => {
    const clerk = await makePerson(server, company, 'facturador');
    expect((await save(png(), clerk, await idOf(clerk))).status).toBe(403);
    const other = await stranger(server, bare);
    expect((await save(png(), company.sesion, other.usuarioId)).status).toBe(403);
  });

  test('the logo is not found by another company, but by the platform’s administrator', async () => {
    await save(png());
    const other = await stranger(server, bare);
    expect((await read({}, other.sesion)).status).toBe(404);
    expect((await read({}, root)).status).toBe(200);
  });

  test('the logo of a company without one is not found', async () => {
    expect((await read({})).status).toBe(404);
  });
});
