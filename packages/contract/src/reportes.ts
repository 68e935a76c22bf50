import { route } from '@timbre/route';
import { type Static, type TSchema, Type } from 'typebox';
import type { Example } from './examples.ts';
import { cuantos, type Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import type { Problems } from './problems.ts';
import { Ambiente, AunquePresentado } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'reportes',
  nombre: 'Reportes Fiscales',
  titulo: 'Reportes Fiscales',
  ruta: '/reportes-fiscales',
  icono: 'report',
  seccion: 'Reportes',
  lugar: 1,
  soloRoot: false,
  policy: 'leer',
} as const satisfies MenuItem;

/** What its screen needs at run time. */
export const constants = {
  /** Reports by their code in the addresses; `it1` is written IT1 in the answers. @source specification 002 §3 */
  reportesFiscales: [
    { tipo: '606', nombre: '606 Gastos' },
    { tipo: '607', nombre: '607 Ventas' },
    { tipo: '608', nombre: '608 Anulados' },
    { tipo: '609', nombre: '609 Exterior' },
    { tipo: 'it1', nombre: 'IT-1' },
  ],
  /** Rows of a page of the tables 606 and 607. @source specification 002 §9 */
  filasPorPagina: 10,
  /** Saved reports that the history lists. @source specification 002 §9 */
  limiteDeHistorial: 10,
  /** Most receipts of one answer, of one bulk edit and of one load of receipts on paper. */
  maximoDeComprobantes: 1_000,
  /** Most bytes of a workbook or of the official tool that a company uploads. */
  maximoDeLibro: 8 * 1024 * 1024,
  /** Most bytes of a TXT that is reconciled. */
  maximoDeTxt: 8 * 1024 * 1024,
} as const;

export const { reportesFiscales, filasPorPagina, limiteDeHistorial, maximoDeComprobantes, maximoDeLibro, maximoDeTxt } =
  constants;

export type TipoDeReporte = (typeof reportesFiscales)[number]['tipo'];
const TipoDeReporte = Type.Enum(reportesFiscales.map(({ tipo }) => tipo));
const Formato = Type.Enum(['606', '607', '608', '609']);

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Monto = Type.String({ pattern: '^-?\\d{1,15}(\\.\\d{1,2})?$', description: 'RD$, decimal' });
const Dia = Type.String({ format: 'date', description: 'yyyy-MM-dd' });
const Periodo = Type.String({ pattern: '^20\\d{2}(0[1-9]|1[0-2])$', description: 'AAAAMM' });
const common = { policy: 'leer', menu: menu.id } as const;
const changing = { policy: 'reportar', menu: menu.id } as const;

/** Both dates may be missing, and are refused in the words of the specification. */
const Rango = { fechaDesde: Type.Optional(Dia), fechaHasta: Type.Optional(Dia) };

/** A row of a report. `fila`: the fields of the official format by their key, as texts: amounts with two decimals, days as yyyy-MM-dd. */
export const FilaDeReporte = Type.Object({
  /** `{suplidor}|{ncf}|{momento}`: names the row. */
  id: Type.String(),
  fuente: Type.Enum(['emitido', 'recibido', 'cargado', 'quickbooks'], {
    description: 'cargado: de papel, por libro o pegado',
  }),
  /** The issued or received e-CF that it comes from. */
  documentoId: TextOrNull,
  rnc: Type.String(),
  razonSocial: Type.String(),
  tipoComprobante: Type.String({ description: 'E31, B01…' }),
  ncf: Type.String(),
  ncf_modificado: TextOrNull,
  fecha: Dia,
  /** Signed: negative for a credit note. */
  subtotal: Monto,
  itbis: Monto,
  montoTotal: Monto,
  notaCredito: Type.Boolean(),
  /** compra: the receipt itself; pago: its later payment, with what was withheld. */
  momento: Type.Enum(['compra', 'pago']),
  /** Only in the 607: detailed in its TXT, in the summary of consumers, or reported when it was issued. */
  destino: Type.Optional(Type.Enum(['detalle', 'resumen', 'e-CF'])),
  fila: Type.Record(Type.String(), Type.String()),
  /** Keys of `fila` that somebody must answer. */
  pendientes: Type.Array(Type.String()),
});
export type FilaDeReporte = Static<typeof FilaDeReporte>;

/** A broken rule. @source reports/validation-rules.json */
export const ProblemaDeReporte = Type.Object({
  codigo: Type.String(),
  gravedad: Type.Enum(['error', 'aviso']),
  /** The row and the key of its field. */
  id: Type.String(),
  campo: Type.String(),
  ncf: Type.String(),
  mensaje: Type.String(),
  /** The e-CF of a document that has no row: it cannot be read, or the DGII has not accepted it. */
  documento: Type.Optional(
    Type.Object({
      documentoId: Type.String(),
      rnc: Type.String({ description: 'de quien lo emitió' }),
      fuente: Type.Enum(['emitido', 'recibido'], { description: 'emitido: en Facturas' }),
    }),
  ),
});
export type ProblemaDeReporte = Static<typeof ProblemaDeReporte>;

