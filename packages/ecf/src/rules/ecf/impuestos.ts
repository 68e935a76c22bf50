import { compare, type Decimal, formatDecimal, formatMonto, isZero, zero } from '@timbre/values';
import { type AdditionalTax, isGranel } from '../../arithmetic/additional-taxes.ts';
import { isEspecifico } from '../../arithmetic/excise.ts';
import {
  especificoDe,
  nombreDeTrimestre,
  tasaImpuestoAdicional,
  trimestreDe,
  trimestreSinTasa,
} from '../../arithmetic/rates.ts';
import { type Rule, ruleSet, totalTolerance, within } from '../rule.ts';
import type { Checked } from './context.ts';

/** Whether nothing is due: the tax is less than a cent, or all its lines are sold in bulk. */
const owesNothing = ({ familia, esperado, lines }: AdditionalTax): boolean =>
  (esperado !== undefined && isZero(esperado)) || (familia === 'alcohol' && lines.every(isGranel));

/** The rate of a tax on the day of issue, where it is known. */
const legalRate = ({ TipoImpuesto }: AdditionalTax, { ledger }: Checked): Decimal | undefined =>
  tasaImpuestoAdicional(TipoImpuesto, ledger.fecha, ledger.tasas);

/** Whether the stated rate is that of the day of issue, or cannot be compared. */
function isLegalRate(tax: AdditionalTax, checked: Checked): boolean {
  const legal = legalRate(tax, checked);
  return tax.tasa === undefined || legal === undefined || compare(tax.tasa, legal) === 0;
}

/** The quarter of issue in words, if its specific rates are not known. */
const unknownQuarter = ({ ledger }: Checked): string | undefined => trimestreSinTasa(ledger.fecha, ledger.tasas);

const rules: readonly Rule<AdditionalTax, Checked>[] = [
  {
    code: 'ECF-IMPUESTO-01',
    at: '',
    severity: 'rechazo',
    ofFacts: true,
    source: 'Formato e-CF v1.0, notas 23 y 24, p. 22-23',
    holds: (tax) => tax.familia === 'otros' || tax.dado !== undefined || owesNothing(tax),
    message: ({ TipoImpuesto, campo, esperado }, checked) => {
      const trimestre = esperado === undefined ? unknownQuarter(checked) : undefined;
      return trimestre === undefined
        ? `Hay ítems con el impuesto selectivo ${TipoImpuesto}: los totales deben traer su ${campo}`
        : `La tasa del trimestre ${trimestre} no está cargada, y los totales no dicen la del impuesto selectivo ${especificoDe(TipoImpuesto) ?? TipoImpuesto}: póngala en TasaImpuestoAdicional, de la resolución de la DGII para el trimestre, o pida a quien administra la plataforma que la cargue`;
    },
  },
  {
    code: 'ECF-IMPUESTO-02',
    at: '',
    severity: 'condicional',
    source: 'Formato e-CF v1.0, campo 109, p. 24',
    holds: (tax) => tax.familia !== 'otros' || tax.dado !== undefined || owesNothing(tax),
    message: ({ TipoImpuesto, campo }) =>
      `Hay ítems con el impuesto ${TipoImpuesto}: los totales deben traer su ${campo}`,
  },
  {
    code: 'ECF-IMPUESTO-03',
    at: 'TipoImpuesto',
    severity: 'condicional',
    source: 'Formato e-CF v1.0, tabla de impuestos adicionales, p. 22',
    holds: ({ lines }) => lines.length > 0,
    message: ({ TipoImpuesto }) => `Los totales traen el impuesto adicional ${TipoImpuesto}, que ningún ítem lleva`,
  },
  {
    code: 'ECF-IMPUESTO-04',
    at: '',
    severity: 'condicional',
    arithmetic: true,
    source: 'Formato e-CF v1.0, campos 107-109, p. 22-25; Informe Técnico §14-15',
    holds: ({ dado, esperado, lines }, { ledger }) =>
      dado === undefined ||
      esperado === undefined ||
      lines.length === 0 ||
      within(dado, esperado, totalTolerance(ledger.lines.length)),
    message: ({ TipoImpuesto, campo, dado, esperado }) =>
      `${campo} del impuesto ${TipoImpuesto} dice ${formatMonto(dado ?? zero)}, pero los ítems que lo llevan dan ${formatMonto(esperado ?? zero)}`,
  },
  {
    code: 'ECF-IMPUESTO-05',
    at: 'TasaImpuestoAdicional',
    severity: 'condicional',
    source: 'Formato e-CF v1.0, campo 106 y nota 20, p. 22',
    holds: (tax, checked) => isEspecifico(tax.familia) || isLegalRate(tax, checked),
    message: (tax, checked) =>
      `La tasa del impuesto ${tax.TipoImpuesto} dice ${formatDecimal(tax.tasa ?? zero)}; a la fecha de emisión rige ${formatDecimal(legalRate(tax, checked) ?? zero)}`,
  },
];

