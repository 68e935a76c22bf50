// The events of the business in the test's own model. The data of the year and the second implementation use it; no
// amount in it comes from the platform. Amounts are whole cents of the currency of the document.

/** ITBIS rate of a line. */
export type Rate = 18 | 16 | 0 | 'exento';

export interface Line {
  readonly monto: number;
  readonly rate: Rate;
  readonly service: boolean;
}

/** The way in which a document reaches the platform. */
export type Door =
  /** Own e-CF: one JSON call; the calls of Nueva Factura; a workbook of e-CF; signed elsewhere and adopted. */
  | 'json'
  | 'nueva'
  | 'libro'
  | 'adoptado'
  /** e-CF of a supplier at the public receiver. */
  | 'receptor'
  /** Paper: JSON, pasted cells, a .csv, an .xlsx, an .xls, the workbook of the DGII's tool. */
  | Paper
  | 'quickbooks';
export type Paper = 'registro' | 'pegado' | 'csv' | 'xlsx' | 'xls' | 'herramienta';
export const papers = ['registro', 'pegado', 'csv', 'xlsx', 'xls', 'herramienta'] as const;

export interface Party {
  /** RNC or cédula; '' if the document has none. */
  readonly id: string;
  readonly name: string;
  /** Number of a party from abroad. */
  readonly foreign?: string;
}

/** A currency, with the pesos for one unit in ten-thousandths. */
export interface Currency {
  readonly code: 'USD' | 'EUR';
  readonly rate: number;
}

interface Document {
  readonly door: Door;
  readonly ncf: string;
  /** yyyy-MM-dd. */
  readonly day: string;
  readonly party: Party;
  readonly lines: readonly Line[];
  readonly currency?: Currency;
  /** True if it has a legal tip of 10 %. */
  readonly tip?: boolean;
  /** True for telephony: excise of 10 % and contribution of 2 %. */
  readonly telephony?: boolean;
  /** The document that a note modifies. */
  readonly modifies?: { readonly ncf: string; readonly day: string };
  /** True if it states no ITBIS although its lines are taxed: a late credit note. */
  readonly withoutITBIS?: boolean;
}

/** Fields 17 to 23 of the 607: cash, transfer, card, credit, vouchers, barter, others. */
export type Form = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export interface Sale extends Document {
  readonly income: 1 | 2 | 3 | 4 | 5 | 6;
  /** Amounts in pesos by form of payment. A credit note has none. */
  readonly forms: readonly { readonly form: Form; readonly cents: number }[];
  /** Amounts that the customer withheld. */
  readonly withheld?: { readonly itbis: number; readonly isr: number; readonly day: string };
  /** True if the DGII rejected it. */
  readonly rejected?: boolean;
}

export interface Purchase extends Document {
  /** Kind of goods and services, 606 field 3. */
  readonly kind: string;
  /** Form of payment, 606 field 23, once it is paid. */
  readonly form: string;
  /** Day of the payment; undefined while it is not paid. */
  readonly paid?: string;
  /** ITBIS assigned to the cost and to the proportional credit. */
  readonly cost: number;
  readonly share: number;
  /** Withheld at the payment. */
  readonly withheld: { readonly itbis: number; readonly isr: number; readonly kind: string };
  /** A payment abroad: 609. */
  readonly abroad?: {
    readonly idKind: '1' | '2';
    readonly country: string;
    readonly detail: string;
    readonly related: '0' | '1';
  };
  /** Whether it counts: rejected by the company, or never confirmed by the DGII, it does not. */
  readonly fate?: 'rechazado' | 'sin-confirmar';
}

/** Numbers voided on a day. */
export interface Voided {
  readonly tipo: '31' | '32';
  readonly from: number;
  readonly to: number;
  readonly day: string;
  /** 608 field 3. */
  readonly reason: '01' | '02' | '04' | '06' | '08' | '10';
}

export const kindOf = (ncf: string): string => ncf.slice(1, 3);
export const isKind = (ncf: string, ...kinds: readonly string[]): boolean => kinds.includes(kindOf(ncf));
export const isElectronic = (ncf: string): boolean => ncf.startsWith('E');
export const isCredit = (ncf: string): boolean => isKind(ncf, '04', '34');
export const isNote = (ncf: string): boolean => isKind(ncf, '03', '04', '33', '34');
export const isConsumer = (ncf: string): boolean => isKind(ncf, '02', '32');
export const isAbroad = (ncf: string): boolean => isKind(ncf, '17', '47');
export const isOwnPurchase = (ncf: string): boolean => isKind(ncf, '41', '43', '47');
/** AAAAMM. */
export const monthOf = (day: string): string => day.slice(0, 4) + day.slice(5, 7);
const dayNumber = (day: string) => Date.parse(day) / 86_400_000;
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
export const addDays = (day: string, days: number): string =>
  new Date((dayNumber(day) + days) * 86_400_000).toISOString().slice(0, 10);

/**
 * True for a credit note issued more than 30 days after the document that it modifies.
 * @source Código Tributario, art. 338
 */
export const isLate = ({ ncf, day, modifies }: Document): boolean =>
  isCredit(ncf) && modifies !== undefined && daysBetween(modifies.day, day) > 30;

/** a ÷ b to the nearest whole number, half away from zero. b is positive. */
export const half = (a: number, b: number): number => Math.sign(a) * Math.floor((2 * Math.abs(a) + b) / (2 * b));
/** Cents as a decimal: 1234 is 12.34. */
export function money(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
export const sum = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

/** The amounts of a document in cents of RD$. */
export interface Figures {
  readonly at: Readonly<Record<Rate, number>>;
  readonly base: number;
  readonly services: number;
  readonly itbis: number;
  readonly tip: number;
  readonly excise: number;
  readonly other: number;
  readonly total: number;
}

/** An amount of a document in pesos. */
export const inPesos = ({ currency }: Pick<Document, 'currency'>, cents: number): number =>
  currency === undefined ? cents : half(cents * currency.rate, 10_000);

/**
 * The amounts of a document. An e-CF states everything in RD$, so its ITBIS is that of its bases in RD$; books in
 * another currency state the ITBIS in it.
 * @source Formato e-CF v1.0: TotalITBIS1 = MontoGravadoI1 × ITBIS1; area Otra Moneda; tabla I
 */
export function figuresOf(one: Document): Figures {
  const billed = (rate: Rate) => one.lines.filter((line) => line.rate === rate);
  const pesos = (lines: readonly Line[]) => sum(lines, ({ monto }) => inPesos(one, monto));
  const at = { 18: pesos(billed(18)), 16: pesos(billed(16)), 0: pesos(billed(0)), exento: pesos(billed('exento')) };
  const base = at[18] + at[16] + at[0] + at.exento;
  const stated = (rate: 18 | 16) =>
    one.door === 'quickbooks' && one.currency !== undefined
      ? inPesos(one, half(sum(billed(rate), ({ monto }) => monto) * rate, 100))
      : half(at[rate] * rate, 100);
  const itbis = one.withoutITBIS ? 0 : stated(18) + stated(16);
  const tip = one.tip ? half(base * 10, 100) : 0;
  const excise = one.telephony ? half(base * 10, 100) : 0;
  const other = one.telephony ? half(base * 2, 100) : 0;
  const services = pesos(one.lines.filter(({ service }) => service));
  return { at, base, services, itbis, tip, excise, other, total: base + itbis + tip + excise + other };
}
