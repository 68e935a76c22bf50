import { describe, expect, it } from 'vitest';
import { acecf, anecf, arecf, ecfs, rfce } from '../../testing/sound-documents.ts';
import { writeDocument } from '../codec/write-document.ts';
import type { DocumentKind } from '../schema/documents.ts';
import { validate } from '../validate.ts';
import { checkRules, rules } from './check.ts';
import type { RuleOptions } from './rule.ts';

const bases = { ...ecfs, RFCE: rfce, ACECF: acecf, ARECF: arecf, ANECF: anecf };
type Base = keyof typeof bases;

const kindOf = (base: Base): DocumentKind =>
  base === 'RFCE' || base === 'ACECF' || base === 'ARECF' || base === 'ANECF' ? base : 'ECF';

/** A document that breaks a rule: a sound one with some of its elements set, or dropped where undefined. */
interface Broken {
  readonly of: Base;
  readonly put?: Readonly<Record<string, unknown>>;
  readonly options?: RuleOptions;
  /** Other rules that necessarily break along with it. */
  readonly also?: readonly string[];
}

const T = 'Encabezado.Totales';
const D = 'Encabezado.IdDoc';
const I = 'DetallesItems.Item';
const A = 'DescuentosORecargos.DescuentoORecargo';
const P = 'Paginacion.Pagina';
const S = 'Subtotales.Subtotal[1]';
const R = 'InformacionReferencia';
const M = 'Encabezado.OtraMoneda';
const impuesto = (n: number) => `${T}.ImpuestosAdicionales.ImpuestoAdicional[${n}]`;
const firmada = Date.UTC(2025, 10, 15, 14, 30);

