import { CodificacionTipoImpuestos, type ECF, TipoAjuste } from '@timbre/ecf';
import { formatDecimal, parseDecimal, sum, zero } from '@timbre/values';
import { field } from './head.ts';
import type { Content, Printed, TotalRow } from './printed.ts';
import { amountText, inWords, percentText } from './words.ts';

type Totales = ECF['Encabezado']['Totales'];
type OtraMoneda = NonNullable<ECF['Encabezado']['OtraMoneda']>;
type Kind = TotalRow['kind'];
type Row = readonly [campo: keyof Totales & string, label: string, kind: Kind, otra?: keyof OtraMoneda & string];

const gravado: readonly Row[] = [
  ['MontoGravadoI1', 'Gravado al 18 %', 'part', 'MontoGravado1OtraMoneda'],
  ['MontoGravadoI2', 'Gravado al 16 %', 'part', 'MontoGravado2OtraMoneda'],
  ['MontoGravadoI3', 'Gravado al 0 %', 'part', 'MontoGravado3OtraMoneda'],
];

const itbis: readonly Row[] = [
  ['TotalITBIS1', 'ITBIS 18 %', 'part', 'TotalITBIS1OtraMoneda'],
  ['TotalITBIS2', 'ITBIS 16 %', 'part', 'TotalITBIS2OtraMoneda'],
  ['TotalITBIS3', 'ITBIS 0 %', 'part', 'TotalITBIS3OtraMoneda'],
];

const afterTotal: readonly Row[] = [
  ['MontoNoFacturable', 'Monto no facturable', 'sum'],
  ['MontoPeriodo', 'Monto del período', 'sum'],
  ['SaldoAnterior', 'Saldo anterior', 'sum'],
  ['MontoAvancePago', 'Avance de pago', 'sum'],
  ['ValorPagar', 'Valor a pagar', 'total'],
  ['TotalITBISRetenido', 'ITBIS retenido', 'sum'],
  ['TotalISRRetencion', 'ISR retenido', 'sum'],
  ['TotalITBISPercepcion', 'ITBIS percibido', 'sum'],
  ['TotalISRPercepcion', 'ISR percibido', 'sum'],
];

const taxPath = 'Encabezado.Totales.ImpuestosAdicionales.ImpuestoAdicional';

function total(ecf: ECF, [campo, label, kind, otra]: Row): readonly TotalRow[] {
  const { Totales, OtraMoneda } = ecf.Encabezado;
  const text = Totales[campo];
  const foreign = otra === undefined ? undefined : OtraMoneda?.[otra];
  if (typeof text !== 'string' && typeof foreign !== 'string') return [];
  const of = [
    ...(typeof text === 'string' ? [`Encabezado.Totales.${campo}`] : []),
    ...(typeof foreign === 'string' ? [`Encabezado.OtraMoneda.${otra}`] : []),
  ];
  return [
    {
      label,
      kind,
      of,
      text: typeof text === 'string' ? amountText(text) : '',
      ...(typeof foreign === 'string' ? { otraMoneda: amountText(foreign) } : {}),
    },
  ];
}

/** Whether a part has the amounts of its sum, so that one row shows both. */
const isWhole = (sum: TotalRow, part: TotalRow): boolean =>
  sum.text === part.text && (part.otraMoneda === undefined || sum.otraMoneda === part.otraMoneda);

/**
 * The sum, followed by its parts; a single part with the amounts of the sum is merged into it. If the document has no
 * sum, none is computed and only the parts are printed.
 */
function withParts(ecf: ECF, row: Row, parts: readonly Row[]): readonly TotalRow[] {
  const whole = total(ecf, row);
  const rows = parts.flatMap((part) => total(ecf, part));
  const [sum, only] = [whole[0], rows[0]];
  if (sum === undefined || only === undefined || rows.length > 1 || !isWhole(sum, only)) return [...whole, ...rows];
  const rate = / (al )?(\d+ %)$/.exec(only.label)?.[2];
  const label = rate === undefined || row[1].startsWith('Subtotal') ? row[1] : `${row[1]} ${rate}`;
  return [{ ...sum, label, of: [...sum.of, ...only.of] }];
}

type Impuesto = NonNullable<Totales['ImpuestosAdicionales']>['ImpuestoAdicional'][number];
type ImpuestoOtraMoneda = NonNullable<
  OtraMoneda['ImpuestosAdicionalesOtraMoneda']
>['ImpuestoAdicionalOtraMoneda'][number];

/** A tax by its name, with its amount in one currency or in both. */
function taxRow(code: string, entry: Impuesto | undefined, otra: ImpuestoOtraMoneda | undefined): TotalRow {
  const campo = (
    [
      'MontoImpuestoSelectivoConsumoEspecifico',
      'MontoImpuestoSelectivoConsumoAdvalorem',
      'OtrosImpuestosAdicionales',
    ] as const
  ).filter((name) => entry?.[name] !== undefined);
  const tasa = entry?.TasaImpuestoAdicional;
  const rate = code <= '005' && tasa ? ` (${percentText(tasa)})` : '';
  const otraMonto = sumOf([
    otra?.MontoImpuestoSelectivoConsumoEspecificoOtraMoneda,
    otra?.MontoImpuestoSelectivoConsumoAdvaloremOtraMoneda,
    otra?.OtrosImpuestosAdicionalesOtraMoneda,
  ]);
  return {
    label: `${code === '002' ? 'CDT' : inWords(CodificacionTipoImpuestos, code)}${rate}`,
    text: entry === undefined ? '' : amountText(sumOf(campo.map((name) => entry[name])) ?? '0.00'),
    of: campo.map((name) => `${taxPath}.${name}`),
    kind: 'part',
    ...(otraMonto === undefined ? {} : { otraMoneda: amountText(otraMonto) }),
  };
}

