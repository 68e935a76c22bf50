import { expect, test } from 'vitest';
import { areRehearsable, onlyTypeOf, rangesWanted } from './ranges-wanted.ts';

test('the documents without a range are counted by type, those with other faults are not', () => {
  const faltas = [
    { codigo: 'ECF-SIN-RANGO', tipo: '32', aviso: false, cuenta: 2 },
    { codigo: 'ECF-SIN-RANGO', tipo: '31', aviso: false, cuenta: 1 },
    { codigo: 'ECF-MONTO', tipo: '31', aviso: false, cuenta: 2 },
  ];
  expect(rangesWanted(faltas, 'ECF-SIN-RANGO')).toEqual({ count: 3, types: 'E31 (1), E32 (2)' });
  expect(rangesWanted(faltas, 'ECF-RANGO-VENCIDO')).toEqual({ count: 0, types: '' });
});

test('one type is distinguished from several, and what may be rehearsed from what may not', () => {
  const notice = { codigo: 'ECF-SIN-RANGO', tipo: '31', aviso: true, cuenta: 8 };
  const blocks = { ...notice, aviso: false, cuenta: 1 };
  expect(rangesWanted([notice, blocks], 'ECF-SIN-RANGO')).toEqual({ count: 9, types: 'E31 (9)' });
  expect(onlyTypeOf([notice, blocks], 'ECF-SIN-RANGO')).toBe('31');
  expect(onlyTypeOf([notice, { ...notice, tipo: '32' }], 'ECF-SIN-RANGO')).toBeUndefined();
  expect([areRehearsable([notice], 'ECF-SIN-RANGO'), areRehearsable([notice, blocks], 'ECF-SIN-RANGO')]).toEqual([
    true,
    false,
  ]);
});
