import type { TextosDeReporte } from '../../texto.ts';
import { comunesDe } from './comunes.ts';
import * as dgii from './que-hace-la-dgii.ts';

const identidad = {
  '607-DGII-01': {
    titulo: 'e-CF emitido que la DGII no ha aceptado',
    significa:
      'Un e-CF cuenta en los reportes y en el IT-1 cuando la DGII lo acepta. Este espera, así que falta en las cifras.',
    causa:
      'Se emitió en contingencia o con la DGII fuera de servicio, su envío falló, o el resultado está sin confirmar.',
    remedio:
      'Ábralo en Facturas: reenvíelo, o anote lo que dice el portal de la DGII. Cuando se acepta, entra solo en el reporte.',
    dgii: dgii.registros,
    relacionados: ['607-LECTURA-01'],
  },
  '607-ID-01': {
    titulo: 'Cliente sin RNC ni cédula',
    significa:
      'Solo las facturas de consumo de menos de RD$250,000.00 sin impuestos, y las notas sobre ellas, pueden ir sin identificar al cliente.',
    causa:
      'Se cargó una factura de crédito fiscal sin su comprador, una de consumo que llega al límite, o el tipo de comprobante está equivocado.',
    remedio: 'Escriba el RNC o la cédula que aparece en el comprobante.',
    dgii: dgii.instructivo,
    relacionados: ['607-ID-02', '607-ID-05'],
  },
  '607-ID-02': {
    titulo: 'Tipo de identificación del cliente',
    significa:
      'El tipo es 1 para un RNC de nueve dígitos, 2 para una cédula de once y 3 para pasaporte o ID extranjero.',
    causa: 'El tipo no corresponde a la cantidad de dígitos, o está uno de los dos datos y falta el otro.',
    remedio: 'Corrija el tipo o el número; sin cliente identificado, deje los dos en blanco.',
    dgii: dgii.instructivo,
    relacionados: ['607-ID-01'],
  },
  '607-ID-03': {
    titulo: 'Dígito verificador del cliente',
    significa: 'El último dígito no es el que resulta de los demás.',
    causa: 'Un dígito está mal copiado. También existen números válidos que no cumplen la regla: por eso es un aviso.',
    remedio: 'Confirme el número con el cliente o en la consulta de RNC de la DGII; si es ese, déjelo.',
    dgii: 'La herramienta oficial comprueba el dígito.',
    relacionados: ['ECF-RNC-01'],
  },
  '607-ID-04': {
    titulo: 'Registro único de ingresos con RNC ajeno',
    significa: 'El registro único de ingresos (B12) resume ventas propias: lleva el RNC de quien declara.',
    causa: 'Se escribió un cliente.',
    remedio: 'Ponga su RNC en el campo 1.',
    dgii: dgii.instructivo,
  },
  '607-ID-05': {
    titulo: 'Nota sin el cliente de su factura',
    significa:
      'La factura de consumo que la nota modifica llega a RD$250,000.00: identifica al cliente, y su nota también.',
    causa: 'La nota se cargó sin el RNC o la cédula, o nombra otra factura.',
    remedio: 'Escriba en la nota el RNC o la cédula que lleva la factura.',
    dgii: dgii.instructivo,
    relacionados: ['607-ID-01'],
  },
} as const satisfies TextosDeReporte;

const comprobantes = {
  '607-NCF-01': {
    titulo: 'Tipo de comprobante ajeno al 607',
    significa: 'El 607 recibe los tipos B01 a B04 y B11 a B16.',
    causa: 'Se incluyó un pago al exterior (B17), que es una compra.',
    remedio: 'Quite la línea; si es una compra, va en el 606.',
    dgii: dgii.herramienta,
    relacionados: ['606-NCF-01'],
  },
  '607-NCF-02': {
    titulo: 'Venta con e-CF fuera del archivo',
    significa:
      'La DGII recibió el e-CF al emitirse. La venta cuenta en los totales y en el IT-1, y no se escribe en el TXT.',
    causa: 'El mes tiene ventas electrónicas: es lo normal.',
    remedio: 'No haga nada. Reporte en el 607 solo lo que se facturó en papel.',
    dgii: 'La herramienta oficial no acepta la serie E.',
    relacionados: ['607-CONSUMO-01'],
  },
  '607-NCF-03': {
    titulo: 'Nota propia sin comprobante modificado',
    significa: 'Una nota de débito o de crédito dice en el campo 4 qué comprobante modifica.',
    causa: 'El libro de origen no trae ese número.',
    remedio: 'Escriba el NCF de la factura que la nota corrige.',
    dgii: dgii.instructivo,
    relacionados: ['607-NOTA-01'],
  },
  '607-NCF-04': {
    titulo: 'Venta con serie B después de su fin',
    significa:
      'La serie B terminó el 31 de octubre de 2026 para grandes locales y medianos, y el 15 de noviembre para los demás.',
    causa: 'Se siguió facturando en papel, o la fecha está mal escrita.',
    remedio: 'Revise la fecha; si es correcta, consulte con su contador y facture con e-CF desde ahora.',
    dgii: 'La serie B de un emisor obligado a la facturación electrónica puede ser objetada.',
    relacionados: ['606-NCF-05'],
  },
  '607-CONSUMO-01': {
    titulo: 'Venta a consumidor por debajo del límite',
    significa:
      'Las facturas de consumo de menos de RD$250,000.00 sin impuestos no se detallan: van en el Resumen General.',
    causa: 'El mes tiene ventas a consumidores: es lo normal. Las notas sobre ellas sí se detallan.',
    remedio: 'Copie los totales del resumen de Timbre en la Oficina Virtual, junto al envío del 607.',
    dgii: 'La Oficina Virtual pide el Resumen General de Facturas de Consumo al enviar el 607.',
    relacionados: ['607-NCF-02'],
  },
} as const satisfies TextosDeReporte;

