import { type ErrorDeDocumento, importacion } from '@timbre/contract';
import {
  changedText,
  completePages,
  computeTotals,
  type Draft,
  type ECF,
  fillWithholding,
  type IssuerData,
  plainTexts,
  type RFCE,
  type RuleOptions,
  validate,
  writeDocument,
} from '@timbre/ecf';
import type { PageSettings } from '@timbre/representacion';
import { formatFechaHora, formatISODate, parseFecha } from '@timbre/values';
import type { Row } from '@timbre/workbook';
import { demandingSums, errorOf, isRefused, type Judging, type Sums } from '../judge/complete-draft.ts';
import { withPages } from '../judge/pages.ts';
import { sizeFault } from '../judge/size.ts';
import type { DocumentSheet } from './document-sheets.ts';
import type { DocumentoDeLibro } from './documento.ts';
import { countFitted, notFitted, noYesNo } from './fit-row.ts';

/** A document whose errors are still being collected, with the place of each of its fields. */
export interface ReadRow {
  readonly documento: DocumentoDeLibro & { readonly errores: ErrorDeDocumento[] };
  /** Spanish place of a path: `fila 14, columna FormaPago[2]`; only the row if no column has it. */
  readonly cell: (path: string) => string;
}

const { filaOculta } = importacion;
const mostErrors = 50;

