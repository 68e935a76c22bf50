import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { IdParams, ResumenDocumento } from './shared.ts';

/** One try at sending, as it was recorded before the bytes left and after the answer came. */
export const Intento = Type.Object({
  numero: Type.Integer(),
  operacion: Type.String({ description: 'envio, consulta o conciliacion' }),
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
  /** The tree of the document as JSON. */
  json: Type.Unknown(),
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

/** The exact bytes: signed once signed, else the XML as it will be signed. File name `{RNC}{eNCF}.xml`. */
export const verXml = route({
  method: 'GET',
  path: '/api/documentos/:id/xml',
  summary: 'El XML exacto de un comprobante',
  policy: 'leer',
  params: IdParams,
  answerKind: 'xml',
});

/** Replaces the XML of a document not yet sent: validated again, and signed again where it was signed. */
export const editarXml = route({
  method: 'PUT',
  path: '/api/documentos/:id/xml',
  summary: 'Editar el XML antes de enviarlo',
  policy: 'emitir',
  params: IdParams,
  body: Type.Object({ xml: Type.String({ minLength: 1, maxLength: 5 * 1024 * 1024 }) }),
  maxBodyBytes: 6 * 1024 * 1024,
  answer: ResumenDocumento,
});

/** Sends a signed document, again where it was rejected without using its number and then mended. */
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

/** Checks an XML as {@link editarXml} would, changing nothing. */
export const validarXml = route({
  method: 'POST',
  path: '/api/documentos/:id/xml/validar',
  summary: 'Validar un XML sin guardarlo',
  policy: 'leer',
  params: IdParams,
  body: Type.Object({ xml: Type.String({ maxLength: 5 * 1024 * 1024 }) }),
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

/** What it sends as `data` of an event named `importacion`. */
export const EventoImportacion = Type.Object({ id: Type.String() });

/** What it sends as `data` of an event named `configuracion`: what a screen that shows it should ask for again. */
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
 * Server-sent events of the caller's company. Events: `documento` ({@link EventoDocumento}[]: one event may carry many),
 * `importacion` ({@link EventoImportacion}: ask again), `configuracion` ({@link EventoConfiguracion}: ask again), `autoridad`,
 * and a comment every 15 s. `Last-Event-ID` resumes.
 */
export const eventos = route({
  method: 'GET',
  path: '/api/eventos',
  summary: 'Cambios en vivo',
  policy: 'leer',
  answerKind: 'eventos',
});
