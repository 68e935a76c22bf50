import { expect, test } from 'vitest';
import { readSeenMessages } from './seen-messages.ts';

test.each([
  ['El RNC Emisor no se encuentra activo', [['0', 'El RNC Emisor no se encuentra activo']]],
  ['2020 El total no es correcto', [['2020', 'El total no es correcto']]],
  [
    '2020: El total\n\n  Código 614 - La factura no existe ',
    [
      ['2020', 'El total'],
      ['614', 'La factura no existe'],
    ],
  ],
  ['1209', [['0', '1209']]],
  [' \n ', []],
])('the messages of %j are read', (text, expected) =>
  expect(readSeenMessages(text)).toEqual(expected.map(([codigo, valor]) => ({ codigo, valor }))),
);
