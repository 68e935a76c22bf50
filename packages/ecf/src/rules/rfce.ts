import {
  add,
  compare,
  compareFecha,
  type Decimal,
  type Fecha,
  formatMonto,
  parseENCF,
  parseFecha,
  sum,
} from '@timbre/values';
import type { Partly } from '../arithmetic/draft.ts';
import { amount } from '../arithmetic/reading.ts';
import type { ECFHead } from '../codec/write-document.ts';
import type { Fault } from '../fault.ts';
import { deriveRFCE, umbralResumen } from '../rfce.ts';
import type { RFCE } from '../schema/types.generated.ts';
import { plainTextRule, type TextAt, unplainTexts } from '../texts.ts';
import { lineTolerance, type Rule, ruleSet, within } from './rule.ts';

type Summary = Partly<RFCE>;
type Totales = NonNullable<NonNullable<Summary['Encabezado']>['Totales']>;
type Campo = Exclude<keyof Totales, 'ImpuestosAdicionales'>;

/** A summary being checked, and the current day in Santo Domingo where it is known. */
export interface CheckedSummary {
  readonly rfce: Summary;
  readonly hoy: Fecha | undefined;
}

const totales = (rfce: Summary): Totales => rfce.Encabezado?.Totales ?? {};
const emision = (rfce: Summary) => parseFecha(rfce.Encabezado?.Emisor?.FechaEmision ?? '');
const idDoc = (rfce: Summary) => rfce.Encabezado?.IdDoc ?? {};
const comprador = (rfce: Summary) => rfce.Encabezado?.Comprador ?? {};
const impuestos = (rfce: Summary) => totales(rfce).ImpuestosAdicionales?.ImpuestoAdicional ?? [];

const plus = (rfce: Summary, campos: readonly Campo[]): Decimal =>
  sum(campos.map((campo) => amount(totales(rfce)[campo])));

/** A rule that one amount of the summary is the sum of others. */
function sumRule(
  code: string,
  campo: Campo,
  is: (rfce: Summary) => Decimal,
  formula: string,
  source: string,
): Rule<Summary, CheckedSummary> {
  return {
    code,
    at: `Encabezado.Totales.${campo}`,
    severity: 'condicional',
    arithmetic: true,
    source: `Formato RFCE v1.0, ${source}`,
    holds: (rfce) =>
      totales(rfce)[campo] === undefined || within(amount(totales(rfce)[campo]), is(rfce), lineTolerance),
    message: (rfce) =>
      `${campo} dice ${formatMonto(amount(totales(rfce)[campo]))}, pero ${formula} da ${formatMonto(is(rfce))}`,
  };
}

/** Rules of the summary of a consumer invoice. */
const resumen = ruleSet<Summary, CheckedSummary>(
  ({ rfce }) => [rfce],
  () => '',
  [
    {
      code: 'RFCE-ENCF-01',
      at: 'Encabezado.IdDoc.eNCF',
      severity: 'rechazo',
      source: 'Formato RFCE v1.0, campos 2 y 3, p. 4',
      holds: (rfce) => idDoc(rfce).eNCF === undefined || parseENCF(idDoc(rfce).eNCF ?? '')?.tipo === '32',
      message: (rfce) =>
        `El resumen es de facturas de consumo: el eNCF debe ser E32 y diez dígitos, no «${idDoc(rfce).eNCF}»`,
    },
    {
      code: 'RFCE-FECHA-01',
      at: 'Encabezado.Emisor.FechaEmision',
      severity: 'rechazo',
      ofFacts: true,
      source: 'Formato RFCE v1.0, campo 10, p. 6; Informe Técnico §8, p. 14 (se envía al momento de la emisión)',
      holds: (rfce, { hoy }) => {
        const fecha = emision(rfce);
        return fecha === undefined || hoy === undefined || compareFecha(fecha, hoy) <= 0;
      },
      message: (rfce, { hoy }) =>
        `La fecha de emisión ${emision(rfce)} está en el futuro: en Santo Domingo hoy es ${hoy}`,
    },
    {
      code: 'RFCE-TOTAL-01',
      at: 'Encabezado.Totales.MontoTotal',
      severity: 'rechazo',
      source: 'Informe Técnico §9, p. 17; Formato RFCE v1.0, p. 3',
      holds: (rfce) => compare(amount(totales(rfce).MontoTotal), umbralResumen) < 0,
      message: (rfce) =>
        `Una factura de consumo de RD$${formatMonto(amount(totales(rfce).MontoTotal))} se envía completa: el resumen es para menos de RD$250,000.00`,
    },
    {
      code: 'RFCE-COMPRADOR-01',
      at: 'Encabezado.Comprador.IdentificadorExtranjero',
      severity: 'rechazo',
      source: 'Formato RFCE v1.0, nota 3, p. 6',
      holds: (rfce) =>
        comprador(rfce).RNCComprador === undefined || comprador(rfce).IdentificadorExtranjero === undefined,
      message: 'El comprador lleva RNCComprador o IdentificadorExtranjero, no los dos',
    },
    sumRule(
      'RFCE-TOTALES-01',
      'MontoGravadoTotal',
      (rfce) => plus(rfce, ['MontoGravadoI1', 'MontoGravadoI2', 'MontoGravadoI3']),
      'MontoGravadoI1 + MontoGravadoI2 + MontoGravadoI3',
      'campo 14, p. 7',
    ),
    sumRule(
      'RFCE-TOTALES-02',
      'TotalITBIS',
      (rfce) => plus(rfce, ['TotalITBIS1', 'TotalITBIS2', 'TotalITBIS3']),
      'TotalITBIS1 + TotalITBIS2 + TotalITBIS3',
      'campo 19, p. 8',
    ),
    sumRule(
      'RFCE-TOTALES-03',
      'MontoImpuestoAdicional',
      (rfce) =>
        sum(
          impuestos(rfce).flatMap((i) =>
            [
              i.MontoImpuestoSelectivoConsumoEspecifico,
              i.MontoImpuestoSelectivoConsumoAdvalorem,
              i.OtrosImpuestosAdicionales,
            ].map(amount),
          ),
        ),
      'la suma de los impuestos adicionales',
      'campo 23, p. 9',
    ),
    sumRule(
      'RFCE-TOTALES-04',
      'MontoTotal',
      (rfce) => plus(rfce, ['MontoGravadoTotal', 'MontoExento', 'TotalITBIS', 'MontoImpuestoAdicional']),
      'MontoGravadoTotal + MontoExento + TotalITBIS + MontoImpuestoAdicional',
      'campo 28, p. 11',
    ),
    sumRule(
      'RFCE-TOTALES-05',
      'MontoPeriodo',
      (rfce) => add(amount(totales(rfce).MontoTotal), amount(totales(rfce).MontoNoFacturable)),
      'MontoTotal + MontoNoFacturable',
      'campo 30, p. 12',
    ),
  ],
);