/** The taxes by name: ISC, CDT, propina legal. @source Informe Técnico §17.2.2, Total ISC, CDT and Propina legal */
function taxes(ecf: ECF): readonly TotalRow[] {
  const { Totales, OtraMoneda } = ecf.Encabezado;
  const entries = Totales.ImpuestosAdicionales?.ImpuestoAdicional ?? [];
  const unmatched = [...(OtraMoneda?.ImpuestosAdicionalesOtraMoneda?.ImpuestoAdicionalOtraMoneda ?? [])];
  const rows = entries.map((entry) => {
    const code = entry.TipoImpuesto ?? '';
    const index = unmatched.findIndex(({ TipoImpuestoOtraMoneda = '' }) => TipoImpuestoOtraMoneda === code);
    return taxRow(code, entry, index < 0 ? undefined : unmatched.splice(index, 1)[0]);
  });
  rows.push(...unmatched.map((otra) => taxRow(otra.TipoImpuestoOtraMoneda ?? '', undefined, otra)));
  const onlyISC = entries.length > 0 && entries.every(({ TipoImpuesto = '' }) => TipoImpuesto >= '006');
  const label = onlyISC ? 'Total ISC' : 'Total impuestos adicionales';
  const whole = total(ecf, ['MontoImpuestoAdicional', label, 'sum', 'MontoImpuestoAdicionalOtraMoneda']);
  const [sum, only] = [whole[0], rows[0]];
  if (sum === undefined || only === undefined || rows.length > 1 || !isWhole(sum, only)) return [...whole, ...rows];
  return [{ ...sum, label: only.label, of: [...sum.of, ...only.of] }];
}

/** The sum of the amounts that are present; undefined if there are none. */
function sumOf(texts: readonly (string | undefined)[]): string | undefined {
  const present = texts.filter((text) => text !== undefined);
  return present.length === 0 ? undefined : formatDecimal(sum(present.map((text) => parseDecimal(text) ?? zero)), 2);
}

const ajuste = (name: string) => `DescuentosORecargos.DescuentoORecargo.${name}`;

/** The global discounts and surcharges. @source Informe Técnico §17.2.2, n. 50; Formato e-CF, sección D, campos 4-7 */
export const adjustmentsOf = (ecf: ECF): readonly TotalRow[] =>
  (ecf.DescuentosORecargos?.DescuentoORecargo ?? []).map((a): TotalRow => {
    const signed = (amount: string) => amountText(a.TipoAjuste === 'D' ? `-${amount}` : amount);
    const percentage = a.ValorDescuentooRecargo && percentText(a.ValorDescuentooRecargo);
    const isNorma1007 = a.IndicadorNorma1007 === '1';
    const label = [percentage, a.TipoValor === '%' && percentage ? undefined : a.TipoValor].filter(Boolean).join(' ');
    const name = a.DescripcionDescuentooRecargo ?? `${inWords(TipoAjuste, a.TipoAjuste)} global`;
    const shown = [
      ...(a.DescripcionDescuentooRecargo === undefined ? (['TipoAjuste'] as const) : []),
      ...(isNorma1007 ? (['IndicadorNorma1007'] as const) : []),
      'DescripcionDescuentooRecargo',
      'TipoValor',
      'ValorDescuentooRecargo',
      'MontoDescuentooRecargo',
      'MontoDescuentooRecargoOtraMoneda',
    ] as const;
    const otra = a.MontoDescuentooRecargoOtraMoneda;
    return {
      label: `${name}${label === '' ? '' : ` (${label})`}${isNorma1007 ? ', Norma 10-07' : ''}`,
      text: a.MontoDescuentooRecargo === undefined ? '' : signed(a.MontoDescuentooRecargo),
      of: shown.filter((element) => a[element] !== undefined).map(ajuste),
      kind: 'sum',
      ...(otra === undefined ? {} : { otraMoneda: signed(otra) }),
    };
  });

/** The informative subtotals. @source Formato e-CF, sección C: column I is N for all of them */
export const subtotalsOf = (ecf: ECF): readonly Printed[] =>
  (ecf.Subtotales?.Subtotal ?? []).flatMap((s) =>
    field(
      s.DescripcionSubtotal ?? `Subtotal ${s.NumeroSubTotal ?? ''}`.trim(),
      s.MontoSubTotal && amountText(s.MontoSubTotal),
      'Subtotales.Subtotal.MontoSubTotal',
    ),
  );

/** The totals in the order of the official models. @source Informe Técnico §17.2.2, p. 33-34 */
export function totalsOf(ecf: ECF): Pick<Content, 'totals' | 'currencies'> {
  const totals = [
    ...withParts(ecf, ['MontoGravadoTotal', 'Subtotal gravado', 'sum', 'MontoGravadoTotalOtraMoneda'], gravado),
    ...total(ecf, ['MontoExento', 'Subtotal exento', 'sum', 'MontoExentoOtraMoneda']),
    ...taxes(ecf),
    ...withParts(ecf, ['TotalITBIS', 'Total ITBIS', 'sum', 'TotalITBISOtraMoneda'], itbis),
    ...total(ecf, ['MontoTotal', 'Total', 'total', 'MontoTotalOtraMoneda']),
    ...afterTotal.flatMap((row) => total(ecf, row)),
  ];
  const foreign = [...totals, ...adjustmentsOf(ecf)].some(({ otraMoneda }) => otraMoneda !== undefined);
  const code = ecf.Encabezado.OtraMoneda?.TipoMoneda;
  return { totals, currencies: foreign ? ['RD$', code ?? 'Otra moneda'] : ['RD$'] };
}
