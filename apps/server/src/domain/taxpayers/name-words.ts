/** Abbreviations with points, `S.R.L.` or `J. M.`, are read as one word. */
const initials = /(?<![\p{L}\d])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\d])/gu;

/**
 * The words of a name as they are searched: lower case, without accents, only a-z and 0-9. `Ferretería «El Yaque», S.R.L.`
 * has the words ferreteria, el, yaque and srl.
 */
export function wordsOf(text: string): string[] {
  const plain = (plainAscii.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();
  const joined = plain.includes('.') ? plain.replace(initials, (match) => match.replaceAll('.', '')) : plain;
  return joined.split(/[^a-z\d]+/).filter((word) => word !== '');
}

const plainAscii = /^[\x20-\x7e]*$/;
