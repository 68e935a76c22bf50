import { formatCount } from '../../lib/format.ts';
import type { Recibida, RecibidaCompleta } from './api.ts';

type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute';

/** The company's answer, as a chip. */
export function answerOf({ respuesta, responderAntesDe }: Recibida, today: string): { tone: Tone; words: string } {
  if (respuesta === 'aceptada') return { tone: 'ok', words: 'Aceptada' };
  if (respuesta === 'rechazada') return { tone: 'bad', words: 'Rechazada' };
  if (responderAntesDe === null) return { tone: 'mute', words: 'No lleva respuesta' };
  return responderAntesDe < today
    ? { tone: 'bad', words: `Venció el ${dayOf(responderAntesDe)}` }
    : { tone: 'warn', words: `Responder antes del ${dayOf(responderAntesDe)}` };
}

/** An ISO date as `15/12/2026`. */
const dayOf = (iso: string): string => iso.split('-').reverse().join('/');

/** The state of a received e-CF at the DGII. */
export const dgiiWords: Readonly<
  Record<NonNullable<Recibida['estadoDGII']> | 'sin_consultar', { tone: Tone; words: string }>
> = {
  aceptado: { tone: 'ok', words: 'Aceptada por la DGII' },
  aceptado_condicional: { tone: 'warn', words: 'Aceptada condicional' },
  rechazado: { tone: 'bad', words: 'Rechazada por la DGII' },
  no_encontrado: { tone: 'warn', words: 'La DGII no la encuentra' },
  en_proceso: { tone: 'info', words: 'En proceso en la DGII' },
  sin_consultar: { tone: 'mute', words: 'Sin consultar a la DGII' },
};

/** Whether a document is confirmed, or has only been claimed by its signer. */
export const confirmedWords = ({ confirmada }: Pick<Recibida, 'confirmada'>): { tone: Tone; words: string } =>
  confirmada ? { tone: 'ok', words: 'Confirmada' } : { tone: 'warn', words: 'Sin confirmar' };

/** Why a document is not confirmed, and what to do; undefined if it is confirmed or rejected. */
export function unconfirmedText(recibida: Pick<Recibida, 'confirmada' | 'estadoDGII'>, others: number) {
  const { confirmada, estadoDGII } = recibida;
  if (confirmada || estadoDGII === 'rechazado') return undefined;
  const also =
    others === 0
      ? ''
      : others === 1
        ? ' Hay otro documento recibido con el mismo número.'
        : ` Hay otros ${formatCount(others)} documentos recibidos con el mismo número.`;
  const state =
    estadoDGII === 'no_encontrado'
      ? 'La DGII no la encuentra con su código de seguridad.'
      : 'La DGII no ha respondido que la tiene.';
  return `${state} No va al 606 hasta que la DGII la acepte. Si no reconoce a quien la firma, pregunte a su proveedor.${also}`;
}

/** The state of the sending of a commercial answer to a destination. */
const sendingWords = {
  pendiente: 'por enviar',
  enviada: 'enviada',
  rechazada: 'rechazada',
  sin_direccion: 'el emisor no tiene dirección en el directorio de la DGII',
  sin_confirmar: 'enviada, sin confirmar',
} as const;

/**
 * How a commercial answer reached a destination. The DGII says the same of each answer that it takes, «Aprobación
 * comercial aprobada», of a rejection too: said of a rejection, that is what it registered.
 *
 * @param respuesta the answer of the company
 */
export function sentWords(
  { destino, estado, detalle }: RecibidaCompleta['respuestas'][number]['envios'][number],
  respuesta: RecibidaCompleta['respuestas'][number]['estado'],
): string {
  const to = destino === 'dgii' ? 'A la DGII' : 'Al emisor';
  if (respuesta === 'rechazada' && estado === 'enviada' && /aprobad/i.test(detalle ?? ''))
    return `${to}: enviada. ${destino === 'dgii' ? 'La DGII' : 'El emisor'} registró su rechazo`;
  return `${to}: ${sendingWords[estado]}${detalle ? ` («${detalle}»)` : ''}`;
}

/** The position of a page. @source specification 001 §2.2 */
export function pageWords(page: number, rows: number, total: number, more: boolean, pageSize: number): string {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const many = more ? `más de ${formatCount(pages)}` : formatCount(pages);
  return `Página ${formatCount(page)} de ${many} - ${formatCount(rows)} facturas mostradas`;
}
