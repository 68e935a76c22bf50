import type { reportes } from '@timbre/contract';
import {
  type FormatCode,
  fileRowOf,
  headerLine,
  isComplete,
  lineWriter,
  type Rows,
  rowFromTexts,
  txtFileName,
} from '@timbre/reports';
import type { Periodo } from '@timbre/values';
import { portionsOf, type Sized } from '../../../domain/comprobantes/queries/portions.ts';
import { signedDocuments, signedSizes, verdictLine } from '../../../domain/comprobantes/queries/signed-documents.ts';
import { signedAnswers } from '../../../domain/received/answers-repo.ts';
import { receivedDocuments, receivedSizes } from '../../../domain/received/received-repo.ts';
import { names } from '../../../domain/reports/evidence/manifest.ts';
import type { Scope } from '../../../domain/reports/scope.ts';
import type { Db } from '../../../platform/db/transactions.ts';
import type { ReporteRow } from '../repo.ts';
import { savedRows } from '../saved/parts.ts';
import { filaView, type SavedRow } from '../saved/row.ts';
import { reporteView } from '../view.ts';

/** A saved report, with facts from one pass over its rows. */
export interface Surveyed {
  readonly tipo: reportes.TipoDeReporte;
  readonly report: ReporteRow;
  /** Number of lines of its TXT; undefined if it has none, or a row cannot be written. */
  readonly lines: number | undefined;
  /** Number of rows that cannot be written. */
  readonly incomplete: number;
  /** Number of rows that come from no e-CF. */
  readonly withoutECF: number;
  /** Ids of the documents that its rows come from. */
  readonly issued: ReadonlySet<string>;
  readonly received: ReadonlySet<string>;
}

const isDetailed = ({ destino = 'detalle' }: SavedRow): boolean => destino === 'detalle';

/** Surveys the rows of a saved report. */
export async function survey(db: Db, report: ReporteRow): Promise<Surveyed> {
  const { tipo } = report;
  const [issued, received] = [new Set<string>(), new Set<string>()];
  let [lines, incomplete, withoutECF] = [0, 0, 0];
  if (tipo === 'it1') return { tipo, report, lines: undefined, incomplete, withoutECF, issued, received };
  for await (const rows of savedRows(db, report.empresa_id, report.id))
    for (const row of rows) {
      if (row.documentoId !== null && row.fuente === 'emitido') issued.add(row.documentoId);
      if (row.documentoId !== null && row.fuente === 'recibido') received.add(row.documentoId);
      if (row.documentoId === null) withoutECF += 1;
      if (!isDetailed(row)) continue;
      lines += 1;
      if (row.pendientes.length > 0 || !isComplete(tipo, rowFromTexts(tipo, row.fila))) incomplete += 1;
    }
  return { tipo, report, lines: incomplete === 0 ? lines : undefined, incomplete, withoutECF, issued, received };
}

/** A saved report with all its rows, as JSON; what was still to be answered is blank in it too. */
export async function* reportJson(db: Db, { rnc }: Scope, { report, tipo }: Surveyed): AsyncGenerator<string> {
  yield `{"reporte":${JSON.stringify(reporteView(report, rnc))},"filas":[`;
  let separator = '';
  if (tipo !== 'it1')
    for await (const rows of savedRows(db, report.empresa_id, report.id)) {
      yield separator + rows.map((row) => JSON.stringify({ ...filaView(row), ...fileRowOf(tipo, row) })).join(',\n');
      separator = ',\n';
    }
  yield ']}\n';
}

/** The official TXT of a saved report; undefined where a row of it is not complete. */
export function reportTxt(
  db: Db,
  { rnc }: Scope,
  periodo: Periodo,
  { tipo, report, lines }: Surveyed,
): { readonly name: string; readonly content: AsyncIterable<string> } | undefined {
  if (tipo === 'it1' || lines === undefined) return undefined;
  const header = headerLine(tipo, { rnc, periodo, cantidad: lines });
  return { name: txtFileName(tipo, rnc, periodo), content: txtOf(db, report, tipo, header) };
}

async function* txtOf<Code extends FormatCode>(
  db: Db,
  { empresa_id, id }: ReporteRow,
  code: Code,
  header: string,
): AsyncGenerator<string> {
  const lineOf = lineWriter(code);
  yield header;
  for await (const rows of savedRows(db, empresa_id, id))
    yield rows
      .filter(isDetailed)
      .map(({ fila }) => `\r\n${lineOf(rowFromTexts(code, fila) as Rows[Code])}`)
      .join('');
}

/** Documents that are measured at once. */
const measuredAtOnce = 500;

/** The stored documents that reports come from, each once, with their sizes. */
export interface Measured {
  readonly issued: readonly Sized[];
  readonly received: readonly Sized[];
  /** Number of documents that the reports come from and that are not stored any more. */
  readonly gone: number;
}

/** Finds the documents that reports come from, in the order of their rows. */
export async function measure(
  db: Db,
  empresaId: string,
  surveyed: readonly Pick<Surveyed, 'issued' | 'received'>[],
): Promise<Measured> {
  const idsOf = (kind: 'issued' | 'received') => [...new Set(surveyed.flatMap((report) => [...report[kind]]))];
  const sized = async (ids: readonly string[], sizes: typeof signedSizes): Promise<readonly Sized[]> => {
    const found: Sized[] = [];
    for (let from = 0; from < ids.length; from += measuredAtOnce)
      found.push(
        ...(await db.reading(empresaId, (tx) => sizes(tx, empresaId, ids.slice(from, from + measuredAtOnce)))),
      );
    return found;
  };
  const [issuedIds, receivedIds] = [idsOf('issued'), idsOf('received')];
  const [issued, received] = [await sized(issuedIds, signedSizes), await sized(receivedIds, receivedSizes)];
  return { issued, received, gone: issuedIds.length + receivedIds.length - issued.length - received.length };
}

/**
 * The documents that reports come from, with their exact bytes: issued documents and the summaries as which some were
 * sent, received documents and the company's answers to them. At the end, the authority's answers to the issued ones.
 */
export async function* documentParts(
  db: Db,
  empresaId: string,
  { issued, received }: Measured,
): AsyncGenerator<{ readonly name: string; readonly bytes: Buffer }> {
  const fileOf = (
    folder: string,
    { rnc_emisor, encf }: { rnc_emisor: string; encf: string },
    xml: string | Buffer,
  ) => ({
    name: `${folder}${rnc_emisor}${encf}.xml`,
    bytes: Buffer.from(xml as string),
  });
  let verdicts = '';
  for (const ids of portionsOf(issued))
    for (const row of await db.reading(empresaId, (tx) => signedDocuments(tx, empresaId, ids))) {
      yield fileOf(names.issued, row, row.xml);
      if (row.resumen !== null) yield fileOf(names.summaries, row, row.resumen);
      verdicts += verdictLine(row);
    }
  for (const ids of portionsOf(received)) {
    const { documents, answers } = await db.reading(empresaId, async (tx) => ({
      documents: await receivedDocuments(tx, empresaId, ids),
      answers: await signedAnswers(tx, empresaId, ids),
    }));
    for (const row of documents) yield fileOf(names.received, row, row.xml);
    // The authority may have refused an answer, and another followed: the last one counts.
    const last = new Map(answers.map((row) => [`${row.rnc_emisor}${row.encf}`, row]));
    for (const row of last.values()) yield fileOf(names.answers, row, row.xml);
  }
  if (verdicts !== '') yield { name: names.verdicts, bytes: Buffer.from(verdicts) };
}
