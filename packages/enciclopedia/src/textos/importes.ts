import { importes as computed } from '../hechos.generated.ts';
import type { Texto, Textos } from '../texto.ts';

/** Rules of the additional taxes and of the rates. */
const impuestos = {
  'ECF-IMPUESTO-01': {
    titulo: 'Impuesto selectivo que falta en los totales',
    significa: 'El impuesto selectivo al consumo de las líneas aparece también en los totales.',
    causa: 'Se puso en la línea y no en ImpuestosAdicionales, o Timbre no tiene cargada la tasa del trimestre.',
    remedio:
      'Agregue el impuesto a los totales con su tasa y su monto. Con la tasa en los totales, o cargada para el trimestre, Timbre calcula el monto.',
    relacionados: ['ECF-IMPUESTO-07', 'ECF-IMPUESTO-08'],
  },
  'ECF-IMPUESTO-02': {
    titulo: 'Impuesto adicional que falta en los totales',
    significa: 'La propina, el CDT y los demás impuestos de las líneas aparecen también en los totales.',
    causa: 'Se puso en la línea y no en ImpuestosAdicionales.',
    remedio: 'Agregue el impuesto a los totales con su monto, o deje que Timbre lo calcule.',
  },
  'ECF-IMPUESTO-03': {
    titulo: 'Impuesto en los totales sin líneas',
    significa: 'Los totales traen un impuesto adicional que ninguna línea lleva.',
    causa: 'Se quitó de las líneas, o no se puso en ellas.',
    remedio: 'Ponga el código del impuesto en las líneas que lo pagan, o quítelo de los totales.',
  },
  'ECF-IMPUESTO-04': {
    titulo: 'Monto del impuesto distinto de sus líneas',
    significa: 'El monto del impuesto adicional no es el que dan las líneas que lo llevan.',
    causa: 'Se calculó con otra base, con el ITBIS dentro del precio o antes de un descuento global.',
    remedio: 'Recalcule el impuesto sobre las líneas que lo llevan, o deje que Timbre lo calcule.',
  },
  'ECF-IMPUESTO-07': {
    titulo: 'Tasa del selectivo sin comprobar',
    significa: 'La tasa específica del trimestre no está cargada en Timbre, que tomó la que dice el comprobante.',
    causa: 'La DGII cambia la tasa cada trimestre, y la de este no se ha cargado.',
    remedio:
      'Compare TasaImpuestoAdicional con la resolución de la DGII para el trimestre. Quien administra la plataforma la carga en Tasas del selectivo.',
    relacionados: ['ECF-IMPUESTO-08'],
  },
  'ECF-IMPUESTO-08': {
    titulo: 'Tasa del selectivo de otro trimestre',
    significa:
      'La tasa de un alcohol o de un cigarrillo (006 a 022) no es la que fija la DGII para el trimestre de la fecha de emisión.',
    causa:
      'Se usó la tasa de otro trimestre o se escribió mal. En una nota rige la de su propia fecha, no la de la factura.',
    remedio: 'Ponga la tasa que dice el mensaje y recalcule el impuesto, o quítela de los totales: Timbre la completa.',
    relacionados: ['ECF-IMPUESTO-07'],
  },
  'ECF-IMPUESTO-05': {
    titulo: 'Tasa del impuesto adicional',
    significa: 'La tasa no es la que rige en la fecha de emisión.',
    causa:
      'Se escribió mal o se tomó la de otro impuesto. La de los alcoholes y los cigarrillos tiene su propia regla.',
    remedio: 'Ponga la tasa que dice el mensaje y recalcule el impuesto.',
    relacionados: ['ECF-IMPUESTO-08'],
  },
  'ECF-IMPUESTO-06': {
    titulo: 'Impuesto repetido en los totales',
    significa: 'Cada impuesto adicional va una sola vez en los totales, con la suma de las líneas.',
    causa: 'Se agregó una entrada por línea.',
    remedio: 'Deje una entrada por código y sume sus montos.',
  },
  'ECF-IMPUESTO-09': {
    titulo: 'Impuesto adicional sin su código',
    significa: 'Los totales traen el monto o la tasa de un impuesto adicional y no dicen de cuál.',
    causa: 'Se dejó vacío TipoImpuesto en la nota de crédito, donde la estructura no lo exige.',
    remedio: 'Ponga el código del impuesto, el mismo que llevan las líneas.',
    relacionados: ['ECF-IMPUESTO-03'],
  },
  'ECF-TASA-01': {
    titulo: 'Tasa de ITBIS',
    significa: 'La tasa escrita en ITBIS1, ITBIS2 o ITBIS3 no es la que corresponde: 18, 16 y 0.',
    causa: 'Se escribió en el campo de otra tasa, o con decimales como 0.18.',
    remedio: 'Escriba en el campo la tasa que dice el mensaje.',
    relacionados: ['ECF-TASA-02'],
  },
  'ECF-TASA-02': {
    titulo: 'Tasa de ITBIS que falta',
    significa: 'Hay líneas gravadas a una tasa que los totales no mencionan.',
    causa: 'El campo ITBIS1, ITBIS2 o ITBIS3 de esa tasa está vacío.',
    remedio: 'Escriba la tasa en los totales, o deje que Timbre los calcule.',
    relacionados: ['ECF-TASA-01'],
  },
  'ECF-TASA-03': {
    titulo: 'Tasa de ITBIS que ningún ítem lleva',
    significa: 'Los totales traen una tasa de ITBIS y ningún ítem va a esa tasa.',
    causa: 'El sistema de venta envía siempre las tres tasas, o se quitó el último ítem de esa tasa.',
    remedio: 'Quite ITBIS1, ITBIS2 o ITBIS3 según diga el mensaje, o corrija IndicadorFacturacion en los ítems.',
    relacionados: ['ECF-TASA-02'],
  },
} as const satisfies Textos;

/** Texts of the computed amounts: the same for all, except the field and the formula of its value. */
const montos = Object.entries(computed).map(([codigo, { campo, formula }]): readonly [string, Texto] => [
  codigo,
  {
    titulo: `${campo} distinto de su cálculo`,
    significa: `${campo} debe decir ${formula}. Se tolera una diferencia de una unidad por línea.`,
    causa:
      'Se cambió una línea sin recalcular los totales, se redondeó línea por línea, o el ITBIS se calculó sobre otra base.',
    remedio: `Corrija ${campo} con el valor que dice el mensaje, o déjelo vacío en Nueva Factura o en la API: Timbre lo calcula.`,
    relacionados: codigo.startsWith('ECF-MONEDA') ? ['ECF-MONEDA-12'] : ['ECF-ITEM-05'],
  },
]);

/** Rules of the taxes, the totals and the totals in another currency. */
export const importes: Textos = { ...impuestos, ...Object.fromEntries(montos) };
