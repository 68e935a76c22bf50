import { reglasDeReportes } from '../../hechos.generated.ts';
import type { TextoDeReporte, TextosDeReporte } from '../../texto.ts';
import * as dgii from './que-hace-la-dgii.ts';

type Formato = '606' | '607' | '608' | '609';

/** Texts of the rules that follow from the table of a format, or compare its rows: the same meaning in every format. */
const comunes: Readonly<Record<string, (formato: Formato) => TextoDeReporte>> = {
  'CAMPO-01': (formato) => ({
    titulo: `Campo obligatorio vacío en el ${formato}`,
    significa: 'La línea no se puede escribir sin ese campo.',
    causa: 'El comprobante no trae el dato y nadie lo ha respondido.',
    remedio: 'Responda el campo señalado en la fila y vuelva a generar el reporte.',
    dgii: dgii.herramienta,
  }),
  'CAMPO-02': (formato) => ({
    titulo: `Código que no está en la tabla del ${formato}`,
    significa: 'El campo admite solo los códigos que publica la DGII.',
    causa: 'El código vino de otra tabla, de una versión anterior o de un libro llenado a mano.',
    remedio: 'Elija el código en la lista del campo.',
    dgii: dgii.herramienta,
  }),
  'CAMPO-03': (formato) => ({
    titulo: `Monto negativo en el ${formato}`,
    significa:
      'En el archivo todos los montos van en positivo. Que una nota de crédito resta lo dice su tipo, 04 o 34.',
    causa: 'Se escribió la nota de crédito con signo menos, o el libro de origen la trae así.',
    remedio: 'Escriba el monto sin signo. En los totales de la pantalla, Timbre resta las notas de crédito.',
    dgii: dgii.herramienta,
  }),
  'CAMPO-04': (formato) => ({
    titulo: `Monto con más de dos decimales en el ${formato}`,
    significa: 'Los montos del archivo llegan hasta los centavos.',
    causa: 'Es el resultado de una fórmula, de una tasa de cambio o de un reparto sin redondear.',
    remedio: 'Redondee a dos decimales y compruebe que las partes sigan sumando el total.',
    dgii: dgii.instructivo,
  }),
  'CAMPO-05': (formato) => ({
    titulo: `Campo sin habilitar en el ${formato}`,
    significa: 'El formato reserva ese campo, y la DGII todavía no lo usa.',
    causa: 'Se puso ahí un impuesto percibido, o se corrieron las columnas al copiar.',
    remedio: 'Deje el campo en blanco y ponga el monto donde corresponda.',
    dgii: dgii.instructivo,
  }),
  'CAMPO-06': (formato) => ({
    titulo: `Texto demasiado largo en el ${formato}`,
    significa: 'El campo admite menos caracteres; el mensaje dice cuántos.',
    causa: 'Se agregó una descripción al número, o se copiaron dos números juntos.',
    remedio: 'Deje solo el número, tal como está en la factura.',
    dgii: dgii.herramienta,
  }),
  'CAMPO-07': (formato) => ({
    titulo: `Número de comprobante mal formado en el ${formato}`,
    significa: 'Un NCF es B y diez dígitos; un e-NCF, E y doce. Los dos primeros dígitos son un tipo que existe.',
    causa: 'Falta o sobra un dígito, hay una O en lugar de un cero, o es un número interno del suplidor.',
    remedio: 'Copie el número de la factura; si no tiene un NCF válido, pídalo.',
    dgii: dgii.herramienta,
    relacionados: ['ECF-ENCF-01'],
  }),
  'DUPLICADO-01': (formato) => ({
    titulo: `Comprobante repetido en el ${formato}`,
    significa: 'El mismo número aparece en dos líneas del archivo.',
    causa: 'Se cargó en papel lo que ya llegó como e-CF, o se pegó dos veces la misma hoja.',
    remedio: 'Deje una sola línea; excluya la otra con su motivo.',
    dgii: dgii.registros,
  }),
  'DUPLICADO-02': (formato) =>
    formato === '606'
      ? {
          titulo: 'Compra que ya se reportó',
          significa: 'Una compra vuelve al 606 solo para declarar su pago, con la misma fecha de comprobante.',
          causa: 'Se incluyó otra vez sin fecha de pago, o con otra fecha de comprobante.',
          remedio: 'Si es el pago, ponga su fecha y la fecha original del comprobante; si no lo es, quite la línea.',
          dgii: dgii.registros,
          relacionados: ['606-FECHA-03', '606-FECHA-04'],
        }
      : {
          titulo: 'Venta que ya se reportó',
          significa: 'Cada venta se reporta una sola vez, en el mes de su comprobante.',
          causa: 'Se incluyó en un mes lo que otro ya reportó.',
          remedio: 'Quite la línea. Si lo reportado tenía un error, rectifique aquel período.',
          dgii: dgii.registros,
          relacionados: ['607-FECHA-01'],
        },
  'LINEAS-01': (formato) => ({
    titulo: `Líneas de más en el archivo del ${formato}`,
    significa: 'La DGII limita las líneas de un archivo; el mensaje dice cuántas y cuál es la primera que sobra.',
    causa: 'El mes tiene más comprobantes de los que caben en un envío.',
    remedio: 'Consulte en la DGII cómo enviar lo que sobra. Timbre no reparte el mes en dos archivos.',
    dgii: dgii.herramienta,
  }),
  'LECTURA-01': (formato) => ({
    titulo: `Documento que no se puede leer para el ${formato}`,
    significa: 'El e-CF está guardado, pero no dice lo que el reporte necesita: no tiene fila.',
    causa: 'Su XML está dañado, o un monto pasa de lo que admite una columna.',
    remedio:
      'Cárguelo como comprobante en papel con el mismo número, o rechácelo si lo recibió. Si el documento cambia, Timbre lo lee otra vez.',
    dgii: dgii.registros,
  }),
  'RESPUESTA-01': (formato) => ({
    titulo: `Respuesta pendiente en el ${formato}`,
    significa: 'El comprobante no dice ese dato, o Timbre lo sugiere y nadie lo ha aceptado.',
    causa: 'La fila es nueva, o cambió su comprobante.',
    remedio: 'En «Preparar», acepte la sugerencia o escriba otra. Con todas las filas respondidas, el TXT sale.',
    dgii: dgii.instructivo,
  }),
  'NOTA-01': (formato) => ({
    titulo: `Nota sobre un comprobante sin reportar en el ${formato}`,
    significa: 'El comprobante que la nota modifica no está en este archivo ni en los anteriores.',
    causa: 'El comprobante original se excluyó o quedó fuera, o el número modificado está mal.',
    remedio: 'Corrija el número, o reporte el original en su período y rectifíquelo si ya se presentó.',
    dgii: dgii.registros,
    relacionados: [`${formato}-NCF-0${formato === '606' ? 2 : 3}`],
  }),
};

/** The texts of the shared rules that a format actually has. */
export const comunesDe = (formato: Formato): TextosDeReporte =>
  Object.fromEntries(
    Object.entries(comunes)
      .filter(([regla]) => `${formato}-${regla}` in reglasDeReportes)
      .map(([regla, texto]) => [`${formato}-${regla}`, texto(formato)]),
  );
