import {
  add,
  cedulaCheckDigitHolds,
  compareFecha,
  decimal,
  divide,
  formatISODate,
  mul,
  periodoOf,
  rncCheckDigitHolds,
  sum,
  zero,
  zerosAdvice,
} from '@timbre/values';
import { itbisRates, legalTip } from '../dated/itbis.ts';
import { type Draft607, payments607 } from '../layout/607.ts';
import {
  endOfSeriesB,
  isAccepted,
  isConsumo,
  isNota,
  isNotaCredito,
  isRegistroUnico,
  tipoOfNCF,
} from '../layout/ncf.ts';
import { destinationOf } from '../render/consumer-summary.ts';
import { buyerDemanded, mayLackBuyer } from './buyer.ts';
import { atMost, type RowRule, same, some } from './rule.ts';

type Rule = RowRule<'607', Draft607>;

const tool = 'Herramienta 607 v2023.1.1';
const hundred = decimal('100');
const lengthOf = { '1': 9, '2': 11 } as const;

const isSmallConsumer = ({ ncf = '', fecha_comprobante, monto_facturado }: Draft607): boolean =>
  fecha_comprobante !== undefined &&
  monto_facturado !== undefined &&
  isConsumo(ncf) &&
  destinationOf({ ncf, fecha_comprobante, monto_facturado }) === 'resumen';

const identity: readonly Rule[] = [
  {
    code: '607-ID-01',
    severity: 'error',
    at: 'rnc_cedula',
    source: 'NG 07-18, arts. 4 y 13; NG 10-18',
    holds: (row) => (row.rnc_cedula ?? '') !== '' || row.ncf === undefined || mayLackBuyer(row),
    message: buyerDemanded,
  },
  {
    code: '607-ID-02',
    severity: 'error',
    at: 'tipo_id',
    source: 'Instructivo 607, campo 2',
    holds: ({ rnc_cedula: id, tipo_id }) =>
      (id === undefined) === (tipo_id === undefined) &&
      (id === undefined ||
        tipo_id === undefined ||
        tipo_id === '3' ||
        (/^\d+$/.test(id) && id.length === lengthOf[tipo_id])),
    message: 'El tipo de identificación no concuerda: 1 es RNC (9 dígitos), 2 es cédula (11 dígitos), 3 es pasaporte',
  },
  {
    code: '607-ID-03',
    severity: 'aviso',
    at: 'rnc_cedula',
    source: 'Herramienta 606 v2025, GenDV_Para_Republica_Dominicana',
    holds: ({ rnc_cedula: id = '', tipo_id }) =>
      tipo_id === '3' || !/^(\d{9}|\d{11})$/.test(id) || rncCheckDigitHolds(id) || cedulaCheckDigitHolds(id),
    message: ({ rnc_cedula }) =>
      `El dígito verificador de ${rnc_cedula} no concuerda: ${zerosAdvice(rnc_cedula ?? '') ?? 'compruebe el número con el cliente'}`,
  },
  {
    code: '607-ID-04',
    severity: 'error',
    at: 'rnc_cedula',
    source: 'Instructivo 607, campo 1',
    holds: (row, { declarante }) => !isRegistroUnico(row.ncf ?? '') || row.rnc_cedula === declarante,
    message: 'El registro único de ingresos (B12) lleva el RNC de quien declara: póngalo en el campo 1',
  },
];

const numbers: readonly Rule[] = [
  {
    code: '607-NCF-01',
    severity: 'error',
    at: 'ncf',
    source: tool,
    holds: ({ ncf = '' }, { periodo }) => {
      const tipo = tipoOfNCF(ncf);
      return tipo === undefined || tipo.startsWith('E') || isAccepted('607', tipo, periodo);
    },
    message: ({ ncf }) => `El 607 no acepta comprobantes ${ncf?.slice(0, 3)}: no es una venta, quítelo`,
  },
  {
    code: '607-NCF-02',
    severity: 'aviso',
    at: 'ncf',
    source: tool,
    holds: ({ ncf = '' }) => !ncf.startsWith('E'),
    message:
      'La DGII ya recibió este e-CF al emitirse y la herramienta no acepta la serie E: no se escribe en el archivo',
  },
  {
    code: '607-NCF-03',
    severity: 'error',
    at: 'ncf_modificado',
    source: 'Instructivo 607, campo 4',
    holds: ({ ncf = '', ncf_modificado }) => !isNota(ncf) || (ncf_modificado ?? '') !== '',
    message: 'Una nota lleva en el campo 4 el comprobante que modifica: escríbalo',
  },
  {
    code: '607-NCF-04',
    severity: 'aviso',
    at: 'ncf',
    source: 'Aviso de la DGII del 26-08-2026',
    holds: ({ ncf = '', fecha_comprobante: fecha }) =>
      fecha === undefined ||
      !ncf.startsWith('B') ||
      formatISODate(fecha) <= endOfSeriesB['Pequeños, Micro y no clasificados'],
    message: 'La serie B terminó el 15 de noviembre de 2026: emita un e-CF',
  },
  {
    code: '607-CONSUMO-01',
    severity: 'aviso',
    at: 'monto_facturado',
    source: 'NG 07-18, art. 4; NG 10-18',
    holds: (row) => !isSmallConsumer(row),
    message: 'Venta a consumidor por debajo del límite: no se detalla, va al Resumen General de Facturas de Consumo',
  },
];

