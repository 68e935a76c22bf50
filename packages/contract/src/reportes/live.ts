import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { featureConstants } from '../constants.generated.ts';
import { AunquePresentado, orNull } from '../shared.ts';
import { DeFormato } from './files.ts';
import { changing, common, Dia, Periodo, TextOrNull } from './parts.ts';
import { FilaDeReporte, ProblemaDeReporte, RegistroCargado } from './rows.ts';
import { Totales } from './saved.ts';

const { maximoDeComprobantes } = featureConstants.reportes;

/** A receipt as the grid shows it: its row, the reason for the value of each field, and its suggestions. */
export const ComprobanteDeReporte = Type.Object({
  ...FilaDeReporte.properties,
  /** The reason for the value of each field of `fila`, or for its being pending: code, mark, text and source. */
  razones: Type.Record(
    Type.String(),
    Type.Object({ codigo: Type.String(), marca: Type.String(), texto: Type.String(), fuente: Type.String() }),
  ),
  /** The answers of a person, by the key of the field. */
  respuestas: Type.Record(Type.String(), Type.String()),
  /** Earlier answers for this supplier; used and marked as an estimate where there is no answer. */
  sugerencias: Type.Record(Type.String(), Type.String()),
  /** Why it is not reported: it was rejected commercially, or a person took it out. */
  excluido: TextOrNull,
});
export type ComprobanteDeReporte = Static<typeof ComprobanteDeReporte>;

/** The live rows of a month, in the order of day and number, from a position on. */
export const listarComprobantes = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/comprobantes',
  summary: 'Comprobantes de un mes para el reporte',
  ...common,
  params: Type.Object({ tipo: Type.Enum(['606', '607', '609']) }),
  query: Type.Object({
    periodo: Periodo,
    /** `siguiente` of the previous answer. */
    despues: Type.Optional(Type.String({ maxLength: 100 })),
    cuantos: Type.Optional(Type.Integer({ minimum: 1, maximum: maximoDeComprobantes })),
    soloPendientes: Type.Optional(Type.Boolean()),
    /** The rows that lack an answer come before the others. */
    primeroPendientes: Type.Optional(Type.Boolean()),
    buscar: Type.Optional(Type.String({ maxLength: 60, description: 'NCF, RNC o nombre' })),
  }),
  queryAliases: { cursor: 'despues', limite: 'cuantos' },
  answer: Type.Object({
    comprobantes: Type.Array(ComprobanteDeReporte),
    siguiente: TextOrNull,
    /** Of the whole month. */
    totales: Totales,
    /** Received e-CF of the month that are in no report because the DGII has not accepted them; only of the 606. */
    sinConfirmar: Type.Integer(),
    /** A filed report of this month: changes must be rectified. */
    presentado: orNull(Type.Object({ id: Type.String(), numero: Type.String(), fecha: Dia })),
  }),
});

/** Stores answers for many rows; null withdraws an answer. They also become suggestions for their suppliers. */
export const responderComprobantes = route({
  method: 'PUT',
  path: '/api/reportes-fiscales/:tipo/comprobantes',
  summary: 'Responder lo que el comprobante no dice',
  ...changing,
  params: Type.Object({ tipo: Type.Enum(['606', '607', '609']) }),
  body: Type.Object({
    cambios: Type.Array(
      Type.Object({
        id: Type.String({ maxLength: 60 }),
        respuestas: Type.Record(Type.String({ maxLength: 40 }), orNull(Type.String({ maxLength: 100 }))),
        /** Takes the receipt out of the report, or back in with null. */
        excluido: Type.Optional(orNull(Type.String({ minLength: 3, maxLength: 200 }))),
      }),
      { minItems: 1, maxItems: maximoDeComprobantes },
    ),
    aunquePresentado: AunquePresentado,
  }),
  maxBodyBytes: 1024 * 1024,
  answer: Type.Object({ comprobantes: Type.Array(ComprobanteDeReporte) }),
});

/** Accepts the suggestions of the rows of a month as answers. */
export const aceptarSugerencias = route({
  method: 'POST',
  path: '/api/reportes-fiscales/:tipo/comprobantes/sugerencias',
  summary: 'Aceptar las sugerencias de un mes',
  ...changing,
  params: Type.Object({ tipo: Type.Enum(['606', '607', '609']) }),
  body: Type.Object({ periodo: Periodo, aunquePresentado: AunquePresentado }),
  answer: Type.Object({ aceptadas: Type.Integer() }),
});

/** Loads receipts on paper, from JSON. Data of the platform's own documents takes precedence. */
export const cargarComprobantes = route({
  method: 'POST',
  path: '/api/reportes-fiscales/:tipo/comprobantes',
  summary: 'Cargar comprobantes en papel',
  ...changing,
  params: Type.Object({ tipo: Type.Enum(['606', '607']) }),
  body: Type.Object({
    datos: Type.Array(RegistroCargado, { minItems: 1, maxItems: maximoDeComprobantes }),
    aunquePresentado: AunquePresentado,
  }),
  maxBodyBytes: 2 * 1024 * 1024,
  answer: Type.Object({
    cargados: Type.Integer(),
    /** Numbers that already existed, from a document. */
    repetidos: Type.Array(Type.String()),
    /** The records that were not loaded, and why. `linea` counts from 1. */
    rechazados: Type.Array(Type.Object({ linea: Type.Integer(), ncf: Type.String(), motivo: Type.String() })),
    avisos: Type.Array(Type.String(), {
      description: 'Campos que no se leyeron, números que se leyeron como textos, y textos con caracteres invisibles',
    }),
  }),
});

/** Asks the DGII again about the received e-CF of a month that it has not accepted, the first 500. The answers come later. */
export const consultarSinConfirmar = route({
  method: 'POST',
  path: '/api/reportes-fiscales/606/sin-confirmar',
  summary: 'Consultar otra vez los e-CF recibidos que la DGII no ha aceptado',
  ...changing,
  body: Type.Object({ periodo: Periodo }),
  status: 202,
  answer: Type.Object({ consultados: Type.Integer() }),
});

/** The broken rules of a month, the first 500 with errors before warnings, and how many there are by code. */
export const problemasDeReporte = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/problemas',
  summary: 'Problemas de un mes antes de presentar',
  ...common,
  params: DeFormato,
  query: Type.Object({ periodo: Periodo }),
  answer: Type.Object({
    errores: Type.Integer(),
    avisos: Type.Integer(),
    porCodigo: Type.Array(
      Type.Object({ codigo: Type.String(), gravedad: Type.Enum(['error', 'aviso']), cantidad: Type.Integer() }),
    ),
    problemas: Type.Array(ProblemaDeReporte),
  }),
});

/**
 * The days on which reports are due, of the months around today: of a company in Producción, from its first month with documents on.
 * Empty before.
 */
export const vencimientosDeReportes = route({
  method: 'GET',
  path: '/api/reportes-fiscales/vencimientos',
  summary: 'Vencimientos de los reportes',
  ...common,
  answer: Type.Array(
    Type.Object({
      reporte: Type.Enum(['606', '607', '608', '609', 'IT1']),
      periodo: Periodo,
      vence: Dia,
      /** Days from today; negative when it has passed. */
      dias: Type.Integer(),
      /** Number under which it was filed; null while it was not. */
      presentado: TextOrNull,
    }),
  ),
});
