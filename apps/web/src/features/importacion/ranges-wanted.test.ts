import { expect, test } from 'vitest';
import { rangesWanted } from './ranges-wanted.ts';

test('the documents without a range are counted by type, those with other faults are not', () => {
  const faltas = [
    { codigo: 'ECF-SIN-RANGO', tipo: '32', aviso: false, cuenta: 2 },
    { codigo: 'ECF-SIN-RANGO', tipo: '31', aviso: false, cuenta: 1 },
    { codigo: 'ECF-MONTO', tipo: '31', aviso: false, cuenta: 2 },
  ];
  expect(rangesWanted(faltas, 'ECF-SIN-RANGO')).toEqual({ count: 3, types: 'E31 (1), E32 (2)' });
  expect(rangesWanted(faltas, 'ECF-RANGO-VENCIDO')).toEqual({ count: 0, types: '' });
});
