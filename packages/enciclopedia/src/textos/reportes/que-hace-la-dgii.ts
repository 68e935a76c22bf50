/** The tool refuses the row. */
export const herramienta = 'La herramienta oficial señala la línea y no genera el archivo.';
/** The help page of the alerts lists it. */
export const oficinaVirtual = 'La Oficina Virtual lo muestra entre sus alertas cuando se sube el archivo.';
/** Only the instructions require it. */
export const instructivo = 'El instructivo del formato lo exige: un envío que no lo cumple puede ser rechazado.';
/** The DGII reports it after the file was received. */
export const registros = 'La DGII lo compara con sus registros después de recibir el archivo, y lo señala.';
/** A law sets the bound, and no tool is known to check it. */
export const revision = 'El archivo puede pasar, y la DGII puede objetar el monto al revisarlo.';
/** Only Timbre checks it. */
export const soloTimbre = 'No consta que la DGII lo revise al recibir el archivo: lo revisa Timbre.';
