import { tipoNombre, tiposPorSerie } from '@timbre/contract/tables';
import type { FechaVencimiento } from './api.ts';

export type Serie = keyof typeof tiposPorSerie;

/**
 * Shown before an entry is activated that duplicates an active one (specification 000 §5). The server refuses with the same
 * text.
 */
export const alreadyActive = 'Ya existe una fecha y tipo iguales activas. No se puede activar.';

/** The form of a new expiry date. */
interface Draft {
  readonly serie: Serie | '';
  readonly tipo: string;
  /** yyyy-mm-dd; '' while it is empty. */
  readonly fecha: string;
  readonly activo: boolean;
}

/**
 * Returns an empty form. The last day of the year is suggested.
 *
 * @param today yyyy-mm-dd
 */
export const emptyDraft = (today: string): Draft => ({
  serie: '',
  tipo: '',
  fecha: `${today.slice(0, 4)}-12-31`,
  activo: true,
});

/**
 * Changes the series of the draft. The type is unchanged if the series allows it; otherwise it becomes the first
 * allowed one.
 */
export function withSerie(draft: Draft, serie: Serie | ''): Draft {
  if (serie === '') return { ...draft, serie, tipo: '' };
  const allowed: readonly string[] = tiposPorSerie[serie];
  return { ...draft, serie, tipo: allowed.includes(draft.tipo) ? draft.tipo : (allowed[0] ?? '') };
}

/**
 * The types of a series with their names. Those of series B are the paper equivalents of those of E, in the same order.
 */
export const tiposDe = (serie: Serie | ''): { value: string; label: string }[] =>
  serie === ''
    ? []
    : tiposPorSerie[serie].map((value, i) => ({
        value,
        label: `${value} · ${tipoNombre[tiposPorSerie.E[i] ?? 31]}`,
      }));

/** Converts a `yyyy-mm-dd` to the format of the API: midnight UTC. */
export const toInstant = (fecha: string): string => `${fecha}T00:00:00.000Z`;

/** Whether the date from the API is past. The sequence is valid until the end of that day. */
export const isExpired = ({ fechaVencimiento }: Pick<FechaVencimiento, 'fechaVencimiento'>, today: string): boolean =>
  fechaVencimiento.slice(0, 10) < today;

/**
 * Whether two active entries would be equal if the selected ones had this date.
 *
 * @param day yyyy-mm-dd
 */
export function clashesAt(
  fechas: readonly FechaVencimiento[],
  chosen: readonly FechaVencimiento[],
  day: string,
): boolean {
  const active = fechas.filter((one) => one.activo && (chosen.includes(one) || one.fechaVencimiento.startsWith(day)));
  return new Set(active.map(({ serie, tipo }) => serie + tipo)).size < active.length;
}

/** Whether an active entry has the same series, type and day as this one. The entry itself is not compared. */
export const hasActiveTwin = (
  fechas: readonly FechaVencimiento[],
  of: Pick<FechaVencimiento, 'serie' | 'tipo' | 'fechaVencimiento'> & { id?: string },
): boolean =>
  fechas.some(
    ({ id, serie, tipo, fechaVencimiento, activo }) =>
      activo &&
      id !== of.id &&
      serie === of.serie &&
      tipo === of.tipo &&
      fechaVencimiento.slice(0, 10) === of.fechaVencimiento.slice(0, 10),
  );