const broken: Readonly<Record<string, Broken>> = {
  'ECF-ENCF-01': { of: '31', put: { [`${D}.eNCF`]: 'B010000000001' } },
  'ECF-ENCF-02': { of: '31', put: { [`${D}.eNCF`]: 'E450000000001' } },
  'ECF-FECHA-01': { of: '31', put: { [`${D}.FechaVencimientoSecuencia`]: '14-11-2025' } },
  'ECF-FECHA-02': { of: '31', put: { [`${D}.TipoPago`]: '2' } },
  'ECF-FECHA-03': { of: '31', put: { [`${D}.TipoPago`]: '2', [`${D}.FechaLimitePago`]: '14-11-2025' } },
  'ECF-FECHA-04': { of: '31', put: { [`${D}.FechaHasta`]: '31-10-2025' } },
  'ECF-FECHA-05': { of: '31', options: { now: firmada - 1 } },
  'ECF-FECHA-06': { of: '31', options: { now: Date.UTC(2025, 10, 15, 3, 59, 59) }, also: ['ECF-FECHA-05'] },
  'ECF-FECHA-07': { of: '31', options: { emisor: { emisorDesde: '2025-11-16' } } },
  'ECF-FECHA-08': { of: '31', put: { [`${D}.FechaLimitePago`]: '30-11-2025' } },
  'ECF-FECHA-09': { of: '31', put: { FechaHoraFirma: '14-11-2025 23:59:59' } },
  'ECF-DIFERIDO-01': { of: '31', put: { [`${D}.IndicadorEnvioDiferido`]: '1' }, options: { emisor: {} } },
  'ECF-PAGO-01': { of: '31', put: { [`${D}.TablaFormasPago.FormaDePago[1].FormaPago`]: '5' } },
  'ECF-PAGO-02': { of: '31', put: { [`${D}.TablaFormasPago.FormaDePago[1].MontoPago`]: '99999.00' } },
  'ECF-PAGO-03': { of: '31', put: { [`${D}.TipoPago`]: '3' } },
  'ECF-CERO-01': { of: '44', put: { [`${T}.MontoTotal`]: '0.00' }, also: ['ECF-TOTALES-11'] },
  'ECF-TEXTO-01': { of: '31', put: { [`${I}[1].NombreItem`]: 'Pi\ufffda colada' } },
  'ECF-TEXTO-02': { of: '31', put: { [`${I}[1].NombreItem`]: 'Cafe\u0301\u2028molido' } },
  'ECF-TEXTO-03': { of: '31', put: { [`${I}[1].NombreItem`]: 'Pan\u200b \u202edulce' } },
  'ECF-RNC-01': { of: '31', put: { 'Encabezado.Comprador.RNCComprador': '132111118' } },
  'ECF-MUNICIPIO-01': {
    of: '31',
    put: { 'Encabezado.Emisor.Municipio': '320301', 'Encabezado.Emisor.Provincia': '010000' },
  },
  'ECF-MUNICIPIO-02': {
    of: '31',
    put: { 'Encabezado.Emisor.Municipio': '010100', 'Encabezado.Emisor.Provincia': '010101' },
  },
  'ECF-MUNICIPIO-03': {
    of: '31',
    put: { 'Encabezado.Comprador.MunicipioComprador': '010000', 'Encabezado.Comprador.ProvinciaComprador': '010000' },
  },
  'ECF-COMPRADOR-01': { of: '32', put: { 'Encabezado.Comprador.RNCComprador': undefined } },
  'ECF-COMPRADOR-02': { of: '32', put: { 'Encabezado.Comprador.RazonSocialComprador': undefined } },
  'ECF-COMPRADOR-03': { of: '32', put: { 'Encabezado.Comprador.IdentificadorExtranjero': 'X-1' } },
  'ECF-COMPRADOR-04': { of: '44', put: { 'Encabezado.Comprador.RNCComprador': undefined } },
  'ECF-COMPRADOR-05': { of: '31', put: { 'Encabezado.Comprador.RNCComprador': '132000005' } },
  'ECF-PESO-01': {
    of: '31',
    put: { 'Encabezado.InformacionesAdicionales': { PesoBruto: '10.00', PesoNeto: '10.01' } },
  },
  'ECF-MONTOGRAVADO-01': { of: '31', put: { [`${D}.IndicadorMontoGravado`]: undefined } },
  'ECF-EXPORTACION-01': { of: '46', put: { 'Encabezado.InformacionesAdicionales.TotalCif': '1001.01' } },
  'ECF-MONEDA-12': { of: '31', put: { [M]: { TipoMoneda: 'USD' } } },
  'ECF-MONEDA-14': { of: '31', put: { [M]: { TipoMoneda: 'USD', TipoCambio: '1.0000' } } },
  'ECF-MONEDA-18': {
    of: '31',
    put: { [`${I}[1].OtraMonedaDetalle`]: { PrecioOtraMoneda: '8.3333', MontoItemOtraMoneda: '16.67' } },
    options: { emisor: {} },
  },
  'ECF-MONEDA-16': {
    of: '31 con ajustes en dólares',
    put: { [`${A}[1].MontoDescuentooRecargoOtraMoneda`]: '11.01' },
    also: ['ECF-MONEDA-01'],
  },
  'ECF-MONEDA-17': {
    of: '31 en dólares',
    put: {
      [`${M}.ImpuestosAdicionalesOtraMoneda.ImpuestoAdicionalOtraMoneda[1].OtrosImpuestosAdicionalesOtraMoneda`]:
        '1.34',
    },
  },
  'ECF-ITEM-01': { of: '31', put: { [`${I}[2].NumeroLinea`]: '3' } },
  'ECF-ITEM-02': {
    of: '43',
    put: { [`${I}[1].IndicadorFacturacion`]: '0' },
    also: ['ECF-TOTALES-04', 'ECF-TOTALES-12'],
  },
  'ECF-ITEM-03': {
    of: '46',
    put: { [`${I}[1].IndicadorFacturacion`]: '0' },
    also: ['ECF-TASA-03', 'ECF-TOTALES-03', 'ECF-TOTALES-12'],
  },
  'ECF-ITEM-04': { of: '47', put: { [`${I}[1].IndicadorBienoServicio`]: '1' } },
  'ECF-ITEM-05': { of: '31', put: { [`${I}[2].MontoItem`]: '601.01' } },
  'ECF-ITEM-06': { of: '31', put: { [`${I}[1].CantidadReferencia`]: '12.00' } },
  'ECF-ITEM-07': {
    of: '31',
    put: { [`${I}[1].FechaElaboracion`]: '02-11-2025', [`${I}[1].FechaVencimientoItem`]: '01-11-2025' },
  },
  'ECF-DESCUENTO-01': { of: '31', put: { [`${I}[1].TablaSubDescuento`]: undefined } },
  'ECF-DESCUENTO-02': { of: '31', put: { [`${I}[1].TablaSubDescuento.SubDescuento[1].SubDescuentoPorcentaje`]: '11' } },
  'ECF-DESCUENTO-03': {
    of: '31',
    put: {
      [`${I}[1].DescuentoMonto`]: '5000.00',
      [`${I}[1].TablaSubDescuento.SubDescuento`]: [{ TipoSubDescuento: '$', MontoSubDescuento: '5000.00' }],
    },
    also: ['ECF-ITEM-05'],
  },
  'ECF-DESCUENTO-04': {
    of: '31',
    put: { [`${I}[1].TablaSubDescuento.SubDescuento[2].SubDescuentoPorcentaje`]: '5.00' },
  },
  'ECF-RECARGO-01': { of: '31', put: { [`${I}[1].RecargoMonto`]: '20.01' } },
  'ECF-RECARGO-02': { of: '31', put: { [`${I}[1].TablaSubRecargo.SubRecargo[1].SubRecargoPorcentaje`]: undefined } },
  'ECF-RECARGO-03': {
    of: '31',
    put: { [`${I}[1].TablaSubRecargo.SubRecargo[1].TipoSubRecargo`]: '$' },
  },
  'ECF-ISC-01': { of: '31 bebidas', put: { [`${I}[1].UnidadReferencia`]: undefined }, also: ['ECF-ITEM-06'] },
  'ECF-ISC-02': { of: '31 bebidas', put: { [`${I}[2].TablaSubcantidad`]: undefined } },
  'ECF-ISC-03': {
    of: '31 bebidas',
    put: { [`${I}[1].GradosAlcohol`]: undefined },
    also: ['ECF-IMPUESTO-04', 'ECF-IMPUESTO-04'],
  },
  'ECF-ISC-04': {
    of: '31 bebidas',
    put: { [`${I}[2].PrecioUnitarioReferencia`]: undefined },
    also: ['ECF-IMPUESTO-04'],
  },
  'ECF-ISC-05': {
    of: '31 bebidas',
    put: { [`${I}[2].TablaImpuestoAdicional.ImpuestoAdicional`]: [{ TipoImpuesto: '036' }] },
    also: ['ECF-IMPUESTO-03'],
  },
  'ECF-ISC-06': {
    of: '31 telefonía',
    put: { [`${I}[1].TablaImpuestoAdicional.ImpuestoAdicional[2].TipoImpuesto`]: '002' },
    also: ['ECF-AJUSTE-08', 'ECF-IMPUESTO-04'],
  },
  'ECF-ISC-07': {
    of: '44',
    put: {
      [`${I}[1].TablaImpuestoAdicional.ImpuestoAdicional[1].TipoImpuesto`]: '006',
      [`${I}[1].UnidadMedida`]: '18',
      [`${impuesto(1)}.TipoImpuesto`]: '006',
      [`${impuesto(1)}.TasaImpuestoAdicional`]: '745.60',
    },
    also: ['ECF-TOTALES-10'],
  },
  'ECF-ISC-08': { of: '31', put: { [`${I}[1].GradosAlcohol`]: '100.01' } },
  'ECF-RETENCION-01': {
    of: '31',
    put: { [`${I}[2].Retencion`]: { MontoISRRetenido: '0.00' }, [`${T}.TotalISRRetencion`]: '0.00' },
  },
  'ECF-RETENCION-02': { of: '41', put: { [`${I}[1].Retencion.IndicadorAgenteRetencionoPercepcion`]: '2' } },
  'ECF-RETENCION-03': { of: '41', put: { [`${I}[2].Retencion.MontoITBISRetenido`]: '1.00' } },
  'ECF-RETENCION-04': {
    of: '41',
    put: { [`${I}[1].Retencion.MontoISRRetenido`]: undefined },
    also: ['ECF-TOTALES-16'],
  },
  'ECF-RETENCION-05': {
    of: '41',
    put: { [`${I}[1].Retencion.MontoITBISRetenido`]: undefined },
    also: ['ECF-TOTALES-15'],
  },
  'ECF-RETENCION-06': {
    of: '41',
    put: { [`${I}[2].Retencion.MontoITBISRetenido`]: undefined },
    options: { emisor: {} },
    also: ['ECF-RETENCION-03'],
  },
  'ECF-RETENCION-07': {
    of: '41',
    put: { [`${I}[1].Retencion.MontoITBISRetenido`]: '0.00', [`${T}.TotalITBISRetenido`]: '0.00' },
    options: { emisor: {} },
  },
  'ECF-RETENCION-08': {
    of: '47',
    put: { [`${I}[1].Retencion.MontoISRRetenido`]: '150.00', [`${T}.TotalISRRetencion`]: '150.00' },
    options: { emisor: {} },
  },
  'ECF-RETENCION-09': { of: '47', options: { emisor: {}, puestas: new Set([0]) } },
  'ECF-RETENCION-10': { of: '31', put: { [`${T}.TotalITBISPercepcion`]: '1.00' } },
  'ECF-RETENCION-11': { of: '31', put: { [`${I}[1].Retencion`]: { IndicadorAgenteRetencionoPercepcion: '1' } } },
  'ECF-RETENCION-12': {
    of: '31',
    put: {
      [`${I}[1].Retencion`]: { IndicadorAgenteRetencionoPercepcion: '1', MontoITBISRetenido: '158.84' },
      [`${T}.TotalITBISRetenido`]: '158.84',
    },
  },
  'ECF-RETENCION-13': {
    of: '31',
    put: {
      [`${I}[2].Retencion`]: {
        IndicadorAgenteRetencionoPercepcion: '1',
        MontoISRRetenido: '601.01',
        MontoITBISRetenido: '0.00',
      },
      [`${T}.TotalITBISRetenido`]: '0.00',
      [`${T}.TotalISRRetencion`]: '601.01',
    },
  },
  'ECF-RETENCION-14': {
    of: '31',
    put: {
      'Encabezado.Emisor.FechaEmision': '16-09-2026',
      FechaHoraFirma: '16-09-2026 10:00:00',
      [`${I}[1].Retencion`]: { IndicadorAgenteRetencionoPercepcion: '1', MontoITBISRetenido: '47.25' },
      [`${T}.TotalITBISRetenido`]: '47.25',
    },
  },
  'ECF-MONEDA-13': { of: '31 en dólares', put: { [`${I}[1].OtraMonedaDetalle.MontoItemOtraMoneda`]: '17.69' } },
  'ECF-MONEDA-15': {
    of: '31 en dólares',
    put: { [`${I}[1].OtraMonedaDetalle`]: { PrecioOtraMoneda: '33.0000', MontoItemOtraMoneda: '66.00' } },
    also: ['ECF-MONEDA-01'],
  },
  'ECF-AJUSTE-11': {
    of: '31 con ajustes',
    put: {
      [`${A}[1].MontoDescuentooRecargo`]: '99999.00',
      [`${A}[1].TipoValor`]: '$',
      [`${A}[1].ValorDescuentooRecargo`]: undefined,
    },
    also: ['ECF-TOTALES-01'],
  },
  'ECF-AJUSTE-01': { of: '31 con ajustes', put: { [`${A}[2].NumeroLinea`]: '1' } },
  'ECF-AJUSTE-02': { of: '31 con ajustes', put: { [`${A}[1].TipoValor`]: undefined } },
  'ECF-AJUSTE-03': { of: '31 con ajustes', put: { [`${A}[1].ValorDescuentooRecargo`]: undefined } },
  'ECF-AJUSTE-04': { of: '31 con ajustes', put: { [`${A}[1].MontoDescuentooRecargo`]: undefined } },
  'ECF-AJUSTE-05': {
    of: '31 con ajustes',
    put: { [`${A}[2].IndicadorFacturacionDescuentooRecargo`]: undefined },
    also: ['ECF-TOTALES-01', 'ECF-TOTALES-04'],
  },
  'ECF-AJUSTE-06': {
    of: '31 telefonía',
    put: { [`${D}.IndicadorMontoGravado`]: '0' },
  },
  'ECF-AJUSTE-07': { of: '31 telefonía', put: { [`${A}[1].TipoAjuste`]: 'R' }, also: ['ECF-TOTALES-14'] },
  'ECF-AJUSTE-08': {
    of: '31 telefonía',
    put: { [`${I}[2].TablaImpuestoAdicional.ImpuestoAdicional`]: [{ TipoImpuesto: '002' }] },
    also: ['ECF-IMPUESTO-04'],
  },
  'ECF-AJUSTE-09': {
    of: '31 con ajustes',
    put: { [`${A}[1].MontoDescuentooRecargo`]: '51.06' },
  },
  'ECF-AJUSTE-10': {
    of: '31 con ajustes',
    put: { [`${A}[2].IndicadorFacturacionDescuentooRecargo`]: '3' },
    also: ['ECF-TOTALES-04'],
  },
  'ECF-AJUSTE-13': { of: '31 con ajustes', put: { [`${A}[2].ValorDescuentooRecargo`]: '5.00' } },
  'ECF-AJUSTE-12': {
    of: '31 con ajustes',
    put: {
      [`${D}.IndicadorMontoGravado`]: '1',
      [`${A}[1].IndicadorNorma1007`]: '1',
    },
    also: ['ECF-TOTALES-01'],
  },
  'ECF-IMPUESTO-01': {
    of: '31 bebidas',
    put: { [`${impuesto(1)}.MontoImpuestoSelectivoConsumoEspecifico`]: undefined },
  },
  'ECF-IMPUESTO-02': { of: '44', put: { [`${impuesto(1)}.OtrosImpuestosAdicionales`]: undefined } },
  'ECF-IMPUESTO-03': { of: '44', put: { [`${I}[1].TablaImpuestoAdicional`]: undefined } },
  'ECF-IMPUESTO-04': {
    of: '44',
    put: { [`${impuesto(1)}.OtrosImpuestosAdicionales`]: '61.01', [`${T}.MontoImpuestoAdicional`]: '61.00' },
  },
  'ECF-IMPUESTO-05': {
    of: '44',
    put: { [`${impuesto(1)}.TasaImpuestoAdicional`]: '10.01' },
  },
  'ECF-IMPUESTO-07': {
    of: '31 bebidas',
    put: { 'Encabezado.Emisor.FechaEmision': '15-02-2026' },
    also: ['ECF-FECHA-09', 'ECF-IMPUESTO-07'],
  },
  'ECF-IMPUESTO-08': {
    of: '31 bebidas',
    put: { 'Encabezado.Emisor.FechaEmision': '15-02-2026' },
    options: {
      tasas: [{ trimestre: '2026-01-01', alcohol: '745.61', cigarrillos20: '63.07', cigarrillos10: '31.53' }],
    },
    also: ['ECF-FECHA-09'],
  },
  'ECF-IMPUESTO-06': {
    of: '44',
    put: {
      [`${T}.ImpuestosAdicionales.ImpuestoAdicional[2]`]: {
        TipoImpuesto: '001',
        TasaImpuestoAdicional: '10',
        OtrosImpuestosAdicionales: '60.00',
      },
    },
  },
  'ECF-TOTALES-01': {
    of: '31',
    put: { [`${T}.MontoGravadoI1`]: '875.01', [`${T}.TotalITBIS1`]: '157.50' },
    also: ['ECF-TOTALES-05'],
  },
  'ECF-TOTALES-02': { of: '31', put: { [`${T}.MontoGravadoI2`]: '1005.01' }, also: ['ECF-TOTALES-05'] },
  'ECF-TOTALES-03': { of: '31', put: { [`${T}.MontoGravadoI3`]: undefined } },
  'ECF-TOTALES-04': { of: '31', put: { [`${T}.MontoExento`]: '594.99' }, also: ['ECF-TOTALES-11'] },
  'ECF-TOTALES-05': { of: '31', put: { [`${T}.MontoGravadoTotal`]: '2875.01' }, also: ['ECF-TOTALES-11'] },
  'ECF-TOTALES-06': { of: '31', put: { [`${T}.TotalITBIS1`]: '162.61' }, also: ['ECF-TOTALES-09'] },
  'ECF-TOTALES-07': { of: '31', put: { [`${T}.TotalITBIS2`]: '165.01' }, also: ['ECF-TOTALES-09'] },
  'ECF-TOTALES-08': { of: '31', put: { [`${T}.TotalITBIS3`]: '5.01' }, also: ['ECF-TOTALES-09'] },
  'ECF-TOTALES-09': { of: '31', put: { [`${T}.TotalITBIS`]: '322.61' }, also: ['ECF-TOTALES-11'] },
  'ECF-TOTALES-10': { of: '44', put: { [`${T}.MontoImpuestoAdicional`]: '61.01' }, also: ['ECF-TOTALES-11'] },
  'ECF-TOTALES-11': { of: '45', put: { [`${T}.MontoTotal`]: '1181.01' } },
  'ECF-TOTALES-12': { of: '31', put: { [`${T}.MontoNoFacturable`]: '25.01' }, also: ['ECF-TOTALES-13'] },
  'ECF-TOTALES-13': { of: '31', put: { [`${T}.MontoPeriodo`]: '1.00' } },
  'ECF-TOTALES-14': { of: '45', put: { [`${T}.ValorPagar`]: '1178.99' } },
  'ECF-TOTALES-15': { of: '41', put: { [`${T}.TotalITBISRetenido`]: '182.01' } },
  'ECF-TOTALES-16': { of: '41', put: { [`${T}.TotalISRRetencion`]: undefined } },
  'ECF-MONEDA-01': {
    of: '31 en dólares',
    put: { [`${M}.MontoGravado1OtraMoneda`]: '20.68', [`${M}.MontoGravadoTotalOtraMoneda`]: '52.00' },
  },
  'ECF-MONEDA-02': {
    of: '31 en dólares',
    put: { [`${M}.MontoGravado2OtraMoneda`]: '20.68', [`${M}.MontoGravadoTotalOtraMoneda`]: '52.00' },
  },
  'ECF-MONEDA-03': {
    of: '31 en dólares',
    put: { [`${M}.MontoGravado3OtraMoneda`]: '20.68', [`${M}.MontoGravadoTotalOtraMoneda`]: '52.00' },
  },
  'ECF-MONEDA-04': { of: '31 en dólares', put: { [`${M}.MontoExentoOtraMoneda`]: '14.01' }, also: ['ECF-MONEDA-11'] },
  'ECF-MONEDA-05': {
    of: '31 en dólares',
    put: { [`${M}.MontoGravadoTotalOtraMoneda`]: '54.02', [`${M}.MontoTotalOtraMoneda`]: '70.00' },
  },
  'ECF-MONEDA-06': {
    of: '31 en dólares',
    put: { [`${M}.TotalITBIS1OtraMoneda`]: '7.01', [`${M}.TotalITBISOtraMoneda`]: '8.00' },
  },
  'ECF-MONEDA-07': {
    of: '31 en dólares',
    put: { [`${M}.TotalITBIS2OtraMoneda`]: '6.68', [`${M}.TotalITBISOtraMoneda`]: '8.00' },
  },
  'ECF-MONEDA-08': {
    of: '31 en dólares',
    put: { [`${M}.TotalITBIS3OtraMoneda`]: '4.01', [`${M}.TotalITBISOtraMoneda`]: '8.00' },
  },
  'ECF-MONEDA-09': {
    of: '31 en dólares',
    put: { [`${M}.TotalITBISOtraMoneda`]: '9.69', [`${M}.MontoTotalOtraMoneda`]: '70.00' },
  },
  'ECF-MONEDA-10': {
    of: '31 en dólares',
    put: { [`${M}.MontoImpuestoAdicionalOtraMoneda`]: '4.34', [`${M}.MontoTotalOtraMoneda`]: '70.00' },
  },
  'ECF-MONEDA-11': { of: '31 en dólares', put: { [`${M}.MontoTotalOtraMoneda`]: '60.00' } },
  'ECF-TASA-01': { of: '31', put: { [`${T}.ITBIS1`]: '16' } },
  'ECF-TASA-02': { of: '31', put: { [`${T}.ITBIS3`]: undefined } },
  'ECF-TASA-03': { of: '45', put: { [`${T}.ITBIS2`]: '16' } },
  'ECF-PAGINA-01': { of: '31 con páginas', put: { [`${D}.TotalPaginas`]: '3' } },
  'ECF-PAGINA-02': {
    of: '31 con páginas',
    put: { [`${P}[2].SubtotalExentoPagina`]: '603.01', [`${P}[2].MontoSubtotalPagina`]: '603.01' },
    also: ['ECF-PAGINA-12'],
  },
  'ECF-PAGINA-03': { of: '31 con páginas', put: { [`${P}[2].PaginaNo`]: '3' } },
  'ECF-PAGINA-04': {
    of: '31 con páginas',
    put: { [`${P}[2].NoLineaDesde`]: '3', [`${P}[2].NoLineaHasta`]: '2' },
    also: ['ECF-PAGINA-05'],
  },
  'ECF-PAGINA-05': { of: '31 con páginas', put: { [`${P}[1].NoLineaHasta`]: '1' } },
  'ECF-PAGINA-06': { of: '31 con páginas', put: { [`${P}[1].SubtotalMontoGravado1Pagina`]: '1998.99' } },
  'ECF-PAGINA-07': { of: '31 con páginas', put: { [`${P}[1].SubtotalItbis1Pagina`]: '361.01' } },
  'ECF-PAGINA-08': { of: '31 con páginas', put: { [`${P}[1].MontoSubtotalPagina`]: '2361.01' } },
  'ECF-PAGINA-09': {
    of: '31 con páginas',
    put: {
      [`${P}[1].SubtotalMontoGravado1Pagina`]: '2002.01',
      [`${P}[1].SubtotalMontoGravadoPagina`]: '2002.01',
      [`${P}[1].MontoSubtotalPagina`]: '2362.01',
    },
  },
  'ECF-PAGINA-10': {
    of: '31 con páginas completas',
    put: { [`${P}[1].SubtotalMontoGravado2Pagina`]: '1006.01' },
    also: ['ECF-PAGINA-06'],
  },
  'ECF-PAGINA-11': {
    of: '31 con páginas completas',
    put: { [`${P}[1].SubtotalMontoGravado3Pagina`]: undefined },
    also: ['ECF-PAGINA-06'],
  },
  'ECF-PAGINA-12': {
    of: '31 con páginas completas',
    put: { [`${P}[2].SubtotalExentoPagina`]: '603.01' },
    also: ['ECF-PAGINA-08'],
  },
  'ECF-PAGINA-13': {
    of: '31 con páginas completas',
    put: { [`${P}[1].SubtotalItbis1Pagina`]: '186.01' },
    also: ['ECF-PAGINA-07'],
  },
  'ECF-PAGINA-14': {
    of: '31 con páginas completas',
    put: { [`${P}[1].SubtotalItbis2Pagina`]: '153.99' },
    also: ['ECF-PAGINA-07'],
  },
  'ECF-PAGINA-15': {
    of: '31 con páginas completas',
    put: { [`${P}[1].SubtotalItbis3Pagina`]: '6.01' },
    also: ['ECF-PAGINA-07'],
  },
  'ECF-PAGINA-16': {
    of: '31 con páginas completas',
    put: { [`${P}[1].SubtotalImpuestoAdicionalPagina`]: '13.99' },
    also: ['ECF-PAGINA-08'],
  },
  'ECF-PAGINA-17': {
    of: '31 con páginas completas',
    put: { [`${P}[1].SubtotalImpuestoAdicional.SubtotalImpuestoSelectivoConsumoEspecificoPagina`]: '3.01' },
    also: ['ECF-PAGINA-16'],
  },
  'ECF-PAGINA-18': {
    of: '31 con páginas completas',
    put: { [`${P}[1].SubtotalImpuestoAdicional.SubtotalOtrosImpuesto`]: '26.01' },
    also: ['ECF-PAGINA-16'],
  },
  'ECF-PAGINA-19': {
    of: '31 con páginas completas',
    put: { [`${P}[2].SubtotalMontoNoFacturablePagina`]: undefined },
  },
  'ECF-PAGINA-20': {
    of: '31',
    put: {
      [`${D}.TotalPaginas`]: '1',
      Paginacion: { Pagina: [{ PaginaNo: '1', MontoSubtotalPagina: ecfs['31'].Encabezado.Totales.MontoTotal }] },
    },
    also: ['ECF-PAGINA-08'],
  },
  'ECF-SUBTOTAL-01': { of: '31 con páginas', put: { [`${S}.NumeroSubTotal`]: '2' } },
  'ECF-SUBTOTAL-02': { of: '31 con páginas', put: { [`${S}.SubTotalMontoGravadoI1`]: '1998.99' } },
  'ECF-SUBTOTAL-03': { of: '31 con páginas', put: { [`${S}.SubTotaITBIS1`]: undefined } },
  'ECF-SUBTOTAL-04': { of: '31 con páginas', put: { [`${S}.MontoSubTotal`]: '2961.01' } },
  'ECF-SUBTOTAL-05': { of: '31 con páginas', put: { [`${S}.Lineas`]: '4' } },
  'ECF-REFERENCIA-01': { of: '33', put: { [`${R}.NCFModificado`]: 'C0100000012' } },
  'ECF-NCFMODIFICADO-01': { of: '33', put: { [`${R}.NCFModificado`]: 'B9900000012' } },
  'ECF-REFERENCIA-02': { of: '31 de contingencia', put: { [`${R}.FechaNCFModificado`]: undefined } },
  'ECF-REFERENCIA-03': { of: '34', put: { [`${R}.NCFModificado`]: 'B0400000003' } },
  'ECF-REFERENCIA-04': { of: '33', put: { [`${R}.CodigoModificacion`]: '5' }, also: ['ECF-REFERENCIA-06'] },
  'ECF-REFERENCIA-05': { of: '31 de contingencia', put: { [`${R}.NCFModificado`]: 'B0200000012' } },
  'ECF-REFERENCIA-06': { of: '31 de contingencia', put: { [`${R}.CodigoModificacion`]: '5' } },
  'ECF-REFERENCIA-07': { of: '33', put: { [`${R}.FechaNCFModificado`]: '16-11-2025' } },
  'ECF-REFERENCIA-08': { of: '34', put: { [`${R}.FechaNCFModificado`]: '15-10-2025' } },
  'ECF-NOTACREDITO-01': {
    of: '34 pasados 30 días',
    put: { [`${T}.TotalITBIS`]: '180.00', [`${T}.TotalITBIS1`]: '180.00', [`${T}.MontoTotal`]: '1180.00' },
    also: ['ECF-TOTALES-06'],
  },
  'ECF-REFERENCIA-09': { of: '34', put: { [`${R}.CodigoModificacion`]: '2' } },
  'ECF-REFERENCIA-10': { of: '33', put: { [`${R}.RNCOtroContribuyente`]: '132000005' } },
  'ECF-REFERENCIA-11': { of: '34', put: { 'Encabezado.Comprador.RNCComprador': undefined } },
  'ECF-REFERENCIA-12': { of: '34', put: { 'Encabezado.Comprador.RazonSocialComprador': undefined } },
  'ECF-REFERENCIA-13': {
    of: '34',
    options: { modificado: { Encabezado: { Totales: { MontoTotal: '1179.99' } } } },
  },
  'ECF-REFERENCIA-14': {
    of: '33',
    options: { modificado: { Encabezado: { Emisor: { FechaEmision: '02-11-2025' } } } },
  },
  'ECF-REFERENCIA-15': {
    of: '33',
    options: { modificado: { Encabezado: { Comprador: { RNCComprador: '132222229' } } } },
  },
  'RFCE-TEXTO-01': { of: 'RFCE', put: { 'Encabezado.Emisor.RazonSocialEmisor': 'Colmado\r\nUno' } },
  'RFCE-ENCF-01': { of: 'RFCE', put: { [`${D}.eNCF`]: 'E310000000007' } },
  'RFCE-FECHA-01': { of: 'RFCE', options: { now: Date.UTC(2025, 10, 15, 3, 59, 59) } },
  'RFCE-TOTAL-01': {
    of: 'RFCE',
    put: { [`${T}.MontoExento`]: '248800.00', [`${T}.MontoTotal`]: '250000.00', [`${T}.MontoPeriodo`]: '250050.00' },
  },
  'RFCE-COMPRADOR-01': { of: 'RFCE', put: { 'Encabezado.Comprador.IdentificadorExtranjero': 'X-1' } },
  'RFCE-TOTALES-01': { of: 'RFCE', put: { [`${T}.MontoGravadoI1`]: '998.99' } },
  'RFCE-TOTALES-02': { of: 'RFCE', put: { [`${T}.TotalITBIS1`]: '181.01' } },
  'RFCE-TOTALES-03': { of: 'RFCE', put: { [`${impuesto(1)}.OtrosImpuestosAdicionales`]: '21.01' } },
  'RFCE-TOTALES-04': { of: 'RFCE', put: { [`${T}.MontoTotal`]: '1201.01', [`${T}.MontoPeriodo`]: '1251.01' } },
  'RFCE-TOTALES-05': { of: 'RFCE', put: { [`${T}.MontoPeriodo`]: '1251.01' } },
  'ACECF-TEXTO-01': {
    of: 'ACECF',
    put: {
      'DetalleAprobacionComercial.Estado': '2',
      'DetalleAprobacionComercial.DetalleMotivoRechazo': 'No\u0085pedido',
    },
  },
  'ACECF-ENCF-01': { of: 'ACECF', put: { 'DetalleAprobacionComercial.eNCF': 'B0100000001' } },
  'ACECF-ENCF-02': { of: 'ACECF', put: { 'DetalleAprobacionComercial.eNCF': 'E320000000001' } },
  'ACECF-MOTIVO-01': { of: 'ACECF', put: { 'DetalleAprobacionComercial.Estado': '2' } },
  'ACECF-MOTIVO-02': { of: 'ACECF', put: { 'DetalleAprobacionComercial.DetalleMotivoRechazo': 'No pedido' } },
  'ARECF-MOTIVO-01': { of: 'ARECF', put: { 'DetalleAcusedeRecibo.Estado': '1' } },
  'ANECF-CANTIDAD-01': { of: 'ANECF', put: { 'Encabezado.CantidadeNCFAnulados': '85' } },
  'ANECF-CANTIDAD-02': { of: 'ANECF', put: { 'DetalleAnulacion.Anulacion[1].CantidadeNCFAnulados': '46' } },
  'ANECF-LINEA-01': { of: 'ANECF', put: { 'DetalleAnulacion.Anulacion[2].NoLinea': ['1'] } },
  'ANECF-RANGO-01': {
    of: 'ANECF',
    put: {
      'DetalleAnulacion.Anulacion[1].TablaRangoSecuenciasAnuladaseNCF.Secuencias[1].SecuenciaeNCFHasta':
        'E310000000005',
      'DetalleAnulacion.Anulacion[1].CantidadeNCFAnulados': '51',
      'Encabezado.CantidadeNCFAnulados': '88',
    },
  },
  'ANECF-RANGO-02': { of: 'ANECF', put: { 'DetalleAnulacion.Anulacion[2].TipoeCF': '45' } },
  'ANECF-RANGO-03': {
    of: 'ANECF',
    put: {
      'DetalleAnulacion.Anulacion[1].TablaRangoSecuenciasAnuladaseNCF.Secuencias[2].SecuenciaeNCFHasta':
        'E310000000003',
      'DetalleAnulacion.Anulacion[1].CantidadeNCFAnulados': '0',
      'Encabezado.CantidadeNCFAnulados': '37',
    },
  },
};

