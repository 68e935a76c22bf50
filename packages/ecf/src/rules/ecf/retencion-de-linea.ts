import { add, compare, type Decimal, formatMonto, isNegative, isZero, mul } from '@timbre/values';
import { itbisWithholdingRate } from '@timbre/values/retenciones';
import { percent } from '../../arithmetic/excise.ts';
import { familiaDe, tasaITBIS } from '../../arithmetic/rates.ts';
import { adjustmentsOnLine, amount, type Line, netOfLine } from '../../arithmetic/reading.ts';
import { lineTolerance } from '../rule.ts';
import type { Checked } from './context.ts';
import { type LineRule, lineSet } from './line-set.ts';

const rules: readonly LineRule[] = [
  {
    code: 'ECF-RETENCION-01',
    at: 'Retencion.IndicadorAgenteRetencionoPercepcion',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 5 del detalle, p. 36',
    holds: ({ item: { Retencion } }) => Retencion?.IndicadorAgenteRetencionoPercepcion !== undefined,
    message: 'Una retención exige IndicadorAgenteRetencionoPercepcion',
  },
  {
    code: 'ECF-RETENCION-02',
    at: 'Retencion.IndicadorAgenteRetencionoPercepcion',
    severity: 'condicional',
    source: 'Formato e-CF v1.0, notas 32 y 52, p. 27 y 36',
    holds: ({ item: { Retencion } }) => Retencion?.IndicadorAgenteRetencionoPercepcion !== '2',
    message: 'El régimen de percepción no está vigente: IndicadorAgenteRetencionoPercepcion debe ser 1 (retención)',
  },
  {
    code: 'ECF-RETENCION-03',
    tipos: ['31', '33', '34', '41'],
    at: 'Retencion.MontoITBISRetenido',
    severity: 'condicional',
    source: 'Formato e-CF v1.0, nota 53, p. 36',
    holds: ({ item: { Retencion }, indicador }) =>
      Retencion?.IndicadorAgenteRetencionoPercepcion !== '1' ||
      indicador !== '4' ||
      (Retencion.MontoITBISRetenido !== undefined && isZero(amount(Retencion.MontoITBISRetenido))),
    message: 'De un ítem exento no se retiene ITBIS: MontoITBISRetenido debe decir 0.00',
  },
  {
    code: 'ECF-RETENCION-04',
    tipos: ['41'],
    at: 'Retencion.MontoISRRetenido',
    severity: 'condicional',
    source: 'Formato e-CF v1.0, campo 7 del detalle, p. 36',
    holds: ({ item }) => item.IndicadorBienoServicio !== '2' || item.Retencion?.MontoISRRetenido !== undefined,
    message: 'En el tipo 41, un servicio con retención exige MontoISRRetenido',
  },
  {
    code: 'ECF-RETENCION-05',
    tipos: ['41'],
    at: 'Retencion.MontoITBISRetenido',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 5 y 6 del detalle, p. 36',
    holds: ({ item, indicador }) =>
      (indicador !== '1' && indicador !== '2') || item.Retencion?.MontoITBISRetenido !== undefined,
    message: 'En el tipo 41, un ítem gravado con ITBIS exige MontoITBISRetenido: lo retiene quien compra',
  },
  {
    code: 'ECF-RETENCION-11',
    tipos: ['31', '33', '34'],
    at: 'Retencion',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 5-7 del detalle, p. 36 (condicionales a que exista retención)',
    holds: ({ item: { Retencion } }) =>
      Retencion?.MontoITBISRetenido !== undefined || Retencion?.MontoISRRetenido !== undefined,
    message:
      'La línea dice que hay retención y no cuánto: ponga MontoITBISRetenido o MontoISRRetenido, o quite Retencion',
  },
  {
    code: 'ECF-RETENCION-12',
    at: 'Retencion.MontoITBISRetenido',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campo 6 del detalle, p. 36: se retiene del ITBIS de la línea',
    holds: (line, c) => {
      const most = itbisOf(line, c);
      return most === undefined || isWithin(line.item.Retencion?.MontoITBISRetenido, most, c);
    },
    message: (line, c) =>
      `MontoITBISRetenido dice ${formatMonto(amount(line.item.Retencion?.MontoITBISRetenido))}, más que el ITBIS de la línea, ${formatMonto(itbisOf(line, c)!)}`,
  },
  {
    code: 'ECF-RETENCION-13',
    at: 'Retencion.MontoISRRetenido',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campo 7 del detalle, p. 36: se retiene del monto de la línea',
    holds: (line, c) => isWithin(line.item.Retencion?.MontoISRRetenido, netOf(line, c), c),
    message: (line, c) =>
      `MontoISRRetenido dice ${formatMonto(amount(line.item.Retencion?.MontoISRRetenido))}, más que la línea, ${formatMonto(netOf(line, c))}`,
  },
  {
    code: 'ECF-RETENCION-14',
    tipos: ['31', '33', '34'],
    at: 'Retencion.MontoITBISRetenido',
    severity: 'aviso',
    source: 'Norma General 02-2026, citada por otros, que deja sin efecto la Norma 02-05 ante quien factura con e-CF',
    holds: ({ item: { Retencion } }, c) => isZero(amount(Retencion?.MontoITBISRetenido)) || !isBetweenCompanies(c),
    message: ({ item: { Retencion } }) =>
      `Se retienen ${formatMonto(amount(Retencion?.MontoITBISRetenido))} de ITBIS entre sociedades; desde el 16-09-2026 la Norma 02-2026 no lo manda ante quien factura con e-CF: confírmelo con la DGII`,
  },
];

/** The amount of a line without taxes, with its share of the global surcharges: the most that tax is withheld from. */
const netOf = (line: Line, { ledger }: Checked): Decimal =>
  add(
    netOfLine(ledger, line),
    adjustmentsOnLine(ledger, line, (monto) => !isNegative(monto)),
  );

/** The most ITBIS that a line can have; undefined if an excise, which the line does not state, raises it. */
function itbisOf(line: Line, c: Checked): Decimal | undefined {
  const isExcise = line.impuestos.some((code) => familiaDe(code) !== 'otros');
  if (isExcise) return undefined;
  const rate = line.indicador === '1' ? 1 : line.indicador === '2' ? 2 : 3;
  return mul(netOf(line, c), percent(tasaITBIS(rate, c.ledger.fecha)));
}

/**
 * Whether a withheld amount does not exceed the amount that it is withheld from. Also true where the line is compared
 * with the law, which says more.
 */
const isWithin = (withheld: string | undefined, most: Decimal, { ley }: Checked): boolean =>
  ley.length > 0 || compare(amount(withheld), add(most, lineTolerance)) <= 0;

const isCompany = (rnc: string | undefined): boolean => rnc?.length === 9;

/** Whether seller and buyer are companies, on a day on which no norm orders to withhold ITBIS from the seller. */
function isBetweenCompanies({ ecf: { Encabezado }, ledger: { fecha } }: Checked): boolean {
  const both = isCompany(Encabezado?.Emisor?.RNCEmisor) && isCompany(Encabezado?.Comprador?.RNCComprador);
  return both && fecha !== undefined && itbisWithholdingRate('servicios-sociedad', fecha, 'E31') === undefined;
}

/** Rules of what each line withholds, by itself. */
export const retencionDeLinea = lineSet(({ item }) => item.Retencion !== undefined, rules);
