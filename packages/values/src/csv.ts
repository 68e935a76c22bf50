/** Tells a spreadsheet, in any language, that a text is UTF-8: the first character of a CSV file. */
export const byteOrderMark = '\uFEFF';

/**
 * The beginning of a formula, in ASCII and in the forms that spreadsheets convert to it, after blanks and invisible
 * characters; and the control characters that a spreadsheet drops.
 *
 * @source OWASP, CSV Injection
 */
const atStart = /^(?:[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|[\t\r\n\0])/u;
/**
 * The same within a text, where a spreadsheet of another language, which separates by semicolons, begins a cell. A dash counts
 * only where no blank follows it: lists are written with dashes.
 */
const within = /[;\t\r\n](?:[^\S\t\r\n]|\p{Cf}|\0)*(?=[=+@＝＋＠﹦﹢﹫]|[-－﹣−]\S)/gu;
const negative = /^-\d+(\.\d+)?$/;

/**
 * A line of a CSV file, separated by commas. Where a text would be taken for a formula, an apostrophe is put before it,
 * which marks a text in a spreadsheet. A negative number stays as it is.
 *
 * @param cells their texts
 * @returns the line, with its CRLF
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

function cell(text: string): string {
  const safe = negative.test(text) ? text : text.replace(atStart, "'$&").replace(within, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
