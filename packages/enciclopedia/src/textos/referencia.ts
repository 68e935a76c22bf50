import type { Textos } from '../texto.ts';

/** Rules of a document's reference to another. */
export const referencia = {
  'ECF-REFERENCIA-01': {
    titulo: 'Forma del NCF modificado',
    significa: 'El NCF modificado es E y 12 dígitos, B y 10, o A o P y 18.',
    causa: 'Faltan o sobran dígitos, o se copió con espacios o guiones.',
    remedio: 'Copie el número completo del comprobante que se modifica.',
    relacionados: ['ECF-NCFMODIFICADO-01'],
  },
  'ECF-NCFMODIFICADO-01': {
    titulo: 'Tipo del NCF modificado que no existe',
    significa: 'Los dígitos del tipo en NCFModificado no son de ningún comprobante.',
    causa: 'Se escribió mal un dígito, o se usó el tipo de la serie E con la letra B, o al revés.',
    remedio:
      'Revise el número en el comprobante original: E31 y B01 son facturas de crédito fiscal; E32 y B02, de consumo.',
    relacionados: ['ECF-REFERENCIA-01'],
  },
  'ECF-REFERENCIA-02': {
    titulo: 'Referencia incompleta',
    significa: 'Una referencia lleva el número, la fecha y el código de modificación.',
    causa: 'Se llenó solo una parte de InformacionReferencia.',
    remedio: 'Complete los tres datos, o quite la referencia si el comprobante no modifica a otro.',
  },
  'ECF-REFERENCIA-03': {
    titulo: 'Nota que modifica otra nota',
    significa: 'Las notas de débito y de crédito corrigen facturas, no otras notas, tampoco las de papel (B03 y B04).',
    causa: 'Se puso el número de una nota en NCFModificado.',
    remedio: 'Escriba el número de la factura. Para deshacer una nota, emita la nota contraria sobre la misma factura.',
  },
  'ECF-REFERENCIA-04': {
    titulo: 'Código de modificación que no corresponde al tipo',
    significa:
      'Las notas admiten 1 (anula), 2 (corrige texto), 3 (corrige montos) y 4 (contingencia); el tipo 31 admite 4 y 5, y los demás solo 4.',
    causa: 'Se eligió un código de otro tipo de comprobante.',
    remedio: 'Elija un código de los que admite el tipo, que el mensaje enumera.',
  },
  'ECF-REFERENCIA-05': {
    titulo: 'Reemplazo de contingencia de otro tipo',
    significa: 'El código 4 reemplaza un comprobante en papel del tipo equivalente, por ejemplo B01 por E31.',
    causa: 'El número es electrónico o es de otro tipo.',
    remedio: 'Escriba el NCF en papel equivalente, o elija otro código de modificación.',
  },
  'ECF-REFERENCIA-06': {
    titulo: 'Referencia a una factura que no es de consumo',
    significa: 'El código 5 refiere una factura de crédito fiscal a una de consumo (E32 o B02).',
    causa: 'El número de la referencia es de otro tipo.',
    remedio: 'Escriba el número de la factura de consumo, o quite la referencia.',
  },
  'ECF-REFERENCIA-07': {
    titulo: 'Comprobante modificado posterior a este',
    significa: 'La fecha del comprobante modificado no puede ser posterior a la de emisión.',
    causa: 'Se invirtieron el día y el mes, o se puso la fecha de otro comprobante.',
    remedio: 'Copie en FechaNCFModificado la fecha de emisión del comprobante original.',
    relacionados: ['ECF-REFERENCIA-14'],
  },
  'ECF-REFERENCIA-08': {
    titulo: 'Indicador de nota de crédito',
    significa: 'El indicador es 0 si la factura tiene hasta 30 días calendario y 1 si tiene más.',
    causa: 'El indicador no concuerda con las dos fechas.',
    remedio: 'Ponga el indicador que dice el mensaje; con 1 la nota no devuelve el ITBIS.',
    relacionados: ['ECF-NOTACREDITO-01'],
  },
  'ECF-NOTACREDITO-01': {
    titulo: 'ITBIS en una nota de más de 30 días',
    significa: 'Pasados 30 días la nota de crédito devuelve el precio, sin el ITBIS.',
    causa: 'La nota lleva indicador 1 y también un monto de ITBIS.',
    remedio: 'Ponga en 0.00 los totales de ITBIS y reste el impuesto del total de la nota.',
    relacionados: ['ECF-REFERENCIA-08'],
  },
  'ECF-REFERENCIA-09': {
    titulo: 'Montos en una nota que corrige texto',
    significa: 'Una nota de crédito con código 2 corrige datos y no lleva montos.',
    causa: 'Se dejaron los montos de la factura.',
    remedio: 'Ponga los montos en 0.00; si lo que se corrige es un monto, use el código 3.',
  },
  'ECF-REFERENCIA-10': {
    titulo: 'RNC del propio emisor en la referencia',
    significa: 'RNCOtroContribuyente es para comprobantes de una empresa dada de baja, por ejemplo fusionada.',
    causa: 'Se escribió el RNC del emisor.',
    remedio: 'Deje vacío RNCOtroContribuyente si el comprobante modificado es suyo.',
  },
  'ECF-REFERENCIA-11': {
    titulo: 'RNC del comprador que falta en la nota',
    significa: 'La nota lleva el RNC del comprador de la factura que modifica, cuando la factura lo lleva.',
    causa: 'La nota se preparó sin comprador.',
    remedio: 'Copie el RNC del comprador de la factura.',
    relacionados: ['ECF-REFERENCIA-12', 'ECF-REFERENCIA-15'],
  },
  'ECF-REFERENCIA-12': {
    titulo: 'Nombre del comprador que falta en la nota',
    significa: 'La nota lleva el nombre del comprador de la factura que modifica.',
    causa: 'RazonSocialComprador está vacío.',
    remedio: 'Copie el nombre del comprador de la factura.',
    relacionados: ['ECF-REFERENCIA-11'],
  },
  'ECF-REFERENCIA-13': {
    titulo: 'Nota de crédito mayor que su factura',
    significa: 'El total de una nota de crédito no pasa del total del comprobante que modifica.',
    causa: 'Se devolvió de más, o la nota se refiere a otra factura.',
    remedio: 'Reduzca la nota hasta el total de la factura, o corrija NCFModificado.',
    relacionados: ['ECF-NOTA-SUMA'],
  },
  'ECF-REFERENCIA-14': {
    titulo: 'Fecha de la factura modificada',
    significa: 'FechaNCFModificado es la fecha de emisión de la factura.',
    causa: 'Se puso la fecha de la nota, la de la firma o la de otra factura.',
    remedio: 'Ponga la fecha que dice el mensaje.',
    relacionados: ['ECF-REFERENCIA-07'],
  },
  'ECF-REFERENCIA-15': {
    titulo: 'Nota a nombre de otro comprador',
    significa: 'El RNC del comprador de la nota es el de la factura que modifica.',
    causa: 'La nota se refiere a la factura de otro cliente, o el RNC se escribió mal.',
    remedio: 'Corrija NCFModificado o el RNC del comprador, según cuál esté mal.',
    relacionados: ['ECF-NOTA-COMPRADOR'],
  },
} as const satisfies Textos;
