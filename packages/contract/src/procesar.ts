import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import { cuantos, type Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { FilaDeReporte } from './reportes.ts';
import { comoArchivo, limiteDe, orNull } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'procesar',
  nombre: 'Procesar Reportes',
  titulo: 'Procesar Reportes',
  ruta: '/procesar-reportes',
  otrasRutas: ['/reportes/procesar'],
  icono: 'player-play',
  seccion: 'Reportes',
  lugar: 3,
  soloRoot: false,
  policy: 'leer',
} as const satisfies MenuItem;

/** Constants that its screen needs at run time. */
export const constants = {
  /** Scopes of a run and of a download: the reports that they include. @source specification 002 §2 */
  alcances: [
    { tipo: 'consolidado', nombre: 'Consolidado (606 y 607)' },
    { tipo: '606', nombre: 'Solo 606 (gastos)' },
    { tipo: '607', nombre: 'Solo 607 (ingresos)' },
  ],
  /** Executions of one page of the history. */
  ejecucionesPorPagina: 20,
  /** Most accounts in each part of a mapping that a call brings. */
  maximoDeCuentas: 20_000,
  /** Rows of a sheet in the format .xls, without its header. @source [MS-XLS] 2.4.90 */
  filasDeXls: 65_535,
} as const;

export const { alcances, ejecucionesPorPagina, maximoDeCuentas, filasDeXls } = constants;

export type AlcanceDeProceso = (typeof alcances)[number]['tipo'];
const Alcance = Type.Enum(alcances.map(({ tipo }) => tipo));

const TextOrNull = orNull(Type.String());
const Monto = Type.String({
  pattern: '^-?\\d{1,15}(\\.\\d{1,2})?$',
  examples: ['1180.00'],
  description: 'RD$, decimal',
});
const Dia = Type.String({ format: 'date', description: 'yyyy-MM-dd' });
const Rnc = Type.String({ maxLength: 20, description: 'El de la empresa de la sesión' });
const CompanyId = Type.Optional(orNull(Type.String({ maxLength: 60 })));
const Cursor = Type.Optional(Type.String({ maxLength: 100, description: '«siguiente» de la respuesta anterior' }));
const common = { policy: 'leer', menu: menu.id } as const;
const changing = { policy: 'reportar', menu: menu.id } as const;

/** The states of an execution, spelled as in the specification. @source specification 002 §4 */
export const estadosDeEjecucion = ['En Proceso', 'Completado', 'Error', 'Cancelado'] as const;

/** A run over the documents of the accounting program. @source specification 002 §3, "Execution history" */
export const Ejecucion = Type.Object({
  ID: Type.String(),
  Estado: Type.Enum(estadosDeEjecucion),
  TipoReporte: Alcance,
  FechaEjecucion: Type.String({ description: 'Instante en que se pidió, ISO 8601' }),
  /** The days of the documents. */
  FechaInicio: Dia,
  FechaFin: Dia,
  RegistrosProcesados: Type.Integer(),
  /** Null until the accounting program has reported how many there are. */
  TotalRegistros: orNull(Type.Integer()),
  /** Documents that could not be read: {@link fallosDeEjecucion} lists them. */
  fallos: Type.Integer(),
  /** Documents that are no fiscal receipt, or whose receipt one of the company's own documents already has. */
  omitidos: Type.Integer(),
  /** Estimated from the pace of the last documents; null while it is not known. */
  restanteSegundos: orNull(Type.Integer()),
  mensaje: Type.String(),
  /**
   * Sentences about data that the accounting program did not return: then the run is not complete, although it ended.
   */
  avisos: Type.Array(Type.String()),
  usuario: Type.String(),
});
export type Ejecucion = Static<typeof Ejecucion>;

/** Accounts of a part of a mapping: their ids, or the accounts themselves. */
const Cuentas = Type.Array(
  Type.Union([
    Type.String({ maxLength: 100 }),
    Type.Object({ id: Type.String({ maxLength: 100 }) }, { additionalProperties: true }),
  ]),
  { maxItems: maximoDeCuentas },
);
const PorCampo = Type.Record(Type.String({ maxLength: 60 }), Cuentas, { maxProperties: 100 });
const PorCuenta = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2 }), {
  maxProperties: maximoDeCuentas,
});

/** Requirements of a run, and those that are missing. @source specification 002 §2, §4, §5 */
export const RequisitosDeProceso = Type.Object({
  conexion: Type.Object({ conectado: Type.Boolean(), empresa: TextOrNull, companyId: TextOrNull }),
  mapeo: Type.Object({ completo: Type.Boolean(), faltas: Type.Array(Type.String()) }),
  /** The run that is under way. */
  enProceso: orNull(Ejecucion),
});
export type RequisitosDeProceso = Static<typeof RequisitosDeProceso>;

