import { expect, test } from 'vitest';
import type { Comprobante } from '../api.ts';
import { cellState, currentValue, nextWaiting, waitingFields } from './cell-state.ts';
import { answerFields } from './fields.ts';

const tipo = answerFields('606').find(({ key }) => key === 'tipo_bienes_servicios')!;

const receipt = (id: string, part: Partial<Comprobante> = {}): Comprobante => ({
  id,
  fuente: 'recibido',
  documentoId: null,
  rnc: '132111117',
  razonSocial: 'Suplidora Inventada SRL',
  tipoComprobante: 'E31',
  ncf: 'E310000000001',
  ncf_modificado: null,
  fecha: '2026-08-14',
  subtotal: '1000.00',
  itbis: '180.00',
  montoTotal: '1180.00',
  notaCredito: false,
  momento: 'compra',
  fila: {},
  pendientes: ['tipo_bienes_servicios', 'itbis_costo'],
  razones: {},
  respuestas: {},
  sugerencias: {},
  excluido: null,
  ...part,
});

test('the latest input is shown before it is saved; a withdrawn answer shows nothing', () => {
  const row = receipt('a', { fila: { forma_pago: '04' }, respuestas: { forma_pago: '01' } });
  expect(currentValue(row, 'forma_pago', undefined)).toBe('01');
  expect(currentValue(row, 'forma_pago', { respuestas: { forma_pago: '03' } })).toBe('03');
  expect(currentValue(row, 'forma_pago', { respuestas: { forma_pago: null } })).toBeUndefined();
});

test('a cell has the reason of its value, and offers what is likely', () => {
  expect(cellState(receipt('a'), tipo, undefined)).toMatchObject({ mark: 'pendiente', editable: true, shown: '' });
  // It still waits for an answer, as the server reports.
  const likely = receipt('a', {
    fila: { tipo_bienes_servicios: '09' },
    sugerencias: { tipo_bienes_servicios: '09' },
    razones: {
      tipo_bienes_servicios: { codigo: 'D-SUGERIDO', marca: 'estimado', texto: 'Es una sugerencia', fuente: '' },
    },
  });
  expect(cellState(likely, tipo, undefined)).toMatchObject({
    mark: 'estimado',
    suggested: '09',
    why: 'Es una sugerencia',
  });
  const out = receipt('a', { excluido: 'Es personal' });
  expect(cellState(out, tipo, undefined)).toMatchObject({ mark: 'dato', editable: false });
});

test('the parts of a receipt in services are answered only where it does not state them', () => {
  const servicios = answerFields('606').find(({ key }) => key === 'monto_servicios')!;
  expect(cellState(receipt('a'), servicios, undefined).editable).toBe(false);
  expect(cellState(receipt('a', { pendientes: ['monto_servicios'] }), servicios, undefined).editable).toBe(true);
});

test('the next pending cell is after this one, and around the end', () => {
  const keys = [undefined, undefined, undefined, 'tipo_bienes_servicios', 'forma_pago', 'itbis_costo'];
  const rows = [receipt('a'), receipt('b', { pendientes: [] }), receipt('c', { pendientes: ['itbis_costo'] })];
  const none = new Map();
  expect(nextWaiting(rows, keys, undefined, none)).toEqual({ row: 0, column: 3 });
  expect(nextWaiting(rows, keys, { row: 0, column: 3 }, none)).toEqual({ row: 0, column: 5 });
  expect(nextWaiting(rows, keys, { row: 0, column: 5 }, none)).toEqual({ row: 2, column: 5 });
  expect(nextWaiting(rows, keys, { row: 2, column: 5 }, none)).toEqual({ row: 0, column: 3 });
  const answered = new Map([['a', { respuestas: { tipo_bienes_servicios: '09', itbis_costo: '0.00' } }]]);
  expect(nextWaiting(rows.slice(0, 2), keys, undefined, answered)).toBeUndefined();
  expect(nextWaiting([], keys, undefined, none)).toBeUndefined();
});

test('an excluded receipt has no pending cell', () =>
  expect(waitingFields(receipt('a', { excluido: 'Es personal' }), undefined)).toEqual([]));
