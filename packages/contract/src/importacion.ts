import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Problems } from './declare.ts';
import type { MenuItem } from './menu.ts';
import {
  comoArchivo,
  ErrorDeDocumento,
  Estado,
  enPartes,
  IdParams,
  orNull,
  ResumenDocumento,
  withFile,
} from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'importacion',
  nombre: 'Excel a e-CF',
  titulo: 'Generar, Firmar y Enviar XML desde Excel',
  ruta: '/excel',
  icono: 'file-spreadsheet',
  seccion: 'Facturas',
  lugar: 2,
  soloRoot: false,
  policy: 'leer',
} as const satisfies MenuItem;

/** Constants that its screen needs at run time. */
export const constants = {
  /** Limits of a workbook: bytes compressed and decompressed, and rows of documents. */
  limitesDelLibro: { bytes: 10 * 1024 * 1024, descomprimido: 100 * 1024 * 1024, filas: 20_000 },
  /** Code of the notice of a document whose row is hidden, or left out by a filter. */
  filaOculta: 'LIBRO-FILA-OCULTA',
} as const;

export const { limitesDelLibro, filaOculta } = constants;

/** The specification's processing steps (specification 001 §2.3). */
const EstadoPaso = Type.Enum(['pendiente', 'procesando', 'completado', 'error']);
export const Paso = Type.Object({
  nombre: Type.Enum(['readingFile', 'parsingData', 'generatingXML']),
  estado: EstadoPaso,
  /** Rows done and rows in total, where the step counts rows. */
  hechos: Type.Integer(),
  total: Type.Integer(),
});
export type Paso = Static<typeof Paso>;

/** State of the processing of a workbook. */
const EstadoImportacion = Type.Enum(['procesando', 'listo', 'error']);

