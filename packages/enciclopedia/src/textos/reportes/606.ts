import type { TextosDeReporte } from '../../texto.ts';
import { montos } from './606-montos.ts';
import { comunesDe } from './comunes.ts';
import * as dgii from './que-hace-la-dgii.ts';

const identidad = {
  '606-DGII-01': {
    titulo: 'e-CF recibido que la DGII no ha aceptado',
    significa:
      'Su firma prueba que está íntegro, no que quien lo firmó pueda hacerlo por ese emisor: eso lo dice la DGII.',
    causa: 'La DGII no contestó la consulta, todavía no lo tiene, o el documento no es de quien dice.',
    remedio:
      'Pulse «Consultar otra vez». Si sigue sin aceptarlo, pregunte al suplidor. Cuando la DGII lo acepta, entra solo en el reporte.',
    dgii: dgii.registros,
    relacionados: ['606-LECTURA-01'],
  },
  '606-DGII-02': {
    titulo: 'e-CF emitido que la DGII no ha aceptado',
    significa:
      'Un e-CF cuenta en los reportes y en el IT-1 cuando la DGII lo acepta. Este espera, así que falta en las cifras.',
    causa:
      'Se emitió en contingencia o con la DGII fuera de servicio, su envío falló, o el resultado está sin confirmar.',
    remedio:
      'Ábralo en Facturas: reenvíelo, o anote lo que dice el portal de la DGII. Cuando se acepta, entra solo en el reporte.',
    dgii: dgii.registros,
    relacionados: ['606-DGII-01', '606-LECTURA-01'],
  },
  '606-ID-01': {
    titulo: 'RNC o cédula del suplidor mal formado',
    significa: 'El campo 1 lleva un RNC de nueve dígitos o una cédula de once, sin guiones.',
    causa: 'Falta o sobra un dígito, quedaron los guiones, o se escribió un pasaporte.',
    remedio: 'Corrija el número con el de la factura.',
    dgii: dgii.instructivo,
    relacionados: ['606-ID-02'],
  },
  '606-ID-02': {
    titulo: 'Tipo de identificación del suplidor',
    significa: 'El tipo es 1 para un RNC de nueve dígitos y 2 para una cédula de once.',
    causa: 'Se cambió el número y no el tipo, o la plantilla de origen los tiene al revés.',
    remedio: 'Ponga 1 o 2 según la cantidad de dígitos del campo 1.',
    dgii: dgii.instructivo,
    relacionados: ['606-ID-01'],
  },
  '606-ID-03': {
    titulo: 'Dígito verificador del suplidor',
    significa: 'El último dígito no es el que resulta de los demás.',
    causa: 'Un dígito está mal copiado. También existen números válidos que no cumplen la regla: por eso es un aviso.',
    remedio: 'Compare con la factura y con la consulta de RNC de la DGII; si el número es ese, déjelo.',
    dgii: 'La herramienta oficial comprueba el dígito.',
    relacionados: ['ECF-RNC-01'],
  },
  '606-ID-04': {
    titulo: 'Gasto menor o pago al exterior con RNC ajeno',
    significa:
      'Los gastos menores (13, 43) y los pagos al exterior (17, 47) los emite quien declara, con su propio RNC.',
    causa: 'Se escribió en el campo 1 el comercio o el suplidor extranjero.',
    remedio: 'Ponga su RNC en el campo 1. El suplidor extranjero va en el 609.',
    dgii: dgii.herramienta,
    relacionados: ['606-ID-05', '606-EXTERIOR-01'],
  },
  '606-ID-05': {
    titulo: 'RNC propio en una compra a terceros',
    significa: 'Solo los gastos menores, los pagos al exterior y las notas llevan el RNC de quien declara.',
    causa: 'Se tomó el comprador por el suplidor, o se usó el RNC propio para un gasto pequeño.',
    remedio: 'Escriba el RNC o la cédula de quien le vendió.',
    dgii: dgii.herramienta,
    relacionados: ['606-ID-04'],
  },
  '606-ID-06': {
    titulo: 'Comprobante de compras sin cédula',
    significa: 'El comprobante de compras (11, 41) es para una persona que no está registrada como contribuyente.',
    causa: 'Se puso el RNC de una empresa, que debe emitir su propia factura.',
    remedio: 'Escriba la cédula de quien vendió; si es contribuyente, pídale su comprobante.',
    dgii: dgii.oficinaVirtual,
    relacionados: ['606-RETENCION-03'],
  },
} as const satisfies TextosDeReporte;

