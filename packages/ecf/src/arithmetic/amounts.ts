import { add, type Decimal, mul, neg, round, sub, sum, zero } from '@timbre/values';
import { amountOfTax } from './additional-taxes.ts';
import type { AmountRow, Ledger } from './amount-row.ts';
import { percent } from './excise.ts';
import { type Gravado, tasaITBIS } from './rates.ts';
import { amount, baseOf, inOtherCurrency, toForeign } from './reading.ts';

const has = (indicador: number) => (ledger: Ledger) => ledger.sumas[indicador] !== undefined;
const hasITBIS = ({ sumas }: Ledger): boolean =>
  sumas[1] !== undefined || sumas[2] !== undefined || sumas[3] !== undefined;
const hasTaxes = ({ taxes }: Ledger): boolean => taxes.length > 0;
const always = (): boolean => true;

/** @source Formato e-CF v1.0, campos 101-103, p. 21; of a note without ITBIS: Informe Técnico §10, p. 17 */
const itbis = (base: Decimal, indicador: Gravado, { fecha, sinITBIS }: Ledger): Decimal =>
  sinITBIS ? zero : round(mul(base, percent(tasaITBIS(indicador, fecha))), 2);

/** The specific and ad valorem excise (006-039), the only additional taxes that ITBIS is charged on. */
const excise = ({ taxes }: Ledger): Decimal => sum(taxes.filter((t) => t.familia !== 'otros').map(amountOfTax));

/** The ending of every ITBIS formula. */
const salvoNota = ', o cero en una nota de crédito de más de 30 días';

type Retenido = 'MontoITBISRetenido' | 'MontoISRRetenido';
const withholds = (campo: Retenido) => (ledger: Ledger) =>
  ledger.lines.some(({ item }) => item.Retencion?.[campo] !== undefined);
const withheld = (campo: Retenido, { lines }: Ledger): Decimal =>
  sum(lines.map(({ item }) => amount(item.Retencion?.[campo])));

/** Discounts under Norma 10-07, as a positive amount. */
const discountNorma1007 = ({ adjustments }: Ledger): Decimal =>
  neg(sum(adjustments.filter((a) => a.norma1007).map(({ monto }) => monto)));

const totalesOf = ({ ecf }: Ledger) => ecf.Encabezado?.Totales;

