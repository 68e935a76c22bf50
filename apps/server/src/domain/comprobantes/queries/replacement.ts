/**
 * The pattern of the code with which the XML of a document replaces one issued in contingency. JavaScript and
 * PostgreSQL interpret it alike.
 *
 * @source Formato e-CF v1.0, CodigoModificacion 4
 */
export const replacementPattern = '<CodigoModificacion>\\s*4\\s*</CodigoModificacion>';

const replacement = new RegExp(replacementPattern);

/**
 * Whether a signed document replaces one issued in contingency: it is sent only to the authority, not to the buyer, who
 * already has the other document.
 *
 * @source Informe técnico e-CF v1.0, §18, p. 49
 */
export const replacesContingency = (xml: string): boolean => replacement.test(xml);
