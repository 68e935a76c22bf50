import { CFB } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { readDirectory } from './directory.ts';
import { crc32, storedZip } from './stored-zip.ts';
import { isAsWritten } from './write-zip.ts';

test('the checksum is that of the standard', () =>
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926));

test('a package opens with another reader, each file as it was; a repeated name gets a number', async () => {
  const files = [
    { name: 'Contrato-firmado.pdf', blob: new Blob([new Uint8Array([0, 255, 10, 13])]) },
    { name: 'carta.txt.p7m', blob: new Blob(['ñandú']) },
    { name: 'carta.txt.p7m', blob: new Blob(['otra']) },
  ];
  const bytes = await (await storedZip(files, new Date(2026, 10, 24, 9, 30))).arrayBuffer();
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

test('a name that is not in ASCII is marked as UTF-8, and an ASCII one is not', async () => {
  const flagsOf = async (name: string) => {
    const blob = await storedZip([{ name, blob: new Blob(['a']) }], new Date(2026, 10, 24, 9, 30));
    const bytes = Buffer.from(await blob.arrayBuffer());
    const entries = [...readDirectory(bytes, 1).values()];
    expect(entries.map((entry) => entry.name)).toEqual([name]);
    expect(isAsWritten(bytes, entries)).toBe(true);
    return [bytes.readUInt16LE(6), bytes.readUInt16LE(entries[0]!.packedSize + 30 + Buffer.byteLength(name) + 8)];
  };
  expect(await flagsOf('señal ☎.pdf')).toEqual([0x0800, 0x0800]);
  expect(await flagsOf('carta.pdf')).toEqual([0, 0]);
});
