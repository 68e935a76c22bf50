import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openRegister } from './open-file.ts';
import { maxLineBytes, readLines } from './read-lines.ts';
import { type Batch, commonBeginnings, readRegister } from './read-register.ts';
import { RegisterRefused } from './register-refused.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesOf(bytes: Buffer, size: number) {
  const lines = [];
  for await (const group of readLines(inPieces(bytes, size))) lines.push(...group);
  return lines;
}

const lineOf = (rnc: string, nombre: string) => `${rnc}|${nombre}|||||||01/01/2000|ACTIVO|NORMAL\r\n`;

/** A package of one part, like the DGII's. */
function zipOf(name: string, text: Buffer, change: { crc?: number; size?: number; flags?: number } = {}): Buffer {
  const packed = deflateRawSync(text);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(change.flags ?? 0, 2);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(change.crc ?? crc32(text), 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(change.size ?? text.length, 18);
  head.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    Buffer.alloc(2),
    head,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}

async function readAll(bytes: Buffer) {
  const batches: Batch[] = [];
  const { chunks, total } = await openRegister({ bytes });
  const ending = await readRegister(chunks, async (batch) => {
    batches.push(batch);
  });
  return { ending, total, batches, rows: batches.reduce((sum, { rows }) => sum + rows, 0) };
}

test('lines are the same wherever the pieces end; ends may be LF or CRLF, and the last line may have none', async () => {
  const text = Buffer.from('uno\r\ndos\n\ncuatro, más larga\r\nniño', 'latin1');
  for (const size of [1, 2, 3, 7, 1_000])
    expect(await linesOf(text, size)).toEqual(['uno', 'dos', '', 'cuatro, más larga', 'niño']);
});

test('the bytes of a file are Latin-1, with the characters of Windows that it lacks', async () => {
  expect(await linesOf(Buffer.from([0xd1, 0xc9, 0x20, 0x93, 0x41, 0x94, 0x0a]), 4)).toEqual(['ÑÉ “A”']);
});

test('a line that is too long is one refused line, and those around it are read', async () => {
  const long = 'x'.repeat(maxLineBytes * 5);
  for (const size of [100, 1_999, 100_000])
    expect(await linesOf(Buffer.from(`a\n${long}\nb\n${long}`), size)).toEqual(['a', undefined, 'b', undefined]);
});

test('broken lines are left out and counted, and the first ten are listed with their reason', async () => {
  const good = lineOf('199000005', 'COLMADO Ñ SRL');
  const { ending, rows, total, batches } = await readAll(
    Buffer.from(`${good}mal\n\n${'|\n'.repeat(15)}${good}`, 'latin1'),
  );
  expect(rows).toBe(2);
  expect(total).toBe(batches.at(-1)!.read);
  expect(ending).toMatchObject({ lines: 19, refused: 16 });
  expect(ending.motivos).toHaveLength(10);
  expect(ending.motivos.slice(0, 2)).toEqual([
    { linea: 2, motivo: 'tiene 1 campos, no 11' },
    { linea: 4, motivo: 'tiene 2 campos, no 11' },
  ]);
});

test('a batch is stored after the one before it: at most one more is read', async () => {
  const text = Buffer.from(Array.from({ length: 20_000 }, () => lineOf('199000005', 'A')).join(''));
  let [storing, most] = [0, 0];
  await readRegister(inPieces(text, 64_000), async () => {
    storing += 1;
    most = Math.max(most, storing);
    await new Promise((resolve) => setImmediate(resolve));
    storing -= 1;
  });
  expect(most).toBe(1);
});

test('a failure to store ends the reading', async () => {
  const text = Buffer.from(lineOf('199000005', 'A'));
  await expect(readRegister(inPieces(text, 100), () => Promise.reject(new Error('full')))).rejects.toThrow('full');
});

test('quotes, backslashes and braces of a name are preserved in the arrays', async () => {
  const { batches } = await readAll(Buffer.from(lineOf('199000005', 'A "B" \\ {C}, NULL')));
  expect(batches[0]!.columns[1]).toBe('{"A \\"B\\" \\\\ {C}, NULL"}');
});

test('the beginnings that many words share are common, whatever the words', () => {
  const counts = new Map([
    ['maria', 6],
    ['mario', 3],
    ['martinez', 2],
    ['juan', 1],
  ]);
  expect(commonBeginnings(counts, 8)).toEqual({ m: 11, ma: 11, mar: 11, mari: 9 });
});

test('the DGII’s package is read as its text', async () => {
  const text = Buffer.from(lineOf('199000005', 'PANADERÍA NIÑA SRL'), 'latin1');
  const plain = await readAll(text);
  const packed = await readAll(zipOf('TMP/DGII_RNC.TXT', text));
  expect(packed).toEqual(plain);
  expect(plain.batches[0]!.columns[1]).toBe('{"PANADERÍA NIÑA SRL"}');
});

test.each([
  ['of another text', (text: Buffer) => zipOf('leame.doc', text), 'no contiene un solo archivo de texto'],
  ['with another checksum', (text: Buffer) => zipOf('A.TXT', text, { crc: 1 }), 'dañado'],
  ['with a password', (text: Buffer) => zipOf('A.TXT', text, { flags: 1 }), 'contraseña'],
  ['cut short', (text: Buffer) => zipOf('A.TXT', text).subarray(0, 60), 'dañado'],
  ['with other bytes', (text: Buffer) => zipOf('A.TXT', text).fill(0xff, 36, 50), 'dañado'],
])('a package %s is refused', async (_, make, says) => {
  const failure = await readAll(make(Buffer.from(lineOf('199000005', 'A').repeat(50)))).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(RegisterRefused);
  expect((failure as Error).message).toContain(says);
});
