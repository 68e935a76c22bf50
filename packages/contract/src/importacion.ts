import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { ErrorDeDocumento, IdParams, ResumenDocumento } from './shared.ts';
import { limitesDelLibro } from './tables.ts';

export { limitesDelLibro };

/** The specification's processing steps (seeds/001 §2.3). */
export const EstadoPaso = Type.Enum(['pendiente', 'procesando', 'completado', 'error']);
export const Paso = Type.Object({
  nombre: Type.Enum(['readingFile', 'parsingData', 'generatingXML']),
  estado: EstadoPaso,
  /** Rows done and rows known, where the step counts. */
  hechos: Type.Integer(),
  total: Type.Integer(),
});
export type Paso = Static<typeof Paso>;

/** What is going on with a workbook. */
export const EstadoImportacion = Type.Enum(['procesando', 'listo', 'error']);

/** Counters of an import: what the stat cards show. */
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
});

/** An import with its documents: one entry per e-CF and one per RFCE. */
export const Importacion = Type.Object({
  id: Type.String(),
  archivo: Type.String(),
  creada: Type.String(),
  estado: EstadoImportacion,
  pasos: Type.Array(Paso),
  totales: Totales,
  /** Signing or sending asked for and still running: how many remain. */
  enCurso: Type.Object({ firmar: Type.Integer(), enviar: Type.Integer() }),
  /** Problems of the workbook itself (not a workbook, no header, unknown columns…). */
  errores: Type.Array(ErrorDeDocumento),
  avisos: Type.Array(ErrorDeDocumento),
  documentos: Type.Array(ResumenDocumento),
});
export type Importacion = Static<typeof Importacion>;

/** Uploads a workbook: multipart `archivo` (.xlsx or .xls). Answers at once; the work goes on by itself. */
export const crearImportacion = route({
  method: 'POST',
  path: '/api/importaciones',
  summary: 'Procesar un libro de Excel',
  policy: 'emitir',
  menu: 'excel',
  bodyKind: 'multipart',
  maxBodyBytes: limitesDelLibro.bytes + 64 * 1024,
  status: 202,
  answer: Type.Object({ id: Type.String() }),
});

/** The latest imports of the company, newest first, without their documents. */
export const listarImportaciones = route({
  method: 'GET',
  path: '/api/importaciones',
  summary: 'Importaciones recientes',
  policy: 'leer',
  menu: 'excel',
  answer: Type.Array(Type.Omit(Importacion, ['documentos', 'errores', 'avisos'])),
});

/** An import with all its documents. */
export const verImportacion = route({
  method: 'GET',
  path: '/api/importaciones/:id',
  summary: 'Estado de una importación',
  policy: 'leer',
  menu: 'excel',
  params: IdParams,
  answer: Importacion,
});

const Seleccion = Type.Object({
  ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 20_000 })),
});

/** Signs the documents named, or all that can be signed. The work goes on by itself. */
export const firmarImportacion = route({
  method: 'POST',
  path: '/api/importaciones/:id/firmar',
  summary: 'Firmar los comprobantes',
  policy: 'emitir',
  menu: 'excel',
  params: IdParams,
  body: Type.Object({
    ...Seleccion.properties,
    /** Fill FechaHoraFirma with the time of signing even where the workbook brings one. Default true. */
    agregarFechaHoraFirma: Type.Optional(Type.Boolean()),
  }),
  status: 202,
  answer: Type.Object({ firmar: Type.Integer() }),
});

/** Sends the signed documents named, or all that can be sent, in the order of seeds/001 §5. */
export const enviarImportacion = route({
  method: 'POST',
  path: '/api/importaciones/:id/enviar',
  summary: 'Enviar los comprobantes a la DGII',
  policy: 'emitir',
  menu: 'excel',
  params: IdParams,
  body: Seleccion,
  status: 202,
  answer: Type.Object({ enviar: Type.Integer() }),
});

/** Our own sample workbook, made for the caller's company. */
export const libroDeMuestra = route({
  method: 'GET',
  path: '/api/importaciones-muestra',
  summary: 'Descargar un libro de muestra',
  policy: 'leer',
  menu: 'excel',
  answerKind: 'archivo',
});
