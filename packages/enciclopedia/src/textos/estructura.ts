import { estructura as frases } from '../hechos.generated.ts';
import type { Numero, TextoSuelto, TextosSueltos } from '../texto.ts';

type Propio = Pick<TextoSuelto, 'titulo' | 'causa' | 'remedio'> & { readonly fuente?: string };

/** Texts of each fault of structure, besides the sentence of the check itself. */
const propios = {
  'XSD-RAIZ': {
    titulo: 'Documento desconocido',
    causa: 'El archivo no es un e-CF ni otro documento de la DGII, o lleva un espacio de nombres.',
    remedio: 'Suba el XML original del comprobante, sin sobres ni cambios.',
  },
  'XSD-FALTA': {
    titulo: 'Dato obligatorio que falta',
    causa: 'Se dejó vacío un dato que el tipo de comprobante exige.',
    remedio: 'Complete el campo que el mensaje señala.',
  },
  'XSD-SOBRA': {
    titulo: 'Dato que el tipo no admite',
    causa: 'Se cambió el tipo del comprobante o el nombre del elemento está mal escrito.',
    remedio: 'Quite el dato, o revise su nombre: el formato distingue mayúsculas de minúsculas.',
  },
  'XSD-ORDEN': {
    titulo: 'Dato fuera de su orden',
    causa: 'El XML se editó o se armó con los elementos en otro orden.',
    remedio: 'Mueva el elemento a su lugar en el formato, o deje que Timbre escriba el XML.',
  },
  'XSD-REPETIDO': {
    titulo: 'Dato repetido de más',
    causa: 'El elemento aparece más veces que las que admite el formato.',
    remedio: 'Deje las que correspondan; si son muchas líneas, divida el comprobante.',
  },
  'XSD-TEXTO': {
    titulo: 'Texto entre los elementos del XML',
    causa: 'Quedó texto suelto al editar el XML.',
    remedio: 'Borre el texto que está fuera de las etiquetas.',
  },
  'XSD-ATRIBUTO': {
    titulo: 'Atributo que no se admite',
    causa: 'Otro programa agregó atributos a las etiquetas.',
    remedio: 'Quite el atributo que el mensaje nombra.',
  },
  'XSD-TIPO': {
    titulo: 'Valor de otra clase',
    causa: 'Se puso un texto donde van elementos, o una lista donde va un solo valor.',
    remedio: 'Revise la forma del dato en la referencia de la API o en el XML.',
  },
  'XSD-VACIO': {
    titulo: 'Valor vacío',
    causa: 'Se escribió el dato sin valor.',
    remedio: 'Escriba el valor, o quite el dato si no hace falta.',
  },
  'XSD-LONGITUD': {
    titulo: 'Texto demasiado corto o largo',
    causa: 'El texto no cabe en el campo, o le faltan caracteres.',
    remedio: 'Acorte o complete el texto hasta el límite que dice el mensaje.',
  },
  'XSD-PATRON': {
    titulo: 'Forma del valor',
    causa: 'Una fecha con barras, un monto con comas o un número con más decimales, por ejemplo.',
    remedio: 'Escriba el valor como dice el mensaje: fechas dd-mm-aaaa, montos con punto y dos decimales.',
  },
  'XSD-CODIGO': {
    titulo: 'Código que no está en su tabla',
    causa: 'Se escribió un código que la DGII no tiene, o sin sus ceros a la izquierda.',
    remedio: 'Elija uno de los códigos que enumera el mensaje.',
  },
  'XSD-RANGO': {
    titulo: 'Número fuera de su rango',
    causa: 'El número es menor o mayor que lo que admite el campo, por ejemplo cero o negativo.',
    remedio: 'Corrija el número dentro de los límites que dice el mensaje.',
  },
  'XSD-CARACTER': {
    titulo: 'Carácter que el XML no admite',
    causa: 'Se pegó texto con caracteres de control, casi siempre desde otro programa.',
    remedio: 'Escriba de nuevo el texto del campo.',
  },
  'XSD-FIRMA': {
    titulo: 'Lugar de la firma',
    causa: 'El documento no está firmado, o se editó después de firmar.',
    remedio: 'Firme el documento de nuevo desde Timbre.',
  },
  'ESTRICTO-VACIO': {
    titulo: 'Etiqueta vacía',
    causa: 'El XML trae etiquetas sin valor, que el esquema oficial admite y la DGII no.',
    remedio: 'Quite las etiquetas que no tengan valor.',
    fuente: 'Descripción técnica v1.6, p. 58',
  },
  'ESTRICTO-FECHA': {
    titulo: 'Fecha que no existe',
    causa: 'Un día como el 31 de abril, o un día o mes de un solo dígito.',
    remedio: 'Escriba una fecha del calendario en la forma dd-mm-aaaa.',
  },
  'ESTRICTO-ESPACIOS': {
    titulo: 'Espacios en un número o código',
    causa: 'El valor se copió con espacios al principio o al final.',
    remedio: 'Quite los espacios.',
  },
  'ESTRICTO-DECIMALES': {
    titulo: 'Monto con demasiados enteros',
    causa: 'El esquema oficial deja pasar más dígitos que los que documenta el formato.',
    remedio: 'Reduzca el monto a los dígitos que dice el mensaje.',
  },
  'ESTRICTO-FORMA': {
    titulo: 'Otra manera de escribir el mismo valor',
    causa: 'Un número con ceros o signos de más, por ejemplo 01 por 1.',
    remedio: 'Escriba el valor en la forma que dice el mensaje.',
  },
  'ESTRICTO-EVITAR': {
    titulo: 'Dato que conviene evitar',
    causa: 'Unos validadores lo aceptan y otros lo rechazan.',
    remedio: 'Quite ese dato: no es obligatorio.',
  },
  'ESTRICTO-ATRIBUTO': {
    titulo: 'Atributo xsi:type',
    causa: 'Otro programa lo agregó al escribir el XML.',
    remedio: 'Quite el atributo.',
  },
  'ESTRICTO-FIRMA': {
    titulo: 'Otro elemento en el lugar de la firma',
    causa: 'Al final del documento hay un elemento que no es la firma.',
    remedio: 'Quite el elemento y firme de nuevo.',
  },
} as const satisfies Readonly<Record<string, Propio>>;

/**
 * An invalid structure leaves the number free. For the stricter rules it depends: the official schemas do not contain
 * them.
 */
const numeroDe = (codigo: string): Numero => (codigo.startsWith('XSD-') ? 'libre' : 'depende');

const sobre = (codigo: string): string =>
  codigo.startsWith('XSD-')
    ? 'XSD v1.0 del documento; Descripción técnica v1.6, secuenciaUtilizada'
    : 'Regla de Timbre, más estricta que el XSD v1.0';

/** The faults of structure: those of the official schemas and the stricter ones. */
export const estructura: TextosSueltos = Object.fromEntries(
  Object.entries(propios).map(([codigo, { titulo, causa, remedio, fuente = sobre(codigo) }]: [string, Propio]) => [
    codigo,
    { titulo, significa: `${frases[codigo] ?? titulo}.`, causa, remedio, numero: numeroDe(codigo), fuente },
  ]),
);
