import {
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
import { type Gravado, tasaImpuestoAdicional, tasaITBIS } from './rates.ts';

/** A line of detail with its numbers read once. */
export interface Line {
  readonly item: Item;
  /** Its place among the lines, from 0. */
  readonly index: number;
  readonly indicador: string;
  readonly cantidad: Decimal;
  readonly precio: Decimal;
  readonly descuento: Decimal;
  readonly recargo: Decimal;
  /** What MontoItem must be, to the cent. @source Formato e-CF v1.0, campo 39 del detalle, p. 44 */
  readonly esperado: Decimal;
  /** MontoItem as given, else {@link esperado}. */
  readonly monto: Decimal;
  readonly impuestos: readonly string[];
}

/** A global discount or surcharge with its amount signed: a discount is negative. */
export interface Adjustment {
  readonly ajuste: Ajuste;
  /** '1' … '4', or undefined: it falls on every line that is invoiced. */
  readonly indicador: string | undefined;
  readonly monto: Decimal;
  /** Given under Norma 10-07: it lowers what is paid, never what is taxed. */
  readonly norma1007: boolean;
}

/** An e-CF with what its arithmetic needs read once: every rule and total starts here. */
export interface Reading {
  readonly ecf: Draft;
  readonly tipo: string;
  readonly fecha: Fecha | undefined;
  /** IndicadorMontoGravado 1: the lines hold their ITBIS. */
  readonly incluido: boolean;
  readonly norma1007: boolean;
  readonly lines: readonly Line[];
  /** Sum of the lines' amounts by IndicadorFacturacion 0 … 4; undefined where no line has it. */
  readonly sumas: readonly (Decimal | undefined)[];
  readonly adjustments: readonly Adjustment[];
}

const none: readonly never[] = [];

/** A number of the document; zero when it is absent or no number (the structure says so elsewhere). */
export const amount = (text: string | undefined): Decimal => (text === undefined ? zero : (parseDecimal(text) ?? zero));

const optional = (text: string | undefined): Decimal | undefined =>
  text === undefined ? undefined : parseDecimal(text);

/** Price × percent × quantity, to the cent. @source Formato e-CF v1.0, campos 29 y 33 del detalle, p. 41-42 */
export const percentOfLine = (precio: Decimal, cantidad: Decimal, porcentaje: string | undefined): Decimal =>
  round(mul(mul(precio, cantidad), percent(amount(porcentaje))), 2);

/** DescuentoMonto, else what its sub-discounts come to. */
function descuentoOf(item: Item, precio: Decimal, cantidad: Decimal): Decimal {
  const given = optional(item.DescuentoMonto);
  if (given !== undefined || item.TablaSubDescuento === undefined) return given ?? zero;
  return sum(
    (item.TablaSubDescuento.SubDescuento ?? none).map(
      (s) => optional(s.MontoSubDescuento) ?? percentOfLine(precio, cantidad, s.SubDescuentoPorcentaje),
    ),
  );
}

/** RecargoMonto, else what its sub-surcharges come to. */
function recargoOf(item: Item, precio: Decimal, cantidad: Decimal): Decimal {
  const given = optional(item.RecargoMonto);
  if (given !== undefined || item.TablaSubRecargo === undefined) return given ?? zero;
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

/** What a percentage adjustment rests on. */
type Adjusted = Pick<Reading, 'sumas' | 'incluido' | 'fecha'>;

/** What a percentage adjustment is taken of: the lines it falls on, without the ITBIS they hold. */
function adjustedBase({ sumas, incluido, fecha }: Adjusted, indicador: string | undefined): Decimal {
  const base = (i: number): Decimal => {
    const suma = sumas[i] ?? zero;
    return i === 1 && incluido ? without(suma, tasaITBIS(1, fecha)) : suma;
  };
  return indicador === undefined ? sum([1, 2, 3, 4].map(base)) : base(Number(indicador));
}

function readAdjustment(adjusted: Adjusted, ajuste: Ajuste): Adjustment {
  const indicador = ajuste.IndicadorFacturacionDescuentooRecargo;
  const monto =
    optional(ajuste.MontoDescuentooRecargo) ??
    round(mul(adjustedBase(adjusted, indicador), percent(amount(ajuste.ValorDescuentooRecargo))), 2);
  return {
    ajuste,
    indicador,
    monto: ajuste.TipoAjuste === 'D' ? neg(monto) : monto,
    norma1007: ajuste.IndicadorNorma1007 === '1',
  };
}

/** Reads an e-CF, whole or still incomplete. Never throws: what is missing counts as zero. */
export function readDraft(ecf: Draft): Reading {
  const { IdDoc, Emisor } = ecf.Encabezado ?? {};
  const lines = (ecf.DetallesItems?.Item ?? none).map(readLine);
  const fecha = parseFecha(Emisor?.FechaEmision ?? '');
  const incluido = IdDoc?.IndicadorMontoGravado === '1';
  const sumas = sumByIndicador(lines);
  const ajustes = ecf.DescuentosORecargos?.DescuentoORecargo ?? none;
  const adjustments = ajustes.map((ajuste) => readAdjustment({ sumas, incluido, fecha }, ajuste));
  const norma1007 = adjustments.some((adjustment) => adjustment.norma1007);
  return { ecf, tipo: IdDoc?.TipoeCF ?? '', fecha, incluido, norma1007, lines, sumas, adjustments };
}

/** The share of an adjustment that falls on a part of the lines it falls on, unrounded. */
function shareOf({ sumas }: Reading, { indicador, monto }: Adjustment, part: Decimal): Decimal {
  const whole =
    indicador === undefined ? sum(sumas.slice(1).map((s) => s ?? zero)) : (sumas[Number(indicador)] ?? zero);
  return isZero(whole) ? zero : divide(mul(monto, part), whole, 12);
}

/**
 * What the adjustments do to the lines of one IndicadorFacturacion (1 … 4), signed.
 * One that names no indicator is shared out by the lines' amounts; those of Norma 10-07 lower no base.
 * @source Formato e-CF v1.0, campos 93-96, p. 19-20; sección D, p. 48
 */
export const adjustmentsOf = (reading: Reading, indicador: number): Decimal =>
  sum(
    reading.adjustments.map((adjustment) => {
      if (adjustment.norma1007) return zero;
      if (adjustment.indicador !== undefined)
        return adjustment.indicador === String(indicador) ? adjustment.monto : zero;
      return round(shareOf(reading, adjustment, reading.sumas[indicador] ?? zero), 2);
    }),
  );

/**
 * What those adjustments that `counts` lets through do to one line, signed: by its share of the lines each one falls on.
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

/** ITBIS and both telecommunication taxes, which a Norma 10-07 price holds. @source Formato e-CF v1.0, campo 109 d, p. 24 */
const telecomRates = (fecha: Fecha | undefined): Decimal =>
  sum([tasaITBIS(1, fecha), ...['002', '004'].map((code) => tasaImpuestoAdicional(code, fecha) ?? zero)]);

/** Whether a line pays CDT (002) or the telecommunications excise (004). */
const isTelecom = (line: Line): boolean => line.impuestos.some((code) => code === '002' || code === '004');

/**
 * A line's amount without the taxes its price holds: ITBIS when IndicadorMontoGravado is 1; under Norma 10-07 also 002 and 004.
 * @source Formato e-CF v1.0, campos 93-94 y 109, p. 19 y 24; Informe Técnico §15, p. 26-27
 */
export function netOfLine({ incluido, norma1007, fecha }: Reading, line: Line): Decimal {
  const { indicador, monto } = line;
  if (norma1007 && indicador === '1' && isTelecom(line)) return without(monto, telecomRates(fecha));
  return incluido && (indicador === '1' || indicador === '2')
    ? without(monto, tasaITBIS(Number(indicador) as Gravado, fecha))
    : monto;
}

/**
 * MontoGravadoI1 … I3, or MontoExento for 4, to the cent.
 * The letter of the format: at 18 % adjustments come off after the ITBIS is taken out, at 16 % before.
 * @source Formato e-CF v1.0, campos 93-96, p. 19-20
 */
export function baseOf(reading: Reading, indicador: 1 | 2 | 3 | 4): Decimal {
  const { lines, sumas, incluido, norma1007, fecha } = reading;
  const suma = sumas[indicador] ?? zero;
  const ajuste = adjustmentsOf(reading, indicador);
  if (indicador === 1 && norma1007)
    return round(add(sum(lines.filter((l) => l.indicador === '1').map((l) => netOfLine(reading, l))), ajuste), 2);
  if (indicador === 1 && incluido) return round(add(without(suma, tasaITBIS(1, fecha)), ajuste), 2);
  if (indicador === 2 && incluido) return round(without(add(suma, ajuste), tasaITBIS(2, fecha)), 2);
  return round(add(suma, ajuste), 2);
}
