import type { ECF } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { type Decimal, decimal, formatDecimal, formatMonto, isNegative, isZero, sub, sum, zero } from '@timbre/values';

type Totales = Readonly<Record<string, unknown>>;

/** The remainder of an e-CF after some credit notes: a line for each rate, and the totals of these lines. */
interface Remainder {
  readonly Item: readonly Readonly<Record<string, string>>[];
  readonly Totales: Readonly<Record<string, string>>;
}

/** The amount before ITBIS at each rate: its IndicadorFacturacion, the total's element, the rate, the tax's element. */
const rates = [
  { indicador: '1', base: 'MontoGravadoI1', rate: ['ITBIS1', '18'], tax: 'TotalITBIS1' },
  { indicador: '2', base: 'MontoGravadoI2', rate: ['ITBIS2', '16'], tax: 'TotalITBIS2' },
  { indicador: '3', base: 'MontoGravadoI3', rate: ['ITBIS3', '0'], tax: 'TotalITBIS3' },
  { indicador: '4', base: 'MontoExento', rate: undefined, tax: undefined },
] as const;

/** Totals that depend on the lines of the e-CF: the totals of a note do not show which part of them remains. */
const ofLines: Readonly<Record<string, string>> = {
  MontoImpuestoAdicional: 'impuestos adicionales',
  TotalITBISRetenido: 'ITBIS retenido',
  TotalISRRetencion: 'ISR retenido',
  TotalITBISPercepcion: 'ITBIS percibido',
  TotalISRPercepcion: 'ISR percibido',
};

/**
 * The remainder of an e-CF after credit notes.
 *
 * @param notes the credit notes of the e-CF that were not rejected
 * @throws Problem `documento/no-anulable` if the remainder does not follow from the totals: another currency,
 * additional taxes, withholdings, notes at other rates than the e-CF, or nothing left
 */
export function remainderAfter(ecf: ECF, notes: readonly ECF[]): Remainder {
  const { IdDoc, Totales, OtraMoneda } = ecf.Encabezado as ECF['Encabezado'] & { OtraMoneda?: object };
  const left = (name: string): Decimal =>
    notes.reduce((rest, note) => sub(rest, amountOf(note.Encabezado.Totales, name)), amountOf(Totales, name));
  const total = left('MontoTotal');
  const because = (reason: string): never =>
    refuse(
      'documento/no-anulable',
      `De ${IdDoc.eNCF} quedan RD$ ${formatMonto(total)} por acreditar, y ${reason}. Emita en Nueva Factura la nota de crédito por lo que queda, con sus líneas.`,
    );
  if (OtraMoneda !== undefined) because('está en otra moneda');
  for (const [name, words] of Object.entries(ofLines)) if (!isZero(amountOf(Totales, name))) because(`tiene ${words}`);

  const parts = rates.map((row) => ({
    ...row,
    amount: left(row.base),
    itbis: row.tax === undefined ? zero : left(row.tax),
  }));
  if (parts.some(({ amount, itbis }) => isNegative(amount) || isNegative(itbis)))
    because('sus notas restan de una tasa de ITBIS más de lo que la factura tiene');
  const lines = parts.filter(({ amount }) => !isZero(amount));
  if (lines.length === 0) because('no es de ninguna línea');
  const gravado = lines.filter(({ tax }) => tax !== undefined);
  const text = (value: Decimal) => formatDecimal(value, 2);
  return {
    Item: lines.map(({ indicador, amount }, i) => ({
      NumeroLinea: String(i + 1),
      IndicadorFacturacion: indicador,
      NombreItem: `Lo que queda de ${IdDoc.eNCF}`,
      IndicadorBienoServicio: '2',
      CantidadItem: '1',
      PrecioUnitarioItem: text(amount),
      MontoItem: text(amount),
    })),
    Totales: {
      ...(gravado.length === 0 ? {} : { MontoGravadoTotal: text(sum(gravado.map(({ amount }) => amount))) }),
      ...Object.fromEntries(lines.map(({ base, amount }) => [base, text(amount)])),
      ...Object.fromEntries(gravado.map(({ rate }) => rate!)),
      ...(gravado.length === 0 ? {} : { TotalITBIS: text(sum(gravado.map(({ itbis }) => itbis))) }),
      ...Object.fromEntries(gravado.map(({ tax, itbis }) => [tax, text(itbis)])),
      MontoTotal: text(total),
    },
  };
}

const amountOf = (totales: Totales, name: string): Decimal => decimal((totales[name] as string | undefined) ?? '0');
