import { dateParam, onlyDefined } from '../../lib/search-params.ts';

/** The search parameters of Tasas del selectivo: the quarter, by its first day, whose form is open. */
interface Search {
  trimestre?: string;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export const readSearch = ({ trimestre }: Record<string, unknown>): Search =>
  onlyDefined<Search>({ trimestre: dateParam(trimestre) });
