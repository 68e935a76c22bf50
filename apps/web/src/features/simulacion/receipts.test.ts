import { expect, test } from 'vitest';
import { countsOf } from '../importacion/progress.ts';
import { fila, importOf } from '../importacion/sample-import.ts';
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

test('while receipts are signed, sent, generated or deleted, nothing else begins', () => {
  expect(lockOf({ firmar: 0, enviar: 0 }, undefined)).toBeUndefined();
  expect(lockOf({ firmar: 3, enviar: 0 }, undefined)).toBe('Se están firmando comprobantes: espere a que terminen');
  expect(lockOf({ firmar: 0, enviar: 1 }, undefined)).toBe('Se están enviando comprobantes: espere a que terminen');
  expect(lockOf(undefined, 'custom')).toBe('Se están generando comprobantes: espere a que terminen');
  expect(lockOf(undefined, 'clearing')).toBe('Se están borrando comprobantes: espere a que terminen');
});

test('a receipt that was sent is neither signed nor sent again', () => {
  const sent = fila({ estado: 'enviado' });
  expect(signRefusal(sent)).toBe('Este comprobante ya fue enviado');
  expect(sendRefusal(sent, ready)).toBe('Este comprobante ya fue enviado');
});

test('sending wants the signature, and the session of the authority', () => {
  expect(sendRefusal(fila({ estado: 'pendiente' }), ready)).toBe('El comprobante debe estar firmado para enviarlo');
  expect(sendRefusal(fila({ estado: 'firmado' }), ready)).toBeUndefined();
  expect(sendRefusal(fila({ estado: 'firmado' }), { ...ready, authenticated: false })).toBe(
    'Debe autenticarse primero',
  );
});

test('sending all wants a receipt, then the session', () => {
  const refusal = (estados: Parameters<typeof importOf>[0], authenticated: boolean, toSend: number) =>
    sendAllRefusal(countsOf(importOf(estados)), toSend, { simulated: false, authenticated });
  expect(refusal([], false, 0)).toBe('No hay comprobantes para enviar');
  expect(refusal(['firmado'], false, 1)).toBe('Debe autenticarse primero');
  expect(refusal(['aceptado'], true, 0)).toBe('No hay comprobantes para enviar');
  expect(refusal(['firmado', 'enviado'], true, 1)).toBeUndefined();
});

test('a sending that failed, or whose answer never came, is Error envío', () => {
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
