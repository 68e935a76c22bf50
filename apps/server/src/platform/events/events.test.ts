import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { listAnchors, readAnchors, writeAnchor } from './anchors.ts';
import { type NewEvent, type RememberedSeals, verifyChain } from './events.ts';
import { createSeals, keylessSeal } from './seals.ts';

const server = withServer();
let company: Stranger;
/** The number of events left by the creation of a company. */
let before: number;

beforeEach(async () => {
  company = await stranger(server, bare);
  before = (await stored()).length;
});

const append = (...events: NewEvent[]) =>
  server.ctx.db.tenant(company.id, (tx) => server.ctx.events.append(tx, company.id, events));
const verify = async (remembered?: RememberedSeals) => (await verifyChain(server.ctx, company.id, remembered)).broken;
const stored = () =>
  server.ctx.db.tenant(company.id, (tx) => tx.selectFrom('evento').selectAll().orderBy('seq').execute());

/** Changes that are possible only with direct access to the database. */
const tamper = (statement: ReturnType<typeof sql>) =>
  server.ctx.db.owner(async (tx) => {
    for (const table of ['evento', 'evento_cabeza'])
      await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
    await statement.execute(tx);
    for (const table of ['evento', 'evento_cabeza'])
      await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
  });

const some = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, i) => ({
    tipo: 'importacion',
    datos: { z: i, a: ['ñ', 1.5, null, { y: 1, b: 2 }] },
  }));

test('events are numbered without gaps, and the record verifies', async () => {
  await append(...some(3));
  await append(
    { tipo: 'autoridad', sujeto: company.usuarioId, datos: 'texto' },
    { tipo: 'configuracion', datos: undefined },
  );
  const rows = await stored();
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
  expect(rows.slice(before + 3).map(({ tipo, datos }) => [tipo, datos])).toEqual([
    ['autoridad', 'texto'],
    ['configuracion', null],
  ]);
  expect(await verify()).toBeUndefined();
});

test('simultaneous events of one company are recorded one after another', async () => {
  await Promise.all(Array.from({ length: 20 }, () => append(...some(2))));
  expect(await stored()).toHaveLength(before + 40);
  expect(await verify()).toBeUndefined();
});

