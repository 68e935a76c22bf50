import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { MenuItem } from './menu.ts';
import type { Problems } from './problems.ts';
import { ErrorDeDocumento, IdParams, ResumenDocumento } from './shared.ts';
import { limitesDelLibro } from './tables.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'excel',
  nombre: 'Excel a e-CF',
  ruta: '/excel',
  icono: 'file-spreadsheet',
  seccion: 'Facturas',
  lugar: 2,
  soloRoot: false,
  policy: 'leer',
  disponible: true,
} as const satisfies MenuItem;

export { limitesDelLibro };

/** The specification's processing steps (seeds/001 §2.3). */
export const EstadoPaso = Type.Enum(['pendiente', 'procesando', 'completado', 'error']);
export const Paso = Type.Object({
  nombre: Type.Enum(['readingFile', 'parsingData', 'generatingXML']),
  estado: EstadoPaso,
  /** Rows done and rows in total, where the step counts rows. */
  hechos: Type.Integer(),
  total: Type.Integer(),
});
export type Paso = Static<typeof Paso>;

/** State of the processing of a workbook. */
export const EstadoImportacion = Type.Enum(['procesando', 'listo', 'error']);

/** Counters of an import, shown on the stat cards. */
export const Totales = Type.Object({
  total: Type.Integer(),
  ecf: Type.Integer(),
  rfce: Type.Integer(),
  conErrores: Type.Integer(),
  firmados: Type.Integer(),
  enviados: Type.Integer(),
  pendientes: Type.Integer(),
  aceptados: Type.Integer(),
  rechazados: Type.Integer(),
  sinConfirmar: Type.Integer(),
});

/** An import with its documents: one entry per e-CF and one per RFCE. */
export const Importacion = Type.Object({
  id: Type.String(),
  archivo: Type.String(),
  creada: Type.String(),
  estado: EstadoImportacion,
  pasos: Type.Array(Paso),
  totales: Totales,
  /** How many documents are still being signed or sent. */
  enCurso: Type.Object({ firmar: Type.Integer(), enviar: Type.Integer() }),
  /** Problems of the workbook itself (not a workbook, no header, unknown columns…). */
  errores: Type.Array(ErrorDeDocumento),
  avisos: Type.Array(ErrorDeDocumento),
  documentos: Type.Array(ResumenDocumento),
});
export type Importacion = Static<typeof Importacion>;

/** Uploads a workbook: multipart `archivo` (.xlsx or .xls). Answers at once; the processing continues in the background. */
export const crearImportacion = route({
  method: 'POST',
  path: '/api/importaciones',
  summary: 'Procesar un libro de Excel',
  policy: 'emitir',
  menu: menu.id,
  bodyKind: 'multipart',
  form: {
    archivo: {
      kind: 'file',
      required: true,
      description: 'Libro de Excel (.xlsx o .xls), hasta 10 MB',
      missing: { code: 'archivo/falta' },
    },
  },
  maxBodyBytes: limitesDelLibro.bytes + 64 * 1024,
  status: 202,
  answer: Type.Object({ id: Type.String() }),
});

/** The company's latest imports, newest first, without their documents. */
export const listarImportaciones = route({
  method: 'GET',
  path: '/api/importaciones',
  summary: 'Importaciones recientes',
  policy: 'leer',
  menu: menu.id,
  answer: Type.Array(Type.Omit(Importacion, ['documentos', 'errores', 'avisos'])),
});

/** An import with all its documents. */
export const verImportacion = route({
  method: 'GET',
  path: '/api/importaciones/:id',
  summary: 'Estado de una importación',
  policy: 'leer',
  menu: menu.id,
  params: IdParams,
  answer: Importacion,
});

const Seleccion = Type.Object({
  ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 20_000 })),
  ensayo: Type.Optional(
    Type.Boolean({ description: 'Ensayar con la DGII integrada: no se emite, no se toma ningún número' }),
  ),
});

