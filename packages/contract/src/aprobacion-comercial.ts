import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Problems } from './declare.ts';
import { cuantos, type Kinds } from './kind.ts';
import { filasOcultas } from './notas-del-libro.ts';
import { Ambiente, AunquePresentado, comoXml, ErrorDeDocumento, IdParams, orNull, withFile } from './shared.ts';

/** Constants that its screen needs at run time. */
export const constants = {
  /** Limits of a workbook of commercial approvals: bytes compressed and decompressed, and rows. */
  limitesDeAprobaciones: { bytes: 2 * 1024 * 1024, descomprimido: 20 * 1024 * 1024, filas: 2_000 },
} as const;

export const { limitesDeAprobaciones } = constants;

/** States of an approval: not signed yet, signed, being sent; then the answer of the DGII. */
export const EstadoDeAprobacion = Type.Enum([
  'pendiente',
  'firmada',
  'enviando',
  'aceptada',
  'rechazada',
  'sin_confirmar',
]);
export type EstadoDeAprobacion = Static<typeof EstadoDeAprobacion>;

/** A commercial approval from a workbook (specification 001 §3); its texts are those of its cells. */
export const AprobacionComercial = Type.Object({
  id: Type.String(),
  /** Row of the workbook, from 1. */
  fila: Type.Integer(),
  ambiente: Ambiente,
  rncEmisor: Type.String(),
  eNCF: Type.String(),
  fechaEmision: Type.String({ description: 'dd-MM-yyyy' }),
  montoTotal: Type.String({ description: 'RD$, decimal' }),
  rncComprador: Type.String(),
  estado: Type.Enum(['1', '2'], { description: '1 Aceptado, 2 Rechazado' }),
  detalleMotivoRechazo: orNull(Type.String()),
  fechaHoraAprobacionComercial: Type.String({ description: 'dd-MM-yyyy HH:mm:ss' }),
  envio: EstadoDeAprobacion,
  firmado: Type.Boolean(),
  enviado: Type.Boolean(),
  enviada: orNull(Type.String(), { description: 'Cuándo salió, ISO 8601' }),
  ensayado: Type.Boolean({ description: 'Su estado es el de su ensayo' }),
  /** The answer of the DGII, or why it could not be sent. */
  detalle: orNull(Type.String()),
  errores: Type.Array(ErrorDeDocumento),
});
export type AprobacionComercial = Static<typeof AprobacionComercial>;

/** How many approvals are in each state, as the stat cards show them. */
const TotalesDeAprobaciones = Type.Object({
  total: Type.Integer(),
  firmados: Type.Integer(),
  enviados: Type.Integer(),
  pendientes: Type.Integer(),
  conErrores: Type.Integer(),
  aceptadas: Type.Integer({ description: 'De las enviadas, las que la DGII aceptó' }),
  rechazadas: Type.Integer({ description: 'De las enviadas, las que la DGII rechazó' }),
  sinConfirmar: Type.Integer({ description: 'De las enviadas, aquellas cuya respuesta no se conoce' }),
});

/** The item of the side menu that its screen is part of. */
const menu = 'certificacion';
const common = { policy: 'emitir', menu } as const;

/** Reads a workbook of approvals: its first sheet, without hidden rows unless they are wanted. They replace the stored approvals that have not been sent. */
export const cargarAprobaciones = route({
  method: 'POST',
  path: '/api/aprobaciones-comerciales',
  summary: 'Cargar aprobaciones comerciales de Excel',
  ...common,
  ...withFile('Libro de Excel (.xlsx o .xls)', limitesDeAprobaciones.bytes, {
    missing: 'aprobacion/sin-archivo',
    parts: { filasOcultas },
  }),
  answer: Type.Object({
    cargadas: Type.Integer(),
    conErrores: Type.Integer(),
    /** Approvals that were already sent: they are unchanged. */
    yaEnviadas: Type.Integer(),
    filasOcultas: Type.Integer({ description: 'Cuántas filas están ocultas' }),
    avisos: Type.Array(ErrorDeDocumento),
  }),
});