test('a transaction that fails records nothing', async () => {
  const failed = server.ctx.db.tenant(company.id, async (tx) => {
    await server.ctx.events.append(tx, company.id, some(2));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await stored()).toHaveLength(before);
  expect(await verify()).toBeUndefined();
});

test('a changed entry is detected and located', async () => {
  await append(...some(10));
  const seq = before + 4;
  await tamper(sql`update evento set datos = '{"z": 99}' where empresa_id = ${company.id} and seq = ${seq}`);
  expect(await verify()).toEqual({ seq, what: 'alterado' });
});

test('a removed entry is detected and located, also the last one', { tags: ['P4.10'] }, async () => {
  await append(...some(10));
  await tamper(sql`delete from evento where empresa_id = ${company.id} and seq = ${before + 10}`);
  expect(await verify()).toEqual({ seq: before + 10, what: 'falta' });
  await tamper(sql`delete from evento where empresa_id = ${company.id} and seq = ${before + 2}`);
  expect(await verify()).toEqual({ seq: before + 2, what: 'falta' });
});

test('entries from before records had keys still verify, and cannot be changed', async () => {
  await append(...some(3));
  await forgeWithoutKey(before + 3);
  await append(...some(2));
  expect(await verify()).toBeUndefined();
  await tamper(sql`update evento set tipo = 'autoridad' where empresa_id = ${company.id} and seq = ${before + 2}`);
  expect(await verify()).toEqual({ seq: before + 2, what: 'alterado' });
});

/** Rewrites the chain up to an entry using only the contents of the database: hashes without the key. */
async function forgeWithoutKey(last: number, change: (seq: number, datos: unknown) => unknown = (_, datos) => datos) {
  let hash: Buffer = Buffer.alloc(32);
  for (const row of (await stored()).filter(({ seq }) => seq <= last)) {
    const datos = change(row.seq, row.datos);
    hash = keylessSeal(hash, { ...row, empresaId: company.id, json: canonical(datos) });
    await tamper(sql`
      update evento set hash = ${hash}, datos = ${JSON.stringify(datos)}::jsonb
      where empresa_id = ${company.id} and seq = ${row.seq}`);
  }
  await tamper(sql`
    update evento_cabeza set hash = ${hash}, seq = ${last}, llave_desde = ${last}, sello = null
    where empresa_id = ${company.id}`);
}

/** JSON with the members of objects sorted. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

describe('a record whose end is anchored outside', () => {
  let folder: string;
  const remembered = () => readAnchors(server.ctx.seals, folder);
  const verifyAnchored = () => verify(remembered().records.get(company.id));
  const anchor = (day: number) => writeAnchor(server.ctx, folder, new Date(Date.UTC(2026, 10, day, 12)));

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'timbre-anclas-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await append(...some(10));
    await anchor(1);
    await append(...some(5));
    expect(await verifyAnchored()).toBeUndefined();
  });

  const last = () => before + 15;
  test.each<[string, () => Promise<unknown>]>([
    [
      'the data of an entry changed',
      () => tamper(sql`update evento set datos = '{"z": 7}' where empresa_id = ${company.id} and seq = ${before + 3}`),
    ],
    [
      'the time of an entry changed',
      () =>
        tamper(sql`
          update evento set en = en - interval '1 day' where empresa_id = ${company.id} and seq = ${before + 3}`),
    ],
    [
      'the kind of an entry changed',
      () => tamper(sql`update evento set tipo = 'autoridad' where empresa_id = ${company.id} and seq = ${before + 3}`),
    ],
    [
      'an entry taken out of the middle',
      () => tamper(sql`delete from evento where empresa_id = ${company.id} and seq = ${before + 3}`),
    ],
    [
      'an entry added at the end',
      () =>
        tamper(sql`
          insert into evento (empresa_id, seq, tipo, datos, en, hash)
          select empresa_id, ${last() + 1}, tipo, datos, en, hash from evento
          where empresa_id = ${company.id} and seq = ${last()}`),
    ],
    [
      'two entries swapped',
      () =>
        tamper(sql`
          update evento e set datos = o.datos, hash = o.hash from evento o
          where e.empresa_id = ${company.id} and o.empresa_id = e.empresa_id
            and e.seq in (${before + 1}, ${before + 2}) and o.seq = ${2 * before + 3} - e.seq`),
    ],
    [
      'an entry changed and every later hash made anew',
      () => forgeWithoutKey(last(), (seq, datos) => (seq === before + 3 ? { z: 7 } : datos)),
    ],
    [
      'the tail cut off together with its end',
      async () => {
        await tamper(sql`delete from evento where empresa_id = ${company.id} and seq > ${before + 4}`);
        await tamper(sql`
          update evento_cabeza c set seq = e.seq, hash = e.hash from evento e
          where c.empresa_id = ${company.id} and e.empresa_id = c.empresa_id and e.seq = ${before + 4}`);
      },
    ],
    [
      'the whole record removed',
      async () => {
        await tamper(sql`delete from evento where empresa_id = ${company.id}`);
        await tamper(sql`delete from evento_cabeza where empresa_id = ${company.id}`);
      },
    ],
    [
      'an earlier state of the whole record put back, with its seal',
      async () => {
        await tamper(sql`delete from evento where empresa_id = ${company.id} and seq > ${before + 4}`);
        const { hash } = (await stored()).at(-1)!;
        const sello = server.ctx.seals.head({ empresaId: company.id, seq: before + 4, hash, llaveDesde: 0 });
        await tamper(sql`
          update evento_cabeza set seq = ${before + 4}, hash = ${hash}, sello = ${sello} where empresa_id = ${company.id}`);
      },
    ],
  ])('the record does not verify: %s', async (_what, spoil) => {
    await spoil();
    expect(await verifyAnchored()).toBeDefined();
  });

  test('an anchor is written once a day, signed, and bound to the one before', async () => {
    expect(await anchor(1)).toBeUndefined();
    expect(await anchor(2)).toBe(join(folder, '2026-11-02.json'));
    expect(await anchor(3)).toBe(join(folder, '2026-11-03.json'));
    expect(listAnchors(folder)).toEqual(['2026-11-01.json', '2026-11-02.json', '2026-11-03.json']);
    expect(remembered().problems).toEqual([]);
    rmSync(join(folder, '2026-11-02.json'));
    expect(remembered().problems).toEqual(['falta un ancla anterior a 2026-11-03.json, o fue cambiada']);
  });

  test('an anchor that was changed, or signed by another installation, is not trusted', () => {
    const file = join(folder, '2026-11-01.json');
    const [text = '', signature] = readFileSync(file, 'utf8').split('\n');
    const shorter = text.replace(`"${company.id}",${before + 10}`, `"${company.id}",${before + 4}`);
    expect(shorter).not.toBe(text);
    const problem = ['el ancla 2026-11-01.json no está firmada por esta plataforma'];
    writeFileSync(file, `${shorter}\n${signature}\n`);
    expect(remembered()).toMatchObject({ problems: problem });
    expect(remembered().records.size).toBe(0);
    const stranger = createSeals(createHash('sha256').update('otra').digest());
    writeFileSync(file, `${shorter}\n${stranger.sign(shorter).toString('base64')}\n`);
    expect(remembered().problems).toEqual(problem);
  });
});

test('two swapped entries are detected', { tags: ['P4.10'] }, async () => {
  await append(...some(4));
  await tamper(sql`
    update evento e set datos = o.datos, hash = o.hash from evento o
    where e.empresa_id = ${company.id} and o.empresa_id = e.empresa_id
      and e.seq in (${before + 1}, ${before + 2}) and o.seq = ${2 * before + 3} - e.seq`);
  expect(await verify()).toEqual({ seq: before + 1, what: 'alterado' });
});

test('the record is verified in pages', async () => {
  await append(...some(4_500));
  expect(await verify()).toBeUndefined();
});
