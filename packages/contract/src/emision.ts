import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { Estado } from './shared.ts';

/** What an emission answers: the number is taken, the document signed and durable. */
export const Emitida = Type.Object({
  id: Type.String(),
  trackId: Type.Union([Type.String(), Type.Null()]),
  eNCF: Type.String(),
  estado: Estado,
  securityCode: Type.String(),
  codigoSeguridad: Type.String(),
  fechaFirma: Type.String({ description: 'dd-MM-yyyy HH:mm:ss' }),
  qr: Type.String({ description: 'URL del timbre' }),
});
export type Emitida = Static<typeof Emitida>;

/**
 * Issues an e-CF: the tree of the document as JSON (with or without eNCF: without, the next number of the range), or the
 * specification's credit-note body. `Idempotency-Key` is honoured for 30 days.
 */
export const enviarFactura = route({
  method: 'POST',
  path: '/fe/api/emision/ecf/EnviarFactura',
  summary: 'Emitir un e-CF',
  policy: 'emitir',
  headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) }),
  body: Type.Object({}, { additionalProperties: true, description: 'Árbol del e-CF' }),
  maxBodyBytes: 5 * 1024 * 1024,
  answer: Emitida,
});
