import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { emissionBody } from './emission-body.ts';
import type { Kinds } from './kind.ts';
import { ErrorDeDocumento, Estado, MensajeDGII, orNull } from './shared.ts';

export * from './emision/firma.ts';

/** Answer of an emission: the number is taken, the document is signed and stored. */
export const Emitida = Type.Object({
  id: Type.String(),
  trackId: orNull(Type.String()),
  eNCF: Type.String(),
  estado: Estado,
  securityCode: Type.String(),
  codigoSeguridad: Type.String(),
  fechaFirma: Type.String({ description: 'dd-MM-yyyy HH:mm:ss' }),
  qr: Type.String({ description: 'URL del timbre' }),
  avisos: Type.Array(ErrorDeDocumento, {
    description: 'Lo que es irregular y no impide emitirlo; la DGII podría aceptarlo condicionalmente',
  }),
  ensayo: Type.Optional(
    Type.Literal(true, { description: 'Fue un ensayo: no se tomó número, no se guardó nada, no llegó a la DGII' }),
  ),
  mensajes: Type.Optional(Type.Array(MensajeDGII, { description: 'En un ensayo: lo que respondería la DGII' })),
  secuenciaUtilizada: Type.Optional(
    Type.Boolean({ description: 'En un ensayo: si la DGII daría el número por utilizado' }),
  ),
});
export type Emitida = Static<typeof Emitida>;

/**
 * Issues an e-CF. The body is the tree of the document as JSON, or the specification's credit-note body. Without an
 * eNCF it gets the next number of the range. An element that may repeat can be sent without a list when there is only
 * one. A document that would be refused in a workbook is refused here too. So is one whose amounts contradict each
 * other beyond the official tolerance, unless `tolerante` is true. Mere irregularities are returned in `avisos`, or
 * refused where `estricto` is true. `Idempotency-Key` is honoured for 30 days.
 *
 * Withholding (41, 47) is the company's decision. Without `Retencion` the document is refused, and the refusal states
 * the legal withholding. If the company has chosen the legal withholding, or stated that it withholds nothing,
 * `Retencion` is filled in accordingly and reported in `avisos`.
 *
 * With `ensayo` it is a rehearsal: the same checks and the same answer, with the verdict of the built-in DGII. The
 * number is not taken and nothing is stored, so the key is not needed.
 */
export const enviarFactura = route({
  method: 'POST',
  path: '/fe/api/emision/ecf/EnviarFactura',
  summary: 'Emitir un e-CF',
  policy: 'emitir',
  headers: Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'La misma clave con el mismo cuerpo da el mismo comprobante, durante 30 días',
      }),
    ),
  }),
  query: Type.Object({
    estricto: Type.Optional(Type.Boolean({ description: 'Rechazar también lo que solo daría avisos' })),
    tolerante: Type.Optional(
      Type.Boolean({
        description:
          'Emitir también si sus montos se contradicen más allá de la tolerancia oficial (±1.00 por línea), que la DGII acepta condicionalmente: vuelve en avisos',
      }),
    ),
    motivoRetencion: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 250,
        description:
          'Por qué un 41 o un 47 no retiene lo que manda la ley: queda en el registro de la empresa, no en el comprobante',
      }),
    ),
    ensayo: Type.Optional(
      Type.Boolean({ description: 'Ensayar: se firma y se juzga con la DGII integrada, sin emitir ni guardar nada' }),
    ),
  }),
  body: Type.Object({}, { additionalProperties: true, description: 'Árbol del e-CF' }),
  rawBody: true,
  describeBody: emissionBody,
  maxBodyBytes: 5 * 1024 * 1024,
  answerHeaders: Type.Object({
    'idempotent-replayed': Type.Optional(
      Type.Enum(['true'], { description: 'Está cuando ya se había emitido con la misma Idempotency-Key' }),
    ),
  }),
  answer: Emitida,
});

/** The kinds of events that it records. */
export const kinds = {
  'documento.retencion': {
    grupo: 'documento',
    frase: ({ eNCF, motivo }) => `Emitió ${eNCF} sin la retención de ley: ${motivo}`,
  },
} as const satisfies Kinds;
