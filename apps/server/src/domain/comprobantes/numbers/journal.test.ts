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
  test('remembers the highest number of each series over a reopening', async () => {
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

  test('has a number in the file once record resolves', async () => {
    const journal = await openJournal(file);
    await Promise.all([1, 2, 3, 4].map((numero) => journal.record([{ ...serie, numero }])));
    expect(await readFile(file, 'utf8')).toContain('testecf 131246796 31 4\n');
    await journal.close();
  });

  test('keeps concurrent records of several series', async () => {
    const journal = await openJournal(file);
    const tipos = [31, 32, 33, 34];
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => journal.record([{ ...serie, tipo: tipos[i % 4]!, numero: i + 1 }])),
    );
    expect(journal.highest().map((e) => e.numero)).toEqual([197, 198, 199, 200]);
    await journal.close();
  });

  test('passes over a last line torn by a crash', async () => {
    const journal = await openJournal(file);
    await journal.record([{ ...serie, numero: 9 }]);
    await journal.close();
    await appendFile(file, 'testecf 1312467');
    const again = await openJournal(file);
    expect(again.highest()).toEqual([{ ...serie, numero: 9 }]);
    await again.close();
  });

  test('refuses a journal damaged in its middle', async () => {
    const journal = await openJournal(file);
    await journal.close();
    await writeFile(file, 'basura\ntestecf 131246796 31 4\n');
    await expect(openJournal(file)).rejects.toThrow('línea 1');
  });

  test('says that it cannot be written, cuts off the half line left, and writes what it owes as soon as it can', async () => {
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
