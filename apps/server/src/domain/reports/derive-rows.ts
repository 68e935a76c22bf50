import {
  type Answers606,
  type Answers607,
  type Answers609,
  amountsOf,
  type Derivation,
  derivePaymentAbroad,
  derivePurchase,
  deriveSale,
  destinationOf,
  isComplete,
  isNotaCredito,
  isSuggestion,
  lineWriter,
  type Purchase,
  type Receipt,
  type Row607,
  rowFromTexts,
  rowToTexts,
  whyWithheld,
} from '@timbre/reports';
import { compare, decimal, formatDecimal, formatISODate, periodoOf, sentidoDe } from '@timbre/values';
import type { Respuestas } from './answer-keys.ts';
import { suggestedBy, withholdingFor } from './suggestions.ts';
import type { ReporteDeRenglones, Sentido } from './tables.ts';

/** The version of the derivation: rows that an older version made are derived again. */
export const derivado = 3;

/** A row of a report as it is stored, and the reason of each field's value. */
export interface DerivedRow {
  readonly reporte: ReporteDeRenglones;
  readonly periodo: number;
  /** The day of the receipt, yyyy-MM-dd; of a later payment, the day of the payment. It is in `periodo`. */
  readonly fecha: string;
  readonly momento: 'compra' | 'pago';
  readonly destino: 'detalle' | 'resumen' | 'e-CF';
  /** A credit note: its amounts count as negative. */
  readonly nota: boolean;
  /** All three are zero for a later payment: they were counted with the purchase. */
  readonly subtotal: string;
  readonly itbis: string;
  readonly total: string;
  /** Keys without an answer of a person, even if a suggestion fills them. */
  readonly pendientes: readonly string[];
  readonly fila: string;
  /** The line of the TXT: only for a complete row that has nothing pending and is detailed there. */
  readonly linea: string | null;
  readonly why: Readonly<Record<string, Derivation>>;
}

/** The input from which rows are derived. */
interface Source {
  readonly sentido: Sentido;
  readonly receipt: Receipt;
  readonly respuestas: Respuestas;
  /** Suggestions learned from earlier answers for its supplier. */
  readonly learned: Respuestas;
}

/** The side of an issued receipt. A note is on the side of the receipt that it modifies. */
export const sentidoOfIssued = ({ ncf, referencia }: Receipt): Sentido => sentidoDe(ncf, referencia?.ncf);

/** The columns of a row hold amounts below this. */
const tooMuch = decimal('10000000000000000');

/** Whether the amounts of a receipt fit in the columns of a row: another taxpayer may write any amount. */
export const isStorable = (receipt: Receipt): boolean => compare(amountsOf(receipt).total, tooMuch) < 0;

/** The rows of a receipt in the reports. @param rnc of the declarant */
export const deriveRows = (source: Source, rnc: string): DerivedRow[] =>
  source.sentido === 'venta' ? rowsOfSale(source, rnc) : [...rowsOfPurchase(source, rnc), ...rowsOf609(source)];

function rowsOfSale({ receipt, respuestas }: Source, rnc: string): DerivedRow[] {
  const sale = deriveSale(receipt, { rnc }, rowFromTexts('607', respuestas) as Answers607);
  if (sale === undefined) return [];
  // A derived sale always has the three fields that decide.
  const destino = destinationOf(sale.row as Row607);
  // No person is asked about a receipt that reached the DGII when it was issued.
  const pending = receipt.ncf.startsWith('E') ? [] : sale.pending;
  const at = { periodo: periodoOf(receipt.fecha), fecha: receipt.fecha, momento: 'compra' as const, destino };
  return [stored('607', receipt, { ...sale, pending }, at, amountsIn(receipt))];
}

function rowsOfPurchase(source: Source, rnc: string): DerivedRow[] {
  const { receipt } = source;
  return suggestedPurchases(source, rnc).map((purchase) => {
    const { periodo, momento, row } = purchase;
    const fecha = momento === 'pago' ? row.fecha_pago! : receipt.fecha;
    const at = { periodo, fecha, momento, destino: 'detalle' as const };
    return stored('606', receipt, purchase, at, momento === 'pago' ? nothing : amountsIn(receipt));
  });
}

