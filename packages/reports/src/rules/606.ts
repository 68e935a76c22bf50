import {
  cedulaCheckDigitHolds,
  compareFecha,
  formatISODate,
  isLegacyNCF,
  periodoOf,
  rncCheckDigitHolds,
  zerosAdvice,
} from '@timbre/values';
import type { Draft606 } from '../layout/606.ts';
import {
  endOfSeriesB,
  isAccepted,
  isCompras,
  isConsumo,
  isGastosMenores,
  isNota,
  isPagoExterior,
  tipoOfNCF,
} from '../layout/ncf.ts';
import { amountRules606 } from './606-amounts.ts';
import { type RowRule, some } from './rule.ts';

type Rule = RowRule<'606', Draft606>;

const tool = 'Herramienta 606 v2025';
const portal = 'DGII ayuda CA3901, alertas del 606';

const isCedula = (row: Draft606): boolean => row.rnc_cedula?.length === 11;
const isOwnKind = ({ ncf = '' }: Draft606): boolean => isGastosMenores(ncf) || isPagoExterior(ncf);
const withholds = (row: Draft606): boolean => some(row.itbis_retenido) || some(row.retencion_renta);

const identity: readonly Rule[] = [
  {
    code: '606-ID-01',
    severity: 'error',
    at: 'rnc_cedula',
    source: 'Instructivo 606, campo 1',
    holds: ({ rnc_cedula: id }) => id === undefined || /^(\d{9}|\d{11})$/.test(id),
    message: ({ rnc_cedula }) =>
      `«${rnc_cedula}» no es un RNC de 9 dígitos ni una cédula de 11: corríjalo, sin guiones`,
  },
  {
    code: '606-ID-02',
    severity: 'error',
    at: 'tipo_id',
    source: 'Instructivo 606, campo 2',
    holds: ({ rnc_cedula: id, tipo_id }) =>
      id === undefined ||
      tipo_id === undefined ||
      !/^(\d{9}|\d{11})$/.test(id) ||
      (tipo_id === '1') === (id.length === 9),
    message: 'El tipo de identificación no concuerda con el número: 1 es RNC (9 dígitos), 2 es cédula (11 dígitos)',
  },
  {
    code: '606-ID-03',
    severity: 'aviso',
    at: 'rnc_cedula',
    source: `${tool}, GenDV_Para_Republica_Dominicana`,
    holds: ({ rnc_cedula: id }) =>
      id === undefined || !/^(\d{9}|\d{11})$/.test(id) || rncCheckDigitHolds(id) || cedulaCheckDigitHolds(id),
    message: ({ rnc_cedula }) =>
      `El dígito verificador de ${rnc_cedula} no concuerda: ${zerosAdvice(rnc_cedula ?? '') ?? 'compruebe el número con el suplidor'}`,
  },
  {
    code: '606-ID-04',
    severity: 'error',
    at: 'rnc_cedula',
    source: tool,
    holds: (row, { declarante }) => row.rnc_cedula === undefined || !isOwnKind(row) || row.rnc_cedula === declarante,
    message:
      'Gastos menores (13, 43) y pagos al exterior (17, 47) llevan el RNC de quien declara: póngalo en el campo 1',
  },
  {
    code: '606-ID-05',
    severity: 'error',
    at: 'rnc_cedula',
    source: tool,
    holds: (row, { declarante }) =>
      row.rnc_cedula !== declarante ||
      isOwnKind(row) ||
      isNota(row.ncf ?? '') ||
      tipoOfNCF(row.ncf ?? '') === undefined,
    message: 'Este tipo de comprobante no lleva el RNC de quien declara: escriba el del suplidor',
  },
  {
    code: '606-ID-06',
    severity: 'error',
    at: 'rnc_cedula',
    source: portal,
    holds: (row) => row.rnc_cedula === undefined || !isCompras(row.ncf ?? '') || isCedula(row),
    message: 'Un comprobante de compras (11, 41) es de una persona: el campo 1 debe ser su cédula de 11 dígitos',
  },
];

