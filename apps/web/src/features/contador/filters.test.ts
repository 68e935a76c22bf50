import { describe, expect, test } from 'vitest';
import { type Cliente, countsOf, narrowed, ordered, partes, readFilters, reportes, stripOf } from './filters.ts';
import { avisoEnPalabras, cambioDeVentas, diaConNombre, estadoEnPalabras } from './words.ts';

type Cifras = NonNullable<Cliente['cifras']>;
type Estado = Cifras['reportes']['606']['estado'];

const due = { hoy: '2026-12-09', vencen: { '606': '2026-12-15', '607': '2026-12-15', IT1: '2026-12-21' } };

function cliente(nombre: string, of606: Estado, more: Partial<Cifras> = {}): Cliente {
  const report = (estado: Estado) => ({ estado, faltan: estado === 'por_responder' ? 14 : 0, presentado: null });
  return {
    ...{ id: nombre, rnc: '131246796', nombre, estado: 'activa', ambiente: 'ecf', despachoId: 'd', clienteId: nombre },
    ...{ responsableId: null, pedida: null },
    cifras: {
      reportes: { '606': report(of606), '607': report('listo'), IT1: report(of606 === 'listo' ? 'listo' : 'espera') },
      ...{ rechazados: 0, sinConfirmar: 0, recibidas: 0, responderAntesDe: null, avisos: [] },
      ...{ ventas: '0.00', ventasAntes: '0.00', cambio: null, ...more },
    },
  };
}
const waiting: Cliente = { ...cliente('Espera', 'listo'), estado: 'pendiente', ambiente: null, cifras: null };
const testing = cliente('Prueba', 'no_aplica');
const all = [
  cliente('Ágora', 'por_responder', { rechazados: 2 }),
  cliente('Beta', 'listo', { recibidas: 3 }),
  cliente('Cima', 'presentado'),
  cliente('Delta', 'sin_empezar'),
  testing,
  waiting,
];

describe('the list of companies', () => {
  test('the parts of a strip add up to the companies that must file the report', () => {
    const sums = reportes.map((reporte) => {
      const strip = stripOf(all, reporte);
      return partes.reduce((sum, parte) => sum + strip[parte], 0);
    });
    expect(stripOf(all, '606')).toEqual({ presentado: 1, listo: 1, por_responder: 1, sin_empezar: 1 });
    expect(sums).toEqual([4, 5, 5]);
  });

  test('each filter includes as many companies as it counts', () => {
    const counts = countsOf(all, due);
    expect(counts).toMatchObject({ vence: 5, responder: 1, problemas: 1, recibidas: 1, terminar: 0, permiso: 1 });
    for (const filtro of ['vence', 'responder', 'problemas', 'recibidas', 'permiso'] as const)
      expect(narrowed(all, { filtro }, due)).toHaveLength(counts[filtro]);
    expect(narrowed(all, { parte: '606.listo' }, due).map(({ nombre }) => nombre)).toEqual(['Beta']);
    expect(narrowed(all, { buscar: 'agora' }, due).map(({ nombre }) => nombre)).toEqual(['Ágora']);
  });

  test('what asks for most comes first, and what waits for permission last', () => {
    const names = ordered(all, 'urgente', due).map(({ nombre }) => nombre);
    expect([names[0], names.at(-1)]).toEqual(['Ágora', 'Espera']);
    expect(ordered(all, 'nombre', due)[0]!.nombre).toBe('Ágora');
  });

  test('an address with values that are none of a filter is read without them', () => {
    const asked = { filtro: 'todo', parte: '606.nada', orden: 'urgente', periodo: 202613, buscar: 131 };
    expect(readFilters(asked)).toEqual({ orden: 'urgente', buscar: '131' });
    expect(readFilters({ parte: 'IT1.listo', periodo: 202611 })).toEqual({ parte: 'IT1.listo', periodo: '202611' });
  });
});

describe('the words of a row', () => {
  test('a count says of what, and what cannot be done yet says what it waits for', () => {
    const { cifras } = all[0]!;
    expect(estadoEnPalabras(cifras!.reportes['606'], '606', cifras)).toBe('14 por responder');
    expect(estadoEnPalabras(cifras!.reportes.IT1, 'IT1', cifras)).toBe('Espera al 606');
  });

  test('a notice names what ends, and in how many days or numbers', () => {
    const none = { urgente: false, dias: null, tipoECF: null, rango: null, quedan: null };
    expect(avisoEnPalabras({ ...none, tipo: 'certificado', dias: 9 })).toBe('Certificado · 9 días');
    expect(avisoEnPalabras({ ...none, tipo: 'rango', tipoECF: '32', rango: 'por-agotarse', quedan: 84 })).toBe(
      'E32 · quedan 84',
    );
    expect(avisoEnPalabras({ ...none, tipo: 'quickbooks' })).toBe('QuickBooks caído');
  });

  test('a due day has its weekday', () => {
    expect([diaConNombre('2026-12-15'), diaConNombre('2026-12-21')]).toEqual(['martes 15/12', 'lunes 21/12']);
  });

  test('only a steep fall of sales stands out', () => {
    const changeOf = (cambio: number | null) => cambioDeVentas(cliente('x', 'listo', { cambio }).cifras!);
    expect(changeOf(null)).toBeUndefined();
    expect(changeOf(-6)).toEqual({ words: '6 %', direction: 'down', isSteep: false });
    expect(changeOf(-47)).toEqual({ words: '47 %', direction: 'down', isSteep: true });
    expect(changeOf(0)?.words).toBe('igual');
  });
});
