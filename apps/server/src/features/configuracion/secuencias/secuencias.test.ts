import { configuracion } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { documentRow } from '../../../main/testing/documento.ts';
import { withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';

const server = withServer();
let company: Stranger;

beforeEach(async () => {
  company = await stranger(server, bare);
});

describe('the ranges', () => {
  const range = { ambiente: 'testecf', tipo: '31', desde: 1, hasta: 100, vence: '2099-12-31' } as const;
  const add = (more: object = {}) =>
    server.call(configuracion.crearSecuencia, { body: { ...range, ...more } }, company.sesion);

  test('ranges are added and listed, the next number at their beginning', async () => {
    const { status, body } = await add();
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...range, siguiente: 1, usados: 0, quedan: 100, avisos: [], activo: true });
    await add({ tipo: '32', vence: undefined });
    const { body: list } = await server.call(configuracion.listarSecuencias, {}, company.sesion);
    expect(list.map(({ tipo, vence }) => [tipo, vence])).toEqual([
      ['31', '2099-12-31'],
      ['32', null],
    ]);
  });

  test.each([
    [{ desde: 50, hasta: 49 }, 'El número inicial debe ser menor o igual al final'],
    [{ desde: 100, hasta: 200 }, 'Se cruza con el rango registrado del 1 al 100'],
    [{ vence: undefined }, 'Las secuencias del tipo 31 llevan fecha de vencimiento'],
    [{ tipo: '34' }, 'Las secuencias del tipo 34 no vencen'],
    [{ vence: '2020-12-31' }, 'El rango venció el 31/12/2020'],
  ])('ranges with %j are refused', async (more, detail) => {
    await add();
    const { problem } = await add(more);
    expect(problem).toMatchObject({ code: 'secuencia/invalida', detail });
  });

  test('the same numbers of another type or environment are other numbers', async () => {
    expect([
      (await add()).status,
      (await add({ tipo: '33' })).status,
      (await add({ ambiente: 'certecf' })).status,
    ]).toEqual([201, 201, 201]);
  });

  test('of two overlapping ranges at once one is accepted', async () => {
    const statuses = (await Promise.all([add(), add({ desde: 50, hasta: 150 }), add({ desde: 90, hasta: 95 })])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([201, 422, 422]);
  });
});

describe('the DGII’s ranges of Pruebas', () => {
  const register = () => server.call(configuracion.registrarRangosDePrueba, {}, company.sesion);
  const list = async () => (await server.call(configuracion.listarSecuencias, {}, company.sesion)).body;

  test('the DGII’s ranges of the ten types are registered in one call, which again adds nothing', {
    tags: ['S2.7-12'],
  }, async () => {
    const { status, body } = await register();
    expect([status, body.length]).toEqual([200, 10]);
    const shown = (await list()).map(({ ambiente, tipo, desde, hasta, vence }) => [
      ambiente,
      tipo,
      desde,
      hasta,
      vence,
    ]);
    expect(shown).toContainEqual(['testecf', '31', 1, 10_000_000, '2028-12-31']);
    expect(shown).toContainEqual(['testecf', '32', 1, 50_000_000, null]);
    expect((await register()).body).toEqual([]);
    expect(await list()).toHaveLength(10);
  });

  test('the DGII’s ranges leave registered ranges as they are, and are recorded', { tags: ['S2.7-12'] }, async () => {
    const own = { ambiente: 'testecf', tipo: '31', desde: 101, hasta: 200, vence: '2099-12-31' } as const;
    await server.call(configuracion.crearSecuencia, { body: own }, company.sesion);
    await register();
    const of31 = (await list()).filter(({ tipo }) => tipo === '31');
    expect(of31.map(({ desde, hasta, vence }) => [desde, hasta, vence])).toEqual([
      [1, 100, '2028-12-31'],
      [101, 200, '2099-12-31'],
      [201, 10_000_000, '2028-12-31'],
    ]);
    const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
      sql`select datos->>'por' as por from evento where tipo = 'secuencia.registrada' and empresa_id = ${company.id}`.execute(
        tx,
      ),
    );
    expect(rows).toHaveLength(12);
  });

  test('the DGII’s ranges are registered once by two calls at once', async () => {
    const added = await Promise.all([register(), register()]);
    expect(added.map(({ body }) => body.length).sort()).toEqual([0, 10]);
  });

  test('the DGII’s ranges take the date of Fechas Asignadas where there is one', async () => {
    const fecha = {
      rncEmisor: company.rnc,
      serie: 'E',
      tipo: '31',
      fechaVencimiento: '2030-12-31',
      activo: true,
    } as const;
    await server.call(configuracion.guardarFecha, { body: fecha }, company.sesion);
    await register();
    expect((await list()).find(({ tipo }) => tipo === '31')?.vence).toBe('2030-12-31');
  });

  test.each(['certecf', 'ecf'] as const)(
    'the DGII’s ranges are refused in %s, where the DGII authorises each',
    async (ambiente) => {
      company = await stranger(server, { ...bare, ambiente });
      const { problem } = await register();
      expect(problem.code).toBe('secuencia/solo-pruebas');
    },
  );
});

