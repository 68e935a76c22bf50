import { CFB } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { crc32, zipOf } from './zip.ts';

test('the sum of the standard', () => expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926));

test('a package opens with another reader, each file as it was; a repeated name gets a number', async () => {
  const files = [
    { name: 'Contrato-firmado.pdf', blob: new Blob([new Uint8Array([0, 255, 10, 13])]) },
    { name: 'carta.txt.p7m', blob: new Blob(['ñandú']) },
    { name: 'carta.txt.p7m', blob: new Blob(['otra']) },
  ];
  const bytes = await (await zipOf(files, new Date(2026, 10, 24, 9, 30))).arrayBuffer();
  const { FileIndex } = CFB.read(Buffer.from(bytes), { type: 'buffer' }) as {
    FileIndex: readonly { name: string; size: number; content: Uint8Array }[];
  };
  // The reader adds a file of its own as a marker, which is not in the package.
  const ownFiles = FileIndex.filter(({ name, size }) => size > 0 && name !== '\u0001Sh33tJ5');
  const read = ownFiles.map(({ name, content }) => [name, [...Buffer.from(content)]]);
  expect(read).toEqual([
    ['Contrato-firmado.pdf', [0, 255, 10, 13]],
    ['carta.txt.p7m', [...Buffer.from('ñandú')]],
    ['carta.txt (2).p7m', [...Buffer.from('otra')]],
  ]);
});
