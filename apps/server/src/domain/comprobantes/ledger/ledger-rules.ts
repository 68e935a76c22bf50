import { createHash } from 'node:crypto';
import { type Ambiente, type Estado, estadosAceptados, estadosFinales } from '@timbre/contract';
import { isConsultable } from '../sending/delivery.ts';
import {
  type Autoridad,
  absenceApartMs,
  isAbsent,
  isInDoubt,
  isPost,
  mayHaveArrived,
  type Operacion,
} from '../sending/next-step.ts';
import { type Outcome, saysUsed } from '../sending/outcome.ts';

/** The platform's promises about every number, by code. A finding names the promise that was broken. */
export const promises = {
  I1: 'un número es de un solo comprobante',
  I2: 'ningún número tomado quedó sin comprobante',
  I3: 'todo comprobante tiene veredicto, o un próximo intento a la vista',
  I4: 'lo que la autoridad tiene es lo que está guardado',
  I5: 'un número no se envió con dos contenidos, salvo tras un rechazo que lo dejó libre',
  I6: 'nada se reenvió sin saber que no había llegado; donde no se puede preguntar, solo los mismos bytes y marcado',
  I7: 'lo aceptado no dejó de serlo',
  I8: 'el diario de emisión no sabe de números que la base de datos ignore',
  I9: 'el registro de eventos está íntegro',
  I10: 'lo que se prometió a quien repite una petición existe',
  I11: 'las cifras de Inicio son las de los comprobantes',
  I12: 'ningún número está anulado y emitido, y toda anulación llega a la autoridad',
  I13: 'lo que se dice acreditado de un comprobante es lo que sus notas de crédito firmadas dicen, y no pasa de su total',
} as const;

/** Code of a promise: a key of {@link promises}. */
export type PromiseCode = keyof typeof promises;

/** A promise broken in one document. */
type Broken = readonly [PromiseCode, string];

/** A signed document with all data needed to judge it. */
export interface LedgerRow {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly rnc_emisor: string;
  readonly encf: string;
  readonly es_rfce: boolean;
  readonly estado: Estado;
  readonly codigo: string | null;
  readonly mensajes: readonly { readonly codigo: string }[];
  /** A person settled it, with the verdict seen in the authority's portal. */
  readonly asentado: boolean;
  readonly ocupa_numero: boolean;
  readonly secuencia_utilizada: boolean | null;
  readonly xml: string;
  readonly xml_sha256: Buffer;
  readonly origen: 'api' | 'excel' | 'pantalla' | 'firma';
  /** It waits for a person: it has an error to be read, or was signed again and its sending was not requested yet. */
  readonly espera_persona: boolean;
  /** State of the summary that is sent in its place; null if the document itself is sent. */
  readonly resumen_estado: Estado | null;
  /** When its sending job is due; null without a job. */
  readonly proximo: Date | null;
  /** Its attempts, oldest first. */
  readonly intentos: readonly LedgerAttempt[];
}

/** An attempt as it is stored. */
export interface LedgerAttempt {
  readonly operacion: Operacion | 'consulta';
  readonly resultado: Outcome['kind'] | null;
  readonly trackId: string | null;
  /** When it ended, epoch milliseconds. */
  readonly en: number;
  /** Hash of the bytes sent, hexadecimal; null for attempts made before hashes were stored. */
  readonly sha256: string | null;
  /** It was made with the present signature. */
  readonly vigente: boolean;
}

/**
 * A document that the authority reports as received: evidence from outside this platform. The log of a simulator has
 * this form.
 */
export interface Witnessed {
  readonly service: string;
  readonly ambiente: string;
  readonly rnc?: string | undefined;
  readonly eNCF?: string | undefined;
  /** Hexadecimal, of the bytes received. */
  readonly sha256: string;
  readonly decision: { readonly estado: Estado; readonly secuenciaUtilizada: boolean };
}

/** The longest wait between two attempts, with its jitter and a margin. */
const LATEST_NEXT_MS = 20 * 60_000;

/** Whether a document holds its number: every document except one rejected with the number unused. */
const holdsNumber = (row: LedgerRow): boolean => row.estado !== 'rechazado' || row.secuencia_utilizada !== false;

/** Judges one document alone. */
export function* judgeRow(row: LedgerRow, now: Date, autoridad: Autoridad): Generator<Broken> {
  if (holdsNumber(row) !== row.ocupa_numero) yield ['I1', `ocupa_numero = ${row.ocupa_numero} en estado ${row.estado}`];
  if (!createHash('sha256').update(row.xml).digest().equals(row.xml_sha256))
    yield ['I4', 'el XML guardado no es el que se firmó'];
  if (!row.xml.includes(`<eNCF>${row.encf}</eNCF>`)) yield ['I4', 'el XML firmado lleva otro eNCF'];
  yield* judgeProgress(row, now);
  yield* judgePosts(row, autoridad);
  yield* judgeRejection(row);
}

