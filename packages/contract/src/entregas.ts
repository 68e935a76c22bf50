import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Problems } from './declare.ts';
import { Respuesta } from './recibidas.ts';
import { comoXml, conSiguiente, IdParams, orNull, parteDeLista } from './shared.ts';

/** Answers in a part, unless the caller asks for another number. */
export const aprobacionesPorParte = 50;

/**
 * The commercial answers of the buyer to an invoice of the company, as anybody may have signed them. First the newest of
 * each signer, acceptances and rejections in turn.
 */
export const aprobacionesDeFactura = route({
  method: 'GET',
  path: '/api/documentos/:id/aprobaciones',
  summary: 'Aprobaciones y rechazos comerciales que envió el comprador de una factura',
  policy: 'leer',
  params: IdParams,
  query: Type.Object(parteDeLista(aprobacionesPorParte)),
  answerHeaders: conSiguiente,
  answer: Type.Array(
    Type.Object({
      huella: Type.String({ description: 'SHA-256 de su XML, en hexadecimal' }),
      estado: Respuesta,
      motivo: orNull(Type.String()),
      fechaHora: Type.String({ description: 'dd-MM-yyyy HH:mm:ss, como la escribió el comprador' }),
      recibida: Type.String(),
      firmadaPor: Type.String({ description: 'RNC o cédula del certificado que la firmó; vacío si no lo tiene' }),
      comprobada: Type.Boolean({
        description: 'Quien la firmó ya firmó e-CF del comprador que la DGII aceptó. Si no, solo consta quién la firmó',
      }),
      contradice: Type.Boolean({ description: 'Otra respuesta, igual de comprobada, dice lo contrario' }),
    }),
  ),
});

/** One of these answers, with the exact bytes that the buyer signed. */
export const xmlDeAprobacionDeFactura = route({
  method: 'GET',
  path: '/api/documentos/:id/aprobaciones/:huella',
  summary: 'El XML firmado de una respuesta del comprador de una factura',
  policy: 'leer',
  params: Type.Object({
    ...IdParams.properties,
    huella: Type.String({ pattern: '^[0-9a-f]{64}$', examples: ['a'.repeat(64)] }),
  }),
  ...comoXml,
});

/** The delivery of an invoice of the company to its buyer. */
export const Entrega = Type.Object({
  estado: Type.Enum(['pendiente', 'entregada', 'rechazada', 'sin_direccion', 'sin_confirmar']),
  intentos: Type.Integer(),
  detalle: orNull(Type.String()),
  tieneAcuse: Type.Boolean(),
  pedida: Type.String(),
  cambiada: Type.String(),
});
export type Entrega = Static<typeof Entrega>;

/**
 * Delivers an accepted invoice to the address that its buyer has in the DGII's directory. Repeated calls send nothing
 * twice.
 */
export const entregarFactura = route({
  method: 'POST',
  path: '/api/documentos/:id/entrega',
  summary: 'Enviar una factura aceptada a la dirección de recepción de su comprador',
  policy: 'emitir',
  params: IdParams,
  body: Type.Object({}),
  status: 202,
  answer: Entrega,
});

export const verEntrega = route({
  method: 'GET',
  path: '/api/documentos/:id/entrega',
  summary: 'Cómo va la entrega de una factura a su comprador',
  policy: 'leer',
  params: IdParams,
  answer: orNull(Entrega, { description: 'Nulo: no se ha pedido' }),
});

/** The ARECF that the buyer returned, unchanged. */
export const acuseEntrega = route({
  method: 'GET',
  path: '/api/documentos/:id/entrega/acuse',
  summary: 'El acuse de recibo que respondió el comprador de una factura',
  policy: 'leer',
  params: IdParams,
  ...comoXml,
});

/** Its refusals. */
export const problems = {
  'entrega/no-aplica': {
    status: 409,
    title: 'Solo se entregan facturas 31, 33, 34 y 44 con comprador, aceptadas por la DGII',
  },
  'entrega/contingencia': {
    status: 409,
    title: 'Este comprobante reemplaza uno de contingencia: va solo a la DGII, no al comprador',
  },
} as const satisfies Problems;
