import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testClock } from '../../main/testing/clock.ts';
import { freshDatabase, type TestDatabase } from '../../main/testing/database.ts';
import { newId } from '../../platform/db/id.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { ImportBusy, importRegister } from './import-register.ts';
import { readImportacion, readRegistro } from './import-repo.ts';
import { inventedCedula, inventedRNC, lineOf } from './invented.ts';
import { ensureInventedRegister } from './load-invented.ts';
import { readInWorker } from './read-in-worker.ts';
import { readRegister } from './read-register.ts';
import { RegisterRefused } from './register-refused.ts';
import { findByNumber, planOf, search } from './search.ts';
import { byIndexesOnly, queriesOf } from './search-repo.ts';

let database: TestDatabase;
let db: Db;
const clock = testClock();

beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const taxpayer = (rnc: string, name: string, state = 'ACTIVO', trade = '') =>
  lineOf([rnc, name, trade, 'COMERCIO', '01/01/2000', state, 'NORMAL']);

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text, 'latin1');
}

const importText = (text: string, sujeto = newId(new Date()), archivo = 'DGII_RNC.TXT') =>
  importRegister({ db, clock }, { sujeto, archivo, read: ({ onBatch }) => readRegister(bytesOf(text), onBatch) });

/** Some thousands of taxpayers, so that query plans are those of a large table. */
const many = (count: number, name = 'NEGOCIO') =>
  Array.from({ length: count }, (_, n) => taxpayer(inventedRNC(n), `${name} ${n.toString(36)} SRL`)).join('');

const namesOf = async (text: string) => (await search(db, text))?.map(({ nombre }) => nombre);

describe('while there is no register', () => {
  test('a search without a register has no result, and the register of the demonstration is imported', async () => {
    expect(await search(db, 'colmado')).toBeUndefined();
    expect(await findByNumber(db, '199000005')).toBeUndefined();
    await ensureInventedRegister({ db, clock });
    expect(await namesOf('constru palma')).toContain('CONSTRUCTORA PALMA ALTA SRL');
    const { filas, rechazadas, repetidas } = await db.system(readRegistro);
    expect({ filas, rechazadas, repetidas }).toEqual({ filas: 205, rechazadas: 0, repetidas: 0 });
  });
});

