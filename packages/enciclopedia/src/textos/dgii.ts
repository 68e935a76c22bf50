import { significadosDGII } from '../significados-dgii.ts';
import type { TextosSueltos } from '../texto.ts';

/** There is no published catalogue of these codes. */
const observado = 'Observado en respuestas de la DGII; no hay un catálogo publicado';

/**
 * The message codes of the DGII.
 * @source observed answers of the services
 */
export const dgii = {
  0: {
    titulo: 'Mensaje de la DGII sin código propio',
    significa: 'La DGII explica el motivo con palabras y no le da un código.',
    causa:
      'Con este código llegan, entre otros, un XML inválido, una firma que no corresponde o una persona sin delegación.',
    remedio: 'Lea el mensaje completo en la respuesta del comprobante, corrija lo que dice y envíelo de nuevo.',
    numero: 'depende',
    fuente: observado,
  },
  614: {
    titulo: 'Factura de la nota sin aceptar',
    significa: significadosDGII[614],
    causa: 'La nota llegó antes que la aceptación de su factura, o la factura fue rechazada o no se ha emitido.',
    remedio:
      'Abra la factura en Facturas y espere a que diga Aceptado; entonces corrija la nota y envíela. Si la factura fue rechazada, corríjala primero.',
    numero: 'usado',
    fuente: observado,
    relacionados: ['ENVIO-REFERENCIA', 'ECF-NOTA-SIN-FACTURA', 'ECF-NOTA-RECHAZADA'],
  },
  1209: {
    titulo: 'Secuencia ya utilizada',
    significa: significadosDGII[1209],
    causa:
      'El número se usó en otro sistema, o el comprobante ya había llegado y se envió otra vez tras perderse la respuesta.',
    remedio:
      'Busque el eNCF en el portal de la DGII. Si es el mismo comprobante, registre su respuesta; si es otro, emita este con el número siguiente y revise el rango en Configuración.',
    numero: 'usado',
    fuente: observado,
    relacionados: ['ecf/duplicado', 'ECF-DUPLICADO'],
  },
  2020: {
    titulo: 'Descuentos de la línea distintos de su total',
    significa: significadosDGII[2020],
    causa: 'Los subdescuentos se escribieron o se redondearon aparte del total del descuento.',
    remedio:
      'Iguale DescuentoMonto a la suma exacta de TablaSubDescuento en cada línea y emita el comprobante de nuevo.',
    numero: 'usado',
    fuente: observado,
    relacionados: ['ECF-DESCUENTO-01', 'ECF-DESCUENTO-02'],
  },
  2030: {
    titulo: 'Recargos de la línea distintos de su total',
    significa: significadosDGII[2030],
    causa: 'Los subrecargos se escribieron o se redondearon aparte del total del recargo.',
    remedio: 'Iguale RecargoMonto a la suma exacta de TablaSubRecargo en cada línea y emita el comprobante de nuevo.',
    numero: 'usado',
    fuente: observado,
    relacionados: ['ECF-RECARGO-01', 'ECF-RECARGO-02'],
  },
  2150: {
    titulo: 'Subcantidades de la línea',
    significa: significadosDGII[2150],
    causa: 'En alcoholes y cigarrillos falta TablaSubcantidad, o una de sus entradas está incompleta.',
    remedio: 'Complete Subcantidad y CodigoSubcantidad en cada entrada de la línea y emita el comprobante de nuevo.',
    numero: 'usado',
    fuente: observado,
    relacionados: ['ECF-ISC-02'],
  },
  3243: {
    titulo: 'Nombre del archivo enviado',
    significa: significadosDGII[3243],
    causa: 'El XML se envió con otro nombre, por ejemplo el que le puso otro sistema.',
    remedio:
      'Envíe el comprobante desde Timbre, que nombra el archivo con el RNC del emisor y el eNCF. Si lo envía otro sistema, corrija allí el nombre.',
    numero: 'depende',
    fuente: observado,
  },
} as const satisfies TextosSueltos;