describe('the warnings of a range', () => {
  const warned = async (change: { siguiente?: number; vence?: string | null; activo?: boolean } = {}) => {
    await server.call(
      configuracion.crearSecuencia,
      { body: { ambiente: 'testecf', tipo: '31', desde: 1, hasta: 100, vence: '2099-12-31' } },
      company.sesion,
    );
    if (Object.keys(change).length > 0)
      await server.ctx.db.tenant(company.id, (tx) => tx.updateTable('secuencia').set(change).execute());
    const { body } = await server.call(configuracion.listarSecuencias, {}, company.sesion);
    return body[0]!;
  };

  test('a range of production that expires on another day than the DGII gives is registered, with a notice', async () => {
    const range = { ambiente: 'ecf', tipo: '31', desde: 1, hasta: 100 } as const;
    const register = (vence: string, desde: number) =>
      server.call(configuracion.crearSecuencia, { body: { ...range, desde, hasta: desde, vence } }, company.sesion);
    const year = server.clock.now().getUTCFullYear();
    const { status, body } = await register(`${year + 2}-06-15`, 1);
    expect([status, body.avisos]).toEqual([201, ['vence-inusual']]);
    expect((await register(`${year + 1}-12-31`, 2)).body.avisos).toEqual([]);
  });

  test('a range warns of few numbers, none, little time, none', async () => {
    expect(await warned({ siguiente: 92, vence: '2026-04-01' })).toMatchObject({
      usados: 91,
      quedan: 9,
      avisos: ['por-agotarse', 'por-vencer'],
    });
    expect(await warned({ siguiente: 101, vence: '2026-03-15' })).toMatchObject({
      usados: 100,
      quedan: 0,
      avisos: ['agotado', 'vencido'],
    });
  });
});

describe('the numbers that documents brought, ahead of the next', () => {
  const range = { ambiente: 'testecf', tipo: '34', desde: 1, hasta: 20 } as const;

  test('numbers that documents brought count as used, once each, in the list and in the warnings', async () => {
    await server.call(configuracion.crearSecuencia, { body: range }, company.sesion);
    const { id: empresa_id, rnc: rnc_emisor } = company;
    const lost = { empresa_id, ambiente: 'testecf', rnc_emisor, tipo: 34, estado: 'aceptado', en: new Date() } as const;
    const freed = { estado: 'rechazado', secuencia_utilizada: false, ocupa_numero: false } as const;
    const brought = Array.from({ length: 17 }, (_, i) => documentRow(company, 34, i + 3));
    await server.ctx.db.tenant(company.id, async (tx) => {
      await tx
        .insertInto('documento')
        .values([...brought, documentRow(company, 34, 12, freed), documentRow({ ...company, rnc: '131246796' }, 34, 2)])
        .execute();
      await tx
        .insertInto('numero_conciliado')
        .values([
          { ...lost, numero: 12 },
          { ...lost, numero: 20 },
        ])
        .execute();
    });
    const { body: list } = await server.call(configuracion.listarSecuencias, {}, company.sesion);
    expect(list).toMatchObject([{ siguiente: 1, usados: 18, quedan: 2, avisos: [] }]);
    await server.ctx.db.tenant(company.id, (tx) => tx.updateTable('secuencia').set({ siguiente: 2 }).execute());
    const { body: later } = await server.call(configuracion.listarSecuencias, {}, company.sesion);
    expect(later).toMatchObject([{ siguiente: 2, usados: 19, quedan: 1, avisos: ['por-agotarse'] }]);
    await server.ctx.db.tenant(company.id, (tx) => tx.updateTable('secuencia').set({ siguiente: 3 }).execute());
    const { body: none } = await server.call(configuracion.listarSecuencias, {}, company.sesion);
    expect(none).toMatchObject([{ usados: 20, quedan: 0, avisos: ['agotado'] }]);
  });
});