/** With `ensayo`, each approval that was not sent has the state of its rehearsal. */
const EnEnsayo = { ensayo: Type.Optional(Type.Boolean({ description: 'Como quedan en el ensayo' })) };

/** The approvals of the company in its environment, in the order of the workbook. */
export const listarAprobaciones = route({
  method: 'GET',
  path: '/api/aprobaciones-comerciales',
  summary: 'Aprobaciones comerciales de Excel',
  policy: 'leer',
  menu,
  query: Type.Object({
    ...EnEnsayo,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  queryAliases: { limite: 'limit' },
  answer: Type.Object({
    aprobaciones: Type.Array(AprobacionComercial),
    siguiente: orNull(Type.String()),
    totales: TotalesDeAprobaciones,
  }),
});

const Which = Type.Object(
  {
    ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: limitesDeAprobaciones.filas })),
    ensayo: Type.Optional(Type.Boolean({ description: 'Ensayar con la DGII integrada: no sale nada' })),
    aunquePresentado: AunquePresentado,
  },
  { description: 'Sin ids, todas las que se pueda' },
);

/** Signs approvals, except those with faults. With `ensayo`, only in the rehearsal. */
export const firmarAprobaciones = route({
  method: 'POST',
  path: '/api/aprobaciones-comerciales/firmar',
  summary: 'Firmar aprobaciones comerciales',
  ...common,
  body: Which,
  answer: Type.Object({ firmadas: Type.Integer() }),
});

/**
 * Queues signed approvals for delivery to the DGII and, outside certification, to the issuers of the invoices. With
 * `ensayo`, sends those signed in the rehearsal to the built-in DGII.
 */
export const enviarAprobaciones = route({
  method: 'POST',
  path: '/api/aprobaciones-comerciales/enviar',
  summary: 'Enviar aprobaciones comerciales',
  ...common,
  body: Which,
  status: 202,
  answer: Type.Object({ enviadas: Type.Integer() }),
});

/** The XML of an approval: signed, or as it would be signed. */
export const xmlDeAprobacion = route({
  method: 'GET',
  path: '/api/aprobaciones-comerciales/:id/xml',
  summary: 'XML de una aprobación comercial',
  policy: 'leer',
  menu,
  params: IdParams,
  ...comoXml,
});

/** Discards the rehearsal of the approvals. */
export const olvidarEnsayoDeAprobaciones = route({
  method: 'DELETE',
  path: '/api/aprobaciones-comerciales/ensayo',
  summary: 'Olvidar el ensayo de las aprobaciones comerciales',
  ...common,
  status: 204,
});

/** Removes the approvals that were not sent. */
export const quitarAprobaciones = route({
  method: 'DELETE',
  path: '/api/aprobaciones-comerciales',
  summary: 'Quitar las aprobaciones comerciales sin enviar',
  ...common,
  status: 204,
});

/** Its refusals. */
export const problems = {
  'aprobacion/sin-archivo': { status: 400, title: 'Debe seleccionar un archivo Excel.' },
  'aprobacion/libro': { status: 422, title: 'Error al procesar el archivo Excel' },
  'aprobacion/nada-por-firmar': { status: 409, title: 'No hay aprobaciones pendientes por firmar' },
  'aprobacion/nada-por-enviar': { status: 409, title: 'No hay aprobaciones pendientes para enviar' },
  'aprobacion/sin-firmar': { status: 409, title: 'La aprobación debe estar firmada para enviarla' },
  'aprobacion/ya-enviada': { status: 409, title: 'Esta aprobación ya ha sido enviada' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'aprobaciones.enviadas': {
    grupo: 'documento',
    frase: ({ cantidad, presentado }) =>
      `Envió ${cuantos(cantidad, 'aprobación comercial', 'aprobaciones comerciales')} a la DGII${presentado === true ? ', de un período presentado' : ''}`,
  },
} as const satisfies Kinds;
