import {
  type Ambiente,
  type AvisoDeRango,
  avisoDeRangoNombre,
  expires,
  isUsualExpiry,
  tipoNombre,
} from '@timbre/contract/tables';
import { displayFecha, mostSequence } from '@timbre/values';

import { formatCount } from '../../lib/format.ts';
import type { FechaVencimiento, NumeroDelLibro, Secuencia } from './api.ts';

/** A type of e-CF and one of its ranges; undefined if it has none. */
export interface TipoRow {
  readonly tipo: string;
  readonly nombre: string;
  readonly secuencia: Secuencia | undefined;
}

/** Returns every type of e-CF with its ranges in an environment, including the types without a range. */
export function rowsOf(secuencias: readonly Secuencia[], ambiente: Ambiente): TipoRow[] {
  return Object.entries(tipoNombre).flatMap(([tipo, nombre]): TipoRow[] => {
    const own = secuencias.filter((one) => one.ambiente === ambiente && one.tipo === tipo);
    return own.length === 0
      ? [{ tipo, nombre, secuencia: undefined }]
      : own.map((secuencia) => ({ tipo, nombre, secuencia }));
  });
}

/** A warning as one word, for a chip; `avisoDeRangoNombre` has the full text. */
export const avisoBreve: Record<AvisoDeRango, string> = {
  agotado: 'Agotado',
  'por-agotarse': 'Por agotarse',
  vencido: 'Vencido',
  'por-vencer': 'Por vencer',
  'vence-inusual': 'Revise el vencimiento',
};

/** Returns every warning of the shown ranges that are in use: `E31 del 1 al 500: Agotado`. */
export const warningsOf = (rows: readonly TipoRow[]): string[] =>
  rows.flatMap(({ tipo, secuencia }) =>
    secuencia?.activo && secuencia.avisos.length > 0
      ? [`${rangeName(tipo, secuencia)}: ${secuencia.avisos.map((aviso) => avisoDeRangoNombre[aviso]).join('. ')}`]
      : [],
  );

/** Formats a range: `E31 del 1 al 500`. */
export const rangeName = (tipo: string, { desde, hasta }: Pick<Secuencia, 'desde' | 'hasta'>): string =>
  `E${tipo} del ${formatCount(desde)} al ${formatCount(hasta)}`;

/** The form of an authorised range. */
export interface Draft {
  readonly ambiente: Ambiente;
  readonly tipo: string;
  readonly desde: string;
  readonly hasta: string;
  /** yyyy-mm-dd; '' if there is none. */
  readonly vence: string;
}

/** The errors by field. */
type Faults = { readonly [Field in 'desde' | 'hasta' | 'vence']?: string };

/**
 * Returns the latest active date assigned to a type (Fechas Asignadas), yyyy-mm-dd. It applies to ranges without a
 * date.
 */
export const assignedDate = (fechas: readonly FechaVencimiento[], tipo: string): string | undefined =>
  fechas
    .filter((fecha) => fecha.serie === 'E' && fecha.tipo === tipo && fecha.activo)
    .map(({ fechaVencimiento }) => fechaVencimiento.slice(0, 10))
    .sort()
    .at(-1);

/**
 * Returns the errors that prevent a range from being registered.
 *
 * @param assigned see {@link assignedDate}
 * @param today yyyy-mm-dd in Santo Domingo
 */
export function faultsOf(draft: Draft, assigned: string | undefined, today: string): Faults {
  const { tipo, desde, hasta, vence } = draft;
  const faults: { -readonly [Field in keyof Faults]: Faults[Field] } = {};
  if (Number(desde) < 1) faults.desde = 'El número inicial es obligatorio';
  if (Number(hasta) < 1) faults.hasta = 'El número final es obligatorio';
  else if (Number(hasta) > mostSequence) faults.hasta = `El número final excede el máximo permitido (${mostSequence})`;
  else if (Number(desde) > Number(hasta)) faults.desde = 'El número inicial debe ser menor o igual al final';
  const expiry = vence || assigned;
  if (!expires(tipo)) return faults;
  if (!expiry) faults.vence = `Las secuencias del tipo ${tipo} llevan fecha de vencimiento`;
  else if (expiry < today) faults.vence = `El rango venció el ${displayFecha(expiry)}`;
  return faults;
}

/**
 * Returns the question about an expiry that the DGII does not give in production; undefined if there is none. The range
 * can be registered all the same.
 *
 * @param assigned see {@link assignedDate}
 * @param today yyyy-mm-dd in Santo Domingo
 */
export function expiryQuestion(
  { ambiente, tipo, vence }: Draft,
  assigned: string | undefined,
  today: string,
): string | undefined {
  const expiry = vence || assigned;
  const isAsked = ambiente === 'ecf' && expires(tipo) && expiry && expiry >= today && !isUsualExpiry(expiry, today);
  return isAsked ? `${avisoDeRangoNombre['vence-inusual']}.` : undefined;
}

/** Converts a valid draft to the API's format. */
export const bodyOf = ({ ambiente, tipo, desde, hasta, vence }: Draft) => ({
  ambiente,
  tipo,
  desde: Number(desde),
  hasta: Number(hasta),
  ...(expires(tipo) && vence !== '' && { vence }),
});

/** The outcome of a number, as a word and a tone. */
export const estadoDeNumero: Record<
  NumeroDelLibro['estado'],
  { nombre: string; tone: 'ok' | 'warn' | 'bad' | 'info' | 'mute' }
> = {
  emitido: { nombre: 'Emitido', tone: 'info' },
  aceptado: { nombre: 'Aceptado', tone: 'ok' },
  rechazado_reutilizable: { nombre: 'Rechazado, reutilizable', tone: 'warn' },
  rechazado_consumido: { nombre: 'Rechazado, consumido', tone: 'bad' },
  conciliado: { nombre: 'Conciliado', tone: 'mute' },
  anulado: { nombre: 'Anulado', tone: 'mute' },
};
