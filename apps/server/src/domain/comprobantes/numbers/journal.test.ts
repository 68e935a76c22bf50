import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { fillDisk } from '../../../main/testing/full-disk.ts';
import { openJournal } from './journal.ts';

const serie = { ambiente: 'testecf', rncEmisor: '131246796', tipo: 31 };
let file: string;
beforeEach(async () => {
  file = join(await mkdtemp(join(tmpdir(), 'timbre-diario-')), 'emision', 'diario.log');
});

describe('the issue journal', () => {
  test('the journal has the highest number of each series after it is opened again', async () => {
    const journal = await openJournal(file);
    await journal.record([
      { ...serie, numero: 5 },
      { ...serie, numero: 7 },
      { ...serie, tipo: 32, numero: 2 },
    ]);
    await journal.record([{ ...serie, numero: 6 }]);
    await journal.close();
    const again = await openJournal(file);
    expect(again.highest()).toEqual([
      { ...serie, numero: 7 },
      { ...serie, tipo: 32, numero: 2 },
    ]);
    await again.close();
  });

  test('a number is in the file of the journal once record resolves', async () => {
    const journal = await openJournal(file);
    await Promise.all([1, 2, 3, 4].map((numero) => journal.record([{ ...serie, numero }])));
    expect(await readFile(file, 'utf8')).toContain('testecf 131246796 31 4\n');
    await journal.close();
  });

  test('concurrent records of several series are all in the journal', async () => {
    const journal = await openJournal(file);
    const tipos = [31, 32, 33, 34];
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => journal.record([{ ...serie, tipo: tipos[i % 4]!, numero: i + 1 }])),
    );
    expect(journal.highest().map((e) => e.numero)).toEqual([197, 198, 199, 200]);
    await journal.close();
  });

  test('a last line torn by a crash is ignored', async () => {
    const journal = await openJournal(file);
    await journal.record([{ ...serie, numero: 9 }]);
    await journal.close();
    await appendFile(file, 'testecf 1312467');
    const again = await openJournal(file);
    expect(again.highest()).toEqual([{ ...serie, numero: 9 }]);
    await again.close();
  });

  test('a journal damaged in its middle is refused', async () => {
    const journal = await openJournal(file);
    await journal.close();
    await writeFile(file, 'basura\ntestecf 131246796 31 4\n');
    await expect(openJournal(file)).rejects.toThrow('línea 1');
  });

  test('a failure to write the journal is reported, its half line is cut off, and the rest is written later', async () => {
    const journal = await openJournal(file);
    await journal.record([{ ...serie, numero: 3 }]);
    const full = fillDisk();
    await expect(journal.record([{ ...serie, numero: 12345 }])).rejects.toThrow('ENOSPC');
    expect(journal.isWritable()).toBe(false);
    await expect(journal.ready()).rejects.toThrow('ENOSPC');
    expect(journal.highest()).toEqual([{ ...serie, numero: 3 }]);

    full.free();
    await journal.ready();
    expect(journal.isWritable()).toBe(true);
    await journal.record([{ ...serie, tipo: 32, numero: 1 }]);
    await journal.close();
    const again = await openJournal(file);
    expect(again.highest()).toEqual([
      { ...serie, numero: 12345 },
      { ...serie, tipo: 32, numero: 1 },
    ]);
    await again.close();
  });
});
