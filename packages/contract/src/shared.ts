import type { FormParts } from '@timbre/route';
import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox';
import { ambientes, estados } from './tables.ts';

/** A value, or null. @param options `description` */
export const orNull = <Schema extends TSchema>(schema: Schema, options?: TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

/** State of a document, as the API sends it. */
export const Estado = Type.Enum([...estados]);
export type Estado = Static<typeof Estado>;

/** The company's environments, in the stored form. */
export const Ambiente = Type.Enum([...ambientes]);
export type Ambiente = Static<typeof Ambiente>;

/** One fault, with its Excel cell where the document came from a workbook. */
export const ErrorDeDocumento = Type.Object({
  codigo: Type.String(),
  mensaje: Type.String(),
  /** XSD path, e.g. `DetallesItems.Item[3].MontoItem`. */
  campo: Type.Optional(Type.String()),
  /** Spanish place in the workbook, e.g. `fila 14, columna FormaPago[2]`. */
  celda: Type.Optional(Type.String()),
  /** True when the authority would not refuse it: the document can still be sent. */
  aviso: Type.Optional(Type.Boolean()),
  /**
   * The amounts contradict each other beyond the official tolerance: the document is refused before it takes a number,
   * unless `tolerante`.
   */
  aritmetica: Type.Optional(Type.Boolean()),
  /** Address of the screen where it is completed once for all documents, e.g. `/configuracion?dato=direccion`. */
  dondeSeCorrige: Type.Optional(
    Type.String({ description: 'Pantalla donde se completa una vez para todos los comprobantes' }),
  ),
});
export type ErrorDeDocumento = Static<typeof ErrorDeDocumento>;

/** A message of the authority, verbatim. */
export const MensajeDGII = Type.Object({ codigo: Type.String(), valor: Type.String() });

/** A row of the import tables, and of the events that update them. */
export const ResumenDocumento = Type.Object({
  id: Type.String(),
  tipo: Type.String(),
  esRFCE: Type.Boolean(),
  eNCF: Type.String(),
  fecha: Type.String({ description: 'dd-MM-yyyy' }),
  monto: Type.String({ description: 'RD$, decimal' }),
  estado: Estado,
  trackId: orNull(Type.String()),
  /** eNCF of the document whose acceptance this one waits for (notes 33 and 34). */
  esperaA: orNull(Type.String()),
  rncEmisor: Type.String(),
  rncComprador: orNull(Type.String()),
  razonSocialComprador: orNull(Type.String()),
  fila: orNull(Type.Integer()),
  secuenciaUtilizada: orNull(Type.Boolean()),
  mensajes: Type.Array(MensajeDGII),
  errores: Type.Array(ErrorDeDocumento),
});
export type ResumenDocumento = Static<typeof ResumenDocumento>;

/** Another document that this one is linked with. */
export const Enlazado = Type.Object({ id: Type.String(), eNCF: Type.String(), estado: Estado });
export type Enlazado = Static<typeof Enlazado>;

/** The links of a document with others. */
export const Enlaces = Type.Object({
  /**
   * The credit note that annuls this document. If the accepted notes reach its total, the document is annulled and this
   * is one of them. If they reach it only together with the notes still in process, this is one of the latter. null
   * while part of the total remains.
   */
  anuladaPor: orNull(Enlazado),
  /** Its credit notes that were not rejected, in RD$; null where there is none. */
  notasDeCredito: orNull(
    Type.Object({
      cantidad: Type.Integer(),
      aceptado: Type.String({ description: 'RD$ de las aceptadas, decimal' }),
      enProceso: Type.String({ description: 'RD$ de las que esperan su veredicto, decimal' }),
      resta: Type.String({ description: 'RD$ que quedan por acreditar, decimal' }),
    }),
  ),
  /** Of a note: the document that it modifies, if it is here. */
  modifica: orNull(Enlazado),
});
export type Enlaces = Static<typeof Enlaces>;

/** Path parameter of the routes of a single resource. */
export const IdParams = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** The range of numbers that a refused request lacks. */
export const RangoQueFalta = Type.Object(
  {
    tipo: Type.String(),
    ambiente: Type.String(),
    enlace: Type.String({ description: 'La pantalla en que se registra, con su formulario abierto' }),
    alternativa: Type.Optional(
      Type.String({ description: 'Solo junto al simulador: un eNCF libre que se puede enviar como eNCF en su lugar' }),
    ),
  },
  { description: 'El rango de secuencias que falta, si eso es lo que falta' },
);
export type RangoQueFalta = Static<typeof RangoQueFalta>;

/** RFC 9457 body; `message` repeats the title for older clients. */
export const ProblemBody = Type.Object({
  type: Type.String(),
  code: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.Optional(Type.String()),
  message: Type.String(),
  requestId: Type.String(),
  errores: Type.Optional(Type.Array(ErrorDeDocumento)),
  rango: Type.Optional(RangoQueFalta),
});
export type ProblemBody = Static<typeof ProblemBody>;

/**
 * Whether a call may change a month that was filed, which must then be rectified. Without it the call is refused as
 * `reportes/presentado`.
 */
export const AunquePresentado = Type.Optional(
  Type.Boolean({ description: 'Seguir aunque el mes ya se presentó: habrá que rectificarlo' }),
);

/** Parameters of the specification's lists of invoices, for programs that send no header. */
export const keyInAddress = {
  userId: Type.Optional(
    Type.String({ description: 'El usuario de la sesión; con la API Key de integración, cualquiera de la empresa' }),
  ),
  apiKey: Type.Optional(
    Type.String({
      maxLength: 200,
      deprecated: true,
      description:
        'La clave, si no va en una cabecera. Prefiera la cabecera: las direcciones quedan en registros ajenos',
    }),
  ),
};

/** How many rows of a list to answer. @param most its usual page, and the largest */
export const limiteDe = (most: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: most, default: most }));

