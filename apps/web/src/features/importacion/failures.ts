/** The title of a signing failure: of the named documents, or of the whole workbook. @source specification 001 §8 */
export const signFailure = (ids: readonly string[] | undefined): string =>
  ids ? 'No se pudo firmar la factura:' : 'Error al firmar:';

/** The title of a sending failure: of the named documents, or of the whole workbook. @source specification 001 §8 */
export const sendFailure = (ids: readonly string[] | undefined): string =>
  ids ? 'Error al enviar factura:' : 'Error al enviar:';

/** Precedes the reason why a workbook was refused as a whole. @source specification 001 §8 */
export const workbookFailure = 'Error al procesar el archivo Excel:';