const Totales = Type.Object({
  montoTotal: Monto,
  itbisTotal: Monto,
  subtotal: Monto,
  cantidadRegistros: Type.Integer(),
  /** Rows that lack an answer. */
  pendientes: Type.Integer(),
  /** Answers that are missing, by the key of the field; not said of an IT-1, nor of reports that were saved before it was counted. */
  faltan: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});

/** A detail of the summary. @source specification 002 §3 */
const DetalleDeResumen = Type.Object({
  id: Type.String(),
  concepto: Type.String(),
  monto: Monto,
  itbis: Monto,
  categoria: Type.Enum(['ingreso', 'gasto', 'calculo', 'impuesto', 'resultado']),
});

/** A box of the IT-1 or of its Anexo A. */
export const Casilla = Type.Object({
  id: Type.String({ description: '1…68; A1…A56.3 del Anexo A' }),
  nombre: Type.String(),
  valor: Type.String({ description: 'RD$, o el coeficiente con cuatro decimales' }),
  /** dato, calculado, estimado, respondido, pendiente. */
  marca: Type.String(),
  /** Rows that feed it; 0 where it follows from other boxes. */
  filas: Type.Integer(),
  /** The boxes that it follows from, in Spanish. */
  formula: TextOrNull,
});

/** What the audit of the DGII would find in the IT-1. */
export const HallazgoDeIT1 = Type.Object({
  codigo: Type.String(),
  gravedad: Type.Enum(['error', 'aviso']),
  casilla: Type.String(),
  esperado: Monto,
  encontrado: Monto,
  mensaje: Type.String(),
});

const ResumenIT1 = Type.Object({
  totalIngresos: Monto,
  totalGastos: Monto,
  utilidadBruta: Monto,
  itbisVentas: Monto,
  itbisCompras: Monto,
  itbisAPagar: Monto,
  impuestoRenta: Monto,
  utilidadNeta: Monto,
  /** What of it is an estimate, and by which scale. */
  nota: Type.String(),
  detalle: Type.Array(DetalleDeResumen),
  formulario: Type.Array(Casilla),
  anexoA: Type.Array(Casilla),
  preauditoria: Type.Array(HallazgoDeIT1),
});
export type ResumenIT1 = Static<typeof ResumenIT1>;

/** A saved report: what it said when it was generated. */
export const ReporteGuardado = Type.Object({
  _id: Type.String(),
  tipoReporte: Type.Enum(['606', '607', '608', '609', 'IT1']),
  ambiente: Ambiente,
  fechaDesde: Dia,
  fechaHasta: Dia,
  estado: Type.Enum(['generando', 'listo', 'error']),
  progreso: Type.Object({ porcentaje: Type.Integer(), mensaje: Type.String() }),
  totales: Totales,
  /** What it leaves out, in words: received e-CF that the DGII has not accepted, documents that QuickBooks did not give. */
  avisos: Type.Array(Type.String()),
  /** Only of the IT-1. */
  resumen: Type.Union([ResumenIT1, Type.Null()]),
  basadoEn: Type.Union([Type.Object({ reporte606Id: Type.String(), reporte607Id: Type.String() }), Type.Null()]),
  fechaCreacion: Type.String(),
  usuario: Type.String(),
  rnc: Type.String(),
  companyId: TextOrNull,
  /** Where it was filed: then it cannot be deleted, nor the answers of its period changed without saying so. */
  presentacion: Type.Union([Type.Object({ numero: Type.String(), fecha: Dia, por: Type.String() }), Type.Null()]),
});
export type ReporteGuardado = Static<typeof ReporteGuardado>;

const IdDeReporte = Type.Object({ tipo: TipoDeReporte, id: Type.String({ format: 'uuid' }) });

/** An amount as somebody writes it: see `readReceiptAmount` of packages/reports. */
const MontoEscrito = Type.Union([Type.String({ maxLength: 24 }), Type.Number()], {
  description: 'Un número, o un texto sin dos lecturas posibles: 1180.00, 1,180.00, RD$1.180,00',
});

/** A record that a caller brings: of paper, or of another program. @source specification 002 §3, §5 */
export const RegistroCargado = Type.Object(
  {
    rnc: Type.Optional(
      Type.Union([Type.String({ maxLength: 20 }), Type.Null()], {
        description:
          'Del suplidor o del cliente. Sin él: ventas a consumidor bajo el límite y sus notas, B12, B13 y B17',
      }),
    ),
    razonSocial: Type.Optional(Type.Union([Type.String({ maxLength: 250 }), Type.Null()])),
    ncf: Type.Union([Type.String({ maxLength: 19 }), Type.Null()]),
    fecha: Type.Union([Type.String({ maxLength: 10, description: 'dd-MM-yyyy o yyyy-MM-dd' }), Type.Null()]),
    /** With its taxes. */
    montoTotal: Type.Union([MontoEscrito, Type.Null()]),
    itbis: Type.Union([MontoEscrito, Type.Null()]),
    ncf_modificado: Type.Optional(Type.Union([Type.String({ maxLength: 19 }), Type.Null()])),
    montoServicios: Type.Optional(MontoEscrito),
    impuestoSelectivo: Type.Optional(MontoEscrito),
    otrosImpuestos: Type.Optional(MontoEscrito),
    propinaLegal: Type.Optional(MontoEscrito),
    formaPago: Type.Optional(Type.String({ maxLength: 2 })),
    tipoIngreso: Type.Optional(Type.String({ maxLength: 2 })),
  },
  { additionalProperties: true },
);
export type RegistroCargado = Static<typeof RegistroCargado>;

