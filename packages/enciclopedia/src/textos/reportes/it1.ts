import type { TextosDeReporte } from '../../texto.ts';

const cruce = 'Tiene la declaración y los reportes del mismo mes: puede pedir que se explique la diferencia.';

/** Checks of the IT-1 before it is filed. */
export const it1 = {
  'IT1-607-01': {
    titulo: 'Total de operaciones distinto de las ventas',
    significa: 'La casilla 11 del Anexo A reúne las ventas por tipo de comprobante y debe dar lo reportado.',
    causa: 'Hay una venta cuyo número no es de un tipo que el Anexo A cuente.',
    remedio: 'Busque en el 607 el comprobante que las casillas 1 a 8 no cuentan y corrija su número.',
    dgii: cruce,
    relacionados: ['607-NCF-01'],
  },
  'IT1-607-02': {
    titulo: 'Ventas sin tipo de ingreso',
    significa: 'El total por tipo de ingreso, casilla 26 del Anexo A, es el de las ventas.',
    causa: 'Hay ventas con el tipo de ingreso sin responder.',
    remedio: 'Complete el tipo de ingreso en las filas del 607 y genere el IT-1 de nuevo.',
    dgii: cruce,
    relacionados: ['607-CAMPO-01'],
  },
  'IT1-607-03': {
    titulo: 'Total por forma de venta distinto de las ventas',
    significa:
      'Efectivo, cheque, tarjeta, crédito y las demás formas suman las ventas con impuestos, sin las notas de crédito.',
    causa: 'Alguna venta no dice cómo se cobró, o sus formas no suman el total; también un e-CF que no lo dice.',
    remedio: 'Pulse «Ver los comprobantes»: son los que faltan. Responda sus formas de venta en «Preparar» del 607.',
    dgii: cruce,
    relacionados: ['607-COBRO-01'],
  },
  'IT1-607-04': {
    titulo: 'ITBIS cobrado distinto del facturado',
    significa:
      'El ITBIS que calcula el formulario (21) se compara con la suma del facturado; se tolera un centavo por venta.',
    causa: 'Hay ventas exentas o al 16 % que se cuentan al 18 %, o un ITBIS mal facturado.',
    remedio: 'Revise las casillas 4 y 12 y los comprobantes cuyo ITBIS no sea su tasa por su monto.',
    dgii: cruce,
    relacionados: ['IT1-607-05', '607-ITBIS-02'],
  },
  'IT1-607-05': {
    titulo: 'Ventas sin desglose de ITBIS',
    significa: 'Esas ventas no dicen qué parte es exenta o va al 16 %: el formulario las cuenta todas al 18 %.',
    causa: 'Son ventas en papel, que se cargan con el monto y el ITBIS y sin su desglose.',
    remedio: 'Sume de sus facturas lo exento y lo gravado al 16 %, y corrija las casillas 4 y 12.',
    dgii: cruce,
    relacionados: ['IT1-607-04'],
  },
  'IT1-607-06': {
    titulo: 'Notas de crédito de más de 30 días',
    significa:
      'Una nota emitida más de 30 días después de la factura baja las operaciones del mes y no devuelve su ITBIS (Código Tributario, artículo 338). La casilla 11 vuelve a sumar lo gravado que esas notas restan.',
    causa: 'En el mes hay notas con el indicador 1, o de una factura de más de 30 días antes.',
    remedio:
      'Abra la casilla A43 para ver las notas. Ninguna fuente publicada dice en qué casilla de la Oficina Virtual se suma: confírmelo con la DGII antes de presentar.',
    dgii: cruce,
    relacionados: ['IT1-607-07', '607-NOTA-02'],
  },
  'IT1-607-07': {
    titulo: 'ITBIS en notas de más de 30 días',
    significa: 'Una nota de crédito de más de 30 días no devuelve ITBIS, aunque lo lleve escrito.',
    causa: 'La nota se emitió con ITBIS, o la fecha de la factura que modifica está mal.',
    remedio: 'Abra la casilla A43, y corrija o excluya la nota. El formulario no resta ese ITBIS.',
    dgii: cruce,
    relacionados: ['IT1-607-06', '607-NOTA-02'],
  },
  'IT1-606-01': {
    titulo: 'ITBIS de las compras incompleto en el Anexo A',
    significa: 'Todo el ITBIS de las compras va por adelantar o al costo.',
    causa: 'Hay líneas del 606 con ITBIS facturado y sin responder adónde va.',
    remedio: 'Responda en el 606 cuánto va al costo; el resto queda por adelantar.',
    dgii: cruce,
    relacionados: ['606-ITBIS-03'],
  },
  'IT1-606-02': {
    titulo: 'ITBIS retenido distinto del 606',
    significa: 'Lo que el formulario calcula en las casillas 39 a 60 se compara con el campo 12 del 606.',
    causa: 'Se retuvo otro porcentaje, o la base incluye compras exentas o al 16 %.',
    remedio: 'Revise el campo 12 de los pagos del mes y las casillas 39 a 49.',
    dgii: cruce,
    relacionados: ['606-RETENCION-02', '606-ITBIS-01'],
  },
  'IT1-SALDO-01': {
    titulo: 'Saldo anterior distinto del mes pasado',
    significa: 'El saldo a favor que entra (29) es el que dejó la declaración anterior (34).',
    causa: 'Se escribió a mano otro monto, o el mes anterior se rectificó.',
    remedio: 'Ponga en la casilla 29 la 34 de la última declaración presentada del mes anterior.',
    dgii: 'Conoce el saldo de la declaración anterior.',
  },
  'IT1-PRESENTADO-01': {
    titulo: 'Casilla presentada distinta de los reportes',
    significa: 'El IT-1 se presentó con un monto, y los reportes de hoy dan otro.',
    causa: 'Después de presentar se respondió, se cargó o se anuló un comprobante de ese mes.',
    remedio: 'Rectifique la declaración, o devuelva los reportes a lo que se presentó.',
    dgii: cruce,
    relacionados: ['reportes/presentado'],
  },
} as const satisfies TextosDeReporte;
