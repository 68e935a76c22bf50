import { aprobaciones, clientes, empresa, sesion } from '@timbre/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newestEvents } from '../../main/testing/events.ts';
import { makePerson, makeRoot } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { platformRecord } from '../../platform/events/events.ts';

const server = withServer();
let company: Stranger;

const all: empresa.DatosEmpresa = {
  direccion: 'Calle Primera 1',
  nombreComercial: 'La Esquina',
  sucursales: ['Principal', 'Del Este'],
  provincia: '110000',
  municipio: '110101',
  telefonos: ['809-555-0100'],
  correo: 'ventas@esquina.invalid',
  sitioWeb: 'esquina.invalid',
  actividadEconomica: 'Venta al por menor',
  agenteRetencion: true,
  retencionDeLey: false,
  emisorDesde: '2026-01-05',
  envioDiferido: false,
};

beforeAll(async () => {
  company = await stranger(server, bare);
});

const save = (body: empresa.DatosEmpresa, key = company.sesion) =>
  server.call(empresa.guardarDatosEmpresa, { body }, key);
const stored = async (key = company.sesion) => (await server.call(empresa.verEmpresa, {}, key)).body.datos;

describe('the facts that a company declares', () => {
  test('declared facts are stored whole, replaced whole, and read by keys too', { tags: ['S3-10'] }, async () => {
    expect((await save(all)).body).toEqual(all);
    expect(await stored()).toEqual(all);
    expect(await stored(company.clave)).toEqual(all);
    expect((await server.ctx.issuers.of(company.id)).datos).toEqual(all);
    expect((await save({ direccion: 'Otra 2' })).body).toEqual({ direccion: 'Otra 2' });
    expect(await stored()).toEqual({ direccion: 'Otra 2' });
  });

  test('declared facts are stored without the white space around them and without empty lists', async () => {
    const body = { direccion: '  Calle 3 ', telefonos: [], sucursales: [' Norte '] };
    expect((await save(body)).body).toEqual({ direccion: 'Calle 3', sucursales: ['Norte'] });
  });

  test('the record has the names of the changed facts, without values; saving the same records nothing', async () => {
    await save({ direccion: 'Calle 3' });
    const before = (await newestEvents(server, company.id, 'empresa.datos')).length;
    await save({ direccion: 'Calle 4', correo: 'a@esquina.invalid' });
    await save({ direccion: 'Calle 4', correo: 'a@esquina.invalid' });
    const events = await newestEvents(server, company.id, 'empresa.datos');
    expect(events).toHaveLength(before + 1);
    expect(events[0]?.datos).toMatchObject({ campos: ['direccion', 'correo'] });
    expect(JSON.stringify(events[0])).not.toContain('Calle 4');
    expect(empresa.kinds['empresa.datos'].frase(events[0]?.datos as never)).toBe(
      'Cambió los datos de la empresa: dirección, correo',
    );
  });

  const wrong: [object, number, string][] = [
    [{ direccion: 'x'.repeat(101) }, 400, 'direccion'],
    [{ direccion: '   ' }, 422, 'direccion'],
    [{ direccion: 'con\u0001control' }, 422, 'direccion'],
    [{ correo: 'con_guion@bajo.invalid' }, 422, 'correo'],
    [{ telefonos: ['809-555-0100', '8095550100'] }, 400, 'telefonos.1'],
    [{ telefonos: ['809-555-0100', '809-555-0100'] }, 400, 'telefonos'],
    [{ sucursales: ['bien', 'x\u0001'] }, 422, 'sucursales.1'],
    [{ municipio: '999999' }, 422, 'municipio'],
    [{ provincia: '110100' }, 422, 'provincia'],
    [{ municipio: '110101', provincia: '010000' }, 422, 'municipio'],
    [{ emisorDesde: '2026-02-30' }, 400, 'emisorDesde'],
    [{ domicilio: 'x' }, 400, 'domicilio'],
  ];
  test.each(wrong)('the fact %j is refused at its field, and nothing of it is stored', async (body, status, campo) => {
    const before = await stored();
    const { status: got, problem } = await save(body as empresa.DatosEmpresa);
    expect([got, problem.errores?.map((error) => error.campo)]).toEqual([status, [campo]]);
    expect(problem.errores?.[0]?.mensaje).not.toBe('');
    expect(await stored()).toEqual(before);
  });

  test('declared facts are changed by an administrator alone, and read by every role', async () => {
    for (const rol of ['facturador', 'contador', 'consulta'] as const) {
      const key = await makePerson(server, company, rol);
      expect([rol, (await save({}, key)).status]).toEqual([rol, 403]);
      expect(await stored(key)).toEqual(await stored());
    }
    expect((await save({}, company.clave)).status).toBe(403);
  });
});

