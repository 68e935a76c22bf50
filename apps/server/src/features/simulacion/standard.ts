import { simulacion as contract } from '@timbre/contract';

/** Accepted documents of one type, whole or as summaries. */
export interface AcceptedOfType {
  readonly tipo: string;
  readonly resumen: boolean;
  readonly aceptados: number;
}

/** Whether at least the standard quantity of each class was accepted. @source FACTS §12, step 4 */
export const isStandardAccepted = (accepted: readonly AcceptedOfType[]): boolean =>
  contract.loteEstandar.every(({ clase, tipo, cantidad }) => {
    const tally = accepted.find((one) => one.tipo === tipo && one.resumen === (clase === '32-resumen'));
    return tally !== undefined && tally.aceptados >= cantidad;
  });
