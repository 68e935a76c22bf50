import { simulacion as contract } from '@timbre/contract';

/** Accepted documents of one type, whole or as summaries. */
interface AcceptedOfType {
  readonly tipo: string;
  readonly resumen: boolean;
  readonly aceptados: number;
}

/** The classes of which fewer than the standard quantity was accepted: `31 (2 de 4)`. @source FACTS §12, step 4 */
export const lackingOfStandard = (accepted: readonly AcceptedOfType[]): string[] =>
  contract.loteEstandar.flatMap(({ clase, tipo, cantidad }) => {
    const tally = accepted.find((one) => one.tipo === tipo && one.resumen === (clase === '32-resumen'));
    const aceptados = tally?.aceptados ?? 0;
    return aceptados >= cantidad ? [] : [`${nombres[clase] ?? clase} (${aceptados} de ${cantidad})`];
  });

/** The classes that have no type of their own. */
const nombres: Partial<Record<contract.ClaseDeLote, string>> = {
  '32-resumen': 'resúmenes de 32',
  '32-alta': '32 completas',
};
