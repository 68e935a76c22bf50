import { expect, test } from 'vitest';
import { decodeSingleByte } from './single-byte.ts';

/** A text as a program writes it in a table: its letters beyond ASCII are those of `letters`, in the order of `bytes`. */
const encode = (letters: string, bytes: readonly number[]) => (text: string) =>
  text.replace(/[^\0-\x7f]/g, (each) => {
    const at = letters.indexOf(each);
    expect(at, each).not.toBe(-1);
    return String.fromCharCode(bytes[at]!);
  });

const letters = 'áéíóúñüÁÉÍÓÚÑÜº¿';
const tables = {
  windows: encode(
    letters,
    [0xe1, 0xe9, 0xed, 0xf3, 0xfa, 0xf1, 0xfc, 0xc1, 0xc9, 0xcd, 0xd3, 0xda, 0xd1, 0xdc, 0xba, 0xbf],
  ),
  dos: encode(
    letters,
    [0xa0, 0x82, 0xa1, 0xa2, 0xa3, 0xa4, 0x81, 0xb5, 0x90, 0xd6, 0xe0, 0xe9, 0xa5, 0x9a, 0xa7, 0xa8],
  ),
  mac: encode(
    letters,
    [0x87, 0x8e, 0x92, 0x97, 0x9c, 0x96, 0x9f, 0xe7, 0x83, 0xea, 0xee, 0xf2, 0x84, 0x86, 0xbc, 0xc0],
  ),
};

const texts = [
  'Suplidora Ñandú SRL',
  'FERRETERÍA PEÑA, C. POR A.;131246796',
  'José Núñez Muñoz',
  'Peluquería Doña Águeda',
  'AÑO',
  'MUÑOZ & ASOCIADOS',
  'Compañía de Azúcar Ángel;B0100000001\r\nConstrucción Óptima, Edif. Nº 3',
  'Pingüino Ramírez; MÉDICO; ÁLVAREZ; PÚBLICA',
];

test.each(Object.keys(tables) as (keyof typeof tables)[])(
  'texts in the table %s are read as they were written',
  (name) => {
    for (const text of texts) expect([name, decodeSingleByte(tables[name](text)).text]).toEqual([name, text]);
  },
);

test('a table other than that of Windows is told, with a word of the text', () => {
  expect(decodeSingleByte(tables.windows('Peña'))).toEqual({ text: 'Peña' });
  expect(decodeSingleByte(tables.dos('131246796;José Peña')).aviso).toMatch(/tabla de MS-DOS \(CP850\).*«José»/);
  expect(decodeSingleByte(tables.mac('131246796;José Peña')).aviso).toMatch(/tabla de Mac \(MacRoman\).*«José»/);
});

test.each([
  [
    'names of other languages',
    'François Genève;Björk;Müller GmbH;Gonçalves;SÃO PAULO',
    /^François Genève;Björk;Müller GmbH;Gonçalves;SÃO PAULO$/,
  ],
  [
    'marks, dashes and currencies',
    'D\x92\xd3leo \x93Wendy\x92s\x94 \x80 5\xa0000 1\xba Mar\xeda\x96Jos\xe9 \xbfqu\xe9? a\xf1o\x99',
    /^D’Óleo “Wendy’s” € 5\u00a0000 1º María–José ¿qué\? año™$/,
  ],
  ['hard blanks between words', 'Inventada\xa0SRL;B0100000001\xa0', /^Inventada\u00a0SRL;B0100000001\u00a0$/],
  ['capitals that a program did not make of accents', 'MART\xedNEZ', /^MARTíNEZ$/],
])('a text of Windows with %s is read as such', (_, bytes, text) => {
  expect(decodeSingleByte(bytes)).toEqual({ text: expect.stringMatching(text) });
});

test.each([
  ['pan\xa0de', /«pan de», con espacio duro .* en Windows es «panáde» en MS-DOS/],
  ['JOS\xe9', /«JOSé» en Windows es «JOSÚ» en MS-DOS/],
  ['MART\xeaNEZ', /«MARTêNEZ» en Windows es «MARTÍNEZ» en Mac/],
])('a text of two readings is refused with both: %j', (bytes, both) => {
  expect(() => decodeSingleByte(bytes)).toThrow(both);
});
