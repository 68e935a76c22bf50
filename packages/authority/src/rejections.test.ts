import { expect, test } from 'vitest';
import { numberAfter, rejectionCauses } from './rejections.ts';

const after = (valor: string, codigo = '0', day = '2026-11-25') => numberAfter([{ codigo, valor }], day).numero;

test.each([
  'El RNC Emisor se encuentra suspendido',
  'El RNC Emisor no se encuentra activo',
  'El RNC Emisor no existe',
  'El RNC Emisor del comprobante no corresponde a un emisor electrónico',
  'El RNC 00112345678 del certificado no está delegado para realizar transacciones',
  'Certificado inválido',
  'Firma inválida: el certificado está vencido',
  'El e-NCF no está autorizado para el RNC Emisor del comprobante fiscal electrónico',
  'La fecha de vencimiento del e-NCF no coincide con la de la secuencia autorizada',
  'El e-NCF autorizado se encuentra vencido a la fecha de envío del comprobante fiscal electrónico',
  'XML Inválido',
  'XML Inválido: Encabezado.Emisor: falta RazonSocialEmisor',
])('%s: the number is free', (valor) => expect(after(valor)).toBe('libre'));

test.each([
  ['1209', 'La secuencia E310000000001 ya fue utilizada'],
  ['0', 'La secuencia E310000000001 fue anulada'],
  ['614', 'El NCF modificado E310000000001 no ha sido emitido o aceptado'],
  ['2020', 'TablaSubDescuento'],
  ['0', 'Firma inválida: el documento fue alterado después de firmado'],
  ['0', 'La firma digital no es válida'],
  ['0', 'Certificado y/o firma inválida'],
])('%s %s: the number is used', (codigo, valor) => expect(after(valor, codigo)).toBe('gastado'));

test.each([
  ['9999', 'El RNC Emisor no se encuentra activo'],
  ['3243', 'El nombre del archivo no es válido'],
  ['0', 'Rechazo que nadie conoce'],
  ['0', ''],
])('%s %s, which is in no row, uses the number up', (codigo, valor) => {
  expect(numberAfter([{ codigo, valor }], '2026-11-25')).toEqual({ numero: 'gastado', causa: undefined });
});

test('a rejection without messages uses the number up, and so does one cause of several', () => {
  expect(numberAfter([], '2026-11-25').numero).toBe('gastado');
  const inactive = { codigo: '0', valor: 'El RNC Emisor no se encuentra activo' };
  expect(numberAfter([inactive, inactive], '2026-11-25').numero).toBe('libre');
  expect(numberAfter([inactive, { codigo: '614', valor: 'x' }], '2026-11-25')).toMatchObject({
    numero: 'gastado',
    causa: { codigos: expect.arrayContaining(['614']) },
  });
});

test('a number with an invalid signature stayed free before Decreto 587-24', () => {
  expect(after('Firma inválida', '0', '2024-10-09')).toBe('libre');
  expect(after('Firma inválida', '0', '2024-10-10')).toBe('gastado');
});

test('each row has its source, and no text is longer than a line', () => {
  for (const { fuente, palabras } of rejectionCauses) {
    expect(fuente).toMatch(/CA4404|Descripción técnica/);
    expect(palabras?.global ?? false).toBe(false);
  }
});