/** @source Formato e-CF v1.0, área Totales, p. 18-27 */
const totales: readonly AmountRow[] = (
  [
    {
      code: 'ECF-TOTALES-01',
      campo: 'MontoGravadoI1',
      applies: has(1),
      compute: (l) => baseOf(l, 1),
      formula: 'los ítems gravados al 18 %, sin ITBIS, menos descuentos más recargos globales',
      source: 'campo 93, p. 19',
    },
    {
      code: 'ECF-TOTALES-02',
      campo: 'MontoGravadoI2',
      applies: has(2),
      compute: (l) => baseOf(l, 2),
      formula: 'los ítems gravados al 16 %, sin ITBIS, menos descuentos más recargos globales',
      source: 'campo 94, p. 19',
    },
    {
      code: 'ECF-TOTALES-03',
      campo: 'MontoGravadoI3',
      applies: has(3),
      compute: (l) => baseOf(l, 3),
      formula: 'los ítems gravados al 0 %, menos descuentos más recargos globales',
      source: 'campo 95, p. 20',
    },
    {
      code: 'ECF-TOTALES-04',
      campo: 'MontoExento',
      applies: has(4),
      compute: (l) => baseOf(l, 4),
      formula: 'los ítems exentos, menos descuentos más recargos globales',
      source: 'campo 96, p. 20',
    },
    {
      code: 'ECF-TOTALES-05',
      campo: 'MontoGravadoTotal',
      applies: hasITBIS,
      compute: (l) => sum([l.of('MontoGravadoI1'), l.of('MontoGravadoI2'), l.of('MontoGravadoI3')]),
      formula: 'MontoGravadoI1 + MontoGravadoI2 + MontoGravadoI3',
      source: 'campo 92, p. 18',
    },
    {
      code: 'ECF-TOTALES-06',
      campo: 'TotalITBIS1',
      applies: has(1),
      compute: (l) => itbis(add(l.of('MontoGravadoI1'), excise(l)), 1, l),
      formula: `el 18 % de MontoGravadoI1 más los impuestos selectivos al consumo${salvoNota}`,
      source: 'campo 101, p. 21',
    },
    {
      code: 'ECF-TOTALES-07',
      campo: 'TotalITBIS2',
      applies: has(2),
      compute: (l) => itbis(l.of('MontoGravadoI2'), 2, l),
      formula: `el 16 % de MontoGravadoI2${salvoNota}`,
      source: 'campo 102, p. 21',
    },
    {
      code: 'ECF-TOTALES-08',
      campo: 'TotalITBIS3',
      applies: has(3),
      compute: (l) => itbis(l.of('MontoGravadoI3'), 3, l),
      formula: 'el 0 % de MontoGravadoI3',
      source: 'campo 103, p. 21',
    },
    {
      code: 'ECF-TOTALES-09',
      campo: 'TotalITBIS',
      applies: hasITBIS,
      compute: (l) => sum([l.of('TotalITBIS1'), l.of('TotalITBIS2'), l.of('TotalITBIS3')]),
      formula: 'TotalITBIS1 + TotalITBIS2 + TotalITBIS3',
      source: 'campo 100, p. 21',
    },
    {
      code: 'ECF-TOTALES-10',
      campo: 'MontoImpuestoAdicional',
      applies: hasTaxes,
      compute: (l) => sum(l.taxes.map(amountOfTax)),
      formula: 'la suma de los impuestos adicionales',
      source: 'campo 104, p. 21',
    },
    {
      code: 'ECF-TOTALES-11',
      campo: 'MontoTotal',
      applies: always,
      compute: (l) =>
        sum([l.of('MontoGravadoTotal'), l.of('MontoExento'), l.of('TotalITBIS'), l.of('MontoImpuestoAdicional')]),
      formula: 'MontoGravadoTotal + MontoExento + TotalITBIS + MontoImpuestoAdicional',
      source: 'campo 110, p. 25',
    },
    {
      code: 'ECF-TOTALES-12',
      campo: 'MontoNoFacturable',
      applies: has(0),
      compute: (l) => l.sumas[0] ?? zero,
      formula: 'la suma de los ítems no facturables',
      source: 'campo 111, p. 26',
    },
    {
      code: 'ECF-TOTALES-13',
      campo: 'MontoPeriodo',
      optional: true,
      applies: has(0),
      compute: (l) => add(l.of('MontoTotal'), l.of('MontoNoFacturable')),
      formula: 'MontoTotal + MontoNoFacturable',
      source: 'campo 112, p. 26',
    },
    {
      code: 'ECF-TOTALES-14',
      campo: 'ValorPagar',
      optional: true,
      applies: (l) =>
        l.norma1007 || totalesOf(l)?.MontoAvancePago !== undefined || totalesOf(l)?.SaldoAnterior !== undefined,
      compute: (l) =>
        add(
          sub(sub(l.of('MontoTotal'), discountNorma1007(l)), amount(totalesOf(l)?.MontoAvancePago)),
          amount(totalesOf(l)?.SaldoAnterior),
        ),
      formula: 'MontoTotal − MontoAvancePago ± SaldoAnterior, menos el descuento de la Norma 10-07 si lo hay',
      source: 'campo 115, p. 26',
    },
    {
      code: 'ECF-TOTALES-15',
      campo: 'TotalITBISRetenido',
      applies: withholds('MontoITBISRetenido'),
      compute: (l) => withheld('MontoITBISRetenido', l),
      formula: 'la suma de MontoITBISRetenido de los ítems',
      source: 'campo 116, p. 27',
    },
    {
      code: 'ECF-TOTALES-16',
      campo: 'TotalISRRetencion',
      applies: withholds('MontoISRRetenido'),
      compute: (l) => withheld('MontoISRRetenido', l),
      formula: 'la suma de MontoISRRetenido de los ítems',
      source: 'campo 117, p. 27',
    },
  ] as const satisfies readonly Omit<AmountRow, 'area'>[]
).map((row) => ({ ...row, area: 'Totales' }));

const foreignArea = ({ ecf }: Ledger) => ecf.Encabezado?.OtraMoneda;

/**
 * As in RD$: adjustments are subtracted after the ITBIS is taken out, although the wording of field 123 differs
 * (docs/design/emission.md#amounts).
 */
const foreignBase = (ledger: Ledger, indicador: 1 | 2 | 3 | 4): Decimal => baseOf(inOtherCurrency(ledger), indicador);

