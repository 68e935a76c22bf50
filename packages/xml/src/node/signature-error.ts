/** Every reason for refusing or not making a signature, with the text shown to the user. */
const messages = {
  'firma/falta': 'El documento no está firmado',
  'firma/varias': 'El documento contiene más de una firma',
  'firma/posicion': 'La firma debe ser el último elemento del documento',
  'firma/estructura': 'La firma no tiene una estructura que se pueda verificar',
  'firma/orden':
    'Las partes de la firma no están en el orden que exige XML-DSig: SignedInfo, SignatureValue y KeyInfo, y dentro de cada una el de su esquema',
  'firma/algoritmo': 'La firma usa un algoritmo distinto de RSA con SHA-256 y de las formas canónicas 1.0',
  'firma/referencia': 'La firma debe cubrir el documento completo',
  'firma/base64': 'La firma contiene un valor base64 no válido',
  'firma/certificado': 'El certificado de la firma no se puede leer',
  'firma/llave': 'La llave del certificado no es RSA',
  'firma/certificado-grande': 'El certificado de la firma pesa más de 16 kB',
  'firma/llave-debil':
    'La llave RSA del certificado debe tener entre 2048 y 8192 bits y un exponente impar desde 65537, de 64 bits como máximo',
  'firma/alterado': 'El documento fue alterado después de firmarse',
  'firma/no-corresponde': 'La firma no corresponde a la llave del certificado',
  'firma/certificado-desconocido': 'El certificado no fue emitido por una entidad de confianza',
  'firma/certificado-autoridad': 'El certificado es de una entidad emisora, no de una persona',
  'firma/certificado-uso': 'El certificado no es de firma: sus usos permitidos son otros',
  'firma/certificado-titular': 'El certificado no indica el RNC, la cédula ni el pasaporte de su titular (campo SN)',
  'firma/certificado-vencido': 'El certificado está vencido',
  'firma/certificado-no-vigente': 'El certificado todavía no está vigente',
  'firma/llave-ajena': 'La llave privada no corresponde al certificado',
  'firma/ya-firmado': 'El documento ya está firmado',
  'firma/no-canonico': 'El texto por firmar no está en forma canónica',
  'firma/fallida': 'La firma recién hecha no se verifica; no se usó. Vuelva a intentarlo',
} as const;

/** Reason for refusing or not making a signature. */
export type SignatureErrorCode = keyof typeof messages;

/** A signature that is refused, or that cannot be made. `message` is Spanish. */
export class SignatureError extends Error {
  readonly code: SignatureErrorCode;

  constructor(code: SignatureErrorCode, cause?: unknown) {
    super(messages[code], { cause });
    this.name = 'SignatureError';
    this.code = code;
  }
}
