import { add, type Decimal, divide, isZero, mul, sub, zero } from '@timbre/values';
import type { Moment } from '../derive/input.ts';
import type { SaleFacts } from '../derive/sale.ts';
import type { Draft606 } from '../layout/606.ts';
import { type Draft607, payments607 } from '../layout/607.ts';

/** A sale as input of the IT-1; `facts` come from the receipt and are not in the 607. A `Sale` matches this type. */
export interface SaleEntry {
  readonly row: Draft607;
  readonly facts?: SaleFacts | undefined;
}

/** A purchase as input of the IT-1. A `Purchase` matches this type. */
export interface PurchaseEntry {
  readonly row: Draft606;
  /** `pago` for the second row of a receipt: its ITBIS was counted with the first. `compra` when left out. */
  readonly momento?: Moment | undefined;
}

const all = (amounts: readonly (Decimal | undefined)[]): Decimal =>
  amounts.reduce((total: Decimal, amount) => (amount === undefined ? total : add(total, amount)), zero);

const withTaxes = ({ monto_facturado, itbis_facturado, isc, otros_impuestos, propina_legal }: Draft607): Decimal =>
  all([monto_facturado, itbis_facturado, isc, otros_impuestos, propina_legal]);

const field = (key: keyof Draft607 & (typeof payments607)[number]) => (entry: SaleEntry) => entry.row[key];

/** Amounts of a sale that feed boxes, in RD$. */
export const saleAmounts = {
  monto: ({ row }: SaleEntry) => row.monto_facturado,
  itbis: ({ row }: SaleEntry) => row.itbis_facturado,
  'total con impuestos': ({ row }: SaleEntry) => withTaxes(row),
  'sin forma de venta': ({ row }: SaleEntry) => sub(withTaxes(row), all(payments607.map((key) => row[key]))),
  'ITBIS retenido': ({ row }: SaleEntry) => row.itbis_retenido_terceros,
  'ITBIS percibido': ({ row }: SaleEntry) => row.itbis_percibido,
  'exento y tasa cero': ({ facts }: SaleEntry) => (facts === undefined ? zero : add(facts.exento, facts.gravado0)),
  'gravado 16 %': ({ facts }: SaleEntry) => facts?.gravado16,
  gravado: ({ row, facts }: SaleEntry) =>
    facts === undefined ? row.monto_facturado : add(facts.gravado18, facts.gravado16),
  'sin desglose': ({ row, facts }: SaleEntry) => (facts === undefined ? row.monto_facturado : zero),
  efectivo: field('efectivo'),
  cheque_transferencia_deposito: field('cheque_transferencia_deposito'),
  tarjeta: field('tarjeta'),
  venta_credito: field('venta_credito'),
  bonos: field('bonos'),
  permuta: field('permuta'),
  otras_formas: field('otras_formas'),
} as const satisfies Readonly<Record<string, (entry: SaleEntry) => Decimal | undefined>>;

/** Name of an amount of a sale. */
export type SaleAmount = keyof typeof saleAmounts;

/**
 * The part of an amount that corresponds to services, in proportion to fields 8 and 10; the rest corresponds to goods.
 */
function ofServices(amount: Decimal | undefined, { monto_servicios, total_monto_facturado: total }: Draft606): Decimal {
  if (amount === undefined || total === undefined || isZero(total)) return zero;
  return divide(mul(amount, monto_servicios ?? zero), total, 2);
}
const ofGoods = (amount: Decimal | undefined, row: Draft606): Decimal => sub(amount ?? zero, ofServices(amount, row));

const credit = ({ itbis_adelantar, itbis_proporcionalidad }: Draft606): Decimal =>
  sub(itbis_adelantar ?? zero, itbis_proporcionalidad ?? zero);

/** Amounts of a purchase that feed boxes, in RD$. */
export const purchaseAmounts = {
  total: ({ row }: PurchaseEntry) => row.total_monto_facturado,
  servicios: ({ row }: PurchaseEntry) =>
    isZero(row.monto_servicios ?? zero) ? row.total_monto_facturado : row.monto_servicios,
  itbis: ({ row }: PurchaseEntry) => row.itbis_facturado,
  'ITBIS retenido': ({ row }: PurchaseEntry) => row.itbis_retenido,
  'costo, bienes': ({ row }: PurchaseEntry) => ofGoods(row.itbis_costo, row),
  'costo, servicios': ({ row }: PurchaseEntry) => ofServices(row.itbis_costo, row),
  'proporcional, bienes': ({ row }: PurchaseEntry) => ofGoods(row.itbis_proporcionalidad, row),
  'proporcional, servicios': ({ row }: PurchaseEntry) => ofServices(row.itbis_proporcionalidad, row),
  'crédito, bienes': ({ row }: PurchaseEntry) => ofGoods(credit(row), row),
  'crédito, servicios': ({ row }: PurchaseEntry) => ofServices(credit(row), row),
} as const satisfies Readonly<Record<string, (entry: PurchaseEntry) => Decimal | undefined>>;

/** Name of an amount of a purchase. */
export type PurchaseAmount = keyof typeof purchaseAmounts;
