/**
 * Meanings of the message codes of the DGII, separate from their articles, which are larger: a verdict shows the
 * meaning at once. The general code, 0, is left out: its message states its meaning.
 * @source observed answers of the services; there is no published catalogue
 */
export const significadosDGII = {
  614: 'La DGII no tiene aceptada la factura que esta nota modifica.',
  1209: 'La DGII ya recibió otro comprobante con este eNCF.',
  2020: 'Los descuentos de una línea no suman su DescuentoMonto.',
  2030: 'Los recargos de una línea no suman su RecargoMonto.',
  2150: 'Las subcantidades de una línea no coinciden con su cantidad.',
  3243: 'El nombre del archivo no es RNC + eNCF.',
} as const;

/** Returns the meaning of a message code of the DGII; undefined if only the DGII's own message states it. */
export const significadoDGII = (codigo: string): string | undefined =>
  Object.hasOwn(significadosDGII, codigo)
    ? significadosDGII[Number(codigo) as keyof typeof significadosDGII]
    : undefined;
