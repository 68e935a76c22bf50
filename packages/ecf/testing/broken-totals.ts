import { type Broken, D, I, impuesto, M, P, R, S, T } from './broken.ts';
import { ecfs } from './sound-documents.ts';

/** Rules of the taxes, totals, pages and references of an e-CF, and of the other documents → a document that breaks each. */
export const brokenTotals: Readonly<Record<string, Broken>> = {
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
  'ECF-IMPUESTO-09': {
    of: '34',
    put: { [`${T}.ImpuestosAdicionales`]: { ImpuestoAdicional: [{ OtrosImpuestosAdicionales: '10.00' }] } },
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
  'RFCE-PAGO-01': { of: 'RFCE', put: { [`${D}.TablaFormasPago`]: { FormaDePago: [{ FormaPago: '1' }] } } },
  'RFCE-IMPUESTO-01': { of: 'RFCE', put: { [`${impuesto(1)}.TipoImpuesto`]: undefined } },
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
