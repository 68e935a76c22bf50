import { describe, expect, it } from 'vitest';
import { xlsxOf, zipOf } from '../../testing/workbooks.ts';
import { openZip } from './open-zip.ts';

const megabyte = 1024 * 1024;
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as { codigo?: string }).codigo ?? String(error);
  }
  return 'none';
};

describe('openZip', () => {
  it('stored and deflated parts are read, by name whatever its case', () => {
    const zip = openZip(zipOf({ 'a.xml': 'uno', 'B.xml': 'dos' }, { 'a.xml': { stored: true } }), megabyte);
    expect(zip.extract('A.XML')?.toString()).toBe('uno');
    expect(zip.extract('b.xml')?.toString()).toBe('dos');
    expect(zip.extract('c.xml')).toBeUndefined();
  });

  it('parts that a program of Windows named with backslashes are read, and the same name twice is refused', () => {
    expect(
      openZip(zipOf({ 'xl\\a.xml': 'uno' }), megabyte)
        .extract('xl/a.xml')
        ?.toString(),
    ).toBe('uno');
    expect(codeOf(() => openZip(zipOf({ 'xl\\a.xml': 'uno', 'xl/a.xml': 'dos' }), megabyte))).toBe('LIBRO-DANADO');
  });

  it('a part that inflates beyond 200 times its size is refused', () => {
    const bomb = zipOf({ 'a.xml': Buffer.alloc(8 * megabyte) }, { 'a.xml': { announcedSize: 10 } });
    expect(codeOf(() => openZip(bomb, 100 * megabyte).extract('a.xml'))).toBe('LIBRO-GRANDE');
  });

  it('the first megabyte of a part may inflate at any ratio', () => {
    const zip = openZip(zipOf({ 'a.xml': Buffer.alloc(megabyte) }), 100 * megabyte);
    expect(zip.extract('a.xml')).toHaveLength(megabyte);
  });

  it('the limit counts what all parts take together while inflating, not what they announce', () => {
    const part = Buffer.from(Array.from({ length: megabyte }, (_, i) => (i * 7919) % 251));
    const zip = openZip(
      zipOf({ a: part, b: part }, { a: { announcedSize: 1 }, b: { announcedSize: 1 } }),
      1.5 * megabyte,
    );
    expect(zip.extract('a')).toHaveLength(megabyte);
    expect(codeOf(() => zip.extract('b'))).toBe('LIBRO-GRANDE');
  });

  it('a package that announces too much is refused at once', () => {
    const zip = zipOf({ a: 'x' }, { a: { announcedSize: 200 * megabyte } });
    expect(codeOf(() => openZip(zip, 100 * megabyte))).toBe('LIBRO-GRANDE');
  });

  it('more than 200 parts are refused', () => {
    const parts = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`p${i}`, '']));
    expect(codeOf(() => openZip(zipOf(parts), megabyte))).toBe('LIBRO-GRANDE');
  });

  it('an encrypted package is reported as one with a password', () => {
    expect(codeOf(() => openZip(zipOf({ a: 'x' }, { a: { encrypted: true } }), megabyte))).toBe('LIBRO-CLAVE');
  });

  it('two parts of one name are refused', () => {
    expect(codeOf(() => openZip(zipOf({ 'a.xml': 'x', 'A.xml': 'y' }), megabyte))).toBe('LIBRO-DANADO');
  });

  it('a package cut short anywhere, and one with a wrong checksum, are refused', () => {
    const whole = xlsxOf({ ECF: [['TipoeCF'], ['31']] });
    for (let length = 0; length < whole.length; length += 37) {
      expect(codeOf(() => openZip(whole.subarray(0, length), megabyte))).toBe('LIBRO-DANADO');
    }
    const part = zipOf({ a: 'texto' }, { a: { stored: true } });
    part[31 + 2]! ^= 1;
    expect(codeOf(() => openZip(part, megabyte).extract('a'))).toBe('LIBRO-DANADO');
  });
});
