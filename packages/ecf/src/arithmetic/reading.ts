import {
  abs,
  add,
  type Decimal,
  divide,
  type Fecha,
  isZero,
  mul,
  neg,
  parseDecimal,
  parseFecha,
  round,
  sub,
  sum,
  zero,
} from '@timbre/values';
import type { Ajuste, Draft, Item } from './draft.ts';
import { percent, without } from './excise.ts';
import { type TasasSelectivo, tasaImpuestoAdicional, tasaITBIS } from './rates.ts';

/** A line of detail with its numbers parsed once. */
export interface Line {
  readonly item: Item;
  /** Its index among the lines, from 0. */
  readonly index: number;
  readonly indicador: string;
  readonly cantidad: Decimal;
  readonly precio: Decimal;
  readonly descuento: Decimal;
  readonly recargo: Decimal;
  /** The expected MontoItem, to the cent. @source Formato e-CF v1.0, campo 39 del detalle, p. 44 */
  readonly esperado: Decimal;
  /** MontoItem as stated, otherwise {@link esperado}. */
  readonly monto: Decimal;
  readonly impuestos: readonly string[];
}

/** A global discount or surcharge with a signed amount: a discount is negative. */
export interface Adjustment {
  readonly ajuste: Ajuste;
  /** '1' … '4'; undefined: it applies to every invoiced line. */
  readonly indicador: string | undefined;
  readonly monto: Decimal;
  /** Granted under Norma 10-07: it lowers the amount to pay, never the taxable amount. */
  readonly norma1007: boolean;
}

/** An e-CF with the inputs of its arithmetic parsed once: every rule and total starts from it. */
export interface Reading {
  readonly ecf: Draft;
  readonly tipo: string;
  readonly fecha: Fecha | undefined;
  /** Specific excise of quarters that are not official here. */
  readonly tasas: readonly TasasSelectivo[];
  /** IndicadorMontoGravado 1: the line amounts include ITBIS. */
  readonly incluido: boolean;
  readonly norma1007: boolean;
  /** A credit note after 30 days (IndicadorNotaCredito 1): it refunds the price, not the ITBIS. */
  readonly sinITBIS: boolean;
  readonly lines: readonly Line[];
  /** Sum of the lines' amounts by IndicadorFacturacion 0 … 4; undefined where no line has it. */
  readonly sumas: readonly (Decimal | undefined)[];
  readonly adjustments: readonly Adjustment[];
}

const none: readonly never[] = [];

/** A number of the document; zero when it is absent or not a number (the structure check reports that). */
export const amount = (text: string | undefined): Decimal => (text === undefined ? zero : (parseDecimal(text) ?? zero));

const optional = (text: string | undefined): Decimal | undefined =>
  text === undefined ? undefined : parseDecimal(text);

/** Price × percent × quantity, to the cent. @source Formato e-CF v1.0, campos 29 y 33 del detalle, p. 41-42 */
export const percentOfLine = (precio: Decimal, cantidad: Decimal, porcentaje: string | undefined): Decimal =>
  round(mul(mul(precio, cantidad), percent(amount(porcentaje))), 2);

/** DescuentoMonto, otherwise the sum of its sub-discounts. */
function descuentoOf(item: Item, precio: Decimal, cantidad: Decimal): Decimal {
  const stated = optional(item.DescuentoMonto);
  if (stated !== undefined || item.TablaSubDescuento === undefined) return stated ?? zero;
  return sum(
    (item.TablaSubDescuento.SubDescuento ?? none).map(
      (s) => optional(s.MontoSubDescuento) ?? percentOfLine(precio, cantidad, s.SubDescuentoPorcentaje),
    ),
  );
}

/** RecargoMonto, otherwise the sum of its sub-surcharges. */
function recargoOf(item: Item, precio: Decimal, cantidad: Decimal): Decimal {
  const stated = optional(item.RecargoMonto);
  if (stated !== undefined || item.TablaSubRecargo === undefined) return stated ?? zero;
  return sum(
    (item.TablaSubRecargo.SubRecargo ?? none).map(
      (s) => optional(s.MontoSubRecargo) ?? percentOfLine(precio, cantidad, s.SubRecargoPorcentaje),
    ),
  );
}

