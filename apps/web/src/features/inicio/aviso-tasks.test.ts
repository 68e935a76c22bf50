import type { atencion } from '@timbre/contract';
import { expect, it } from 'vitest';
import { taskOf } from './aviso-tasks.ts';

const now = Date.parse('2026-11-21T13:41:07Z');
const firstTask = (aviso: atencion.Aviso) => taskOf(aviso, now)[0];
const documents = (more: Partial<Extract<atencion.Aviso, { tipo: 'documentos' }>>) =>
  firstTask({
    tipo: 'documentos',
    urgente: false,
    estado: 'rechazado',
    cantidad: 1,
    desde: null,
    hasta: null,
    ...more,
  });

it('documents lead to their list: with their dates, or with all', { tags: ['S9-7'] }, () => {
  expect(documents({ urgente: true, cantidad: 1_312, desde: '2026-10-24', hasta: '2026-11-22' })).toMatchObject({
    tone: 'bad',
    chip: '1,312 rechazados',
    link: { to: '/facturas', search: { estado: 'rechazado', desde: '2026-10-24', hasta: '2026-11-22' } },
  });
  expect(documents({ estado: 'sin_confirmar' })).toMatchObject({
    tone: 'warn',
    chip: '1 sin confirmar',
    link: { search: { estado: 'sin_confirmar', todas: true } },
  });
  expect(documents({ estado: 'recibido', hasta: '2026-11-20' })?.link.search).toEqual({
    estado: 'recibido',
    hasta: '2026-11-20',
  });
});

it('received invoices lead to those without an answer', () => {
  expect(firstTask({ tipo: 'recibidas', urgente: false, cantidad: 2, responderAntesDe: '2026-12-15' })).toMatchObject({
    chip: '2 recibidas sin responder',
    words: 'acéptelas o rechácelas antes del 15/12/2026, cuando vence su 606',
    link: { to: '/facturasrecibidas', search: { respuesta: 'pendiente', todas: true } },
  });
});

it.each([
  [null, 'La empresa no tiene un certificado digital cargado', 'bad'],
  ['2026-11-20T00:00:00Z', 'El certificado digital está vencido', 'bad'],
  ['2026-12-21T13:41:07Z', 'vence en 30 días', 'warn'],
  ['2026-11-28T13:41:08Z', 'vence en 7 días', 'warn'],
  ['2026-11-28T13:41:07Z', 'vence en 7 días: reemplácelo esta semana', 'bad'],
  ['2026-11-22T13:41:07Z', 'vence en 1 día: sin él no podrá emitir', 'bad'],
  ['2026-11-21T20:00:00Z', 'vence en 6 h 19 min: sin él no podrá emitir', 'bad'],
] as const)('a certificate that ends at %s: %s', (validoHasta, words, tone) => {
  expect(firstTask({ tipo: 'certificado', urgente: true, validoHasta })).toMatchObject({ words, tone });
});

it.each([
  ['agotado', 'su rango no tiene más números'],
  ['vencido', 'su rango venció'],
  ['por-agotarse', 'quedan 50 números en su rango'],
  ['por-vencer', 'su rango vence el 31/12/2026'],
] as const)('a range that is %s: %s', (aviso, words) => {
  expect(
    firstTask({ tipo: 'secuencia', urgente: false, tipoECF: '31', aviso, quedan: 50, vence: '2026-12-31' }),
  ).toMatchObject({
    chip: 'E31',
    words,
    link: { to: '/configuracion', search: { tab: 'rangos' } },
  });
  expect(firstTask({ tipo: 'sin_secuencias', urgente: false })?.words).toBe('La empresa no tiene rangos registrados');
});

it('a connection that QuickBooks does not accept leads to the reports, where it is connected again', () => {
  expect(
    firstTask({ tipo: 'quickbooks', urgente: true, empresa: 'Libros SRL', motivo: 'QuickBooks retiró el permiso' }),
  ).toEqual({
    tone: 'bad',
    chip: 'QuickBooks',
    words: 'Libros SRL: QuickBooks retiró el permiso',
    link: { to: '/reportes-fiscales', search: {}, action: 'Conectar de nuevo' },
  });
});
