import type { TextoSuelto, TextosSueltos } from '../texto.ts';

type Propio = Pick<TextoSuelto, 'titulo' | 'significa' | 'causa' | 'remedio'> & Partial<Pick<TextoSuelto, 'numero'>>;

const guardar = 'Ábralo en Excel, elija Guardar como «Libro de Excel (.xlsx)» y súbalo de nuevo.';

const propios = {
  'EXCEL-LINEA-SIN-NUMERO': {
    titulo: 'Línea con datos y sin NumeroLinea',
    significa: 'Una línea de la fila tiene datos y no tiene número, por lo que no se toma en cuenta.',
    causa: 'Quedó vacía la celda NumeroLinea de esa línea.',
    remedio: 'Escriba el número de la línea, o borre sus demás celdas si no va.',
  },
  'LIBRO-CELDA': {
    titulo: 'Celda que no se puede leer',
    significa: 'El valor de la celda no se puede tomar como texto exacto.',
    causa:
      'La celda tiene un error de Excel (#N/A, #REF!), una fórmula sin resultado guardado, un texto demasiado largo o caracteres que no se admiten.',
    remedio:
      'Corrija la celda. Si es una fórmula, abra el libro en Excel, guárdelo y súbalo de nuevo, o escriba el valor.',
  },
  'LIBRO-AJUSTE': {
    titulo: 'Celdas escritas como lo pide el formato',
    significa:
      'Lo que traen las columnas que dice el mensaje estaba escrito de otra forma, que solo se lee de una manera, y los comprobantes llevan la del formato. Las columnas que ningún aviso nombra se leyeron tal como están.',
    causa:
      'Una fecha con hora, con barras o como número de serie, un RNC con guiones, un código sin sus ceros, FALSO o VERDADERO en un indicador, o un carácter que no se ve junto a un código.',
    remedio:
      'Compare el ejemplo de cada columna con lo que quiso escribir. Las filas de un set de certificación no se cambian: corrija allí la celda.',
    numero: 'no-aplica',
  },
  'LIBRO-FILA-OCULTA': {
    titulo: 'Comprobante en una fila oculta',
    significa: 'La fila del comprobante está oculta en el libro, o la deja fuera un filtro.',
    causa: 'Se filtró la hoja para trabajar, o se ocultaron filas que no debían emitirse.',
    remedio:
      'Al firmar todos se pregunta por estas filas. Si van, fírmelas; si no, firme solo las visibles, o bórrelas del libro y súbalo de nuevo.',
    numero: 'no-aplica',
  },
  'LIBRO-MONEDA': {
    titulo: 'Monto en otra moneda',
    significa: 'La celda muestra otra moneda que el peso en una columna cuyos montos van en pesos.',
    causa: 'Se escribió el monto en la moneda de la factura, o se copió el formato de otra celda.',
    remedio:
      'Escriba el monto en pesos. Lo que va en la otra moneda tiene sus columnas: TipoMoneda, TipoCambio y las que terminan en OtraMoneda. Si ya está en pesos, cambie el formato de la celda.',
  },
  'LIBRO-HOJA': {
    titulo: 'Hoja que no se leyó',
    significa: 'Una hoja del libro no se leyó, por la razón que dice el mensaje.',
    causa: 'No es una hoja de comprobantes, está oculta, no tiene datos, o tiene títulos encima de los encabezados.',
    remedio:
      'Si tiene comprobantes, muéstrela si está oculta, llámela ECF o RFCE y ponga los encabezados del formato en una de sus primeras 20 filas.',
  },
  'LIBRO-COLUMNA': {
    titulo: 'Columna que no se leyó',
    significa: 'Una columna no es del formato y sus datos no se usaron.',
    causa: 'El encabezado está mal escrito o la columna es propia del libro.',
    remedio: 'Si el dato debe ir, escriba el encabezado con el nombre del formato, por ejemplo FormaPago[1].',
  },
  'LIBRO-COLUMNA-REPETIDA': {
    titulo: 'Columna repetida',
    significa: 'El mismo encabezado aparece dos veces en la hoja.',
    causa: 'Se copió una columna.',
    remedio: 'Deje una sola columna con ese encabezado.',
  },
  'LIBRO-ENCABEZADO': {
    titulo: 'Columnas obligatorias que faltan',
    significa: 'La fila de encabezados no tiene todas las columnas que identifican al comprobante.',
    causa: 'Se borró o se cambió el nombre de una columna.',
    remedio: 'Agregue las columnas que el mensaje enumera, o compare con el libro de muestra.',
  },
  'LIBRO-COMPRADOR': {
    titulo: 'Aprobación comercial de otro comprador',
    significa: 'RNCComprador de la fila no es el RNC de la empresa con la que se trabaja.',
    causa: 'El libro es de otra empresa, o se eligió otra empresa al entrar.',
    remedio: 'Cambie de empresa arriba, o corrija la columna RNCComprador y procese el libro de nuevo.',
    numero: 'no-aplica',
  },
  'LIBRO-DUPLICADO': {
    titulo: 'eNCF repetido en el libro',
    significa: 'Dos filas del libro tienen el mismo eNCF.',
    causa: 'Se copió una fila sin cambiar el número.',
    remedio: 'Cambie el número de una de las dos filas, o bórrela.',
  },
  'LIBRO-RFCE-SIN-ECF': {
    titulo: 'Resumen sin su factura en el libro',
    significa: 'La hoja RFCE resume una factura que la hoja ECF no trae o que no se resume.',
    causa: 'Falta la fila de la factura, o la factura llega a RD$250,000.00.',
    remedio: 'Agregue a la hoja ECF la factura completa, o quite la fila del resumen.',
  },
  'LIBRO-RFCE-ECF-CON-ERRORES': {
    titulo: 'Resumen de una fila con errores',
    significa: 'La factura completa de este resumen tiene errores.',
    causa: 'El resumen se compara con su factura, y esta no está bien.',
    remedio: 'Corrija primero la fila de la hoja ECF.',
  },
  'LIBRO-EMITIDOS': {
    titulo: 'Filas que ya se habían emitido',
    significa: 'Esas filas dicen lo mismo que comprobantes ya firmados: el libro los muestra con su estado.',
    causa: 'El libro, o una parte de él, se procesó antes.',
    remedio: 'No hay que hacer nada: solo se firman y se envían las demás.',
  },
  'LIBRO-DEMO': {
    titulo: 'Set de pruebas de otro RNC en la demostración',
    significa: 'La empresa de demostración procesa el set con el RNC del libro, porque la DGII es simulada.',
    causa: 'El libro es de otro contribuyente.',
    remedio: 'No hay que hacer nada. Con la DGII real se usa el set de la propia empresa.',
  },
  'LIBRO-TIPO': {
    titulo: 'Archivo que no es un libro de Excel',
    significa: 'El contenido no es el de un libro .xlsx o .xls.',
    causa: 'Es un CSV, un PDF u otro archivo con la extensión cambiada.',
    remedio: guardar,
  },
  'LIBRO-CLAVE': {
    titulo: 'Libro protegido con contraseña',
    significa: 'El libro está cifrado y no se puede leer.',
    causa: 'Se guardó con contraseña de apertura.',
    remedio: 'En Excel, Archivo, Información, Proteger libro: quite la contraseña, guárdelo y súbalo de nuevo.',
  },
  'LIBRO-BINARIO': {
    titulo: 'Libro en formato binario',
    significa: 'El formato .xlsb no se lee.',
    causa: 'Se guardó como libro binario.',
    remedio: guardar,
  },
  'LIBRO-ANTIGUO': {
    titulo: 'Libro de un Excel anterior a 1997',
    significa: 'Ese formato de .xls no se lee.',
    causa: 'Lo escribió un programa antiguo.',
    remedio: guardar,
  },
  'LIBRO-GRANDE': {
    titulo: 'Libro demasiado grande',
    significa: 'El libro o una de sus filas pasa del tamaño que se admite.',
    causa: 'Trae muchos comprobantes, imágenes u hojas que no hacen falta.',
    remedio: 'Divídalo en varios libros y quite las hojas e imágenes que no sean de comprobantes.',
  },
  'LIBRO-FILAS': {
    titulo: 'Libro con demasiadas filas',
    significa: 'El libro tiene más comprobantes de los que se leen de una vez.',
    causa: 'Se juntaron muchos comprobantes en un archivo.',
    remedio: 'Divídalo en varios libros.',
  },
  'LIBRO-DANADO': {
    titulo: 'Libro dañado o incompleto',
    significa: 'El archivo no se puede leer hasta el final.',
    causa: 'La descarga se cortó, o el programa que lo escribió lo dejó mal.',
    remedio: guardar,
  },
  'LIBRO-CODIFICACION': {
    titulo: 'Texto en una codificación que no se conoce',
    significa:
      'Las letras con acento del archivo de texto tienen dos lecturas posibles, o están en dos codificaciones.',
    causa: 'Lo escribió un programa de MS-DOS o de Mac, o se unieron archivos de programas distintos.',
    remedio: 'Ábralo en Excel, compruebe los nombres y guárdelo como «CSV UTF-8».',
  },
  'LIBRO-VACIO': {
    titulo: 'Libro sin comprobantes',
    significa: 'Ninguna hoja tiene encabezados y al menos una fila de comprobantes.',
    causa: 'Se subió otro libro, o los encabezados no están en la primera fila con datos.',
    remedio: 'Descargue el libro de muestra, llene una fila por comprobante y súbalo.',
  },
  'LIBRO-TIEMPO': {
    titulo: 'Lectura del libro que tardó demasiado',
    significa: 'La lectura pasó del tiempo que se le da y se detuvo; no se guardó ningún comprobante.',
    causa: 'El libro es muy grande o muy complejo.',
    remedio: 'Divídalo en libros más pequeños.',
  },
  'LIBRO-LECTOR': {
    titulo: 'Lectura del libro interrumpida',
    significa: 'La lectura se interrumpió varias veces.',
    causa: 'Algo del archivo detiene al lector.',
    remedio: guardar,
  },
  'LIBRO-MEMORIA': {
    titulo: 'Libro que necesita demasiada memoria',
    significa: 'La lectura pasó de la memoria que se le da y se detuvo.',
    causa: 'El libro es muy grande.',
    remedio: 'Divídalo en libros más pequeños.',
  },
} as const satisfies Readonly<Record<string, Propio>>;

/** Faults of a workbook. No number is taken before the rows are signed. */
export const libro: TextosSueltos = Object.fromEntries(
  Object.entries(propios).map(([codigo, propio]: [string, Propio]) => [
    codigo,
    { numero: 'libre', ...propio, fuente: 'Regla de Timbre para leer libros de Excel' },
  ]),
);
