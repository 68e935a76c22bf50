import type { Textos } from '../texto.ts';

const suma = 'El resumen se calculó aparte de su factura, o se redondeó línea por línea.';
const derivar = 'Tome el monto de la factura completa. Timbre deriva el resumen de ella al emitirla.';

/** Rules of the summary of a consumer invoice. */
export const resumen = {
  'RFCE-TEXTO-01': {
    titulo: 'Texto de un resumen que otros programas leen de otra forma',
    significa:
      'Un texto trae un retorno de carro u otro fin de línea raro, o letras con la tilde aparte: al verificar la firma, otro programa puede leer otra cosa.',
    causa: 'Se copió de otro programa, o viene de una celda con saltos de línea de Windows.',
    remedio: 'Escriba el texto de nuevo, sin saltos de línea copiados.',
    relacionados: ['ECF-TEXTO-02'],
  },
  'RFCE-ENCF-01': {
    titulo: 'eNCF del resumen',
    significa: 'El resumen es de facturas de consumo: su eNCF es E32 y diez dígitos.',
    causa: 'El resumen lleva el número de otro tipo, o está incompleto.',
    remedio: 'Ponga en el resumen el mismo eNCF de su factura de consumo.',
  },
  'RFCE-FECHA-01': {
    titulo: 'Fecha de emisión del resumen en el futuro',
    significa: 'FechaEmision es posterior al día de hoy en Santo Domingo.',
    causa: 'Se preparó para otro día, o se invirtieron el día y el mes.',
    remedio: 'Emita la factura con la fecha de hoy y derive el resumen de nuevo.',
  },
  'RFCE-TOTAL-01': {
    titulo: 'Resumen de una factura de RD$250,000.00 o más',
    significa: 'Desde ese total la factura de consumo se envía completa; el resumen es para las menores.',
    causa: 'Se resumió una factura que llega al umbral.',
    remedio: 'Envíe la factura completa, con los datos de su comprador.',
    relacionados: ['ECF-UMBRAL', 'ECF-COMPRADOR-01'],
  },
  'RFCE-COMPRADOR-01': {
    titulo: 'Resumen con RNC e identificador extranjero',
    significa: 'El comprador se identifica de una sola manera: con RNC o con identificador extranjero.',
    causa: 'Se llenaron los dos campos.',
    remedio: 'Deje el mismo que lleva la factura.',
  },
  'RFCE-PAGO-01': {
    titulo: 'Forma de pago incompleta en el resumen',
    significa: 'Una forma de pago del resumen no dice cuál es o por cuánto.',
    causa: 'Se llenó uno de los dos campos: la estructura del resumen no exige los dos, y la de la factura sí.',
    remedio: 'Copie de la factura cada FormaPago con su MontoPago.',
    relacionados: ['ECF-PAGO-02'],
  },
  'RFCE-IMPUESTO-01': {
    titulo: 'Impuesto adicional sin código en el resumen',
    significa: 'Un impuesto adicional del resumen no dice de qué impuesto es.',
    causa: 'Se dejó vacío TipoImpuesto: la estructura del resumen no lo exige, y la de la factura sí.',
    remedio: 'Copie de la factura el código del impuesto.',
    relacionados: ['ECF-IMPUESTO-09'],
  },
  'RFCE-TOTALES-01': {
    titulo: 'Monto gravado del resumen',
    significa: 'MontoGravadoTotal es la suma de los gravados a 18 %, 16 % y 0 %.',
    causa: suma,
    remedio: derivar,
  },
  'RFCE-TOTALES-02': {
    titulo: 'ITBIS del resumen',
    significa: 'TotalITBIS es la suma del ITBIS de las tres tasas.',
    causa: suma,
    remedio: derivar,
  },
  'RFCE-TOTALES-03': {
    titulo: 'Impuestos adicionales del resumen',
    significa: 'MontoImpuestoAdicional es la suma de los impuestos adicionales.',
    causa: suma,
    remedio: derivar,
  },
  'RFCE-TOTALES-04': {
    titulo: 'Total del resumen',
    significa: 'MontoTotal suma lo gravado, lo exento, el ITBIS y los impuestos adicionales.',
    causa: suma,
    remedio: derivar,
  },
  'RFCE-TOTALES-05': {
    titulo: 'Monto del período del resumen',
    significa: 'MontoPeriodo es MontoTotal más MontoNoFacturable.',
    causa: suma,
    remedio: derivar,
  },
} as const satisfies Textos;

