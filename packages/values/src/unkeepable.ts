/** NUL, which the database cannot store, and lone surrogates, which UTF-8 cannot encode. */
const unkeepable = /[\0\p{Surrogate}]/u;

/** True if a text contains a character that cannot be stored or written into a document. */
export const isUnkeepable = (text: string): boolean => unkeepable.test(text);

/** The text with each character that cannot be stored replaced. */
export const keepable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');
