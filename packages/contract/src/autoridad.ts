import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Problems } from './declare.ts';
import { Estado, orNull } from './shared.ts';

/** The XML file of a form, under any of the names that callers of the specification use. */
const XmlFile = {
  kind: 'file',
  required: true,
  aliases: ['xml', 'file'],
  missing: { code: 'xml/invalido', detail: 'Falta el archivo XML (campo XmlFile o xml)' },
} as const;

/**
 * Fields that callers of the specification send with an XML file. Those that are sent must match the company and the
 * XML. `Token` is read only by calls that describe it themselves; it is not sent on.
 */
const DatosDelXml = {
  Ambiente: { kind: 'text', description: 'El de la empresa, en cualquiera de sus nombres' },
  Token: {
    kind: 'text',
    description: 'No se lee: quien llama se conoce por su cabecera, y a la DGII se envía el token de la plataforma',
  },
  RNCEmisor: { kind: 'text', description: 'RNC del emisor del XML' },
  ENCF: { kind: 'text', description: 'e-NCF del XML' },
  CodigoSeguridad: { kind: 'text', description: 'Código de seguridad del XML: seis caracteres' },
} as const;

/**
 * The form in which callers of the specification send an XML.
 *
 * @param description description of the XML, in Spanish
 */
export const formDelXml = (description: string) => ({ XmlFile: { ...XmlFile, description }, ...DatosDelXml });

/**
 * The authority does not answer, or answers slowly. Documents are still issued; they are sent when it answers again.
 */
export const Caida = Type.Object({
  fase: Type.Enum(['tarda', 'caida']),
  /** The service that fails while the others answer; null when no service answers. */
  servicio: orNull(Type.String()),
  /** ISO 8601, as all times here. */
  desde: Type.String(),
  /** The failure, with the status and the beginning of the answer. */
  motivo: Type.String(),
  /** Documents of the company on their way to the authority; 10,000 when there are more. */
  esperan: Type.Integer(),
  proximoIntento: Type.String(),
  /** Of those, the ones that the authority never received: issued in contingency. */
  sinEntregar: Type.Integer(),
  /** Deadline for delivering the first signed of them; null when there are none. */
  entregarAntesDe: orNull(Type.String()),
});
export type Caida = Static<typeof Caida>;

/** Whether a company is authenticated with the authority, and whether the authority answers. */
export const EstadoDeAutenticacion = Type.Object({
  autenticado: Type.Boolean(),
  /** ISO 8601; null while not authenticated. */
  expira: orNull(Type.String()),
  /** `simulador` or `dgii`. */
  autoridad: Type.String(),
  /** False while nothing can be sent because the authority does not answer. */
  disponible: Type.Boolean(),
  /** The outage in the company's environment; null when every service answers. */
  caida: orNull(Caida),
});

/** Whether the company holds a token of the authority. */
export const estadoAutoridad = route({
  method: 'GET',
  path: '/api/autoridad',
  summary: 'Autenticación con la DGII',
  policy: 'leer',
  answer: EstadoDeAutenticacion,
});

/** Obtains a token for the company's environment: seed, signed seed, token. */
export const autenticar = route({
  method: 'POST',
  path: '/api/autoridad/autenticar',
  summary: 'Autenticarse con la DGII',
  policy: 'emitir',
  body: Type.Object({}),
  answer: EstadoDeAutenticacion,
});

/** Discards the token. */
export const cerrarAutoridad = route({
  method: 'POST',
  path: '/api/autoridad/cerrar',
  summary: 'Cerrar la sesión con la DGII',
  policy: 'emitir',
  body: Type.Object({}),
  answer: EstadoDeAutenticacion,
});

/**
 * Retries now what waits for the authority: the company's documents, voided numbers, questions about received documents
 * and answers to them become due, and the authority is contacted at once.
 */
export const reintentar = route({
  method: 'POST',
  path: '/api/autoridad/reintentar',
  summary: 'Reintentar ahora los envíos que esperan',
  policy: 'emitir',
  body: Type.Object({}),
  answer: EstadoDeAutenticacion,
});

/**
 * The proxies to the authority that the specification requires (specification 001 §7), for the company's environment. The
 * authority's texts are returned verbatim.
 */
