import { Problem } from '@timbre/refusal';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { queryReader } from './query.ts';

const query = Type.Object({ pageSize: Type.Optional(Type.Integer()), estado: Type.Optional(Type.String()) });
const read = queryReader({ query, queryAliases: { limite: 'pageSize' } });

const refusalOf = (sent: object): string | undefined => {
  try {
    read(sent);
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
  return undefined;
};

test('a parameter is read under each of its names', () => {
  expect(read({ limite: '5' })).toEqual({ pageSize: 5 });
  expect(read({ pageSize: '5', limite: '5' })).toEqual({ pageSize: 5 });
  expect(refusalOf({ pageSize: '5', limite: '6' })).toBe('Envíe «limite» o «pageSize», no ambos: es lo mismo');
});

test('a name far from all others is refused with those that there are', () => {
  expect(refusalOf({ xyzzy: '1' })).toBe(
    '«xyzzy» no es un parámetro de esta consulta. Los que lleva: pageSize, estado, limite',
  );
  expect(refusalOf({ Estado: '1' })).toContain('¿quiso decir «estado»?');
  expect(refusalOf({ ['😀'.repeat(200)]: '1' })).toContain('Los que lleva');
});

test('a foreign call ignores what it does not know', () => {
  expect(queryReader({ foreign: true })({ cualquiera: '1' })).toBeUndefined();
});
