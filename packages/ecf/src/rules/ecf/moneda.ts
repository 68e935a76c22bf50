import { formatMonto, isZero, parseDecimal, rateFault } from '@timbre/values';
import type { CampoImpuesto } from '../../arithmetic/additional-taxes.ts';
import type { Partly } from '../../arithmetic/draft.ts';
import { type Adjustment, amount, toForeign } from '../../arithmetic/reading.ts';
import type { ECF } from '../../schema/types.generated.ts';
import { lineTolerance, ruleSet, within } from '../rule.ts';
import type { Checked, DocumentRule } from './context.ts';

const otraMoneda = ({ ecf }: Checked) => ecf.Encabezado?.OtraMoneda;

const rules: readonly DocumentRule[] = [
  {
    code: 'ECF-MONEDA-12',
    at: 'Encabezado.OtraMoneda',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 120 y 121, p. 28',
    holds: ({ ecf: { Encabezado } }) =>
      Encabezado?.OtraMoneda === undefined ||
      (Encabezado.OtraMoneda.TipoMoneda !== undefined && Encabezado.OtraMoneda.TipoCambio !== undefined),
    message: 'Una factura en otra moneda exige TipoMoneda y TipoCambio',
  },
  {
    code: 'ECF-MONEDA-14',
    // A rejection although the DGII accepts any rate above 0: a signed document cannot be changed, and a wrong rate
    // falsifies every amount in pesos (docs/design/reports.md#what-comes-in). A credit note copies the rate of the
    // document that it annuls.
    tipos: ['31', '32', '33', '41', '43', '44', '45', '46', '47'],
    at: 'Encabezado.OtraMoneda.TipoCambio',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 120 y 121, p. 28: la tasa lleva la otra moneda a pesos',
    holds: (c) => wrongRate(c) === undefined,
    message: (c) => {
      const { TipoMoneda, TipoCambio } = c.ecf.Encabezado?.OtraMoneda ?? {};
      return `${TipoMoneda} con TipoCambio ${TipoCambio}: ${wrongRate(c)}. Escriba los pesos que vale una unidad`;
    },
  },
  {
    code: 'ECF-MONEDA-18',
    // Two documents of the official set break it: not a fault. Such a document is judged without the data of its issuer.
    at: 'Encabezado.OtraMoneda',
    severity: 'aviso',
    ofFacts: true,
    source: 'Formato e-CF v1.0, área OtraMoneda, p. 27, y nota 72 del detalle, p. 43',
    holds: (c) => c.emisor === undefined || otraMoneda(c) !== undefined || foreignItem(c) === undefined,
    message: (c) =>
      `La línea ${foreignItem(c)} trae montos en otra moneda, y el encabezado no dice cuál: falta OtraMoneda, con TipoMoneda y TipoCambio`,
  },
];

/** Number of the first line that states amounts in another currency; undefined if none does. */
function foreignItem({ ledger: { lines } }: Checked): number | undefined {
  const at = lines.findIndex(({ item }) => Object.keys(item.OtraMonedaDetalle ?? {}).length > 0);
  return at < 0 ? undefined : at + 1;
}

/**
 * Why the stated exchange rate is not a possible one; undefined if it is. A missing one is a fault of ECF-MONEDA-12.
 */
export function wrongRate({ ecf: { Encabezado } }: Checked): string | undefined {
  const { TipoMoneda, TipoCambio } = Encabezado?.OtraMoneda ?? {};
  const rate = TipoCambio === undefined ? undefined : parseDecimal(TipoCambio);
  return TipoMoneda === undefined || rate === undefined ? undefined : rateFault(TipoMoneda, rate);
}

/** Rules of the other currency of a document. */
const documento = ruleSet<Checked, Checked>(
  (c) => [c],
  () => '',
  rules,
);

/** Whether an amount in the other currency is its amount in pesos, divided by the exchange rate. Also true if one is missing. */
function isExchanged(c: Checked, foreign: string | undefined, pesos: string | undefined): boolean {
  const TipoCambio = otraMoneda(c)?.TipoCambio;
  if (foreign === undefined || pesos === undefined || isZero(amount(TipoCambio))) return true;
  return within(amount(foreign), toForeign(amount(pesos), TipoCambio, 2), lineTolerance);
}