function readLine(item: Item, index: number): Line {
  const cantidad = amount(item.CantidadItem);
  const precio = amount(item.PrecioUnitarioItem);
  const descuento = descuentoOf(item, precio, cantidad);
  const recargo = recargoOf(item, precio, cantidad);
  const bruto = mul(precio, cantidad);
  const esperado = round(descuento === zero && recargo === zero ? bruto : add(sub(bruto, descuento), recargo), 2);
  const impuestos = item.TablaImpuestoAdicional?.ImpuestoAdicional ?? none;
  return {
    item,
    index,
    indicador: item.IndicadorFacturacion ?? '',
    cantidad,
    precio,
    descuento,
    recargo,
    esperado,
    monto: optional(item.MontoItem) ?? esperado,
    impuestos: impuestos.length === 0 ? none : impuestos.map(({ TipoImpuesto }) => TipoImpuesto ?? ''),
  };
}

function sumByIndicador(lines: readonly Line[]): (Decimal | undefined)[] {
  const sumas: (Decimal | undefined)[] = [undefined, undefined, undefined, undefined, undefined];
  for (const { indicador, monto } of lines) {
    const i = indicador.charCodeAt(0) - 48;
    if (indicador.length === 1 && i >= 0 && i <= 4) sumas[i] = add(sumas[i] ?? zero, monto);
  }
  return sumas;
}

/** Inputs for taking the included ITBIS out of prices. */
type Priced = Pick<Reading, 'sumas' | 'incluido' | 'fecha'>;

/** An amount at the prices of an IndicadorFacturacion, without the ITBIS that they include. */
const withoutITBIS = ({ incluido, fecha }: Pick<Reading, 'incluido' | 'fecha'>, monto: Decimal, indicador: number) =>
  incluido && (indicador === 1 || indicador === 2) ? without(monto, tasaITBIS(indicador, fecha)) : monto;

/**
 * Amount of a percentage of the lines that an adjustment applies to, without the ITBIS that they include, because the base
 * that it is subtracted from has none. Multiplied before it is divided, so that half a cent stays exact.
 */
export function percentOfLines(priced: Priced, indicador: string | undefined, porcentaje: string | undefined): Decimal {
  const share = percent(amount(porcentaje));
  const of = (i: number): Decimal => withoutITBIS(priced, mul(priced.sumas[i] ?? zero, share), i);
  return round(indicador === undefined ? sum([1, 2, 3, 4].map(of)) : of(Number(indicador)), 2);
}

function readAdjustment(priced: Priced, ajuste: Ajuste): Adjustment {
  const indicador = ajuste.IndicadorFacturacionDescuentooRecargo;
  const monto =
    optional(ajuste.MontoDescuentooRecargo) ?? percentOfLines(priced, indicador, ajuste.ValorDescuentooRecargo);
  return {
    ajuste,
    indicador,
    monto: ajuste.TipoAjuste === 'D' ? neg(monto) : monto,
    norma1007: ajuste.IndicadorNorma1007 === '1',
  };
}

/**
 * Reads an e-CF, complete or not. Never throws: missing numbers count as zero.
 *
 * @param tasas specific excise of quarters that are not official here
 */
export function readDraft(ecf: Draft, tasas: readonly TasasSelectivo[] = none): Reading {
  const { IdDoc, Emisor } = ecf.Encabezado ?? {};
  const lines = (ecf.DetallesItems?.Item ?? none).map(readLine);
  const fecha = parseFecha(Emisor?.FechaEmision ?? '');
  const incluido = IdDoc?.IndicadorMontoGravado === '1';
  const sumas = sumByIndicador(lines);
  const ajustes = ecf.DescuentosORecargos?.DescuentoORecargo ?? none;
  const adjustments = ajustes.map((ajuste) => readAdjustment({ sumas, incluido, fecha }, ajuste));
  const norma1007 = adjustments.some((adjustment) => adjustment.norma1007);
  const tipo = IdDoc?.TipoeCF ?? '';
  const sinITBIS = tipo === '34' && IdDoc?.IndicadorNotaCredito === '1';
  return { ecf, tipo, fecha, tasas, incluido, norma1007, sinITBIS, lines, sumas, adjustments };
}

/** Share of an adjustment that falls on some of the lines that it applies to, unrounded. */
function shareOf({ sumas }: Reading, { indicador, monto }: Adjustment, part: Decimal): Decimal {
  const whole =
    indicador === undefined ? sum(sumas.slice(1).map((s) => s ?? zero)) : (sumas[Number(indicador)] ?? zero);
  return isZero(whole) ? zero : divide(mul(monto, part), whole, 12);
}

/**
 * Effect of the adjustments on the lines of one IndicadorFacturacion (1 … 4), signed.
 * One without an indicator is distributed by the lines' amounts; those of Norma 10-07 lower no base.
 * @source Formato e-CF v1.0, campos 93-96, p. 19-20; sección D, p. 48
 */