/**
 * Generates a report of the dates and saves it. Its rows come from the company's own documents and from what was loaded; `datos`
 * are loaded first. The work goes on after the answer: {@link verReporte} tells how far it is.
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
  query: Type.Object(Rango),
  answer: Type.Array(Type.Object({ ...ReporteGuardado.properties, datos: Type.Array(FilaDeReporte) })),
});

/** The saved reports of one kind, newest first. */
export const historialDeReportes = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/historico',
  summary: 'Historial de reportes guardados',
  ...common,
  params: Type.Object({ tipo: TipoDeReporte }),
  query: Type.Object({ limite: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
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

/** Rows of a saved report from a place on. */
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

/** What changed from one saved report to another of its kind: totals in per cent, and the rows and fields that differ. */
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

/** Says that the report was filed at the DGII, and locks it. */
export const presentarReporte = route({
  method: 'PUT',
  path: '/api/reportes-fiscales/:tipo/:id/presentacion',
  summary: 'Anotar la presentación de un reporte',
  ...changing,
  params: IdDeReporte,
  body: Type.Object({
    numero: Type.String({ pattern: '^[0-9A-Za-z-]{4,30}$', description: 'Número de aceptación de la Oficina Virtual' }),
    fecha: Dia,
  }),
  answer: ReporteGuardado,
});

/** What the receipts say now against the filed report of the period: what must be rectified. */
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

const DeFormato = Type.Object({ tipo: Formato });

/** The newest saved report of the dates as a workbook in the order of the official tool. */
export const exportarExcel = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/export/excel',
  summary: 'Reporte guardado como libro de Excel',
  ...common,
  params: Type.Object({ tipo: TipoDeReporte }),
  query: Type.Object(Rango),
  answerKind: 'archivo',
});

/** The same as CSV. */
export const exportarCsv = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/export/csv',
  summary: 'Reporte guardado como CSV',
  ...common,
  params: Type.Object({ tipo: TipoDeReporte }),
  query: Type.Object(Rango),
  answerKind: 'archivo',
});

/**
 * The TXT of a month from what the receipts say now: official, or `clasico`, the specification's. Refused while an answer is
 * missing or a rule is broken.
 */
export const exportarTxt = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/export/txt',
  summary: 'TXT para la DGII de un mes',
  ...common,
  params: DeFormato,
  query: Type.Object({ ...Rango, formato: Type.Optional(Type.Enum(['oficial', 'clasico'])) }),
  answerKind: 'archivo',
});

/** The specification's call for the TXT of the 606. `datos` are loaded first. */
export const txtDe606 = route({
  method: 'POST',
  path: '/api/reportes/txt/606',
  summary: 'TXT del 606',
  ...changing,
  body: Type.Object(
    {
      rnc: Type.Optional(Type.String({ maxLength: 20 })),
      fechaInicio: Dia,
      fechaFin: Dia,
      formato: Type.Optional(Type.Enum(['oficial', 'clasico'])),
      datos: Type.Optional(Type.Array(RegistroCargado, { maxItems: maximoDeComprobantes })),
      aunquePresentado: AunquePresentado,
    },
    { additionalProperties: true },
  ),
  maxBodyBytes: 2 * 1024 * 1024,
  answerKind: 'archivo',
});

/** The «Resumen General de Facturas de Consumo» of a month, which the Oficina Virtual asks for beside the 607. */
export const resumenDeConsumo = route({
  method: 'GET',
  path: '/api/reportes-fiscales/607/resumen-consumo',
  summary: 'Resumen de facturas de consumo',
  ...common,
  query: Type.Object({ periodo: Periodo }),
  answer: Type.Array(
    Type.Object({
      tipo: Type.Enum(['B02', 'E32']),
      cantidad: Type.Integer(),
      montos: Type.Record(Type.String(), Monto),
    }),
  ),
});

