/** Maximum length of a line, in bytes: four times that of the DGII's longest lines. */
export const maxLineBytes = 2_000;

/** A line of the file, without its end; undefined in place of one that is too long. */
export type Line = string | undefined;

/** The Windows characters in place of the control characters 0x80 to 0x9f of Latin-1; blank where Windows has none. */
const windows = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/**
 * The lines of a text in Latin-1, in groups as they arrive. Ends are LF or CRLF; empty lines are counted too. However
 * long a line is, at most {@link maxLineBytes} and one chunk are held.
 *
 * @param chunks the bytes, in pieces of any size
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let rest = '';
  let tooLong = false;
  for await (const chunk of chunks) {
    // One byte is one character: a piece may end anywhere.
    const lines = chunk.toString('latin1').split('\n');
    const last = lines.pop()!;
    const whole: Line[] = [];
    for (const [at, text] of lines.entries()) {
      whole.push(at === 0 ? (tooLong ? undefined : finish(rest + text)) : finish(text));
      if (at === 0) [rest, tooLong] = ['', false];
    }
    if (!tooLong) rest += last;
    if (rest.length > maxLineBytes) [rest, tooLong] = ['', true];
    yield whole;
  }
  if (tooLong) yield [undefined];
  else if (rest !== '') yield [finish(rest)];
}

function finish(line: string): Line {
  if (line.length > maxLineBytes + 1) return undefined;
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  return text.replace(/[\x80-\x9f]/g, (character) => windows[character.charCodeAt(0) - 0x80]!);
}
