/** Letters that searches do not tell apart from those of {@link plain}, in the same order. */
export const accented = 'áéíóúüñ';
export const plain = 'aeiouun';

/** A text as it is compared in searches. */
export const foldText = (text: string): string =>
  text.toLowerCase().replace(/[áéíóúüñ]/g, (letter) => plain[accented.indexOf(letter)]!);
