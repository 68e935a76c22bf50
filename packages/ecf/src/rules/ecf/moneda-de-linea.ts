import { add, type Decimal, decimal, divide, formatMonto, isZero, mul } from '@timbre/values';
import { foreignLine } from '../../arithmetic/compute.ts';
import { amount, type Line, toForeign } from '../../arithmetic/reading.ts';
import { lineTolerance, type Rule, within } from '../rule.ts';
import type { Checked } from './context.ts';
import { wrongRate } from './moneda.ts';

const otraMoneda = ({ ecf }: Pick<Checked, 'ecf'>) => ecf.Encabezado?.OtraMoneda ?? {};

/** The rate by which amounts in pesos and in the other currency are compared; undefined where there is none to trust. */
function rateOf(checked: Checked): Decimal | undefined {
  const rate = amount(otraMoneda(checked).TipoCambio);
  return isZero(rate) || wrongRate(checked) !== undefined ? undefined : rate;
}

/** Half of a cent: each of the two prices may have been rounded to the cent, by its own program. */
const halfCent = decimal('0.005');

/** Tolerance of a line in the other currency: that of a line, and what rounding both prices makes of its quantity. */
const exchangeTolerance = (cantidad: Decimal, rate: Decimal): Decimal =>
  add(lineTolerance, mul(cantidad, add(halfCent, divide(halfCent, rate, 6))));

/** Types whose amounts are compared by the rate: a credit note copies the rate of the document that it modifies. */
const tipos = ['31', '32', '33', '41', '43', '44', '45', '46', '47'] as const;

/** The amount in pesos at the document's rate, as a sentence says it. */
const exchanged = (monto: Decimal, checked: Checked): string => {
  const { TipoCambio } = otraMoneda(checked);
  return `${formatMonto(monto)} en pesos entre el TipoCambio ${TipoCambio} da ${formatMonto(toForeign(monto, TipoCambio, 2))}`;
};

/** The amount of a line in the other currency: by its price, otherwise as stated; a wrong sum is of ECF-MONEDA-13. */
function foreignOf({ item: { OtraMonedaDetalle: otra }, cantidad }: Line): Decimal | undefined {
  if (otra?.PrecioOtraMoneda !== undefined) return foreignLine(cantidad, otra);
  return otra?.MontoItemOtraMoneda === undefined ? undefined : amount(otra.MontoItemOtraMoneda);
}

/** Rules of the amounts of a line in the other currency. */
export const lineasEnOtraMoneda: readonly Rule<Line, Checked>[] = [
  {
    code: 'ECF-MONEDA-13',
    at: 'OtraMonedaDetalle.MontoItemOtraMoneda',
    severity: 'condicional',
    arithmetic: true,
    source: 'Formato e-CF v1.0, campo 38 del detalle, p. 43',
    holds: ({ item: { OtraMonedaDetalle: otra }, cantidad }) =>
      otra?.MontoItemOtraMoneda === undefined ||
      otra.PrecioOtraMoneda === undefined ||
      within(amount(otra.MontoItemOtraMoneda), foreignLine(cantidad, otra), lineTolerance),
    message: ({ item: { OtraMonedaDetalle: otra = {} }, cantidad }) =>
      `MontoItemOtraMoneda dice ${formatMonto(amount(otra.MontoItemOtraMoneda))}, pero precio × cantidad − descuento + recargo da ${formatMonto(foreignLine(cantidad, otra))}`,
  },
  {
    code: 'ECF-MONEDA-15',
    tipos,
    at: 'OtraMonedaDetalle.MontoItemOtraMoneda',
    severity: 'condicional',
    arithmetic: true,
    source:
      'Formato e-CF v1.0, campo 38 del detalle, p. 43, y nota 38, p. 31 (el monto en pesos entre el tipo de cambio)',
    holds: (line, c) => {
      const rate = rateOf(c);
      const foreign = foreignOf(line);
      if (rate === undefined || foreign === undefined) return true;
      const expected = toForeign(line.monto, otraMoneda(c).TipoCambio, 2);
      return within(foreign, expected, exchangeTolerance(line.cantidad, rate));
    },
    message: (line, c) =>
      `La línea es de ${formatMonto(foreignOf(line) ?? line.monto)} en la otra moneda, pero su MontoItem de ${exchanged(line.monto, c)}`,
  },
  {
    code: 'ECF-MONEDA-19',
    at: 'OtraMonedaDetalle',
    severity: 'aviso',
    source:
      'Formato e-CF v1.0, campos 35 a 38 del detalle, p. 43 (el monto sale del precio, el descuento y el recargo)',
    holds: ({ item: { OtraMonedaDetalle: otra } }) =>
      otra === undefined || (otra.PrecioOtraMoneda !== undefined && otra.MontoItemOtraMoneda !== undefined),
    message: ({ item: { OtraMonedaDetalle: otra = {} } }) =>
      `La línea trae ${Object.keys(otra).join(', ')} y le falta ${otra.PrecioOtraMoneda === undefined ? 'PrecioOtraMoneda' : 'MontoItemOtraMoneda'}`,
  },
];
