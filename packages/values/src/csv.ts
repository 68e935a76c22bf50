/** First character of a CSV file: marks it as UTF-8 for a spreadsheet in any language. */
export const byteOrderMark = '\uFEFF';

/**
 * The beginning of a formula, in ASCII and in the forms that spreadsheets convert to it, after blanks and invisible
 * characters; and the control characters that a spreadsheet drops.
 *
 * @source OWASP, CSV Injection
 */
const atStart = /^(?:[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|[\t\r\n\0])/u;
/**
 * The same within a text: a spreadsheet in a language that separates cells by semicolons starts a new cell there. A
 * dash counts only if no blank follows it, because lists are written with dashes.
 */
const within =
  /[;\t\r\n](?:[^\S\t\r\n]|[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\0])*(?=[=+@＝＋＠﹦﹢﹫]|[-－﹣−]\S)/gu;
const negative = /^-\d+(\.\d+)?$/;

/**
 * A line of a CSV file, separated by commas. An apostrophe, which marks a text in a spreadsheet, is inserted wherever a
 * text would be taken for a formula. A negative number is unchanged.
 *
 * @param cells texts of the cells
 * @returns the line, with its CRLF
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

function cell(text: string): string {
  const safe = negative.test(text) ? text : text.replace(atStart, "'$&").replace(within, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
