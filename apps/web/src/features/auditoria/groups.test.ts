import { expect, it } from 'vitest';
import type { Entrada } from './api.ts';
import { groupsOf } from './groups.ts';

const entry = (seq: number, part: Partial<Entrada> = {}): Entrada => ({
  seq,
  numero: seq,
  en: '2026-11-21T13:41:07Z',
  tipo: 'sesion.iniciada',
  descripcion: 'Inició sesión',
  quien: 'ana',
  ip: '127.0.0.1',
  datos: {},
  ...part,
});
const numbers = (entradas: readonly Entrada[]) => groupsOf(entradas).map((group) => group.map(({ seq }) => seq));

it('log-ins of one person from one address that follow each other are one group', () => {
  expect(numbers([entry(5), entry(4), entry(3)])).toEqual([[5, 4, 3]]);
});

it('another person, address or act in between ends the group', () => {
  expect(numbers([entry(5), entry(4, { quien: 'luis' }), entry(3)])).toEqual([[5], [4], [3]]);
  expect(numbers([entry(5), entry(4, { ip: '10.0.0.2' })])).toEqual([[5], [4]]);
  expect(numbers([entry(5), entry(4, { tipo: 'clave.creada', descripcion: 'Generó' }), entry(3)])).toEqual([
    [5],
    [4],
    [3],
  ]);
});

it('acts that are not log-ins are never grouped', () => {
  const made = { tipo: 'usuario.creado', descripcion: 'Creó el usuario Ana' };
  expect(numbers([entry(5, made), entry(4, made)])).toEqual([[5], [4]]);
});
