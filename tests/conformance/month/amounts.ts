import { add, half, isCredit, type Line, type Receipt, type Tasa } from './receipt.ts';

// The amounts of a receipt in pesos, computed from its lines.

/** The parts of the billed amount by their ITBIS rate, and the taxes and totals; cents of RD$. */
export interface Amounts {
  readonly g18: number;
  readonly g16: number;
  readonly g0: number;
  readonly exento: number;
  readonly base: number;
  readonly servicios: number;
  readonly itbis: number;
  readonly propina: number;
  readonly selectivo: number;
  readonly otros: number;
  readonly total: number;
}

/** Converts to pesos at the exchange rate of the receipt, rounded half up to the cent. */
const inPesos = (cents: number, { moneda }: Receipt): number =>
  moneda === undefined ? cents : half(cents * moneda.tasa, 10_000);

/**
 * The sum of lines in pesos. An e-CF states its totals in RD$, and each of its lines is in RD$ (Formato e-CF, area Otra
 * Moneda). Books have totals in the currency of the document, and each part is converted to pesos separately.
 */
const sumOf = (lines: readonly Line[], one: Receipt): number =>
  one.via === 'ecf'
    ? add(lines, ({ monto }) => inPesos(monto, one))
    : inPesos(
        add(lines, ({ monto }) => monto),
        one,
      );

/**
 * ITBIS of 18 % and 16 %. For an e-CF it is computed from the bases in RD$; books state it in the currency of the
 * document.
 */
function itbisOf(one: Receipt, bases: { readonly g18: number; readonly g16: number }): number {
  if (one.sinItbis) return 0;
  if (one.via === 'ecf') return half(bases.g18 * 18, 100) + half(bases.g16 * 16, 100);
  return inPesos(itbisInCurrency(one, 18) + itbisInCurrency(one, 16), one);
}

/** Lines with an ITBIS rate. */
export const linesAt = (one: Receipt, tasa: Tasa): readonly Line[] => one.lineas.filter((line) => line.tasa === tasa);
/** Amount billed at an ITBIS rate, in the receipt's currency. */
export const billedAt = (one: Receipt, tasa: Tasa): number => add(linesAt(one, tasa), ({ monto }) => monto);
/** ITBIS at a rate, in the receipt's currency. */
export const itbisInCurrency = (one: Receipt, tasa: 18 | 16): number =>
  one.sinItbis ? 0 : half(billedAt(one, tasa) * tasa, 100);

export function amountsOf(one: Receipt): Amounts {
  const at = (tasa: Tasa) => sumOf(linesAt(one, tasa), one);
  const [g18, g16, g0, exento] = [at(18), at(16), at(0), at('exento')];
  const base = g18 + g16 + g0 + exento;
  const services = one.lineas.filter(({ servicio }) => servicio);
  const servicios = services.length === one.lineas.length ? base : sumOf(services, one);
  const itbis = itbisOf(one, { g18, g16 });
  const percent = (rate: number | undefined) => (rate === undefined ? 0 : half(base * rate, 100));
  const [propina, selectivo, otros] = [percent(one.propina), percent(one.selectivo), percent(one.contribucion)];
  const total = base + itbis + propina + selectivo + otros;
  return { g18, g16, g0, exento, base, servicios, itbis, propina, selectivo, otros, total };
}

/** Credit notes subtract. */
export const signOf = ({ ncf }: { readonly ncf: string }): 1 | -1 => (isCredit(ncf) ? -1 : 1);

const dayNumber = (day: string) => Date.parse(day) / 86_400_000;
/**
 * True if a credit note was issued more than 30 days after the receipt it modifies.
 *
 * @source Código Tributario, art. 338
 */
export function isLate(one: Receipt, modified: readonly Receipt[]): boolean {
  const original = modified.find(({ ncf }) => ncf === one.modifica);
  return isCredit(one.ncf) && original !== undefined && dayNumber(one.fecha) - dayNumber(original.fecha) > 30;
}
