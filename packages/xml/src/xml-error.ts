/**
 * Every reason for which the reader refuses a text, with the message shown to the user. `{}` is a detail of the fault.
 */
const messages = {
  'xml/demasiado-grande': 'El XML supera el tamaño permitido de {} bytes',
  'xml/utf8': 'El XML no está codificado en UTF-8',
  'xml/codificacion': 'El XML debe declarar la codificación UTF-8 y no «{}»',
  'xml/caracter': 'El XML contiene un carácter no permitido ({})',
  'xml/declaracion': 'La declaración inicial del XML no es válida',
  'xml/declaracion-tardia': 'La declaración «<?xml …?>» debe ser lo primero del archivo, y antes hay {}',
  'xml/doctype': 'El XML no puede contener una declaración DOCTYPE ni entidades propias',
  'xml/instruccion': 'El XML no puede contener instrucciones de proceso',
  'xml/comentario': 'El XML firmado no puede contener comentarios dentro de un valor ni de la firma',
  'xml/comentario-mal-formado': 'El XML contiene un comentario mal formado',
  'xml/cdata': 'El XML contiene una sección CDATA mal formada',
  'xml/texto-fuera': 'El XML contiene texto fuera del elemento raíz',
  'xml/sin-raiz': 'El XML no contiene ningún elemento',
  'xml/varias-raices': 'El XML contiene más de un elemento raíz',
  'xml/sin-cerrar': 'El elemento «{}» no está cerrado',
  'xml/cierre': 'El cierre «{}» no corresponde al elemento abierto',
  'xml/etiqueta': 'El XML contiene una etiqueta mal formada',
  'xml/nombre': 'El XML contiene un nombre no válido',
  'xml/atributo': 'El XML contiene un atributo mal formado',
  'xml/atributo-repetido': 'El atributo «{}» está repetido',
  'xml/prefijo': 'El prefijo «{}» no está declarado',
  'xml/espacio-de-nombres': 'La declaración del espacio de nombres «{}» no es válida',
  'xml/entidad': 'El XML usa una entidad o referencia no válida («{}»)',
  'xml/profundidad': 'El XML supera los {} niveles de profundidad permitidos',
  'xml/demasiados-nodos': 'El XML supera los {} nodos permitidos',
  'xml/demasiados-atributos': 'El XML tiene un elemento con más de {} atributos',
} as const;

/** Reason for refusing a text as XML. */
export type XmlErrorCode = keyof typeof messages;

/** The text is not XML that this platform accepts. `message` is Spanish; `line` and `column` count from 1. */
export class XmlError extends Error {
  readonly code: XmlErrorCode;
  readonly line: number;
  readonly column: number;

  constructor(code: XmlErrorCode, detail: string | number, line: number, column: number) {
    super(messages[code].replace('{}', () => String(detail)));
    this.name = 'XmlError';
    this.code = code;
    this.line = line;
    this.column = column;
  }
}
