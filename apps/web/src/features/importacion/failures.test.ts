import { expect, it } from 'vitest';
import { sendFailure, signFailure } from './failures.ts';

it('a failure says in the words of the specification whether it was of one document or of all', () => {
  expect([signFailure(['a']), signFailure(undefined)]).toEqual(['No se pudo firmar la factura:', 'Error al firmar:']);
  expect([sendFailure(['a']), sendFailure(undefined)]).toEqual(['Error al enviar factura:', 'Error al enviar:']);
});
