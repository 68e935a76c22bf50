import type { Estado, importacion } from '@timbre/contract';

const plain: ReadonlySet<Estado> = new Set(['pendiente', 'firmado', 'enviado', 'recibido', 'en_proceso', 'aceptado']);

/** Whether an import has anything to correct or to notice. */
export const hasFaults = ({ errores, avisos, faltas, cuentas }: importacion.Importacion): boolean =>
  errores.length + avisos.length + faltas.length > 0 || cuentas.some(({ estado }) => !plain.has(estado));
