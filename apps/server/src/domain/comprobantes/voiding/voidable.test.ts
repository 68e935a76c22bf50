import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { documentRow } from '../../../main/testing/documento.ts';
import { withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';
import type { NewRow } from '../../../platform/db/schema.ts';
import { checkLedger, type Finding } from '../ledger/ledger-check.ts';
import { lockRanges, readRanges } from '../numbers/lock-ranges.ts';
import { occupantsOf } from '../numbers/occupants.ts';
import { findSecuencia, takenFrom, usedAhead } from '../numbers/ranges-repo.ts';
import { takeNumbers } from '../numbers/take-numbers.ts';
import { listVoidable, type Run } from './voidable-repo.ts';

const server = withServer();

/** A company with a range from 1 to `hasta`, of which `siguiente` is next. */
async function furnish(hasta: number, siguiente = 1): Promise<Stranger & { rango: string }> {
  // The platform takes 50 registrations an hour.
  server.clock.advance(72_000);
  const company = await stranger(server, bare);
  const rango = newId(new Date());
  await server.ctx.db.tenant(company.id, (tx) =>
    tx
      .insertInto('secuencia')
      .values({
        empresa_id: company.id,
        id: rango,
        ambiente: 'testecf',
        tipo: 31,
        prefijo: 'E31',
        desde: 1,
        hasta,
        siguiente,
        vence: '2099-12-31',
      })
      .execute(),
  );
  return { ...company, rango };
}

const voided = (
  { id, rnc, rango }: { id: string; rnc: string; rango: string },
  { desde, hasta }: Run,
  more: Partial<NewRow<'anulacion'>> = {},
): NewRow<'anulacion'> => ({
  empresa_id: id,
  id: newId(new Date()),
  secuencia_id: rango,
  ambiente: 'testecf',
  rnc_emisor: rnc,
  tipo: 31,
  desde,
  hasta,
  cantidad: hasta - desde + 1,
  codigo_608: '08',
  estado: 'aceptado',
  xml: '<ANECF/>',
  xml_sha256: Buffer.of(1),
  firmada: new Date(),
  por: 'prueba',
  cambiada: new Date(),
  ...more,
});

/** The state of each number of a range. */
const fates = [
  'libre',
  'libre',
  'libre',
  'firmado',
  'rechazado',
  'sin firmar',
  'conciliado',
  'anulado',
  'devuelto',
] as const;
type Fate = (typeof fates)[number];

async function make(company: Stranger & { rango: string }, all: readonly Fate[]): Promise<void> {
  await server.ctx.db.tenant(company.id, async (tx) => {
    const numbersOf = (...which: Fate[]) => all.flatMap((fate, i) => (which.includes(fate) ? [i + 1] : []));
    const documents = numbersOf('firmado', 'rechazado', 'sin firmar').map((numero) => {
      const fate = all[numero - 1];
      if (fate === 'firmado') return documentRow(company, 31, numero);
      if (fate === 'sin firmar')
        return documentRow(company, 31, numero, {
          estado: 'pendiente',
          ocupa_numero: false,
          xml: null,
          xml_sha256: null,
        });
      return documentRow(company, 31, numero, { estado: 'rechazado', ocupa_numero: false, secuencia_utilizada: false });
    });
    const annulments = numbersOf('anulado', 'devuelto').map((numero) =>
      voided(
        company,
        { desde: numero, hasta: numero },
        { estado: all[numero - 1] === 'devuelto' ? 'rechazado' : 'enviado' },
      ),
    );
    if (documents.length > 0) await tx.insertInto('documento').values(documents).execute();
    if (annulments.length > 0) await tx.insertInto('anulacion').values(annulments).execute();
    for (const numero of numbersOf('conciliado'))
      await sql`insert into numero_conciliado (empresa_id, ambiente, rnc_emisor, tipo, numero, estado, en)
        values (${company.id}, 'testecf', ${company.rnc}, 31, ${numero}, 'no_encontrado', now())`.execute(tx);
  });
}

test('the numbers that can be voided, and those issued next, match a check of each number', {
  timeout: 300_000,
  tags: ['SI2.7-2'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 24 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      async (all, at, a, b) => {
        const siguiente = (at % (all.length + 1)) + 1;
        const company = await furnish(all.length, siguiente);
        await make(company, all);
        const [desde, hasta] = [(a % all.length) + 1, (b % all.length) + 1].sort((x, y) => x - y) as [number, number];
        const isVoidable = (numero: number) => numero >= siguiente && ['libre', 'devuelto'].includes(all[numero - 1]!);
        const isIssuable = (numero: number) =>
          isVoidable(numero) || (numero >= siguiente && all[numero - 1] === 'sin firmar');
        const numbers = all.map((_, i) => i + 1);
        const result = await server.ctx.db.tenant(company.id, async (tx) => {
          const range = (await findSecuencia(tx, company.id, company.rango))!;
          const ranges = await readRanges(tx, company.id, 'testecf');
          const source = { empresaId: company.id, ambiente: 'testecf', rncEmisor: company.rnc, tipo: 31 } as const;
          const held = await occupantsOf(
            tx,
            source,
            numbers.map((n) => encf(n)),
          );
          return {
            whole: await listVoidable(tx, range, company.rnc, 1_000),
            part: await listVoidable(tx, range, company.rnc, 1_000, { desde, hasta }),
            first: await listVoidable(tx, range, company.rnc, 1),
            ahead: (await usedAhead(tx, company.id, [range], company.rnc)).get(company.rango),
            taken: await takenFrom(tx, range, company.rnc),
            voided: [...held].flatMap(([eNCF, { id }]) => (id === 'anulado' ? [eNCF] : [])).sort(),
            issued: (await takeNumbers(tx, ranges, source, { count: all.length, today: '2026-03-16' })).free.map(
              ({ numero }) => numero,
            ),
          };
        });
        const spread = (runs: readonly Run[]) =>
          runs.flatMap(({ desde, hasta }) => Array.from({ length: hasta - desde + 1 }, (_, i) => desde + i));
        const voidable = numbers.filter(isVoidable);
        expect(spread(result.whole.runs)).toEqual(voidable);
        expect(result.whole.total).toBe(voidable.length);
        expect(result.first.runs).toEqual(result.whole.runs.slice(0, 1));
        expect(result.first.total).toBe(voidable.length);
        // The runs are as long as they can be.
        expect(result.whole.runs.every((run, i, runs) => i === 0 || run.desde > runs[i - 1]!.hasta + 1)).toBe(true);
        expect(spread(result.part.runs)).toEqual(voidable.filter((numero) => numero >= desde && numero <= hasta));
        expect(result.issued).toEqual(numbers.filter(isIssuable));
        const ahead = numbers.filter((numero) => numero >= siguiente && !isIssuable(numero));
        expect(result.ahead?.used ?? 0).toBe(ahead.length);
        if (result.ahead !== undefined) expect(result.ahead.next).toBe(numbers.find(isIssuable) ?? all.length + 1);
        expect(result.voided).toEqual(numbers.filter((numero) => all[numero - 1] === 'anulado').map((n) => encf(n)));
        const occupied = numbers.filter((numero) => !['libre', 'devuelto', 'sin firmar'].includes(all[numero - 1]!));
        expect(result.taken.highest).toBe(occupied.at(-1) ?? null);
      },
    ),
    { numRuns: 40 },
  );
});

