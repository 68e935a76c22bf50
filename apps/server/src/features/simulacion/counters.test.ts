import { auditoria, facturas, type importacion } from '@timbre/contract';
import { formatENCF } from '@timbre/values';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { withSimulation } from './testing/simulating.ts';

const server = withSimulation('testecf');
const { generate, generateBatch, rows, refusal, remove, clear, nextOf, sign, send, signed, decided } = server;
const numbers = async () => (await rows()).map(({ eNCF }) => Number(eNCF.slice(3)));
const asSystem = (query: ReturnType<typeof sql>) => server.ctx.db.system((tx) => query.execute(tx));
const forget = () => asSystem(sql`update simulacion set contadores = '{}'`);

beforeEach(async () => {
  server.simulator.control.reset();
  await clear();
});

describe('the next number of a type', () => {
  test('the next number follows the last generated one, also when it was deleted', { tags: ['SI3-4'] }, async () => {
    const first = await nextOf('31');
    expect((await generate({ tipo: '31', cantidad: 3 })).body.desde).toBe(first);
    expect(await nextOf('31')).toBe(first + 3);
    await clear();
    expect(await nextOf('31')).toBe(first + 3);
    await generate({ tipo: '31', cantidad: 1 });
    expect(await numbers()).toEqual([first + 3]);
  });

  test('the next number is above every number of the ledger', { tags: ['SI3-4'] }, async () => {
    const { body } = await generate({ tipo: '44', cantidad: 2, desde: 7_000 });
    expect(body.desde).toBe(7_000);
    await sign();
    await signed();
    await clear();
    await forget();
    expect(await nextOf('44')).toBe(7_002);
  });

  test('the next number passes over a range that expired', async () => {
    await asSystem(sql`update secuencia set vence = '2020-01-01' where ambiente = 'testecf' and tipo = 47`);
    const next = await nextOf('47');
    expect(next).toBeGreaterThan(1_000_000);
    await generate({ tipo: '47', cantidad: 1 });
    expect(await numbers()).toEqual([next]);
    await asSystem(sql`update secuencia set vence = '2028-12-31' where vence = '2020-01-01'`);
  });
});

describe('a requested first number', () => {
  test('each type begins at its requested first number', { tags: ['SI3-4'] }, async () => {
    const { body } = await generateBatch({ desde: 8_000, cantidades: { 31: 1, '32-resumen': 1, '32-alta': 1, 34: 1 } });
    expect(body.desde).toBe(8_000);
    const own = (await rows()).filter(({ esRFCE }) => !esRFCE);
    expect(own.map(({ eNCF }) => eNCF)).toEqual([
      formatENCF('31', 8_000),
      formatENCF('32', 8_000),
      formatENCF('32', 8_001),
      formatENCF('34', 8_000),
    ]);
  });

  test('a taken first number is refused with its field; then nothing is generated', {
    tags: ['SI5-8'],
  }, async () => {
    await generate({ tipo: '31', cantidad: 2, desde: 9_000 });
    const taken = await generate({ tipo: '31', cantidad: 3, desde: 8_999 });
    expect(taken.problem).toMatchObject({
      code: 'simulacion/configuracion',
      detail: 'La simulación ya tiene el comprobante E310000009000: empiece por otra secuencia',
    });
    expect(taken.problem.errores![0]!.campo).toBe('desde');
    await sign();
    await signed();
    await clear();
    expect(await refusal({ tipo: '31', cantidad: 1, desde: 9_001 })).toEqual([
      'simulacion/configuracion',
      'El número E310000009001 ya se usó: empiece por otra secuencia',
    ]);
    expect(await rows()).toEqual([]);
  });

  test('a first number without a range is registered with the numbers after it, until the end of next year', async () => {
    await generate({ tipo: '31', cantidad: 2, desde: 9_999_999_000 });
    await generate({ tipo: '34', cantidad: 1, desde: 9_999_999_000 });
    const { rows: ranges } = await server.ctx.db.system((tx) =>
      sql<{ tipo: number; hasta: number; vence: string | null }>`
        select tipo, hasta, vence from secuencia where desde = 9999999000 and ambiente = 'testecf' order by tipo`.execute(
        tx,
      ),
    );
    const year = new Date().getUTCFullYear() + 1;
    expect(ranges).toEqual([
      { tipo: 31, hasta: 9_999_999_001, vence: `${year}-12-31` },
      { tipo: 34, hasta: 9_999_999_000, vence: null },
    ]);
    expect((await refusal({ tipo: '31', cantidad: 2, desde: 9_999_999_999 }))![0]).toBe('simulacion/configuracion');
  });
});

