import {
  type CamposRangoNC,
  type FaltasRangoNC,
  faultsOfRangoNC,
  formatNumeroNC,
  nextOfRangoNC,
  prefijoNC,
} from '@timbre/contract/tables';
import { readWhole } from '@timbre/values';
import type { RangoNC } from './api.ts';

/** A range in its form: typed values stay text until they are saved. */
export interface Draft {
  readonly prefijo: string;
  readonly cantidadDigitos: string;
  readonly desde: string;
  readonly hasta: string;
  readonly ultimoUtilizado: string;
  readonly descripcion: string;
  readonly activo: boolean;
}

/** A row of the screen: a stored range, changed or not, or a new one. */
export interface Row {
  readonly key: string;
  /** Undefined until it is saved. */
  readonly stored: RangoNC | undefined;
  readonly draft: Draft;
}

/** An empty range for the form. */
export const blankDraft: Draft = {
  prefijo: '',
  cantidadDigitos: '10',
  desde: '1',
  hasta: '',
  ultimoUtilizado: '0',
  descripcion: '',
  activo: true,
};

/** Converts a stored range to the form's fields. */
export const draftOf = (rango: RangoNC): Draft => ({
  prefijo: rango.prefijo,
  cantidadDigitos: String(rango.cantidadDigitos),
  desde: String(rango.desde),
  hasta: String(rango.hasta),
  ultimoUtilizado: String(rango.ultimoUtilizado ?? 0),
  descripcion: rango.descripcion ?? '',
  activo: rango.activo !== false,
});

/** Whether the row has unsaved changes. */
export function isChanged({ stored, draft }: Row): boolean {
  if (!stored) return true;
  const before = draftOf(stored);
  return (Object.keys(before) as (keyof Draft)[]).some((name) => before[name] !== draft[name]);
}

function whole(typed: string): number | undefined {
  const read = readWhole(typed);
  return 'value' in read ? read.value : undefined;
}

const camposOf = ({ prefijo, cantidadDigitos, desde, hasta, ultimoUtilizado }: Draft): CamposRangoNC => ({
  prefijo,
  cantidadDigitos: whole(cantidadDigitos),
  desde: whole(desde),
  hasta: whole(hasta),
  ultimoUtilizado: whole(ultimoUtilizado),
});

/** Returns the error of each field. */
export const faultsOf = (draft: Draft): FaltasRangoNC => faultsOfRangoNC(camposOf(draft));

/** Whether the row can be saved. */
export const isValid = (draft: Draft): boolean => Object.keys(faultsOf(draft)).length === 0;

/** The formatted numbers of a range: the first, the last and the next one. */
interface Preview {
  readonly primero: string;
  readonly ultimo: string;
  /** Undefined: shown as 'Agotado'. */
  readonly siguiente: string | undefined;
}

/** Returns the {@link Preview} of a range; undefined while its fields are incomplete or invalid. */
export function previewOf(draft: Draft): Preview | undefined {
  const { cantidadDigitos, desde, hasta, ultimoUtilizado = 0 } = camposOf(draft);
  if (!isValid(draft) || cantidadDigitos === undefined || desde === undefined || hasta === undefined) return undefined;
  const write = (numero: number) => formatNumeroNC(draft.prefijo, cantidadDigitos, numero);
  const siguiente = nextOfRangoNC(desde, hasta, ultimoUtilizado);
  return {
    primero: write(desde),
    ultimo: write(hasta),
    siguiente: siguiente === undefined ? undefined : write(siguiente),
  };
}

/**
 * Converts a valid row to the API's format. The last used number is sent only if the user changed it, since the server
 * may have issued numbers in the meantime.
 */
export function bodyOf({ stored, draft }: Row, rncEmisor: string) {
  const { cantidadDigitos = 0, desde = 0, hasta = 0, ultimoUtilizado } = camposOf(draft);
  const rewritten = !stored || draftOf(stored).ultimoUtilizado !== draft.ultimoUtilizado;
  return {
    rncEmisor,
    prefijo: prefijoNC(draft.prefijo),
    cantidadDigitos,
    desde,
    hasta,
    ...(rewritten && ultimoUtilizado !== undefined && { ultimoUtilizado }),
    descripcion: draft.descripcion.trim(),
    activo: draft.activo,
  };
}