/** Largest part of a whole list. */
const mostOfPart = 1_000;

/**
 * A whole list that a caller may also read in parts: see `cutBy` of a route.
 *
 * @param by the field by which an item is known
 * @param most the usual part, if it is not the whole
 */
export const enPartes = <const By extends string>(by: By, most = mostOfPart) => ({
  cutBy: by,
  query: Type.Object(parteDeLista(most)),
  answerHeaders: conSiguiente,
});

/** Parameters of a list that is read in parts. */
export const parteDeLista = (most = mostOfPart) => ({
  limite: Type.Optional(Type.Integer({ minimum: 1, maximum: mostOfPart, default: most })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'De la cabecera X-Siguiente' })),
});

/** The header of an answer that has a next part. */
export const conSiguiente = Type.Object({
  'x-siguiente': Type.Optional(Type.String({ description: 'Cursor de la página siguiente, si la hay' })),
});

/** Media types of the files that calls answer. */
export const tiposDeMedio = {
  csv: 'text/csv',
  jpeg: 'image/jpeg',
  json: 'application/json',
  p12: 'application/x-pkcs12',
  p7m: 'application/pkcs7-mime',
  p7s: 'application/pkcs7-signature',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
} as const;

/** The header of an answer that is a file with a name. */
const conNombre = Type.Object({
  'content-disposition': Type.String({ description: 'attachment, con el nombre del archivo (RFC 6266)' }),
});

/** An answer that is a file with a name. @param endings the forms that it may have */
export const comoArchivo = (...endings: readonly (keyof typeof tiposDeMedio)[]) =>
  ({
    answerKind: 'archivo',
    answerTypes: endings.map((ending) => tiposDeMedio[ending]),
    answerHeaders: conNombre,
  }) as const;

/** An answer that is an XML file with a name. */
export const comoXml = { answerKind: 'xml', answerHeaders: conNombre } as const;

/** Bytes of the multipart body beside those of its file. */
const bytesOfForm = 64 * 1024;

/** A size as `512 kB` or `10 MB`, for the reference. */
export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / (1024 * 1024)} MB`;

/**
 * The multipart body of a call that takes one file, `archivo`.
 *
 * @param description of the file, in Spanish; its size is added
 * @param most largest file, in bytes
 * @param options `missing`: the code of the refusal without the file; `parts`: the other parts of the form
 */
export const withFile = <const Parts extends FormParts = Record<never, never>>(
  description: string,
  most: number,
  { missing = 'archivo/falta', parts }: { readonly missing?: string; readonly parts?: Parts } = {},
) =>
  ({
    bodyKind: 'multipart',
    form: {
      archivo: {
        kind: 'file',
        required: true,
        description: `${description}, hasta ${sizeText(most)}`,
        missing: { code: missing },
      },
      ...(parts as Parts),
    },
    maxBodyBytes: most + bytesOfForm,
  }) as const;
