import { type Static, type TSchema, Type } from 'typebox';
import { orNull } from '../shared.ts';
import { Dia, Monto, TextOrNull } from './parts.ts';

/** A row of a report. `fila`: the fields of the official format by their key, as texts: amounts with two decimals, days as yyyy-MM-dd. */
export const FilaDeReporte = Type.Object({
  /** `{suplidor}|{ncf}|{momento}`: identifies the row. */
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
  /** Keys of `fila` that a person must answer. */
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
  /** Where the field is corrected, because nobody answers it here: the document of QuickBooks, or the receipt on paper. */
  corregir: Type.Optional(Type.Enum(['quickbooks', 'cargado'])),
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

/** An amount as a person writes it: see `readReceiptAmount` of packages/reports. */
const MontoEscrito = Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
  description: 'Un número, o un texto sin dos lecturas posibles: 1180.00, 1,180.00, RD$1.180,00',
});

/** A code; `1` is 01. */
const Codigo = Type.Union([Type.String({ maxLength: 2 }), Type.Integer({ minimum: 0, maximum: 99 })]);
const DiaEscrito = Type.Union([Type.String({ maxLength: 10 }), Type.Number()], {
  description: 'dd-MM-yyyy o yyyy-MM-dd; 20261231',
});
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(orNull(schema));

/**
 * Answers that the record of a receipt on paper may bring: the keys of `answerKeys` of packages/reports in camelCase.
 * They are not asked again.
 */
const answers = {
  tipoBienesServicios: optional(Codigo),
  fechaPago: optional(DiaEscrito),
  itbisRetenido: optional(MontoEscrito),
  itbisProporcionalidad: optional(MontoEscrito),
  itbisCosto: optional(MontoEscrito),
  itbisAdelantar: optional(MontoEscrito),
  tipoRetencionIsr: optional(Codigo),
  retencionRenta: optional(MontoEscrito),
  formaPago: optional(Codigo),
  tipoIngreso: optional(Codigo),
  fechaRetencion: optional(DiaEscrito),
  itbisRetenidoTerceros: optional(MontoEscrito),
  retencionRentaTerceros: optional(MontoEscrito),
  efectivo: optional(MontoEscrito),
  chequeTransferenciaDeposito: optional(MontoEscrito),
  tarjeta: optional(MontoEscrito),
  ventaCredito: optional(MontoEscrito),
  bonos: optional(MontoEscrito),
  permuta: optional(MontoEscrito),
  otrasFormas: optional(MontoEscrito),
};

/**
 * A record that a caller sends: of paper, or of another program. Its names are those of the specification; a new one is
 * in camelCase, and the answer of which it is a part has the name of the field of the layout, in snake_case.
 *
 * @source specification 002 §3, §5
 */
export const RegistroCargado = Type.Object(
  {
    rnc: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), Type.Integer({ minimum: 0 }), Type.Null()], {
        description:
          'Del suplidor o del cliente. Sin él: ventas a consumidor bajo el límite y sus notas, B12, B13 y B17. Como número, solo si no perdió ceros',
      }),
    ),
    razonSocial: Type.Optional(orNull(Type.String({ maxLength: 250 }))),
    ncf: orNull(Type.String({ maxLength: 40 })),
    fecha: Type.Union([
      Type.String({ maxLength: 40, description: '31-12-2026, 31/12/2026, 2026-12-31, con o sin la hora' }),
      Type.Number({ description: '20261231, o el número de día de una hoja' }),
      Type.Null(),
    ]),
    /** With its taxes. */
    montoTotal: orNull(MontoEscrito),
    itbis: orNull(MontoEscrito),
    ncf_modificado: Type.Optional(orNull(Type.String({ maxLength: 40 }))),
    montoServicios: Type.Optional(MontoEscrito),
    montoBienes: Type.Optional(MontoEscrito),
    impuestoSelectivo: Type.Optional(MontoEscrito),
    otrosImpuestos: Type.Optional(MontoEscrito),
    propinaLegal: Type.Optional(MontoEscrito),
    ...answers,
  },
  { additionalProperties: true },
);
export type RegistroCargado = Static<typeof RegistroCargado>;
