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
  if (tokens === undefined) return undefined;
  let at = 0;
  const peek = (word: string) => tokens[at]?.toLowerCase() === word;
  const take = (word: string): boolean => {
    if (!peek(word)) return false;
    at += 1;
    return true;
  };
  const takeName = (): string | undefined => {
    const token = tokens[at];
    if (token === undefined || !name.test(token)) return undefined;
    at += 1;
    return token;
  };
  const takeNumber = (): number | undefined => {
    const token = tokens[at];
    if (token === undefined || !/^\d{1,9}$/.test(token)) return undefined;
    at += 1;
    return Number(token);
  };

  const takeFields = (): Select['fields'] | undefined => {
    if (take('*')) return '*';
    if (/^count/i.test(tokens[at] ?? '') && tokens[at]!.includes('*')) {
      at += 1;
      return 'count(*)';
    }
    const fields: string[] = [];
    do {
      const field = takeName();
      if (field === undefined) return undefined;
      fields.push(field);
    } while (take(','));
    return fields;
  };

  const takeList = (): Literal[] | undefined => {
    const values: Literal[] = [];
    if (!take('(')) return undefined;
    do {
      const value = literalOf(tokens[at]);
      if (value === undefined) return undefined;
      at += 1;
      values.push(value);
    } while (take(','));
    return take(')') ? values : undefined;
  };

  const takeCondition = (): Condition | undefined => {
    const field = takeName();
    if (field !== undefined && take('in')) {
      const values = takeList();
      return values && { field, operator: 'in', value: values };
    }
    const operator = tokens[at];
    const value = literalOf(tokens[at + 1]);
    if (field === undefined || !isOperator(operator) || value === undefined) return undefined;
    at += 2;
    return { field, operator, value };
  };

  if (!take('select')) return undefined;
  const fields = takeFields();
  if (fields === undefined || !take('from')) return undefined;
  const found = takeName()?.toLowerCase();
  const from = entities.find((entity) => entity.toLowerCase() === found);
  if (from === undefined) return undefined;
  const where: Condition[] = [];
  if (take('where')) {
    do {
      const condition = takeCondition();
      if (condition === undefined) return undefined;
      where.push(condition);
    } while (take('and'));
  }
  const select: { -readonly [Name in keyof Select]: Select[Name] } = { fields, from, where };
  if (take('orderby') || (take('order') && take('by'))) {
    const orders: Order[] = [];
    do {
      const field = takeName();
      if (field === undefined) return undefined;
      const descending = take('desc');
      if (!descending) take('asc');
      orders.push({ field, descending });
    } while (take(','));
    select.orderBy = orders;
  }
  for (const [word, part] of [
    ['startposition', 'start'],
    ['maxresults', 'max'],
  ] as const) {
    if (!take(word)) continue;
    const number = takeNumber();
    if (number === undefined) return undefined;
    select[part] = number;
  }
  return at === tokens.length ? select : undefined;
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

const operators = ['=', '<', '>', '<=', '>='] as const;
const isOperator = (token: string | undefined): token is (typeof operators)[number] =>
  operators.some((operator) => operator === token);

function literalOf(token: string | undefined): Literal | undefined {
  if (token?.startsWith("'")) return token.slice(1, -1).replace(/\\(['\\])/g, '$1');
  const word = token?.toLowerCase();
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