/** Counters of an import, shown on the stat cards. */
const Totales = Type.Object({
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

/** Most bytes of an answer about an import, regardless of the contents of its documents. */
export const maximoDeRespuesta = 256 * 1024;

/**
 * Most faults and messages that a row lists, and most characters of each of their texts. The document itself has all.
 */
export const limitesDeFila = { errores: 3, mensajes: 3, caracteres: 500 } as const;

/** A document of an import as a row of a table: with its first faults and messages, and how many more it has. */
export const FilaDeImportacion = Type.Object({
  ...ResumenDocumento.properties,
  masErrores: Type.Integer({ description: 'Cuántos errores más tiene' }),
  masMensajes: Type.Integer({ description: 'Cuántos mensajes más tiene' }),
  facturaId: orNull(Type.String(), {
    description: 'De un RFCE: el id de su factura en la importación',
  }),
  detenido: Type.Boolean({
    description:
      'No se puede firmar antes de corregir otro (la factura que modifica, o su resumen), o es una nota firmada que no se puede enviar porque su factura fue rechazada',
  }),
  real: orNull(Type.Pick(ResumenDocumento, ['estado', 'secuenciaUtilizada']), {
    description: 'Lo que es en realidad, donde se muestra su ensayo',
  }),
});
export type FilaDeImportacion = Static<typeof FilaDeImportacion>;

/** Counts of an import. */
const Cuentas = {
  /** How many documents are in each state, e-CF and RFCE apart; states that none has are left out. */
  cuentas: Type.Array(Type.Object({ esRFCE: Type.Boolean(), estado: Estado, cuenta: Type.Integer() })),
  /** Signed notes that wait until their invoice is accepted. */
  enEspera: Type.Integer(),
  /** Unsigned documents without errors that cannot be signed before another one is corrected. */
  detenidos: Type.Integer(),
  /** Signed notes that cannot be sent: the invoice that they modify was rejected. */
  notasDetenidas: Type.Integer(),
  /** How many may still be edited. */
  editables: Type.Integer(),
  /** Faults of the documents by code and type of e-CF, the most frequent first, 100 at most. */
  faltas: Type.Array(
    Type.Object({ codigo: Type.String(), tipo: Type.String(), aviso: Type.Boolean(), cuenta: Type.Integer() }),
  ),
  /** Consumer invoices with a summary, by issuer; the 50 issuers with most. */
  emisores: Type.Array(Type.Object({ rncEmisor: Type.String(), facturas: Type.Integer() })),
  /** Documents that were rehearsed; 0 where the rehearsal is not asked for. */
  ensayados: Type.Integer(),
  /** Problems of the workbook beyond those listed, at most 50 of each kind. */
  masErrores: Type.Integer(),
  masAvisos: Type.Integer(),
};

/** An import: its state and its counts. Its documents come by pages: {@link listarFilas}. */
export const Importacion = Type.Object({
  id: Type.String(),
  archivo: Type.String(),
  creada: Type.String(),
  estado: EstadoImportacion,
  pasos: Type.Array(Paso),
  totales: Totales,
  /** How many documents are still being signed or sent; of the rehearsal, where it is asked for. */
  enCurso: Type.Object({ firmar: Type.Integer(), enviar: Type.Integer() }),
  /** Problems of the workbook itself (not a workbook, no header, unknown columns…). */
  errores: Type.Array(ErrorDeDocumento),
  avisos: Type.Array(ErrorDeDocumento),
  ...Cuentas,
});
export type Importacion = Static<typeof Importacion>;

/** Uploads a workbook: multipart `archivo` (.xlsx or .xls). Answers at once; the processing continues in the background. */
export const crearImportacion = route({
  method: 'POST',
  path: '/api/importaciones',
  summary: 'Procesar un libro de Excel',
  policy: 'emitir',
  menu: menu.id,
  ...withFile('Libro de Excel (.xlsx o .xls)', limitesDelLibro.bytes),
  status: 202,
  answer: Type.Object({ id: Type.String() }),
});

/** The company's latest imports, newest first, 20 at most. */
export const listarImportaciones = route({
  method: 'GET',
  path: '/api/importaciones',
  summary: 'Importaciones recientes',
  policy: 'leer',
  menu: menu.id,
  ...enPartes('id'),
  answer: Type.Array(Type.Pick(Importacion, ['id', 'archivo', 'creada', 'estado', 'pasos', 'totales', 'enCurso'])),
});

/** With `ensayo`, each document that was rehearsed and not sent has the state of its rehearsal. */
const EnEnsayo = { ensayo: Type.Optional(Type.Boolean({ description: 'Como quedan en el ensayo' })) };

/** An import: one small answer, for a workbook of any size. */
export const verImportacion = route({
  method: 'GET',
  path: '/api/importaciones/:id',
  summary: 'Estado de una importación',
  policy: 'leer',
  menu: menu.id,
  params: IdParams,
  query: Type.Object(EnEnsayo),
  answer: Importacion,
});

/**
 * The documents of an import in the order of the workbook, from a position on. An answer ends before its bytes pass
 * {@link maximoDeRespuesta}, so it may have fewer than asked for: continue from the position after its last one.
 */
export const listarFilas = route({
  method: 'GET',
  path: '/api/importaciones/:id/documentos',
  summary: 'Comprobantes de una importación',
  policy: 'leer',
  menu: menu.id,
  params: IdParams,
  query: Type.Object({
    ...EnEnsayo,
    desde: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000, description: 'Posición entre los que coinciden' }),
    ),
    limite: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
    rfce: Type.Optional(Type.Boolean({ description: 'Solo los resúmenes, o solo los e-CF' })),
    estado: Type.Optional(Estado),
    buscar: Type.Optional(Type.String({ maxLength: 100, description: 'Parte del eNCF, trackId, comprador o RNC' })),
    conFactura: Type.Optional(Type.Boolean({ description: 'Solo los resúmenes cuya factura está en la importación' })),
    rncEmisor: Type.Optional(Type.String({ maxLength: 150 })),
    editables: Type.Optional(Type.Boolean({ description: 'Solo aquellos cuyo XML se puede editar' })),
    contar: Type.Optional(Type.Boolean({ description: 'Decir cuántos coinciden' })),
  }),
  queryAliases: { cursor: 'desde' },
  answer: Type.Object({
    documentos: Type.Array(FilaDeImportacion),
    /** How many match; null unless asked for. */
    total: orNull(Type.Integer()),
  }),
});

