/** Removes accents and capitals, to compare with typed text. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Whether a company matches the typed text: words of its name, with or without accents, or part of its RNC, with or
 * without dashes.
 */
export function isCompany(typed: string, nombre: string, rnc: string): boolean {
  const digits = typed.replace(/[\s-]/g, '');
  if (/^\d+$/.test(digits) && rnc.includes(digits)) return true;
  const name = plainText(nombre);
  return plainText(typed)
    .split(/\s+/)
    .every((word) => name.includes(word));
}