/** The requirements of a run, and the run that is under way. */
export const requisitosDeProceso = route({
  method: 'GET',
  path: '/api/reportes/requisitos',
  summary: 'Requisitos para procesar reportes',
  ...common,
  answer: RequisitosDeProceso,
});

/** The specification's call before the first run. The platform's database is always ready. */
export const inicializarDb = route({
  method: 'POST',
  path: '/api/reportes/inicializar-db',
  summary: 'Inicializar la base de datos de reportes',
  ...changing,
  body: Type.Object({}, { additionalProperties: true }),
  answer: Type.Object({ success: Type.Boolean(), mensaje: Type.String() }),
});

/**
 * Begins a run over the documents of the accounting program between two dates. The work goes on after the answer:
 * {@link verEjecucion} returns its progress. A valid mapping in the body replaces the saved one for this run.
 */
export const procesarReportes = route({
  method: 'POST',
  path: '/api/reportes/procesar',
  summary: 'Procesar los documentos del programa de contabilidad',
  ...changing,
  body: Type.Object(
    {
      rnc: Type.Optional(Rnc),
      companyId: CompanyId,
      fechaInicio: Type.Optional(Dia),
      fechaFin: Type.Optional(Dia),
      tipoReporte: Type.Optional(Alcance),
      presentados: Type.Optional(
        Type.Boolean({ description: 'Si los documentos de meses ya presentados también cambian sus reportes' }),
      ),
      mapping606: Type.Optional(PorCampo),
      mapping607: Type.Optional(PorCampo),
      mappingTipos606: Type.Optional(PorCuenta),
      mappingTipos607: Type.Optional(PorCuenta),
    },
    { additionalProperties: true },
  ),
  maxBodyBytes: 2 * 1024 * 1024,
  status: 202,
  answer: Type.Object({ success: Type.Boolean(), ejecucion: Ejecucion, mapeo: Type.Enum(['guardado', 'enviado']) }),
});

const IdDeEjecucion = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** A run and its progress. */
export const verEjecucion = route({
  method: 'GET',
  path: '/api/reportes/ejecuciones/:id',
  summary: 'Una ejecución y su avance',
  ...common,
  params: IdDeEjecucion,
  answer: Ejecucion,
});

/** Cancels a run. The documents that it has stored stay: another run processes them again without repeating them. */
export const cancelarEjecucion = route({
  method: 'POST',
  path: '/api/reportes/ejecuciones/:id/cancelar',
  summary: 'Cancelar una ejecución',
  ...changing,
  params: IdDeEjecucion,
  answer: Ejecucion,
});

/** The documents that a run could not read, and why, in its order. */
export const fallosDeEjecucion = route({
  method: 'GET',
  path: '/api/reportes/ejecuciones/:id/fallos',
  summary: 'Documentos que una ejecución no pudo leer',
  ...common,
  params: IdDeEjecucion,
  query: Type.Object({ despues: Cursor, limite: limiteDe(100) }),
  queryAliases: { cursor: 'despues' },
  answer: Type.Object({
    fallos: Type.Array(
      Type.Object({ entidad: Type.String(), documento: Type.String(), ncf: TextOrNull, motivo: Type.String() }),
    ),
    siguiente: TextOrNull,
  }),
});

/**
 * The current data of the receipts of the dates, in the columns of the specification: .xls, or .xlsx where `formato`
 * asks for it. The consolidated one has a sheet for each report.
 */
export const descargarProcesado = route({
  method: 'POST',
  path: '/api/reportes/descargar/:tipo',
  summary: 'Descargar el 606, el 607 o los dos en Excel',
  ...common,
  params: Type.Object({ tipo: Alcance }),
  query: Type.Object({ formato: Type.Optional(Type.Enum(['xls', 'xlsx'])) }),
  body: Type.Object(
    {
      rnc: Type.Optional(Rnc),
      companyId: CompanyId,
      fechaInicio: Type.Optional(Dia),
      fechaFin: Type.Optional(Dia),
    },
    { additionalProperties: true },
  ),
  ...comoArchivo('xls', 'xlsx'),
});

const OfRnc = Type.Object({ rnc: Rnc });

/** The runs of the company, newest first. */
export const historialDeProceso = route({
  method: 'GET',
  path: '/api/reportes/historial/:rnc',
  summary: 'Historial de ejecuciones',
  ...common,
  params: OfRnc,
  query: Type.Object({
    tipoReporte: Type.Optional(Alcance),
    companyId: CompanyId,
    despues: Cursor,
    limite: limiteDe(constants.ejecucionesPorPagina),
  }),
  queryAliases: { cursor: 'despues' },
  answer: Type.Object({ success: Type.Boolean(), historial: Type.Array(Ejecucion), siguiente: TextOrNull }),
});