export const semilla = route({
  method: 'GET',
  path: '/api/Autenticacion/Semilla',
  summary: 'Semilla de la DGII',
  policy: 'emitir',
  answerKind: 'xml',
});
export const validarSemilla = route({
  method: 'POST',
  path: '/api/Autenticacion/ValidarSemilla',
  summary: 'Validar la semilla firmada',
  policy: 'emitir',
  bodyKind: 'multipart',
  form: formDelXml('Semilla firmada'),
  answer: Type.Object({
    token: Type.String({ description: 'Abre la recepción, la consulta de estado, la aprobación comercial y el RFCE' }),
    expiresIn: Type.Integer({ description: 'Segundos' }),
    expira: Type.String(),
  }),
});

/** The same two under the addresses of specification 002 §7. */
export const semillaDeAuth = route({ ...semilla, path: '/fe/api/auth/seed' });
export const validarSemillaDeAuth = route({ ...validarSemilla, path: '/fe/api/auth/validate' });

/** Whether the credential of the header is valid now: a token of {@link validarSemilla}, a session or a key. */
export const verificarToken = route({
  method: 'GET',
  path: '/fe/api/auth/verify',
  summary: 'Si el token de la cabecera vale ahora',
  policy: 'publico',
  credential: 'opcional',
  authorityToken: 'cabecera',
  answer: Type.Object({ valid: Type.Boolean() }),
});

/**
 * How long a caller waits for the DGII's answer about a document that is already stored: `Prefer: wait=10`, in seconds, or
 * `respond-async`. Without an answer in that time the response is 202.
 *
 * @source RFC 7240 §4.1, §4.3
 */
export const EsperaPreferida = Type.Object({
  prefer: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        '`wait=10`: esperar ese tiempo, en segundos, la respuesta de la DGII; `respond-async`: no esperarla. Sin respuesta, 202',
    }),
  ),
});

/**
 * Stores a signed e-CF in the ledger and sends it: multipart `xml` (or `file`, `XmlFile`). `Ambiente`, `RNCEmisor`,
 * `ENCF` and `CodigoSeguridad`, where sent, must match the company and the XML. Sending the same bytes again returns
 * the same document. 202 while it has no trackId: it is stored and will be sent.
 */
export const recepcion = route({
  method: 'POST',
  path: '/api/recepcion',
  summary: 'Enviar un e-CF firmado a la recepción de la DGII',
  policy: 'emitir',
  authorityToken: 'cabecera',
  headers: EsperaPreferida,
  unfinishedStatus: 202,
  bodyKind: 'multipart',
  form: formDelXml('e-CF firmado'),
  maxBodyBytes: 6 * 1024 * 1024,
  answer: Type.Object({
    trackId: orNull(Type.String()),
    error: Type.String(),
    mensaje: Type.String(),
    id: Type.String({ description: 'Del comprobante en la plataforma' }),
    eNCF: Type.String(),
    estado: Estado,
  }),
});
export const recepcionSimulada = route({
  ...recepcion,
  path: '/api/recepcion-simulada',
  summary: 'Enviar un e-CF firmado al simulador',
});
/** By the authority's trackId, or by the id of a document of the company: a summary (RFCE) has no trackId. */
export const consultaEstado = route({
  method: 'GET',
  path: '/api/consulta-estado',
  summary: 'Estado de un envío por su TrackId',
  policy: 'leer',
  authorityToken: 'cabecera',
  query: Type.Object({ TrackId: Type.String({ minLength: 1, maxLength: 64 }) }),
  answer: Type.Object({
    trackId: Type.String(),
    estado: Type.String(),
    codigo: Type.String(),
    secuenciaUtilizada: orNull(Type.Boolean()),
    mensajes: Type.Array(Type.Object({ codigo: Type.String(), valor: Type.String() })),
  }),
});
export const aprobacionComercial = route({
  method: 'POST',
  path: '/api/AprobacionComercial',
  summary: 'Enviar una aprobación comercial firmada',
  policy: 'emitir',
  authorityToken: 'cabecera',
  bodyKind: 'multipart',
  form: formDelXml('ACECF firmado'),
  answer: Type.Object({ codigo: Type.String(), estado: Type.String(), mensaje: Type.Array(Type.String()) }),
});

/** Its refusals. */
export const problems = {
  'autoridad/no-disponible': { status: 503, title: 'La DGII no responde. Lo pendiente se enviará cuando vuelva.' },
  'autoridad/rechazo': { status: 502, title: 'La DGII rechazó la petición' },
} as const satisfies Problems;
