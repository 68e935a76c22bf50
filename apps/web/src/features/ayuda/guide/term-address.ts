import { plainText } from '../../../lib/matching.ts';
import type { TermName } from '../terms.ts';

/** The part of the address of the terms, in the place of a chapter: `/guia/terminos`. */
export const termsAddress = 'terminos';

/** The id of a term on the page of the terms. */
export const termId = (name: TermName): string => plainText(name).replace(/[^a-z0-9]+/g, '-');
