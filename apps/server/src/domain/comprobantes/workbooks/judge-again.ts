import { type ErrorDeDocumento, facturaConErrores } from '@timbre/contract';
import { changedText, compareRFCE, deriveRFCE, type ECF, type ECFHead, headOf, type RFCE, rules } from '@timbre/ecf';
import { isRefused } from '../judge/complete-draft.ts';
import { inCell } from './in-cell.ts';
import { libroConErrores } from './read-documents.ts';
import { judge, type Known, pagedRow, withWithholding } from './read-row.ts';

/** A row whose document was read before, and the facts of now. */
export interface RowToJudge {
  readonly arbol: string;
  readonly errores: readonly ErrorDeDocumento[];
  readonly fila: number | null;
  readonly resumen: {
    readonly arbol: string;
    readonly errores: readonly ErrorDeDocumento[];
    readonly fila: number | null;
  } | null;
  /** Codes that other steps decide: they stay. */
  readonly others: readonly string[];
  /** Without the data of the company for a row of a certification set. */
  readonly known: Known;
}

/** The errors of a row by the facts of now; the JSON of a tree if it changed. */
interface JudgedAgain {
  readonly errores: readonly ErrorDeDocumento[];
  readonly head: ECFHead;
  readonly arbol?: string;
  readonly resumen?: { readonly errores: readonly ErrorDeDocumento[]; readonly arbol?: string };
}

const codesOfRules: ReadonlySet<string> = new Set(rules.map(({ code }) => code));
/** Of the texts, the row has only the plain form: that they were changed is known since it was read. */
const ofTexts = changedText('').code;

/** Whether an error is found in the content of a document alone. */
const isOfContent = ({ codigo }: ErrorDeDocumento, others: readonly string[]): boolean =>
  (codesOfRules.has(codigo) && codigo !== ofTexts && !others.includes(codigo)) ||
  codigo.startsWith('XSD-') ||
  codigo === 'ECF-TAMANO';

/**
 * Judges the content of a row again, as when it was read, by the facts of now. What could be completed only now is
 * completed: withholdings, pages, the summary. Errors of its cells, its number and its invoice stay.
 */
export function judgeAgain({ arbol, errores: before, fila, resumen, known, others }: RowToJudge): JudgedAgain {
  const read = JSON.parse(arbol) as ECF;
  const isOfSet = known.emisor === undefined;
  const { tree: filled, puestas } = isOfSet ? { tree: read, puestas: new Set<number>() } : withWithholding(read, known);
  const facts = { ...known, puestas: new Set([...puestas, ...filledBefore(read, before)]) };
  const judged = (tree: ECF) =>
    judge('ECF', tree, () => '', facts, isOfSet ? 'avisa' : 'rechaza')
      .filter((error) => isOfContent(error, others))
      .map(placed(before, fila));
  const { tree, errores: own } = isOfSet ? { tree: read, errores: judged(read) } : pagedRow(filled, known, judged);
  const errores = [...own, ...before.filter((error) => !isOfContent(error, others))];
  const json = JSON.stringify(tree);
  return {
    errores,
    head: headOf(tree),
    ...(json === JSON.stringify(read) ? {} : { arbol: json }),
    ...(resumen === null || isRefused(own) ? {} : { resumen: judgeSummary(resumen, tree, known) }),
  };
}

/** The lines, from 0, whose withholding was filled in when the row was read. */
const filledBefore = (tree: ECF, errores: readonly ErrorDeDocumento[]): readonly number[] =>
  (tree.DetallesItems?.Item ?? []).flatMap((_, index) =>
    errores.some(
      ({ codigo, campo }) => codigo === 'ECF-RETENCION-09' && campo?.startsWith(`DetallesItems.Item[${index + 1}].`),
    )
      ? [index]
      : [],
  );

/** Gives an error the cell that it had before, or that of its element. */
const placed =
  (before: readonly ErrorDeDocumento[], fila: number | null) =>
  ({ celda: _, ...error }: ErrorDeDocumento): ErrorDeDocumento => {
    const celda = before.find(({ campo, celda }) => campo === error.campo && celda !== undefined)?.celda;
    return celda === undefined ? inCell(error, fila) : { ...error, celda };
  };

/** A summary and its invoice, which has no errors now. It is derived if it was left out until the invoice had none. */
function judgeSummary(
  { arbol, errores: before, fila }: NonNullable<RowToJudge['resumen']>,
  invoice: ECF,
  known: Known,
): NonNullable<JudgedAgain['resumen']> {
  const read = JSON.parse(arbol) as RFCE;
  const isLeftOut = read.Encabezado?.Emisor === undefined;
  const { CodigoSeguridadeCF: _, ...derived } = deriveRFCE(invoice, '').Encabezado;
  const tree = isLeftOut ? ({ Encabezado: derived } as RFCE) : read;
  const compared = isLeftOut
    ? []
    : compareRFCE(tree, invoice).map(({ code, path, message }) => ({ codigo: code, mensaje: message, campo: path }));
  const found = [...judge('RFCE', tree, () => '', known, 'avisa'), ...compared].map(placed(before, fila));
  const codes = new Set([...found.map(({ codigo }) => codigo), facturaConErrores, libroConErrores]);
  const errores = [...found, ...before.filter((error) => !isOfContent(error, []) && !codes.has(error.codigo))];
  return { errores, ...(isLeftOut ? { arbol: JSON.stringify(tree) } : {}) };
}
