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
  const { max = pageSize, start = 1 } = select;
  const isPaged = max >= 1 && max <= pageSize && start >= 1;
  if (!isPaged || !isWhole(select) || !hasForm(select) || !isOrdered(select)) return undefined;
  return { ...select, start, max };
}

const isDocument = ({ from }: Select): boolean => documentEntities.some((entity) => entity === from);

/** Whether a query asks for whole objects, or for the references of a transaction. */
const isWhole = (select: Select): boolean =>
  select.fields === '*' ||
  (isDocument(select) && select.fields !== 'count(*)' && select.fields.every((field) => referring.includes(field)));

/** Whether the conditions of a query are those of one of the specification's. */
function hasForm(select: Select): boolean {
  const { from, where } = select;
  if (isById(select) && (isDocument(select) || ['Vendor', 'Customer', 'Account'].includes(from))) return true;
  if (isDocument(select) && isBetweenDates(select)) return true;
  if (['Account', 'Vendor'].includes(from) && where.every(isOfActive)) return true;
  return from === 'CompanyInfo' && where.length === 0;
}

function isOrdered(select: Select): boolean {
  const order = isDocument(select) ? 'TxnDate' : select.from === 'Account' ? 'Name' : 'DisplayName';
  return (select.orderBy ?? []).every(({ field }) => field === order || field === 'Id');
}

const isById = ({ where: [only, ...others] }: Select): boolean =>
  only !== undefined && others.length === 0 && only.field === 'Id' && only.operator === '=' && isDigits(only.value);

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
