import { compare, type Decimal, decimal, formatISODate } from '@timbre/values';
import { amountsOf, inPesos } from '../derive/amounts.ts';
import { sinRNC } from '../derive/clasico.ts';
import { written } from '../derive/receipt-json.ts';
import { isGastosMenores, isNotaCredito } from '../layout/ncf.ts';
import { pesos } from './document.ts';
import { inclusion } from './inclusion.ts';
import { isLocalName, kindOfName } from './names.ts';
import type { QuickBooksContext, QuickBooksReceipt } from './receipt-from-quickbooks.ts';

/** A tax line as the specification defines it. @source specification 002 §3 */
interface DetalleImpuesto {
  readonly index: number;
  /** In RD$. */
  readonly amount: Decimal;
  readonly classification: string;
  readonly source: string;
  readonly reason: string;
  readonly originalAmount: Decimal;
}

/** A line with its account, as the specification defines it. @source specification 002 §3 */
interface CuentaContable {
  readonly accountId: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly itemId: string;
  readonly itemName: string;
  /** In RD$. */
  readonly amount: Decimal;
  readonly amountOriginal: Decimal;
  readonly monedaOriginal: string;
  readonly tasaCambio: Decimal;
  readonly description: string;
}

/**
 * The record 606 or 607 of the specification, for its readers. Only here the variant rules of the specification apply:
 * the own RNC for local expenses, `Sin RNC`, casilla 99, the types by default. The reports for the DGII are made from
 * the receipt.
 * @source specification 002 §3 and §5
 */
export interface RegistroQuickBooks {
  readonly id: string;
  readonly qbId: string;
  readonly qbEntity: string;
  readonly qbTxnType: string;
  /** Id of the vendor, or of the customer. */
  readonly vendorId: string;
  /** Digits, or `Sin RNC`. */
  readonly rnc: string;
  readonly razonSocial: string;
  readonly tipoComprobante: string;
  readonly ncf: string;
  readonly ncf_modificado?: string | undefined;
  /** yyyy-MM-dd. */
  readonly fecha: string;
  readonly fecha_comprobante: string;
  readonly itbis: Decimal;
  readonly itbisFacturado: Decimal;
  readonly subtotal: Decimal;
  readonly montoTotal: Decimal;
  readonly totalMontoFacturado: Decimal;
  readonly notaCredito: boolean;
  readonly impuestoSelectivo: Decimal;
  readonly otrosImpuestos: Decimal;
  readonly propinaLegal: Decimal;
  readonly itbisRetenido: Decimal;
  readonly retencionRenta: Decimal;
  readonly isrPercibido: Decimal;
  readonly detalleImpuestos: readonly DetalleImpuesto[];
  readonly monedaOriginal: string;
  readonly tasaCambio: Decimal;
  readonly montoTotalOriginal: Decimal;
  readonly itbisOriginal: Decimal;
  readonly cuentasContables: readonly CuentaContable[];
  readonly accountId: string;
  readonly account: string;
  readonly cuentaNombre: string;
  readonly cuentaMayorMonto: string;
  /** `01` goods or `02` services; services if the kind is not known. Only for purchases. */
  readonly bienesServicios?: '01' | '02' | undefined;
  /** Kind of goods and services of a purchase, of income of a sale; `01` by default. */
  readonly tipoBienesServicios: string;
  readonly esCajaChica: boolean;
  readonly linkedTxns: readonly { readonly type: string; readonly id: string }[];
  readonly casilla: string;
  readonly casillaAviso?: 'Sin clasificar' | 'Error en mapeo' | undefined;
  /** Instants, as QuickBooks writes them. */
  readonly fechaCreacion: string;
  readonly fechaActualizacion: string;
}

/** A record as JSON, with its decimals as texts. */
export const writeRecord = (record: RegistroQuickBooks): string => JSON.stringify(record, written);

/** Total in RD$ up to which an expense is a local one. @source specification 002 §9 */
const smallExpense = decimal('1000');
const one = decimal('1');