const encf = (numero: number) => `E31${String(numero).padStart(10, '0')}`;

test('a run of a billion numbers is skipped as a whole', async () => {
  const company = await furnish(9_999_999_999, 5);
  await server.ctx.db.tenant(company.id, (tx) =>
    tx
      .insertInto('anulacion')
      .values(voided(company, { desde: 6, hasta: 9_999_999_990 }))
      .execute(),
  );
  const result = await server.ctx.db.tenant(company.id, async (tx) => {
    const ranges = await lockRanges(tx, company.id, 'testecf', [31]);
    const source = { empresaId: company.id, ambiente: 'testecf', rncEmisor: company.rnc, tipo: 31 } as const;
    const { free: taken } = await takeNumbers(tx, ranges, source, { count: 3, today: '2026-03-16' });
    await tx
      .insertInto('documento')
      .values(taken.map(({ numero }) => documentRow(company, 31, numero)))
      .execute();
    const range = (await findSecuencia(tx, company.id, company.rango))!;
    return { taken, left: await listVoidable(tx, range, company.rnc, 10) };
  });
  expect(result.taken.map(({ numero }) => numero)).toEqual([5, 9_999_999_991, 9_999_999_992]);
  expect(result.left).toEqual({ runs: [{ desde: 9_999_999_993, hasta: 9_999_999_999 }], total: 7 });
});

