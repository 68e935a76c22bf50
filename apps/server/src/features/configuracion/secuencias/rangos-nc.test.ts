import { configuracion } from '@timbre/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkLedger, type Finding } from '../../../domain/comprobantes/ledger/ledger-check.ts';
import { lockRanges } from '../../../domain/comprobantes/numbers/lock-ranges.ts';
import { takeNumbers } from '../../../domain/comprobantes/numbers/take-numbers.ts';
import { documentRow } from '../../../main/testing/documento.ts';
import { withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';

const server = withServer();
let company: Stranger;

beforeEach(async () => {
  company = await stranger(server, bare);
});

interface Fields {
  prefijo?: string;
  cantidadDigitos?: number;
  desde?: number;
  hasta?: number;
  ultimoUtilizado?: number;
  descripcion?: string;
  activo?: boolean;
}
const range: Fields = { prefijo: 'E34', cantidadDigitos: 10, desde: 1, hasta: 100 };
const bodyOf = (fields: Fields, rncEmisor = company.rnc) => ({ rncEmisor, ...range, ...fields });
const add = (fields: Fields = {}) => server.call(configuracion.crearRangoNC, { body: bodyOf(fields) }, company.sesion);
const change = (id: string, fields: Fields = {}, key = company.sesion) =>
  server.call(configuracion.modificarRangoNC, { params: { id }, body: bodyOf(fields) }, key);
const remove = (id: string) => server.call(configuracion.eliminarRangoNC, { params: { id } }, company.sesion);
const list = async () =>
  (await server.call(configuracion.listarRangosNC, { query: { rncEmisor: company.rnc } }, company.sesion)).body;
const hold = (...numeros: number[]) =>
  server.ctx.db.tenant(company.id, (tx) =>
    tx
      .insertInto('documento')
      .values(numeros.map((numero) => documentRow(company, 34, numero)))
      .execute(),
  );
/** Takes numbers as emission does, each for a document. */
async function take(count: number): Promise<number[]> {
  const source = { empresaId: company.id, ambiente: 'testecf', rncEmisor: company.rnc, tipo: 34 } as const;
  const numeros = await server.ctx.db.tenant(company.id, async (tx) => {
    const ranges = await lockRanges(tx, company.id, 'testecf', [34]);
    const { free: taken } = await takeNumbers(tx, ranges, source, { count, today: '2026-03-16' });
    return taken.map(({ numero }) => numero);
  });
  if (numeros.length > 0) await hold(...numeros);
  return numeros;
}

describe('the next credit-note number', () => {
  const next = (prefijo = 'E34') =>
    server.call(configuracion.proximoNumeroNC, { body: { rncEmisor: company.rnc, prefijo } }, company.sesion);

  test('is that of the first range with free numbers, and is not taken', { tags: ['SI7-11'] }, async () => {
    await add({ desde: 1, hasta: 2 });
    await add({ desde: 50, hasta: 60 });
    expect((await next(' e34 ')).body).toEqual({ encfCompleto: 'E340000000001' });
    expect(await take(1)).toEqual([1]);
    await hold(2);
    expect((await next()).body).toEqual({ encfCompleto: 'E340000000050' });
    expect((await next()).body).toEqual({ encfCompleto: 'E340000000050' });
    expect(await take(1)).toEqual([50]);
  });

  test('is 404 without a range, also one that is switched off, and 400 where all are used up', {
    tags: ['SI7-11'],
  }, async () => {
    expect([(await next()).status, (await next('E33')).status]).toEqual([404, 404]);
    const { body } = await add({ desde: 1, hasta: 2 });
    await change(body._id, { desde: 1, hasta: 2, activo: false });
    expect((await next()).problem.code).toBe('recurso/no-encontrado');
    await change(body._id, { desde: 1, hasta: 2, activo: true });
    await hold(1, 2);
    expect((await next()).problem).toMatchObject({ status: 400, code: 'peticion/invalida' });
  });
});

describe('a credit-note range', () => {
  test('a credit-note range is saved with its prefix trimmed and in capitals, and has its next number', {
    tags: ['S3-6'],
  }, async () => {
    const { status, body } = await add({ prefijo: ' e34 ', descripcion: ' Notas ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: body._id,
      rncEmisor: company.rnc,
      ...range,
      ultimoUtilizado: 0,
      descripcion: 'Notas',
      activo: true,
      siguiente: 'E340000000001',
    });
    expect(await list()).toEqual([body]);
  });

  test('a credit-note range continues after the last used number; a used-up one has no next', {
    tags: ['S2.7-10', 'S4-5'],
  }, async () => {
    expect((await add({ ultimoUtilizado: 20 })).body).toMatchObject({
      ultimoUtilizado: 20,
      siguiente: 'E340000000021',
    });
    const full = { prefijo: 'NC', cantidadDigitos: 6, desde: 5, hasta: 10, ultimoUtilizado: 10 };
    expect((await add(full)).body).toMatchObject({ ultimoUtilizado: 10, siguiente: null });
    expect((await add({ ...full, desde: 11, hasta: 20, ultimoUtilizado: 0 })).body.siguiente).toBe('NC000011');
  });

  test.each<[Fields | { prefijo: undefined }, string]>([
    [{ prefijo: ' ' }, 'El prefijo es obligatorio'],
    [{ desde: 0 }, 'El número inicial es obligatorio'],
    [{ desde: 100 }, 'El número inicial debe ser menor al final'],
    [
      { prefijo: 'B04', cantidadDigitos: 8, hasta: 100_000_000 },
      'El número final excede el máximo permitido (99999999)',
    ],
    [{ ultimoUtilizado: 101 }, 'El último utilizado no puede ser mayor al número final'],
    [{ prefijo: 'E31' }, 'Los rangos de E31 se registran en Secuencias'],
    [{ cantidadDigitos: 8 }, 'Los números de E34 llevan 10 dígitos'],
  ])('the range %j is refused in the specification’s words', { tags: ['S9-5'] }, async (fields, detail) => {
    const { status, problem } = await add(fields as Fields);
    expect([status, problem.code, problem.detail]).toEqual([422, 'secuencia/invalida', detail]);
    expect(await list()).toEqual([]);
  });

  test('a credit-note range without its fields is refused with the first that is missing, and all', {
    tags: ['S5-1'],
  }, async () => {
    const body = { rncEmisor: company.rnc };
    const { problem } = await server.call(configuracion.crearRangoNC, { body }, company.sesion);
    expect(problem.errores?.map(({ campo, mensaje }) => [campo, mensaje])).toEqual([
      ['prefijo', 'El prefijo es obligatorio'],
      ['cantidadDigitos', 'La cantidad de dígitos es obligatoria'],
      ['desde', 'El número inicial es obligatorio'],
      ['hasta', 'El número final es obligatorio'],
    ]);
    expect(problem.detail).toBe('El prefijo es obligatorio');
  });

  test('a credit-note range shares no number with another of its prefix; also when both come at once', async () => {
    const statuses = (await Promise.all([add(), add({ desde: 50, hasta: 150 })])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 422]);
    expect((await add({ prefijo: 'NC' })).status).toBe(201);
    const { body } = await add({ prefijo: 'NC', desde: 101, hasta: 200 });
    expect((await change(body._id, { prefijo: 'NC', desde: 90, hasta: 200 })).problem.detail).toBe(
      'Se cruza con el rango registrado del 1 al 100',
    );
  });

  test('the E34 range numbers e-CF unless it is turned off; a range of another prefix never does', async () => {
    const { body } = await add({ ultimoUtilizado: 20 });
    await add({ prefijo: 'NC', desde: 500, hasta: 600 });
    const { body: ranges } = await server.call(configuracion.listarSecuencias, {}, company.sesion);
    expect(ranges).toMatchObject([{ id: body._id, tipo: '34', siguiente: 21 }]);
    expect(await take(2)).toEqual([21, 22]);
    expect((await list())[0]).toMatchObject({ ultimoUtilizado: 22, siguiente: 'E340000000023' });
    await change(body._id, { activo: false });
    expect(await take(1)).toEqual([]);
  });

  test('a range declared used up to a number keeps the ledger consistent', async () => {
    const { body } = await add({ ultimoUtilizado: 20 });
    await add({ prefijo: 'NC', ultimoUtilizado: 7 });
    await take(2);
    await change(body._id, { ultimoUtilizado: 40 });
    await take(1);
    const findings: Finding[] = [];
    await checkLedger(
      server.ctx.db,
      { now: server.clock.now(), autoridad: 'simulador', seals: server.ctx.seals },
      (finding) => findings.push(finding),
    );
    expect(findings.filter(({ promise, rnc }) => promise === 'I2' && rnc === company.rnc)).toEqual([]);
  });
});

