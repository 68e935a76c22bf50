import { configuracion } from '@timbre/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkLedger, type Finding } from '../../../domain/comprobantes/ledger/ledger-check.ts';
import { lockRanges, takeNumbers } from '../../../domain/comprobantes/numbers/numbers.ts';
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
    const { taken } = await takeNumbers(tx, ranges, source, count, '2026-03-16');
    return taken.map(({ numero }) => numero);
  });
  if (numeros.length > 0) await hold(...numeros);
  return numeros;
}

describe('a credit-note range', () => {
  test('is saved with its prefix trimmed and in capitals, and shows its next number', async () => {
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

  test('goes on after the last used; used up it has no next', async () => {
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
  ])('%j is refused in the specification’s words', async (fields, detail) => {
    const { status, problem } = await add(fields as Fields);
    expect([status, problem.code, problem.detail]).toEqual([422, 'secuencia/invalida', detail]);
    expect(await list()).toEqual([]);
  });

  test('without its fields says the first that is missing, and all', async () => {
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

  test('shares no number with another of its prefix; also when both come at once', async () => {
    const statuses = (await Promise.all([add(), add({ desde: 50, hasta: 150 })])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 422]);
    expect((await add({ prefijo: 'NC' })).status).toBe(201);
    const { body } = await add({ prefijo: 'NC', desde: 101, hasta: 200 });
    expect((await change(body._id, { prefijo: 'NC', desde: 90, hasta: 200 })).problem.detail).toBe(
      'Se cruza con el rango registrado del 1 al 100',
    );
  });

  test('of E34 is the range that e-CF are numbered from, unless it is turned off; of another prefix, nothing is', async () => {
    const { body } = await add({ ultimoUtilizado: 20 });
    await add({ prefijo: 'NC', desde: 500, hasta: 600 });
    const { body: ranges } = await server.call(configuracion.listarSecuencias, {}, company.sesion);
    expect(ranges).toMatchObject([{ id: body._id, tipo: '34', siguiente: 21 }]);
    expect(await take(2)).toEqual([21, 22]);
    expect((await list())[0]).toMatchObject({ ultimoUtilizado: 22, siguiente: 'E340000000023' });
    await change(body._id, { activo: false });
    expect(await take(1)).toEqual([]);
  });

  test('said to be used up to a number breaks no promise of the ledger', async () => {
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

describe('changing one', () => {
  test('keeps what does not come', async () => {
    const { body } = await add({ ultimoUtilizado: 20, descripcion: 'Notas', activo: false });
    expect((await change(body._id, { hasta: 200 })).body).toEqual({ ...body, hasta: 200 });
  });

  test('from which nothing was taken: everything may change', async () => {
    const { body } = await add({ ultimoUtilizado: 20 });
    const fields = { prefijo: 'B04', cantidadDigitos: 8, desde: 30, hasta: 90, ultimoUtilizado: 0 };
    expect((await change(body._id, fields)).body).toMatchObject({ ...fields, siguiente: 'B0400000030' });
  });

  test.each<[Fields, string]>([
    [{ prefijo: 'NC' }, 'Ya se usaron números de este rango: su prefijo y su inicio no pueden cambiar'],
    [{ desde: 2 }, 'Ya se usaron números de este rango: su prefijo y su inicio no pueden cambiar'],
    [{ hasta: 39 }, 'El número 40 de este rango ya está usado: no puede terminar antes'],
    [{ ultimoUtilizado: 2 }, 'El número 3 de este rango ya se emitió: el último utilizado no puede ser menor'],
  ])('from which numbers were taken: %j is refused', async (fields, detail) => {
    const { body } = await add();
    await take(3);
    await hold(40);
    expect((await change(body._id, fields)).problem).toMatchObject({ code: 'secuencia/invalida', detail });
    expect((await list())[0]).toMatchObject({ desde: 1, hasta: 100, ultimoUtilizado: 3 });
    expect((await change(body._id, { hasta: 40, ultimoUtilizado: 3, descripcion: 'x' })).status).toBe(200);
  });

  test('too many said to be used can be taken back to what was issued', async () => {
    const { body } = await add();
    await take(3);
    await change(body._id, { ultimoUtilizado: 60 });
    expect((await change(body._id, { ultimoUtilizado: 5 })).body.siguiente).toBe('E340000000006');
    expect(await take(1)).toEqual([6]);
  });

  test('of another company, or of e-CF of another type, is not found', async () => {
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

describe('removing one', () => {
  test('from which nothing was taken', async () => {
    const { body } = await add({ ultimoUtilizado: 20 });
    expect((await remove(body._id)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await remove(body._id)).status).toBe(404);
  });

  test('from which a number was taken is refused', async () => {
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
