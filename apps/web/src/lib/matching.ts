/** Without accents or capitals, for comparing with what people type. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a company is what was typed: words of its name, accents or not, or part of its tax id, dashes or not. */
export function isCompany(typed: string, nombre: string, rnc: string): boolean {
  const digits = typed.replace(/[\s-]/g, '');
  if (/^\d+$/.test(digits) && rnc.includes(digits)) return true;
  const name = plainText(nombre);
  return plainText(typed)
    .split(/\s+/)
    .every((word) => name.includes(word));
}
