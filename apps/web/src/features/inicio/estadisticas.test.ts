import { describe, expect, it } from 'vitest';
import { creditNotesOf, figuresOf, percentOf, sharesOf, totalsOf, verdictsOf } from './estadisticas.ts';
import { filtroDeAmbiente, readInicioSearch } from './search.ts';

const of = (
  ncf: number,
  monto: string,
  [aceptados, aceptadosALaPrimera, rechazados] = [0, 0, 0],
  comprado = '0.00',
) => ({
  ncfUtilizados: ncf,
  montoVendido: monto,
  montoComprado: comprado,
  aceptados: aceptados!,
  aceptadosALaPrimera: aceptadosALaPrimera!,
  rechazados: rechazados!,
});
const estadisticas = {
  E31: {
    totalNCFUtilizados: 30,
    totalMontoVendido: '5400.10',
    totalMontoComprado: '0.00',
    porAmbiente: { testecf: of(20, '5000.00', [15, 12, 3]), ecf: of(10, '400.10', [10, 10, 0]) },
  },
  E32: {
    totalNCFUtilizados: 5,
    totalMontoVendido: '2400.00',
    totalMontoComprado: '0.00',
    porAmbiente: { testecf: of(5, '2400.00') },
  },
  // One of the notes modifies a purchase.
  E34: {
    totalNCFUtilizados: 3,
    totalMontoVendido: '400.00',
    totalMontoComprado: '100.00',
    porAmbiente: { testecf: of(3, '400.00', [0, 0, 0], '100.00') },
  },
  E41: {
    totalNCFUtilizados: 9,
    totalMontoVendido: '999.00',
    totalMontoComprado: '999.00',
    porAmbiente: { testecf: of(9, '999.00', [0, 0, 0], '999.00') },
  },
};

describe('the figures', () => {
  it('the figures are of every type, of all environments or of one', { tags: ['S2.6-3'] }, () => {
    const all = figuresOf(estadisticas, 'TODOS');
    expect(all.map(({ tipo }) => tipo).join()).toBe('E31,E32,E33,E34,E41,E43,E44,E45,E46,E47');
    expect(all[0]).toEqual({
      tipo: 'E31',
      nombre: 'Facturas de Crédito Fiscal',
      ncf: 30,
      monto: '5400.10',
      compras: '0.00',
    });
    expect(figuresOf(estadisticas, 'PRUEBA')[0]).toMatchObject({ ncf: 20, monto: '5000.00' });
    expect(figuresOf(estadisticas, 'PRODUCCION')[1]).toMatchObject({ ncf: 0, monto: '0.00' });
    expect(figuresOf({}, 'CERTIFICACION').every(({ ncf }) => ncf === 0)).toBe(true);
  });

  it('the figures contain what the authority decided, and no rejection is rounded away', { tags: ['S9-7'] }, () => {
    expect(verdictsOf(estadisticas, 'TODOS')).toEqual({ aceptados: 25, aLaPrimera: 22, respondidos: 28 });
    expect(verdictsOf(estadisticas, 'PRODUCCION')).toEqual({ aceptados: 10, aLaPrimera: 10, respondidos: 10 });
    expect(verdictsOf({}, 'TODOS')).toEqual({ aceptados: 0, aLaPrimera: 0, respondidos: 0 });
    expect([percentOf(22, 28), percentOf(10, 10), percentOf(99_999, 100_000), percentOf(0, 0)]).toEqual([
      '78.5%',
      '100%',
      '99.9%',
      '—',
    ]);
  });

  it('the totals are the revenue less the credit notes, without purchases, and all the documents', {
    tags: ['S2.6-4'],
  }, () => {
    expect(totalsOf(figuresOf(estadisticas, 'TODOS'))).toEqual({
      documentos: 47,
      ingresos: '7500.10',
      compras: '899.00',
    });
    expect(totalsOf(figuresOf(estadisticas, 'PRODUCCION'))).toEqual({
      documentos: 10,
      ingresos: '400.10',
      compras: '0.00',
    });
    expect(totalsOf(figuresOf({}, 'TODOS'))).toEqual({ documentos: 0, ingresos: '0.00', compras: '0.00' });
  });

  it('the shares have one decimal, the greatest first', { tags: ['S2.6-2'] }, () => {
    expect(sharesOf(figuresOf(estadisticas, 'PRUEBA')).map(({ tipo, percent }) => [tipo, percent])).toEqual([
      ['E31', '67.6'],
      ['E32', '32.4'],
    ]);
    expect(sharesOf(figuresOf({}, 'TODOS'))).toEqual([]);
    expect(creditNotesOf(figuresOf(estadisticas, 'PRUEBA'))?.monto).toBe('300.00');
    expect(creditNotesOf(figuresOf(estadisticas, 'PRODUCCION'))).toBeUndefined();
  });
});

it.each([
  ['Test', 'PRUEBA'],
  ['TEST', 'PRUEBA'],
  ['Certificacion', 'CERTIFICACION'],
  ['Produccion', 'PRODUCCION'],
  ['PRD', 'PRODUCCION'],
  ['', 'PRUEBA'],
])('the environment %j is the filter %s', { tags: ['S4-2'] }, (ambiente, filtro) =>
  expect(filtroDeAmbiente(ambiente)).toBe(filtro),
);

it('the valid parts of the address are read, and the others ignored', () => {
  const search = { ambiente: 'TODOS', error: 'acceso_denegado', ruta: '/facturas', menuId: 'facturas' };
  expect(readInicioSearch({ ...search, otra: 1 })).toEqual(search);
  expect(readInicioSearch({ ambiente: 'toString', ruta: '' })).toEqual({});
});
