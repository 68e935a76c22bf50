import { parseISODate } from '@timbre/values';

/** Day, month and year, with separators or as eight digits, and `yyyy-MM-dd`, which a program would paste. */
const forms = [
  /^(?<day>\d{1,2})[/\-. ](?<month>\d{1,2})[/\-. ](?<year>\d{4})$/,
  /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
];

/**
 * Parses a date in the forms usual in the Dominican Republic: `31/12/2026`, `31-12-2026`, `1/2/2026`, `31122026`.
 *
 * @returns `yyyy-MM-dd`; undefined for any other text, and for a day that does not exist
 */
export function parseTypedDate(typed: string): string | undefined {
  for (const form of forms) {
    const { day, month, year } = form.exec(typed.trim())?.groups ?? {};
    if (day === undefined || month === undefined || year === undefined) continue;
    const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return parseISODate(iso) && iso;
  }
  return undefined;
}
