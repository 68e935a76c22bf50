// The test's model of a receipt, the same for every way into the platform. The data of the months and the second
// computation use it. Amounts are integer cents of the receipt's currency.

/** ITBIS rate of a line. */
export type Tasa = 18 | 16 | 0 | 'exento';

export interface Line {
  readonly monto: number;
  readonly tasa: Tasa;
  /** True for a service; otherwise a good. */
  readonly servicio?: true;
}

/** USD or EUR, with the exchange rate in ten-thousandths of a peso for one unit. */
export interface Currency {
  readonly codigo: 'USD' | 'EUR';
  readonly tasa: number;
}

/** How a receipt reaches the platform: loaded as paper, issued or received as e-CF, or read from the books. */
export type Via = 'papel' | 'ecf' | 'libros';

export interface Receipt {
  readonly via: Via;
  readonly ncf: string;
  /** The other party: the seller to the company, or its buyer. '' if the receipt names none. */
  readonly rnc: string;
  readonly nombre: string;
  /** yyyy-MM-dd. */
  readonly fecha: string;
  readonly lineas: readonly Line[];
  readonly moneda?: Currency;
  /** Percentages of the base: legal tip, excise on telephony, and contribution of telephony. */
  readonly propina?: 10;
  readonly selectivo?: 10;
  readonly contribucion?: 2;
  /** Number of the receipt that a note modifies. */
  readonly modifica?: string;
  /** True if it states no ITBIS: a credit note after more than 30 days. */
  readonly sinItbis?: true;
  /** True if it is also in the books, where it must not count again. */
  readonly tambienEnLibros?: true;
}

export interface Sold extends Receipt {
  /** 01 cash, 02 transfer, 03 card, 04 on credit. Notes have none. */
  readonly forma?: '01' | '02' | '03' | '04';
  /** Part of the total paid in cash. The rest was paid as in `forma`. */
  readonly enEfectivo?: number;
  /** Kind of income, 607 field 5. */
  readonly ingreso: '1' | '2' | '3' | '4' | '5' | '6';
  /** Amounts that the customer withheld, and the date. */
  readonly retenido?: { readonly itbis: number; readonly isr?: number; readonly fecha: string };
}

export interface Bought extends Receipt {
  /** Kind of goods and services, 606 field 3. */
  readonly tipo: string;
  /** Form of payment, 606 field 23, once it is paid. */
  readonly forma: string;
  /** Day of the payment; undefined while it is not paid. */
  readonly pagado?: string;
  /** Parts of the ITBIS that the accountant assigns to the cost and to the proportional credit. */
  readonly costo?: number;
  readonly proporcional?: number;
  /** True for fees of a person, whose withholding follows the law on the day of the payment. */
  readonly persona?: true;
  /** ITBIS withheld from a company, as stated by the accountant. */
  readonly itbisRetenido?: number;
  /** A payment abroad: the data for the 609, and `nube` if Ley 30-26 taxes it at 15 %. */
  readonly exterior?: {
    readonly id: string;
    readonly tipoId: '1' | '2';
    readonly pais: string;
    readonly detalle: string;
    readonly nube?: true;
  };
}

/** Numbers voided on a day. */
export interface Voided {
  readonly tipo: '31' | '32';
  readonly desde: number;
  readonly hasta: number;
  readonly fecha: string;
  /** Reason, 608 field 3. */
  readonly motivo: '04' | '06' | '08';
}

export const monthOf = (day: string): string => day.slice(0, 4) + day.slice(5, 7);
/** AAAAMMDD. */
export const dgii = (day: string): string => day.replaceAll('-', '');
/** 31 of E310000000001, 01 of B0100000001. */
export const kindOf = (ncf: string): string => ncf.slice(1, 3);
export const isElectronic = (ncf: string): boolean => ncf.startsWith('E');
export const isCredit = (ncf: string): boolean => ['04', '34'].includes(kindOf(ncf));
export const isDebit = (ncf: string): boolean => ['03', '33'].includes(kindOf(ncf));
export const isForeign = (ncf: string): boolean => ['17', '47'].includes(kindOf(ncf));
export const isOfConsumer = (ncf: string): boolean => ['02', '32'].includes(kindOf(ncf));

/** a ÷ b rounded to the nearest integer, half away from zero; b positive. */
export const half = (a: number, b: number): number => Math.sign(a) * Math.floor((2 * Math.abs(a) + b) / (2 * b));
/** Cents as a decimal: 1234 is 12.34. */
export const money = (cents: number): string => {
  const text = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
};
export const add = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0);

/** A line of goods, and one of a service. */
export const goods = (monto: number, tasa: Tasa = 18): Line => ({ monto, tasa });
export const service = (monto: number, tasa: Tasa = 18): Line => ({ monto, tasa, servicio: true });