test('generations at once never take the same numbers', { tags: ['SI3-4'] }, async () => {
  const first = await nextOf('41');
  const answers = await Promise.all(Array.from({ length: 8 }, () => generate({ tipo: '41', cantidad: 5 })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const taken = (await numbers()).sort((a, b) => a - b);
  expect(taken).toEqual(Array.from({ length: 40 }, (_, i) => first + i));
});

describe('a deleted receipt', () => {
  const listed = async () => (await server.call(facturas.listarFacturas, { query: {} }, server.key)).body;
  const ids = (filas: readonly importacion.FilaDeImportacion[]) => filas.map(({ id }) => id);

  test('an unsigned receipt is deleted, with its summary and its rehearsal', { tags: ['SI2.6-3'] }, async () => {
    await generate({ tipo: '32', cantidad: 2 });
    await sign({ ensayo: true });
    await signed(true);
    const [invoice, , summary] = await rows();
    expect((await remove(invoice!.id)).status).toBe(204);
    expect(await rows()).toHaveLength(2);
    expect((await remove(invoice!.id)).problem.code).toBe('recurso/no-encontrado');
    expect(ids(await rows())).toContain(summary!.id);
    const left = await server.ctx.db.system((tx) =>
      sql<{ n: number }>`select count(*)::integer as n from ensayo`.execute(tx),
    );
    expect(left.rows[0]!.n).toBe(2);
    await remove((await rows()).find(({ esRFCE }) => esRFCE)!.id);
    expect(await rows()).toEqual([]);
  });

  test('a signed receipt stays in the ledger and in Facturas', { tags: ['SI2.6-3'] }, async () => {
    await generate({ tipo: '31', cantidad: 1 });
    await sign();
    const [row] = await signed();
    expect((await remove(row!.id)).status).toBe(204);
    expect(await rows()).toEqual([]);
    expect((await listed()).map(({ eNCF }) => eNCF)).toContain(row!.eNCF);
  });

  test('a receipt that is being sent delays its deletion; so does clearing', { tags: ['SI4-5'] }, async () => {
    await generate({ tipo: '31', cantidad: 1 });
    await sign();
    const [row] = await signed();
    server.simulator.control.settings({ latencyMs: 3_000 });
    await send();
    expect((await remove(row!.id)).problem.code).toBe('simulacion/ocupada');
    expect((await clear()).problem.code).toBe('simulacion/ocupada');
    server.simulator.control.settings({ latencyMs: 0 });
    await decided();
    await server.until(async () => (await clear()).status === 204);
    expect(await rows()).toEqual([]);
  });

  test('all receipts are deleted at once, however many; the record has it', { tags: ['SI2.6-3'] }, async () => {
    const cantidades = {
      31: 50,
      '32-resumen': 50,
      '32-alta': 50,
      41: 50,
      43: 50,
      44: 50,
      45: 50,
      46: 50,
      47: 50,
      33: 50,
      34: 50,
    };
    expect((await generateBatch({ cantidades })).body.generados).toBe(550);
    await clear();
    expect(await rows()).toEqual([]);
    const { entradas } = (await server.call(auditoria.listarAuditoria, { query: {} }, server.key)).body;
    expect(entradas.slice(0, 2).map(({ descripcion }) => descripcion)).toEqual([
      'Borró 600 comprobantes de la simulación en Pruebas',
      'Generó 550 comprobantes de simulación en Pruebas',
    ]);
  });
});
