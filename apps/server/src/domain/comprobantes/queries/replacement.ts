/**
 * The pattern of the code with which the XML of a document replaces one issued in contingency. JavaScript and PostgreSQL read it alike.
 *
 * @source Formato e-CF v1.0, CodigoModificacion 4
 */
export const replacementPattern = '<CodigoModificacion>\\s*4\\s*</CodigoModificacion>';

const replacement = new RegExp(replacementPattern);

/**
 * Whether a signed document replaces one issued in contingency: it goes to the authority alone, not to the buyer, who has the other.
 *
 * @source Informe técnico e-CF v1.0, §18, p. 49
 */
export const replacesContingency = (xml: string): boolean => replacement.test(xml);