const adjustmentsOf = (reading: Reading, indicador: number): Decimal =>
  sum(
    reading.adjustments.map((adjustment) => {
      if (adjustment.norma1007) return zero;
      if (adjustment.indicador !== undefined)
        return adjustment.indicador === String(indicador) ? adjustment.monto : zero;
      return round(shareOf(reading, adjustment, reading.sumas[indicador] ?? zero), 2);
    }),
  );

/**
 * Effect on one line of the adjustments that `counts` accepts, signed: by the line's share of the lines each one applies to.
 * @source Informe Técnico §15, p. 27-29
 */
export const adjustmentsOnLine = (reading: Reading, line: Line, counts: (monto: Decimal) => boolean): Decimal =>
  sum(
    reading.adjustments.map((adjustment) => {
      const { indicador, monto, norma1007 } = adjustment;
      const falls = !norma1007 && counts(monto) && (indicador === undefined || indicador === line.indicador);
      return falls ? shareOf(reading, adjustment, line.monto) : zero;
    }),
  );

/** ITBIS and both telecommunication taxes, which a Norma 10-07 price includes. @source Formato e-CF v1.0, campo 109 d, p. 24 */
const telecomRates = (fecha: Fecha | undefined): Decimal =>
  sum([tasaITBIS(1, fecha), ...['002', '004'].map((code) => tasaImpuestoAdicional(code, fecha, none) ?? zero)]);

/** Whether a line pays CDT (002) or the telecommunications excise (004). */
const isTelecom = (line: Line): boolean => line.impuestos.some((code) => code === '002' || code === '004');

/**
 * A line's amount without the taxes that its price includes: ITBIS when IndicadorMontoGravado is 1; with Norma 10-07 also 002, 004.
 * @source Formato e-CF v1.0, campos 93-94 y 109, p. 19 y 24; Informe Técnico §15, p. 26-27
 */
export function netOfLine(reading: Reading, line: Line): Decimal {
  const { indicador, monto } = line;
  if (reading.norma1007 && indicador === '1' && isTelecom(line)) return without(monto, telecomRates(reading.fecha));
  return withoutITBIS(reading, monto, Number(indicador));
}

/**
 * MontoGravadoI1 … I3, or MontoExento for 4, to the cent: the lines without the ITBIS that their prices include,
 * minus the global discounts and plus the global surcharges, at every rate.
 * @source Formato e-CF v1.0, campos 93-96, p. 19-20; set de pruebas de la DGII, E310000000004 (docs/design/emission.md#amounts)
 */
export function baseOf(reading: Reading, indicador: 1 | 2 | 3 | 4): Decimal {
  const net =
    indicador === 1 && reading.norma1007
      ? sum(reading.lines.filter((l) => l.indicador === '1').map((l) => netOfLine(reading, l)))
      : withoutITBIS(reading, reading.sumas[indicador] ?? zero, indicador);
  return round(add(net, adjustmentsOf(reading, indicador)), 2);
}

/**
 * Converts RD$ to the other currency; zero when there is no exchange rate.
 * @source Formato e-CF v1.0, nota 38, p. 31
 */
export function toForeign(monto: Decimal, TipoCambio: string | undefined, scale: number): Decimal {
  const rate = TipoCambio === undefined ? undefined : parseDecimal(TipoCambio);
  return rate === undefined || isZero(rate) ? zero : divide(monto, rate, scale);
}

/**
 * The same document in its other currency, from the amounts that its lines and global adjustments state in it. Where the
 * header states amounts, a line that states none is its amount in RD$ at the exchange rate.
 * @source Formato e-CF v1.0, nota 72, p. 43: the amounts of a line in another currency are the issuer's choice
 */
export function inOtherCurrency(reading: Reading): Reading {
  const { TipoMoneda: _, TipoCambio, ...amounts } = reading.ecf.Encabezado?.OtraMoneda ?? {};
  const rate = Object.keys(amounts).length === 0 ? undefined : TipoCambio;
  const stated = (text: string | undefined, pesos: Decimal): Decimal =>
    text === undefined ? toForeign(pesos, rate, 2) : amount(text);
  const lines = reading.lines.map((line) => ({
    ...line,
    monto: stated(line.item.OtraMonedaDetalle?.MontoItemOtraMoneda, line.monto),
  }));
  const adjustments = reading.adjustments.map((adjustment) => {
    const monto = stated(adjustment.ajuste.MontoDescuentooRecargoOtraMoneda, abs(adjustment.monto));
    return { ...adjustment, monto: adjustment.ajuste.TipoAjuste === 'D' ? neg(monto) : monto };
  });
  return { ...reading, lines, sumas: sumByIndicador(lines), adjustments };
}
