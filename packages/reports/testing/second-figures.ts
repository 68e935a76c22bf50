// Whole cents and texts of the second implementation.
import type { Decimal } from '@timbre/values';
import type { Receipt } from '../src/derive/input.ts';

const tenTo = (n: number): bigint => 10n ** BigInt(n);

/** Cents of an amount in RD$, half away from zero, without its sign. */
export function cents(amount: Decimal | undefined, rate?: Decimal): bigint {
  if (amount === undefined) return 0n;
  let units = BigInt(amount.units) * BigInt(rate?.units ?? 1) * 100n;
  if (units < 0n) units = -units;
  const unit = tenTo(amount.scale + (rate?.scale ?? 0));
  return (2n * units + unit) / (2n * unit);
}

/** Half-up quotient of two that are not negative. */
export const quotient = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

/** `1000.00` */
export const money = (n: bigint): string => `${n / 100n}.${String(n % 100n).padStart(2, '0')}`;
/** The same, but blank for zero. */
export const blank = (n: bigint): string => (n === 0n ? '' : money(n));
/** `20260814` */
export const ymd = (fecha: string): string => fecha.split('-').reverse().join('');
/** `202608` */
export const month = (fecha: string): string => ymd(fecha).slice(0, 6);
const kindOf = (ncf: string | undefined): string => (ncf ?? '').slice(1, 3);
/** Whether a number is of one of the types, passed as their two digits. */
export const isOne = (ncf: string | undefined, ...kinds: string[]): boolean => kinds.includes(kindOf(ncf));

/** Amounts of a receipt in cents. */
export function figures(r: Receipt) {
  const of = (amount: Decimal | undefined) => cents(amount, r.tasa);
  const parts = [r.totales.gravado18, r.totales.gravado16, r.totales.gravado0, r.totales.exento].map(of);
  const base = parts.reduce((a, b) => a + b, 0n);
  const taxes = { tip: 0n, isc: 0n, other: 0n };
  for (const { codigo, monto } of r.impuestos ?? []) {
    const code = Number(codigo);
    taxes[code === 1 ? 'tip' : code === 2 || code === 5 ? 'other' : 'isc'] += of(monto);
  }
  const itbis = of(r.totales.itbis);
  const [g18 = 0n, g16 = 0n, g0 = 0n, exempt = 0n] = parts;
  return { g18, g16, g0, exempt, base, itbis, ...taxes, total: base + itbis + taxes.tip + taxes.isc + taxes.other };
}
