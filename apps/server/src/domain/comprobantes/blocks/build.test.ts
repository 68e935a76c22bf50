import { type Ambiente, type Estado, estadosFinales } from '@timbre/contract';
import { pick, seeded } from '@timbre/ecf/samples';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { withServer } from '../../../main/testing/server.ts';
import { bare, stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';
import type { Db, Tx } from '../../../platform/db/transactions.ts';
import type { Place } from '../../../platform/input/keyset-cursor.ts';
import type { FacturaFilter } from '../queries/factura-filter.ts';
import { countMatches, listFacturas, type Orden, placeOf, summarizeFacturas } from '../queries/facturas.ts';
import { blockSize, buildBlocks } from './build.ts';

const server = withServer();
let db: Db;
let empresaId: string;
let other: string;
const now = new Date('2026-11-20T12:00:00Z');
const count = 700;
const random = seeded(inject('seed'));

beforeAll(async () => {
  db = server.ctx.db;
  empresaId = (await stranger(server, bare)).id;
  other = (await stranger(server, bare)).id;
  for (const id of [empresaId, other]) await db.tenant(id, (tx) => insert(tx, id, count));
});

const names = [
  'Colmado La Ñapa',
  'FERRETERIA DEL ESTE SRL',
  'Clínica Güibia',
  'Juan Pérez',
  'Agua & Hielo 24',
  'Primera línea\nSegunda|Tercera',
];
const tipos = [31, 32, 33, 34, 45];
const ambientes: readonly Ambiente[] = ['testecf', 'ecf'];

interface Facts {
  readonly id: string;
  readonly estado: Estado;
  readonly tipo: number;
  readonly ambiente: Ambiente;
  readonly encf: string;
  readonly track_id: string | null;
  readonly rnc_comprador: string | null;
  readonly razon_comprador: string | null;
  readonly fecha_emision: string;
  readonly monto_total: string;
  readonly orden: number;
}

const decided: readonly Estado[] = ['aceptado', 'aceptado', 'aceptado', 'rechazado'];

/** Documents of all kinds: one of five is a summary or not signed. @param undecided a state that some have */
async function insert(
  tx: Tx,
  empresa: string,
  many: number,
  creado = new Date(now.getTime() - 3_600_000),
  undecided: Estado = 'enviado',
) {
  const rows = Array.from({ length: many }, (_, i) => {
    const tipo = pick(random, tipos);
    const numero = Math.floor(random() * 1e9);
    const kind = random();
    const isSigned = kind > 0.1;
    const track = Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16)).join('');
    return {
      empresa_id: empresa,
      id: newId(now),
      ambiente: pick(random, ambientes),
      rnc_emisor: '1',
      tipo,
      numero,
      encf: `E${tipo}${String(numero).padStart(10, '0')}`,
      estado: isSigned ? pick<Estado>(random, [...decided, undecided]) : 'pendiente',
      ocupa_numero: false,
      resume_a: kind > 0.9 ? newId(now) : null,
      fecha_emision: `2026-${String(1 + Math.floor((i * 10) / many)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`,
      monto_total: (Math.floor(random() * 1e6) / 100).toFixed(2),
      rnc_comprador: random() < 0.7 ? String(101_000_000 + Math.floor(random() * 50) * 7) : null,
      razon_comprador: random() < 0.9 ? `${pick(random, names)} ${Math.floor(random() * 40)}` : null,
      track_id: isSigned ? track : null,
      xml: isSigned ? '<ECF/>' : null,
      xml_sha256: isSigned ? Buffer.of(0) : null,
      origen: 'api' as const,
      creado,
    } satisfies Parameters<ReturnType<typeof tx.insertInto<'documento'>>['values']>[0];
  });
  for (let start = 0; start < rows.length; start += 100)
    await tx
      .insertInto('documento')
      .values(rows.slice(start, start + 100))
      .execute();
}

const build = () => buildBlocks(db, now);

/** The blocks of the company, and how many have a signature. */
const blocks = () =>
  db.tenant(empresaId, async (tx) => {
    const { rows } = await sql<{ total: number; signed: number; gaps: number }>`
      select count(*)::integer as total, count(firma)::integer as signed,
        count(*) filter (where primero <> coalesce(before, -1) + 1)::integer as gaps
      from (select *, lag(ultimo) over (order by primero) as before from documento_bloque where empresa_id = ${empresaId}) b`.execute(
      tx,
    );
    return rows[0]!;
  });

const readAll = (id: string): Promise<readonly Facts[]> =>
  db.tenant(id, async (tx) => {
    const { rows } = await sql<Facts>`
      select id, estado, tipo, ambiente, encf, track_id, rnc_comprador, razon_comprador, fecha_emision, monto_total, orden
      from documento where empresa_id = ${id} and xml_sha256 is not null and resume_a is null`.execute(tx);
    return rows;
  });

