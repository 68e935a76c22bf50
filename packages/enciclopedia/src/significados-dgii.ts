/**
 * What the message codes of the DGII mean. Apart from their articles, which are larger: a verdict shows it at once. The general
 * code, 0, means what its message says.
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

/** Gives what a message code of the DGII means; undefined where only the DGII's own words say it. */
export const significadoDGII = (codigo: string): string | undefined =>
  Object.hasOwn(significadosDGII, codigo)
    ? significadosDGII[Number(codigo) as keyof typeof significadosDGII]
    : undefined;
