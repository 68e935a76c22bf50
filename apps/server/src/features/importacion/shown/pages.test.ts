import { importacion } from '@timbre/contract';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { beforeAll, describe, expect, test } from 'vitest';
import { withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';
import { filasQuery } from './rows-repo.ts';

// An import of thousands of documents, requested page by page.

const server = withServer();
const invoices = 5_000;
const summaries = 2_000;
const faultsOfEach = 40;
const { maximoDeRespuesta } = importacion;
let company: Stranger;
let id: string;

/**
 * Stores an import as if a workbook had been read: invoices, of which the first are consumers' with a summary each. Every
 * tenth has errors, with the longest texts that a workbook can bring.
 */
async function makeImport(empresa: Stranger, count: number, ofConsumers: number): Promise<string> {
  const importId = newId(new Date());
  const long = `"${'ñ\u0001'.repeat(74)}`;
  const fault = { codigo: 'ECF-TOTAL', mensaje: 'La suma no es el total. '.repeat(100), celda: 'fila 2, columna A' };
  const errores = JSON.stringify(Array.from({ length: faultsOfEach }, () => fault));
  await server.ctx.db.tenant(empresa.id, async (tx) => {
    await sql`insert into importacion (empresa_id, id, archivo, estado, pasos, errores, avisos, creada)
      values (${empresa.id}, ${importId}, 'libro.xlsx', 'listo', '[]',
        (select jsonb_agg(${JSON.stringify(fault)}::jsonb) from generate_series(1, 500)), '[]', now())`.execute(tx);
    await sql`
      insert into documento (empresa_id, id, ambiente, rnc_emisor, tipo, numero, encf, estado, fecha_emision, monto_total,
        rnc_comprador, razon_comprador, errores, importacion_id, fila, origen, creado)
      select ${empresa.id}::uuid, gen_random_uuid(), 'testecf', ${empresa.rnc}, t.tipo, n, t.encf,
        case when n % 10 = 0 then 'error' else 'pendiente' end, date '2026-11-21', 118,
        case when n % 10 = 0 then ${long} else '132111117' end,
        case when n % 10 = 0 then ${long} else 'Constructora Ñandú ' || n end,
        case when n % 10 = 0 then ${errores}::jsonb else '[]' end, ${importId}::uuid, n + 1, 'excel', now()
      from generate_series(1, ${count}::int) n
      cross join lateral (select case when n <= ${ofConsumers}::int then 32 else 31 end as tipo) k
      cross join lateral (select k.tipo, 'E' || k.tipo || lpad(n::text, 10, '0') as encf) t`.execute(tx);
    await sql`
      insert into documento (empresa_id, id, ambiente, rnc_emisor, tipo, numero, encf, es_rfce, resume_a, estado,
        fecha_emision, monto_total, importacion_id, fila, origen, creado)
      select empresa_id, gen_random_uuid(), ambiente, rnc_emisor, tipo, numero, encf, true, id, 'pendiente', fecha_emision,
        monto_total, importacion_id, fila, 'excel', now()
      from documento where importacion_id = ${importId} and tipo = 32 order by orden`.execute(tx);
  });
  return importId;
}

beforeAll(async () => {
  company = await stranger(server, bare);
  id = await makeImport(company, invoices, summaries);
});

type Query = Static<typeof importacion.listarFilas.query>;

const sizeOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body));
const filas = async (query: Query, key = company.sesion) => {
  const { body } = await server.call(importacion.listarFilas, { params: { id }, query }, key);
  expect(sizeOf(body)).toBeLessThanOrEqual(maximoDeRespuesta);
  return body;
};

