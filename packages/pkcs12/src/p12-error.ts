/** Every reason for refusing a .p12, with the text shown to the user. */
const messages = {
  'p12/demasiado-grande': 'El archivo del certificado supera los 64 kB',
  'p12/danado': 'El archivo del certificado está dañado o no es un archivo .p12',
  'p12/contrasena': 'La contraseña del certificado no es correcta',
  'p12/no-soportado':
    'El archivo del certificado usa un cifrado que no se admite; expórtelo de nuevo con AES-256 o 3DES',
  'p12/demasiadas-iteraciones': 'El archivo del certificado pide más de 1,000,000 de iteraciones de cifrado',
  'p12/ocupado': 'Se están abriendo otros certificados; espere un momento y vuelva a intentarlo',
  'p12/tiempo': 'El archivo del certificado tarda demasiado en abrirse',
  'p12/sin-llave': 'El archivo no contiene la llave privada; expórtelo con ella',
  'p12/sin-certificado': 'El archivo no contiene ningún certificado',
  'p12/llave-ajena': 'La llave privada del archivo no corresponde a ninguno de sus certificados',
} as const;

/** Reason for refusing a .p12. */
export type P12ErrorCode = keyof typeof messages;

/** A .p12 that cannot be used. `message` is Spanish. */
export class P12Error extends Error {
  readonly code: P12ErrorCode;

  constructor(code: P12ErrorCode, cause?: unknown) {
    super(messages[code], { cause });
    this.name = 'P12Error';
    this.code = code;
  }
}
