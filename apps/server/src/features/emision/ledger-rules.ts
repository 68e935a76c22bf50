import { createHash } from 'node:crypto';
import { type Ambiente, type Estado, estadosFinales } from '@timbre/contract';
import type { LastAttempt } from './next-step.ts';

/** What the platform promises of every number; a finding names the promise that was broken. */
export const promises = {
  I1: 'un número es de un solo comprobante',
  I2: 'ningún número tomado quedó sin comprobante',
  I3: 'todo comprobante tiene veredicto, o un próximo intento a la vista',
  I4: 'lo que la autoridad tiene es lo que está guardado',
  I5: 'un número no se envió con dos contenidos, salvo tras un rechazo que lo dejó libre',
  I6: 'nada se reenvió sin saber antes que no había llegado',
  I7: 'lo aceptado no dejó de serlo',
  I8: 'el diario de emisión no sabe de números que la base de datos ignore',
  I9: 'el registro de eventos está íntegro',
  I10: 'lo que se prometió a quien repite una petición existe',
  I11: 'las cifras de Inicio son las de los comprobantes',
} as const;

/** Code of a promise: a key of {@link promises}. */
export type PromiseCode = keyof typeof promises;

/** A promise broken in one document. */
export type Broken = readonly [PromiseCode, string];

/** A signed document with all that is needed to judge it. */
export interface LedgerRow {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly rnc_emisor: string;
  readonly encf: string;
  readonly es_rfce: boolean;
  readonly estado: Estado;
  readonly ocupa_numero: boolean;
  readonly secuencia_utilizada: boolean | null;
  readonly xml: string;
  readonly xml_sha256: Buffer;
  readonly origen: 'api' | 'excel' | 'pantalla';
  /** It waits for a person: it says what is wrong, or was signed again and not yet asked to be sent. */
  readonly espera_persona: boolean;
  /** State of the summary as which it travels; null where it travels itself. */
  readonly resumen_estado: Estado | null;
  /** When its job of sending is due; null without one. */
  readonly proximo: Date | null;
  /** Its attempts, oldest first; `vigente` those made with the present signature. */
  readonly intentos: readonly (Omit<LastAttempt, 'operacion'> & {
    readonly operacion: LastAttempt['operacion'] | 'consulta';
    readonly vigente: boolean;
  })[];
}

/** What the authority says that she received: the witness that is not ours. The log of a simulator has this form. */
export interface Witnessed {
  readonly service: string;
  readonly ambiente: string;
  readonly rnc?: string | undefined;
  readonly eNCF?: string | undefined;
  /** Hexadecimal, of the bytes received. */
  readonly sha256: string;
  readonly decision: { readonly estado: string; readonly secuenciaUtilizada: boolean };
}

/** The longest wait between two attempts, with its jitter, and some patience. */
const LATEST_NEXT_MS = 20 * 60_000;

export const isAccepted = (estado: string): boolean => estado === 'aceptado' || estado === 'aceptado_condicional';

/** Whether a document holds its number: all do, but those rejected with the number unused. */
const holdsNumber = (row: LedgerRow): boolean => row.estado !== 'rechazado' || row.secuencia_utilizada !== false;

/** Judges one document by itself. */
export function* judgeRow(row: LedgerRow, now: Date): Generator<Broken> {
  if (holdsNumber(row) !== row.ocupa_numero) yield ['I1', `ocupa_numero = ${row.ocupa_numero} en estado ${row.estado}`];
  if (!createHash('sha256').update(row.xml).digest().equals(row.xml_sha256))
    yield ['I4', 'el XML guardado no es el que se firmó'];
  if (!row.xml.includes(`<eNCF>${row.encf}</eNCF>`)) yield ['I4', 'el XML firmado lleva otro eNCF'];
  yield* judgeProgress(row, now);
  yield* judgeAttempts(row);
}

/** I3: every document that somebody asked to send is decided, or goes on by itself. */
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
  if (!waitsForSomebody) yield ['I3', `está ${row.estado} y nada lo hará avanzar`];
}

/** I6: after a post, another only once the authority said that the first was not processed, or that she never saw it. */
function* judgeAttempts(row: LedgerRow): Generator<Broken> {
  let last: LastAttempt | undefined;
  for (const { operacion, resultado, vigente } of row.intentos) {
    if (operacion === 'consulta' || !vigente) continue;
    if (operacion === 'envio' && last !== undefined && !leftNothing(last))
      yield ['I6', `se reenvió después de ${last.operacion}: ${last.resultado ?? 'sin resultado'}`];
    last = { operacion, resultado };
  }
}

const leftNothing = ({ resultado }: LastAttempt): boolean => resultado === 'no_enviado' || resultado === 'no_hallado';

/** Compares a document with what the authority received of it, oldest first. */
export function* compareWithWitness(row: LedgerRow, receptions: readonly Witnessed[]): Generator<Broken> {
  const sha256 = row.xml_sha256.toString('hex');
  const accepted = receptions.filter(({ decision }) => isAccepted(decision.estado));
  if (accepted.length > 1) yield ['I4', 'la autoridad lo aceptó más de una vez'];
  for (const reception of accepted) {
    if (reception.sha256 !== sha256) yield ['I4', 'la autoridad aceptó otros bytes'];
  }
  if (accepted.length > 0 && estadosFinales.has(row.estado) && !isAccepted(row.estado))
    yield ['I4', `la autoridad lo aceptó y aquí está ${row.estado}`];
  if (accepted.length === 0 && isAccepted(row.estado)) yield ['I4', 'está aceptado y la autoridad no lo aceptó'];

  for (const reception of receptions) {
    const freed = reception.decision.estado === 'rechazado' && !reception.decision.secuenciaUtilizada;
    if (reception.sha256 !== sha256 && !freed) yield ['I5', 'la autoridad recibió otros bytes con este número'];
  }
  const posts = row.intentos.filter(({ operacion }) => operacion === 'envio').length;
  if (receptions.length > posts)
    yield ['I6', `la autoridad lo recibió ${receptions.length} veces y hay ${posts} envíos registrados`];
}
