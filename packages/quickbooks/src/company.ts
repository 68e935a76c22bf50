import { type CompanyOptions, type Connection, count, type Listed, type Machinery, query, read } from './calls.ts';
import type { Outcome } from './outcome.ts';
import { allPages, pages, type Whole, whole } from './pages.ts';
import type { DocumentEntity, Entity, RecordEntity, Select } from './select.ts';

/** The data of one company in QuickBooks. Objects are returned as received: the caller validates their contents. */
export interface Company {
  /** Runs one query unchanged. Returns the objects of its entity, at most a page. */
  query(select: Select): Promise<Outcome<readonly unknown[]>>;
  /** Reads one object by its id; `fault` with code 610 if there is none. */
  read(entity: Exclude<Entity, 'CompanyInfo' | 'Preferences'>, id: string): Promise<Outcome<unknown>>;
  /** Reads QuickBooks's record of the company. */
  companyInfo(): Promise<Outcome<unknown>>;
  /**
   * Reads all objects of a list, page by page in its order. Some pages are requested ahead; unread pages are discarded.
   * Yields the first failure and ends. A list is read by positions: an object added or deleted between two pages shifts
   * the others, so that one may be returned twice and another not at all. Objects are identified by their `Id`.
   *
   * @param onCount receives the number of objects, counted before the first page is requested
   */
  pages(select: Listed, onCount?: (total: number) => void): AsyncGenerator<Outcome<readonly unknown[]>, void>;
  /** Reads the pages of several lists in order. While one is read, the first pages of the next are requested. */
  allPages(
    lists: readonly Listed[],
    onCount?: (at: number, total: number) => void,
  ): AsyncGenerator<{ readonly at: number; readonly page: Outcome<readonly unknown[]> }, void>;
  /**
   * Reads all objects of a list, each once. A list that changed while being read, or returned fewer objects than its
   * count, is read again.
   *
   * @returns the objects, their number according to QuickBooks, and the number of those never returned
   */
  whole(select: Listed): Promise<Outcome<Whole>>;
  /** Number of objects that {@link Company.pages} would yield from the first position. */
  count(select: Listed): Promise<Outcome<number>>;
}

/**
 * The transactions between two dates, inclusive, as `YYYY-MM-DD`. Newest first; those of one day by descending id.
 * @param start from 1
 */
export const documentsBetween = (entity: DocumentEntity, desde: string, hasta: string, start = 1): Listed => ({
  from: entity,
  where: [
    { field: 'TxnDate', operator: '>=', value: desde },
    { field: 'TxnDate', operator: '<=', value: hasta },
  ],
  orderBy: [
    { field: 'TxnDate', descending: true },
    { field: 'Id', descending: true },
  ],
  start,
});

/** All records of a kind, including inactive ones: transactions still refer to them. */
export const recordsOf = (entity: RecordEntity): Listed => ({
  from: entity,
  where: [{ field: 'Active', operator: 'in', value: [true, false] }],
  orderBy: [{ field: 'Id', descending: false }],
});

/** Opens the data of a company. @throws Error if the realm is not a number */
export function openCompany(machinery: Machinery, options: CompanyOptions): Company {
  if (!/^\d{1,20}$/.test(options.realm)) throw new Error('Not the id of a company in QuickBooks');
  const connection: Connection = { ...machinery, ...options };
  return {
    query: (select) => query(connection, select),
    read: (entity, id) => read(connection, `${entity.toLowerCase()}/${encodeURIComponent(id)}`, entity),
    companyInfo: () => read(connection, `companyinfo/${options.realm}`, 'CompanyInfo'),
    pages: (select, onCount) => pages(connection, select, onCount),
    allPages: (lists, onCount) => allPages(connection, lists, onCount),
    whole: (select) => whole(connection, select),
    count: (select) => count(connection, select),
  };
}