/** Text at a path of a tree in which any branch may be missing; the path has no indices of repeated elements. */
function textAt(tree: unknown, path: string): string | undefined {
  let value = tree;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Adds an error, up to a limit. */
export function report(errores: ErrorDeDocumento[], error: ErrorDeDocumento): void {
  if (errores.length < mostErrors) errores.push(error);
}

/** The tree as signing will complete it, with the fields that are known only then. */
function completed(kind: 'ECF' | 'RFCE', tree: ECF | RFCE, now: number): object {
  if (kind === 'ECF') return { FechaHoraFirma: formatFechaHora(now), ...tree };
  return tree.Encabezado ? { ...tree, Encabezado: { CodigoSeguridadeCF: 'AAAAAA', ...tree.Encabezado } } : tree;
}

/** The data that the documents of a workbook are judged by. */
export interface Known {
  /** Time of reading, epoch milliseconds. */
  readonly now: number;
  readonly tasas: Judging['tasas'];
  /** The data of the company. */
  readonly emisor?: IssuerData;
  /** Its settings of the printed form; if left out, pages are not declared. */
  readonly impreso?: PageSettings;
}

/**
 * The faults that the authority would find in an unsigned tree; for a document of the company, also withholdings that
 * contradict the law.
 *
 * @param cell Spanish place of a path
 * @param known without the data of the company for a document of a certification set
 * @param sums whether amounts that contradict each other are refused
 */
export function judge(
  kind: 'ECF' | 'RFCE',
  tree: ECF | RFCE,
  cell: ReadRow['cell'],
  known: Known & Pick<RuleOptions, 'puestas'>,
  sums: Sums,
): ErrorDeDocumento[] {
  const asError = sums === 'rechaza' ? demandingSums(tree) : errorOf;
  const errores: ErrorDeDocumento[] = [];
  const whole = completed(kind, tree, known.now);
  for (const fault of validate(kind, whole, known)) {
    report(errores, { ...asError(fault), celda: cell(fault.path) });
  }
  const large = kind === 'ECF' && !isRefused(errores) ? sizeFault(writeDocument('ECF', whole as ECF)) : undefined;
  if (large !== undefined) report(errores, { ...large, celda: cell('') });
  return errores;
}

/** The fields of a tree that lists show. */
export function summarize(tree: ECF | RFCE) {
  const fechaEmision = parseFecha(textAt(tree, 'Encabezado.Emisor.FechaEmision') ?? '');
  return {
    tipo: textAt(tree, 'Encabezado.IdDoc.TipoeCF') ?? '',
    eNCF: textAt(tree, 'Encabezado.IdDoc.eNCF') ?? '',
    rncEmisor: textAt(tree, 'Encabezado.Emisor.RNCEmisor') ?? '',
    rncComprador: textAt(tree, 'Encabezado.Comprador.RNCComprador') ?? null,
    razonComprador: textAt(tree, 'Encabezado.Comprador.RazonSocialComprador') ?? null,
    fechaEmision: fechaEmision === undefined ? null : formatISODate(fechaEmision),
    montoTotal: textAt(tree, 'Encabezado.Totales.MontoTotal') ?? null,
    referencia: textAt(tree, 'InformacionReferencia.NCFModificado') ?? null,
  };
}

/**
 * Fills in the withholdings of a workbook's document, as its company has declared them, and their totals, and the
 * subtotals of the pages that it declares. Nothing else is completed.
 */
export function withWithholding(read: ECF, { now, emisor }: Known) {
  const tree = completePages(read as Draft) as ECF;
  const { draft, puestas } = fillWithholding(tree as Draft, emisor ?? {}, now);
  if (puestas.size === 0) return { tree, puestas };
  const { TotalITBISRetenido, TotalISRRetencion } = computeTotals(draft).Encabezado?.Totales ?? {};
  const Totales = {
    ...(TotalITBISRetenido !== undefined && { TotalITBISRetenido }),
    ...(TotalISRRetencion !== undefined && { TotalISRRetencion }),
    ...draft.Encabezado?.Totales,
  };
  return { tree: { ...draft, Encabezado: { ...draft.Encabezado, Totales } } as ECF, puestas };
}

/**
 * Names of the elements that contain amounts in RD$: those in another currency have `OtraMoneda` in their name.
 * @source Formato e-CF v1.0, áreas de totales, detalle y otra moneda
 */
const inPesos = /^(?!.*OtraMoneda).*(Monto|Precio|Total|Saldo|ValorPagar|OtrosImpuestos)/i;

/** Names of the elements whose number is a percentage. @source Formato e-CF v1.0, tasas y porcentajes */
const inPercent = /^(ITBIS\d|Tasa|GradosAlcohol|ValorDescuentooRecargo|SubDescuentoPorcentaje|SubRecargoPorcentaje)/i;

/** The errors of the numbers of a row that their cells show as another currency, or as a percentage. */
function shownOtherwise(
  { headers, headerTexts }: DocumentSheet,
  { currencies = new Map(), percents = [], cells }: Row,
): readonly (ErrorDeDocumento & { readonly column: number })[] {
  const unread = new Set(headers.unknown.map(({ column }) => column - 1));
  const headerOf = (column: number) => (unread.has(column) ? '' : (headerTexts[column]?.trim() ?? ''));
  const foreign = [...currencies].filter(([column]) => inPesos.test(headerOf(column)));
  const shares = percents.filter((column) => headerOf(column) !== '' && !inPercent.test(headerOf(column)));
  return [
    ...foreign.map(([column, marca]) => ({
      codigo: 'LIBRO-MONEDA',
      mensaje: `La celda está en otra moneda (${marca}), y el monto va en pesos: conviértalo, o cambie el formato de la celda`,
      column,
    })),
    ...shares.map((column) => ({
      codigo: 'LIBRO-CELDA',
      mensaje: `La celda es un porcentaje (${cells[column] ?? ''} %) y debe ser un número: escríbalo sin el signo %`,
      column,
    })),
  ];
}

/** A document with the pages of its printed form, and its faults; one that cannot be issued is not laid out. */
export function pagedRow(
  tree: ECF,
  { impreso, now }: Pick<Known, 'impreso' | 'now'>,
  judged: (tree: ECF) => ErrorDeDocumento[],
) {
  const errores = judged(tree);
  const paged = impreso === undefined || isRefused(errores) ? tree : withPages(tree, impreso, now);
  return { tree: paged, errores: paged === tree ? errores : judged(paged) };
}

const hiddenRow = (celda: string): ErrorDeDocumento => ({
  codigo: filaOculta,
  mensaje: 'La fila está oculta en el libro, o la deja fuera un filtro: al firmar todos se pregunta por ella',
  celda,
  aviso: true,
});

/**
 * Writes the cells of a row as their elements have them, and counts them; those of a certification set stay as they are.
 *
 * @returns the errors of its cells, by column
 */
function fitRow(
  { fit, fitted }: DocumentSheet,
  row: Row,
  isOfSet: boolean,
): readonly (ErrorDeDocumento & { readonly column: number })[] {
  return fit(row).flatMap((cell) => {
    const { column, written } = cell;
    if (cell.fitted === undefined) return { ...noYesNo(written), column, ...(isOfSet && { aviso: true }) };
    if (isOfSet) return cell.fitted === '' ? [] : { ...notFitted(cell), column };
    row.cells[column] = cell.fitted === '' ? undefined : cell.fitted;
    countFitted(fitted, cell);
    return [];
  });
}

/**
 * Converts a row to a document and validates it alone; the caller checks its relations to other rows. A row of a
 * certification set of the DGII, identified by its CasoPrueba, stays unchanged, and is not judged by the data of the
 * company.
 */
export function readRow(sheet: DocumentSheet, row: Row, known: Known): ReadRow {
  const { kind, headers, headerTexts, casoPrueba } = sheet;
  const place = (header: string | undefined) =>
    header === undefined ? `fila ${row.number}` : `fila ${row.number}, columna ${header}`;
  // The authority compares a certification set with the document as strings: faults of the set are only reported.
  const isOfSet = sheet.isOfSet(row);
  const ofCells = fitRow(sheet, row, isOfSet).map(({ column, ...error }) => ({
    ...error,
    celda: place(headerTexts[column]?.trim()),
  }));
  const { tree: read, faults, cellOf } = headers.read(row.cells, row.number);
  const cell = (path: string) => place(cellOf(path)?.header);
  const own = summarize(read);
  const caso = row.cells[casoPrueba] ?? null;
  const changed: string[] = [];
  const plain = isOfSet ? read : plainTexts(kind, read, (path) => changed.push(path));
  const { tree: filled, ...more } = kind === 'ECF' && !isOfSet ? withWithholding(plain as ECF, known) : { tree: plain };
  const facts = isOfSet ? { now: known.now, tasas: known.tasas } : { ...known, ...more };
  const judged = (tree: ECF | RFCE) => judge(kind, tree, cell, facts, isOfSet ? 'avisa' : 'rechaza');
  const { tree, errores } =
    kind === 'ECF' && !isOfSet ? pagedRow(filled as ECF, known, judged) : { tree: filled, errores: judged(filled) };
  if (row.hidden) report(errores, hiddenRow(place(undefined)));
  for (const error of ofCells) report(errores, error);
  for (const path of changed) report(errores, { ...errorOf(changedText(path)), celda: cell(path) });
  for (const { column, mensaje } of row.bad) {
    report(errores, { codigo: 'LIBRO-CELDA', mensaje, celda: place(headerTexts[column]?.trim()) });
  }
  for (const error of shownOtherwise(sheet, row)) {
    const { column, ...rest } = error;
    report(errores, { ...rest, celda: place(headerTexts[column]?.trim()), ...(isOfSet && { aviso: true }) });
  }
  for (const { code, path, message, cell: at } of faults) {
    report(errores, { codigo: code, mensaje: message, campo: path, celda: place(at?.header) });
  }
  const documento = {
    ...own,
    esRFCE: kind === 'RFCE',
    derivado: false,
    fila: row.number,
    arbol: tree,
    casoPrueba: caso,
    errores,
  };
  return { documento, cell };
}
