import { A, type Broken, D, firmada, I, impuesto, M, T } from './broken.ts';

/** Rules of the head, the lines and the adjustments of an e-CF → a document that breaks each. */
export const brokenContent: Readonly<Record<string, Broken>> = {
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
  'ECF-FECHA-10': { of: '31', put: { 'Encabezado.Emisor.FechaEmision': '08-01-2020' }, options: { emisor: {} } },
  'ECF-FECHA-11': { of: '45', put: { [`${D}.FechaDesde`]: '01-10-2025' } },
  'ECF-DIFERIDO-01': { of: '31', put: { [`${D}.IndicadorEnvioDiferido`]: '1' }, options: { emisor: {} } },
  'ECF-PAGO-01': { of: '31', put: { [`${D}.TablaFormasPago.FormaDePago[1].FormaPago`]: '5' } },
  'ECF-PAGO-02': { of: '31', put: { [`${D}.TablaFormasPago.FormaDePago[1].MontoPago`]: '99999.00' } },
  'ECF-PAGO-03': { of: '31', put: { [`${D}.TipoPago`]: '3' } },
  'ECF-PAGO-04': {
    of: '31',
    put: { [`${D}.TablaFormasPago.FormaDePago`]: [{ FormaPago: '1', MontoPago: '1.00' }], [`${D}.BancoPago`]: 'Banco' },
  },
  'ECF-CERO-01': { of: '44', put: { [`${T}.MontoTotal`]: '0.00' }, also: ['ECF-TOTALES-11'] },
  'ECF-TEXTO-01': { of: '31', put: { [`${I}[1].NombreItem`]: 'Pi\ufffda colada' } },
  'ECF-TEXTO-02': { of: '31', put: { [`${I}[1].NombreItem`]: 'Cafe\u0301\u2028molido' } },
  'ECF-TEXTO-03': { of: '31', put: { [`${I}[1].NombreItem`]: 'Pan\u200b \u202edulce' } },
  'ECF-TEXTO-04': { of: '31', put: { [`${I}[1].NombreItem`]: 'PiÃ±a colada' } },
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
    put: {
      'Encabezado.InformacionesAdicionales': {
        PesoBruto: '10.00',
        PesoNeto: '10.01',
        UnidadPesoBruto: '21',
        UnidadPesoNeto: '21',
      },
    },
  },
  'ECF-MEDIDA-01': { of: '31', put: { 'Encabezado.InformacionesAdicionales': { UnidadBulto: '43' } } },
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
  'ECF-MONEDA-19': { of: '31 en dólares', put: { [`${I}[1].OtraMonedaDetalle.MontoItemOtraMoneda`]: undefined } },
  'ECF-MONEDA-17': {
    of: '31 en dólares',
    put: {
      [`${M}.ImpuestosAdicionalesOtraMoneda.ImpuestoAdicionalOtraMoneda[1].OtrosImpuestosAdicionalesOtraMoneda`]:
        '1.34',
    },
  },
  'ECF-MONEDA-20': {
    of: '44',
    put: {
      [M]: { TipoMoneda: 'USD', TipoCambio: '60.0000' },
      [`${M}.ImpuestosAdicionalesOtraMoneda`]: {
        ImpuestoAdicionalOtraMoneda: [{ OtrosImpuestosAdicionalesOtraMoneda: '1.00' }],
      },
    },
    also: ['ECF-MONEDA-04', 'ECF-MONEDA-11'],
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
  'ECF-ITEM-06': { of: '31', put: { [`${I}[1].CantidadReferencia`]: '12.00' }, also: ['ECF-ISC-09'] },
  'ECF-ITEM-08': { of: '31', put: { [`${I}[1].UnidadReferencia`]: '43' } },
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
  'ECF-ISC-08': { of: '31', put: { [`${I}[1].GradosAlcohol`]: '100.01' }, also: ['ECF-ISC-09'] },
  'ECF-ISC-09': { of: '31', put: { [`${I}[1].PrecioUnitarioReferencia`]: '80.00' } },
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
};