const formasDePago = (rfce: Summary) => idDoc(rfce).TablaFormasPago?.FormaDePago ?? [];

/** Rules of each payment of the summary: its schema demands none of the two elements. */
const pagosDeResumen = ruleSet<ReturnType<typeof formasDePago>[number], CheckedSummary>(
  ({ rfce }) => formasDePago(rfce),
  (_, index) => `Encabezado.IdDoc.TablaFormasPago.FormaDePago[${index + 1}]`,
  [
    {
      code: 'RFCE-PAGO-01',
      at: '',
      severity: 'rechazo',
      source: 'Formato RFCE v1.0, campos 6 y 7, p. 5 (el monto es el de su forma de pago)',
      holds: ({ FormaPago, MontoPago }) => FormaPago !== undefined && MontoPago !== undefined,
      message: ({ FormaPago }) =>
        `Una forma de pago exige FormaPago y MontoPago: falta ${FormaPago === undefined ? 'FormaPago' : 'MontoPago'}`,
    },
  ],
);

/** Rules of each additional tax of the summary: its schema does not demand the code. */
const impuestosDeResumen = ruleSet<ReturnType<typeof impuestos>[number], CheckedSummary>(
  ({ rfce }) => impuestos(rfce),
  (_, index) => `Encabezado.Totales.ImpuestosAdicionales.ImpuestoAdicional[${index + 1}]`,
  [
    {
      code: 'RFCE-IMPUESTO-01',
      at: 'TipoImpuesto',
      severity: 'rechazo',
      source: 'Formato RFCE v1.0, campos 24 a 27, p. 10-11 (cada monto es el de su código)',
      holds: ({ TipoImpuesto }) => TipoImpuesto !== undefined,
      message: 'Un impuesto adicional exige TipoImpuesto: el código del impuesto',
    },
  ],
);

/** Rules of the texts of the summary, in any element. */
const textosDeResumen = ruleSet<TextAt, CheckedSummary>(
  ({ rfce }) => unplainTexts(rfce),
  ({ path }) => path,
  [{ ...plainTextRule, code: 'RFCE-TEXTO-01', holds: () => false }],
);

export const resumenes = [resumen, pagosDeResumen, impuestosDeResumen, textosDeResumen];

type Tree = { readonly [name: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Every text of a tree by its path. */
function leaves(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (typeof value === 'string') into.set(path, value);
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) leaves(one, `${path}[${i + 1}]`, into);
  else if (isTree(value))
    for (const [name, one] of Object.entries(value)) leaves(one, path === '' ? name : `${path}.${name}`, into);
  return into;
}

/** Amounts are compared by value, so that 5 and 5.00 are equal. */
const isAmount = (path: string): boolean => /\.(Monto|Total|Otros)\w+$/.test(path);
const sameText = (path: string, a: string | undefined, b: string | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && isAmount(path) && compare(amount(a), amount(b)) === 0);

/**
 * Compares a summary from another source (the workbook's RFCE sheet) with the one derived from its full invoice.
 * The security code is not compared: it exists only once the invoice is signed.
 * @returns one `RFCE-RESUMEN-01` for each element that differs, is missing or is surplus; none when they agree
 * @source Formato RFCE v1.0: every field of the summary is the invoice's
 */
export function compareRFCE(rfce: Summary, invoice: ECFHead): Fault[] {
  const stated = leaves(rfce, '', new Map());
  const derived = leaves(deriveRFCE(invoice, ''), '', new Map());
  const paths = [...new Set([...derived.keys(), ...stated.keys()])];
  return paths
    .filter((path) => path !== 'Encabezado.CodigoSeguridadeCF')
    .filter((path) => !sameText(path, stated.get(path), derived.get(path)))
    .map((path) => ({
      code: 'RFCE-RESUMEN-01',
      path,
      message: `El resumen dice ${stated.get(path) ?? 'nada'} y la factura completa ${derived.get(path) ?? 'nada'}`,
    }));
}
