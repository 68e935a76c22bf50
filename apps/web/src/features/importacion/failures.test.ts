import { expect, it } from 'vitest';
import { sendFailure, signFailure } from './failures.ts';

it('a failure has the words of the specification for one document or for all', {
  tags: ['S8-9'],
}, () => {
  expect([signFailure(['a']), signFailure(undefined)]).toEqual(['No se pudo firmar la factura:', 'Error al firmar:']);
  expect([sendFailure(['a']), sendFailure(undefined)]).toEqual(['Error al enviar factura:', 'Error al enviar:']);
});