describe('facts declared with the registration', () => {
  let made = 0;
  const fresh = () => {
    made += 1;
    const rncEmisor = ['131246796', '132000005', '101010632'][made - 1]!;
    return {
      correo: `due.no${made}@hechos.invalid`,
      contrasena: 'tres gatos duermen',
      rncEmisor,
      razonSocial: 'Nueva',
    };
  };
  const logIn = async ({ correo, contrasena }: ReturnType<typeof fresh>) =>
    (await server.call(sesion.login, { body: { correo, contrasena } })).body.apiKey;

  test('facts declared by anybody are stored in the request, and are the company’s once it is approved', {
    tags: ['S7-5'],
  }, async () => {
    const registration = fresh();
    const { status } = await server.call(clientes.registrar, { body: { ...registration, datos: all } });
    expect(status).toBe(201);
    const root = await makeRoot(server);
    const { body: waiting } = await server.call(aprobaciones.solicitudesPendientes, {}, root);
    const { id } = waiting.find(({ rncEmisor }) => rncEmisor === registration.rncEmisor)!;
    await server.call(aprobaciones.aprobarSolicitud, { params: { id } }, root);
    expect(await stored(await logIn(registration))).toEqual(all);
  });

  test('facts declared by the platform’s administrator are seen and changed by them', async () => {
    const registration = fresh();
    const root = await makeRoot(server);
    await server.call(clientes.registrar, { body: { ...registration, datos: { direccion: ' Calle 9 ' } } }, root);
    const key = await logIn(registration);
    expect(await stored(key)).toEqual({ direccion: 'Calle 9' });
    const { body: listed } = await server.call(
      clientes.listarClientes,
      { query: { buscar: registration.rncEmisor } },
      root,
    );
    expect(listed[0]?.datos).toEqual({ direccion: 'Calle 9' });

    const put = (datos: string) => {
      const form = new FormData();
      form.set('datos', datos);
      return server.call(clientes.guardarCliente, { params: { id: listed[0]!.id }, form }, root);
    };
    expect((await put(JSON.stringify(all))).body.datos).toEqual(all);
    expect(await stored(key)).toEqual(all);
    const [event] = await newestEvents(server, platformRecord, 'empresa.modificada');
    expect(event?.datos).toMatchObject({ campos: expect.arrayContaining(['dirección']) });
    const refused = await put(JSON.stringify({ direccion: 'x\u0001' }));
    expect([refused.status, refused.problem.errores?.[0]?.campo]).toEqual([422, 'datos.direccion']);
    for (const text of ['{', '[]', '{"domicilio":"x"}']) expect((await put(text)).status).toBeGreaterThanOrEqual(400);
    expect(await stored(key)).toEqual(all);
  });

  test('invalid facts are refused at their field, with no company and no request', { tags: ['S7-5'] }, async () => {
    const registration = fresh();
    const root = await makeRoot(server);
    for (const key of [undefined, root]) {
      const body = { ...registration, datos: { correo: 'con_guion@bajo.invalid' } };
      const { status, problem } = await server.call(clientes.registrar, { body }, key);
      expect([status, problem.errores?.[0]?.campo]).toEqual([422, 'datos.correo']);
    }
    const { body: waiting } = await server.call(aprobaciones.solicitudesPendientes, {}, root);
    expect(waiting.filter(({ rncEmisor }) => rncEmisor === registration.rncEmisor)).toEqual([]);
  });
});