/** The quarter of issue in words. */
const quarterOf = ({ ledger: { fecha } }: Checked): string =>
  fecha === undefined ? '' : nombreDeTrimestre(trimestreDe(fecha));

/** Rules of each specific excise, whose rate changes every quarter. */
const perQuarter = ruleSet<AdditionalTax, Checked>(
  ({ ledger }) => ledger.taxes.filter((tax) => isEspecifico(tax.familia) && tax.tasa !== undefined),
  ({ index }) =>
    `Encabezado.Totales.ImpuestosAdicionales${index === undefined ? '' : `.ImpuestoAdicional[${index + 1}]`}`,
  [
    {
      code: 'ECF-IMPUESTO-07',
      at: 'TasaImpuestoAdicional',
      severity: 'aviso',
      ofFacts: true,
      source: 'Formato e-CF v1.0, campo 106 b y nota 82, p. 22 y 60 (la tasa es la del período)',
      holds: (tax, checked) => unknownQuarter(checked) === undefined || owesNothing(tax),
      message: ({ TipoImpuesto, tasa }, checked) =>
        `La tasa del trimestre ${unknownQuarter(checked)} no está cargada, y no se pudo comprobar la que dice el impuesto ${TipoImpuesto}, ${formatDecimal(tasa ?? zero)}: compárela con la resolución de la DGII para el trimestre, o pida a quien administra la plataforma que la cargue`,
    },
    {
      code: 'ECF-IMPUESTO-08',
      at: 'TasaImpuestoAdicional',
      severity: 'condicional',
      ofFacts: true,
      arithmetic: true,
      source: 'Formato e-CF v1.0, campo 106 b y nota 20, p. 22',
      holds: isLegalRate,
      message: (tax, checked) =>
        `La tasa del impuesto ${tax.TipoImpuesto} dice ${formatDecimal(tax.tasa ?? zero)}; la de ${quarterOf(checked)}, trimestre de la fecha de emisión, es ${formatDecimal(legalRate(tax, checked) ?? zero)}`,
    },
  ],
);

/** Rules of each additional tax, whether it comes from the lines or from the totals. */
const perTax = ruleSet<AdditionalTax, Checked>(
  ({ ledger }) => ledger.taxes,
  ({ index }) =>
    `Encabezado.Totales.ImpuestosAdicionales${index === undefined ? '' : `.ImpuestoAdicional[${index + 1}]`}`,
  rules,
);

type StatedTax = { readonly TipoImpuesto?: string | undefined };
const entriesOf = ({ ecf }: Checked): readonly StatedTax[] =>
  ecf.Encabezado?.Totales?.ImpuestosAdicionales?.ImpuestoAdicional ?? [];

const perEntry = ruleSet<StatedTax, Checked>(
  entriesOf,
  (_, index) => `Encabezado.Totales.ImpuestosAdicionales.ImpuestoAdicional[${index + 1}]`,
  [
    {
      code: 'ECF-IMPUESTO-09',
      tipos: ['34'],
      at: 'TipoImpuesto',
      severity: 'rechazo',
      source: 'Formato e-CF v1.0, campos 105 a 109, p. 22-25 (cada monto es el de su código)',
      holds: ({ TipoImpuesto }) => TipoImpuesto !== undefined,
      message: 'Un impuesto adicional de los totales exige TipoImpuesto: el código del impuesto',
    },
    {
      code: 'ECF-IMPUESTO-06',
      at: 'TipoImpuesto',
      severity: 'rechazo',
      source: 'Formato e-CF v1.0, campo 105, p. 22',
      holds: (entry, c) =>
        entry.TipoImpuesto === undefined ||
        entriesOf(c).find(({ TipoImpuesto }) => TipoImpuesto === entry.TipoImpuesto) === entry,
      message: ({ TipoImpuesto }) =>
        `El impuesto adicional ${TipoImpuesto} está dos veces en los totales: va una vez, con la suma`,
    },
  ],
);

export const impuestos = [perTax, perQuarter, perEntry];
