import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import {
  comoArchivo,
  comoXml,
  Enlaces,
  Enlazado,
  Estado,
  IdParams,
  orNull,
  ResumenDocumento,
  tiposDeMedio,
} from './shared.ts';
import { type MotivoDeAnulacion, motivosDeAnulacion } from './tables.ts';

/** One attempt to send: recorded before the bytes leave, completed when the answer arrives. */
const Intento = Type.Object({
  numero: Type.Integer(),
  operacion: Type.String({ description: 'envio, reenvio, consulta o conciliacion' }),
  iniciado: Type.String(),
  terminado: orNull(Type.String()),
  resultado: orNull(Type.String()),
  respuesta: orNull(Type.String(), { description: 'Las palabras de la autoridad' }),
});

/** A document with everything known about it. */
export const Documento = Type.Object({
  ...ResumenDocumento.properties,
  ambiente: Type.String(),
  codigoSeguridad: orNull(Type.String()),
  fechaFirma: orNull(Type.String()),
  urlQR: orNull(Type.String()),
  /** The person who settled it with the verdict seen in the authority's portal; null where the authority itself answered. */
  asentadoPor: orNull(Type.String()),
  json: orNull(Type.Record(Type.String(), Type.Unknown()), {
    description: 'El árbol del comprobante, con los nombres de su XML; nulo si no se pudo leer',
  }),
  intentos: Type.Array(Intento, { description: 'Los de su resumen, si lo que se envía es su resumen (RFCE)' }),
  resumen: orNull(Enlazado, {
    description:
      'El resumen (RFCE) con que se envía una factura de consumo menor de RD$250,000: su XML y su veredicto están en él',
  }),
  resumeA: orNull(Enlazado, { description: 'De un resumen: la factura que resume, si está aquí' }),
  ...Enlaces.properties,
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
  ...comoXml,
});

/**
 * The printed form (representación impresa) of a signed e-CF. File name `{RNC}{eNCF}.pdf`. The same document always
 * yields the same bytes, except for the legend of contingency, which it has while the authority does not answer and has
 * not received the document.
 */
export const verPdf = route({
  method: 'GET',
  path: '/api/documentos/:id/pdf',
  summary: 'La representación impresa de un comprobante, en PDF',
  policy: 'leer',
  params: IdParams,
  query: Type.Object({
    forma: Type.Optional(
      Type.Enum(['carta', 'ticket'], { description: 'Hoja carta, o papel continuo de 80 mm', default: 'carta' }),
    ),
  }),
  ...comoArchivo('pdf'),
});

const box = { x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() };

/** A page of a printed form: its elements with their positions, in points from the upper left corner. */
export const Pagina = Type.Object({
  width: Type.Number(),
  height: Type.Number(),
  texts: Type.Array(
    Type.Object({
      x: Type.Number(),
      y: Type.Number({ description: 'La línea de base' }),
      text: Type.String(),
      width: Type.Number(),
      size: Type.Number(),
      weight: Type.Enum(['regular', 'semibold']),
      grey: Type.Number({ description: 'De 0, negro, a 1, blanco' }),
    }),
  ),
  bars: Type.Array(Type.Object({ ...box, grey: Type.Number() })),
  qr: Type.Optional(Type.Object(box)),
  logo: Type.Optional(Type.Object(box)),
});
export type Pagina = Static<typeof Pagina>;

/**
 * The first twenty pages of the printed form, as they are printed. The screens use them, because they show no PDF on a
 * phone.
 */
export const verPaginas = route({
  method: 'GET',
  path: '/api/documentos/:id/paginas',
  summary: 'Las páginas de la representación impresa de un comprobante, para mostrarlas',
  policy: 'leer',
  params: IdParams,
  query: verPdf.query,
  answer: Type.Object({
    pages: Type.Array(Pagina),
    count: Type.Integer({ description: 'Cuántas páginas tiene' }),
    logo: orNull(Type.String(), { description: 'La imagen, como data:' }),
    qr: Type.Object({
      side: Type.Integer(),
      path: Type.String({ description: 'El trazo de un SVG, en un cuadrado de ese lado' }),
    }),
  }),
});

/** The QR code of a signed e-CF's stamp, as an SVG picture. */
export const verQr = route({
  method: 'GET',
  path: '/api/documentos/:id/qr',
  summary: 'El código QR de un comprobante, en SVG',
  policy: 'leer',
  params: IdParams,
  answerKind: 'archivo',
  answerTypes: [tiposDeMedio.svg],
});

/** The XML of a document as a text. No longer one can be read. */
const XmlEscrito = Type.String({ minLength: 1, maxLength: 5_000_000, description: 'En UTF-8, hasta 5,000,000 bytes' });