/** I3: every document whose sending was requested has a verdict, or a next attempt. */
function* judgeProgress(row: LedgerRow, now: Date): Generator<Broken> {
  if (row.resumen_estado !== null) {
    if (row.resumen_estado !== row.estado) yield ['I3', `está ${row.estado} y su resumen ${row.resumen_estado}`];
    return;
  }
  if (estadosFinales.has(row.estado)) return;
  if (row.proximo !== null) {
    if (row.proximo.getTime() > now.getTime() + LATEST_NEXT_MS)
      yield ['I3', `su próximo intento es el ${row.proximo.toISOString()}`];
    return;
  }
  const mayHaveLeft = row.intentos.some(({ vigente, resultado }) => vigente && resultado !== 'no_enviado');
  const waitsForSomebody = row.estado === 'firmado' && !mayHaveLeft && (row.origen !== 'api' || row.espera_persona);
  // An unconfirmed document waits for a person only if no service of the environment can be asked.
  const waitsForVerdict = row.estado === 'sin_confirmar' && row.codigo !== null && !isConsultable(travelling(row));
  if (!waitsForSomebody && !waitsForVerdict) yield ['I3', `está ${row.estado} y nada lo hará avanzar`];
}

const travelling = (row: LedgerRow) => ({ ambiente: row.ambiente, esRFCE: row.es_rfce });

/**
 * I6: after a post that may have arrived, another is allowed only
 * - as `envio`, after the authority was asked at least twice since then, at least the required time apart, and did not
 * know the number; or
 * - as `reenvio`, with the same bytes as the previous post, if no service of the environment could be asked.
 * Every post sends the stored bytes. Posts made before hashes were stored are judged by the earlier rule: one look-up
 * without a result was enough.
 */
function* judgePosts(row: LedgerRow, autoridad: Autoridad): Generator<Broken> {
  const own = row.intentos.filter(({ vigente }) => vigente);
  const signed = row.xml_sha256.toString('hex');
  for (const [at, attempt] of own.entries()) {
    if (!isPost(attempt)) continue;
    const { operacion, sha256 } = attempt;
    const before = own.slice(0, at);
    if (sha256 !== null && sha256 !== signed) yield ['I6', 'se enviaron otros bytes que los firmados'];
    if (sha256 === null && before.some((earlier) => earlier.sha256 !== null))
      yield ['I6', 'no consta qué bytes se enviaron'];
    const last = before.findLast(mayHaveArrived);
    const after = `después de ${last?.resultado ?? 'un envío sin resultado'}`;
    if (operacion === 'reenvio') {
      if (last === undefined) yield ['I6', 'se marcó como reenvío y nada se había enviado'];
      else if (isConsultable(travelling(row))) yield ['I6', `se reenvió sin preguntar ${after}`];
    } else if (last !== undefined) {
      const wasAbsent = before.slice(before.indexOf(last)).some(({ resultado }) => resultado === 'no_hallado');
      const absent = sha256 === null ? wasAbsent : isAbsent(before, absenceApartMs[autoridad]);
      if (!absent) yield ['I6', `se envió otra vez ${after}`];
    }
  }
}

/**
 * I4: the rejection "number used" is not a verdict on a document that may have used the number itself. Nor is any
 * rejection, if no service reports the outcome of an earlier copy.
 */
function* judgeRejection(row: LedgerRow): Generator<Broken> {
  if (row.estado !== 'rechazado' || row.asentado) return;
  if (!saysUsed(row.mensajes) && isConsultable(travelling(row))) return;
  if (
    isInDoubt(
      row.intentos.filter(({ vigente }) => vigente),
      'terminar',
    )
  )
    yield ['I4', 'está rechazado, y un envío suyo anterior pudo ser aceptado'];
}

/**
 * Compares a document with the authority's receptions of its number, oldest first. A document that freed its number is
 * compared only with copies of itself: another document may have used the number since.
 */
export function* compareWithWitness(row: LedgerRow, ofNumber: readonly Witnessed[]): Generator<Broken> {
  const sha256 = row.xml_sha256.toString('hex');
  const own = ofNumber.filter((reception) => reception.sha256 === sha256);
  const receptions = row.ocupa_numero ? ofNumber : own;
  const accepted = receptions.filter(({ decision }) => estadosAceptados.has(decision.estado));
  if (accepted.length > 1) yield ['I4', 'la autoridad lo aceptó más de una vez'];
  for (const reception of accepted) {
    if (reception.sha256 !== sha256) yield ['I4', 'la autoridad aceptó otros bytes'];
  }
  if (accepted.length > 0 && estadosFinales.has(row.estado) && !estadosAceptados.has(row.estado))
    yield ['I4', `la autoridad lo aceptó y aquí está ${row.estado}`];
  if (accepted.length === 0 && estadosAceptados.has(row.estado))
    yield ['I4', 'está aceptado y la autoridad no lo aceptó'];

  for (const reception of receptions) {
    const freed = reception.decision.estado === 'rechazado' && !reception.decision.secuenciaUtilizada;
    if (reception.sha256 !== sha256 && !freed) yield ['I5', 'la autoridad recibió otros bytes con este número'];
  }
  const posts = row.intentos.filter((attempt) => attempt.vigente && isPost(attempt)).length;
  if (own.length > posts) yield ['I6', `la autoridad lo recibió ${own.length} veces y hay ${posts} envíos registrados`];
}