const fechasYMontos = {
  '607-FECHA-01': {
    titulo: 'Venta de otro mes',
    significa: 'El 607 lleva solo los comprobantes del mes que se declara.',
    causa: 'La fecha está mal escrita, o el comprobante es de otro mes.',
    remedio: 'Corrija la fecha, o rectifique el 607 del mes del comprobante.',
    dgii: dgii.herramienta,
    relacionados: ['607-DUPLICADO-02'],
  },
  '607-FECHA-02': {
    titulo: 'Retención del cliente sin fecha',
    significa: 'Lo que el cliente retuvo (10 o 12) lleva la fecha de la retención, campo 7.',
    causa: 'Se anotó el monto y no el día de la carta de retención.',
    remedio: 'Escriba la fecha del comprobante de retención del cliente.',
    dgii: dgii.herramienta,
    relacionados: ['607-FECHA-03', '607-ITBIS-01'],
  },
  '607-FECHA-03': {
    titulo: 'Retención del cliente anterior a la venta',
    significa: 'Nadie retiene antes de que exista el comprobante.',
    causa: 'El día y el mes están cambiados, o la retención es de otra factura.',
    remedio: 'Corrija una de las dos fechas.',
    dgii: dgii.instructivo,
    relacionados: ['607-FECHA-02'],
  },
  '607-FECHA-04': {
    titulo: 'Retención del cliente de un mes posterior',
    significa:
      'El cliente retiene cuando paga, y declara lo retenido en ese mes. El IT-1 resta lo que dice el 607 del mes de la venta.',
    causa: 'La venta se cobró en un mes posterior, antes de presentar el 607.',
    remedio:
      'Confirme con su cliente en qué mes la declara. Si es después, quítela de esta venta y súmela a mano en el IT-1 de ese mes, en la casilla 31.',
    dgii: 'Ninguna fuente publicada confirma si acepta en el 607 una retención de un mes posterior.',
    relacionados: ['607-FECHA-02', '607-FECHA-03'],
  },
  '607-COBRO-01': {
    titulo: 'Formas de venta distintas del total',
    significa: 'Los campos 17 a 23 dicen cómo se vendió y suman el total con impuestos: 8 + 9 + 14 + 15 + 16.',
    causa: 'Se repartió el monto sin ITBIS, o falta la parte a crédito.',
    remedio:
      'Ajuste las formas de venta; lo que no se ha cobrado va a crédito, campo 20. Las notas de crédito pueden no llevarlas; las de débito sí.',
    dgii: dgii.herramienta,
    relacionados: ['IT1-607-03'],
  },
  '607-ITBIS-01': {
    titulo: 'ITBIS retenido por el cliente mayor que el facturado',
    significa: 'El cliente retiene, como mucho, todo el ITBIS de la factura.',
    causa: 'Se anotó la retención de varias facturas en una, o la de renta en el campo de ITBIS.',
    remedio: 'Reparta lo retenido entre sus facturas; la retención de renta va en el campo 12.',
    dgii: dgii.instructivo,
    relacionados: ['607-FECHA-02'],
  },
  '607-ITBIS-02': {
    titulo: 'ITBIS de una venta por encima del 18 %',
    significa: 'El ITBIS pasa del 18 % del monto facturado; se tolera un peso.',
    causa: 'El monto está incompleto, o el ITBIS incluye otro impuesto o la propina.',
    remedio: 'Compare con el comprobante y separe los demás impuestos en los campos 14 y 15, y la propina en el 16.',
    dgii: dgii.revision,
    relacionados: ['IT1-607-04'],
  },
  '607-NOTA-02': {
    titulo: 'Nota de crédito de más de 30 días con ITBIS',
    significa: 'Pasados 30 días de la factura, la nota de crédito no devuelve ITBIS (Código Tributario, artículo 338).',
    causa: 'Se emitió la nota con ITBIS, o la fecha de la nota o de la factura está mal.',
    remedio: 'Compare las dos fechas con los comprobantes. Si son correctas, el IT-1 no resta el ITBIS de la nota.',
    dgii: dgii.revision,
    relacionados: ['IT1-607-07'],
  },
  '607-PROPINA-01': {
    titulo: 'Propina legal de una venta por encima del 10 %',
    significa: 'La propina legal es el 10 % del monto sin impuestos.',
    causa: 'Se sumó una propina voluntaria, o se calculó sobre el monto con ITBIS.',
    remedio: 'Deje en el campo 16 hasta el 10 %, sin redondear hacia arriba, y lleve el excedente a otro campo.',
    dgii: 'Puede rechazar la línea.',
    relacionados: ['606-PROPINA-01'],
  },
} as const satisfies TextosDeReporte;

/** Rules of the 607. */
export const ventas: TextosDeReporte = { ...comunesDe('607'), ...identidad, ...comprobantes, ...fechasYMontos };