type Branch = Record<string, unknown>;

/** Sets the element at a path such as `DetallesItems.Item[2].MontoItem`; undefined drops it. */
function put(tree: Branch, path: string, value: unknown): void {
  const steps = path.split('.').flatMap((step) => {
    const [, name = '', index] = /^(\w+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    return index === undefined ? [name] : [name, String(Number(index) - 1)];
  });
  const last = steps.pop() ?? '';
  let at = tree;
  for (const step of steps) {
    at[step] ??= {};
    at = at[step] as Branch;
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
}

function spoiled({ of, put: elements = {} }: Broken): Branch {
  const tree = structuredClone(bases[of]) as unknown as Branch;
  for (const [path, value] of Object.entries(elements)) put(tree, path, value);
  return tree;
}

describe('valid documents', () => {
  it.each(Object.keys(bases) as Base[])('the valid document %s has no fault, of structure or rule', (base) => {
    const now = Date.UTC(2025, 10, 15, 14, 30);
    expect(validate(kindOf(base), bases[base], { now })).toEqual([]);
    expect(writeDocument(kindOf(base), bases[base])).toContain(base === 'ANECF' ? 'RncEmisor' : 'RNCEmisor');
  });
});

it('a document whose header alone states another currency is compared with its amounts in pesos', () => {
  const inPesos = structuredClone(ecfs['31 en dólares']) as unknown as Branch;
  for (const at of [1, 2, 3, 4]) put(inPesos, `${I}[${at}].OtraMonedaDetalle`, undefined);
  expect(checkRules('ECF', inPesos, {})).toEqual([]);
  put(inPesos, `${M}.MontoExentoOtraMoneda`, '20.00');
  expect(checkRules('ECF', inPesos, {}).map(({ code }) => code)).toEqual(['ECF-MONEDA-04', 'ECF-MONEDA-11']);
});

it('a global discount that is a cent more than its lines is named', () => {
  const greater = structuredClone(ecfs['44']) as unknown as Branch;
  const discount = (MontoDescuentooRecargo: string) => [
    {
      NumeroLinea: '1',
      TipoAjuste: 'D',
      DescripcionDescuentooRecargo: 'Descuento',
      TipoValor: '$',
      MontoDescuentooRecargo,
      IndicadorFacturacionDescuentooRecargo: '4',
    },
  ];
  const total = ecfs['44'].Encabezado.Totales.MontoExento!;
  const cent = String(Number(total.at(-1)) + 1);
  const codesOf = () => checkRules('ECF', greater, {}).map(({ code }) => code);
  put(greater, A, discount(total));
  expect(codesOf()).not.toContain('ECF-AJUSTE-11');
  put(greater, A, discount(total.slice(0, -1) + cent));
  expect(codesOf()).toContain('ECF-AJUSTE-11');
});

describe('every rule', () => {
  it('every rule has its own code and a document that breaks it', { tags: ['S5-14', 'P3.7'] }, () => {
    const codes = rules.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(Object.keys(broken).sort()).toEqual([...codes].sort());
    expect(rules.filter(({ source }) => source === '')).toEqual([]);
  });

  it.each(Object.entries(broken))('%s is broken by its example, and nothing else is', (code, example) => {
    const faults = checkRules(kindOf(example.of), spoiled(example), example.options ?? {});
    expect(faults.map((fault) => fault.code).sort()).toEqual([code, ...(example.also ?? [])].sort());
    const fault = faults.find((f) => f.code === code);
    expect(fault?.message).toMatch(/^[A-ZÁÉÍÓÚ«].*[^.]$/);
    expect(fault?.message).not.toMatch(/undefined|NaN|\[object/);
    expect(fault?.severity).toBe(rules.find((rule) => rule.code === code)?.severity);
  });
});
