import { dondeSeCompleta, type ErrorDeDocumento, facturaConErrores } from '@timbre/contract';
import {
  asIfNumbered,
  changedText,
  completeDraft as complete,
  type Draft,
  type ECF,
  factOfFault,
  fillWithholding,
  headOf,
  type RuleFault,
  type RuleOptions,
  type SplitECF,
  splitECF,
  type TasasSelectivo,
  validate,
  writeSplit,
} from '@timbre/ecf';
import { formatTaxId, isTipoECF, parseENCF } from '@timbre/values';
import type { Issuer } from '../../companies/issuers.ts';
import { draftFromBody, leaf, mostShown } from './draft.ts';
import { withPages } from './pages.ts';
import { sizeFault } from './size.ts';

/**
 * Completes the document of an API emission: reads the body, adds the values that follow from the company and the day
 * (version, issuer, date), the computed amounts and the pages of its printed form, and validates the whole. Withholdings (41, 47) are filled in only
 * as the company has declared, and are reported.
 *
 * @param body JSON of the caller
 * @param now epoch milliseconds
 * @param tasas as of {@link Judging}
 * @returns the tree, without eNCF if the range is to assign it, and all of its errors; if these allow it to be issued,
 * also the tree split
 */
export function completeDraft(
  body: unknown,
  issuer: Issuer,
  now: number,
  tasas: Judging['tasas'],
  sums: Sums = 'avisa',
): Judged & { readonly tree: ECF } {
  const { tree: draft, errores } = draftFromBody(body);
  // Elements left out of the tree would be reported again, as missing or as totals that do not add up.
  if (isRefused(errores)) return { tree: draft as unknown as ECF, errores };
  const tipo = leaf(draft, 'Encabezado.IdDoc.TipoeCF');
  if (tipo === undefined || !isTipoECF(tipo)) {
    errores.push({
      codigo: 'ECF-TIPO',
      campo: 'Encabezado.IdDoc.TipoeCF',
      mensaje: `Falta TipoeCF o no es uno de los diez tipos de e-CF${tipo === undefined ? '' : `: ${tipo.slice(0, 60)}`}`,
    });
    return { tree: draft as unknown as ECF, errores };
  }
  const { draft: withheld, puestas } = fillWithholding(draft as Draft, issuer.datos, now);
  const tree = complete(withheld, issuer, now, tasas, (path) => errores.push(errorOf(changedText(path))));
  const rncEmisor = tree.Encabezado.Emisor.RNCEmisor;
  if (rncEmisor !== issuer.rnc) errores.push(wrongIssuer(rncEmisor, issuer.rnc));
  const stated = (draft as Draft).Encabezado?.Emisor ?? {};
  const judge = (whole: ECF) => judgeECF(whole, { now, emisor: issuer.datos, puestas, tasas, sums, stated });
  const judged = judge(tree);
  const paged = judged.split === undefined ? tree : withPages(tree, issuer.impreso, now);
  const { errores: own, split } = paged === tree ? judged : judge(paged);
  errores.push(...own);
  return { tree: paged, errores, ...(split === undefined || isRefused(errores) ? {} : { split }) };
}

/** The errors of a document; if these allow it to be issued, also the document split. */
export interface Judged {
  readonly errores: readonly ErrorDeDocumento[];
  readonly split?: SplitECF;
}

/**
 * How an entry point treats amounts that contradict each other beyond the official tolerance: it refuses the document,
 * or reports them in an aviso (docs/design/emission.md#contradictory-amounts).
 */
export type Sums = 'rechaza' | 'avisa';

/** The data that a document is judged by, besides itself. */
export interface Judging extends Pick<RuleOptions, 'emisor' | 'puestas'> {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The specific excise that was added to the official one: see `ExciseRates`. */
  readonly tasas: readonly TasasSelectivo[];
  /**
   * Its statements about its issuer before the company's data completed them; left out for a document that is not
   * completed.
   */
  readonly stated?: object;
  /** If left out: `avisa`. */
  readonly sums?: Sums;
}

/**
 * All errors of a document alone, before it has a number: of its content, and of its size. A document of a
 * certification set is judged without the data of its issuer, because the authority wrote it.
 */