/** A fault of a document. Without one: a document that was rejected, accepted conditionally, or is unconfirmed. */
export const Incidencia = Type.Object({
  documento: FilaDeImportacion,
  falta: orNull(ErrorDeDocumento),
});
export type Incidencia = Static<typeof Incidencia>;

/**
 * The errors and rejections of an import's documents, in the order of the workbook. With `aviso`: their warnings, and
 * the documents that were accepted conditionally or are unconfirmed. Faults that {@link Importacion} counts are left
 * out: missing ranges, and summaries of invoices with errors.
 */
export const listarIncidencias = route({
  method: 'GET',
  path: '/api/importaciones/:id/incidencias',
  summary: 'Errores y avisos de los comprobantes de una importación',
  policy: 'leer',
  menu: menu.id,
  params: IdParams,
  query: Type.Object({
    ...EnEnsayo,
    aviso: Type.Optional(Type.Boolean({ description: 'Los avisos, en vez de los errores' })),
    buscar: Type.Optional(Type.String({ maxLength: 100, description: 'Parte de la celda, del eNCF o del texto' })),
    despues: Type.Optional(
      Type.String({
        pattern: '^\\d{1,15}\\.\\d{1,10}$',
        examples: ['12.3'],
        description: '`siguiente` de la página anterior',
      }),
    ),
    limite: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  }),
  queryAliases: { cursor: 'despues' },
  answer: Type.Object({
    /** All of the import, and those that match `buscar`. */
    total: Type.Integer(),
    encontradas: Type.Integer(),
    incidencias: Type.Array(Incidencia),
    siguiente: orNull(Type.String()),
  }),
});

const Seleccion = Type.Object({
  ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 20_000 })),
  ensayo: Type.Optional(
    Type.Boolean({ description: 'Ensayar con la DGII integrada: no se emite, no se toma ningún número' }),
  ),
});

/**
 * Signs the named documents, or all that can be signed; with `ensayo`, only in the rehearsal. The work continues in the
 * background. Documents of hidden rows are signed if they are named; of all, as `filasOcultas` says, which is asked for
 * if there are any.
 */
export const firmarImportacion = route({
  method: 'POST',
  path: '/api/importaciones/:id/firmar',
  summary: 'Firmar los comprobantes',
  policy: 'emitir',
  menu: menu.id,
  params: IdParams,
  body: Type.Object({
    ...Seleccion.properties,
    /** Set FechaHoraFirma to the time of signing even where the workbook has one. Default true. */
    agregarFechaHoraFirma: Type.Optional(Type.Boolean()),
    filasOcultas: Type.Optional(
      Type.Boolean({ description: 'Firmar también los comprobantes de filas ocultas o filtradas del libro, o no' }),
    ),
  }),
  status: 202,
  answer: Type.Object({ firmar: Type.Integer() }),
});

/**
 * Sends the named signed documents, or all that can be sent, in the order of specification 001 §5. With `ensayo`, those signed in the
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

/** Discards the rehearsal of an import, so that it can be rehearsed from the beginning. */
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
 * Checks again now, against the current ranges and documents, the rows whose number could not be used, and the notes whose
 * invoices had faults. Each change of ranges, certificates or documents causes the same check by itself.
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
  ...comoArchivo('xlsx'),
});

/** Its refusals. */
export const problems = {
  'archivo/falta': { status: 400, title: 'Debe seleccionar un archivo Excel.' },
  'archivo/en-espera': { status: 429, title: 'Ya se están leyendo otros libros de su empresa. Espere a que terminen.' },
  'archivo/tipo': { status: 415, title: 'El archivo no es un libro de Excel (.xlsx o .xls)' },
  'archivo/en-lectura': { status: 409, title: 'El libro se está leyendo. Espere a que termine.' },
  'archivo/filas-ocultas': { status: 409, title: 'El libro tiene comprobantes en filas ocultas o filtradas' },
  'archivo/rechazado': { status: 409, title: 'El libro no se pudo leer: no tiene comprobantes que firmar ni enviar' },
} as const satisfies Problems;
