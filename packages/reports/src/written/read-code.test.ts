import { describe, expect, test } from 'vitest';
import { answerKeys } from '../derive/answer-keys.ts';
import { formaPago, tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import { readCode } from './read-code.ts';
import { recordKeyOf } from './record-keys.ts';

describe('a code', () => {
  test.each(['1', '01', ' 01 - EFECTIVO', '01-Efectivo', 'Efectivo', 'EFECTIVO '])(
    '«%s» is the form of payment 01',
    (text) => expect(readCode(formaPago, text)).toBe('01'),
  );

  test('a code is read as the table of its field has it, and by its meaning without accents', () => {
    expect(readCode(tipoIngreso, '01 - INGRESOS POR OPERACIONES')).toBe('1');
    expect(readCode(tipoBienesServicios, '9 -COMPRAS Y GASTOS QUE FORMARAN PARTE DEL COSTO DE VENTA ')).toBe('09');
    expect(readCode(tipoBienesServicios, 'gastos de representacion')).toBe('05');
  });

  test.each(['', '12', '123', 'Fiado', '-'])('«%s» is no form of payment', (text) =>
    expect(readCode(formaPago, text)).toBeUndefined(),
  );
});

test('the name of an answer in a record is its key in camelCase', () => {
  expect(answerKeys['606'].map(recordKeyOf)).toContain('tipoRetencionIsr');
  expect(recordKeyOf('cheque_transferencia_deposito')).toBe('chequeTransferenciaDeposito');
});
