import { documentEntities, parseSelect, type Select } from '@timbre/quickbooks';

/** Objects per page. @source specification 002 §9 */
const pageSize = 1_000;
/** The fields by which a transaction refers to a person, and those that identify it. @source specification 002 §7 */
const referring = ['Id', 'DocNumber', 'TxnDate', 'VendorRef', 'EntityRef', 'CustomerRef'];

/**
 * The query of a caller, if it is one of the specification's; undefined otherwise. It is parsed and written anew:
 * nothing of the text itself reaches QuickBooks.
 *
 * @source specification 002 §7: documents between two dates, all accounts, active vendors, one object by its id,
 * references of a transaction, the company
 */
export function allowedSelect(text: string): Select | undefined {
  const select = parseSelect(text);
  if (select === undefined || select.fields === 'count(*)') return undefined;
  const { fields, from, where, max = pageSize, start = 1 } = select;
  const isDocument = documentEntities.some((entity) => entity === from);
  const isById =
    where.length === 1 && where[0]!.field === 'Id' && where[0]!.operator === '=' && isDigits(where[0]!.value);
  const isWhole = fields === '*' || (isDocument && fields.every((field) => referring.includes(field)));
  const isPaged = max >= 1 && max <= pageSize && start >= 1;
  if (!isWhole || !isPaged) return undefined;
  const forms: readonly boolean[] = [
    isById && (isDocument || from === 'Vendor' || from === 'Customer' || from === 'Account'),
    isDocument && isBetweenDates(select),
    (from === 'Account' || from === 'Vendor') && where.every(isOfActive),
    from === 'CompanyInfo' && where.length === 0,
  ];
  if (!forms.includes(true)) return undefined;
  const order = isDocument ? 'TxnDate' : from === 'Account' ? 'Name' : 'DisplayName';
  const orders = select.orderBy?.map(({ field }) => field) ?? [];
  if (!orders.every((field) => field === order || field === 'Id')) return undefined;
  return { ...select, start, max };
}

const isDigits = (value: Select['where'][number]['value']): boolean =>
  typeof value === 'string' && /^\d{1,20}$/.test(value);

const isOfActive = ({ field, operator }: Select['where'][number]): boolean => field === 'Active' && operator === '=';

/** Whether a query has a first and a last day. */
const isBetweenDates = ({ where }: Select): boolean =>
  where.length === 2 &&
  ['>=', '<='].every((wanted) =>
    where.some(
      ({ field, operator, value }) =>
        field === 'TxnDate' && operator === wanted && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
    ),
  );
