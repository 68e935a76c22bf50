import type { piloto } from '@timbre/contract';
import { formatCount } from '../../lib/format.ts';
import type { Etapa } from './api.ts';

type Fase = piloto.FaseDePiloto;

/** The parts of the progress of a workbook. */
export const camino = ['Leer', 'Ensayar', 'Enviar', 'Aceptado'] as const;

/**
 * Position of each stage in {@link camino}, and whether the pilot works, waits for the user, was stopped, or is done.
 */
export const lugarDe: Readonly<
  Record<Etapa, { readonly parte: number; readonly estado: 'trabaja' | 'espera' | 'detenido' | 'completo' }>
> = {
  leyendo: { parte: 0, estado: 'trabaja' },
  ensayando: { parte: 1, estado: 'trabaja' },
  corregir: { parte: 1, estado: 'detenido' },
  listo: { parte: 2, estado: 'espera' },
  enviando: { parte: 2, estado: 'trabaja' },
  detenido: { parte: 2, estado: 'detenido' },
  completo: { parte: 3, estado: 'completo' },
};

/** The text of each stage. */
export const palabras: Readonly<Record<Etapa, string>> = {
  leyendo: 'Leyendo el libro…',
  ensayando: 'Ensayando con la DGII integrada…',
  corregir: 'El ensayo encontró rechazos. Nada se envió a la DGII.',
  listo: 'El ensayo pasó sin rechazos. Puede enviarlo a la DGII.',
  enviando: 'Enviando a la DGII…',
  detenido: 'El envío se detuvo.',
  completo: 'La DGII aceptó todo.',
};

/** The names of the groups. */
const fases: Readonly<Record<Fase['fase'], string>> = {
  facturas: 'Comprobantes',
  notas: 'Notas de débito y crédito',
  resumenes: 'Resúmenes de consumo',
  aprobaciones: 'Aprobaciones comerciales',
};

/** A group with its counts: `Notas de débito y crédito · 2 de 3`. */
export const faseWords = ({ fase, total, aceptados }: Fase): string =>
  `${fases[fase]} · ${formatCount(aceptados)} de ${formatCount(total)}`;

/** Total and accepted documents of the groups. */
export const sumOf = (list: readonly Fase[]): Pick<Fase, 'total' | 'aceptados'> => ({
  total: list.reduce((sum, { total }) => sum + total, 0),
  aceptados: list.reduce((sum, { aceptados }) => sum + aceptados, 0),
});
