import { abs, add, type Decimal, formatDecimal, isNegative, isZero, mul, round, sub } from '@timbre/values';
import { type AdditionalTax, amountOfTax, type CampoImpuesto } from './additional-taxes.ts';
import type { Ledger } from './amount-row.ts';
import type { Draft, ImpuestoDeTotales, Item, OtraMoneda, Totales } from './draft.ts';
import { type Entry, openLedger } from './ledger.ts';
import { type TasasSelectivo, tasaITBIS } from './rates.ts';
import { type Adjustment, amount, type Line, percentOfLine, type Reading, readDraft, toForeign } from './reading.ts';

const money = (monto: Decimal): string => formatDecimal(monto, 2);
const isPositive = (monto: Decimal): boolean => !isZero(monto) && !isNegative(monto);

/** `{ [key]: text }`, or an empty object when there is no text; for spreading. */
const only = <K extends string>(key: K, text: string | undefined): { [P in K]?: string } =>
  text === undefined ? {} : ({ [key]: text } as { [P in K]: string });

/** Computes the amount of sub-discounts in percent; a discount without its table gets one entry in money. */
function completeSubDescuentos({ item, precio, cantidad, descuento }: Line): Pick<Item, 'TablaSubDescuento'> {
  const subs = item.TablaSubDescuento?.SubDescuento;
  if (subs === undefined)
    return isPositive(descuento)
      ? { TablaSubDescuento: { SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: money(descuento) }] } }
      : {};
  const complete = subs.map((s) =>
    s.SubDescuentoPorcentaje === undefined
      ? s
      : { MontoSubDescuento: money(percentOfLine(precio, cantidad, s.SubDescuentoPorcentaje)), ...s },
  );
  return { TablaSubDescuento: { SubDescuento: complete } };
}

/** As {@link completeSubDescuentos}, for surcharges. */
function completeSubRecargos({ item, precio, cantidad, recargo }: Line): Pick<Item, 'TablaSubRecargo'> {
  const subs = item.TablaSubRecargo?.SubRecargo;
  if (subs === undefined)
    return isPositive(recargo)
      ? { TablaSubRecargo: { SubRecargo: [{ TipoSubRecargo: '$', MontoSubRecargo: money(recargo) }] } }
      : {};
  const complete = subs.map((s) =>
    s.SubRecargoPorcentaje === undefined
      ? s
      : { MontoSubRecargo: money(percentOfLine(precio, cantidad, s.SubRecargoPorcentaje)), ...s },
  );
  return { TablaSubRecargo: { SubRecargo: complete } };
}

/** @source Formato e-CF v1.0, campos 35-38 del detalle, p. 43 */
function completeForeign(reading: Reading, line: Line): Pick<Item, 'OtraMonedaDetalle'> {
  const { TipoMoneda, TipoCambio } = reading.ecf.Encabezado?.OtraMoneda ?? {};
  if (TipoMoneda === undefined || TipoCambio === undefined) return {};
  const stated = line.item.OtraMonedaDetalle;
  const exchanged = (key: 'DescuentoOtraMoneda' | 'RecargoOtraMoneda', monto: Decimal) =>
    only(key, stated?.[key] ?? (isZero(monto) ? undefined : money(toForeign(monto, TipoCambio, 2))));
  const detalle = {
    PrecioOtraMoneda: formatDecimal(toForeign(line.precio, TipoCambio, 4)),
    ...exchanged('DescuentoOtraMoneda', line.descuento),
    ...exchanged('RecargoOtraMoneda', line.recargo),
    ...stated,
  };
  return { OtraMonedaDetalle: { MontoItemOtraMoneda: money(foreignLine(line.cantidad, detalle)), ...detalle } };
}

/** Price × quantity − discount + surcharge, in the other currency. @source Formato e-CF v1.0, campo 38 del detalle, p. 43 */
export function foreignLine(cantidad: Decimal, detalle: NonNullable<Item['OtraMonedaDetalle']>): Decimal {
  const gross = mul(amount(detalle.PrecioOtraMoneda), cantidad);
  return round(add(sub(gross, amount(detalle.DescuentoOtraMoneda)), amount(detalle.RecargoOtraMoneda)), 2);
}

const completeItem = (reading: Reading, line: Line, index: number): Item => ({
  NumeroLinea: String(index + 1),
  ...(line.item.TablaSubDescuento === undefined ? {} : { DescuentoMonto: money(line.descuento) }),
  ...(line.item.TablaSubRecargo === undefined ? {} : { RecargoMonto: money(line.recargo) }),
  MontoItem: money(line.monto),
  ...line.item,
  ...completeSubDescuentos(line),
  ...completeSubRecargos(line),
  ...completeForeign(reading, line),
});

const completeAjuste = ({ ajuste, monto }: Adjustment, index: number, TipoCambio: string | undefined) => {
  const positive = money(abs(monto));
  const foreign = TipoCambio === undefined ? undefined : money(toForeign(amount(positive), TipoCambio, 2));
  return {
    NumeroLinea: String(index + 1),
    MontoDescuentooRecargo: positive,
    ...only('MontoDescuentooRecargoOtraMoneda', foreign),
    ...ajuste,
  };
};