/** A receipt as the grid shows it: its row, why each field holds what it holds, and what is likely. */
export const ComprobanteDeReporte = Type.Object({
  ...FilaDeReporte.properties,
  /** Code, mark and text of why each field of `fila`, or pending, is what it is. */
  razones: Type.Record(
    Type.String(),
    Type.Object({ codigo: Type.String(), marca: Type.String(), texto: Type.String(), fuente: Type.String() }),
  ),
  /** What a person answered, by the key of the field. */
  respuestas: Type.Record(Type.String(), Type.String()),
  /** What was answered for this supplier before; used and marked as an estimate where there is no answer. */
  sugerencias: Type.Record(Type.String(), Type.String()),
  /** Why it is not reported: it was rejected commercially, or a person took it out. */
  excluido: TextOrNull,
});
export type ComprobanteDeReporte = Static<typeof ComprobanteDeReporte>;

/** The live rows of a month, in the order of day and number, from a place on. */
export const listarComprobantes = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/comprobantes',
  summary: 'Comprobantes de un mes para el reporte',
  ...common,
  params: Type.Object({ tipo: Type.Enum(['606', '607', '609']) }),
  query: Type.Object({
    periodo: Periodo,
    /** `siguiente` of the answer before. */
    despues: Type.Optional(Type.String({ maxLength: 100 })),
    cuantos: Type.Optional(Type.Integer({ minimum: 1, maximum: maximoDeComprobantes })),
    soloPendientes: Type.Optional(Type.Boolean()),
    buscar: Type.Optional(Type.String({ maxLength: 60, description: 'NCF, RNC o nombre' })),
  }),
  answer: Type.Object({
    comprobantes: Type.Array(ComprobanteDeReporte),
    siguiente: TextOrNull,
    /** Of the whole month. */
    totales: Totales,
    /** Received e-CF of the month that are in no report because the DGII has not accepted them; only of the 606. */
    sinConfirmar: Type.Integer(),
    /** A filed report of this month: what is changed must be rectified. */
    presentado: Type.Union([Type.Object({ id: Type.String(), numero: Type.String(), fecha: Dia }), Type.Null()]),
  }),
});

/** Answers for many rows: null takes an answer back. The suggestions of their suppliers learn from them. */
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
        respuestas: Type.Record(
          Type.String({ maxLength: 40 }),
          Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
        ),
        /** Takes the receipt out of the report, or back in with null. */
        excluido: Type.Optional(Type.Union([Type.String({ minLength: 3, maxLength: 200 }), Type.Null()])),
      }),
      { minItems: 1, maxItems: maximoDeComprobantes },
    ),
    aunquePresentado: AunquePresentado,
  }),
  maxBodyBytes: 1024 * 1024,
  answer: Type.Object({ comprobantes: Type.Array(ComprobanteDeReporte) }),
});

/** Takes the suggestions of the rows of a month as answers. */
export const aceptarSugerencias = route({
  method: 'POST',
  path: '/api/reportes-fiscales/:tipo/comprobantes/sugerencias',
  summary: 'Aceptar las sugerencias de un mes',
  ...changing,
  params: Type.Object({ tipo: Type.Enum(['606', '607', '609']) }),
  body: Type.Object({ periodo: Periodo, aunquePresentado: AunquePresentado }),
  answer: Type.Object({ aceptadas: Type.Integer() }),
});

/** Loads receipts on paper, from JSON. What the platform's own documents already say wins. */
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
    /** Numbers that were there already, from a document. */
    repetidos: Type.Array(Type.String()),
    /** What was not loaded, and why. `linea` counts from 1. */
    rechazados: Type.Array(Type.Object({ linea: Type.Integer(), ncf: Type.String(), motivo: Type.String() })),
  }),
});

const deFuente = <Schema extends TSchema>(schema: Schema) =>
  Type.Object({ quickbooks: Type.Optional(schema), ecf: Type.Optional(schema), txt: Type.Optional(schema) });
const Fuente = Type.Enum(['quickbooks', 'ecf', 'txt']);
const DeComprobantes = Type.Object({ tipo: Type.Enum(['606', '607']) });
const DeQuickBooks = Type.Object({
  entidad: Type.String({ description: 'Bill, Purchase, VendorCredit, Invoice, SalesReceipt, CreditMemo' }),
  id: Type.String(),
});

/** What QuickBooks, the e-CF and a TXT say of the receipts of a month. */
export const Conciliacion = Type.Object({
  /** When QuickBooks was read last; null while nothing of the month was: then it is not compared. */
  quickbooksLeido: TextOrNull,
  /** Whether the TXT has whole pesos: then cents are no difference. */
  txtEnPesos: Type.Boolean(),
  /** Signed: credit notes subtract. */
  totales: deFuente(Type.Object({ cantidad: Type.Integer(), monto: Monto, itbis: Monto })),
  /** By how many percent the amount of the first differs from that of the second; null where that is zero. */
  diferencias: Type.Array(Type.Object({ de: Fuente, respectoA: Fuente, monto: TextOrNull, itbis: TextOrNull })),
  iguales: Type.Integer(),
  distintos: Type.Integer(),
  comprobantes: Type.Array(
    Type.Object({
      ncf: Type.String(),
      rnc: Type.String(),
      faltaEn: Type.Array(Fuente),
      repetidoEn: Type.Array(Fuente),
      campos: Type.Array(Type.Enum(['rnc', 'fecha', 'monto', 'itbis'])),
      valores: deFuente(Type.Object({ rnc: Type.String(), fecha: TextOrNull, monto: Monto, itbis: Monto })),
      corregir: Type.Array(Type.Object({ donde: Fuente, texto: Type.String() })),
      /** The row of the report that it makes; null where it makes none. */
      fila: TextOrNull,
      /** The e-CF, and the document of QuickBooks, that say it. */
      ecf: Type.Union([
        Type.Object({ fuente: Type.Enum(['emitido', 'recibido']), documentoId: Type.String() }),
        Type.Null(),
      ]),
      quickbooks: Type.Union([DeQuickBooks, Type.Null()]),
    }),
    { description: 'Los primeros 1000' },
  ),
});
export type Conciliacion = Static<typeof Conciliacion>;

