/** An account of the books. @source specification 002 §3, Ledger account */
export interface Account {
  readonly id: string;
  /** Number shown to users: `6101-02`. */
  readonly accountNumber: string;
  readonly name: string;
  readonly type: string;
  readonly detailType: string;
  readonly description: string;
  readonly active: boolean;
  readonly currency: string;
}

/** Maximum accounts of a catalogue, and maximum characters of the id and of the other texts of an account. */
export const accountLimits = { cuentas: 20_000, id: 100, texto: 250 } as const;

/** A text normalised for comparison: in lower case, without accents. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Names of the fields of an account in files: ours, those of older files, and those of QuickBooks. */
const aliases = {
  id: ['id', 'Id', 'AcctNum', 'accountNumber'],
  accountNumber: ['accountNumber', 'AcctNum', 'id', 'Id'],
  name: ['name', 'accountName', 'Name', 'FullyQualifiedName'],
  type: ['type', 'AccountType'],
  detailType: ['detailType', 'AccountSubType'],
  description: ['description', 'Description'],
  currency: ['currency'],
} as const;

/**
 * Reads an account of a file or of a call, under our names or those of QuickBooks. A description that is too long is
 * cut.
 *
 * @returns undefined for an account without id or name, or with another text that is too long
 * @source specification 002 §3, §5
 */
export function readAccount(value: unknown): Account | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const source = value as Readonly<Record<string, unknown>>;
  const text = (field: keyof typeof aliases): string => {
    for (const name of aliases[field]) {
      const member = source[name];
      if (typeof member === 'number') return String(member);
      if (typeof member === 'string' && member.trim() !== '') return member.trim();
    }
    return '';
  };
  const cuenta = {
    id: text('id'),
    accountNumber: text('accountNumber'),
    name: text('name'),
    type: text('type'),
    detailType: text('detailType'),
    description: text('description'),
    active: source.active !== false && source.Active !== false,
    currency: text('currency') || 'DOP',
  };
  if (cuenta.id === '' || cuenta.name === '' || cuenta.id.length > accountLimits.id) return undefined;
  const texts = [cuenta.accountNumber, cuenta.name, cuenta.type, cuenta.detailType, cuenta.currency];
  if (texts.some((each) => each.length > accountLimits.texto)) return undefined;
  return { ...cuenta, description: cuenta.description.slice(0, accountLimits.texto) };
}

/**
 * The readable accounts of a list, the first of each id.
 *
 * @param values items of a file or of a call
 */
export function readAccountList(values: readonly unknown[]): Account[] {
  const byId = new Map<string, Account>();
  for (const value of values) {
    const cuenta = readAccount(value);
    if (cuenta !== undefined && !byId.has(cuenta.id)) byId.set(cuenta.id, cuenta);
  }
  return [...byId.values()];
}

/** Class of an account: income, expenses, or neither. */
type AccountClass = 'ingreso' | 'gasto' | 'otra';

/** Class by the beginnings of words in an account type, in English and in Spanish; the first match wins. */
const clases = [
  ['gasto', /\b(expense|cost of|gasto|costo|egreso|cogs)/],
  ['ingreso', /\b(income|revenue|ingreso|venta)/],
  ['otra', /\S/],
] as const satisfies readonly (readonly [AccountClass, RegExp])[];

/** The class of an account by its type; undefined if it has no type. */
export function accountClass({ type }: Pick<Account, 'type'>): AccountClass | undefined {
  const folded = foldText(type);
  return clases.find(([, words]) => words.test(folded))?.[0];
}

/**
 * Whether an account may feed a report: the 606 has no income accounts, the 607 no expense accounts.
 *
 * @source specification 002 §9
 */
export const fitsIn = (reporte: '606' | '607', cuenta: Pick<Account, 'type'>): boolean =>
  accountClass(cuenta) !== (reporte === '606' ? 'ingreso' : 'gasto');
