import type { Estado, importacion } from '@timbre/contract';
import { featureConstants } from '@timbre/contract/tables';

const plain: ReadonlySet<Estado> = new Set(['pendiente', 'firmado', 'enviado', 'recibido', 'en_proceso', 'aceptado']);

/** Whether an import has anything to correct or to notice. */
export const hasFaults = ({ errores, avisos, faltas, cuentas }: importacion.Importacion): boolean =>
  errores.length + avisos.length + faltas.length > 0 || cuentas.some(({ estado }) => !plain.has(estado));

/** How many documents of an import have a row that is hidden, or left out by a filter, in the workbook. */
export const hiddenRows = ({ faltas }: Pick<importacion.Importacion, 'faltas'>): number =>
  faltas.reduce(
    (sum, { codigo, cuenta }) => sum + (codigo === featureConstants.importacion.filaOculta ? cuenta : 0),
    0,
  );
