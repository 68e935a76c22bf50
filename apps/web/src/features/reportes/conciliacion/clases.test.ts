import { expect, test } from 'vitest';
import type { Hallazgo } from '../api.ts';
import { clasesDe, contarClases, filtrados, porciento } from './clases.ts';

const finding = (ncf: string, more: Partial<Hallazgo>): Hallazgo => ({
  ncf,
  rnc: '132111117',
  faltaEn: [],
  repetidoEn: [],
  campos: [],
  valores: {},
  corregir: [],
  fila: null,
  ecf: null,
  quickbooks: null,
  ...more,
});
const all = [
  finding('B0100000001', { faltaEn: ['txt', 'quickbooks'], campos: ['itbis'] }),
  finding('E310000000002', { rnc: '130000018', campos: ['itbis', 'monto'] }),
  finding('E310000000003', { repetidoEn: ['quickbooks'] }),
];

test('a receipt has every kind of difference that it shows, the missing ones first', () => {
  expect(all.map(clasesDe)).toEqual([['falta-quickbooks', 'falta-txt', 'itbis'], ['monto', 'itbis'], ['repetido']]);
  expect(contarClases(all).map(({ clase, cantidad }) => `${clase} ${cantidad}`)).toEqual([
    'falta-quickbooks 1',
    'falta-txt 1',
    'repetido 1',
    'monto 1',
    'itbis 2',
  ]);
});

test('receipts are filtered by a part of their number or RNC, however it is typed, and by a kind', () => {
  const numbers = (clase: Parameters<typeof filtrados>[1]['clase'], buscar: string) =>
    filtrados(all, { clase, buscar }).map(({ ncf }) => ncf.at(-1));
  expect(numbers(undefined, '')).toEqual(['1', '2', '3']);
  expect(numbers('itbis', '')).toEqual(['1', '2']);
  expect(numbers('itbis', 'e31')).toEqual(['2']);
  expect(numbers(undefined, '1-30-00001-8')).toEqual(['2']);
  expect(numbers('fecha', '')).toEqual([]);
});

test('a per cent has its sign', () => {
  expect(['42.86', '-3.00', '0.00', '0.05', '8633.86'].map(porciento)).toEqual([
    '+42.86 %',
    '−3.00 %',
    '0.00 %',
    '+0.05 %',
    '+8,633.86 %',
  ]);
  expect(porciento(null)).toBe('—');
});
