/** Reads an amount as people write it: `1,234.50`, `RD$ 1,234.5`. Anything else is kept, to be refused where it is judged. */
export function readAmount(typed: string): string {
  const plain = typed.replace(/^\s*(?:RD\$|US\$|\$)\s*/i, '').replace(/,(?=\d{3}(?:\D|$))/g, '');
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(plain) ? plain.replace(/^(-?)\./, '$10.').replace(/\.$/, '') : typed.trim();
}