/** Signs the named documents, or all that can be signed; with `ensayo`, only in the rehearsal. The work continues in the background. */
export const firmarImportacion = route({
  method: 'POST',
  path: '/api/importaciones/:id/firmar',
  summary: 'Firmar los comprobantes',
  policy: 'emitir',
  menu: menu.id,
  params: IdParams,
  body: Type.Object({
    ...Seleccion.properties,
    /** Set FechaHoraFirma to the time of signing even where the workbook brings one. Default true. */
    agregarFechaHoraFirma: Type.Optional(Type.Boolean()),
  }),
  status: 202,
  answer: Type.Object({ firmar: Type.Integer() }),
});

/**
 * Sends the named signed documents, or all that can be sent, in the order of seeds/001 §5. With `ensayo`, those signed in the
 * rehearsal, to the built-in DGII.
 */
export const enviarImportacion = route({
  method: 'POST',
  path: '/api/importaciones/:id/enviar',
  summary: 'Enviar los comprobantes a la DGII',
  policy: 'emitir',
  menu: menu.id,
  params: IdParams,
  body: Seleccion,
  status: 202,
  answer: Type.Object({ enviar: Type.Integer() }),
});

/** A document in the rehearsal of its import: what it would come to. */
export const DocumentoEnsayado = Type.Pick(ResumenDocumento, [
  'id',
  'estado',
  'trackId',
  'secuenciaUtilizada',
  'mensajes',
  'errores',
]);
export type DocumentoEnsayado = Static<typeof DocumentoEnsayado>;

/** The rehearsal of an import. */
export const Ensayo = Type.Object({
  /** Those rehearsed, or being rehearsed, that changed since `desde`. */
  documentos: Type.Array(DocumentoEnsayado),
  /** How many are in the rehearsal, changed or not. */
  total: Type.Integer(),
  /** How many remain of what was asked for. */
  enCurso: Importacion.properties.enCurso,
  /** The `desde` that asks for what changes from now on. */
  cambio: Type.Integer(),
});
export type Ensayo = Static<typeof Ensayo>;

/** The rehearsal of an import: nothing of it is issued. */
export const verEnsayo = route({
  method: 'GET',
  path: '/api/importaciones/:id/ensayo',
  summary: 'El ensayo de una importación',
  policy: 'leer',
  menu: menu.id,
  params: IdParams,
  /** `desde`: epoch milliseconds, up to the year 9999. */
  query: Type.Object({ desde: Type.Optional(Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 })) }),
  answer: Ensayo,
});

/** Forgets the rehearsal of an import, so that it can be rehearsed from the beginning. */
export const olvidarEnsayo = route({
  method: 'DELETE',
  path: '/api/importaciones/:id/ensayo',
  summary: 'Olvidar el ensayo de una importación',
  policy: 'emitir',
  menu: menu.id,
  params: IdParams,
  status: 204,
});

/**
 * Checks again, against the current ranges, the documents whose number had no range or an expired one. Those that now have a
 * valid range can be signed, without another upload.
 */
export const revisarImportacion = route({
  method: 'POST',
  path: '/api/importaciones/:id/revisar',
  summary: 'Revisar de nuevo las secuencias de los comprobantes',
  policy: 'emitir',
  menu: menu.id,
  params: IdParams,
  answer: Type.Object({
    /** Documents that were compared again. */
    revisados: Type.Integer(),
    /** How many of them can be signed now. */
    listos: Type.Integer(),
  }),
});

/** The platform's sample workbook, made for the caller's company. */
export const libroDeMuestra = route({
  method: 'GET',
  path: '/api/importaciones-muestra',
  summary: 'Descargar un libro de muestra',
  policy: 'leer',
  menu: menu.id,
  answerKind: 'archivo',
});

/** Its refusals. */
export const problems = {
  'archivo/falta': { status: 400, title: 'Debe seleccionar un archivo Excel.' },
  'archivo/en-espera': { status: 429, title: 'Ya se están leyendo otros libros de su empresa. Espere a que terminen.' },
  'archivo/tipo': { status: 415, title: 'El archivo no es un libro de Excel (.xlsx o .xls)' },
  'archivo/en-lectura': { status: 409, title: 'El libro se está leyendo. Espere a que termine.' },
  'archivo/rechazado': { status: 409, title: 'El libro no se pudo leer: no tiene comprobantes que firmar ni enviar' },
} as const satisfies Problems;
