import type { importacion } from '@timbre/contract';
import type { useImportWork } from '../importacion/shared.ts';
import type { Messages } from './use-messages.ts';

type Importacion = importacion.Importacion;

/** The work on the receipts of a simulation, as its actions use it. */
export interface ReceiptWork {
  readonly importacion: Importacion;
  readonly work: ReturnType<typeof useImportWork>;
  readonly messages: Messages;
  /** Waits until the import meets a condition; undefined if the screen was left before. */
  readonly until: (isDone: (now: Importacion) => boolean | Promise<boolean>) => Promise<Importacion | undefined>;
}

/** Nothing is being signed or sent. */
export const isIdle = ({ enCurso }: Importacion): boolean => enCurso.firmar + enCurso.enviar === 0;