export function judgeECF(tree: ECF, { stated, sums, ...options }: Judging): Judged {
  const whole = asIfNumbered(tree, options.now);
  const asError = sums === 'rechaza' ? demandingSums(tree) : errorOf;
  const errores = validate('ECF', whole, options).map((fault) => asError(fault, stated));
  if (isRefused(errores)) return { errores };
  const split = splitECF(whole);
  const large = sizeFault(writeSplit(split));
  if (large !== undefined) return { errores: [...errores, large] };
  return { errores, split: { head: headOf(tree), middle: split.middle } };
}

/**
 * Whether a document cannot be issued. An aviso alone does not prevent it: the authority accepts the document with a
 * remark.
 */
export const isRefused = (errores: readonly ErrorDeDocumento[]): boolean => errores.some(({ aviso }) => !aviso);

/** Whether amounts contradict each other, and must still be compared with those of another document. */
export const isContradictory = (errores: readonly ErrorDeDocumento[]): boolean =>
  errores.some(({ aritmetica }) => aritmetica);

/** The state of an unsigned document with these faults. */
export const unsignedState = (errores: readonly ErrorDeDocumento[]): 'error' | 'pendiente' =>
  isRefused(errores) ? 'error' : 'pendiente';

/** The fault of a summary (RFCE) whose invoice has errors. */
export const summaryFault = (eNCF: string): ErrorDeDocumento => ({
  codigo: facturaConErrores,
  mensaje: `Su factura ${eNCF} tiene errores: corríjala y este resumen queda listo`,
});

/**
 * A fault in the form of the contract. A fault that the authority would not reject becomes an aviso, which does not
 * prevent sending.
 *
 * @param stated as in {@link Judging}
 */
export function errorOf(fault: RuleFault, stated?: object): ErrorDeDocumento {
  const { code, path, message, severity } = fault;
  const fact = factOfFault(fault, stated);
  return {
    codigo: code,
    campo: path.slice(0, mostShown),
    mensaje: message.slice(0, mostShown),
    ...(severity === 'rechazo' ? {} : { aviso: true }),
    ...(fact === undefined ? {} : { dondeSeCorrige: dondeSeCompleta(fact) }),
  };
}

/**
 * A fault as treated by the entry points that number a document: amounts that contradict each other are refused. Those
 * of the header of a note are an aviso until it is compared with its invoice, whose totals it may copy: see
 * `judgeReferences`.
 *
 * @param tree of the document; any part may be missing
 */
export function demandingSums(tree: unknown): typeof errorOf {
  const isNote = invoiceOfNote(tree as Draft) !== undefined;
  return (fault, stated) => {
    const { aviso, ...error } = errorOf(fault, stated);
    if (!fault.arithmetic) return aviso === undefined ? error : { ...error, aviso };
    return isNote && fault.path.startsWith('Encabezado.')
      ? { ...error, aviso: true, aritmetica: true }
      : { ...error, aritmetica: true };
  };
}

/** The e-CF that a note modifies, if its issuer is the same company; otherwise undefined. */
export function invoiceOfNote(tree: Draft): { readonly rncEmisor: string; readonly encf: string } | undefined {
  const tipo = tree.Encabezado?.IdDoc?.TipoeCF;
  const rncEmisor = tree.Encabezado?.Emisor?.RNCEmisor;
  const { NCFModificado: encf, RNCOtroContribuyente } = tree.InformacionReferencia ?? {};
  if ((tipo !== '33' && tipo !== '34') || rncEmisor === undefined || encf === undefined) return undefined;
  if (RNCOtroContribuyente !== undefined || parseENCF(encf) === undefined) return undefined;
  return { rncEmisor, encf };
}

/** The fault of a document issued in the name of another company. */
export const wrongIssuer = (rncEmisor: string, rnc: string): ErrorDeDocumento => ({
  codigo: 'ECF-EMISOR-RNC',
  campo: 'Encabezado.Emisor.RNCEmisor',
  mensaje: `El emisor del comprobante es ${formatTaxId(rncEmisor.slice(0, 60))} y su empresa es ${formatTaxId(rnc)}`,
});