const dates: readonly Rule[] = [
  {
    code: '607-FECHA-01',
    severity: 'error',
    at: 'fecha_comprobante',
    source: tool,
    holds: ({ fecha_comprobante: fecha }, { periodo }) => fecha === undefined || periodoOf(fecha) === periodo,
    message: ({ fecha_comprobante }, { periodo }) =>
      `El comprobante es del ${fecha_comprobante} y el período es ${periodo}: repórtelo en su mes`,
  },
  {
    code: '607-FECHA-02',
    severity: 'error',
    at: 'fecha_retencion',
    source: tool,
    holds: (row) =>
      row.fecha_retencion !== undefined || !(some(row.itbis_retenido_terceros) || some(row.retencion_renta_terceros)),
    message: 'Hay una retención del cliente y falta su fecha, campo 7: escríbala',
  },
  {
    code: '607-FECHA-03',
    severity: 'error',
    at: 'fecha_retencion',
    source: 'Instructivo 607, campo 7',
    holds: ({ fecha_comprobante: fecha, fecha_retencion: retencion }) =>
      fecha === undefined || retencion === undefined || compareFecha(retencion, fecha) >= 0,
    message: 'La retención es anterior al comprobante: corrija una de las dos fechas',
  },
  {
    code: '607-FECHA-04',
    severity: 'aviso',
    at: 'fecha_retencion',
    source: 'Regla de Timbre',
    holds: (row, { periodo }) =>
      row.fecha_retencion === undefined ||
      !(some(row.itbis_retenido_terceros) || some(row.retencion_renta_terceros)) ||
      periodoOf(row.fecha_retencion) <= periodo,
    message: ({ fecha_retencion }) =>
      `La retención es del ${fecha_retencion}, de un mes posterior, y el IT-1 de este período ya la resta (Anexo A, casilla 29): confirme con su cliente en qué mes la declara`,
  },
];

const amounts: readonly Rule[] = [
  {
    code: '607-COBRO-01',
    severity: 'error',
    at: 'efectivo',
    source: tool,
    holds: (row) => {
      const isBlank = payments607.every((key) => row[key] === undefined);
      if (isBlank && isNotaCredito(row.ncf ?? '')) return true;
      const { monto_facturado, itbis_facturado, isc, otros_impuestos, propina_legal } = row;
      const billed = [monto_facturado, itbis_facturado, isc, otros_impuestos, propina_legal];
      return same(sum(payments607.map((key) => row[key] ?? zero)), sum(billed.map((amount) => amount ?? zero)));
    },
    message: 'Las formas de venta (campos 17 a 23) no suman el total con impuestos (8 + 9 + 14 + 15 + 16): ajústelas',
  },
  {
    code: '607-ITBIS-01',
    severity: 'error',
    at: 'itbis_retenido_terceros',
    source: 'Instructivo 607, campo 10',
    holds: (row) => atMost(row.itbis_retenido_terceros, row.itbis_facturado),
    message: 'El ITBIS retenido por el cliente es mayor que el facturado: corrija el campo 10',
  },
  {
    code: '607-ITBIS-02',
    severity: 'aviso',
    at: 'itbis_facturado',
    source: 'Ley 253-12, art. 23',
    holds: ({ fecha_comprobante: fecha, monto_facturado, itbis_facturado }) =>
      fecha === undefined ||
      atMost(
        itbis_facturado,
        add(divide(mul(monto_facturado ?? zero, itbisRates(fecha).general), hundred, 2), decimal('1.00')),
      ),
    message: 'El ITBIS facturado pasa del 18 % del monto: compruébelo en el comprobante',
  },
  {
    code: '607-PROPINA-01',
    severity: 'aviso',
    at: 'propina_legal',
    source: 'Ley 54-32',
    holds: (row) => atMost(row.propina_legal, divide(mul(row.monto_facturado ?? zero, legalTip), hundred, 2)),
    message: 'La propina legal pasa del 10 % del monto: la DGII puede rechazarla; ponga el excedente en otro campo',
  },
];

/** Rules about one row of the 607. */
export const rules607: readonly Rule[] = [...identity, ...numbers, ...dates, ...amounts];
