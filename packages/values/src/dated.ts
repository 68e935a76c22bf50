/** A value set by law, in force from the day `desde` (`yyyy-MM-dd`) until the day of the next row. */
export interface Dated {
  readonly desde: string;
  readonly source: string;
}

/** The row in force on a day (`yyyy-MM-dd`); rows are ordered oldest first. Undefined before the first. */
export const inForce = <Row extends Dated>(rows: readonly Row[], day: string): Row | undefined =>
  rows.findLast(({ desde }) => desde <= day);
