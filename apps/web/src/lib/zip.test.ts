import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crc32, zipOf } from './zip.ts';

test('the sum of the standard', () => expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926));

test('a package opens with another program, each file as it was; a repeated name gets a number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-zip-'));
  try {
    const files = [
      { name: 'Contrato-firmado.pdf', blob: new Blob([new Uint8Array([0, 255, 10, 13])]) },
      { name: 'año.txt.p7m', blob: new Blob(['ñandú']) },
      { name: 'año.txt.p7m', blob: new Blob([]) },
    ];
    const bytes = await (await zipOf(files, new Date(2026, 10, 24, 9, 30))).arrayBuffer();
    writeFileSync(join(folder, 'a.zip'), Buffer.from(bytes));
    execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'a.zip'), join(folder, 'out')]);
    const read = (name: string) => readFileSync(join(folder, 'out', name));
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['Contrato-firmado.pdf', 'año.txt (2).p7m', 'año.txt.p7m']);
    expect([...read('Contrato-firmado.pdf')]).toEqual([0, 255, 10, 13]);
    expect(read('año.txt.p7m').toString()).toBe('ñandú');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