/**
 * What QuickBooks, the e-CF and the lines of the TXT as they are now say of the receipts of a month: totals, their differences in
 * per cent, and the first receipts that they do not say alike, with what to mend and where.
 */
export const conciliarReporte = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/conciliacion',
  summary: 'Conciliación de QuickBooks, e-CF y TXT de un mes',
  ...common,
  params: DeComprobantes,
  query: Type.Object({ periodo: Periodo }),
  answer: Conciliacion,
});

/** The same with a TXT that was filed, of this or of another program, in the place of the lines as they are now. It is not stored. */
export const conciliarConTxt = route({
  method: 'POST',
  path: '/api/reportes-fiscales/:tipo/conciliacion',
  summary: 'Conciliación con un TXT presentado',
  ...common,
  params: DeComprobantes,
  query: Type.Object({ periodo: Periodo }),
  bodyKind: 'multipart',
  form: {
    archivo: {
      kind: 'file',
      required: true,
      description: 'TXT del reporte, de la empresa y del mes; oficial o clásico',
      missing: { code: 'archivo/falta' },
    },
  },
  maxBodyBytes: maximoDeTxt + 64 * 1024,
  answer: Conciliacion,
});

const Decimal = Type.String({ description: 'decimal' });

/** The record of the specification for a document of QuickBooks; amounts in RD$ where nothing else is said. @source specification 002 §3 */
export const RegistroDeQuickBooks = Type.Object({
  id: Type.String({ description: 'Bill:12' }),
  qbId: Type.String(),
  qbEntity: Type.String(),
  qbTxnType: Type.String(),
  vendorId: Type.String(),
  rnc: Type.String({ description: 'dígitos, o Sin RNC' }),
  razonSocial: Type.String(),
  tipoComprobante: Type.String(),
  ncf: Type.String(),
  ncf_modificado: Type.Optional(Type.String()),
  fecha: Type.String(),
  fecha_comprobante: Type.String(),
  itbis: Decimal,
  itbisFacturado: Decimal,
  subtotal: Decimal,
  montoTotal: Decimal,
  totalMontoFacturado: Decimal,
  notaCredito: Type.Boolean(),
  impuestoSelectivo: Decimal,
  otrosImpuestos: Decimal,
  propinaLegal: Decimal,
  itbisRetenido: Decimal,
  retencionRenta: Decimal,
  isrPercibido: Decimal,
  detalleImpuestos: Type.Array(
    Type.Object({
      index: Type.Integer(),
      amount: Decimal,
      classification: Type.String(),
      source: Type.String(),
      reason: Type.String(),
      originalAmount: Decimal,
    }),
  ),
  monedaOriginal: Type.String(),
  tasaCambio: Decimal,
  montoTotalOriginal: Decimal,
  itbisOriginal: Decimal,
  cuentasContables: Type.Array(
    Type.Object({
      accountId: Type.String(),
      accountNumber: Type.String(),
      accountName: Type.String(),
      itemId: Type.String(),
      itemName: Type.String(),
      amount: Decimal,
      amountOriginal: Decimal,
      monedaOriginal: Type.String(),
      tasaCambio: Decimal,
      description: Type.String(),
    }),
  ),
  accountId: Type.String(),
  account: Type.String(),
  cuentaNombre: Type.String(),
  cuentaMayorMonto: Type.String(),
  bienesServicios: Type.Optional(Type.Enum(['01', '02'])),
  tipoBienesServicios: Type.String(),
  esCajaChica: Type.Boolean(),
  linkedTxns: Type.Array(Type.Object({ type: Type.String(), id: Type.String() })),
  casilla: Type.String(),
  casillaAviso: Type.Optional(Type.String()),
  fechaCreacion: Type.String(),
  fechaActualizacion: Type.String(),
});
export type RegistroDeQuickBooks = Static<typeof RegistroDeQuickBooks>;

/** What the document of QuickBooks behind a row says. */
export const registroDeQuickBooks = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/comprobantes/:id/quickbooks',
  summary: 'Registro del documento de QuickBooks de una fila',
  ...common,
  params: Type.Object({ tipo: Type.Enum(['606', '607', '609']), id: Type.String({ maxLength: 60 }) }),
  answer: Type.Object({
    /** espera: it changed after its month was filed, and the row is still what it said before. */
    estado: Type.Enum(['recibo', 'espera']),
    motivo: TextOrNull,
    registro: RegistroDeQuickBooks,
  }),
});

