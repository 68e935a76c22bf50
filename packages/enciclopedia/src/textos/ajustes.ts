import type { Textos } from '../texto.ts';

/** Rules of the global discounts and surcharges. */
export const ajustes = {
  'ECF-AJUSTE-01': {
    titulo: 'Numeración de los descuentos y recargos globales',
    significa: 'Los descuentos y recargos globales se numeran desde 1, en orden.',
    causa: 'Se quitó o se movió uno sin volver a numerar.',
    remedio: 'Corrija NumeroLinea en DescuentosORecargos.',
  },
  'ECF-AJUSTE-02': {
    titulo: 'Tipo de valor del descuento o recargo que falta',
    significa: 'Un descuento o recargo global dice si va en monto ($) o en porcentaje (%).',
    causa: 'TipoValor está vacío.',
    remedio: 'Elija $ o % en TipoValor.',
  },
  'ECF-AJUSTE-03': {
    titulo: 'Porcentaje del descuento o recargo que falta',
    significa: 'Un descuento o recargo global en % dice su porcentaje.',
    causa: 'ValorDescuentooRecargo está vacío.',
    remedio: 'Escriba el porcentaje, o cambie TipoValor a $.',
    relacionados: ['ECF-AJUSTE-09'],
  },
  'ECF-AJUSTE-04': {
    titulo: 'Monto del descuento o recargo que falta',
    significa: 'Un descuento o recargo global lleva su monto, también cuando va en porcentaje.',
    causa: 'Se escribió solo el porcentaje.',
    remedio: 'Escriba MontoDescuentooRecargo, o deje que Timbre lo calcule.',
  },
  'ECF-AJUSTE-05': {
    titulo: 'Descuento o recargo global sin su tasa',
    significa: 'Cuando las líneas tienen distintas tasas, cada descuento o recargo global dice a cuál afecta.',
    causa: 'Se puso uno solo para todo el comprobante.',
    remedio: 'Repártalo: una línea de descuento o recargo por cada IndicadorFacturacion que afecte, con su monto.',
    relacionados: ['ECF-AJUSTE-10'],
  },
  'ECF-AJUSTE-06': {
    titulo: 'Descuento de la Norma 10-07 con precios sin ITBIS',
    significa: 'El descuento de la Norma 10-07 se usa cuando los precios incluyen el ITBIS (IndicadorMontoGravado 1).',
    causa: 'Los precios de la factura van sin ITBIS.',
    remedio: 'Quite IndicadorNorma1007, o escriba los precios con ITBIS e IndicadorMontoGravado 1.',
  },
  'ECF-AJUSTE-07': {
    titulo: 'Recargo con la Norma 10-07',
    significa: 'La Norma 10-07 se aplica a descuentos, no a recargos.',
    causa: 'Se marcó IndicadorNorma1007 en un recargo (R).',
    remedio: 'Ponga D en TipoAjuste, o quite IndicadorNorma1007.',
  },
  'ECF-AJUSTE-08': {
    titulo: 'Descuento en monto con impuestos distintos',
    significa: 'Si las líneas llevan distintos impuestos adicionales, el descuento o recargo global va en porcentaje.',
    causa: 'Se escribió en monto ($), y no se sabe cuánto toca a cada impuesto.',
    remedio: 'Escríbalo en porcentaje, o póngalo en cada línea.',
  },
  'ECF-AJUSTE-09': {
    titulo: 'Monto del descuento distinto de su porcentaje',
    significa: 'El monto es el porcentaje de las líneas que el descuento o recargo afecta, sin ITBIS.',
    causa: 'Se calculó sobre el total con ITBIS o sobre líneas de otra tasa.',
    remedio: 'Recalcule MontoDescuentooRecargo sobre las líneas que afecta, o deje que Timbre lo calcule.',
    relacionados: ['ECF-AJUSTE-05'],
  },
  'ECF-AJUSTE-10': {
    titulo: 'Descuento o recargo sobre una tasa sin líneas',
    significa: 'El descuento o recargo global dice que afecta a una tasa que ninguna línea tiene.',
    causa: 'Se cambió la tasa de las líneas o se copió el ajuste de otra factura.',
    remedio: 'Ponga en IndicadorFacturacionDescuentooRecargo una tasa que las líneas tengan.',
    relacionados: ['ECF-AJUSTE-05'],
  },
  'ECF-AJUSTE-11': {
    titulo: 'Descuento global mayor que sus ítems',
    significa: 'El descuento global pasa de lo que suman los ítems que afecta, y el total quedaría en negativo.',
    causa: 'Se escribió un monto de más, o el indicador del descuento es de otros ítems.',
    remedio: 'Corrija el monto, o el IndicadorFacturacionDescuentooRecargo al que se aplica.',
    relacionados: ['ECF-DESCUENTO-03', 'ECF-AJUSTE-10'],
  },
  'ECF-AJUSTE-13': {
    titulo: 'Porcentaje en un ajuste en monto',
    significa: 'El descuento o recargo global va en monto ($) y trae también un porcentaje.',
    causa: 'Se cambió de porcentaje a monto y quedó el porcentaje.',
    remedio: 'Quite ValorDescuentooRecargo, o ponga TipoValor %.',
    relacionados: ['ECF-AJUSTE-03'],
  },
  'ECF-AJUSTE-12': {
    titulo: 'Norma 10-07 sin impuestos de telecomunicaciones',
    significa: 'El descuento de la Norma 10-07 es de ítems con el impuesto 002 o el 004, y ninguno los lleva.',
    causa: 'Se marcó la norma en un descuento común, o faltan los impuestos en las líneas.',
    remedio: 'Quite IndicadorNorma1007, o agregue a las líneas los impuestos 002 y 004.',
    relacionados: ['ECF-AJUSTE-06'],
  },
} as const satisfies Textos;
