import { normalNCF } from '@timbre/values';
import { tipoOfNCF } from '../layout/ncf.ts';
import type { QuickBooksDocument } from './document.ts';

/** A receipt number within a text, as a separate word; a blank or dash may separate its type. */
const written = '([BE]\\d{2})[ -]?(\\d{10}|\\d{8})(?![A-Z0-9])';
const marker = `MODIFICADO\\s{0,3}:\\s{0,3}${written}`;
const firstMarked = new RegExp(marker);
const marked = new RegExp(marker, 'g');
const within = new RegExp(`(?<![A-Z0-9])${written}`, 'g');

/**
 * The NCF of a document: its own number, or else the first valid one in its note. A number after `MODIFICADO:` is
 * skipped: it is the number of another receipt.
 * @returns B and ten digits or E and twelve, of a type that exists (the specification admits more); undefined if there
 * is none
 * @source specification 002 §5, «NCF and RNC»
 */
export function findNCF({ docNumber, note }: Pick<QuickBooksDocument, 'docNumber' | 'note'>): string | undefined {
  const own = normalNCF(docNumber);
  if (tipoOfNCF(own) !== undefined) return own;
  for (const [, tipo = '', sequence = ''] of note.toUpperCase().replace(marked, ' ').matchAll(within))
    if (tipoOfNCF(tipo + sequence) !== undefined) return tipo + sequence;
  return undefined;
}

/**
 * The modified number that a document's note states after `MODIFICADO:`. @source specification 002 §5, «NCF and RNC»
 */
export function findModified({ note }: Pick<QuickBooksDocument, 'note'>): string | undefined {
  const [, tipo = '', sequence = ''] = firstMarked.exec(note.toUpperCase()) ?? [];
  return tipoOfNCF(tipo + sequence) === undefined ? undefined : tipo + sequence;
}