/** Replaces the XML of a document not yet sent. It is validated again, and signed again where it was signed. */
export const editarXml = route({
  method: 'PUT',
  path: '/api/documentos/:id/xml',
  summary: 'Editar el XML antes de enviarlo',
  policy: 'emitir',
  params: IdParams,
  body: Type.Object({ xml: XmlEscrito }),
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
export const VeredictoVisto = Type.Object(
  {
    estado: Type.Enum(['aceptado', 'aceptado_condicional', 'rechazado']),
    secuenciaUtilizada: Type.Optional(
      Type.Boolean({
        description:
          'De un rechazo: si la DGII da el número por utilizado. Por defecto, sí. Con `false` queda libre solo si los `mensajes` son de causas que lo dejan libre',
      }),
    ),
    mensajes: Type.Optional(
      Type.Array(
        Type.Object({ codigo: Type.String({ maxLength: 10 }), valor: Type.String({ minLength: 1, maxLength: 2_000 }) }),
        {
          maxItems: 20,
          description: 'De un rechazo: los mensajes que la DGII muestra; `codigo` es 0 si no muestra uno',
        },
      ),
    ),
    trackId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    nota: Type.Optional(Type.String({ maxLength: 500, description: 'Dónde y cuándo se vio' })),
  },
  { additionalProperties: false },
);
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

/** Limits of a list of the portal: its lines, and its characters. */
export const limitesDeLista = { lineas: 1_000, letras: 200_000 } as const;

/** Result of a line of a list of the portal. Lines without an eNCF are skipped. */
export const LineaDeLista = Type.Object({
  linea: Type.Integer({ description: 'Desde 1' }),
  eNCF: Type.String(),
  estado: orNull(VeredictoVisto.properties.estado, {
    description: 'El que dice la línea; nulo si no dice uno, o no se entiende',
  }),
  resultado: Type.Enum(['se_asienta', 'asentado', 'confirmado', 'en_envio', 'sin_estado', 'contradice', 'no_esta'], {
    description:
      '`contradice`: la lista dice dos estados del mismo número; `confirmado`: el comprobante ya tiene respuesta; `en_envio`: se está enviando otra vez',
  }),
});
export type LineaDeLista = Static<typeof LineaDeLista>;

/**
 * Settles many unconfirmed documents with the list that the authority's portal shows: a line has an eNCF and the word
 * of its state. Without `aplicar` it only reports what would be settled. The number of a rejected one counts as used.
 * Each is recorded.
 */
export const asentarLista = route({
  method: 'POST',
  path: '/api/documentos/veredictos',
  summary: 'Asentar los veredictos de una lista del portal de la DGII',
  policy: 'asentar',
  stepUp: 'siempre',
  body: Type.Object({
    lista: Type.String({ minLength: 1, maxLength: limitesDeLista.letras, description: 'El texto copiado del portal' }),
    aplicar: Type.Optional(Type.Boolean()),
    nota: VeredictoVisto.properties.nota,
  }),
  maxBodyBytes: 1024 * 1024,
  answer: Type.Object({ lineas: Type.Array(LineaDeLista) }),
});

/** Validates an XML as {@link editarXml} would, without changing anything. */
export const validarXml = route({
  method: 'POST',
  path: '/api/documentos/:id/xml/validar',
  summary: 'Validar un XML sin guardarlo',
  policy: 'leer',
  params: IdParams,
  body: Type.Object({ xml: XmlEscrito }),
  rawBody: true,
  maxBodyBytes: 6 * 1024 * 1024,
  answer: Type.Object({ errores: ResumenDocumento.properties.errores }),
});

/** The credit note that annuls a document. */
export const Anulacion = Type.Object({ nota: Enlazado });
export type Anulacion = Static<typeof Anulacion>;

/**
 * Annuls an accepted document with a credit note (34) for the amount that other notes leave: for its total if there are
 * none. The note is signed, stored and queued; the document is annulled when the authority accepts the note. A repeated
 * call returns the same note, unless the authority rejected it.
 */
export const anularDocumento = route({
  method: 'POST',
  path: '/api/documentos/:id/anular',
  summary: 'Anular un comprobante con una nota de crédito',
  policy: 'emitir',
  params: IdParams,
  body: Type.Object({
    motivo: Type.Enum(Object.keys(motivosDeAnulacion) as MotivoDeAnulacion[], {
      description: Object.entries(motivosDeAnulacion)
        .map(([codigo, nombre]) => `${codigo} ${nombre}`)
        .join(' · '),
    }),
    eNCF: Type.Optional(
      Type.String({
        pattern: '^E34\\d{10}$',
        examples: ['E340000000001'],
        description:
          'Solo junto al simulador y sin rango de notas de crédito: el número de «alternativa» que dio el rechazo',
      }),
    ),
  }),
  status: 202,
  answer: Anulacion,
});

/**
 * Makes the delivery of a document due now, if it is on its way. A document that was never posted is posted; for one
 * that was, the authority is asked. Nothing is posted that would not be posted anyway.
 */
export const reenviarDocumento = route({
  method: 'POST',
  path: '/api/documentos/:id/reenviar',
  summary: 'Reenviar ahora un comprobante que espera',
  policy: 'emitir',
  params: IdParams,
  body: Type.Object({}),
  status: 202,
  answer: Type.Object({ estado: Estado }),
});

/** The kinds of events that it records. */
export const kinds = {
  'documento.reenviado': { grupo: 'documento', frase: ({ eNCF }) => `Pidió reenviar ${eNCF}` },
  'documento.anulado': {
    grupo: 'documento',
    frase: ({ eNCF, nota, motivo }) =>
      `Anuló ${eNCF} con la nota de crédito ${nota}: ${motivosDeAnulacion[motivo as MotivoDeAnulacion]}`,
  },
} as const satisfies Kinds;

/** Its refusals. */
export const problems = {
  'documento/no-reenviable': { status: 409, title: 'El comprobante no se puede reenviar' },
  'documento/no-anulable': { status: 409, title: 'El comprobante no se puede anular' },
  'documento/ya-anulado': { status: 409, title: 'El comprobante ya está anulado o en proceso de anulación' },
  'documento/no-editable': { status: 409, title: 'El comprobante ya no se puede editar' },
} as const satisfies Problems;
