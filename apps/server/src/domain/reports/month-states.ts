import { type Periodo, parsePeriodo } from '@timbre/values';
import type { ReportFacts } from './month-states-repo.ts';

/** State of a report of a month. `espera`: an IT-1 is made of a 606 and a 607 that are not ready. */
export type MonthState = 'no_aplica' | 'sin_empezar' | 'por_responder' | 'espera' | 'listo' | 'presentado';

/** The state of the 606 or the 607. @param facts undefined for a company that is not in Producción */
export function stateOf(facts: ReportFacts | undefined, periodo: Periodo): MonthState {
  if (facts === undefined) return 'no_aplica';
  if (facts.presentado !== null) return 'presentado';
  const first = facts.primer_mes === null ? undefined : parsePeriodo(facts.primer_mes);
  if (first === undefined || periodo < first) return 'no_aplica';
  if (facts.faltan > 0) return 'por_responder';
  return facts.hay_filas && !facts.por_leer ? 'listo' : 'sin_empezar';
}

/** The state of the IT-1, which is made of the 606 and the 607. */
export function it1StateOf(facts: ReportFacts | undefined, of606: MonthState, of607: MonthState): MonthState {
  if (facts !== undefined && facts.presentado !== null) return 'presentado';
  if (of606 === 'no_aplica' && of607 === 'no_aplica') return 'no_aplica';
  const ready = (state: MonthState) => state === 'listo' || state === 'presentado' || state === 'no_aplica';
  if (ready(of606) && ready(of607)) return 'listo';
  return of606 === 'sin_empezar' && of607 === 'sin_empezar' ? 'sin_empezar' : 'espera';
}
