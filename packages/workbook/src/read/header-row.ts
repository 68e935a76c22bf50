import { findHeaders, type HeaderSearch, type Headers } from '@timbre/values';
import type { Row, Sheet } from './sheet.ts';

/** The row with the headers of a sheet. */
export interface HeaderRow extends Headers<Row> {
  /** Whether rows follow it. */
  readonly hasData: boolean;
}

/**
 * The row of a sheet with its headers: see {@link findHeaders}.
 *
 * @param countKnown counts the headers that are known among the texts of a row
 * @returns undefined for an empty sheet
 * @throws WorkbookError of reading the sheet
 */
export function findHeaderRow(
  sheet: Pick<Sheet, 'rows'>,
  countKnown: HeaderSearch<Row>['countKnown'],
): HeaderRow | undefined {
  const found = findHeaders(sheet.rows(), { textsOf: ({ cells }) => cells, countKnown });
  if (found === undefined) return undefined;
  for (const { number } of sheet.rows()) if (number > found.row.number) return { ...found, hasData: true };
  return { ...found, hasData: false };
}
