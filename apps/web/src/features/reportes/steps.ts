import { displayFecha } from '@timbre/values';
import { formatCount, formatCounted } from '../../lib/format.ts';
import type { Due } from './due.ts';
import { type Paso, pasosDe, type Tipo, vistas } from './search.ts';

/** The facts of a month of a report; a part that is not known yet is undefined. */
export interface MonthFacts {
  readonly totales?:
    | {
        readonly cantidadRegistros: number;
        readonly pendientes: number;
        readonly faltan?: Readonly<Record<string, number>>;
      }
    | undefined;
  readonly problemas?: { readonly errores: number; readonly avisos: number } | undefined;
  /** How it was filed. */
  readonly presentado?: { readonly numero: string; readonly fecha: string } | null | undefined;
  readonly vence?: (Pick<Due, 'dias'> & { readonly vence: string }) | undefined;
}

/** A step on the way to a filed month. */
export interface Step {
  readonly paso: Paso;
  readonly name: string;
  /** Its count, or what it waits for; undefined while that is not known. */
  readonly words: string | undefined;
  readonly isDone: boolean;
}

const wordsOf: Readonly<Record<Paso, (facts: MonthFacts) => string | undefined>> = {
  cargar: ({ totales }) =>
    totales && (totales.cantidadRegistros === 0 ? 'sin comprobantes' : receipts(totales.cantidadRegistros)),
  preparar({ totales }) {
    if (totales === undefined) return undefined;
    const { cantidadRegistros: all, pendientes, faltan = {} } = totales;
    if (all === 0) return 'sin comprobantes';
    if (pendientes === 0) return 'todo respondido';
    const missing = Object.values(faltan).reduce((sum, count) => sum + count, 0);
    return `${formatCount(all - pendientes)} de ${formatCount(all)} · ${missing === 1 ? 'falta' : 'faltan'} ${formatCount(missing)}`;
  },
  problemas({ problemas }) {
    if (problemas === undefined) return undefined;
    if (problemas.errores > 0) return `${formatCount(problemas.errores)} por resolver`;
    return problemas.avisos > 0 ? formatCounted(problemas.avisos, 'aviso') : 'ninguno';
  },
  reporte(facts) {
    if (facts.presentado) return 'presentado';
    if (facts.problemas === undefined) return undefined;
    if (facts.totales !== undefined && facts.totales.pendientes > 0) return 'espera las respuestas';
    return facts.problemas.errores > 0 ? 'espera los problemas' : 'listo para generar';
  },
  presentado({ presentado, vence }) {
    if (presentado) return `el ${displayFecha(presentado.fecha)}, con el ${presentado.numero}`;
    if (vence === undefined) return 'anote su número';
    return vence.dias < 0
      ? `venció el ${displayFecha(vence.vence)}`
      : `vence el ${displayFecha(vence.vence)}, ${inDays(vence.dias)}`;
  },
};

const receipts = (count: number): string => formatCounted(count, 'comprobante');
const inDays = (days: number): string => (days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${days} días`);

const isDone: Readonly<Record<Paso, (facts: MonthFacts) => boolean>> = {
  cargar: ({ totales }) => (totales?.cantidadRegistros ?? 0) > 0,
  preparar: ({ totales }) => totales !== undefined && totales.cantidadRegistros > 0 && totales.pendientes === 0,
  problemas: ({ problemas }) => problemas?.errores === 0,
  reporte: ({ presentado }) => Boolean(presentado),
  presentado: ({ presentado }) => Boolean(presentado),
};

/** The steps of a report with their counts. The IT-1 has a form in place of a TXT. */
export const stepsOf = (tipo: Tipo, facts: MonthFacts): readonly Step[] =>
  pasosDe[tipo].map((paso) => ({
    paso,
    name: tipo === 'it1' && paso === 'reporte' ? 'Formulario' : vistas[paso],
    words: tipo === 'it1' && paso === 'reporte' ? 'de los reportes 606 y 607' : wordsOf[paso](facts),
    isDone: isDone[paso](facts),
  }));
