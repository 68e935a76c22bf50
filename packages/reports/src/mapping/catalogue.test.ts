import { describe, expect, test } from 'vitest';
import { cuenta } from '../../testing/account.ts';
import * as mapping from '../index.ts';

describe('a catalogue in a sheet', () => {
  const read = (...filas: (string | undefined)[][]) => mapping.readCatalogue(filas);

  test('a catalogue is read from headers in the first five rows, by English or Spanish names', {
    tags: ['SR5-45'],
  }, () => {
    expect(
      read(
        ['Empresa Inventada SRL'],
        ['Catálogo de cuentas'],
        ['Código', 'Nombre', 'Tipo', 'Subtipo', 'Descripción', 'Moneda'],
        ['6101', 'Energía', 'Gasto', 'Servicios', 'Luz', 'USD'],
        ['6102', undefined, 'Gasto'],
        ['6101', 'Repetida'],
      ),
    ).toEqual({
      falta: null,
      columnas: ['Número', 'Nombre', 'Tipo', 'Detalle del tipo', 'Descripción', 'Moneda'].map((dato, columna) => ({
        columna,
        encabezado: ['Código', 'Nombre', 'Tipo', 'Subtipo', 'Descripción', 'Moneda'][columna],
        dato,
      })),
      avisos: [
        'Números repetidos, de los que se lee la primera cuenta: 6101',
        'Filas sin número o sin nombre, que no se leen: 1',
      ],
      cuentas: [cuenta('6101', 'Energía', 'Gasto', { detailType: 'Servicios', description: 'Luz', currency: 'USD' })],
    });
    expect(
      read(['Account Number', 'Account Name', 'Type', 'Detail Type'], ['1', 'Cash', 'Bank', 'Checking']).cuentas[0],
    ).toMatchObject({ id: '1', name: 'Cash', type: 'Bank', detailType: 'Checking', currency: 'DOP' });
    expect(read(['Código', 'Descripción'], ['1', 'Caja']).cuentas[0]).toMatchObject({ id: '1', name: 'Caja' });
  });

  test('titles above the headers are not taken for them, although they name accounts', () => {
    const list = [
      ['Account List'],
      ['Inventada SRL'],
      ['As of October 15, 2026'],
      ['Account #', 'Full name', 'Type', 'Detail type', 'Description', 'Total balance'],
      ['1101', 'Caja', 'Bank', 'Cash on hand', undefined, '5,000.00'],
    ];
    for (const filas of [list, list.slice(1), list.slice(3)]) {
      const { cuentas, columnas, avisos } = read(...filas);
      expect(cuentas).toEqual([cuenta('1101', 'Caja', 'Bank', { detailType: 'Cash on hand' })]);
      expect(columnas.filter(({ dato }) => dato === null)).toEqual([
        { columna: 5, encabezado: 'Total balance', dato: null },
      ]);
      expect(avisos).toEqual([]);
    }
  });

  test('columns without a name are the first ones', () => {
    expect(read(['Account', 'x'], ['1', 'Caja']).cuentas[0]).toMatchObject({ name: '1', id: 'Caja' });
    expect(read(['Cuenta', ''], ['1', 'Caja']).cuentas[0]).toMatchObject({ id: '1', name: 'Caja' });
  });

  test('an account is not taken for the headers, although its name has their words', () => {
    const accounts = [
      ['1102', 'Cuenta de ahorros', 'Banco'],
      ['1103', 'Nombre comercial', 'Activo'],
    ];
    expect(read(...accounts).falta).toBe('No se pudieron encontrar los encabezados de las columnas');
    expect(read(['Código', 'Nombre', '2025', '2026'], ...accounts).cuentas.map(({ id }) => id)).toEqual([
      '1102',
      '1103',
    ]);
  });

  test('each reason for an empty catalogue is reported', { tags: ['SR5-45'] }, () => {
    expect(read().falta).toBe('La hoja no contiene datos');
    expect(read(['a', 'b'], ['1', '2'], [], [], [], ['Código', 'Nombre']).falta).toBe(
      'No se pudieron encontrar los encabezados de las columnas',
    );
    expect(read(['Nombre'], ['Caja']).falta).toBe('No se pudieron identificar las columnas necesarias');
    expect(read(['Código', 'Nombre'], ['1', undefined]).falta).toBe('No se encontró cuentas válidas en el archivo');
  });
});
