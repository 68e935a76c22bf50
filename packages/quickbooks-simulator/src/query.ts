import { type DocumentEntity, documentEntities, parseSelect, type RecordEntity, type Select } from '@timbre/quickbooks';
import { accountOf, chartOf } from './empresa/accounts.ts';
import { placeOf, placesBetween, totalBetween } from './empresa/calendar.ts';
import { documentAt } from './empresa/documents.ts';
import { personOf } from './empresa/people.ts';
import { itemRecords, taxCodeRecords, taxRateRecords } from './empresa/records.ts';
import { fault, ok, type Reply } from './reply.ts';
import type { Settings } from './settings.ts';

/** @source Intuit, query operations: 100 results by default, 1,000 at most */
const defaultMax = 100;
const mostResults = 1_000;

const invalid = (detail: string): Reply => fault(400, 'ValidationFault', '4000', 'Error parsing query', detail);
const isDocument = (entity: string): entity is DocumentEntity => documentEntities.some((each) => each === entity);

/** Answers a query. @param today the last day with transactions */
export function answerQuery(text: string, settings: Settings, today: string): Reply {
  const select = parseSelect(text);
  if (select === undefined) return invalid(`QueryParserError: ${text.slice(0, 80)}`);
  const { from, fields, start = 1, max = defaultMax } = select;
  if (start < 1 || max < 1)
    return fault(
      400,
      'ValidationFault',
      '4001',
      'Invalid query',
      'QueryValidationError: value 0 is too small. Min allowed value is 1',
    );
  if (max > mostResults)
    return fault(
      400,
      'ValidationFault',
      '4001',
      'Invalid query',
      `QueryValidationError: value ${max} is too large. Max allowed value is 1000`,
    );
  const matches = find(select, settings, today);
  if (matches === undefined) return invalid('QueryValidationError: property not found');
  if (fields === 'count(*)') return ok({ QueryResponse: { totalCount: matches.total }, time: today });
  const rows = matches.rows(start - 1, max).map((row) => (fields === '*' ? row : only(row, fields)));
  return ok({
    QueryResponse: rows.length === 0 ? {} : { [from]: rows, startPosition: start, maxResults: rows.length },
    time: today,
  });
}

interface Matches {
  readonly total: number;
  rows(skip: number, most: number): object[];
}

const listOf = (rows: readonly object[]): Matches => ({
  total: rows.length,
  rows: (skip, most) => rows.slice(skip, skip + most),
});

function find({ from, where }: Select, settings: Settings, today: string): Matches | undefined {
  const known = isDocument(from) ? ['Id', 'TxnDate'] : ['Id', 'Active'];
  if (where.some(({ field }) => !known.includes(field))) return undefined;
  const id = where.find(({ field, operator }) => field === 'Id' && operator === '=')?.value;
  if (typeof id === 'string') {
    const one = findById(from, id, settings, today);
    return listOf(one === undefined ? [] : [one]);
  }
  if (isDocument(from)) return between({ from, where }, settings, today);
  if (from === 'CompanyInfo') return listOf([companyInfo(settings)]);
  if (from === 'Preferences') return listOf([preferences]);
  // Inactive records are returned only on request.
  const wanted = where.find(({ field }) => field === 'Active')?.value ?? true;
  const isWanted = ({ Active }: { readonly Active?: boolean }) =>
    typeof wanted === 'object' ? wanted.includes(Active === true) : Active === wanted;
  return listOf(records[from](settings).filter(isWanted));
}

/** The records of each kind. */
const records: Readonly<Record<RecordEntity, (settings: Settings) => readonly object[]>> = {
  Vendor: (settings) => people('Vendor', settings),
  Customer: (settings) => people('Customer', settings),
  Employee: () => [],
  Account: chartOf,
  Item: () => itemRecords({ income: accountOf('4101').id, withheld: accountOf('1402').id }),
  TaxRate: () => taxRateRecords,
  TaxCode: () => taxCodeRecords,
};

function between(
  { from, where }: { from: DocumentEntity; where: Select['where'] },
  settings: Settings,
  today: string,
): Matches {
  let [desde, hasta] = [settings.desde, today];
  for (const { operator, value } of where) {
    const date = String(value);
    if ((operator === '>=' || operator === '=') && date > desde) desde = date;
    if ((operator === '<=' || operator === '=') && date < hasta) hasta = date;
  }
  if (settings.documents !== null) {
    const own = settings.documents.filter((each) => each.entity === from && isBetween(dayOf(each.json), desde, hasta));
    return listOf(own.map(({ json }) => json).sort((a, b) => (dayOf(a) < dayOf(b) ? 1 : dayOf(a) > dayOf(b) ? -1 : 0)));
  }
  return {
    total: totalBetween(settings, from, desde, hasta),
    rows: (skip, most) =>
      placesBetween(settings, from, { desde, hasta, skip, most }).map((place) => documentAt(settings, place)),
  };
}

const dayOf = (document: object): string => String((document as { readonly TxnDate?: unknown }).TxnDate);
const isBetween = (day: string, desde: string, hasta: string): boolean => day >= desde && day <= hasta;
const hasId = (id: string) => (record: object) => (record as { readonly Id?: unknown }).Id === id;

const people = (kind: 'Vendor' | 'Customer', settings: Settings): object[] =>
  Array.from({ length: settings.vendors }, (_, i) => personOf(settings, kind, i));

/** Finds one object by its id. */
export function findById(entity: Select['from'], id: string, settings: Settings, today: string): object | undefined {
  if (entity === 'CompanyInfo') return companyInfo(settings);
  if (entity === 'Preferences') return preferences;
  if (isDocument(entity)) {
    if (settings.documents !== null)
      return settings.documents.find((each) => each.entity === entity && hasId(id)(each.json))?.json;
    const place = placeOf(settings, entity, id, today);
    return place && documentAt(settings, place);
  }
  if (entity !== 'Vendor' && entity !== 'Customer') return records[entity](settings).find(hasId(id));
  const index = Number(id) - 1;
  return /^\d{1,7}$/.test(id) && index >= 0 && index < settings.vendors ? personOf(settings, entity, index) : undefined;
}

const only = (row: object, fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name) || name === 'Id'));

/** Accounting preferences of the company. */
const preferences = {
  CurrencyPrefs: { MultiCurrencyEnabled: true, HomeCurrency: { value: 'DOP' } },
  domain: 'QBO',
  sparse: false,
  Id: '1',
  SyncToken: '0',
};

/** QuickBooks's record of the company. */
const companyInfo = ({ nombre, rnc }: Settings): object => ({
  CompanyName: nombre,
  LegalName: nombre,
  CompanyAddr: { Id: '1', Line1: 'Calle Principal 1', Line2: rnc, City: 'Santo Domingo', Country: 'DO' },
  Country: 'DO',
  FiscalYearStartMonth: 'January',
  SupportedLanguages: 'es',
  NameValue: [{ Name: 'OfferingSku', Value: 'QuickBooks Online Plus' }],
  domain: 'QBO',
  sparse: false,
  Id: '1',
  SyncToken: '0',
});
