import type { Estado, importacion } from '@timbre/contract';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** What is wrong with an import. Its code is loaded when something is. */
export const ImportFaults = lazyPart(async () => (await import('./parts/import-faults.tsx')).ImportFaults);

const plain: ReadonlySet<Estado> = new Set(['pendiente', 'firmado', 'enviado', 'recibido', 'en_proceso', 'aceptado']);

/** Whether an import has something to be mended or known. */
export const hasFaults = ({ errores, avisos, faltas, cuentas }: importacion.Importacion): boolean =>
  errores.length + avisos.length + faltas.length > 0 || cuentas.some(({ estado }) => !plain.has(estado));