/** @source Formato e-CF v1.0, área Otra Moneda, p. 27-33 */
const otraMoneda: readonly AmountRow[] = (
  [
    {
      code: 'ECF-MONEDA-01',
      campo: 'MontoGravado1OtraMoneda',
      applies: has(1),
      compute: (l) => foreignBase(l, 1),
      formula: 'los ítems gravados al 18 % en la otra moneda, sin ITBIS, menos descuentos más recargos',
      source: 'campo 123, p. 29',
    },
    {
      code: 'ECF-MONEDA-02',
      campo: 'MontoGravado2OtraMoneda',
      applies: has(2),
      compute: (l) => foreignBase(l, 2),
      formula: 'los ítems gravados al 16 % en la otra moneda, sin ITBIS, menos descuentos más recargos',
      source: 'campo 124, p. 29',
    },
    {
      code: 'ECF-MONEDA-03',
      campo: 'MontoGravado3OtraMoneda',
      applies: has(3),
      compute: (l) => foreignBase(l, 3),
      formula: 'los ítems gravados al 0 % en la otra moneda, menos descuentos más recargos',
      source: 'campo 125, p. 30',
    },
    {
      code: 'ECF-MONEDA-04',
      campo: 'MontoExentoOtraMoneda',
      applies: has(4),
      compute: (l) => foreignBase(l, 4),
      formula: 'los ítems exentos en la otra moneda, menos descuentos más recargos',
      source: 'campo 126, p. 30',
    },
    {
      code: 'ECF-MONEDA-05',
      campo: 'MontoGravadoTotalOtraMoneda',
      applies: hasITBIS,
      compute: (l) =>
        sum([l.of('MontoGravado1OtraMoneda'), l.of('MontoGravado2OtraMoneda'), l.of('MontoGravado3OtraMoneda')]),
      formula: 'MontoGravado1OtraMoneda + MontoGravado2OtraMoneda + MontoGravado3OtraMoneda',
      source: 'campo 122, p. 28',
    },
    {
      code: 'ECF-MONEDA-06',
      campo: 'TotalITBIS1OtraMoneda',
      applies: has(1),
      compute: (l) => itbis(add(l.of('MontoGravado1OtraMoneda'), inForeign(excise(l), l)), 1, l),
      formula: `el 18 % de MontoGravado1OtraMoneda más los impuestos selectivos al consumo${salvoNota}`,
      source: 'campo 128, p. 31',
    },
    {
      code: 'ECF-MONEDA-07',
      campo: 'TotalITBIS2OtraMoneda',
      applies: has(2),
      compute: (l) => itbis(l.of('MontoGravado2OtraMoneda'), 2, l),
      formula: `el 16 % de MontoGravado2OtraMoneda${salvoNota}`,
      source: 'campo 129, p. 31',
    },
    {
      code: 'ECF-MONEDA-08',
      campo: 'TotalITBIS3OtraMoneda',
      applies: has(3),
      compute: (l) => itbis(l.of('MontoGravado3OtraMoneda'), 3, l),
      formula: 'el 0 % de MontoGravado3OtraMoneda',
      source: 'campo 130, p. 31',
    },
    {
      code: 'ECF-MONEDA-09',
      campo: 'TotalITBISOtraMoneda',
      applies: hasITBIS,
      compute: (l) =>
        sum([l.of('TotalITBIS1OtraMoneda'), l.of('TotalITBIS2OtraMoneda'), l.of('TotalITBIS3OtraMoneda')]),
      formula: 'TotalITBIS1OtraMoneda + TotalITBIS2OtraMoneda + TotalITBIS3OtraMoneda',
      source: 'campo 127, p. 30',
    },
    {
      code: 'ECF-MONEDA-10',
      campo: 'MontoImpuestoAdicionalOtraMoneda',
      applies: hasTaxes,
      compute: (l) => sum(l.taxes.map((tax) => inForeign(amountOfTax(tax), l))),
      formula: 'la suma de los impuestos adicionales entre el tipo de cambio',
      source: 'campo 131, p. 31',
    },
    {
      code: 'ECF-MONEDA-11',
      campo: 'MontoTotalOtraMoneda',
      applies: always,
      compute: (l) =>
        sum([
          l.of('MontoGravadoTotalOtraMoneda'),
          l.of('MontoExentoOtraMoneda'),
          l.of('TotalITBISOtraMoneda'),
          l.of('MontoImpuestoAdicionalOtraMoneda'),
        ]),
      formula:
        'MontoGravadoTotalOtraMoneda + MontoExentoOtraMoneda + TotalITBISOtraMoneda + MontoImpuestoAdicionalOtraMoneda',
      source: 'campo 137, p. 33',
    },
  ] as const satisfies readonly Omit<AmountRow, 'area'>[]
).map((row) => ({
  ...row,
  area: 'OtraMoneda',
  applies: (l) => foreignArea(l)?.TipoMoneda !== undefined && row.applies(l),
}));

const inForeign = (monto: Decimal, ledger: Ledger): Decimal => toForeign(monto, foreignArea(ledger)?.TipoCambio, 2);

/** Every amount of the two areas of totals, each after those that it depends on. */
export const amountRows: readonly AmountRow[] = [...totales, ...otraMoneda];

/** The rows that apply to a document: those of the other currency only where it has that area. */
export const amountRowsOf = ({ ecf }: Pick<Ledger, 'ecf'>): readonly AmountRow[] =>
  ecf.Encabezado?.OtraMoneda === undefined ? totales : amountRows;