const numbers: readonly Rule[] = [
  {
    code: '606-NCF-01',
    severity: 'error',
    at: 'ncf',
    source: tool,
    holds: ({ ncf = '' }, { periodo }) => {
      const tipo = tipoOfNCF(ncf);
      return tipo === undefined || isAccepted('606', tipo, periodo);
    },
    message: ({ ncf }) => `El 606 no acepta comprobantes ${ncf?.slice(0, 3)}: no es una compra, quítelo`,
  },
  {
    code: '606-NCF-02',
    severity: 'error',
    at: 'ncf_modificado',
    source: 'Instructivo 606, campo 5',
    holds: ({ ncf = '', ncf_modificado }) => !isNota(ncf) || (ncf_modificado ?? '') !== '',
    message: 'Una nota lleva en el campo 5 el comprobante que modifica: escríbalo',
  },
  {
    code: '606-NCF-03',
    severity: 'error',
    at: 'ncf',
    source: 'Instructivo 606, campo 4',
    holds: (row) => !isLegacyNCF(row.ncf ?? '') || withholds(row),
    message: 'Un NCF de 19 posiciones solo se reporta otra vez para declarar su retención: complétela o quite la línea',
  },
  {
    code: '606-NCF-04',
    severity: 'error',
    at: 'itbis_adelantar',
    source: 'Guía de NCF de la DGII',
    holds: ({ ncf = '', itbis_adelantar }) => !isConsumo(ncf) || !some(itbis_adelantar),
    message: 'Una factura de consumo (02, 32) no da crédito de ITBIS: lleve su ITBIS al costo, campo 14',
  },
  {
    code: '606-NCF-05',
    severity: 'aviso',
    at: 'ncf',
    source: 'Aviso de la DGII del 26-08-2026',
    holds: ({ ncf = '', fecha_comprobante: fecha }) =>
      fecha === undefined ||
      !ncf.startsWith('B') ||
      formatISODate(fecha) <= endOfSeriesB['Pequeños, Micro y no clasificados'],
    message: 'La serie B terminó el 15 de noviembre de 2026: pida al suplidor el e-CF',
  },
];

const dates: readonly Rule[] = [
  {
    code: '606-FECHA-01',
    severity: 'error',
    at: 'fecha_comprobante',
    source: portal,
    holds: ({ fecha_comprobante: fecha }, { periodo }) => fecha === undefined || periodoOf(fecha) <= periodo,
    message: ({ fecha_comprobante }) =>
      `El comprobante es del ${fecha_comprobante}, después del período: repórtelo en su mes o corrija la fecha`,
  },
  {
    code: '606-FECHA-02',
    severity: 'error',
    at: 'fecha_pago',
    source: portal,
    holds: ({ fecha_comprobante: fecha, fecha_pago: pago }) =>
      fecha === undefined || pago === undefined || compareFecha(pago, fecha) >= 0,
    message: ({ fecha_pago, fecha_comprobante }) =>
      `El pago (${fecha_pago}) es anterior al comprobante (${fecha_comprobante}): corrija una de las dos fechas`,
  },
  {
    code: '606-FECHA-03',
    severity: 'aviso',
    at: 'fecha_pago',
    source: portal,
    holds: ({ fecha_pago: pago }, { periodo }) => pago === undefined || periodoOf(pago) === periodo,
    message: ({ fecha_pago }) =>
      `La fecha de pago ${fecha_pago} no es del período: la DGII lo señala; reporte el pago en el mes en que se hizo`,
  },
  {
    code: '606-FECHA-04',
    severity: 'error',
    at: 'fecha_pago',
    source: tool,
    holds: (row) => row.fecha_pago !== undefined || !(withholds(row) || row.tipo_retencion_isr !== undefined),
    message: 'Hay una retención y falta la fecha de pago, campo 7: escríbala, o quite la retención hasta que se pague',
  },
];

/** Rules about one row of the 606. */
export const rules606: readonly Rule[] = [...identity, ...numbers, ...dates, ...amountRules606];
