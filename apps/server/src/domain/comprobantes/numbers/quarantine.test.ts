import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { withServer } from '../../../main/testing/server.ts';
import { bare, stranger } from '../../../main/testing/stranger.ts';
import { announceLost, confirmLoss } from './continuity.ts';
import { type Journal, openJournal, readJournal } from './journal.ts';
import { openQuarantine, type Quarantine } from './quarantine.ts';

const server = withServer();
const serie = { ambiente: 'testecf', rncEmisor: '131246796', tipo: 31 };

/** A number that was issued: without one a new journal needs no confirmation. */
beforeAll(async () => {
  const { id } = await stranger(server, { ...bare, certificado: true });
  await server.ctx.db.system((tx) =>
    sql`insert into numero_conciliado (empresa_id, ambiente, rnc_emisor, tipo, numero, estado, en)
      select id, 'testecf', rnc, 32, 1, 'aceptado', now() from empresa where id = ${id}`.execute(tx),
  );
});

let folder: string;
let open: Quarantine[];
let journals: Journal[];
let warnings: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'timbre-cuarentena-'));
  open = [];
  journals = [];
  warnings = [];
  await server.ctx.db.system((tx) => sql`delete from diario`.execute(tx));
});
afterEach(async () => {
  await closeAll();
  await rm(folder, { recursive: true });
});

async function closeAll(): Promise<void> {
  for (const each of [...open.splice(0), ...journals.splice(0)]) await each.close();
}

async function begin(name: string): Promise<Journal> {
  const journal = await openJournal(join(folder, name, 'emision.diario'));
  journals.push(journal);
  return journal;
}

async function quarantineOf(journal: Journal): Promise<Quarantine> {
  const { db, events } = server.ctx;
  const quarantine = await openQuarantine({ db, events, journal, onWarning: ({ message }) => warnings.push(message) });
  open.push(quarantine);
  return quarantine;
}

/** Whether a transaction may number; else the code of the refusal. */
const mayIssue = (quarantine: Quarantine): Promise<string> =>
  server.ctx.db
    .system((tx) => quarantine.demandSame(tx))
    .then(
      () => 'sí',
      (error: { code: string }) => error.code,
    );

test('a comparison begun by an emission runs beside its transaction, and the next emission can number', async () => {
  const journal = await begin('propio');
  await confirmLoss(server.ctx.db, server.ctx.events, journal.id);
  const quarantine = await quarantineOf(journal);
  expect(await mayIssue(quarantine)).toBe('sí');
  await journal.record([{ ...serie, numero: 5 }]);
  expect(await server.ctx.db.system((tx) => quarantine.knows(tx, serie, 1))).toBe(false);
  await expect.poll(() => mayIssue(quarantine)).toBe('sí');
  expect(quarantine.list()).toEqual([{ ...serie, numero: 5 }]);
  expect(warnings).toEqual([]);
});

test('a new journal in place of a lost one can issue once it is confirmed, before or after its process began', async () => {
  const { db, events } = server.ctx;
  for (const order of ['confirmado antes', 'confirmado después']) {
    await quarantineOf(await begin(`perdido ${order}`));
    await closeAll();
    const journal = await begin(`nuevo ${order}`);
    if (order === 'confirmado antes') await confirmLoss(db, events, journal.id);
    const quarantine = await quarantineOf(journal);
    if (order === 'confirmado después') {
      expect(quarantine.reason()).toContain('Falta el diario');
      await confirmLoss(db, events, undefined);
      await quarantine.recheck();
    }
    expect([await mayIssue(quarantine), quarantine.reason()], order).toEqual(['sí', undefined]);
    await closeAll();
  }
});

test('the journal of a process that ended without closing stops no other when embedded, on PostgreSQL for seconds', async () => {
  const { db, events } = server.ctx;
  await quarantineOf(await begin('muerto'));
  const journal = await begin('nuevo');
  // Its closing is not signalled: its timer ends, and its row stays unchanged.
  const before = await db.system(async (tx) => (await sql`select * from diario`.execute(tx)).rows);
  await open.shift()!.close();
  await db.system((tx) => sql`update diario set visto = ${(before[0] as { visto: Date }).visto}`.execute(tx));
  await confirmLoss(db, events, journal.id);
  const quarantine = await quarantineOf(journal);
  if (db.engine === 'embebida') expect(quarantine.reason()).toBeUndefined();
  await expect.poll(() => mayIssue(quarantine)).toBe('sí');
  expect(warnings).toEqual([]);
});

test('a journal that is only read lowers no series of which another journal has a higher number', async () => {
  const journal = await begin('uno');
  await journal.record([{ ...serie, rncEmisor: '131246818', numero: 12 }]);
  const higher = { ...serie, rncEmisor: '131246818', numero: 16 };
  await server.ctx.db.system((tx) => announceLost(tx, [higher]));
  const reader = await quarantineOf(await readJournal(join(folder, 'uno', 'emision.diario')));
  expect(reader.list().filter(({ rncEmisor }) => rncEmisor === higher.rncEmisor)).toEqual([higher]);
});
