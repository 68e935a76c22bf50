/** Every reason for which a PDF is not signed or read, with the text shown to the user. */
const messages = {
  'pdf/danado': 'El archivo está dañado o no es un PDF',
  'pdf/cifrado': 'El PDF está cifrado: quítele la contraseña y las restricciones, y vuelva a intentarlo',
  'pdf/comprimido':
    'El PDF tiene partes comprimidas que ocupan demasiado al abrirlas, o que se comprimieron dos veces: ábralo, guárdelo con otro nombre y vuelva a intentarlo',
  'pdf/paginas': 'El PDF tiene más de 200 páginas',
  'pdf/sin-paginas': 'El PDF no tiene páginas',
  'pdf/pagina-del-sello': 'El PDF no tiene la página en la que se pide el sello',
  'pdf/bloqueado': 'Quien certificó el PDF no permite cambiarlo: otra firma rompería la suya',
  'pdf/irreparable': 'El PDF ya está firmado y su estructura está dañada: otra firma rompería la que tiene',
} as const;

/** Reason for refusing a PDF. */
export type PdfErrorCode = keyof typeof messages;

/** A PDF that cannot be signed or read. `message` is Spanish. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, cause?: unknown) {
    super(messages[code], { cause });
    this.name = 'PdfError';
    this.code = code;
  }
}
