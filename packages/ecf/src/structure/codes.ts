/** Faults that an official schema processor would report too, by code. */
export const officialCodes = {
  'XSD-RAIZ': 'El elemento raíz no es de ningún documento conocido',
  'XSD-FALTA': 'Falta un elemento obligatorio',
  'XSD-SOBRA': 'Un elemento que no existe o no se admite en este tipo',
  'XSD-ORDEN': 'Un elemento está fuera de su orden',
  'XSD-REPETIDO': 'Un elemento aparece más veces de las admitidas',
  'XSD-TEXTO': 'Hay texto donde solo van elementos',
  'XSD-ATRIBUTO': 'Un atributo que no se admite',
  'XSD-TIPO': 'Un valor que no es texto, o un texto donde van elementos',
  'XSD-VACIO': 'Un valor vacío que no puede estarlo',
  'XSD-LONGITUD': 'Un texto demasiado corto o demasiado largo',
  'XSD-PATRON': 'Un valor que no tiene la forma pedida',
  'XSD-CODIGO': 'Un código que no está en su tabla',
  'XSD-RANGO': 'Un número fuera de su rango',
  'XSD-CARACTER': 'Un carácter que el XML no admite',
  'XSD-FIRMA': 'Falta la firma, sobra o no está al final',
} as const;

/**
 * Faults of documents that the official schemas accept; only in these rules is this platform stricter.
 * A received document with only these faults is structurally valid.
 */
export const strictCodes = {
  'ESTRICTO-VACIO': 'Una etiqueta vacía (Descripción técnica, p. 58: se rechaza)',
  'ESTRICTO-FECHA': 'Una fecha que no existe en el calendario o sin ceros a la izquierda',
  'ESTRICTO-ESPACIOS': 'Espacios alrededor de un número o código',
  'ESTRICTO-DECIMALES': 'Más enteros de los documentados, por un punto sin escapar en el patrón oficial',
  'ESTRICTO-FORMA': 'Otra manera de escribir un valor válido (01 por 1, +5 por 5)',
  'ESTRICTO-EVITAR': 'Un elemento que unos validadores aceptan y otros no',
  'ESTRICTO-ATRIBUTO': 'Un atributo xsi:type',
  'ESTRICTO-FIRMA': 'Otro elemento en el lugar de la firma',
} as const;

/** Code of a structural fault. */
export type StructureCode = keyof typeof officialCodes | keyof typeof strictCodes;

/** Whether a code belongs to a rule that the official schemas do not have. */
export const isStrictCode = (code: string): boolean => Object.hasOwn(strictCodes, code);
