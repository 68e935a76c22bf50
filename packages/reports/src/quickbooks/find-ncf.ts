import { normalNCF } from '@timbre/values';
import { tipoOfNCF } from '../layout/ncf.ts';
import type { QuickBooksDocument } from './document.ts';

/** A receipt number within a text, as a separate word; a blank or dash may separate its type. */
const written = '([BE]\\d{2})[ -]?(\\d{10}|\\d{8})(?![A-Z0-9])';
/** Words that name the receipt that a note modifies: `MODIFICADO:`, «Modifica a», «NCF afectado», «Afecta el NCF:». */
const marker = `\\b(?:MODIFICA|AFECTA)(?:D[OA])?(?: (?:A|AL|EL))?(?: E?-?NCF)?\\s{0,3}:?\\s{0,3}${written}`;
const firstMarked = new RegExp(marker);
const marked = new RegExp(marker, 'g');
const within = new RegExp(`(?<![A-Z0-9])${written}`, 'g');

/** A text that is only a receipt number, with or without the word NCF before it. */
const whole = (text: string): string | undefined => {
  const number = normalNCF(text);
  return tipoOfNCF(number) === undefined ? undefined : number;
};

/** The first valid number within a text. A number after {@link marker} is skipped: it is that of another receipt. */
function firstIn(text: string): string | undefined {
  for (const [, tipo = '', sequence = ''] of text.toUpperCase().replace(marked, ' ').matchAll(within))
    if (tipoOfNCF(tipo + sequence) !== undefined) return tipo + sequence;
  return undefined;
}

/** Where a document may have its numbers. */
type Numbered = Pick<QuickBooksDocument, 'docNumber' | 'note' | 'custom'>;

/**
 * The NCF of a document: its own number, or that of its custom field, or else the first valid one in its number or its
 * note.
 * @returns B and ten digits or E and twelve, of a type that exists (the specification admits more); undefined if there
 * is none
 * @source specification 002 §5, «NCF and RNC», which knows no custom field
 */
export function findNCF({ docNumber, note, custom }: Numbered): string | undefined {
  const field = custom?.ncf ?? '';
  return whole(docNumber) ?? whole(field) ?? firstIn(docNumber) ?? firstIn(field) ?? firstIn(note);
}

/**
 * The modified number that a document states: in its note after `MODIFICADO:` or a word like it, or in its custom field.
 * @source specification 002 §5, «NCF and RNC», which knows `MODIFICADO:` alone
 */
export function findModified({ note, custom }: Pick<Numbered, 'note' | 'custom'>): string | undefined {
  const [, tipo = '', sequence = ''] = firstMarked.exec(note.toUpperCase()) ?? [];
  return whole(tipo + sequence) ?? whole(custom?.modified ?? '');
}
