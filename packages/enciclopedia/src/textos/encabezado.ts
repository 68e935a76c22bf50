import type { Textos } from '../texto.ts';

/** Rules of the header: number, dates, payment, buyer, addresses. */
export const encabezado = {
  'ECF-RNC-01': {
    titulo: 'Dígito verificador del RNC o de la cédula',
    significa: 'El último dígito del RNC o de la cédula no corresponde a los demás.',
    causa: 'Casi siempre se escribió mal un dígito o se cambiaron dos de lugar.',
    remedio:
      'Compare el número con un documento del comprador y corríjalo en el campo del RNC. Si está bien escrito, puede emitir.',
    relacionados: ['ECF-COMPRADOR-01'],
  },
  'ECF-MUNICIPIO-01': {
    titulo: 'Municipio de otra provincia',
    significa: 'El código del municipio no pertenece a la provincia que se indicó.',
    causa: 'Se cambió la provincia y quedó el municipio anterior, o se copió un código de otra dirección.',
    remedio: 'Elija el municipio después de la provincia; sus dos primeros dígitos son los mismos en ambos códigos.',
  },
  'ECF-MUNICIPIO-02': {
    titulo: 'Municipio en el lugar de la provincia',
    significa: 'El código de la provincia es de un municipio o de un distrito municipal.',
    causa: 'Se puso el mismo código en los dos campos, o se cruzaron.',
    remedio: 'Elija la provincia: su código son los dos dígitos del municipio y cuatro ceros.',
    relacionados: ['ECF-MUNICIPIO-03'],
  },
  'ECF-MUNICIPIO-03': {
    titulo: 'Provincia en el lugar del municipio',
    significa: 'El código del municipio es de una provincia.',
    causa: 'Se puso el mismo código en los dos campos, o se cruzaron.',
    remedio: 'Elija el municipio de la dirección; si no lo sabe, deje ese campo vacío.',
    relacionados: ['ECF-MUNICIPIO-02'],
  },
  'ECF-ENCF-01': {
    titulo: 'Forma del eNCF',
    significa: 'El eNCF lleva la letra E, dos dígitos del tipo y diez de secuencia, y la secuencia empieza en 1.',
    causa: 'Faltan o sobran dígitos, el tipo no existe o se escribió un NCF en papel.',
    remedio: 'Deje que Timbre asigne el número desde el rango, o escríbalo completo, por ejemplo E310000000001.',
    relacionados: ['ECF-ENCF-02'],
  },
  'ECF-ENCF-02': {
    titulo: 'eNCF de otro tipo de comprobante',
    significa: 'Los dos dígitos que siguen a la E no son los de TipoeCF.',
    causa: 'Se cambió el tipo del comprobante sin cambiar el número.',
    remedio: 'Use un número de un rango de ese tipo, o corrija TipoeCF.',
  },
  'ECF-FECHA-01': {
    titulo: 'Secuencia vencida',
    significa: 'La fecha de vencimiento de la secuencia es anterior a la emisión o al envío.',
    causa: 'El rango venció antes de usar sus números, o el comprobante quedó firmado y se envía después de esa fecha.',
    remedio:
      'Solicite otro rango en la Oficina Virtual de la DGII, regístrelo en Configuración y emita con un número nuevo.',
    relacionados: ['secuencia/vencida', 'ECF-RANGO-VENCIDO'],
  },
  'ECF-FECHA-02': {
    titulo: 'Fecha límite de pago que falta',
    significa: 'Una venta a crédito (TipoPago 2) dice hasta cuándo se paga.',
    causa: 'Se eligió crédito y se dejó vacía FechaLimitePago.',
    remedio: 'Escriba la fecha límite de pago, o elija contado si ya se cobró.',
    relacionados: ['ECF-FECHA-03'],
  },
  'ECF-FECHA-03': {
    titulo: 'Fecha límite de pago anterior a la emisión',
    significa: 'El plazo de pago termina antes de que se emita el comprobante.',
    causa: 'Se copió de otra factura o se invirtieron el día y el mes.',
    remedio: 'Escriba en FechaLimitePago el día de la emisión o uno posterior.',
  },
  'ECF-FECHA-04': {
    titulo: 'Período facturado al revés',
    significa: 'FechaHasta es anterior a FechaDesde.',
    causa: 'Las dos fechas del período se intercambiaron.',
    remedio: 'Ponga en FechaDesde el primer día del período y en FechaHasta el último.',
  },
  'ECF-FECHA-05': {
    titulo: 'Firma fechada en el futuro',
    significa: 'FechaHoraFirma es posterior a la hora de Santo Domingo.',
    causa: 'El reloj del equipo que firma está adelantado o en otra zona horaria.',
    remedio: 'Ajuste el reloj y la zona horaria (GMT-4) del equipo que firma y firme de nuevo.',
  },
  'ECF-FECHA-06': {
    titulo: 'Fecha de emisión en el futuro',
    significa: 'FechaEmision es posterior al día de hoy en Santo Domingo.',
    causa: 'Se preparó la factura para otro día, o se invirtieron el día y el mes.',
    remedio: 'Emita con la fecha de hoy; guarde un borrador si la factura es para después.',
  },
  'ECF-FECHA-07': {
    titulo: 'Emisión anterior al inicio como emisor electrónico',
    significa: 'La fecha de emisión es anterior al día en que la empresa indicó que empezó como emisor electrónico.',
    causa: 'Se escribió otra fecha, o la de inicio que está en los datos de la empresa no es la de la autorización.',
    remedio:
      'Compare la fecha de emisión con la autorización de la DGII. La de inicio se corrige en Configuración › General › Datos de la empresa.',
  },
  'ECF-FECHA-08': {
    titulo: 'Fecha límite de pago en una venta que no es a crédito',
    significa: 'FechaLimitePago es solo de ventas a crédito, y TipoPago dice contado o gratuito.',
    causa: 'Se pasó la factura de crédito a contado y quedó la fecha, o el sistema de venta la envía siempre.',
    remedio: 'Quite FechaLimitePago, o ponga TipoPago 2 si la venta es a crédito.',
    relacionados: ['ECF-FECHA-02'],
  },
  'ECF-FECHA-09': {
    titulo: 'Firma anterior a la fecha de emisión',
    significa: 'El comprobante se firmó un día antes del que lleva como fecha de emisión.',
    causa: 'Se escribió una fecha de emisión de otro día, o el reloj del equipo que firma está atrasado.',
    remedio: 'Compare FechaEmision con FechaHoraFirma y corrija la que esté mal antes de emitir.',
    relacionados: ['ECF-FECHA-06'],
  },
  'ECF-FECHA-10': {
    titulo: 'Emisión anterior a los e-CF',
    significa: 'La fecha de emisión es anterior a enero de 2020, cuando se regularon los comprobantes electrónicos.',
    causa: 'Se escribió otro año, o el sistema puso una fecha por defecto.',
    remedio: 'Corrija FechaEmision antes de emitir.',
    relacionados: ['ECF-FECHA-07'],
  },
  'ECF-FECHA-11': {
    titulo: 'Período facturado con una sola fecha',
    significa: 'El comprobante dice desde qué día se factura o hasta cuál, y no los dos.',
    causa: 'El sistema llenó FechaDesde o FechaHasta y dejó la otra vacía.',
    remedio: 'Agregue la fecha que falta, o quite la que está si no se factura un período.',
    relacionados: ['ECF-FECHA-04'],
  },
  'ECF-DIFERIDO-01': {
    titulo: 'Envío diferido sin autorización',
    significa:
      'IndicadorEnvioDiferido es solo de contribuyentes que la DGII autorizó a vender con dispositivos sin conexión, y la DGII lo comprueba.',
    causa: 'El indicador se puso sin estar autorizado, o la autorización no está en los datos de la empresa.',
    remedio:
      'Quite IndicadorEnvioDiferido. Si la empresa está autorizada, indíquelo en Configuración › General › Datos de la empresa.',
  },
  'ECF-PAGO-01': {
    titulo: 'Bonos de regalo fuera de una factura de consumo',
    significa: 'La forma de pago 5 (bonos o certificados de regalo) solo se usa en el tipo 32.',
    causa: 'Se eligió esa forma de pago en otro tipo de comprobante.',
    remedio: 'Elija la forma de pago que corresponda, o emita una factura de consumo.',
  },
  'ECF-PAGO-02': {
    titulo: 'Pagos mayores que lo que se cobra',
    significa: 'La suma de MontoPago pasa del total por cobrar.',
    causa: 'Se anotó lo que entregó el cliente sin descontar la devuelta, o se repitió un pago.',
    remedio: 'Reparta en las formas de pago solo lo que se cobra. Si es correcto, puede emitir.',
  },
  'ECF-PAGO-03': {
    titulo: 'Entrega gratuita con ITBIS en un crédito fiscal',
    significa:
      'La factura es de una entrega gratuita (TipoPago 3): quien la recibe no puede usar su ITBIS como crédito fiscal.',
    causa: 'Se eligió gratuito en una factura de crédito fiscal que lleva ITBIS.',
    remedio: 'Confirme que la entrega es gratuita; si se cobra, ponga TipoPago 1 o 2. Si es correcta, puede emitir.',
    relacionados: ['ECF-CERO-01'],
  },
  'ECF-PAGO-04': {
    titulo: 'Cuenta de banco sin cheque ni transferencia',
    significa: 'Hay datos de una cuenta, y ninguna forma de pago es cheque, transferencia o depósito.',
    causa: 'El sistema envía siempre la cuenta, o se eligió otra forma de pago.',
    remedio: 'Ponga FormaPago 2 si se pagó así; si no, quite TipoCuentaPago, NumeroCuentaPago y BancoPago.',
    relacionados: ['ECF-PAGO-02'],
  },
  'ECF-TEXTO-01': {
    titulo: 'Texto con letras perdidas',
    significa: 'Un texto tiene el carácter U+FFFD, que se imprime como un rombo en el lugar de una letra.',
    causa: 'Un programa leyó como UTF-8 un texto que no lo era, y perdió tildes o eñes antes de enviarlo.',
    remedio: 'Escriba el texto de nuevo, o corrija la codificación en el programa que lo envía.',
  },
  'ECF-TEXTO-02': {
    titulo: 'Texto que otros programas leen de otra forma',
    significa:
      'Un texto trae un retorno de carro u otro fin de línea raro, o letras con la tilde aparte: al verificar la firma, otro programa puede leer otra cosa.',
    causa: 'Se copió de otro programa, o viene de una celda con saltos de línea de Windows.',
    remedio:
      'Timbre lo escribe de la forma usual en los documentos que hace. En un XML ya hecho o una fila de certificación no lo cambia: escríbalo de nuevo.',
  },
  'ECF-TEXTO-03': {
    titulo: 'Texto con caracteres que no se ven',
    significa:
      'Un texto trae marcas de dirección o espacios sin ancho: se firma algo que nadie ve, y puede leerse en otro orden.',
    causa: 'Se copió de una página o de un chat.',
    remedio: 'Borre el texto y escríbalo de nuevo, sin copiarlo.',
    relacionados: ['ECF-TEXTO-02'],
  },
  'ECF-TEXTO-04': {
    titulo: 'Texto que un programa dañó',
    significa:
      'Un texto trae letras leídas en otra codificación (PiÃ±a), códigos de HTML (&eacute;) o la palabra en inglés que un programa escribe cuando le falta el dato.',
    causa: 'El sistema que envía convierte los textos dos veces, los copia de una página o no revisa los vacíos.',
    remedio: 'Corrija el texto antes de emitir y pida a quien mantiene el sistema que lo envíe en UTF-8, sin códigos.',
    relacionados: ['ECF-TEXTO-01'],
  },
  'ECF-CERO-01': {
    titulo: 'Factura de 0.00',
    significa: 'MontoTotal dice 0.00, y no es una entrega gratuita ni un cobro no facturable.',
    causa: 'Un precio o una cantidad quedó en cero o vacío.',
    remedio: 'Escriba el precio y la cantidad; si es gratuita, ponga TipoPago 3.',
  },
  'ECF-COMPRADOR-01': {
    titulo: 'RNC del comprador en una factura de consumo alta',
    significa: 'Desde RD$250,000.00 una factura de consumo identifica al comprador.',
    causa: 'El total llegó a ese monto y no se anotó el RNC, la cédula ni el identificador extranjero.',
    remedio: 'Pida al comprador su RNC o cédula; si es extranjero, escriba su identificador.',
    relacionados: ['ECF-COMPRADOR-02'],
  },
  'ECF-COMPRADOR-02': {
    titulo: 'Nombre del comprador en una factura de consumo alta',
    significa: 'Desde RD$250,000.00 una factura de consumo lleva el nombre del comprador.',
    causa: 'El total llegó a ese monto y RazonSocialComprador está vacío.',
    remedio: 'Escriba el nombre o la razón social del comprador.',
    relacionados: ['ECF-COMPRADOR-01'],
  },
  'ECF-COMPRADOR-03': {
    titulo: 'Comprador con RNC e identificador extranjero',
    significa: 'El comprador se identifica de una sola manera: con RNC o con identificador extranjero.',
    causa: 'Se llenaron los dos campos.',
    remedio: 'Deje el RNC si el comprador lo tiene; el identificador extranjero es para quien no está inscrito.',
  },
  'ECF-COMPRADOR-04': {
    titulo: 'Comprador sin identificar en régimen especial',
    significa: 'El tipo 44 lleva el RNC del comprador o, si es extranjero, su identificador.',
    causa: 'Se dejaron vacíos los dos campos.',
    remedio: 'Escriba uno de los dos en los datos del comprador.',
  },
  'ECF-COMPRADOR-05': {
    titulo: 'Comprador igual al emisor',
    significa: 'El RNC del comprador es el de la propia empresa que emite.',
    causa: 'Se dejó el RNC propio en lugar del RNC del cliente.',
    remedio: 'Escriba el RNC del comprador. Si la empresa se factura a sí misma, puede emitir.',
    relacionados: ['ECF-RNC-01'],
  },
  'ECF-PESO-01': {
    titulo: 'Peso neto mayor que el bruto',
    significa: 'El peso neto, que es parte del bruto, pasa de él en la misma unidad.',
    causa: 'Los dos pesos se intercambiaron, o uno va en otra unidad.',
    remedio: 'Compare PesoNeto, PesoBruto y sus unidades con el documento de embarque y corríjalos.',
  },
  'ECF-MEDIDA-01': {
    titulo: 'Medida sin su unidad, o unidad sin su medida',
    significa: 'Un peso, una cantidad de bultos o un volumen no dice en qué unidad va, o la unidad no tiene número.',
    causa: 'Se llenó uno de los dos campos y se dejó vacío el otro.',
    remedio: 'Agregue el campo que falta, o quite el que está solo.',
    relacionados: ['ECF-PESO-01'],
  },
  'ECF-MONTOGRAVADO-01': {
    titulo: 'Indicador de precios con ITBIS que falta',
    significa: 'Con líneas gravadas, el comprobante dice si los precios incluyen el ITBIS.',
    causa: 'Se dejó vacío IndicadorMontoGravado.',
    remedio: 'Ponga 1 si los precios de las líneas incluyen el ITBIS y 0 si no.',
  },
  'ECF-EXPORTACION-01': {
    titulo: 'Total CIF distinto de sus partes',
    significa: 'TotalCif es la suma de TotalFob, Seguro, Flete y OtrosGastos.',
    causa: 'Se cambió una de las partes sin cambiar el total, o falta una.',
    remedio: 'Sume de nuevo las cuatro partes y corrija TotalCif.',
  },
  'ECF-MONEDA-12': {
    titulo: 'Moneda o tipo de cambio que falta',
    significa: 'Un comprobante en otra moneda dice cuál es y a qué tipo de cambio.',
    causa: 'Se llenó OtraMoneda sin TipoMoneda o sin TipoCambio.',
    remedio: 'Elija la moneda y escriba cuántos pesos vale una unidad, o quite los montos en otra moneda.',
    relacionados: ['ECF-MONEDA-14'],
  },
  'ECF-MONEDA-14': {
    titulo: 'Tipo de cambio que no puede ser',
    significa:
      'TipoCambio dice cuántos pesos vale una unidad de la otra moneda: ni 0 ni 1, y en el orden de las tasas conocidas.',
    causa: 'Un programa puso 1 por su cuenta, se escribió la tasa al revés, o se perdió su punto.',
    remedio: 'Escriba la tasa del día, en pesos por unidad.',
    relacionados: ['ECF-MONEDA-12'],
  },
  'ECF-MONEDA-18': {
    titulo: 'Líneas en otra moneda sin decir cuál',
    significa: 'Hay líneas con montos en otra moneda, y el encabezado no trae la moneda ni la tasa.',
    causa: 'Se enviaron los precios en la otra moneda y se dejó vacía el área OtraMoneda.',
    remedio: 'Agregue TipoMoneda y TipoCambio en OtraMoneda, o quite los montos en otra moneda de las líneas.',
    relacionados: ['ECF-MONEDA-12'],
  },
  'ECF-MONEDA-19': {
    titulo: 'Línea en otra moneda sin precio o sin monto',
    significa: 'La línea trae datos en otra moneda, y le falta el precio o el monto del ítem en ella.',
    causa: 'El sistema llena solo una parte de OtraMonedaDetalle.',
    remedio: 'Complete PrecioOtraMoneda y MontoItemOtraMoneda, o quite OtraMonedaDetalle de la línea.',
    relacionados: ['ECF-MONEDA-13', 'ECF-MONEDA-18'],
  },
  'ECF-MONEDA-20': {
    titulo: 'Impuesto en otra moneda sin su código',
    significa: 'Un impuesto adicional en la otra moneda no dice de qué impuesto es.',
    causa: 'Se dejó vacío TipoImpuestoOtraMoneda.',
    remedio: 'Ponga el código del impuesto, el mismo que lleva en los totales en pesos.',
    relacionados: ['ECF-MONEDA-17'],
  },
  'ECF-MONEDA-16': {
    titulo: 'Descuento o recargo global en la otra moneda',
    significa: 'El monto en la otra moneda es el monto en pesos entre el tipo de cambio.',
    causa: 'Se cambió uno de los dos montos o la tasa, o se convirtió con otra tasa.',
    remedio: 'Divida el monto en pesos entre TipoCambio y corrija el de la otra moneda.',
    relacionados: ['ECF-MONEDA-12'],
  },
  'ECF-MONEDA-17': {
    titulo: 'Impuesto adicional en la otra moneda',
    significa: 'Cada impuesto adicional en la otra moneda es el de los totales entre el tipo de cambio.',
    causa: 'Se cambió el impuesto o la tasa sin volver a convertir.',
    remedio: 'Divida el impuesto en pesos entre TipoCambio y corrija el de la otra moneda.',
    relacionados: ['ECF-MONEDA-10'],
  },
} as const satisfies Textos;