test('the next number is the next one to be issued, after those that documents brought', async () => {
  const range = { ambiente: 'testecf', tipo: '34', desde: 1, hasta: 1_000 } as const;
  await server.call(configuracion.crearSecuencia, { body: range }, company.sesion);
  const brought = [...Array.from({ length: 613 }, (_, i) => i + 1), 620];
  await server.ctx.db.tenant(company.id, (tx) =>
    tx
      .insertInto('documento')
      .values(brought.map((numero) => documentRow(company, 34, numero)))
      .execute(),
  );
  const { body } = await server.call(configuracion.listarSecuencias, {}, company.sesion);
  expect(body).toMatchObject([{ usados: 614, siguiente: 614, quedan: 386 }]);
  const query = { rncEmisor: company.rnc };
  const { body: rangos } = await server.call(configuracion.listarRangosNC, { query }, company.sesion);
  expect(rangos).toMatchObject([{ ultimoUtilizado: 613, siguiente: 'E340000000614' }]);
});

describe('without a date of its own', () => {
  const body = { ambiente: 'testecf', tipo: '31', desde: 1, hasta: 100 } as const;
  const add = () => server.call(configuracion.crearSecuencia, { body }, company.sesion);
  const assign = (fechaVencimiento: string, activo = true) => {
    const fecha = { rncEmisor: company.rnc, serie: 'E', tipo: '31', fechaVencimiento, activo } as const;
    return server.call(configuracion.guardarFecha, { body: fecha }, company.sesion);
  };

  test('a range without a date takes that of Fechas Asignadas, the latest that is active', async () => {
    await assign('2026-12-31');
    await assign('2027-12-31');
    await assign('2028-12-31', false);
    expect((await add()).body.vence).toBe('2027-12-31');
    const { body: list } = await server.call(configuracion.listarSecuencias, {}, company.sesion);
    expect(list[0]!.vence).toBe('2027-12-31');
  });

  test('a range without a date is refused where no assigned date is active, or it is past', async () => {
    await assign('2028-12-31', false);
    expect((await add()).problem.detail).toBe('Las secuencias del tipo 31 llevan fecha de vencimiento');
    await assign('2025-12-31');
    expect((await add()).problem.detail).toBe('El rango venció el 31/12/2025');
  });
});

describe('removing a range', () => {
  const add = async () => {
    const body = { ambiente: 'testecf', tipo: '32', desde: 1, hasta: 100 } as const;
    return (await server.call(configuracion.crearSecuencia, { body }, company.sesion)).body.id;
  };
  const remove = (id: string, key = company.sesion) =>
    server.call(configuracion.eliminarSecuencia, { params: { id } }, key);

  test('a range from which nothing was taken is removed', async () => {
    const id = await add();
    const other = await stranger(server, bare);
    expect((await remove(id, other.sesion)).status).toBe(404);
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
  });

  test.each(['a document', 'a reconciliation'])(
    'the removal of a range of which %s holds a number is refused',
    async (holder) => {
      const id = await add();
      const { id: empresa_id, rnc: rnc_emisor } = company;
      const lost = { empresa_id, ambiente: 'testecf', rnc_emisor, tipo: 32, numero: 9, estado: 'aceptado' } as const;
      await server.ctx.db.tenant(company.id, async (tx) => {
        if (holder === 'a document')
          await tx
            .insertInto('documento')
            .values(documentRow(company, 32, 9))
            .execute();
        else
          await tx
            .insertInto('numero_conciliado')
            .values({ ...lost, en: new Date() })
            .execute();
      });
      expect((await remove(id)).problem.code).toBe('rango/en-uso');
    },
  );
});

