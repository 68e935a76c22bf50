import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { featureConstants } from '../constants.generated.ts';
import { Ambiente, AunquePresentado, comoArchivo, enPartes, orNull, parteDeLista } from '../shared.ts';
import { ResumenIT1 } from './it1.ts';
import { changing, common, Dia, Formato, Monto, Rango, TextOrNull, TipoDeReporte } from './parts.ts';
import { FilaDeReporte, RegistroCargado } from './rows.ts';

const { limiteDeHistorial, maximoDeComprobantes } = featureConstants.reportes;

export const Totales = Type.Object({
  montoTotal: Monto,
  itbisTotal: Monto,
  subtotal: Monto,
  cantidadRegistros: Type.Integer(),
  /** Rows that lack an answer. */
  pendientes: Type.Integer(),
  /**
   * Number of missing answers by the key of the field. Absent for an IT-1, and for reports saved before it was counted.
   */
  faltan: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});

/** A saved report, with its data at the time it was generated. */
export const ReporteGuardado = Type.Object({
  _id: Type.String(),
  tipoReporte: Type.Enum(['606', '607', '608', '609', 'IT1']),
  ambiente: Ambiente,
  fechaDesde: Dia,
  fechaHasta: Dia,
  estado: Type.Enum(['generando', 'listo', 'error']),
  progreso: Type.Object({ porcentaje: Type.Integer(), mensaje: Type.String() }),
  totales: Totales,
  /**
   * Sentences about what it leaves out: received e-CF that the DGII has not accepted, documents that QuickBooks did not
   * return.
   */
  avisos: Type.Array(Type.String()),
  /** Only of the IT-1. */
  resumen: orNull(ResumenIT1),
  basadoEn: orNull(Type.Object({ reporte606Id: Type.String(), reporte607Id: Type.String() })),
  fechaCreacion: Type.String(),
  usuario: Type.String(),
  rnc: Type.String(),
  companyId: TextOrNull,
  /**
   * Its filing. A filed report cannot be deleted, and the answers of its period change only with
   * {@link AunquePresentado}.
   */
  presentacion: orNull(Type.Object({ numero: Type.String(), fecha: Dia, por: Type.String() })),
});
export type ReporteGuardado = Static<typeof ReporteGuardado>;

const IdDeReporte = Type.Object({ tipo: TipoDeReporte, id: Type.String({ format: 'uuid' }) });

/**
 * Generates a report of the dates and saves it. Its rows come from the company's own documents and from what was loaded; `datos`
 * are loaded first. The work goes on after the answer: {@link verReporte} returns its progress.
 */
export const generarReporte = route({
  method: 'POST',
  path: '/api/reportes-fiscales/:tipo',
  summary: 'Generar y guardar un reporte',
  ...changing,
  params: Type.Object({ tipo: TipoDeReporte }),
  body: Type.Object(
    {
      ...Rango,
      datos: Type.Optional(Type.Array(RegistroCargado, { maxItems: maximoDeComprobantes })),
      aunquePresentado: AunquePresentado,
      leerQuickBooks: Type.Optional(
        Type.Boolean({ description: 'false: con lo que ya se leyó de QuickBooks, sin volver a leerlo' }),
      ),
    },
    { additionalProperties: true },
  ),
  maxBodyBytes: 2 * 1024 * 1024,
  status: 202,
  answer: ReporteGuardado,
});

/** The saved reports of the dates, newest first, 10 at most; `datos` are the first 10 rows of each. */
export const listarReportes = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo',
  summary: 'Reportes guardados de un rango de fechas',
  ...common,
  params: Type.Object({ tipo: TipoDeReporte }),
  ...enPartes('_id'),
  query: Type.Object({ ...Rango, ...parteDeLista() }),
  answer: Type.Array(Type.Object({ ...ReporteGuardado.properties, datos: Type.Array(FilaDeReporte) })),
});

/** The saved reports of one kind, newest first. */
export const historialDeReportes = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/historico',
  summary: 'Historial de reportes guardados',
  ...common,
  params: Type.Object({ tipo: TipoDeReporte }),
  ...enPartes('_id', limiteDeHistorial),
  answer: Type.Array(ReporteGuardado),
});

/** One saved report, without its rows. */
export const verReporte = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/:id',
  summary: 'Un reporte guardado',
  ...common,
  params: IdDeReporte,
  answer: ReporteGuardado,
});

/** Rows of a saved report from a position on. */
export const filasDeReporte = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/:id/filas',
  summary: 'Filas de un reporte guardado',
  ...common,
  params: IdDeReporte,
  query: Type.Object({
    desde: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    cuantas: Type.Optional(Type.Integer({ minimum: 1, maximum: maximoDeComprobantes })),
  }),
  queryAliases: { cursor: 'desde', limite: 'cuantas' },
  answer: Type.Object({ filas: Type.Array(FilaDeReporte), total: Type.Integer() }),
});

/** Deletes a saved report that was not filed. */
export const eliminarReporte = route({
  method: 'DELETE',
  path: '/api/reportes-fiscales/:tipo/:id',
  summary: 'Eliminar un reporte guardado',
  ...changing,
  params: IdDeReporte,
  status: 204,
});

/** Changes from one saved report to another of its kind: totals in per cent, and the rows and fields that differ. */
export const compararReportes = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/:id/diferencias',
  summary: 'Diferencias con otro reporte guardado',
  ...common,
  params: IdDeReporte,
  query: Type.Object({ con: Type.String({ format: 'uuid', description: 'El reporte anterior' }) }),
  answer: Type.Object({
    totales: Type.Array(
      Type.Object({
        concepto: Type.String(),
        antes: Monto,
        despues: Monto,
        /** Per cent with one decimal; null where it was zero. */
        porciento: TextOrNull,
      }),
    ),
    agregadas: Type.Integer(),
    quitadas: Type.Integer(),
    cambiadas: Type.Integer(),
    /** The first 500. */
    diferencias: Type.Array(
      Type.Object({
        ncf: Type.String(),
        clase: Type.Enum(['agregada', 'quitada', 'cambiada']),
        campo: TextOrNull,
        antes: TextOrNull,
        despues: TextOrNull,
      }),
    ),
  }),
});

/** Records that the report was filed at the DGII, and locks it. */
export const presentarReporte = route({
  method: 'PUT',
  path: '/api/reportes-fiscales/:tipo/:id/presentacion',
  summary: 'Anotar la presentación de un reporte',
  ...changing,
  params: IdDeReporte,
  body: Type.Object({
    numero: Type.String({
      pattern: '^[0-9A-Za-z-]{4,30}$',
      examples: ['123456789'],
      description: 'Número de aceptación de la Oficina Virtual',
    }),
    fecha: Dia,
  }),
  answer: ReporteGuardado,
});

/**
 * The official TXT of a saved report, as its receipts were when it was generated: the file that was filed, also after the
 * month changed. Refused where a row was not complete.
 */
export const txtDeReporte = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/:id/txt',
  summary: 'TXT de un reporte guardado, como se presentó',
  ...common,
  params: Type.Object({ tipo: Formato, id: Type.String({ format: 'uuid' }) }),
  ...comoArchivo('txt'),
});

/** Differences between the current receipts and the filed report of the period: they must be rectified. */
export const rectificacionDeReporte = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/:id/rectificacion',
  summary: 'Cambios desde la presentación',
  ...common,
  params: IdDeReporte,
  answer: Type.Object({
    agregadas: Type.Integer(),
    quitadas: Type.Integer(),
    cambiadas: Type.Integer(),
    ncf: Type.Array(Type.String()),
  }),
});
