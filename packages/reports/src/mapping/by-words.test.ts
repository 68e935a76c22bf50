import { describe, expect, test } from 'vitest';
import { cuenta } from '../../testing/account.ts';
import * as mapping from '../index.ts';

describe('words of accounts', () => {
  const fields = (reporte: mapping.MappedReport, ...cuentas: mapping.Account[]) =>
    mapping.mapByWords(reporte, cuentas).map(({ destino }) => destino);

  test.each([
    ['606', 'ITBIS por pagar', 'campo11'],
    ['606', 'ITBIS Facturado', 'campo11'],
    ['606', 'ITBIS retenido a proveedores', 'campo12'],
    ['606', 'ISR Retenido', 'campo18'],
    ['606', 'Retención de impuesto sobre la renta', 'campo18'],
    ['606', 'Combustibles y lubricantes', 'campo21'],
    ['606', 'Insurance expense', 'campo21'],
    ['606', 'Publicidad', 'campo21'],
    ['607', 'ITBIS por cobrar', 'campo9'],
    ['607', 'ITBIS retenido por clientes', 'campo10'],
    ['607', 'ISR retenido', 'campo12'],
    ['607', 'Ingresos por servicios', 'campo17'],
  ] as const)('%s: «%s» feeds %s', { tags: ['SR9-17'] }, (reporte, name, field) => {
    expect(fields(reporte, cuenta('1', name))).toEqual([field]);
  });

  test('the 606 has no income accounts and the 607 no expense accounts', { tags: ['SR9-17'] }, () => {
    expect(fields('606', cuenta('1', 'ITBIS facturado', 'Income'), cuenta('2', 'Seguros', 'Ingresos'))).toEqual([]);
    expect(fields('607', cuenta('1', 'Ventas', 'Expense'), cuenta('2', 'Ventas', 'Costo de Ventas'))).toEqual([]);
    expect(mapping.classifyByWords606([cuenta('1', 'Ventas', 'Income')])).toEqual([]);
    expect(mapping.classifyByWords607([cuenta('1', 'Nómina', 'Gastos')])).toEqual([]);
  });

  test.each([
    ['Nómina del personal', '01'],
    ['Limpieza', '02'],
    ['Alquiler de local', '03'],
    ['Mantenimiento de vehículos', '04'],
    ['Gastos de representación', '05'],
    ['Donaciones', '06'],
    ['Intereses bancarios', '07'],
    ['Pérdida por robo', '08'],
    ['Costo de ventas', '09'],
    ['Equipo de cómputo', '10'],
    ['Seguro de flotilla', '11'],
    ['Seguro social', '01'],
  ])('«%s» is of goods and services %s', (name, tipo) => {
    expect(mapping.classifyByWords606([cuenta('1', name)])[0]?.destino).toBe(tipo);
  });

  test.each([
    ['Ingresos por consultoría', 1],
    ['Intereses ganados', 2],
    ['Rendimiento de inversión', 2],
    ['Ingresos extraordinarios', 3],
    ['Ganancia en venta', 3],
    ['Renta de locales', 4],
    ['Venta de vehículo', 5],
  ])('«%s» is income %s', { tags: ['SR9-17'] }, (name, tipo) => {
    expect(mapping.classifyByWords607([cuenta('1', name, 'Income')])[0]?.destino).toBe(tipo);
  });

  test('cash and taxes to pay are neither income nor expenses, unless their words say so', { tags: ['SR9-17'] }, () => {
    const others = [
      cuenta('1', 'Caja general', 'Bank'),
      cuenta('2', 'ITBIS por pagar', 'Other Current Liability'),
      cuenta('3', 'Equipo de cómputo', 'Fixed Asset'),
    ];
    expect(mapping.classifyByWords607(others)).toEqual([]);
    expect(mapping.classifyByWords606(others).map(({ cuentaId, destino }) => [cuentaId, destino])).toEqual([
      ['3', '10'],
    ]);
  });

  test('the suggestion for an account without a type is less sure', { tags: ['SR9-17'] }, () => {
    const [typed, bare] = mapping.classifyByWords606([cuenta('1', 'X', 'Expense'), cuenta('2', 'X')]);
    expect([typed?.confianza, bare?.confianza]).toEqual([0.4, 0.25]);
  });
});
