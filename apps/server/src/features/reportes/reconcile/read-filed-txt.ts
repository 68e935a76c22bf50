import { refuse } from '@timbre/refusal';
import { emptyTxtSummary, type ReconciledEntry, readTxt, reconciledEntry, type TxtFault } from '@timbre/reports';
import type { Periodo } from '@timbre/values';
import { decodeText, WorkbookError } from '@timbre/workbook';
import { startSlices } from '@timbre/worker/in-slices';
import type { FiledTxt } from '../../../domain/reports/reconcile/reconcile-month.ts';
import type { Scope } from '../../../domain/reports/scope.ts';

/** Faults that a refusal lists one by one. */
const mostListed = 3;

/**
 * Reads a filed TXT, of this or of another program, in slices, so that other calls continue in between.
 *
 * @throws Problem `reportes/txt` with lines and reasons, where it cannot be read or is of another report, company or
 * month
 */
export async function readFiledTxt(
  tipo: '606' | '607',
  { rnc }: Scope,
  periodo: Periodo,
  bytes: Buffer,
): Promise<FiledTxt> {
  const state = emptyTxtSummary();
  const without: TxtFault[] = [];
  const entries: ReconciledEntry[] = [];
  const slices = startSlices();
  for (const row of readTxt(tipo, textOf(bytes), state)) {
    const entry = reconciledEntry(row, periodo);
    if (entry !== undefined) entries.push(entry);
    else if (row.ncf === undefined) without.push({ line: state.line, message: 'Falta el NCF' });
    if (slices.isOver()) await slices.next();
  }
  const { header } = state;
  if (bytes.length === 0) refuse('reportes/txt', 'El archivo está vacío');
  if (header !== undefined && header.rnc !== rnc)
    refuse('reportes/txt', `Línea 1: es del RNC ${header.rnc}, y su empresa tiene el RNC ${rnc}`);
  if (header !== undefined && header.periodo !== periodo)
    refuse('reportes/txt', `Línea 1: es del período ${header.periodo}, y se concilia ${periodo}`);
  const faults = [...state.faults, ...without].sort((a, b) => a.line - b.line);
  if (faults.length > 0) refuse('reportes/txt', textOfFaults(faults));
  return { entries, inPesos: !state.decimals };
}

function textOf(bytes: Buffer): string {
  try {
    return decodeText(bytes).text;
  } catch (error) {
    if (error instanceof WorkbookError) return refuse('reportes/txt', error.message);
    throw error;
  }
}

function textOfFaults(faults: readonly TxtFault[]): string {
  const listed = faults.slice(0, mostListed).map(({ line, message }) => `Línea ${line}: ${message}`);
  const more = faults.length - listed.length;
  return `${listed.join('. ')}${more > 0 ? ` (y ${more} más)` : ''}`;
}
