import { isTipoECF, type TipoECF } from '@timbre/values';
import { onlyDefined, textParam } from '../../lib/search-params.ts';

/** The search parameters of the screen. */
export interface Opening {
  /** Id of the draft that is open. */
  readonly borrador?: string;
  readonly tipo?: TipoECF;
  /** Id of an issued document: its buyer and lines are copied. */
  readonly copia?: string;
}

/** Reads the search parameters of an address. */
export function readOpening(search: Record<string, unknown>): Opening {
  const tipo = textParam(search.tipo, 2);
  return onlyDefined<Opening>({
    borrador: idParam(search.borrador),
    tipo: tipo !== undefined && isTipoECF(tipo) ? tipo : undefined,
    copia: idParam(search.copia),
  });
}

const idParam = (value: unknown): string | undefined => {
  const text = textParam(value, 36);
  return text !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) ? text : undefined;
};
