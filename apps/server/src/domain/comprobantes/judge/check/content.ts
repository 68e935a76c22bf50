import type { ensayo } from '@timbre/contract';
import {
  checkRules,
  compareRFCE,
  isStrictCode,
  type ReadDocumentOf,
  type RuleFault,
  type RuleOptions,
  structuralFaults,
  validateRead,
} from '@timbre/ecf';
import { type ReadDocument, textAt } from './document.ts';
import { check, finding, findingOfFault } from './finding.ts';
import type { Invoice } from './invoice.ts';

/** Rules that compute an amount, by the beginning of their code; the others of the documents are plain rules. */
const arithmetic =
  /^ECF-(?:TOTALES|IMPUESTO|MONEDA-(?:0|10|11|13)|TASA|ITEM-05|DESCUENTO|RECARGO|AJUSTE|PAGINA|SUBTOTAL|ISC)|^RFCE-TOTALES/;
const references = /^ECF-(?:REFERENCIA|NCFMODIFICADO|NOTACREDITO)/;

/** The check that a rule belongs to. */
export const checkOfCode = (code: string): 'aritmetica' | 'reglas' | 'referencias' =>
  references.test(code) ? 'referencias' : arithmetic.test(code) ? 'aritmetica' : 'reglas';

const wrongStructure = 'La estructura tiene errores: corríjalos y repita el ensayo para mirar el resto.';

/**
 * The checks of the content of a document: its structure by the official schema, its amounts, its rules, and its
 * statements about another document.
 *
 * @param known the time at which it is judged, and the specific excise that was added
 * @param factura the invoice of a summary, if available
 */
export function checkContent(
  read: ReadDocumentOf<'ECF'> | ReadDocumentOf<'RFCE'>,
  known: RuleOptions,
  factura: Invoice | undefined,
): readonly [estructura: ensayo.Comprobacion, ...reglas: ensayo.Comprobacion[]] {
  const structural = structuralFaults(read);
  const isWrong = structural.some(({ code }) => !isStrictCode(code));
  const ruled = isWrong
    ? validateRead(read, known).filter(({ code }) => !/^(?:XSD|ESTRICTO)-/.test(code))
    : checkRules(read.kind, read.tree, known);
  const of = (name: ReturnType<typeof checkOfCode>): RuleFault[] =>
    ruled.filter(({ code }) => checkOfCode(code) === name);
  const judged = (name: ReturnType<typeof checkOfCode>, detalle: string, more: readonly ensayo.Hallazgo[] = []) =>
    check(
      name,
      isWrong ? wrongStructure : detalle,
      [...of(name).map((fault) => findingOfFault(fault, fault.severity)), ...more],
      isWrong ? 'no-verificable' : 'bien',
    );
  return [
    check(
      'estructura',
      'Elementos, orden, repeticiones, longitudes, patrones y códigos, como el XSD de la DGII.',
      structural.map((fault) => findingOfFault(fault, isStrictCode(fault.code) ? 'condicional' : 'rechazo')),
    ),
    judged('aritmetica', 'Líneas, descuentos, impuestos, totales y páginas, con la tolerancia de la DGII.'),
    judged('reglas', 'Número, fechas, pago, comprador e indicadores, al momento en que se firmó.'),
    judged('referencias', referencesDetail(read), isWrong ? [] : referred(read, factura)),
  ];
}

const modified = (read: ReadDocument) => textAt(read, 'InformacionReferencia.NCFModificado');

function referencesDetail(read: ReadDocument): string {
  if (read.kind === 'RFCE') return 'La factura que resume: sus valores son los mismos.';
  return modified(read) === undefined
    ? 'No modifica otro comprobante.'
    : 'Lo que el XML dice del comprobante que modifica.';
}

/** The findings of the comparison with another document, or that it could not be made. */
function referred(
  read: ReadDocumentOf<'ECF'> | ReadDocumentOf<'RFCE'>,
  factura: Invoice | undefined,
): ensayo.Hallazgo[] {
  if (read.kind === 'RFCE') {
    if (factura !== undefined)
      return compareRFCE(read.tree, factura.tree).map((fault) => findingOfFault(fault, 'rechazo'));
    return [finding('ENSAYO-FACTURA', 'no-verificable', 'No se comparó con su factura, que no está aquí: añádala')];
  }
  const number = modified(read);
  if (number === undefined) return [];
  const says = `Si ${number.slice(0, 60)} existe, fue aceptado y alcanza para este monto, solo lo sabe la DGII`;
  return [finding('ENSAYO-REFERENCIA', 'no-verificable', says, 'InformacionReferencia.NCFModificado')];
}
