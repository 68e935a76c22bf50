import {
  type Ambiente,
  codigosDeRango,
  type ErrorDeDocumento,
  type Estado,
  estadoNombre,
  type ProblemCode,
  problems,
  type RangoQueFalta,
  serieVisible,
} from '@timbre/contract';
import { displayFecha } from '@timbre/values';
import type { NoNumber } from './judge-number.ts';
import type { Range } from './lock-ranges.ts';
import type { Occupant } from './occupants.ts';
import type { NumberSource } from './take-numbers.ts';

const codigoOf: Partial<Record<NoNumber, string>> = {
  'ecf/duplicado': 'ECF-DUPLICADO',
  'secuencia/falta': codigosDeRango.falta,
  'secuencia/vencida': codigosDeRango.vencido,
};

/** The message about a number that another document holds. */
function occupiedText(fecha: string | null | undefined, estado: Estado | null | undefined): string {
  if (!fecha || !estado) return 'Ya se emitió. Use otro número o elimine la fila.';
  return `Ya se emitió el ${displayFecha(fecha)} (${estadoNombre[estado]}). Use otro número o elimine la fila.`;
}

/**
 * The fault of a document whose own number cannot be used.
 *
 * @param occupant the holder of the number, if any
 */
export function numberFault(lack: NoNumber, eNCF: string, ambiente: Ambiente, occupant?: Occupant): ErrorDeDocumento {
  if (lack === 'ecf/duplicado') return faultOf(lack, occupiedText(occupant?.fecha, occupant?.estado));
  const serie = lack === 'secuencia/cuarentena' ? '' : `. ${serieVisible(eNCF.slice(1, 3), ambiente)}`;
  return faultOf(lack, `${eNCF}: ${problems[lack].title}${serie}`);
}

/** Text naming where a number was searched: the type, the environment and its ranges. */
export function rangesText(
  { tipo, ambiente }: Pick<NumberSource, 'tipo' | 'ambiente'>,
  ranges: readonly Range[],
): string {
  const own = ranges.filter((range) => range.tipo === tipo).map((range) => rangeText(range));
  return own.length === 0
    ? `${serieVisible(tipo, ambiente)}: registre su rango en Configuración › Secuencias`
    : `${serieVisible(tipo, ambiente)}: rango ${own.join('; ')}`;
}

/** The missing range, for a refusal; undefined for a reason that no range resolves. */
export const lackingRange = (
  lack: ProblemCode,
  { tipo, ambiente }: Pick<NumberSource, 'tipo' | 'ambiente'>,
): RangoQueFalta | undefined =>
  resolvedByRange.has(lack)
    ? {
        tipo: String(tipo),
        ambiente,
        enlace: `/configuracion?tab=rangos&ambiente=${ambiente}&registrar=${tipo}`,
      }
    : undefined;

const resolvedByRange: ReadonlySet<ProblemCode> = new Set([
  'secuencia/falta',
  'secuencia/agotada',
  'secuencia/vencida',
]);

/** The fault of a document for which no range has a number; `where` is of {@link rangesText}. */
export const noNumberFault = (lack: NoNumber, where: string): ErrorDeDocumento =>
  faultOf(lack, `${problems[lack].title}. ${where}`);

const faultOf = (lack: NoNumber, mensaje: string): ErrorDeDocumento => ({
  codigo: codigoOf[lack] ?? 'ECF-SECUENCIA',
  campo: `Encabezado.IdDoc.${lack === 'secuencia/vencimiento' ? 'FechaVencimientoSecuencia' : 'eNCF'}`,
  mensaje,
});

/** A range, as a refusal names it. */
export const rangeText = ({ desde, hasta, vence }: Pick<Range, 'desde' | 'hasta' | 'vence'>): string =>
  `del ${desde} al ${hasta}${vence === null ? '' : `, hasta el ${displayFecha(vence)}`}`;