describe('a search', () => {
  const [ferreteria, inactive, other, person] = [
    inventedRNC(9001),
    inventedRNC(9002),
    inventedRNC(9003),
    inventedCedula(9),
  ];

  beforeAll(async () => {
    const named = [
      taxpayer(other, 'COMERCIAL FERRETERÍA EL YAQUE, S.R.L.'),
      taxpayer(inactive, 'FERRETERIA EL YAQUE VIEJO SA', 'SUSPENDIDO'),
      taxpayer(ferreteria, 'FERRETERÍA EL YAQUE SRL', 'ACTIVO', 'LA PEÑA'),
      taxpayer(person, 'MARÍA NÚÑEZ YAQUE'),
    ];
    await importText(many(8_000) + named.join(''));
  });

  test('a search matches words by their beginnings, in any order, without case and accents', async () => {
    for (const text of ['ferre yaque', 'YAQUE FERRETERÍA', 'el ferreteria ya', 'yáque férre'])
      expect(await namesOf(text)).toEqual(
        expect.arrayContaining(['FERRETERÍA EL YAQUE SRL', 'COMERCIAL FERRETERÍA EL YAQUE, S.R.L.']),
      );
    expect(await namesOf('nunez maria')).toEqual(['MARÍA NÚÑEZ YAQUE']);
    expect(await namesOf('yaque srl')).toEqual(['COMERCIAL FERRETERÍA EL YAQUE, S.R.L.', 'FERRETERÍA EL YAQUE SRL']);
    expect(await namesOf('pena ferre')).toEqual(['FERRETERÍA EL YAQUE SRL']);
    expect(await namesOf('ferre yaque zzz')).toEqual([]);
  });

  test('a search lists names that begin with the text first, and active ones before the others', async () => {
    expect(await namesOf('ferreteria el yaque')).toEqual([
      'FERRETERÍA EL YAQUE SRL',
      'FERRETERIA EL YAQUE VIEJO SA',
      'COMERCIAL FERRETERÍA EL YAQUE, S.R.L.',
    ]);
    expect(await namesOf('ya ferr')).toEqual([
      'COMERCIAL FERRETERÍA EL YAQUE, S.R.L.',
      'FERRETERÍA EL YAQUE SRL',
      'FERRETERIA EL YAQUE VIEJO SA',
    ]);
  });

  test('a search matches a number by its beginning, with or without hyphens, the whole one first', async () => {
    const dashed = `${ferreteria.slice(0, 1)}-${ferreteria.slice(1, 3)}-${ferreteria.slice(3, 8)}-${ferreteria.slice(8)}`;
    expect(await namesOf(dashed)).toEqual(['FERRETERÍA EL YAQUE SRL']);
    expect(await namesOf(person.slice(0, 10))).toContain('MARÍA NÚÑEZ YAQUE');
    expect((await findByNumber(db, dashed))?.[0]?.nombre).toBe('FERRETERÍA EL YAQUE SRL');
    expect(await findByNumber(db, '199999990')).toEqual([]);
  });

  test('a search returns twenty at most, and nothing for a text without a letter or digit', async () => {
    for (const text of ['negocio', 's', 'srl negocio', '1990']) expect(await namesOf(text)).toHaveLength(20);
    for (const text of ['', ' - ', "':* | !", '漢字', '%']) expect(await namesOf(text)).toEqual([]);
  });

  test('a search reads no table from end to end', async () => {
    const { tabla } = await db.system(readRegistro);
    const queries = queriesOf(tabla!);
    const all = {
      number: queries.byNumber(ferreteria),
      'beginning of a number': queries.byNumberBeginning('1990'),
      'beginning of a name': queries.byNameBeginning('ferreteria el'),
      words: queries.byWords(['ferre'], []),
      'words, some checked': queries.byWords(['yaque'], ['srl']),
      'names in order': queries.byWalking(['srl']),
    };
    for (const [name, query] of Object.entries(all)) {
      const plan = await db.system(async (tx) => {
        await byIndexesOnly(tx);
        const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(tx);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      expect([name, plan]).not.toEqual([name, expect.stringContaining('Seq Scan')]);
      expect([name, plan]).toEqual([name, expect.stringMatching(/Index (Only )?Scan/)]);
    }
  });
});

describe('the plan of a search', () => {
  const comunes = { srl: 220_000, maria: 60_000, perez: 40_000, comercial: 90_000 };
  const filas = 737_000;

  test('rare words are searched first; common ones are checked in the rows', () => {
    expect(planOf(['srl', 'yaque'], comunes, filas)).toEqual({ walk: false, seek: ['yaque'], check: ['srl'] });
    expect(planOf(['yaque', 'ferre'], comunes, filas)).toEqual({ walk: false, seek: ['yaque', 'ferre'], check: [] });
  });

  test('the rarest of common words are searched, after the first names where enough of them have the words', () => {
    expect(planOf(['maria'], comunes, filas)).toEqual({ walk: true, seek: ['maria'], check: [] });
    expect(planOf(['maria', 'srl'], comunes, filas)).toEqual({ walk: true, seek: ['maria'], check: ['srl'] });
    expect(planOf(['maria', 'perez'], comunes, filas)).toEqual({ walk: false, seek: ['perez', 'maria'], check: [] });
  });
});

describe('an import', () => {
  const old = taxpayer(inventedRNC(1), 'NEGOCIO VIEJO SRL');

  beforeEach(async () => {
    await importText(old);
  });

  test('an import replaces the earlier register, also when nothing changed', async () => {
    for (let time = 0; time < 3; time++) {
      await importText(taxpayer(inventedRNC(2), 'NEGOCIO NUEVO SRL'));
      expect(await namesOf('negocio')).toEqual(['NEGOCIO NUEVO SRL']);
    }
    const { filas, archivo, importado } = await db.system(readRegistro);
    expect({ filas, archivo, importado }).toEqual({ filas: 1, archivo: 'DGII_RNC.TXT', importado: clock.now() });
  });

  test('an import leaves one table filled: the other is emptied for the next', async () => {
    const counts = await db.system(async (tx) => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from contribuyente_0 union all select count(*) from contribuyente_1`.execute(tx);
      return rows.map(({ n }) => n).sort();
    });
    expect(counts).toEqual([0, 1]);
  });

  test('an import stores the first of two lines with one number, and counts the other', async () => {
    const { filas, repetidas } = await importText(old + taxpayer(inventedRNC(1), 'OTRO NOMBRE'));
    expect({ filas, repetidas }).toEqual({ filas: 1, repetidas: 1 });
    expect(await namesOf('negocio')).toEqual(['NEGOCIO VIEJO SRL']);
  });

  test.each([
    ['without a taxpayer', '', 'no tiene ningún contribuyente'],
    ['of another form', `${many(50)}${'mal\n'.repeat(10)}`, '10 no tienen la forma'],
  ])(
    'an import of a file %s is refused: the old register stays, and the failure is recorded',
    async (_, text, says) => {
      await expect(importText(text)).rejects.toThrow(RegisterRefused);
      expect(await namesOf('negocio')).toEqual(['NEGOCIO VIEJO SRL']);
      const { sujeto, fallo } = await db.system(readImportacion);
      expect([sujeto, fallo]).toEqual([null, expect.stringContaining(says)]);
    },
  );

  test('an import that dies in the middle leaves the old register, and the next one begins again', async () => {
    const sujeto = newId(new Date());
    let stored = 0;
    const died = importRegister(
      { db, clock },
      {
        sujeto,
        archivo: 'a.txt',
        async read({ onBatch }) {
          await readRegister(bytesOf(many(6_000, 'A MEDIAS')), async (batch) => {
            await onBatch(batch);
            stored += batch.rows;
            throw new Error('power cut');
          });
          throw new Error('unreachable');
        },
      },
    );
    await expect(died).rejects.toThrow('power cut');
    expect(stored).toBe(5_000);
    expect(await namesOf('negocio')).toEqual(['NEGOCIO VIEJO SRL']);
    expect(await namesOf('medias')).toEqual([]);
    // Another import waits until the run is certainly dead; the same upload begins again at once.
    await expect(importText(old)).rejects.toThrow(ImportBusy);
    await importText(taxpayer(inventedRNC(3), 'NEGOCIO REPUESTO SRL'), sujeto);
    expect(await namesOf('negocio')).toEqual(['NEGOCIO REPUESTO SRL']);
    expect(await namesOf('medias')).toEqual([]);
  });

  test('an import that was overtaken stores nothing more', async () => {
    const sujeto = newId(new Date());
    const overtaken = importRegister(
      { db, clock },
      {
        sujeto,
        archivo: 'a.txt',
        read: ({ onBatch }) =>
          readRegister(bytesOf(many(6_000, 'LENTO')), async (batch) => {
            clock.advance(61_000);
            await importText(taxpayer(inventedRNC(4), 'NEGOCIO RÁPIDO SRL'));
            await onBatch(batch);
          }),
      },
    );
    await expect(overtaken).rejects.toThrow(ImportBusy);
    expect(await namesOf('negocio')).toEqual(['NEGOCIO RÁPIDO SRL']);
    expect(await namesOf('lento')).toEqual([]);
  });

  test('an import reads a file in a thread of its own, and reports its progress', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-rnc-'));
    const path = join(folder, 'DGII_RNC.TXT');
    writeFileSync(path, Buffer.from(many(7_000, 'ÑANDÚ'), 'latin1'));
    const progress: number[] = [];
    const { filas } = await importRegister(
      { db, clock },
      {
        sujeto: newId(new Date()),
        archivo: 'DGII_RNC.TXT',
        read: (reading) => readInWorker({ path }, reading),
        onProgress: (read, total) => progress.push(read / total),
      },
    );
    rmSync(folder, { recursive: true });
    expect(filas).toBe(7_000);
    expect(progress).toEqual([progress[0], 1]);
    expect((await namesOf('nandu 5'))?.[0]).toBe('ÑANDÚ 5 SRL');
  });
});
