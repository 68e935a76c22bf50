import { expect, test } from 'vitest';
import { parseLine } from './parse-line.ts';

test('a line has the number, the names, the activity, the start, the state and the regime', () => {
  expect(parseLine('101010632|EMPRESA DE EJEMPLO SRL|EL EJEMPLO|COMERCIO| | | | |01/01/2000|ACTIVO|NORMAL')).toEqual({
    rnc: '101010632',
    nombre: 'EMPRESA DE EJEMPLO SRL',
    nombreComercial: 'EL EJEMPLO',
    actividad: 'COMERCIO',
    inicio: '2000-01-01',
    estado: 'ACTIVO',
    regimen: 'NORMAL',
  });
});

test('blanks around a field are removed and those within are one; a date of zeros, or of no day, is no date', () => {
  const line = (start: string) => parseLine(`00000000018| JUAN   INVENTADO  || | | | | |${start}| suspendido |RST`);
  const person = { nombre: 'JUAN INVENTADO', nombreComercial: '', actividad: '', estado: 'SUSPENDIDO', regimen: 'RST' };
  for (const start of ['00/00/0000', '31/02/2001', '', '2001-01-01'])
    expect(line(start)).toEqual({ rnc: '00000000018', inicio: '', ...person });
});

test.each([
  ['', 'tiene 1 campos, no 11'],
  ['101010632|A|||||||||', undefined],
  ['101010632|A||||||||', 'tiene 10 campos, no 11'],
  ['101010632|A||||||||||', 'tiene 12 campos, no 11'],
  ['1010106|A|||||||||', 'el número no tiene 9 ni 11 dígitos'],
  ['1-01-01063-2|A|||||||||', 'el número no tiene 9 ni 11 dígitos'],
  ['10101063x|A|||||||||', 'el número no tiene 9 ni 11 dígitos'],
  ['101010632|  |||||||||', 'no tiene nombre'],
  ['101010632|A\0B|||||||||', 'tiene caracteres de control'],
  ['101010632|A\u001b[2J|||||||||', 'tiene caracteres de control'],
])('the line %j is refused with its reason', (line, reason) => {
  const parsed = parseLine(line);
  expect(typeof parsed === 'string' ? parsed : undefined).toBe(reason);
});