/** Derives the purchase from its answers, then again with suggestions for the fields still pending. */
function suggestedPurchases({ receipt, respuestas, learned }: Source, rnc: string): Purchase[] {
  const answers = rowFromTexts('606', respuestas) as Answers606;
  const derive = (suggested: Respuestas) =>
    derivePurchase(receipt, { rnc }, answers, rowFromTexts('606', suggested) as Answers606);
  const plain = derive({});
  const asked = new Set<string>(plain.flatMap(({ pending }) => pending));
  if (asked.size === 0) return plain;
  const repeats = suggestedBy(learned, receipt, asked);
  const likely = Object.keys(repeats).length === 0 ? plain : derive(repeats);
  const { row } = likely.at(-1)!;
  const paidOn = answers.fecha_pago ?? row.fecha_pago ?? receipt.fecha;
  const usual = withholdingFor(row, paidOn, asked);
  if (Object.keys(usual).length === 0) return likely;
  return derive({ ...repeats, ...usual }).map((purchase) => {
    const ofLaw = Object.entries(purchase.why).filter(([key, why]) => key in usual && isSuggestion(why));
    const reasons = Object.fromEntries(ofLaw.map(([key]) => [key, whyWithheld(purchase.row, paidOn, key)]));
    return { ...purchase, why: { ...purchase.why, ...reasons } };
  });
}

function rowsOf609({ receipt, respuestas, learned }: Source): DerivedRow[] {
  const answers = rowFromTexts('609', respuestas) as Answers609;
  const plain = derivePaymentAbroad(receipt, answers);
  if (plain === undefined) return [];
  const repeats = suggestedBy(learned, receipt, new Set<string>(plain.pending));
  const payment = derivePaymentAbroad(receipt, answers, rowFromTexts('609', repeats) as Answers609)!;
  const amount = formatDecimal(payment.row.monto_facturado!, 2);
  const at = {
    periodo: periodoOf(receipt.fecha),
    fecha: receipt.fecha,
    momento: 'compra',
    destino: 'detalle',
  } as const;
  return [stored('609', receipt, payment, at, { subtotal: amount, itbis: '0.00', total: amount })];
}

const nothing = { subtotal: '0.00', itbis: '0.00', total: '0.00' } as const;

function amountsIn(receipt: Receipt) {
  const { base, itbis, total } = amountsOf(receipt);
  return { subtotal: formatDecimal(base, 2), itbis: formatDecimal(itbis, 2), total: formatDecimal(total, 2) };
}

const lines = { '606': lineWriter('606'), '607': lineWriter('607'), '609': lineWriter('609') };

/** The common fields of the derivations of all reports. */
interface Derived {
  readonly row: object;
  readonly why: Readonly<Partial<Record<string, Derivation>>>;
  readonly pending: readonly string[];
}

type At = Pick<DerivedRow, 'momento' | 'destino'> & { readonly periodo: string; readonly fecha: Receipt['fecha'] };

function stored(
  reporte: ReporteDeRenglones,
  { ncf }: Receipt,
  { row, why, pending }: Derived,
  { periodo, fecha, momento, destino }: At,
  amounts: Pick<DerivedRow, 'subtotal' | 'itbis' | 'total'>,
): DerivedRow {
  const suggested = Object.keys(why).filter((key) => isSuggestion(why[key]));
  const pendientes = [...new Set([...pending, ...suggested])];
  const isLine = destino === 'detalle' && pendientes.length === 0 && isComplete(reporte, row);
  return {
    reporte,
    periodo: Number(periodo),
    fecha: formatISODate(fecha),
    momento,
    destino,
    nota: isNotaCredito(ncf),
    ...amounts,
    pendientes,
    fila: JSON.stringify(rowToTexts(reporte, row)),
    linea: isLine ? lines[reporte](row as never) : null,
    why: why as Readonly<Record<string, Derivation>>,
  };
}