const comprobantes = {
  '606-NCF-01': {
    titulo: 'Tipo de comprobante ajeno al 606',
    significa: 'El 606 recibe los tipos 01 a 04, 11 a 15 y 17, y los e-CF 31 a 34, 41, 43, 44, 45 y 47.',
    causa: 'Se incluyó un comprobante de ventas: un registro único de ingresos o una exportación.',
    remedio: 'Quite la línea; si es una venta, va en el 607.',
    dgii: dgii.herramienta,
    relacionados: ['607-NCF-01'],
  },
  '606-NCF-02': {
    titulo: 'Nota del suplidor sin comprobante modificado',
    significa: 'Una nota de débito o de crédito dice en el campo 5 qué comprobante modifica.',
    causa: 'El libro de origen no trae ese número.',
    remedio: 'Escriba el NCF que la nota menciona.',
    dgii: dgii.instructivo,
    relacionados: ['606-NOTA-01'],
  },
  '606-NCF-03': {
    titulo: 'NCF de 19 posiciones sin retención',
    significa: 'Un comprobante de la numeración anterior vuelve al 606 solo para declarar lo retenido al pagarlo.',
    causa: 'Se cargó una factura antigua como compra nueva, o faltan los datos de la retención.',
    remedio: 'Complete la fecha de pago y la retención, o quite la línea.',
    dgii: dgii.instructivo,
    relacionados: ['606-FECHA-04'],
  },
  '606-NCF-04': {
    titulo: 'Crédito de ITBIS con factura de consumo',
    significa: 'Una factura de consumo (02, 32) se puede reportar, y su ITBIS no es deducible.',
    causa: 'El ITBIS quedó por adelantar en el campo 15.',
    remedio: 'Lleve todo el ITBIS al costo, campo 14. Para tener el crédito, pida factura de crédito fiscal.',
    dgii: 'La guía de comprobantes de la DGII niega el crédito.',
    relacionados: ['606-ITBIS-03'],
  },
  '606-NCF-05': {
    titulo: 'Compra con serie B después de su fin',
    significa:
      'La serie B terminó el 31 de octubre de 2026 para grandes locales y medianos, y el 15 de noviembre para los demás.',
    causa: 'El suplidor todavía no factura con e-CF, o la fecha está mal escrita.',
    remedio: 'Revise la fecha; si es correcta, pida el e-CF antes de tomar el gasto y el crédito.',
    dgii: 'La DGII señala la serie B de un emisor obligado a la facturación electrónica.',
    relacionados: ['607-NCF-04'],
  },
} as const satisfies TextosDeReporte;

const fechas = {
  '606-FECHA-01': {
    titulo: 'Compra posterior al período',
    significa: 'El comprobante tiene fecha de un mes posterior al que se declara.',
    causa: 'La fecha está mal escrita, o el comprobante pertenece a otro mes.',
    remedio: 'Corrija la fecha o repórtelo en su mes.',
    dgii: dgii.oficinaVirtual,
  },
  '606-FECHA-02': {
    titulo: 'Pago anterior al comprobante',
    significa: 'La fecha de pago no puede ser anterior a la del comprobante.',
    causa: 'Se puso la fecha de un anticipo, o el día y el mes están cambiados.',
    remedio: 'Corrija una de las dos fechas.',
    dgii: dgii.oficinaVirtual,
    relacionados: ['606-FECHA-03'],
  },
  '606-FECHA-03': {
    titulo: 'Pago de otro mes',
    significa: 'La fecha de pago no es del mes que se declara.',
    causa: 'La compra se pagó en otro mes y se puso la fecha en el mes de la factura.',
    remedio: 'Deje en blanco la fecha de pago en el mes de la factura y reporte el pago en el mes en que se hizo.',
    dgii: dgii.oficinaVirtual,
    relacionados: ['606-DUPLICADO-02', '606-FECHA-04'],
  },
  '606-FECHA-04': {
    titulo: 'Retención sin fecha de pago',
    significa: 'Se retiene al pagar: los campos 12, 17 y 18 necesitan la fecha del campo 7.',
    causa: 'La compra a crédito se reportó ya con la retención de un pago que no se ha hecho.',
    remedio: 'Escriba la fecha si se pagó; si no, quite la retención hasta el mes del pago.',
    dgii: dgii.herramienta,
    relacionados: ['606-RETENCION-01'],
  },
} as const satisfies TextosDeReporte;

/** Rules of the 606. */
export const compras: TextosDeReporte = { ...comunesDe('606'), ...identidad, ...comprobantes, ...fechas, ...montos };
