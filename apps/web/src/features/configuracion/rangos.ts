import {
  type CamposRangoNC,
  type FaltasRangoNC,
  faltasRangoNC,
  formatNumeroNC,
  prefijoNC,
  siguienteRangoNC,
} from '@timbre/contract/tables';
import type { RangoNC } from './api.ts';

/** A range as its fields show it: what a person types is text until it is saved. */
export interface Draft {
  readonly prefijo: string;
  readonly cantidadDigitos: string;
  readonly desde: string;
  readonly hasta: string;
  readonly ultimoUtilizado: string;
  readonly descripcion: string;
  readonly activo: boolean;
}

/** A row of the screen: a range of the server, changed or not, or one that is not saved yet. */
export interface Row {
  readonly key: string;
  /** undefined while it is not saved. */
  readonly stored: RangoNC | undefined;
  readonly draft: Draft;
}

/** The blank range that a person fills in. */
export const blankDraft: Draft = {
  prefijo: '',
  cantidadDigitos: '10',
  desde: '1',
  hasta: '',
  ultimoUtilizado: '0',
  descripcion: '',
  activo: true,
};

/** A stored range, as its fields show it. */
export const draftOf = (rango: RangoNC): Draft => ({
  prefijo: rango.prefijo,
  cantidadDigitos: String(rango.cantidadDigitos),
  desde: String(rango.desde),
  hasta: String(rango.hasta),
  ultimoUtilizado: String(rango.ultimoUtilizado ?? 0),
  descripcion: rango.descripcion ?? '',
  activo: rango.activo !== false,
});

/** Whether there is something in the row to save. */
export function isChanged({ stored, draft }: Row): boolean {
  if (!stored) return true;
  const before = draftOf(stored);
  return (Object.keys(before) as (keyof Draft)[]).some((name) => before[name] !== draft[name]);
}

const whole = (typed: string): number | undefined => (/^\d{1,15}$/.test(typed.trim()) ? Number(typed) : undefined);

const camposOf = ({ prefijo, cantidadDigitos, desde, hasta, ultimoUtilizado }: Draft): CamposRangoNC => ({
  prefijo,
  cantidadDigitos: whole(cantidadDigitos),
  desde: whole(desde),
  hasta: whole(hasta),
  ultimoUtilizado: whole(ultimoUtilizado),
});

/** What is wrong with each field. */
export const faultsOf = (draft: Draft): FaltasRangoNC => faltasRangoNC(camposOf(draft));

/** Whether it can be saved. */
export const isValid = (draft: Draft): boolean => Object.keys(faultsOf(draft)).length === 0;

/** How the numbers of a range look, and which comes next; undefined while the fields do not say it. */
export interface Preview {
  readonly primero: string;
  readonly ultimo: string;
  /** undefined: 'Agotado'. */
  readonly siguiente: string | undefined;
}

/** See {@link Preview}. */
export function previewOf(draft: Draft): Preview | undefined {
  const { cantidadDigitos, desde, hasta, ultimoUtilizado = 0 } = camposOf(draft);
  if (!isValid(draft) || cantidadDigitos === undefined || desde === undefined || hasta === undefined) return undefined;
  const write = (numero: number) => formatNumeroNC(draft.prefijo, cantidadDigitos, numero);
  const siguiente = siguienteRangoNC(desde, hasta, ultimoUtilizado);
  return {
    primero: write(desde),
    ultimo: write(hasta),
    siguiente: siguiente === undefined ? undefined : write(siguiente),
  };
}

/**
 * A valid row as it travels. The last used number goes only where a person wrote another: what was issued meanwhile is
 * the server's to know.
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
