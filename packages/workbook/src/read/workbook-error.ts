/** Reasons to refuse a whole workbook. Closed list: code → message for the user. */
const causes = {
  'LIBRO-TIPO':
    'El archivo no es un libro de Excel. Guárdelo desde Excel como «Libro de Excel (.xlsx)» y súbalo de nuevo.',
  'LIBRO-CLAVE': 'El libro está protegido con contraseña. Quítele la contraseña en Excel y súbalo de nuevo.',
  'LIBRO-BINARIO':
    'El libro está en formato binario (.xlsb). Guárdelo como «Libro de Excel (.xlsx)» y súbalo de nuevo.',
  'LIBRO-ANTIGUO':
    'El libro es de una versión de Excel anterior a la 97. Guárdelo como «Libro de Excel (.xlsx)» y súbalo de nuevo.',
  'LIBRO-GRANDE': 'El libro es demasiado grande.',
  'LIBRO-FILAS': 'El libro tiene demasiadas filas.',
  'LIBRO-DANADO': 'El libro está dañado o incompleto. Ábralo en Excel, guárdelo de nuevo y vuelva a subirlo.',
  'LIBRO-CODIFICACION': 'Las letras con acento del archivo no se pueden leer con seguridad.',
  'LIBRO-VACIO':
    'El libro no trae comprobantes: ninguna hoja tiene una fila de encabezados y al menos una fila de datos de e-CF.',
  'LIBRO-ENCABEZADO': 'Faltan columnas obligatorias en la fila de encabezados.',
  'LIBRO-COLUMNA-REPETIDA': 'Hay columnas repetidas en la fila de encabezados.',
  'LIBRO-TIEMPO': 'La lectura del libro tardó demasiado y se detuvo. Divídalo en libros más pequeños.',
  'LIBRO-LECTOR': 'La lectura del libro se interrumpió varias veces. Guárdelo de nuevo desde Excel y vuelva a subirlo.',
  'LIBRO-MEMORIA': 'La lectura del libro necesitó demasiada memoria y se detuvo. Divídalo en libros más pequeños.',
} as const;

/** Code of a refusal of the whole workbook. */
export type WorkbookErrorCode = keyof typeof causes;

/** Refusal of a whole workbook: thrown while reading, and returned to the caller as a value of the result. */
export class WorkbookError extends Error {
  readonly codigo: WorkbookErrorCode;

  /**
   * @param codigo of the refusal
   * @param detail Spanish sentence with details (numbers, sheet, columns), added after the general one
   */
  constructor(codigo: WorkbookErrorCode, detail?: string) {
    super(detail === undefined ? causes[codigo] : `${causes[codigo]} ${detail}`);
    this.codigo = codigo;
  }
}
