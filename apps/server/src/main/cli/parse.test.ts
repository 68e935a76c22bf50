import { expect, test } from 'vitest';
import type { Commands } from './command.ts';
import { parseOrder } from './parse.ts';

const run = async () => 0;
const commands: Commands = {
  verificar: { does: 'comprueba', options: { simulador: 'URL' }, run },
  roles: { does: 'crea', options: { imprimir: '' }, run },
  'copia crear': { does: 'escribe', takes: 'ARCHIVO', run },
  'copia ensayar': { does: 'restaura', takes: 'ARCHIVO', run },
  'auditoria verificar': { does: 'registros', run },
  'restablecer-contrasena-root': { does: 'contraseña', run },
};
const parse = (...words: string[]) => parseOrder(words, commands);
const orderOf = (...words: string[]) => {
  const parsed = parse(...words);
  if ('usage' in parsed) throw new Error(parsed.fault ?? parsed.usage);
  return { ...parsed, command: Object.entries(commands).find(([, each]) => each === parsed.command)?.[0] };
};

test.each([[[]], [['--help']], [['-h']], [['ayuda']], [['--ayuda']]])(
  '%j shows every order and is no fault',
  (words) => {
    const parsed = parse(...words);
    expect(parsed).toMatchObject({ usage: expect.stringContaining('Uso: ./timbre <orden>') });
    expect(parsed).toMatchObject({
      usage: expect.stringMatching(/\n {2}verificar \[--simulador URL\] +comprueba\n/),
    });
    expect(parsed).not.toHaveProperty('fault');
  },
);

test.each([[['copia', 'crear', '--help']], [['-h', 'copia', 'crear']], [['ayuda', 'copia', 'crear']]])(
  '%j shows that order, and does not do it',
  (words) => {
    expect(parse(...words)).toEqual({ usage: 'Uso: ./timbre copia crear ARCHIVO\n\n  escribe' });
  },
);

test('an order is parsed with its options, which may stand before it, and its arguments', () => {
  expect(orderOf('--simulador', 'http://a', 'verificar')).toMatchObject({
    command: 'verificar',
    options: { simulador: 'http://a' },
    args: [],
  });
  expect(orderOf('roles', '--imprimir')).toMatchObject({ command: 'roles', options: { imprimir: true } });
  expect(orderOf('copia', 'crear', '/a')).toMatchObject({ command: 'copia crear', args: ['/a'] });
});

test('orders answer to their earlier names', () => {
  expect(orderOf('audit', 'verify').command).toBe('auditoria verificar');
  expect(orderOf('reset-root-password').command).toBe('restablecer-contrasena-root');
});

test.each([
  [['borrar-todo'], 'No hay una orden «borrar-todo».'],
  [['copia'], 'No hay una orden «copia».'],
  [['ayuda', 'borrar'], 'No hay una orden «borrar».'],
  [['toString'], 'No hay una orden «toString».'],
  [['verificar', '--todo'], '«verificar» no tiene la opción --todo.'],
  [['verificar', '-x'], '«verificar» no tiene la opción -x.'],
  [['verificar', '--imprimir'], '«verificar» no tiene la opción --imprimir.'],
  [['verificar', '--simulador'], 'A la opción --simulador le falta su valor: --simulador URL.'],
  [['verificar', '--simulador='], 'A la opción --simulador le falta su valor: --simulador URL.'],
  [['roles', '--imprimir=si'], 'La opción --imprimir no lleva valor.'],
  [['copia', 'crear'], 'A «copia crear» le falta ARCHIVO.'],
  [['copia', 'crear', '/a', '/b'], 'A «copia crear» le sobra «/b».'],
  [['verificar', 'todo'], 'A «verificar» le sobra «todo».'],
  [['--todo'], 'Falta la orden de --todo.'],
])('%j is refused with a sentence and the usage', (words, fault) => {
  expect(parse(...words)).toMatchObject({ fault, usage: expect.stringContaining('Uso: ./timbre ') });
});
