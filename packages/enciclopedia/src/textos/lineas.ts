import type { Textos } from '../texto.ts';

/** Rules of each line of detail. */
export const lineas = {
  'ECF-ITEM-01': {
    titulo: 'Numeración de las líneas',
    significa: 'Las líneas se numeran 1, 2, 3… en el orden en que aparecen.',
    causa: 'Se borró, se insertó o se movió una línea sin volver a numerar.',
    remedio: 'Corrija NumeroLinea desde la línea señalada, sin saltos ni repeticiones.',
  },
  'ECF-ITEM-02': {
    titulo: 'Línea no exenta en un tipo exento',
    significa: 'En los tipos 43, 44 y 47 todas las líneas son exentas: IndicadorFacturacion 4.',
    causa: 'Se copió la línea de otro tipo de comprobante o quedó una tasa de ITBIS.',
    remedio: 'Ponga 4 en IndicadorFacturacion de esa línea. Si la operación paga ITBIS, use otro tipo de comprobante.',
  },
  'ECF-ITEM-03': {
    titulo: 'Línea de exportación sin tasa cero',
    significa: 'En el tipo 46 todas las líneas van gravadas al 0 %: IndicadorFacturacion 3.',
    causa: 'Se marcó la línea como exenta o con otra tasa.',
    remedio: 'Ponga 3 en IndicadorFacturacion de esa línea.',
  },
  'ECF-ITEM-04': {
    titulo: 'Bien en un pago al exterior',
    significa: 'En el tipo 47 todas las líneas son servicios: IndicadorBienoServicio 2.',
    causa: 'La línea quedó marcada como bien.',
    remedio: 'Ponga 2 en IndicadorBienoServicio.',
  },
  'ECF-ITEM-05': {
    titulo: 'Monto de la línea distinto de su cálculo',
    significa:
      'MontoItem es precio por cantidad, menos el descuento, más el recargo; se tolera una diferencia de 1.00.',
    causa: 'Se redondeó el precio antes de multiplicar, o se cambió la cantidad o el descuento sin recalcular.',
    remedio: 'Recalcule MontoItem con el precio sin redondear (admite cuatro decimales), o deje que Timbre lo calcule.',
    relacionados: ['ECF-DESCUENTO-01', 'ECF-RECARGO-01'],
  },
  'ECF-ITEM-06': {
    titulo: 'Cantidad de referencia sin su unidad',
    significa: 'La línea dice una cantidad de referencia y no en qué unidad se mide.',
    causa: 'Se llenó CantidadReferencia y se dejó vacía UnidadReferencia.',
    remedio: 'Escriba el código de la unidad en UnidadReferencia, o quite la cantidad si no hace falta.',
    relacionados: ['ECF-ISC-01'],
  },
  'ECF-ITEM-08': {
    titulo: 'Unidad de referencia sin su cantidad',
    significa: 'La línea dice una unidad de referencia y no cuántas hay.',
    causa: 'Se llenó UnidadReferencia y se dejó vacía CantidadReferencia.',
    remedio: 'Escriba CantidadReferencia, o quite la unidad si no hace falta.',
    relacionados: ['ECF-ITEM-06'],
  },
  'ECF-ITEM-07': {
    titulo: 'Vencimiento anterior a la elaboración',
    significa: 'El artículo vence antes del día en que se elaboró.',
    causa: 'Las dos fechas se intercambiaron.',
    remedio: 'Compare las dos fechas con el empaque y corríjalas.',
  },
  'ECF-MONEDA-13': {
    titulo: 'Monto de la línea en otra moneda',
    significa: 'MontoItemOtraMoneda es precio por cantidad, menos descuento, más recargo, todo en la otra moneda.',
    causa: 'Se convirtió el monto y no el precio, o se redondeó uno de los dos.',
    remedio: 'Recalcule el monto de la línea con los valores en la otra moneda.',
    relacionados: ['ECF-ITEM-05'],
  },
  'ECF-MONEDA-15': {
    titulo: 'Línea en otra moneda que no es la de pesos',
    significa:
      'El precio o el monto de la línea en la otra moneda no es el de pesos entre TipoCambio. Se tolera el redondeo al centavo de los dos precios.',
    causa: 'Se convirtió con la tasa de otro día, se escribió el monto de otra línea o falta convertir uno de los dos.',
    remedio: 'Corrija el que esté mal: el precio en pesos, el de la otra moneda o TipoCambio.',
    relacionados: ['ECF-MONEDA-13', 'ECF-MONEDA-14'],
  },
  'ECF-DESCUENTO-03': {
    titulo: 'Descuento mayor que la línea',
    significa: 'El descuento de la línea pasa de su precio por cantidad más recargos, y su monto quedaría en negativo.',
    causa: 'El descuento es de toda la factura, está en otra unidad, o falta cantidad o precio.',
    remedio:
      'Corrija el descuento de esa línea. Para devolver dinero se emite una nota de crédito, no una línea en negativo.',
    relacionados: ['ECF-DESCUENTO-01', 'ECF-AJUSTE-11'],
  },
  'ECF-DESCUENTO-01': {
    titulo: 'Descuento de la línea distinto de sus partes',
    significa: 'DescuentoMonto es la suma exacta de los montos de TablaSubDescuento.',
    causa: 'Se escribió el total del descuento sin sus partes, o se redondearon por separado.',
    remedio: 'Iguale DescuentoMonto a la suma de los subdescuentos; si hay uno solo, escríbalo también en la tabla.',
    relacionados: ['ECF-DESCUENTO-02'],
  },
  'ECF-DESCUENTO-02': {
    titulo: 'Subdescuento en porcentaje',
    significa: 'Un subdescuento en % lleva su porcentaje, y su monto es precio por cantidad por ese porcentaje.',
    causa: 'Falta SubDescuentoPorcentaje, o el monto se calculó sobre otra base.',
    remedio: 'Escriba el porcentaje y recalcule MontoSubDescuento, o indíquelo en monto ($).',
    relacionados: ['ECF-DESCUENTO-01'],
  },
  'ECF-DESCUENTO-04': {
    titulo: 'Porcentaje en un subdescuento en monto',
    significa: 'El subdescuento va en monto ($) y trae también un porcentaje.',
    causa: 'Se cambió de porcentaje a monto y quedó el porcentaje.',
    remedio: 'Quite SubDescuentoPorcentaje, o ponga TipoSubDescuento %.',
    relacionados: ['ECF-DESCUENTO-02'],
  },
  'ECF-RECARGO-01': {
    titulo: 'Recargo de la línea distinto de sus partes',
    significa: 'RecargoMonto es la suma exacta de los montos de TablaSubRecargo.',
    causa: 'Se escribió el total del recargo sin sus partes, o se redondearon por separado.',
    remedio: 'Iguale RecargoMonto a la suma de los subrecargos; si hay uno solo, escríbalo también en la tabla.',
    relacionados: ['ECF-RECARGO-02'],
  },
  'ECF-RECARGO-02': {
    titulo: 'Subrecargo en porcentaje',
    significa: 'Un subrecargo en % lleva su porcentaje, y su monto es precio por cantidad por ese porcentaje.',
    causa: 'Falta SubRecargoPorcentaje, o el monto se calculó sobre otra base.',
    remedio: 'Escriba el porcentaje y recalcule MontoSubRecargo, o indíquelo en monto ($).',
    relacionados: ['ECF-RECARGO-01'],
  },
  'ECF-RECARGO-03': {
    titulo: 'Porcentaje en un subrecargo en monto',
    significa: 'El subrecargo va en monto ($) y trae también un porcentaje.',
    causa: 'Se cambió de porcentaje a monto y quedó el porcentaje.',
    remedio: 'Quite SubRecargoPorcentaje, o ponga TipoSubRecargo %.',
    relacionados: ['ECF-RECARGO-02'],
  },
  'ECF-ISC-01': {
    titulo: 'Cantidad y unidad de referencia que faltan',
    significa: 'Una línea con impuesto selectivo específico (006 a 022) dice su cantidad y su unidad de referencia.',
    causa: 'Se eligió el impuesto y se dejaron vacíos CantidadReferencia o UnidadReferencia.',
    remedio: 'Escriba cuántas unidades trae el empaque y en qué unidad se miden.',
  },
  'ECF-ISC-02': {
    titulo: 'Subcantidades que faltan',
    significa:
      'Una línea con impuesto selectivo específico lleva TablaSubcantidad con cantidad y código en cada entrada.',
    causa: 'La tabla falta o una de sus entradas está incompleta.',
    remedio: 'Escriba Subcantidad y CodigoSubcantidad en cada entrada de la línea.',
  },
  'ECF-ISC-03': {
    titulo: 'Grados de alcohol que faltan',
    significa: 'Una línea con impuesto específico al alcohol (006 a 018) dice sus grados.',
    causa: 'GradosAlcohol está vacío.',
    remedio: 'Escriba en GradosAlcohol el porcentaje de la etiqueta.',
  },
  'ECF-ISC-04': {
    titulo: 'Precio de referencia que falta',
    significa: 'Una línea con impuesto selectivo ad valorem (023 a 039) dice el precio de venta al por menor.',
    causa: 'PrecioUnitarioReferencia está vacío.',
    remedio: 'Escriba el precio de venta al por menor de la unidad.',
  },
  'ECF-ISC-05': {
    titulo: 'Impuesto ad valorem sin su específico',
    significa: 'Los alcoholes y cigarrillos con impuesto ad valorem llevan también el específico que les corresponde.',
    causa: 'En TablaImpuestoAdicional se puso solo uno de los dos códigos.',
    remedio: 'Agregue a la línea el código específico que dice el mensaje.',
  },
  'ECF-ISC-06': {
    titulo: 'Impuesto adicional repetido en la línea',
    significa: 'Una línea lleva cada impuesto adicional una sola vez.',
    causa: 'Se agregó dos veces el mismo código.',
    remedio: 'Quite el código repetido de la línea.',
  },
  'ECF-ISC-07': {
    titulo: 'Impuesto selectivo en régimen especial',
    significa: 'El tipo 44 admite solo los impuestos adicionales 001 a 005.',
    causa: 'Se puso un impuesto selectivo de alcohol o de cigarrillos.',
    remedio: 'Quite ese impuesto de la línea, o revise si la operación corresponde al tipo 44.',
  },
  'ECF-ISC-08': {
    titulo: 'Grados de alcohol por encima de 100',
    significa: 'GradosAlcohol es el porcentaje de alcohol en el volumen, y pasa de 100.',
    causa: 'Se escribieron los grados en otra escala (proof), o sobra un dígito.',
    remedio: 'Escriba el porcentaje que dice la etiqueta.',
    relacionados: ['ECF-ISC-03'],
  },
  'ECF-ISC-09': {
    titulo: 'Datos del impuesto selectivo sin el impuesto',
    significa:
      'La línea lleva grados, cantidades o precio de referencia, que son del impuesto selectivo de quien fabrica o importa, y no lleva el impuesto.',
    causa: 'Se olvidó el código del impuesto, o el sistema envía esos datos también al revender.',
    remedio: 'Agregue el código del impuesto selectivo si lo cobra; si solo revende, quite esos datos.',
    relacionados: ['ECF-ISC-01', 'ECF-ISC-04'],
  },
  'ECF-RETENCION-01': {
    titulo: 'Indicador de retención que falta',
    significa: 'La línea con retención dice si el emisor retiene (1) o percibe (2).',
    causa: 'Se escribió un monto retenido sin IndicadorAgenteRetencionoPercepcion.',
    remedio: 'Ponga 1 en el indicador, o quite la retención de la línea.',
  },
  'ECF-RETENCION-02': {
    titulo: 'Percepción, que no está vigente',
    significa: 'El régimen de percepción (indicador 2) no está en vigor.',
    causa: 'Se eligió percepción en lugar de retención.',
    remedio: 'Ponga 1 (retención) en el indicador.',
  },
  'ECF-RETENCION-03': {
    titulo: 'ITBIS retenido de una línea exenta',
    significa: 'De una línea exenta no se retiene ITBIS: MontoITBISRetenido dice 0.00.',
    causa: 'Se escribió un monto, o el campo quedó vacío.',
    remedio: 'Ponga 0.00 en MontoITBISRetenido, o revise si la línea es exenta.',
  },
  'ECF-RETENCION-04': {
    titulo: 'Renta retenida que falta en un servicio',
    significa: 'En un comprobante de compras (41), el servicio con retención dice el impuesto sobre la renta retenido.',
    causa: 'MontoISRRetenido está vacío.',
    remedio: 'Escriba en MontoISRRetenido lo retenido en la línea.',
  },
  'ECF-RETENCION-05': {
    titulo: 'ITBIS retenido que falta en compras',
    significa: 'En un comprobante de compras (41) quien compra retiene el ITBIS de las líneas gravadas y lo dice.',
    causa: 'MontoITBISRetenido está vacío en una línea con ITBIS.',
    remedio: 'Escriba en cada línea gravada el ITBIS retenido.',
  },
  'ECF-RETENCION-06': {
    titulo: 'Retención que nadie decidió',
    significa:
      'Una línea de compras (41) o de pago al exterior (47) dice lo que su empresa retiene. Timbre no lo decide por usted: el mensaje trae lo que sería por ley.',
    causa: 'La línea llegó sin Retencion, o sin ninguno de sus montos.',
    remedio:
      'Escriba los montos en Retencion, también 0.00 si no retiene. O indique en Configuración que se aplique la retención de ley, o que su empresa no retiene.',
    relacionados: ['ECF-RETENCION-09'],
  },
  'ECF-RETENCION-07': {
    titulo: 'ITBIS retenido distinto del de ley',
    significa:
      'El ITBIS que la línea dice retener no es el que la ley manda retener ese día. Se emite lo que usted dijo.',
    causa: 'Se usó otra tasa u otra base, se retuvo sin ser agente de retención, o no se retuvo.',
    remedio: 'Compare los dos montos del mensaje. Si el suyo es el correcto, no haga nada.',
    relacionados: ['ECF-RETENCION-06', 'ECF-RETENCION-08'],
  },
  'ECF-RETENCION-08': {
    titulo: 'ISR retenido distinto del de ley',
    significa:
      'El impuesto sobre la renta que la línea dice retener no es el de ninguna clase de renta ese día. Se emite lo que usted dijo.',
    causa: 'Se usó la tasa de antes del 1 de julio de 2026, u otra base, o se le retuvo a una sociedad.',
    remedio: 'Compare los dos montos del mensaje. Si el suyo es el correcto, no haga nada.',
    relacionados: ['ECF-RETENCION-06', 'ECF-RETENCION-07'],
  },
  'ECF-RETENCION-09': {
    titulo: 'Retención puesta según Configuración',
    significa:
      'La línea llegó sin retención y se le puso la que su empresa eligió en Configuración: la de ley, o ninguna.',
    causa: 'En Configuración dice que se aplique la retención de ley, o que su empresa no retiene.',
    remedio: 'Si no es lo que quería, envíe la retención en la línea o cambie Configuración.',
    relacionados: ['ECF-RETENCION-06'],
  },
  'ECF-RETENCION-10': {
    titulo: 'Percepción, que no está vigente',
    significa: 'Los totales traen montos de percepción, y ese régimen no está vigente.',
    causa: 'Se puso en la percepción un monto que es de la retención.',
    remedio: 'Quite los montos de percepción; si es una retención, póngala en la línea y en los totales de retención.',
    relacionados: ['ECF-RETENCION-02'],
  },
  'ECF-RETENCION-11': {
    titulo: 'Retención sin monto',
    significa: 'La línea dice que hay retención y no trae ningún monto retenido.',
    causa: 'Se indicó el agente de retención y se dejaron vacíos los montos.',
    remedio: 'Escriba MontoITBISRetenido o MontoISRRetenido, o quite la retención de la línea.',
    relacionados: ['ECF-RETENCION-01'],
  },
  'ECF-RETENCION-12': {
    titulo: 'ITBIS retenido mayor que el de la línea',
    significa: 'Se retiene más ITBIS que el que lleva la línea.',
    causa: 'Se puso la retención de toda la factura en una línea, o sobra un dígito.',
    remedio: 'Corrija MontoITBISRetenido: no pasa del ITBIS de su línea.',
    relacionados: ['ECF-RETENCION-13'],
  },
  'ECF-RETENCION-13': {
    titulo: 'ISR retenido mayor que la línea',
    significa: 'Se retiene más impuesto sobre la renta que el monto de la línea.',
    causa: 'Se puso la retención de toda la factura en una línea, o sobra un dígito.',
    remedio: 'Corrija MontoISRRetenido: es un porcentaje del monto de su línea.',
    relacionados: ['ECF-RETENCION-12'],
  },
  'ECF-RETENCION-14': {
    titulo: 'ITBIS retenido entre sociedades',
    significa: 'Desde el 16-09-2026 la Norma 02-2026 no manda retener ITBIS a la sociedad que factura con e-CF.',
    causa: 'La factura lleva la retención de la Norma 02-05, que regía antes.',
    remedio:
      'Sin confirmar: la norma se conoce por citas. Pregúntelo a la DGII y, si no se retiene, quite la retención de la línea.',
    relacionados: ['ECF-RETENCION-12'],
  },
} as const satisfies Textos;