/** Documents of QuickBooks of a month that make no receipt, wait for a filed report, or are gone; the next page by `siguiente`. */
export const documentosSinReportar = route({
  method: 'GET',
  path: '/api/reportes-fiscales/quickbooks/fallas',
  summary: 'Documentos de QuickBooks sin reportar',
  ...common,
  query: Type.Object({
    periodo: Periodo,
    tipo: Type.Optional(Type.Enum(['606', '607'], { description: 'Sin decirlo, los de ambos' })),
    despues: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  answer: Type.Object({
    documentos: Type.Array(
      Type.Object({
        ...DeQuickBooks.properties,
        estado: Type.Enum(['falla', 'espera', 'borrado']),
        fecha: Type.Union([Dia, Type.Null()]),
        ncf: TextOrNull,
        codigo: TextOrNull,
        motivo: Type.String(),
      }),
    ),
    siguiente: TextOrNull,
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

/** The rows behind a box of a saved IT-1, or behind a total of its reports (`C607.itbis`), the first 500. Of a box that follows from others, the rows behind all of those. */
export const filasDeCasilla = route({
  method: 'GET',
  path: '/api/reportes-fiscales/it1/:id/casillas/:casilla',
  summary: 'Comprobantes detrás de una casilla del IT-1',
  ...common,
  params: Type.Object({
    id: Type.String({ format: 'uuid' }),
    casilla: Type.String({ pattern: '^[AC]?[0-9A-Za-z.-]{1,20}$' }),
  }),
  answer: Type.Object({ casilla: Casilla, filas: Type.Array(FilaDeReporte) }),
});

/** What a person fills of the IT-1 by hand, for a month; null takes it back. */
export const responderIT1 = route({
  method: 'PUT',
  path: '/api/reportes-fiscales/it1/manuales/:periodo',
  summary: 'Casillas del IT-1 que se llenan a mano',
  ...changing,
  params: Type.Object({ periodo: Periodo }),
  body: Type.Object({
    casillas: Type.Record(Type.String({ maxLength: 10 }), Type.Union([Monto, Type.Null()])),
    aunquePresentado: AunquePresentado,
  }),
  status: 204,
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

/**
 * The specification's template: rows of the dates in the form of the official tool. With macros and an uploaded tool, that tool
 * filled, its macros untouched; else a plain workbook in the same order.
 */
export const plantillaDeReporte = route({
  method: 'POST',
  path: '/api/reportes/plantilla/:tipo',
  summary: 'Plantilla de Excel del 606 o del 607',
  ...common,
  params: Type.Object({ tipo: Type.Enum(['606', '607']) }),
  body: Type.Object(
    {
      rnc: Type.Optional(Type.String({ maxLength: 20 })),
      fechaInicio: Dia,
      fechaFin: Dia,
      companyId: Type.Optional(Type.Union([Type.String({ maxLength: 60 }), Type.Null()])),
      usarMacros: Type.Optional(Type.Boolean({ description: 'Sin decirlo, sí en el 606' })),
      /** `clasico`: the columns of the specification, never with macros. */
      formato: Type.Optional(Type.Enum(['oficial', 'clasico'])),
    },
    { additionalProperties: true },
  ),
  maxBodyBytes: 2 * 1024 * 1024,
  answerKind: 'archivo',
});

/** The official tool that the company uploaded for a format. */
export const Herramienta = Type.Object({
  nombre: Type.String(),
  bytes: Type.Integer(),
  subida: Type.String(),
  por: Type.String(),
});

/** The official tools that the company uploaded. */
export const verHerramientas = route({
  method: 'GET',
  path: '/api/reportes-fiscales/herramientas',
  summary: 'Herramientas oficiales cargadas',
  ...common,
  answer: Type.Record(Type.String(), Type.Union([Herramienta, Type.Null()])),
});

/** Uploads the official tool of a format, saved once as .xlsm. */
export const subirHerramienta = route({
  method: 'POST',
  path: '/api/reportes-fiscales/:tipo/herramienta',
  summary: 'Cargar la herramienta oficial (.xlsm)',
  ...changing,
  params: Type.Object({ tipo: Type.Enum(['606', '607']) }),
  bodyKind: 'multipart',
  form: {
    archivo: {
      kind: 'file',
      required: true,
      description: 'La herramienta de la DGII guardada como .xlsm',
      missing: { code: 'archivo/falta' },
    },
  },
  maxBodyBytes: maximoDeLibro + 64 * 1024,
  answer: Herramienta,
});

/** Removes it. */
export const eliminarHerramienta = route({
  method: 'DELETE',
  path: '/api/reportes-fiscales/:tipo/herramienta',
  summary: 'Quitar la herramienta oficial',
  ...changing,
  params: Type.Object({ tipo: Type.Enum(['606', '607']) }),
  status: 204,
});

/** Reads receipts on paper from a workbook, in the columns of the official tool or by their headers, for {@link cargarComprobantes}. */
export const leerLibroDeComprobantes = route({
  method: 'POST',
  path: '/api/reportes-fiscales/:tipo/comprobantes/libro',
  summary: 'Leer un libro de comprobantes en papel',
  ...common,
  params: Type.Object({ tipo: Type.Enum(['606', '607']) }),
  bodyKind: 'multipart',
  form: {
    archivo: {
      kind: 'file',
      required: true,
      description: 'Libro .xlsx, .xlsm, .xls o .csv',
      missing: { code: 'archivo/falta' },
    },
  },
  maxBodyBytes: maximoDeLibro + 64 * 1024,
  answer: Type.Object({
    hoja: Type.String(),
    datos: Type.Array(RegistroCargado),
    /** What could not be read, with its cell. */
    incidencias: Type.Array(Type.Object({ celda: Type.String(), mensaje: Type.String() })),
  }),
});

/**
 * The evidence of a month: the newest saved reports, their TXT and the documents that they come from, the record of the company
 * for them, and a manifest signed with the company's certificate.
 */
export const evidenciaDePeriodo = route({
  method: 'GET',
  path: '/api/reportes-fiscales/evidencia.zip',
  summary: 'Expediente firmado de un mes',
  ...changing,
  query: Type.Object({ periodo: Periodo }),
  answerKind: 'archivo',
});

/** Its refusals. */
export const problems = {
  'reportes/fechas': { status: 422, title: 'Por favor seleccione el rango de fechas' },
  'reportes/orden': { status: 422, title: 'La fecha desde no puede ser mayor que la fecha hasta' },
  'reportes/mes': { status: 422, title: 'El TXT es de un solo mes: elija del primer al último día' },
  'reportes/formato': { status: 422, title: 'Los datos procesados no tienen el formato correcto' },
  'reportes/sin-datos': { status: 409, title: 'No hay datos con NCF válidos para exportar' },
  'reportes/sin-606-607': {
    status: 409,
    title: 'Debe generar primero los reportes 606 y 607 para el mismo período',
  },
  'reportes/sin-conexion': { status: 409, title: 'No hay conexión válida con QuickBooks' },
  'reportes/sin-mapeo': {
    status: 409,
    title: 'No hay mapeo de cuentas configurado. Por favor configure el mapeo primero.',
  },
  'reportes/en-curso': { status: 409, title: 'El reporte se está generando: espere a que termine' },
  'reportes/presentado': { status: 409, title: 'El período ya fue presentado: un cambio obliga a rectificar' },
  'reportes/pendiente': { status: 409, title: 'Faltan respuestas: complete las casillas pendientes antes del TXT' },
  'reportes/con-errores': { status: 409, title: 'El reporte tiene errores: corríjalos antes del TXT' },
  'reportes/herramienta': { status: 422, title: 'El archivo no es la herramienta oficial guardada como .xlsm' },
  'reportes/expediente': { status: 422, title: 'El mes tiene demasiados comprobantes para un expediente' },
  'reportes/txt': { status: 422, title: 'El archivo no es el TXT de este reporte, de esta empresa y de este mes' },
  'reportes/respuesta': { status: 422, title: 'Una respuesta no tiene el valor que su casilla admite' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'reporte.generado': {
    grupo: 'documento',
    frase: ({ tipo, desde, hasta, filas }) =>
      `Generó el reporte ${tipo} del ${desde} al ${hasta}: ${cuantos(filas, 'fila', 'filas')}`,
  },
  'reporte.eliminado': {
    grupo: 'documento',
    frase: ({ tipo, desde, hasta }) => `Eliminó el reporte ${tipo} del ${desde} al ${hasta}`,
  },
  'reporte.presentado': {
    grupo: 'documento',
    frase: ({ tipo, desde, hasta, numero }) =>
      `Anotó la presentación del ${tipo} del ${desde} al ${hasta} con el número ${numero}`,
  },
  'reporte.respondido': {
    grupo: 'documento',
    frase: ({ tipo, cuantos: n, presentado }) =>
      `Respondió ${cuantos(n, 'comprobante', 'comprobantes')} del ${tipo}${presentado === true ? ', de un período presentado' : ''}`,
  },
  'reporte.casillas': {
    grupo: 'documento',
    frase: ({ periodo, casillas, presentado }) =>
      `Llenó ${cuantos((casillas as readonly string[]).length, 'casilla', 'casillas')} del IT-1 de ${periodo}${presentado === true ? ', ya presentado' : ''}`,
  },
  'reporte.cargado': {
    grupo: 'documento',
    frase: ({ tipo, cuantos: n, presentado }) =>
      `Cargó ${cuantos(n, 'comprobante', 'comprobantes')} para el ${tipo}${presentado === true ? ', de un período presentado' : ''}`,
  },
  'reporte.herramienta': {
    grupo: 'documento',
    frase: ({ tipo, nombre }) =>
      nombre === null
        ? `Quitó la herramienta oficial del ${tipo}`
        : `Cargó la herramienta oficial del ${tipo}: ${nombre}`,
  },
  'reporte.descargado': {
    grupo: 'documento',
    frase: ({ tipo, periodo, que }) => `Descargó ${que} del ${tipo} de ${periodo}`,
  },
} as const satisfies Kinds;

const agosto = { fechaDesde: '2026-08-01', fechaHasta: '2026-08-31' } as const;

/** A report that was generated to its end. */
const guardado = { tipo: '606', id: '$REPORTE' } as const;

/** Examples of its calls. */
export const examples = {
  cargarComprobantes: {
    params: { tipo: '606' },
    body: {
      datos: [
        {
          rnc: '132111117',
          razonSocial: 'Suplidora Inventada SRL',
          ncf: 'B0100000001',
          fecha: '2026-08-14',
          montoTotal: '1180.00',
          itbis: '180.00',
        },
      ],
    },
    status: 200,
  },
  responderComprobantes: {
    params: { tipo: '606' },
    body: { cambios: [{ id: '132111117|B0100000001|compra', respuestas: { tipo_bienes_servicios: '09' } }] },
    status: 200,
  },
  consultarSinConfirmar: { body: { periodo: '202608' }, status: 202 },
  generarReporte: { params: { tipo: '606' }, body: { ...agosto }, status: 202 },
  listarReportes: { params: { tipo: '606' }, query: { ...agosto }, status: 200 },
  historialDeReportes: { params: { tipo: '606' }, query: { limite: 10 }, status: 200 },
  verReporte: { params: guardado, status: 200 },
  filasDeReporte: { params: guardado, query: { desde: 0, cuantas: 100 }, status: 200 },
  compararReportes: { params: guardado, query: { con: '$REPORTE' }, status: 200 },
  presentarReporte: {
    after: 'El reporte terminó de generarse, y se presentó en la Oficina Virtual',
    params: guardado,
    body: { numero: 'ACEPTADO-0001', fecha: '2026-09-14' },
    status: 200,
  },
  rectificacionDeReporte: { params: guardado, status: 200 },
  exportarCsv: { params: { tipo: '606' }, query: { ...agosto }, status: 200 },
  exportarExcel: { params: { tipo: '606' }, query: { ...agosto }, status: 200 },
  subirHerramienta: { params: { tipo: '606' }, form: { archivo: '@herramienta-606.xlsm' }, status: 200 },
  verHerramientas: { status: 200 },
  plantillaDeReporte: {
    params: { tipo: '606' },
    body: { fechaInicio: '2026-08-01', fechaFin: '2026-08-31', usarMacros: true },
    status: 200,
  },
  eliminarHerramienta: { params: { tipo: '606' }, status: 204 },
  leerLibroDeComprobantes: { params: { tipo: '606' }, form: { archivo: '@comprobantes.xlsx' }, status: 200 },
  evidenciaDePeriodo: { query: { periodo: '202608' }, status: 200 },
  exportarTxt: {
    after: 'Todo está respondido, y sin errores',
    params: { tipo: '607' },
    query: { ...agosto, formato: 'oficial' },
    status: 200,
  },
  txtDe606: {
    after: 'Todo está respondido, y sin errores',
    body: { fechaInicio: '2026-07-01', fechaFin: '2026-07-31' },
    status: 200,
  },
  filasDeCasilla: {
    after: 'Generado de los reportes 606 y 607 de las mismas fechas',
    params: { id: '$RESUMEN', casilla: 'A45.1' },
    status: 200,
  },
  eliminarReporte: { after: 'No fue presentado', params: { tipo: 'it1', id: '$RESUMEN' }, status: 204 },
  listarComprobantes: { params: { tipo: '606' }, query: { periodo: '202608' }, status: 200 },
  aceptarSugerencias: { params: { tipo: '606' }, body: { periodo: '202608' }, status: 200 },
  problemasDeReporte: { params: { tipo: '606' }, query: { periodo: '202608' }, status: 200 },
  conciliarReporte: { params: { tipo: '606' }, query: { periodo: '202608' }, status: 200 },
  conciliarConTxt: {
    params: { tipo: '606' },
    query: { periodo: '202608' },
    form: { archivo: '@DGII_F_606.TXT' },
    status: 200,
  },
  registroDeQuickBooks: {
    after: 'QuickBooks está conectado, y el reporte se generó',
    params: { tipo: '606', id: '132111117|B0100000009|compra' },
    status: 200,
  },
  documentosSinReportar: { query: { periodo: '202608' }, status: 200 },
  resumenDeConsumo: { query: { periodo: '202608' }, status: 200 },
  responderIT1: { params: { periodo: '202608' }, body: { casillas: { '29': '0.00' } }, status: 204 },
  vencimientosDeReportes: { status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