/** The record of the specification for a document with a receipt. */
export function recordOf(
  read: QuickBooksReceipt,
  { declarant: { rnc } }: Pick<QuickBooksContext, 'declarant'>,
): RegistroQuickBooks {
  const { receipt, document, figures, classified } = read;
  const { entity, id, party } = document;
  const currency = document.currency || pesos;
  const amounts = amountsOf(receipt);
  const money = { monedaOriginal: currency, tasaCambio: currency === pesos ? one : (document.rate ?? one) };
  const inRD = (amount: Decimal) => inPesos(amount, receipt);
  const esCajaChica = receipt.ncf.startsWith('B13');
  const { account } = classified;
  const name = account?.name ?? '';
  return {
    id: `${entity}:${id}`,
    qbId: id,
    qbEntity: entity,
    qbTxnType: esCajaChica ? 'Caja Chica' : inclusion[entity].txnType,
    vendorId: party?.id ?? '',
    rnc: rncOf(read, rnc, amounts.total),
    razonSocial: party?.name ?? '',
    tipoComprobante: receipt.ncf.slice(0, 3),
    ncf: receipt.ncf,
    ncf_modificado: receipt.referencia?.ncf,
    fecha: formatISODate(document.fecha),
    fecha_comprobante: formatISODate(document.fecha),
    itbis: amounts.itbis,
    itbisFacturado: amounts.itbis,
    subtotal: amounts.base,
    montoTotal: amounts.total,
    totalMontoFacturado: amounts.base,
    notaCredito: isNotaCredito(receipt.ncf),
    impuestoSelectivo: amounts.isc,
    otrosImpuestos: amounts.otros,
    propinaLegal: amounts.propina,
    itbisRetenido: inRD(figures.withheld.itbisRetenido),
    retencionRenta: inRD(figures.withheld.isrRetenido),
    isrPercibido: inRD(figures.withheld.isrPercibido),
    detalleImpuestos: taxesOf(read),
    ...money,
    montoTotalOriginal: figures.total,
    itbisOriginal: figures.taxes.itbis,
    cuentasContables: accountsOf(read, money),
    accountId: account?.id ?? '',
    account: account?.number || name,
    cuentaNombre: name,
    cuentaMayorMonto: name,
    bienesServicios: read.sentido === 'compra' ? (kindOfName(name) === '1' ? '01' : '02') : undefined,
    tipoBienesServicios: classified.tipo?.padStart(2, '0') ?? '01',
    esCajaChica,
    linkedTxns: document.linked,
    casilla: classified.casilla,
    casillaAviso: classified.aviso,
    fechaCreacion: document.created,
    fechaActualizacion: document.updated,
  };
}

const taxesOf = ({ figures, receipt }: QuickBooksReceipt): DetalleImpuesto[] =>
  figures.detail.map(({ amount, kind, source, code }, index) => ({
    index,
    amount: inPesos(amount, receipt),
    classification: kind,
    source,
    reason: code,
    originalAmount: amount,
  }));

const accountsOf = (
  { figures, receipt }: QuickBooksReceipt,
  money: Pick<CuentaContable, 'monedaOriginal' | 'tasaCambio'>,
): CuentaContable[] =>
  figures.lines.map(({ account, item, amount, description }) => ({
    accountId: account?.id ?? '',
    accountNumber: account?.number ?? '',
    accountName: account?.name ?? '',
    itemId: item.id,
    itemName: item.name,
    amount: inPesos(amount, receipt),
    amountOriginal: amount,
    ...money,
    description,
  }));

/**
 * The tax number by the specification: the own number for B13, E41, E43 and local expenses; `Sin RNC` without any, or
 * if the number of another purchase is the own one.
 */
function rncOf(
  { receipt: { ncf }, sentido, document, otherParty, figures }: QuickBooksReceipt,
  own: string,
  total: Decimal,
): string {
  if (sentido === 'compra') {
    const names = [document.party?.name ?? '', ...figures.lines.map(({ account }) => account?.name ?? '')];
    const isLocal = document.party === undefined || names.some(isLocalName) || compare(total, smallExpense) <= 0;
    if (isGastosMenores(ncf) || ncf.startsWith('E41') || isLocal) return own;
    if (otherParty?.rnc === own) return sinRNC;
  }
  return otherParty?.rnc ?? sinRNC;
}
