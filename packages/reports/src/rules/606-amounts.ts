import { add, type Decimal, decimal, divide, formatMonto, mul, periodoOf, sub, zero } from '@timbre/values';
import { isrRate, itbisWithholdingRate, rateText, type WithholdingRate, withhold } from '@timbre/values/retenciones';
import { itbisRates, legalTip } from '../dated/itbis.ts';
import type { Draft606 } from '../layout/606.ts';
import { isCompras, isPagoExterior } from '../layout/ncf.ts';
import { atMost, near, type RowRule, same, some } from './rule.ts';

type Rule = RowRule<'606', Draft606>;

const tool = 'Herramienta 606 v2025';
const portal = 'DGII ayuda CA3901, alertas del 606';
const hundred = decimal('100');

const isCedula = (row: Draft606): boolean => row.rnc_cedula?.length === 11;
const percentOf = (amount: Draft606['itbis_facturado'], percent: typeof hundred) =>
  divide(mul(amount ?? zero, percent), hundred, 2);

const amounts: readonly Rule[] = [
  {
    code: '606-MONTO-01',
    severity: 'error',
    at: 'total_monto_facturado',
    source: tool,
    holds: ({ monto_servicios, monto_bienes, total_monto_facturado: total }) =>
      total === undefined || same(total, add(monto_servicios ?? zero, monto_bienes ?? zero)),
    message: 'El total (campo 10) no es la suma de servicios y bienes (campos 8 y 9): revise el reparto',
  },
  {
    code: '606-MONTO-02',
    severity: 'error',
    at: 'total_monto_facturado',
    source: tool,
    holds: ({ total_monto_facturado: total }) => total === undefined || some(total),
    message: 'El total facturado es cero: la herramienta no acepta la línea; quítela o complete sus montos',
  },
  {
    code: '606-ITBIS-01',
    severity: 'error',
    at: 'itbis_retenido',
    source: `${tool}; ${portal}`,
    holds: (row) => atMost(row.itbis_retenido, row.itbis_facturado),
    message: 'El ITBIS retenido es mayor que el facturado: corrija el campo 12',
  },
  {
    code: '606-ITBIS-02',
    severity: 'error',
    at: 'itbis_costo',
    source: tool,
    holds: (row) => atMost(row.itbis_costo, row.itbis_facturado),
    message: 'El ITBIS llevado al costo es mayor que el facturado: corrija el campo 14',
  },
  {
    code: '606-ITBIS-03',
    severity: 'error',
    at: 'itbis_adelantar',
    source: `${tool}; Instructivo 606, campo 15`,
    holds: (row) =>
      isPagoExterior(row.ncf ?? '') ||
      same(row.itbis_adelantar, sub(row.itbis_facturado ?? zero, row.itbis_costo ?? zero)),
    message: 'El ITBIS por adelantar debe ser el facturado menos el llevado al costo: campo 15 = 11 − 14',
  },
  {
    code: '606-ITBIS-04',
    severity: 'aviso',
    at: 'itbis_proporcionalidad',
    source: 'Código Tributario, art. 349',
    holds: (row) => atMost(row.itbis_proporcionalidad, sub(row.itbis_facturado ?? zero, row.itbis_costo ?? zero)),
    message: 'El ITBIS sujeto a proporcionalidad es mayor que el ITBIS por adelantar: revise el campo 13',
  },
  {
    code: '606-ITBIS-05',
    severity: 'aviso',
    at: 'itbis_facturado',
    source: 'Ley 253-12, art. 23',
    holds: (row) =>
      row.fecha_comprobante === undefined ||
      atMost(
        row.itbis_facturado,
        add(percentOf(row.total_monto_facturado, itbisRates(row.fecha_comprobante).general), decimal('1.00')),
      ),
    message: 'El ITBIS facturado pasa del 18 % del monto: compruébelo en el comprobante',
  },
  {
    code: '606-PROPINA-01',
    severity: 'aviso',
    at: 'propina_legal',
    source: 'Ley 54-32',
    holds: (row) => atMost(row.propina_legal, percentOf(row.total_monto_facturado, legalTip)),
    message: 'La propina legal pasa del 10 % del monto: la DGII puede rechazarla; ponga el excedente en otro campo',
  },
];

/** A rate that may apply to a row, and the amount withheld at it. */
interface Lawful {
  readonly rate: WithholdingRate;
  readonly monto: Decimal;
}

/** Whether the purchase is an e-CF that the declarant issued (41): it states the amounts withheld. */
const isOwnECF = ({ ncf = '' }: Draft606): boolean => ncf.startsWith('E41');

/** Amounts withheld at the rates in force on the day of the receipt and on the day of its payment. */
const lawful = (
  row: Draft606,
  base: Decimal,
  rateOn: (day: NonNullable<Draft606['fecha_pago']>) => WithholdingRate | undefined,
) =>
  [row.fecha_comprobante, row.fecha_pago].flatMap((day): Lawful[] => {
    const rate = day && rateOn(day);
    return rate === undefined ? [] : [{ rate, monto: withhold(base, rate) }];
  });

