import type { ResumenDocumento } from '@timbre/contract';
import { expect, test } from 'vitest';
import { rangesWanted } from './ranges-wanted.ts';

const documento = (tipo: string, ...codigos: string[]) =>
  ({ tipo, errores: codigos.map((codigo) => ({ codigo, mensaje: '' })) }) as unknown as ResumenDocumento;

test('the documents without a range are counted by type, those with other faults are not', () => {
  const documentos = [
    documento('32', 'ECF-SIN-RANGO'),
    documento('31', 'ECF-SIN-RANGO', 'ECF-MONTO'),
    documento('32', 'ECF-SIN-RANGO'),
    documento('31', 'ECF-MONTO'),
    documento('31'),
  ];
  expect(rangesWanted(documentos, 'ECF-SIN-RANGO')).toEqual({ count: 3, types: 'E31 (1), E32 (2)' });
  expect(rangesWanted(documentos, 'ECF-RANGO-VENCIDO')).toEqual({ count: 0, types: '' });
});
