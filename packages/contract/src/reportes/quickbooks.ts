import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { limiteDe, orNull } from '../shared.ts';
import { DeQuickBooks } from './conciliacion.ts';
import { common, Dia, Periodo, TextOrNull } from './parts.ts';

const Decimal = Type.String({ description: 'decimal' });

/**
 * The record of the specification for a document of QuickBooks; amounts in RD$ unless stated otherwise.
 * @source specification 002 §3
 */
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

/** The data of the document of QuickBooks behind a row. */
export const registroDeQuickBooks = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/comprobantes/:id/quickbooks',
  summary: 'Registro del documento de QuickBooks de una fila',
  ...common,
  params: Type.Object({ tipo: Type.Enum(['606', '607', '609']), id: Type.String({ maxLength: 60 }) }),
  answer: Type.Object({
    /** espera: it changed after its month was filed, and the row still has its earlier data. */
    estado: Type.Enum(['recibo', 'espera']),
    motivo: TextOrNull,
    registro: RegistroDeQuickBooks,
  }),
});

/**
 * Documents of QuickBooks of a month that make no receipt, changed after the month was filed, or were deleted; the next
 * page by `siguiente`.
 */
export const documentosSinReportar = route({
  method: 'GET',
  path: '/api/reportes-fiscales/quickbooks/fallas',
  summary: 'Documentos de QuickBooks sin reportar',
  ...common,
  query: Type.Object({
    periodo: Periodo,
    tipo: Type.Optional(Type.Enum(['606', '607'], { description: 'Sin decirlo, los de ambos' })),
    despues: Type.Optional(Type.String({ maxLength: 200 })),
    limite: limiteDe(250),
  }),
  queryAliases: { cursor: 'despues' },
  answer: Type.Object({
    documentos: Type.Array(
      Type.Object({
        ...DeQuickBooks.properties,
        estado: Type.Enum(['falla', 'espera', 'borrado']),
        fecha: orNull(Dia),
        ncf: TextOrNull,
        codigo: TextOrNull,
        motivo: Type.String(),
      }),
    ),
    siguiente: TextOrNull,
  }),
});