/** The form of a text that searches compare, written independently of the queries. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

function matches(d: Facts, { fechaDesde, fechaHasta, estado, ambiente, tipo, eNCF, trackId, buscar }: FacturaFilter) {
  const digits = (buscar ?? '').replace(/[\s-]/g, '');
  return (
    (!fechaDesde || d.fecha_emision >= fechaDesde) &&
    (!fechaHasta || d.fecha_emision <= fechaHasta) &&
    (!estado || d.estado === estado) &&
    (!ambiente || d.ambiente === ambiente) &&
    (!tipo || d.tipo === Number(tipo)) &&
    (!eNCF || d.encf.includes(eNCF.toUpperCase())) &&
    (!trackId || plain(d.track_id ?? '').includes(plain(trackId))) &&
    (!buscar ||
      [d.encf, d.track_id, d.razon_comprador].some((text) => text !== null && plain(text).includes(plain(buscar))) ||
      (/^\d{2,}$/.test(digits) && (d.rnc_comprador ?? '').includes(digits)))
  );
}

function inOrder(documents: readonly Facts[], orden: Orden): readonly Facts[] {
  const by: Record<string, (a: Facts, b: Facts) => number> = {
    recientes: (a, b) => b.orden - a.orden,
    emision: (a, b) => a.fecha_emision.localeCompare(b.fecha_emision) || a.orden - b.orden,
    monto: (a, b) => Number(a.monto_total) - Number(b.monto_total) || a.orden - b.orden,
    eNCF: (a, b) => (a.encf < b.encf ? -1 : a.encf > b.encf ? 1 : a.orden - b.orden),
  };
  const sorted = documents.toSorted(by[orden.replace('-', '')]);
  return orden.startsWith('-') ? sorted.reverse() : sorted;
}

/** All pages of the list. */
async function listAll(filter: FacturaFilter, orden: Orden, pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after: Place | undefined; ; ) {
    const place = after;
    const page = await db.tenant(empresaId, (tx) => listFacturas(tx, empresaId, filter, orden, place, pageSize));
    ids.push(...page.map(({ id }) => id));
    const last = page[pageSize - 1];
    if (last === undefined) return ids;
    after = placeOf(last, orden);
  }
}

/** A part of a text of a document, as a person would type it. */
const partOf = (documents: readonly Facts[]) =>
  fc
    .tuple(fc.nat(), fc.constantFrom('encf', 'track_id', 'razon_comprador', 'rnc_comprador'), fc.nat(), fc.nat())
    .map(([n, field, from, length]) => {
      const text = documents[n % documents.length]![field as 'encf'] ?? 'nada de nada';
      const start = from % text.length;
      const part = text.slice(start, start + 1 + (length % 9));
      return length % 2 === 0 ? part.toUpperCase() : part;
    })
    .filter((part) => part.trim() !== '' && !/[ÑÉÍÜ]/.test(part));

const filtersOf = (documents: readonly Facts[]) =>
  fc.record(
    {
      buscar: fc.oneof(
        { weight: 4, arbitrary: partOf(documents) },
        fc.constantFrom('zz', 'qwx', '101-00', '%', '_', 'a', 'linea\nseg', 'a|t', '|e31'),
      ),
      estado: fc.constantFrom<Estado>('aceptado', 'rechazado', 'enviado', 'aceptado_condicional'),
      ambiente: fc.constantFrom<Ambiente>('testecf', 'certecf', 'ecf'),
      tipo: fc.constantFrom('31', '34', '47'),
      fechaDesde: fc.constantFrom('2026-01-01', '2026-04-15', '2026-12-01'),
      fechaHasta: fc.constantFrom('2026-02-10', '2026-04-30', '2026-12-31'),
      eNCF: fc.constantFrom('E31', '00', '7'),
      trackId: fc.constantFrom('a', 'f0', 'c1D'),
    },
    { requiredKeys: [] },
  );

/** The list, its counts and a plain reading of all documents agree on random filters. */
async function expectAgreement(): Promise<void> {
  const documents = await readAll(empresaId);
  const orden = fc.constantFrom<Orden>('recientes', 'recientes', 'emision', '-emision', 'monto', '-monto', '-eNCF');
  await fc.assert(
    fc.asyncProperty(filtersOf(documents), orden, fc.integer({ min: 7, max: 101 }), async (filter, orden, pageSize) => {
      const wanted = inOrder(
        documents.filter((d) => matches(d, filter)),
        orden,
      );
      expect(await listAll(filter, orden, pageSize)).toEqual(wanted.map(({ id }) => id));
      const { comprobantes } = await db.tenant(empresaId, (tx) => countMatches(tx, empresaId, filter, 10_000));
      expect(comprobantes).toBe(wanted.length);
      if (filter.buscar || filter.eNCF || filter.trackId) return;
      const summary = await db.tenant(empresaId, (tx) => summarizeFacturas(tx, empresaId, filter));
      expect(summary.comprobantes).toBe(wanted.length);
    }),
    { numRuns: 60 },
  );
}

test('a company has one open block at first', async () => {
  const { rows } = await db.tenant(empresaId, (tx) =>
    sql`select primero, ultimo::text, firma from documento_bloque where empresa_id = ${empresaId}`.execute(tx),
  );
  expect(rows).toEqual([{ primero: 0, ultimo: '9223372036854775807', firma: null }]);
});