describe('a change of a range', () => {
  test('a change of a range leaves omitted fields as they were', async () => {
    const { body } = await add({ ultimoUtilizado: 20, descripcion: 'Notas', activo: false });
    expect((await change(body._id, { hasta: 200 })).body).toEqual({ ...body, hasta: 200 });
  });

  test('a range from which nothing was taken may change in everything', async () => {
    const { body } = await add({ ultimoUtilizado: 20 });
    const fields = { prefijo: 'B04', cantidadDigitos: 8, desde: 30, hasta: 90, ultimoUtilizado: 0 };
    expect((await change(body._id, fields)).body).toMatchObject({ ...fields, siguiente: 'B0400000030' });
  });

  test.each<[Fields, string]>([
    [{ prefijo: 'NC' }, 'Ya se usaron números de este rango: su prefijo y su inicio no pueden cambiar'],
    [{ desde: 2 }, 'Ya se usaron números de este rango: su prefijo y su inicio no pueden cambiar'],
    [{ hasta: 39 }, 'El número 40 de este rango ya está usado: no puede terminar antes'],
    [{ ultimoUtilizado: 2 }, 'El número 3 de este rango ya se emitió: el último utilizado no puede ser menor'],
  ])('a range from which numbers were taken refuses %j', async (fields, detail) => {
    const { body } = await add();
    await take(3);
    await hold(40);
    expect((await change(body._id, fields)).problem).toMatchObject({ code: 'secuencia/invalida', detail });
    expect((await list())[0]).toMatchObject({ desde: 1, hasta: 100, ultimoUtilizado: 3 });
    expect((await change(body._id, { hasta: 40, ultimoUtilizado: 3, descripcion: 'x' })).status).toBe(200);
  });

  test('too high a declared use can be reduced to what was issued', async () => {
    const { body } = await add();
    await take(3);
    await change(body._id, { ultimoUtilizado: 60 });
    expect((await change(body._id, { ultimoUtilizado: 5 })).body.siguiente).toBe('E340000000006');
    expect(await take(1)).toEqual([6]);
  });

  test('a range of another company, or of e-CF of another type, is not found', { tags: ['S7-10'] }, async () => {
    const { body } = await add();
    const other = await stranger(server, bare);
    const params = { id: body._id };
    const answer = await server.call(
      configuracion.modificarRangoNC,
      { params, body: bodyOf({}, other.rnc) },
      other.sesion,
    );
    expect(answer.status).toBe(404);
    expect((await change(body._id, {}, other.sesion)).status).toBe(403);
    const invoices = { ambiente: 'testecf', tipo: '31', desde: 1, hasta: 9, vence: '2099-12-31' } as const;
    const { body: secuencia } = await server.call(configuracion.crearSecuencia, { body: invoices }, company.sesion);
    expect([(await change(secuencia.id)).status, (await remove(secuencia.id)).status]).toEqual([404, 404]);
  });
});

describe('the removal of a range', () => {
  test('a range from which nothing was taken is removed', async () => {
    const { body } = await add({ ultimoUtilizado: 20 });
    expect((await remove(body._id)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await remove(body._id)).status).toBe(404);
  });

  test('the removal of a range from which a number was taken is refused', async () => {
    const { body } = await add();
    await hold(40);
    const refused = await remove(body._id);
    expect([refused.status, refused.problem.code]).toEqual([409, 'rango/en-uso']);
    expect(await list()).toHaveLength(1);
  });
});

test('the list is of the company’s environment', async () => {
  await add();
  await server.ctx.db.system((tx) =>
    tx.updateTable('empresa').set({ ambiente: 'ecf' }).where('id', '=', company.id).execute(),
  );
  expect(await list()).toEqual([]);
  expect((await add()).status).toBe(201);
  expect(await list()).toHaveLength(1);
});
