import type { reportes } from '@timbre/contract';
import {
  answerKeys,
  type Drafts,
  type FormatCode,
  numberOf,
  type Problem,
  type RuleContext,
  startCheck,
  unansweredRules,
} from '@timbre/reports';
import { startSlices } from '@timbre/worker/in-slices';
import type { Fuente } from './tables.ts';

/** A row to be checked, and its id in the contract. */
export interface CheckedRow<Code extends FormatCode> {
  readonly id: string;
  readonly draft: Drafts[Code];
  /** Its fields that still have to be answered: each is a problem. */
  readonly pendientes?: readonly string[];
  /** The file reports it summed with others, so the rules do not judge it. */
  readonly isSummed?: boolean;
  /** Source of its receipt. */
  readonly fuente?: Fuente;
}

/** The problems of the rows of a file. */
export interface ReportProblems {
  readonly errores: number;
  readonly avisos: number;
  readonly porCodigo: { codigo: string; gravedad: 'error' | 'aviso'; cantidad: number }[];
  /** The first {@link mostListed}, errors before warnings. */
  readonly problemas: reportes.ProblemaDeReporte[];
}

/** Maximum number of problems listed; all are counted. */
export const mostListed = 500;

/**
 * The broken rules of the rows of a file. Other work of the process runs in between.
 *
 * @param pages the rows of the TXT, in order
 * @param besides problems that belong to no row
 */
export async function problemsOf<Code extends FormatCode>(
  code: Code,
  pages: AsyncIterable<readonly CheckedRow<Code>[]>,
  context: RuleContext,
  besides: readonly reportes.ProblemaDeReporte[] = [],
): Promise<ReportProblems> {
  const checking = startCheck(code, context);
  const seen: { readonly id: string; readonly fuente: Fuente | undefined }[] = [];
  const counted = new Map<string, ReportProblems['porCodigo'][number]>();
  const listed: Record<'error' | 'aviso', reportes.ProblemaDeReporte[]> = { error: [], aviso: [] };
  const note = (problem: reportes.ProblemaDeReporte) => {
    const { codigo, gravedad } = problem;
    const known = counted.get(codigo);
    if (known === undefined) counted.set(codigo, { codigo, gravedad, cantidad: 1 });
    else known.cantidad++;
    if (listed[gravedad].length < mostListed) listed[gravedad].push(problem);
  };
  const noteOf = ({ code: codigo, severity: gravedad, row, at, ncf, message }: Problem<Code>) =>
    note(placed(code, { codigo, gravedad, id: seen[row]!.id, campo: at, ncf, mensaje: message }, seen[row]!.fuente));
  const slices = startSlices();
  for await (const page of pages)
    for (const { id, draft, pendientes = [], isSummed = false, fuente } of page) {
      if (slices.isOver()) await slices.next();
      if (!isSummed) seen.push({ id, fuente });
      const broken = isSummed ? [] : checking.see(draft, pendientes);
      for (const problem of broken) noteOf(problem);
      for (const campo of pendientes)
        if (!broken.some(({ at }) => at === campo)) note(placed(code, unansweredOf(code, id, draft, campo), fuente));
    }
  for (const problem of checking.end()) {
    if (slices.isOver()) await slices.next();
    noteOf(problem);
  }
  for (const problem of besides) note(problem);
  const porCodigo = [...counted.values()];
  const of = (severity: string) =>
    porCodigo.filter(({ gravedad }) => gravedad === severity).reduce((sum, { cantidad }) => sum + cantidad, 0);
  return {
    errores: of('error'),
    avisos: of('aviso'),
    porCodigo,
    problemas: [...listed.error, ...listed.aviso].slice(0, mostListed),
  };
}

/** Where a field is corrected that nobody answers here, and how. */
const corrections = {
  quickbooks: 'Lo dice QuickBooks: corríjalo allí y genere el reporte otra vez, o cargue el comprobante, que vale más',
  cargado: 'Lo dice el comprobante que se cargó: cárguelo otra vez, corregido',
} as const;

/** A problem with the place where it is corrected, if that is not the cell of its field. */
function placed(
  code: FormatCode,
  problem: reportes.ProblemaDeReporte,
  fuente: Fuente | undefined,
): reportes.ProblemaDeReporte {
  if (code === '608' || (fuente !== 'quickbooks' && fuente !== 'cargado')) return problem;
  if ((answerKeys[code] as readonly string[]).includes(problem.campo)) return problem;
  return { ...problem, mensaje: `${problem.mensaje}. ${corrections[fuente]}`, corregir: fuente };
}

/** The problem of a field of a row without its answer. */
function unansweredOf<Code extends FormatCode>(
  code: Code,
  id: string,
  draft: Drafts[Code],
  campo: string,
): reportes.ProblemaDeReporte {
  const { code: codigo, severity: gravedad, message } = unansweredRules[code as keyof typeof unansweredRules];
  const ncf = numberOf(draft);
  return { codigo, gravedad, id, campo, ncf, mensaje: message(ncf) };
}