describe('lists and counts compared with a plain reading of all documents', () => {
  test('lists and counts are right while no block is made', expectAgreement);

  test('lists and counts are right with blocks, some of them with undecided documents', async () => {
    await build();
    const { total, signed, gaps } = await blocks();
    expect(gaps).toBe(0);
    expect(total).toBeGreaterThan((count * 0.8) / blockSize - 2);
    expect(signed).toBeLessThan(total);
    await expectAgreement();
  });

  test('lists and counts are right after the verdicts, once the blocks are signed', async () => {
    await db.tenant(empresaId, (tx) =>
      sql`update documento set estado = 'aceptado_condicional' where empresa_id = ${empresaId} and estado = 'enviado'
        and orden % 10 < 9`.execute(tx),
    );
    await expectAgreement();
    await build();
    expect((await blocks()).signed).toBeGreaterThan(0);
    await expectAgreement();
  });

  test('lists and counts are right after changes of documents that were decided', async () => {
    await db.tenant(empresaId, async (tx) => {
      const some = (remainder: number) => sql`empresa_id = ${empresaId} and orden % 17 = ${remainder}`;
      await sql`update documento set razon_comprador = 'Zapatería Wxq' where ${some(1)}`.execute(tx);
      await sql`update documento set track_id = 'qqq' || orden where ${some(2)}`.execute(tx);
      await sql`update documento set estado = 'rechazado', tipo = 47 where ${some(3)}`.execute(tx);
      await sql`update documento set fecha_emision = '2025-01-01', ambiente = 'certecf' where ${some(4)}`.execute(tx);
    });
    await expectAgreement();
    await build();
    await expectAgreement();
  });

  test('lists and counts are right after documents of closed blocks enter the list, and others leave it', async () => {
    await db.tenant(empresaId, async (tx) => {
      await sql`update documento set xml = '<ECF/>', xml_sha256 = '\\x00', estado = 'firmado', track_id = 'zz' || orden
        where empresa_id = ${empresaId} and xml_sha256 is null and orden % 2 = 0`.execute(tx);
      await sql`update documento set resume_a = null where empresa_id = ${empresaId} and orden % 3 = 0`.execute(tx);
      await sql`update documento set resume_a = id where empresa_id = ${empresaId} and orden % 13 = 0`.execute(tx);
      await sql`delete from documento where empresa_id = ${empresaId} and orden % 19 = 0`.execute(tx);
    });
    await expectAgreement();
    await build();
    await expectAgreement();
  });

  test('lists and counts are right after more documents were issued', async () => {
    const { total } = await blocks();
    await db.tenant(empresaId, (tx) => insert(tx, empresaId, 200));
    await expectAgreement();
    await build();
    expect((await blocks()).total).toBeGreaterThan(total + 2);
    await expectAgreement();
  });
});

test('every closed block whose documents were all decided has a signature, which excludes what it lacks', async () => {
  await build();
  const { rows } = await db.tenant(empresaId, (tx) =>
    sql<{ undecided: number }>`
      select count(*) filter (where d.estado not in (${sql.join([...estadosFinales].map((e) => sql.lit(e)))}))::integer as undecided
      from documento_bloque b join documento d on d.empresa_id = b.empresa_id and d.orden between b.primero and b.ultimo
        and d.xml_sha256 is not null and d.resume_a is null
      where b.empresa_id = ${empresaId} and b.firma is null
        and b.primero < (select max(primero) from documento_bloque where empresa_id = ${empresaId})
      group by b.primero`.execute(tx),
  );
  expect(rows.filter(({ undecided }) => undecided === 0)).toEqual([]);
});

test('a document younger than 15 minutes stays out of the blocks: one before it may still be committed', async () => {
  const { total } = await blocks();
  await db.tenant(empresaId, (tx) => insert(tx, empresaId, 200, new Date(now.getTime() - 14 * 60_000)));
  await build();
  expect((await blocks()).total - total).toBeLessThan(2);
});

// The embedded database has one writer, so no other transaction is open while blocks are made.
if (process.env.TEST_DATABASE_URL !== undefined)
  test('a document that changes while the blocks are made is listed with its new values', async () => {
    await db.tenant(other, (tx) => insert(tx, other, 100, undefined, 'aceptado'));
    let changing: Promise<void> | undefined;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const changed = new Promise<void>((resolve, reject) => {
      const change = db.tenant(other, async (tx) => {
        await sql`update documento set razon_comprador = 'Cambio pendiente' where empresa_id = ${other} and id = (
          select id from documento d where empresa_id = ${other} and estado = 'aceptado' and resume_a is null and orden >= (
            select max(primero) from documento_bloque where empresa_id = ${other})
          order by orden limit 1)`.execute(tx);
        resolve();
        await ended;
      });
      change.then(end, reject);
      changing = change;
    });
    await changed;
    await build();
    end();
    await changing;
    await build();
    const filter = { buscar: 'cambio pend' };
    expect((await db.tenant(other, (tx) => countMatches(tx, other, filter, 10))).comprobantes).toBe(1);
  });