/** Rules of the documents that use up no number: approval, acknowledgement, annulment. */
export const documentosDeRespuesta = {
  'ACECF-TEXTO-01': {
    titulo: 'Texto de una aprobación que otros programas leen de otra forma',
    significa:
      'Un texto trae un retorno de carro u otro fin de línea raro, o letras con la tilde aparte: al verificar la firma, otro programa puede leer otra cosa.',
    causa: 'Se copió de otro programa, o viene de una celda con saltos de línea de Windows.',
    remedio: 'Escriba el texto de nuevo, sin saltos de línea copiados.',
    relacionados: ['ECF-TEXTO-02'],
  },
  'ACECF-ENCF-01': {
    titulo: 'eNCF de la aprobación comercial',
    significa: 'El eNCF que se aprueba o se rechaza lleva E, dos dígitos del tipo y diez de secuencia.',
    causa: 'Faltan o sobran dígitos.',
    remedio: 'Copie el eNCF de la factura recibida, o responda desde Recibidas.',
  },
  'ACECF-ENCF-02': {
    titulo: 'Tipo sin aprobación comercial',
    significa: 'Los tipos 32, 41, 43, 46 y 47 no llevan aprobación comercial.',
    causa: 'Se quiso responder a un comprobante de esos tipos.',
    remedio: 'No responda ese comprobante: no hace falta.',
    relacionados: ['recibida/sin-respuesta'],
  },
  'ACECF-MOTIVO-01': {
    titulo: 'Motivo del rechazo que falta',
    significa: 'Un rechazo comercial (Estado 2) dice por qué.',
    causa: 'DetalleMotivoRechazo está vacío.',
    remedio: 'Escriba el motivo, por ejemplo «Mercancía no recibida».',
    relacionados: ['recibida/motivo'],
  },
  'ACECF-MOTIVO-02': {
    titulo: 'Motivo de rechazo en una aceptación',
    significa: 'Una aceptación (Estado 1) no lleva motivo de rechazo.',
    causa: 'Se escribió un motivo y se eligió aceptar.',
    remedio: 'Borre el motivo, o elija rechazar.',
    relacionados: ['recibida/motivo'],
  },
  'ARECF-MOTIVO-01': {
    titulo: 'Motivo del acuse de recibo',
    significa: 'El acuse lleva el motivo cuando el e-CF no se pudo recibir (Estado 1), y solo entonces.',
    causa: 'Falta el motivo de un no recibido, o sobra en un recibido.',
    remedio: 'Ponga el motivo solo con Estado 1. Timbre lo hace en los acuses que firma.',
  },
  'ANECF-CANTIDAD-01': {
    titulo: 'Cantidad total de números anulados',
    significa: 'CantidadeNCFAnulados del encabezado es la suma de todos los rangos.',
    causa: 'Se cambió un rango sin recontar.',
    remedio: 'Sume los números de todos los rangos y corrija la cantidad.',
    relacionados: ['ANECF-CANTIDAD-02'],
  },
  'ANECF-CANTIDAD-02': {
    titulo: 'Cantidad de números anulados de una línea',
    significa: 'CantidadeNCFAnulados de la línea es la suma de sus rangos.',
    causa: 'Se contó sin el primero o el último número del rango.',
    remedio: 'Cuente cada rango como último menos primero más uno.',
    relacionados: ['ANECF-CANTIDAD-01'],
  },
  'ANECF-LINEA-01': {
    titulo: 'Numeración de las anulaciones',
    significa: 'Cada anulación lleva un NoLinea, y se numeran desde 1, en orden.',
    causa: 'Se quitó o se repitió una línea.',
    remedio: 'Numere las anulaciones 1, 2 y siguientes.',
  },
  'ANECF-RANGO-01': {
    titulo: 'Número anulado dos veces',
    significa: 'Un mismo eNCF está en dos rangos de la anulación.',
    causa: 'Los rangos se traslapan.',
    remedio: 'Una los rangos que se traslapan, o corrija sus extremos.',
  },
  'ANECF-RANGO-02': {
    titulo: 'Rango de otro tipo de comprobante',
    significa: 'Los dos extremos del rango son del tipo que dice la línea.',
    causa: 'Se mezclaron tipos en una misma línea.',
    remedio: 'Ponga cada tipo en su propia línea.',
  },
  'ANECF-RANGO-03': {
    titulo: 'Rango de anulación al revés',
    significa: 'El último número del rango es menor que el primero.',
    causa: 'Los extremos se intercambiaron.',
    remedio: 'Escriba el menor en Desde y el mayor en Hasta.',
  },
} as const satisfies Textos;
