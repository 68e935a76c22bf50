import { parseNCFModificado } from '@timbre/ecf';
import { compareFecha, type Fecha, parseFecha } from '@timbre/values';
import { referenceTexts } from '../../lib/reference-texts.ts';
import { comparedPath, tipoPath } from './draft.ts';
import type { DraftFault } from './fault-words.ts';
import { type Tree, textAt } from './tree.ts';

const at = 'InformacionReferencia';

/** Whether a note modifies a receipt on paper, which no system can compare with it. */
export const isOnPaper = (ncf: string): boolean => parseNCFModificado(ncf)?.enPapel === true;

/**
 * The faults of a note's reference, in the words of the specification. They take the place of other faults of the same
 * elements.
 *
 * @param today dd-MM-yyyy
 */
export function referenceFaults(draft: Tree, today: Fecha): readonly DraftFault[] {
  const tipo = textAt(draft, tipoPath);
  if (tipo !== '33' && tipo !== '34') return [];
  const ncf = textAt(draft, `${at}.NCFModificado`).trim();
  const fecha = parseFecha(textAt(draft, `${at}.FechaNCFModificado`));
  const known = parseNCFModificado(ncf);
  const messages: readonly (readonly [path: string, code: string, message: string | false])[] = [
    [`${at}.NCFModificado`, 'XSD-FALTA', ncf === '' && referenceTexts.ncf],
    [`${at}.NCFModificado`, 'ECF-REFERENCIA-01', ncf !== '' && known === undefined && formOf(ncf)],
    [`${at}.FechaNCFModificado`, 'XSD-FALTA', fecha === undefined && referenceTexts.fecha],
    [
      `${at}.FechaNCFModificado`,
      'ECF-REFERENCIA-07',
      fecha !== undefined && compareFecha(fecha, today) > 0 && referenceTexts.futura,
    ],
    [
      `${at}.RazonModificacion`,
      'XSD-FALTA',
      tipo === '34' && textAt(draft, `${at}.RazonModificacion`).trim() === '' && referenceTexts.razon,
    ],
    [
      comparedPath,
      'ECF-NCFMODIFICADO-01',
      isOnPaper(ncf) &&
        known?.existe === true &&
        textAt(draft, comparedPath) !== ncf &&
        `Compare ${ncf} con su papel y márquelo: nadie más puede comprobar ese número, su fecha ni su monto`,
    ],
  ];
  return messages.flatMap(([path, code, message]) => (message ? { path, code, message, isNotice: false } : []));
}

const formOf = (ncf: string): string =>
  ncf.startsWith('E') ? referenceTexts.forma : `${referenceTexts.forma}; el de un comprobante en papel, B y 10 dígitos`;
