import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Problems } from './problems.ts';
import { IdParams, ResumenDocumento } from './shared.ts';

/** One attempt to send: recorded before the bytes left, completed when the answer came. */
export const Intento = Type.Object({
  numero: Type.Integer(),
  operacion: Type.String({ description: 'envio, reenvio, consulta o conciliacion' }),
  iniciado: Type.String(),
  terminado: Type.Union([Type.String(), Type.Null()]),
  resultado: Type.Union([Type.String(), Type.Null()]),
  respuesta: Type.Union([Type.String(), Type.Null()], { description: 'Las palabras de la autoridad' }),
});

/** A document with everything known about it. */
export const Documento = Type.Object({
  ...ResumenDocumento.properties,
  ambiente: Type.String(),
  codigoSeguridad: Type.Union([Type.String(), Type.Null()]),
  fechaFirma: Type.Union([Type.String(), Type.Null()]),
  urlQR: Type.Union([Type.String(), Type.Null()]),
  /** The person who settled it with the verdict seen in the authority's portal; null where the authority itself answered. */
  asentadoPor: Type.Union([Type.String(), Type.Null()]),
  json: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
    description: 'El árbol del comprobante, con los nombres de su XML; nulo si no se pudo leer',
  }),
  intentos: Type.Array(Intento),
});
export type Documento = Static<typeof Documento>;

/** One document of the caller's company. */
export const verDocumento = route({
  method: 'GET',
  path: '/api/documentos/:id',
  summary: 'Un comprobante',
  policy: 'leer',
  params: IdParams,
  answer: Documento,
});

/** The exact bytes of the signed XML; before signing, the XML that will be signed. File name `{RNC}{eNCF}.xml`. */
export const verXml = route({
  method: 'GET',
  path: '/api/documentos/:id/xml',
  summary: 'El XML exacto de un comprobante',
  policy: 'leer',
  params: IdParams,
  answerKind: 'xml',
});

/** Replaces the XML of a document not yet sent. It is validated again, and signed again where it was signed. */
export const editarXml = route({
  method: 'PUT',
  path: '/api/documentos/:id/xml',
  summary: 'Editar el XML antes de enviarlo',
  policy: 'emitir',
  params: IdParams,
  body: Type.Object({ xml: Type.String({ minLength: 1, maxLength: 5 * 1024 * 1024 }) }),
  rawBody: true,
  maxBodyBytes: 6 * 1024 * 1024,
  answer: ResumenDocumento,
});

/** Sends a signed document, or sends it again where it was rejected without using its number and then corrected. */
export const enviarDocumento = route({
  method: 'POST',
  path: '/api/documentos/:id/enviar',
  summary: 'Enviar un comprobante firmado a la DGII',
  policy: 'emitir',
  params: IdParams,
  body: Type.Object({}),
  status: 202,
  answer: Type.Object({ enviar: Type.Integer() }),
});

/** A verdict that a person saw in the authority's portal. */
export const VeredictoVisto = Type.Object({
  estado: Type.Enum(['aceptado', 'aceptado_condicional', 'rechazado']),
  secuenciaUtilizada: Type.Optional(
    Type.Boolean({ description: 'De un rechazo: si la DGII da el número por utilizado. Por defecto, sí' }),
  ),
  trackId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  nota: Type.Optional(Type.String({ maxLength: 500, description: 'Dónde y cuándo se vio' })),
});
export type VeredictoVisto = Static<typeof VeredictoVisto>;

/** Settles an unconfirmed document with the verdict that a person saw; for a summary, its invoice too. It is recorded. */
export const asentarVeredicto = route({
  method: 'POST',
  path: '/api/documentos/:id/veredicto',
  summary: 'Asentar el veredicto que la DGII muestra de un comprobante sin confirmar',
  policy: 'asentar',
  stepUp: 'siempre',
  params: IdParams,
  body: VeredictoVisto,
  answer: ResumenDocumento,
});

/** Validates an XML as {@link editarXml} would, without changing anything. */
export const validarXml = route({
  method: 'POST',
  path: '/api/documentos/:id/xml/validar',
  summary: 'Validar un XML sin guardarlo',
  policy: 'leer',
  params: IdParams,
  body: Type.Object({ xml: Type.String({ maxLength: 5 * 1024 * 1024 }) }),
  rawBody: true,
  maxBodyBytes: 6 * 1024 * 1024,
  answer: Type.Object({ errores: ResumenDocumento.properties.errores }),
});

/** What `GET /api/eventos` sends as `data` of an event named `documento`. */
export const EventoDocumento = Type.Object({
  importacionId: Type.Union([Type.String(), Type.Null()]),
  documento: Type.Pick(ResumenDocumento, [
    'id',
    'estado',
    'trackId',
    'esperaA',
    'secuenciaUtilizada',
    'mensajes',
    'errores',
  ]),
});
export type EventoDocumento = Static<typeof EventoDocumento>;

/** `data` of an event named `comprobantes`: more documents changed than one event `documento` carries; ask again. */
export const EventoComprobantes = Type.Object({
  importaciones: Type.Array(Type.Union([Type.String(), Type.Null()]), {
    description: 'Las importaciones cuyos comprobantes cambiaron; null: comprobantes de ninguna',
  }),
});
export type EventoComprobantes = Static<typeof EventoComprobantes>;

/** Limits of an event `documento`: above them an event `comprobantes` is sent instead. */
export const limitesDelEvento = { documentos: 50, bytes: 64 * 1024 } as const;

/** `data` of an event named `importacion`. */
export const EventoImportacion = Type.Object({ id: Type.String() });

/** `data` of an event named `configuracion`: what a screen that shows it should ask for again. */
export const EventoConfiguracion = Type.Object({
  que: Type.Enum([
    'empresa',
    'ambiente',
    'accesos',
    'certificado',
    'clave',
    'secreto',
    'logo',
    'impuestos',
    'camposPdf',
    'fechas',
    'secuencias',
    'usuarios',
  ]),
});
export type EventoConfiguracion = Static<typeof EventoConfiguracion>;

/**
 * Server-sent events of the caller's company. Events: `documento` ({@link EventoDocumento}[], within
 * {@link limitesDelEvento}), `comprobantes` ({@link EventoComprobantes}: many changed, ask again), `importacion` ({@link EventoImportacion}: ask again), `configuracion` ({@link EventoConfiguracion}: ask again), `autoridad`,
 * `ensayo` (a rehearsal of the company changed: ask again),
 * and a comment every 15 s. `Last-Event-ID` resumes.
 */
export const eventos = route({
  method: 'GET',
  path: '/api/eventos',
  summary: 'Cambios en vivo',
  policy: 'leer',
  answerKind: 'eventos',
});

/** Its refusals. */
export const problems = {
  'documento/no-editable': { status: 409, title: 'El comprobante ya no se puede editar' },
} as const satisfies Problems;