/** Runs a write and returns the SQLSTATE of its refusal; undefined if it succeeded. */
async function refusalOf(write: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

test('the database refuses a number that is voided and issued, in any order, and a decision that changes', {
  tags: ['P1.12'],
}, async () => {
  const company = await furnish(100);
  const write = (work: Parameters<typeof server.ctx.db.tenant<unknown>>[1]) => () =>
    server.ctx.db.tenant(company.id, work);
  const issue = (numero: number, more = {}) =>
    write((tx) =>
      tx
        .insertInto('documento')
        .values(documentRow(company, 31, numero, more))
        .execute(),
    );
  const annul = (desde: number, hasta: number) =>
    write((tx) => tx.insertInto('anulacion').values(voided(company, { desde, hasta })).execute());
  expect(await refusalOf(annul(10, 19))).toBeUndefined();
  expect(await refusalOf(issue(20))).toBeUndefined();
  expect(await refusalOf(issue(10))).toBe('23P01');
  expect(await refusalOf(annul(20, 29))).toBe('23P01');
  expect(await refusalOf(annul(19, 19))).toBe('23P01');
  // A document that brought its number, and is signed later; one that gets another number.
  expect(
    await refusalOf(issue(15, { estado: 'pendiente', ocupa_numero: false, xml: null, xml_sha256: null })),
  ).toBeUndefined();
  const sign = write((tx) =>
    tx
      .updateTable('documento')
      .set({ xml: '<ECF/>', xml_sha256: Buffer.of(1) })
      .where('numero', '=', 15)
      .where('empresa_id', '=', company.id)
      .execute(),
  );
  expect(await refusalOf(sign)).toBe('23P01');
  const move = write((tx) =>
    tx
      .updateTable('documento')
      .set({ numero: 11 })
      .where('numero', '=', 20)
      .where('empresa_id', '=', company.id)
      .execute(),
  );
  expect(await refusalOf(move)).toBe('23P01');
  const revive = write((tx) =>
    tx.updateTable('anulacion').set({ estado: 'rechazado' }).where('empresa_id', '=', company.id).execute(),
  );
  expect(await refusalOf(revive)).toBe('23514');
});

test('a number taken and voided at the same time is only one of the two', { tags: ['P1.12'] }, async () => {
  for (let round = 0; round < 10; round++) {
    const company = await furnish(40);
    const source = { empresaId: company.id, ambiente: 'testecf', rncEmisor: company.rnc, tipo: 31 } as const;
    const take = () =>
      server.ctx.db.tenant(company.id, async (tx) => {
        const ranges = await lockRanges(tx, company.id, 'testecf', [31]);
        const { free: taken } = await takeNumbers(tx, ranges, source, { count: 5, today: '2026-03-16' });
        await tx
          .insertInto('documento')
          .values(taken.map(({ numero }) => documentRow(company, 31, numero)))
          .execute();
      });
    const annul = (desde: number) =>
      server.ctx.db.tenant(company.id, async (tx) => {
        const range = (await findSecuencia(tx, company.id, company.rango, true))!;
        const { total } = await listVoidable(tx, range, company.rnc, 1, { desde, hasta: desde + 2 });
        if (total === 3)
          await tx
            .insertInto('anulacion')
            .values(voided(company, { desde, hasta: desde + 2 }))
            .execute();
      });
    await Promise.all([take(), annul(4), take(), annul(5), annul(10), take(), annul(14)]);
    const { rows } = await server.ctx.db.tenant(company.id, (tx) =>
      sql<{ numero: number }>`
        select numero from documento where empresa_id = ${company.id}
        union all
        select generate_series(desde, hasta) from anulacion where empresa_id = ${company.id}`.execute(tx),
    );
    const numbers = rows.map(({ numero }) => numero);
    expect(numbers.filter((numero, i) => numbers.indexOf(numero) !== i)).toEqual([]);
    expect(await findings(company)).toEqual([]);
  }
});

/** The findings of the ledger check about numbers. */
async function findings({ rnc }: Stranger): Promise<Finding[]> {
  const reported: Finding[] = [];
  const evidence = { now: server.clock.now(), autoridad: 'simulador', seals: server.ctx.seals } as const;
  await checkLedger(server.ctx.db, evidence, (finding) => reported.push(finding));
  return reported.filter((finding) => finding.rnc === rnc && ['I2', 'I12'].includes(finding.promise));
}

test('the ledger check finds numbers voided twice or also issued, and annulments that nothing sends', async () => {
  const company = await furnish(100, 8);
  // Numbers 3 to 7 were stepped over because they are voided; 1 and 2 are missing.
  await server.ctx.db.tenant(company.id, (tx) =>
    tx
      .insertInto('anulacion')
      .values([
        voided(company, { desde: 3, hasta: 7 }),
        voided(company, { desde: 20, hasta: 29 }, { estado: 'pendiente' }),
      ])
      .execute(),
  );
  expect((await findings(company)).map(({ promise, about }) => [promise, about])).toEqual([
    ['I2', `testecf ${encf(1)}`],
    ['I12', `testecf ${encf(20)}`],
  ]);
  await server.ctx.db.owner(async (tx) => {
    await sql`alter table documento disable trigger documento_no_anulado`.execute(tx);
    await sql`alter table anulacion disable trigger anulacion_sin_usar`.execute(tx);
  });
  await server.ctx.db.tenant(company.id, async (tx) => {
    await tx
      .insertInto('documento')
      .values([documentRow(company, 31, 4)])
      .execute();
    await tx
      .insertInto('anulacion')
      .values(voided(company, { desde: 7, hasta: 7 }))
      .execute();
  });
  await server.ctx.db.owner(async (tx) => {
    await sql`alter table documento enable trigger documento_no_anulado`.execute(tx);
    await sql`alter table anulacion enable trigger anulacion_sin_usar`.execute(tx);
  });
  expect((await findings(company)).map(({ promise, about }) => [promise, about]).sort()).toEqual([
    ['I12', `testecf ${encf(4)}`],
    ['I12', `testecf ${encf(7)}`],
    ['I12', `testecf ${encf(20)}`],
    ['I2', `testecf ${encf(1)}`],
  ]);
});