/** The end of a message about an amount that {@link isExchanged} refuses. */
const exchangeText = (pesos: string | undefined, c: Checked): string => {
  const TipoCambio = otraMoneda(c)?.TipoCambio;
  return `${formatMonto(amount(pesos))} entre el TipoCambio ${TipoCambio} da ${formatMonto(toForeign(amount(pesos), TipoCambio, 2))}`;
};

/** Rules of the amounts that global adjustments state in the other currency. */
const ajustes = ruleSet<Adjustment, Checked>(
  ({ ledger }) => ledger.adjustments,
  (_, index) => `DescuentosORecargos.DescuentoORecargo[${index + 1}]`,
  [
    {
      code: 'ECF-MONEDA-16',
      at: 'MontoDescuentooRecargoOtraMoneda',
      severity: 'condicional',
      arithmetic: true,
      source: 'Formato e-CF v1.0, sección D, campo 8, p. 49, y campo 121, p. 28',
      holds: ({ ajuste }, c) => isExchanged(c, ajuste.MontoDescuentooRecargoOtraMoneda, ajuste.MontoDescuentooRecargo),
      message: ({ ajuste }, c) =>
        `MontoDescuentooRecargoOtraMoneda dice ${ajuste.MontoDescuentooRecargoOtraMoneda}, pero ${exchangeText(ajuste.MontoDescuentooRecargo, c)}`,
    },
  ],
);

type ForeignTax = Partly<
  NonNullable<
    NonNullable<NonNullable<ECF['Encabezado']['OtraMoneda']>['ImpuestosAdicionalesOtraMoneda']>
  >['ImpuestoAdicionalOtraMoneda'][number]
>;

const camposDeImpuesto = [
  'MontoImpuestoSelectivoConsumoEspecifico',
  'MontoImpuestoSelectivoConsumoAdvalorem',
  'OtrosImpuestosAdicionales',
] as const satisfies readonly CampoImpuesto[];

/** The entry of Totales about the same tax. */
const inPesos = ({ TipoImpuestoOtraMoneda }: ForeignTax, { ecf }: Checked) =>
  ecf.Encabezado?.Totales?.ImpuestosAdicionales?.ImpuestoAdicional?.find(
    ({ TipoImpuesto }) => TipoImpuesto === TipoImpuestoOtraMoneda,
  );

/** The first amount of a tax that is not its amount in pesos, divided by the exchange rate. */
const wrongTaxAmount = (tax: ForeignTax, c: Checked): CampoImpuesto | undefined =>
  camposDeImpuesto.find((campo) => !isExchanged(c, tax[`${campo}OtraMoneda`], inPesos(tax, c)?.[campo]));

/** Rules of the additional taxes in the other currency. */
const impuestos = ruleSet<ForeignTax, Checked>(
  (c) => otraMoneda(c)?.ImpuestosAdicionalesOtraMoneda?.ImpuestoAdicionalOtraMoneda ?? [],
  (_, index) => `Encabezado.OtraMoneda.ImpuestosAdicionalesOtraMoneda.ImpuestoAdicionalOtraMoneda[${index + 1}]`,
  [
    {
      code: 'ECF-MONEDA-20',
      tipos: ['44', '45'],
      at: 'TipoImpuestoOtraMoneda',
      severity: 'rechazo',
      source: 'Formato e-CF v1.0, campos 132 a 136, p. 32-33',
      holds: (tax) => tax.TipoImpuestoOtraMoneda !== undefined,
      message: 'Un impuesto adicional en otra moneda exige TipoImpuestoOtraMoneda: el código del impuesto',
    },
    {
      code: 'ECF-MONEDA-17',
      at: '',
      severity: 'condicional',
      arithmetic: true,
      source: 'Formato e-CF v1.0, campos 134-136, p. 32-33',
      holds: (tax, c) => wrongTaxAmount(tax, c) === undefined,
      message: (tax, c) => {
        const campo = wrongTaxAmount(tax, c) ?? 'OtrosImpuestosAdicionales';
        return `${campo}OtraMoneda del impuesto ${tax.TipoImpuestoOtraMoneda} dice ${tax[`${campo}OtraMoneda`]}, pero ${exchangeText(inPesos(tax, c)?.[campo], c)}`;
      },
    },
  ],
);

export const moneda = [documento, ajustes, impuestos];
