/** How a spreadsheet of any language knows that the text is UTF-8. */
const byteOrderMark = '\uFEFF';

/** Rows as CSV that a spreadsheet opens without taking any text for a formula. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** A text that begins as a formula does is preceded by an apostrophe, which a spreadsheet takes for "this is text". */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n\0]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
