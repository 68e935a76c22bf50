import type { Periodo } from '@timbre/values';
import type { Tipo } from './search.ts';

/** A report of a month and the day on which it is due. */
export interface Due {
  readonly reporte: '606' | '607' | '608' | '609' | 'IT1';
  readonly periodo: string;
  /** Days from today; negative when it is past. */
  readonly dias: number;
  /** Number under which it was filed. */
  readonly presentado: string | null;
}

/** The state of a due date, in words as well as by colour. */
export function wordsOfDue({ dias, presentado }: Due): { tone: 'ok' | 'bad' | 'warn' | 'mute'; words: string } {
  if (presentado !== null) return { tone: 'ok', words: `Presentado · ${presentado}` };
  if (dias < 0) return { tone: 'bad', words: dias === -1 ? 'Venció ayer' : `Venció hace ${-dias} días` };
  if (dias === 0) return { tone: 'bad', words: 'Vence hoy' };
  return { tone: dias <= soon ? 'warn' : 'mute', words: dias === 1 ? 'Vence mañana' : `Vence en ${dias} días` };
}

const soon = 5;
const most = 6;

/** In days. Reports due longer ago are not shown: they were filed elsewhere, or never will be. */
const forgotten = 30;

/** The due dates to show, in order: those of the last weeks, filed or not, and the next ones. */
export const shownDue = <One extends Due>(all: readonly One[]): readonly One[] =>
  all
    .filter(({ dias }) => dias >= -forgotten)
    .toSorted((a, b) => a.dias - b.dias)
    .slice(0, most);

/** Why nothing is due yet, and when the first report will be. */
export const whyNothing = (production: boolean): string =>
  `${
    production
      ? 'Su empresa no tiene comprobantes en Producción.'
      : 'Su empresa no está en Producción: lo que emite aquí no se declara.'
  } Empiezan con el mes de su primer comprobante en Producción: el 606 y el 607 vencen el día 15 del mes siguiente, y el IT-1 el 20.`;

/** The tab and the month of the screen, in the form used by the calls. */
export const placeOfDue = ({ reporte, periodo }: Due): { tipo: Tipo; periodo: Periodo } => ({
  tipo: reporte === 'IT1' ? 'it1' : reporte,
  periodo: periodo as Periodo,
});
