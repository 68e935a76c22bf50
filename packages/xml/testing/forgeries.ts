import { forgedDocuments } from './forged-documents.ts';
import { forgedKeys } from './forged-keys.ts';
import { makeGenuine } from './genuine.ts';

/**
 * Forgeries of a document, by kind and name, with the identities used in them.
 *
 * @param document in canonical form, with RNCEmisor, Encabezado and a MontoTotal of 100.00
 * @param evil the document with another content, which the owner did not sign
 */
export function makeForgeries(document: string, evil: string) {
  const genuine = makeGenuine(document, evil);
  const { authority, owner, attacker, signed } = genuine;
  return { authority, owner, attacker, signed, kinds: { ...forgedDocuments(genuine), ...forgedKeys(genuine) } };
}
