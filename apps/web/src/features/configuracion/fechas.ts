import { tipoNombre, tiposPorSerie } from '@timbre/contract/tables';
import type { FechaVencimiento } from './api.ts';

export type Serie = keyof typeof tiposPorSerie;

/** Said before an entry becomes active beside its equal (seeds/000 §5); the server refuses with the same words. */
export const alreadyActive = 'Ya existe una fecha y tipo iguales activas. No se puede activar.';

/** A date to assign, as it is being filled in. */
export interface Draft {
  readonly serie: Serie | '';
  readonly tipo: string;
  /** yyyy-mm-dd; '' while there is none. */
  readonly fecha: string;
  readonly activo: boolean;
}

/**
 * Nothing chosen yet; the last day of the year is suggested.
 *
 * @param today yyyy-mm-dd
 */
export const emptyDraft = (today: string): Draft => ({
  serie: '',
  tipo: '',
  fecha: `${today.slice(0, 4)}-12-31`,
  activo: true,
});

/** The draft in another series: its type stays where the series allows it, else becomes the first allowed. */
export function withSerie(draft: Draft, serie: Serie | ''): Draft {
  if (serie === '') return { ...draft, serie, tipo: '' };
  const allowed: readonly string[] = tiposPorSerie[serie];
  return { ...draft, serie, tipo: allowed.includes(draft.tipo) ? draft.tipo : (allowed[0] ?? '') };
}

/** The types of a series with their names; those of B are the paper twins of those of E, in the same order. */
export const tiposDe = (serie: Serie | ''): { value: string; label: string }[] =>
  serie === ''
    ? []
    : tiposPorSerie[serie].map((value, i) => ({
        value,
        label: `${value} · ${tipoNombre[tiposPorSerie.E[i] ?? 31]}`,
      }));

/** A `yyyy-mm-dd` as it travels: midnight UTC. */
export const toInstant = (fecha: string): string => `${fecha}T00:00:00.000Z`;

/** The day of a date that travelled, `dd-mm-yyyy`: no clock and no zone touch it. */
export const displayFecha = (iso: string): string => iso.slice(0, 10).split('-').reverse().join('-');

/** Whether an active entry has the same series, type and day as this one (which may be among them). */
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