/** The document's own entries first, with their missing amounts; then those that its lines require. */
function completeImpuestos(ledger: Ledger): Pick<Totales, 'ImpuestosAdicionales'> {
  const stated = ledger.ecf.Encabezado?.Totales?.ImpuestosAdicionales?.ImpuestoAdicional ?? [];
  const known = ledger.taxes.filter(
    ({ tasa, dado, esperado }) => tasa !== undefined && (dado ?? esperado) !== undefined,
  );
  const entryOf = (tax: AdditionalTax): ImpuestoDeTotales => ({
    TipoImpuesto: tax.TipoImpuesto,
    ...only('TasaImpuestoAdicional', tax.tasa && formatDecimal(tax.tasa)),
    ...(isPositive(amountOfTax(tax)) ? only(tax.campo, money(amountOfTax(tax))) : {}),
    ...(tax.index === undefined ? {} : stated[tax.index]),
  });
  const entries = [
    ...stated.map((entry, i) => {
      const tax = known.find(({ index }) => index === i);
      return tax === undefined ? entry : entryOf(tax);
    }),
    ...known.filter(({ index }) => index === undefined).map(entryOf),
  ];
  return entries.length === 0 ? {} : { ImpuestosAdicionales: { ImpuestoAdicional: entries } };
}

/** @source Formato e-CF v1.0, campos 132-136, p. 32-33 */
function completeForeignImpuestos(
  impuestos: readonly ImpuestoDeTotales[],
  TipoCambio: string | undefined,
): Pick<OtraMoneda, 'ImpuestosAdicionalesOtraMoneda'> {
  if (impuestos.length === 0) return {};
  const exchanged = (monto: string | undefined) =>
    monto === undefined ? undefined : money(toForeign(amount(monto), TipoCambio, 2));
  const campos = [
    'MontoImpuestoSelectivoConsumoEspecifico',
    'MontoImpuestoSelectivoConsumoAdvalorem',
    'OtrosImpuestosAdicionales',
  ] as const satisfies readonly CampoImpuesto[];
  const entries = impuestos.map((entry) => ({
    ...only('TipoImpuestoOtraMoneda', entry.TipoImpuesto),
    ...only('TasaImpuestoAdicionalOtraMoneda', entry.TasaImpuestoAdicional),
    ...Object.assign({}, ...campos.map((campo) => only(`${campo}OtraMoneda`, exchanged(entry[campo])))),
  }));
  return { ImpuestosAdicionalesOtraMoneda: { ImpuestoAdicionalOtraMoneda: entries } };
}

const missingOf = (entries: readonly Entry[], area: 'Totales' | 'OtraMoneda', ledger: Ledger) =>
  Object.fromEntries(
    entries
      .filter(({ row, dado }) => row.area === area && dado === undefined && row.applies(ledger))
      .filter(({ row, esperado }) => !(row.campo.startsWith('MontoImpuestoAdicional') && isZero(esperado)))
      .map(({ row, esperado }) => [row.campo, money(esperado)]),
  );

const ratesOf = (reading: Reading): Partial<Record<'ITBIS1' | 'ITBIS2' | 'ITBIS3', string>> =>
  Object.fromEntries(
    ([1, 2, 3] as const)
      .filter((indicador) => reading.sumas[indicador] !== undefined)
      .map((indicador) => [`ITBIS${indicador}`, formatDecimal(tasaITBIS(indicador, reading.fecha))]),
  );

/**
 * Fills every amount that a draft leaves out and the rules determine: lines, global adjustments, taxes, totals, and the
 * other currency when TipoMoneda and TipoCambio are there. Values that the draft states are unchanged, letter for
 * letter. Withheld amounts are not computed here: see `fillWithholding`. An excise is left out when neither the draft
 * nor the tables have its rate. No type requires MontoPeriodo and ValorPagar: they are added only where they differ
 * from MontoTotal.
 *
 * @param tasas specific excise of quarters that are not official here
 * @returns a new tree; the order of its keys does not matter, the writer sets it
 * @source Formato e-CF v1.0, p. 18-33 and 41-49; Informe Técnico §13-16
 */
export function computeTotals<T extends Draft>(draft: T, tasas?: readonly TasasSelectivo[]): T {
  const reading = readDraft(draft, tasas);
  const OtraMoneda = draft.Encabezado?.OtraMoneda;
  const withLines: Draft = {
    ...draft,
    ...(reading.lines.length === 0
      ? {}
      : { DetallesItems: { Item: reading.lines.map((line, i) => completeItem(reading, line, i)) } }),
    ...(reading.adjustments.length === 0
      ? {}
      : {
          DescuentosORecargos: {
            DescuentoORecargo: reading.adjustments.map((a, i) => completeAjuste(a, i, OtraMoneda?.TipoCambio)),
          },
        }),
  };
  const { ledger, entries } = openLedger(withLines, tasas);
  const impuestos = completeImpuestos(ledger);
  const Encabezado = {
    ...draft.Encabezado,
    Totales: {
      ...ratesOf(ledger),
      ...missingOf(entries, 'Totales', ledger),
      ...draft.Encabezado?.Totales,
      ...impuestos,
    },
    ...(OtraMoneda === undefined
      ? {}
      : {
          OtraMoneda: {
            ...missingOf(entries, 'OtraMoneda', ledger),
            ...completeForeignImpuestos(impuestos.ImpuestosAdicionales?.ImpuestoAdicional ?? [], OtraMoneda.TipoCambio),
            ...OtraMoneda,
          },
        }),
  };
  return { ...draft, ...withLines, Encabezado };
}