describe('an import of thousands of documents', () => {
  test('the head of an import is small, and counts the documents', { tags: ['P4.14'] }, async () => {
    const { body } = await server.call(importacion.verImportacion, { params: { id }, query: {} }, company.sesion);
    expect(sizeOf(body)).toBeLessThan(64 * 1024);
    expect(body.errores.length + body.masErrores).toBe(500);
    expect(body.cuentas).toEqual([
      { esRFCE: false, estado: 'error', cuenta: invoices / 10 },
      { esRFCE: false, estado: 'pendiente', cuenta: (invoices / 10) * 9 },
      { esRFCE: true, estado: 'pendiente', cuenta: summaries },
    ]);
    expect(body.emisores).toEqual([{ rncEmisor: company.rnc, facturas: summaries }]);
    expect(body.faltas).toEqual([
      { codigo: 'ECF-TOTAL', tipo: '31', aviso: false, cuenta: ((invoices - summaries) / 10) * faultsOfEach },
      { codigo: 'ECF-TOTAL', tipo: '32', aviso: false, cuenta: (summaries / 10) * faultsOfEach },
    ]);
  });

  test('the rows come by position, 200 at most and 256 kB at most, whatever their content', {
    tags: ['P4.14'],
  }, async () => {
    const { documentos: far } = await filas({ rfce: false, desde: 4_321, limite: 100 });
    expect(far.map(({ fila }) => fila)).toEqual(Array.from({ length: 100 }, (_, i) => 4_321 + i + 2));
    const refused = await server.call(
      importacion.listarFilas,
      { params: { id }, query: { limite: 201 } },
      company.sesion,
    );
    expect(refused.problem.code).toBe('peticion/invalida');
    const seen: (number | null)[] = [];
    for (;;) {
      const { documentos } = await filas({ rfce: false, estado: 'error', limite: 200, desde: seen.length });
      if (documentos.length === 0) break;
      seen.push(...documentos.map(({ fila }) => fila));
    }
    expect(seen).toEqual(Array.from({ length: invoices / 10 }, (_, i) => (i + 1) * 10 + 1));
  });

  test('a row lists its first faults, and the number of the others', async () => {
    const { documentos } = await filas({ estado: 'error', limite: 1 });
    const { errores, caracteres } = importacion.limitesDeFila;
    expect(documentos[0]).toMatchObject({ masErrores: faultsOfEach - errores, masMensajes: 0, real: null });
    expect(documentos[0]!.errores).toHaveLength(errores);
    expect(documentos[0]!.errores[0]!.mensaje.length).toBeLessThanOrEqual(caracteres + 1);
  });

  test.each([
    [{ buscar: 'e310000004999' }, ['E310000004999']],
    [{ buscar: 'nandu CONSTRUCTORA 4998' }, ['E310000004998']],
    [{ buscar: '4998', rfce: true }, []],
    [{ buscar: '132-11111-7', estado: 'error' }, []],
    [{ buscar: '100%' }, []],
    [{ rncEmisor: '999', limite: 1 }, []],
  ] as const)('the search %j matches %j', async (query, expected) => {
    const { documentos, total } = await filas({ ...query, contar: true });
    expect([documentos.map(({ eNCF }) => eNCF), total]).toEqual([expected, expected.length]);
  });

  test('a search counts its matches; a summary names its invoice', async () => {
    expect((await filas({ buscar: '132-11111-7', rfce: false, contar: true, limite: 1 })).total).toBe(
      (invoices / 10) * 9,
    );
    const [summary] = (await filas({ rfce: true, limite: 1 })).documentos;
    const [invoice] = (await filas({ buscar: summary!.eNCF, rfce: false })).documentos;
    expect(summary!.facturaId).toBe(invoice!.id);
    expect((await filas({ editables: true, contar: true, limite: 1 })).total).toBe(invoices);
  });

  test('the faults come page by page, each once, in the order of the workbook', async () => {
    const ask = async (query: object) => {
      const input = { params: { id }, query: { limite: 100, ...query } };
      const { body } = await server.call(importacion.listarIncidencias, input, company.sesion);
      expect(sizeOf(body)).toBeLessThanOrEqual(maximoDeRespuesta);
      return body;
    };
    const total = (invoices / 10) * faultsOfEach;
    const rows: (number | null)[] = [];
    for (let despues: string | undefined; rows.length < 400; ) {
      const page = await ask(despues === undefined ? {} : { despues });
      expect(page).toMatchObject({ total, encontradas: total });
      rows.push(...page.incidencias.map(({ documento }) => documento.fila));
      despues = page.siguiente ?? undefined;
    }
    expect(rows.slice(0, 400)).toEqual(
      Array.from({ length: 400 }, (_, i) => (Math.floor(i / faultsOfEach) + 1) * 10 + 1),
    );
    expect(await ask({ buscar: 'E310000005000 · FILA 2' })).toMatchObject({ total, encontradas: faultsOfEach });
    expect(await ask({ buscar: 'nada' })).toMatchObject({ total, encontradas: 0, incidencias: [], siguiente: null });
    expect(await ask({ aviso: true })).toMatchObject({ total: 0, incidencias: [], siguiente: null });
  });
});

test('a page reads the index of its import, and no row of others', async () => {
  const other = await stranger(server, bare);
  await makeImport(other, 2_000, 0);
  await server.ctx.db.system((tx) => sql`select analiza_documento()`.execute(tx));
  const of = { empresaId: other.id, importacionId: id, ensayo: false };
  const plan = await server.ctx.db.tenant(other.id, async (tx) => {
    const { rows } =
      await sql<object>`explain (costs off) ${filasQuery(of, { estado: 'error', buscar: 'a' }, 0, 100)}`.execute(tx);
    return JSON.stringify(rows);
  });
  expect(plan).not.toContain('Seq Scan on documento');
  expect(plan).toMatch(/documento_(importacion|pkey)/);
});
