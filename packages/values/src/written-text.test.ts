import { expect, test } from 'vitest';
import {
  bareText,
  hidesSomething,
  isCellError,
  quoted,
  readBoolean,
  readNCF,
  readTaxId,
  readText,
  readWhole,
  unseenIn,
} from './index.ts';

test.each([
  ['  Suplidora\u00a0Inventada ', 'Suplidora Inventada'],
  ['Suplidora\r\nInventada', 'Suplidora Inventada'],
  ['Suplidora_x000D_\nInventada_x000D_', 'Suplidora Inventada'],
  ['a\u0085b\u2028c\rd', 'a b c d'],
])('the text %j is read as %j without an aviso', (written, value) => expect(readText(written)).toEqual({ value }));

test.each([
  ['Pi\u200bña', 'Piña', '«Piña» tiene espacio de ancho cero (U+200B)'],
  ['\ufeffPiña', 'Piña', '«Piña» tiene marca BOM (U+FEFF)'],
  ['Pi\ufffda', 'Pi\ufffda', '«Pi\ufffda» tiene letra perdida al cambiar de codificación (U+FFFD)'],
])('the text %j is read, and the character that nobody sees is named', (written, value, aviso) =>
  expect(readText(written)).toEqual({ value, aviso }),
);

test('a message that repeats a text names what nobody sees in it', () => {
  expect(quoted('01\u00a0')).toBe('«01», con espacio duro (U+00A0),');
  expect(quoted('01')).toBe('«01»');
  expect(unseenIn('a\u200b\u200bb\u00a0')).toEqual(['espacio de ancho cero (U+200B)', 'espacio duro (U+00A0)']);
  expect(bareText('\u200b 01\u00a0\r\n')).toBe('01');
});

test.each([
  '\u00ad',
  '\u061c',
  '\u115f',
  '\u180e',
  '\u2060',
  '\u2063',
  '\u2800',
  '\u3164',
  '\uffa0',
  '\ufff9',
  '\u{e0041}',
])('a character that shows nothing is named, whichever it is: %j', (character) => {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  expect(hidesSomething(`Pi${character}ña`)).toBe(true);
  expect(unseenIn(`Pi${character}ña`)).toEqual([expect.stringContaining(`(U+${code})`)]);
  expect(bareText(`01${character}`)).toBe('01');
});

test.each(['Piña colada', 'Familia 👨\u200d👩\u200d👧', 'Corazón ❤\ufe0f', 'مرحبا', 'a\u00a0b', 'a\u3000b'])(
  'nothing is hidden in %j',
  (text) => expect(hidesSomething(text)).toBe(false),
);

test.each(['#N/A', '#N/D', '#¡REF!', '#REF!', ' #¿NOMBRE? ', '#NAME?', '#DIV/0!', '#¡VALOR!', '#DESBORDAMIENTO!'])(
  'the text %j is an error of a spreadsheet, and no name',
  (text) => {
    expect(isCellError(text)).toBe(true);
    expect(readText(text)).toEqual({ fault: `«${text.trim()}» es un error de la hoja de cálculo: corrija la celda` });
  },
);

test.each(['#1', '#N/A Comercial', 'N/A', '#', 'Taller #N'])('the text %j is no error of a spreadsheet', (text) =>
  expect(isCellError(text)).toBe(false),
);

test.each([
  ['Sí', true],
  [' VERDADERO', true],
  ['x', true],
  ['1', true],
  [1, true],
  [true, true],
  ['no', false],
  ['FALSO\u00a0', false],
  ['0', false],
  [false, false],
])('the yes or no %j is %j', (written, value) => expect(readBoolean(written)).toEqual({ value }));

test.each(['', 'quizás', '2', 'constructor'])('the text %j is neither yes nor no', (written) =>
  expect(readBoolean(written)).toEqual({ fault: `«${written}» no es «sí» ni «no»` }),
);

test.each([
  ['131246796', '131246796'],
  [131246796, '131246796'],
  ['1-31-24679-6', '131246796'],
  ['RNC: 131-24679-6', '131246796'],
  ['RNC131246796', '131246796'],
  ['131246796.0', '131246796'],
  ['Cédula 001-1234567-8\u200b', '00112345678'],
  ['131\u00a024679\u00a06', '131246796'],
])('the tax number %j is %s', (written, value) => expect(readTaxId(written)).toEqual({ value }));

test.each([
  ['', 'Falta el RNC o la cédula'],
  ['Sin RNC', 'Falta el RNC o la cédula'],
  ['1.31E+08', '«1.31E+08» no es un RNC de 9 dígitos ni una cédula de 11'],
  ['112345678 0', 'si la hoja le quitó el cero a una cédula, escriba 01123456780'],
  ['13124679\u200b', '«13124679», con espacio de ancho cero (U+200B), no es un RNC'],
])('the tax number %j is refused', (written, reason) =>
  expect(readTaxId(written)).toEqual({ fault: expect.stringContaining(reason) }),
);

test.each([
  ['B0100000007', 'B0100000007'],
  ['b01-0000-0007', 'B0100000007'],
  ['NCF: B0100000007', 'B0100000007'],
  ['#B0100000007\u00a0', 'B0100000007'],
  ['e-NCF E310000000005', 'E310000000005'],
  ['A010010010100000001', 'A010010010100000001'],
])('the number %j is %s', (written, value) => expect(readNCF(written)).toEqual({ value }));

test.each([
  ['', 'Falta el NCF'],
  ['B01OOOOOOO7', 'tiene la letra O donde va un cero'],
  ['B01000007', 'después de la B van 10 dígitos y tiene 8'],
  ['E31000000000\u200b', 'con espacio de ancho cero (U+200B), no es un NCF: después de la E van 12 dígitos y tiene 11'],
  ['B0900000007', 'no existe el tipo B09'],
  ['F-1180', 'empieza por B, con 10 dígitos, o por E, con 12'],
])('the number %j is refused', (written, reason) =>
  expect(readNCF(written)).toEqual({ fault: expect.stringContaining(reason) }),
);

test.each([
  ['1500', 1500],
  [' 1,500\u00a0', 1500],
  ['1.500', 1500],
  ['1,234,567', 1234567],
  ['0', 0],
])('the whole number %j is %j', (written, value) => expect(readWhole(written)).toEqual({ value }));

test.each(['', '1,50', '1.5', '1,500.000', '-1', '1e3', 'mil', '9'.repeat(16)])(
  'the text %j is no whole number',
  (written) => expect(readWhole(written)).toEqual({ fault: `«${written}» no es un número entero` }),
);
