/** Tells a spreadsheet, in any language, that the text is UTF-8. */
const byteOrderMark = '\uFEFF';

/** Rows as CSV, protected so that a spreadsheet takes no text for a formula. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** A text that looks like a formula is preceded by an apostrophe, which marks it as text in a spreadsheet. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n\0]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
