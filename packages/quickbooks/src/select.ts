/** Kinds of transactions used for reports. @source specification 002 §7 */
export const documentEntities = ['Bill', 'Purchase', 'VendorCredit', 'Invoice', 'SalesReceipt', 'CreditMemo'] as const;
export type DocumentEntity = (typeof documentEntities)[number];

/** Kinds of records that transactions reference by id. */
export const recordEntities = ['Vendor', 'Customer', 'Employee', 'Account', 'Item', 'TaxRate', 'TaxCode'] as const;
export type RecordEntity = (typeof recordEntities)[number];

/** All kinds of objects that are read from a company. */
export const entities = [...documentEntities, ...recordEntities, 'CompanyInfo', 'Preferences'] as const;
export type Entity = (typeof entities)[number];

/** A condition on a field. */
export interface Condition {
  readonly field: string;
  readonly operator: '=' | '<' | '>' | '<=' | '>=' | 'in';
  /** One literal; for `in`, a list of them. */
  readonly value: Literal | readonly Literal[];
}

type Literal = string | boolean;

/** A field to sort by. */
export interface Order {
  readonly field: string;
  readonly descending: boolean;
}

/** A query of QuickBooks, parsed. */
export interface Select {
  /** `*`, `count(*)`, or names of fields. */
  readonly fields: '*' | 'count(*)' | readonly string[];
  readonly from: Entity;
  readonly where: readonly Condition[];
  /** Sort fields: each one orders the objects that the previous ones leave equal. */
  readonly orderBy?: readonly Order[];
  /** From 1. */
  readonly start?: number;
  readonly max?: number;
}

/** Longest query that is parsed. */
const longest = 1_000;
const name = /^[A-Za-z][A-Za-z0-9.]{0,60}$/;
const tokenForm =
  /\s*(?:('(?:[^'\\]|\\['\\])*')|(count\s*\(\s*\*\s*\))|(<=|>=|[<>=*,()])|([A-Za-z][A-Za-z0-9.]*|\d+))/giy;

/**
 * Parses the subset of QuickBooks' query language that is used here: `select`, `from`, `where` with `and` and `in`,
 * `orderby`, `startposition`, `maxresults`, in this order and in any letter case.
 *
 * @returns undefined for anything else
 */
export function parseSelect(text: string): Select | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined || !take(tokens, 'select')) return undefined;
  const fields = takeFields(tokens);
  if (fields === undefined || !take(tokens, 'from')) return undefined;
  const from = takeAs(tokens, entityOf);
  const where = take(tokens, 'where') ? takeList(tokens, 'and', takeCondition) : [];
  if (from === undefined || where === undefined) return undefined;
  const select: { -readonly [Name in keyof Select]: Select[Name] } = { fields, from, where };
  if (take(tokens, 'orderby') || (take(tokens, 'order') && take(tokens, 'by'))) {
    const orders = takeList(tokens, ',', takeOrder);
    if (orders === undefined) return undefined;
    select.orderBy = orders;
  }
  for (const [word, part] of [
    ['startposition', 'start'],
    ['maxresults', 'max'],
  ] as const) {
    if (!take(tokens, word)) continue;
    const number = takeAs(tokens, numberOf);
    if (number === undefined) return undefined;
    select[part] = number;
  }
  return tokens.length === 0 ? select : undefined;
}

/** Removes the first token if it is a word, in any letter case. */
const take = (tokens: string[], word: string): boolean =>
  takeAs(tokens, (token) => (token.toLowerCase() === word ? word : undefined)) !== undefined;

/** Removes the first token if it can be read. @returns its value */
function takeAs<T>(tokens: string[], read: (token: string) => T | undefined): T | undefined {
  const value = tokens[0] === undefined ? undefined : read(tokens[0]);
  if (value !== undefined) tokens.shift();
  return value;
}

/** Removes one item or more, with a separator between them; undefined if one cannot be read. */
function takeList<T>(
  tokens: string[],
  separator: string,
  takeItem: (tokens: string[]) => T | undefined,
): T[] | undefined {
  const items: T[] = [];
  do {
    const item = takeItem(tokens);
    if (item === undefined) return undefined;
    items.push(item);
  } while (take(tokens, separator));
  return items;
}

const takeName = (tokens: string[]) => takeAs(tokens, nameOf);

const takeLiteral = (tokens: string[]) => takeAs(tokens, literalOf);

function takeFields(tokens: string[]): Select['fields'] | undefined {
  if (take(tokens, '*')) return '*';
  return takeAs(tokens, countOf) ?? takeList(tokens, ',', takeName);
}

function takeCondition(tokens: string[]): Condition | undefined {
  const field = takeName(tokens);
  if (field === undefined) return undefined;
  if (take(tokens, 'in')) {
    const value = take(tokens, '(') ? takeList(tokens, ',', takeLiteral) : undefined;
    return value && take(tokens, ')') ? { field, operator: 'in', value } : undefined;
  }
  const operator = takeAs(tokens, operatorOf);
  const value = takeLiteral(tokens);
  return operator === undefined || value === undefined ? undefined : { field, operator, value };
}

function takeOrder(tokens: string[]): Order | undefined {
  const field = takeName(tokens);
  if (field === undefined) return undefined;
  const descending = take(tokens, 'desc');
  if (!descending) take(tokens, 'asc');
  return { field, descending };
}

function tokensOf(text: string): string[] | undefined {
  if (text.length > longest) return undefined;
  const trimmed = text.trim();
  const tokens: string[] = [];
  tokenForm.lastIndex = 0;
  while (tokenForm.lastIndex < trimmed.length) {
    const match = tokenForm.exec(trimmed);
    if (match === null) return undefined;
    tokens.push(match[0].trim());
  }
  return tokens;
}

const nameOf = (token: string) => (name.test(token) ? token : undefined);

const numberOf = (token: string) => (/^\d{1,9}$/.test(token) ? Number(token) : undefined);

const countOf = (token: string) => (/^count\s*\(/i.test(token) ? 'count(*)' : undefined);

const entityOf = (token: string) => entities.find((entity) => entity.toLowerCase() === token.toLowerCase());

const operatorOf = (token: string) => (['=', '<', '>', '<=', '>='] as const).find((operator) => operator === token);

function literalOf(token: string): Literal | undefined {
  if (token.startsWith("'")) return token.slice(1, -1).replace(/\\(['\\])/g, '$1');
  const word = token.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** Formats a query as text. */
export function writeSelect({ fields, from, where, orderBy, start, max }: Select): string {
  const conditions = where.map(({ field, operator, value }) => `${field} ${operator} ${written(value)}`);
  return [
    `select ${typeof fields === 'string' ? fields : fields.join(', ')} from ${from}`,
    ...(conditions.length === 0 ? [] : [`where ${conditions.join(' and ')}`]),
    ...(orderBy === undefined
      ? []
      : [`ORDERBY ${orderBy.map(({ field, descending }) => field + (descending ? ' DESC' : '')).join(', ')}`]),
    ...(start === undefined ? [] : [`STARTPOSITION ${start}`]),
    ...(max === undefined ? [] : [`MAXRESULTS ${max}`]),
  ].join(' ');
}

const written = (value: Condition['value']): string =>
  typeof value === 'object' ? `(${value.map(literal).join(', ')})` : literal(value);

const literal = (value: Literal): string =>
  typeof value === 'boolean' ? String(value) : `'${value.replace(/['\\]/g, '\\$&')}'`;
