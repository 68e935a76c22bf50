import { expect, test } from 'vitest';
import { chunksOf, emptyPaper, faultOfPaper, pastedPaper, registroOf } from './paper.ts';

test('receipts are pasted from a sheet, with or without its headers', () => {
  const sheet = 'RNC\tNombre\tNCF\n131-88060-0\tColmado Inventado\tB0100000001\t14/08/2026\t1,180.00\t180\n\t\t\n';
  const rows = pastedPaper(sheet);
  expect(rows).toHaveLength(1);
  expect(rows.map(registroOf)).toEqual([
    {
      rnc: '131880600',
      razonSocial: 'Colmado Inventado',
      ncf: 'B0100000001',
      fecha: '2026-08-14',
      montoTotal: '1180.00',
      itbis: '180',
    },
  ]);
});

test('what is missing of a receipt is said before it is sent', () => {
  const whole = { ...emptyPaper, ncf: 'B0100000001', fecha: '14-08-2026', montoTotal: '100' };
  expect(faultOfPaper(whole)).toBeUndefined();
  expect(faultOfPaper({ ...whole, ncf: '' })).toBe('Falta el NCF');
  expect(faultOfPaper({ ...whole, fecha: '31/02/2026' })).toMatch(/fecha/);
  expect(faultOfPaper({ ...whole, montoTotal: ' ' })).toBe('Falta el monto total');
});

test('many receipts are sent in parts', () => expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]));