/**
 * Income tax on a person's services: for the kind in field 17 or, without it, for a fee and for a technical service.
 */
const incomeOf = (row: Draft606): Lawful[] =>
  isCedula(row)
    ? (row.tipo_retencion_isr === undefined ? ['02', '04'] : [row.tipo_retencion_isr]).flatMap((tipo) =>
        lawful(row, row.monto_servicios ?? zero, (day) => isrRate(tipo, day)),
      )
    : [];

const itbisOf = (row: Draft606): Lawful[] =>
  lawful(row, row.itbis_facturado ?? zero, (day) => itbisWithholdingRate('compras', day, row.ncf ?? ''));

const lawText = (all: readonly Lawful[]): string =>
  [...new Set(all.map(({ rate, monto }) => `${formatMonto(monto)} (${rateText(rate)}, ${rate.ley})`))].join(' o ');

const withholding: readonly Rule[] = [
  {
    code: '606-RETENCION-01',
    severity: 'error',
    at: 'tipo_retencion_isr',
    source: tool,
    holds: (row) => (row.tipo_retencion_isr !== undefined) === some(row.retencion_renta),
    message: 'El tipo de retención y su monto van juntos: complete los campos 17 y 18, o deje los dos en blanco',
  },
  {
    code: '606-RETENCION-02',
    severity: 'aviso',
    at: 'itbis_retenido',
    source: portal,
    holds: (row) =>
      row.fecha_pago === undefined ||
      !isCedula(row) ||
      !some(row.monto_servicios) ||
      !some(row.itbis_facturado) ||
      some(row.itbis_retenido),
    message: 'Servicio de una persona, pagado y con ITBIS: la DGII espera la retención en el campo 12',
  },
  {
    code: '606-RETENCION-03',
    severity: 'aviso',
    at: 'itbis_retenido',
    source: portal,
    holds: (row) =>
      row.fecha_pago === undefined ||
      !isCompras(row.ncf ?? '') ||
      !some(row.itbis_facturado) ||
      some(row.itbis_retenido),
    message: 'Comprobante de compras pagado y con ITBIS: la DGII espera la retención en el campo 12',
  },
  {
    code: '606-RETENCION-04',
    severity: 'aviso',
    at: 'itbis_retenido',
    source: portal,
    holds: (row, { periodo }) =>
      row.fecha_pago === undefined ||
      row.fecha_comprobante === undefined ||
      periodoOf(row.fecha_comprobante) === periodo ||
      !some(row.monto_servicios) ||
      !some(row.itbis_facturado) ||
      some(row.itbis_retenido),
    message: 'Servicio de otro mes que se reporta pagado: la DGII espera su retención de ITBIS en el campo 12',
  },
  {
    code: '606-RETENCION-05',
    severity: 'aviso',
    at: 'retencion_renta',
    source: 'Código Tributario, art. 309; leyes de @timbre/values/retenciones',
    holds: (row) => {
      if (!isOwnECF(row) || !some(row.retencion_renta)) return true;
      const all = incomeOf(row);
      const isUnknown = isCedula(row) && all.length === 0;
      return isUnknown || all.some(({ monto }) => near(monto, row.retencion_renta));
    },
    message: (row) => {
      const stated = `El comprobante dice ${formatMonto(row.retencion_renta ?? zero)} de ISR retenido`;
      if (!isCedula(row))
        return `${stated}, y el art. 309 no manda retener a una sociedad: compruébelo antes de declararlo en el campo 18`;
      return `${stated}, y por ley es ${lawText(incomeOf(row))}: compruébelo antes de declararlo en el campo 18`;
    },
  },
  {
    code: '606-RETENCION-06',
    severity: 'aviso',
    at: 'itbis_retenido',
    source: 'NG 05-19; leyes de @timbre/values/retenciones',
    holds: (row) => {
      const all = itbisOf(row);
      if (!isOwnECF(row) || !some(row.itbis_retenido) || all.length === 0) return true;
      return all.some(({ monto }) => near(monto, row.itbis_retenido));
    },
    message: (row) =>
      `El comprobante dice ${formatMonto(row.itbis_retenido ?? zero)} de ITBIS retenido, y por ley es ` +
      `${lawText(itbisOf(row))}: compruébelo antes de declararlo en el campo 12`,
  },
  {
    code: '606-EXTERIOR-01',
    severity: 'error',
    at: 'ncf',
    source: tool,
    holds: (row) =>
      !isPagoExterior(row.ncf ?? '') ||
      ![
        row.itbis_retenido,
        row.itbis_proporcionalidad,
        row.itbis_costo,
        row.isr_percibido,
        row.isc,
        row.otros_impuestos,
        row.propina_legal,
      ].some((amount) => some(amount)),
    message: 'Un pago al exterior (17, 47) lleva en blanco los campos 12, 13, 14, 19, 20, 21 y 22: déjelos vacíos',
  },
];

/** Rules about the amounts and the withholdings of one row of the 606. */
export const amountRules606: readonly Rule[] = [...amounts, ...withholding];