/** The rows of a report between two dates, in the order of day and number. */
export const datosDeProceso = route({
  method: 'GET',
  path: '/api/reportes/datos/:tipo/:rnc',
  summary: 'Filas del 606 o del 607',
  ...common,
  params: Type.Object({ tipo: Type.Enum(['606', '607']), rnc: Rnc }),
  query: Type.Object({
    fechaInicio: Type.Optional(Dia),
    fechaFin: Type.Optional(Dia),
    companyId: CompanyId,
    despues: Cursor,
    cuantos: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  }),
  queryAliases: { cursor: 'despues', limite: 'cuantos' },
  answer: Type.Object({ success: Type.Boolean(), datos: Type.Array(FilaDeReporte), siguiente: TextOrNull }),
});

const EstadisticaDeReporte = Type.Object({ total_registros: Type.Integer(), monto_total: Monto, itbis_total: Monto });

/** Totals of the 606 and the 607 between the dates; without dates, from the first of this month to today. */
export const estadisticasDeProceso = route({
  method: 'GET',
  path: '/api/reportes/estadisticas/:rnc',
  summary: 'Estadísticas del 606 y del 607',
  ...common,
  params: OfRnc,
  query: Type.Object({ companyId: CompanyId, fechaInicio: Type.Optional(Dia), fechaFin: Type.Optional(Dia) }),
  answer: Type.Object({
    success: Type.Boolean(),
    estadisticas: Type.Object({ reporte_606: EstadisticaDeReporte, reporte_607: EstadisticaDeReporte }),
  }),
});

/** Its refusals. */
export const problems = {
  'procesar/requisitos': { status: 409, title: 'Complete todos los requisitos antes de procesar' },
  'procesar/en-curso': { status: 409, title: 'Ya hay un proceso en curso: espere a que termine o cancélelo' },
  'procesar/terminado': { status: 409, title: 'El proceso ya terminó: no queda nada que cancelar' },
  'procesar/xls': { status: 422, title: 'El formato .xls no admite tantas filas: descárguelo como .xlsx' },
} as const satisfies Problems;

const dates = ({ desde, hasta }: Readonly<Record<string, unknown>>) => `del ${desde} al ${hasta}`;

/** The kinds of events that it records. */
export const kinds = {
  'proceso.iniciado': {
    grupo: 'documento',
    frase: ({ tipo, ...more }) => `Inició el proceso de reportes (${tipo}) ${dates(more)}`,
  },
  'proceso.terminado': {
    grupo: 'documento',
    frase: ({ tipo, procesados, fallos, faltan = 0, ...more }) =>
      `Terminó el proceso de reportes (${tipo}) ${dates(more)}: ${cuantos(procesados, 'documento', 'documentos')}, ${cuantos(fallos, 'fallo', 'fallos')}${faltan === 0 ? '' : `; QuickBooks no dio ${cuantos(faltan, 'documento', 'documentos')}`}`,
  },
  'proceso.cancelado': {
    grupo: 'documento',
    frase: ({ tipo, procesados, ...more }) =>
      `Canceló el proceso de reportes (${tipo}) ${dates(more)}, con ${cuantos(procesados, 'documento', 'documentos')}`,
  },
} as const satisfies Kinds;

const junio = { fechaInicio: '2026-06-01', fechaFin: '2026-06-30' } as const;

/** Examples of its calls. */
export const examples = {
  requisitosDeProceso: { status: 200 },
  inicializarDb: { body: {}, status: 200 },
  procesarReportes: {
    after: 'QuickBooks está conectado y el mapeo de cuentas, completo',
    body: { rnc: '$RNC', ...junio, tipoReporte: 'consolidado' },
    status: 202,
  },
  verEjecucion: { params: { id: '$EJECUCION' }, status: 200 },
  fallosDeEjecucion: { params: { id: '$EJECUCION' }, status: 200 },
  cancelarEjecucion: { after: 'No ha terminado', params: { id: '$EJECUCION' }, status: 200 },
  historialDeProceso: { params: { rnc: '$RNC' }, query: { tipoReporte: 'consolidado' }, status: 200 },
  descargarProcesado: {
    params: { tipo: '606' },
    query: { formato: 'xlsx' },
    body: { rnc: '$RNC', ...junio },
    status: 200,
  },
  datosDeProceso: { params: { tipo: '606', rnc: '$RNC' }, query: { ...junio, cuantos: 100 }, status: 200 },
  estadisticasDeProceso: { params: { rnc: '$RNC' }, query: { ...junio }, status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
