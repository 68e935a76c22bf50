import { expect, it } from 'vitest';
import { piecesOf, wordsOf } from './inline.ts';

it('a text has names of the screens, code and links to this application', () => {
  expect(piecesOf('Pulse **Emitir** o vea [eso](/guia/notas#anular-factura) y `leame.txt`.')).toEqual([
    { kind: 'text', text: 'Pulse ' },
    { kind: 'name', text: 'Emitir' },
    { kind: 'text', text: ' o vea ' },
    { kind: 'link', text: 'eso', to: '/guia/notas#anular-factura' },
    { kind: 'text', text: ' y ' },
    { kind: 'code', text: 'leame.txt' },
    { kind: 'text', text: '.' },
  ]);
  expect(wordsOf('Pulse **Emitir** o `x`')).toBe('Pulse Emitir o x');
});

it('what is no mark stays text: tags, and addresses of other places', () => {
  for (const text of ['<b>x</b>', '[x](https://otro.do)', '[x](javascript:alert)', '[x](//otro)'])
    expect(piecesOf(text)).toEqual([{ kind: 'text', text }]);
  expect(piecesOf('un * solo ` signo')).toEqual([{ kind: 'text', text: 'un * solo ` signo' }]);
});
