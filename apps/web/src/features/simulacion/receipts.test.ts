import { expect, test } from 'vitest';
import { countsOf } from '../../lib/import-state.ts';
import { fila, importOf } from '../../lib/testing/sample-import.ts';
import {
  acceptedSummaries,
  failedWords,
  lockOf,
  receiptCount,
  sendAllRefusal,
  sendRefusal,
  sentCount,
  signRefusal,
} from './receipts.ts';

const ready = { simulated: false, authenticated: true };

test('other actions are disabled while receipts are signed, sent, generated or deleted', { tags: ['SI4-7'] }, () => {
  expect(lockOf({ firmar: 0, enviar: 0 }, undefined)).toBeUndefined();
  expect(lockOf({ firmar: 3, enviar: 0 }, undefined)).toBe('Se están firmando comprobantes: espere a que terminen');
  expect(lockOf({ firmar: 0, enviar: 1 }, undefined)).toBe('Se están enviando comprobantes: espere a que terminen');
  expect(lockOf(undefined, 'custom')).toBe('Se están generando comprobantes: espere a que terminen');
  expect(lockOf(undefined, 'clearing')).toBe('Se están borrando comprobantes: espere a que terminen');
});

test('a receipt that was sent is neither signed nor sent again', { tags: ['SI4-7'] }, () => {
  const sent = fila({ estado: 'enviado' });
  expect(signRefusal(sent)).toBe('Este comprobante ya fue enviado');
  expect(sendRefusal(sent, ready)).toBe('Este comprobante ya fue enviado');
});

test('sending requires the signature, and the session of the authority', { tags: ['SI5-10'] }, () => {
  expect(sendRefusal(fila({ estado: 'pendiente' }), ready)).toBe('El comprobante debe estar firmado para enviarlo');
  expect(sendRefusal(fila({ estado: 'firmado' }), ready)).toBeUndefined();
  const orphan = fila({ estado: 'firmado', esperaA: 'E310000000001', detenido: true });
  expect(sendRefusal(orphan, ready)).toBe('La DGII rechazó E310000000001: corríjalo antes de enviar esta nota');
  expect(signRefusal(orphan)).toBe('Este comprobante ya está firmado');
  expect(sendRefusal(fila({ estado: 'firmado' }), { ...ready, authenticated: false })).toBe(
    'Debe autenticarse primero',
  );
});

test('sending all requires a receipt, then the session', { tags: ['SI5-10'] }, () => {
  const refusal = (estados: Parameters<typeof importOf>[0], authenticated: boolean, toSend: number) =>
    sendAllRefusal(countsOf(importOf(estados)), toSend, { simulated: false, authenticated });
  expect(refusal([], false, 0)).toBe('No hay comprobantes para enviar');
  expect(refusal(['firmado'], false, 1)).toBe('Debe autenticarse primero');
  expect(refusal(['aceptado'], true, 0)).toBe('No hay comprobantes para enviar');
  expect(refusal(['firmado', 'enviado'], true, 1)).toBeUndefined();
});

test('a sending that failed, or had no answer, is Error envío', { tags: ['SI4-7'] }, () => {
  expect(failedWords(fila({ estado: 'firmado' }), 'La DGII no responde')).toBe('Error envío');
  expect(failedWords(fila({ estado: 'sin_confirmar' }), undefined)).toBe('Error envío');
  expect(failedWords(fila({ estado: 'aceptado' }), 'La DGII no responde')).toBeUndefined();
  expect(failedWords(fila({ estado: 'firmado' }), undefined)).toBeUndefined();
});

test('summaries are not counted as receipts', () => {
  const cuentas = [
    { esRFCE: false, estado: 'aceptado', cuenta: 3 },
    { esRFCE: false, estado: 'firmado', cuenta: 1 },
    { esRFCE: true, estado: 'aceptado', cuenta: 2 },
  ] as const;
  expect(receiptCount({ cuentas: [...cuentas] })).toBe(4);
  expect(sentCount({ cuentas: [...cuentas] })).toBe(3);
  expect(acceptedSummaries({ cuentas: [...cuentas] })).toBe(2);
});