describe('the ledger of numbers', () => {
  const read = async (id: string, antesDe?: string, key = company.sesion) =>
    server.call(configuracion.libroDeNumeros, { params: { id }, query: { ...(antesDe && { antesDe }) } }, key);

  test('the ledger lists each number’s state, the highest first, and pages stay stable while more is issued', async () => {
    const range = { ambiente: 'testecf', tipo: '31', desde: 1, hasta: 1_000, vence: '2099-12-31' } as const;
    const { body: secuencia } = await server.call(configuracion.crearSecuencia, { body: range }, company.sesion);
    const { id: empresa_id, rnc: rnc_emisor } = company;
    const lost = { empresa_id, ambiente: 'testecf', rnc_emisor, tipo: 31, en: server.clock.now() } as const;
    const freed = { estado: 'rechazado', secuencia_utilizada: false, ocupa_numero: false } as const;
    const rows = [
      documentRow(company, 31, 1),
      documentRow(company, 31, 2, { estado: 'enviado' }),
      documentRow(company, 31, 3, freed),
      // Rejected with its number unused; then another document took the number.
      documentRow(company, 31, 4, freed),
      documentRow(company, 31, 4, { estado: 'firmado' }),
      documentRow(company, 31, 5, { estado: 'rechazado', secuencia_utilizada: true }),
      documentRow(company, 31, 6, { estado: 'aceptado_condicional' }),
      // Not of this range: another environment, another type, a number beyond its end, a document never signed.
      documentRow(company, 31, 10, { ambiente: 'certecf' }),
      documentRow(company, 32, 11),
      documentRow(company, 31, 1_001),
      documentRow(company, 31, 12, { estado: 'pendiente', ocupa_numero: false, xml: null, xml_sha256: null }),
    ];
    await server.ctx.db.tenant(company.id, async (tx) => {
      await tx.insertInto('documento').values(rows).execute();
      await tx
        .insertInto('numero_conciliado')
        .values([
          { ...lost, numero: 7, estado: 'aceptado' },
          { ...lost, numero: 8, estado: 'no_encontrado' },
          { ...lost, numero: 9, estado: 'desconocido' },
        ])
        .execute();
    });
    const { body } = await read(secuencia.id);
    expect(body.hayMas).toBe(false);
    expect(body.numeros.map(({ numero, estado, motivo }) => [numero, estado, motivo])).toEqual([
      [9, 'conciliado', expect.stringContaining('no se pudo preguntar por él')],
      [8, 'conciliado', expect.stringContaining('no lo había recibido')],
      [7, 'conciliado', expect.stringContaining('lo había aceptado')],
      [6, 'aceptado', 'La DGII lo aceptó con observaciones.'],
      [5, 'rechazado_consumido', 'La DGII lo rechazó y el número quedó utilizado.'],
      [4, 'emitido', 'Firmado; aún no se ha enviado a la DGII.'],
      [3, 'rechazado_reutilizable', expect.stringContaining('el número no se utilizó')],
      [2, 'emitido', 'Enviado a la DGII; espera su respuesta.'],
      [1, 'aceptado', 'La DGII lo aceptó.'],
    ]);
    expect(body.numeros[5]).toMatchObject({ eNCF: 'E310000000004', documentoId: rows[4]!.id });
    expect(body.numeros[0]!.documentoId).toBeNull();
    expect((await read(secuencia.id, '4')).body.numeros.map(({ numero }) => numero)).toEqual([3, 2, 1]);
  });

  test('the ledger comes a hundred at a time', async () => {
    const range = { ambiente: 'testecf', tipo: '31', desde: 1, hasta: 1_000, vence: '2099-12-31' } as const;
    const { body: secuencia } = await server.call(configuracion.crearSecuencia, { body: range }, company.sesion);
    const rows = Array.from({ length: 150 }, (_, i) => documentRow(company, 31, i + 1));
    await server.ctx.db.tenant(company.id, (tx) => tx.insertInto('documento').values(rows).execute());
    const first = (await read(secuencia.id)).body;
    const rest = (await read(secuencia.id, String(first.numeros.at(-1)!.numero))).body;
    expect([first.hayMas, rest.hayMas]).toEqual([true, false]);
    expect([...first.numeros, ...rest.numeros].map(({ numero }) => numero)).toEqual(
      Array.from({ length: 150 }, (_, i) => 150 - i),
    );
  });

  test('the ledger of the demonstration company has also the numbers of the issuers of certification sets', async () => {
    const body = { ambiente: 'testecf', tipo: '32', desde: 1, hasta: 10 } as const;
    const { body: secuencia } = await server.call(configuracion.crearSecuencia, { body }, company.sesion);
    const rows = [documentRow(company, 32, 1), documentRow({ ...company, rnc: '131246796' }, 32, 2)];
    await server.ctx.db.tenant(company.id, (tx) => tx.insertInto('documento').values(rows).execute());
    const numbers = async () => (await read(secuencia.id)).body.numeros.map(({ numero }) => numero);
    expect(await numbers()).toEqual([1]);
    await server.ctx.db.system((tx) =>
      tx.updateTable('empresa').set({ demo: true }).where('id', '=', company.id).execute(),
    );
    server.clock.advance(1_000);
    expect(await numbers()).toEqual([2, 1]);
  });

  test('the ledger of another company’s range is not found', async () => {
    const other = await stranger(server, bare);
    const body = { ambiente: 'testecf', tipo: '32', desde: 1, hasta: 10 } as const;
    const { body: secuencia } = await server.call(configuracion.crearSecuencia, { body }, other.sesion);
    expect((await read(secuencia.id)).status).toBe(404);
    expect((await read(newId(new Date()))).status).toBe(404);
  });
});
