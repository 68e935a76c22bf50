/** A part of a text of the guide. */
export interface Piece {
  readonly text: string;
  /** `name`: a text of the screens, `**so**`; `code`: an address or an order, between grave accents. */
  readonly kind: 'text' | 'name' | 'code' | 'link';
  /** Of a link, `[text](/address)`: an address of this application. */
  readonly to?: string;
}

const marks = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\((\/\w[\w/#-]*)\)/g;

/** Splits a text of the guide at its marks. Anything else, tags included, stays text. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: whole, 1: name, 2: code, 3: link, 4: to, index } of text.matchAll(marks)) {
    if (index > end) pieces.push({ kind: 'text', text: text.slice(end, index) });
    if (name !== undefined) pieces.push({ kind: 'name', text: name });
    else if (code !== undefined) pieces.push({ kind: 'code', text: code });
    else if (link !== undefined && to !== undefined) pieces.push({ kind: 'link', text: link, to });
    end = index + whole.length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** The words of a text, without its marks. */
export const wordsOf = (text: string): string =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join('');
