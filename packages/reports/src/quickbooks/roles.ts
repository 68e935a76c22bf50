import type { DerivationCode } from '../derive/marks.ts';
import type { AccountMapping } from '../mapping/mapping.ts';
import type { QuickBooksDirectory } from './directory.ts';
import type { DocumentLine, Reference } from './document.ts';
import { type TaxKind, taxOfAccount, type WithheldKind, withheldOfName } from './names.ts';

/** A purchase, or a sale. */
export type Side = 'compra' | 'venta';

/**
 * Role of the amount of a line: part of the base bought or sold, a tax, or a withholding. Three roles of ITBIS also
 * state how it is treated: cost, proportion, credit.
 */
export type LineRole = 'base' | TaxKind | 'itbisCosto' | 'itbisProporcional' | 'itbisAdelantar' | WithheldKind;

/** Fields of the mapping of each report → role of the lines of their accounts. @source specification 002 §3 */
const roleOfField: Readonly<Record<Side, Readonly<Record<string, LineRole>>>> = {
  compra: {
    monto_facturado_bienes: 'base',
    monto_facturado_servicios: 'base',
    itbis_facturado: 'itbis',
    campo11: 'itbis',
    campo12: 'itbisRetenido',
    campo13: 'itbisProporcional',
    campo14: 'itbisCosto',
    campo15: 'itbisAdelantar',
    campo18: 'isrRetenido',
    campo19: 'isrPercibido',
    campo20: 'isc',
    campo21: 'otros',
    campo22: 'propina',
  },
  venta: {
    monto_facturado_ventas: 'base',
    itbis_facturado_ventas: 'itbis',
    campo9: 'itbis',
    campo10: 'itbisRetenido',
    campo12: 'isrRetenido',
    campo13: 'isrPercibido',
    campo14: 'isc',
    campo15: 'otros',
    campo16: 'propina',
  },
};

/** An account with all the ids that a mapping may use for it. */
export interface LineAccount extends Reference {
  readonly number: string;
  readonly type: string;
}

/** The account of a line: its own, or else that of its item. */
export function accountOf(line: DocumentLine, side: Side, directory: QuickBooksDirectory): LineAccount | undefined {
  const item = directory.items.get(line.item?.id ?? '');
  const account = line.account ?? (side === 'compra' ? item?.expense : item?.income);
  return account && completed(account, directory);
}

/** An account completed with its record in the directory. */
export function completed({ id, name }: Reference, directory: QuickBooksDirectory): LineAccount {
  const known = directory.accounts.get(id);
  return { id, name: name || (known?.name ?? ''), number: known?.number ?? '', type: known?.type ?? '' };
}

/** A mapping indexed by account, built once for many documents. */
export interface MappingIndex {
  /** Fields of an account, by its id or number. */
  readonly fields: Readonly<Record<Side, ReadonlyMap<string, readonly string[]>>>;
  /** Kind of goods and services, or of income, of an account. */
  readonly kinds: Readonly<Record<Side, ReadonlyMap<string, string>>>;
}

/** Indexes a mapping by account. */
export function indexMapping(mapeo: AccountMapping): MappingIndex {
  const fieldsOf = (mapping: AccountMapping['mapping606']) => {
    const fields = new Map<string, string[]>();
    for (const [field, accounts] of Object.entries(mapping))
      for (const account of accounts) fields.set(account, [...(fields.get(account) ?? []), field]);
    return fields;
  };
  const kindsIn = (kinds: object) => new Map(Object.entries(kinds).map(([account, kind]) => [account, String(kind)]));
  return {
    fields: { compra: fieldsOf(mapeo.mapping606), venta: fieldsOf(mapeo.mapping607) },
    kinds: { compra: kindsIn(mapeo.mapeoTipos606), venta: kindsIn(mapeo.mapeoTipos607) },
  };
}

/**
 * The value of a mapping for an account. The number is looked up before the id, because a catalogue identifies an
 * account by its number if it has one: the id of one account may be the number of another.
 */
const mappedOf = <Mapped>(
  account: LineAccount | undefined,
  byAccount: ReadonlyMap<string, Mapped>,
): Mapped | undefined => account && (byAccount.get(account.number) ?? byAccount.get(account.id));

/** The fields that a mapping assigns to an account. */
export const fieldsOf = (account: LineAccount | undefined, side: Side, { fields }: MappingIndex): readonly string[] =>
  mappedOf(account, fields[side]) ?? [];

/** The kind that a mapping assigns to an account, valid or not. */
export const kindOf = (account: LineAccount | undefined, side: Side, { kinds }: MappingIndex): string | undefined =>
  mappedOf(account, kinds[side]);

/**
 * Role of a line. If the mapping classifies its account as goods, services or income, it is part of the base,
 * regardless of the name and the other fields of the account. Otherwise the fields of the mapping decide, then the
 * names.
 * @source specification 002 §5, «Amounts and taxes»; docs/design/reports.md#replacements
 */
export function roleOf(
  line: DocumentLine,
  account: LineAccount | undefined,
  side: Side,
  mapping: MappingIndex,
  itemName: string,
): { readonly role: LineRole; readonly code: DerivationCode } {
  const roles = fieldsOf(account, side, mapping).flatMap((field) => roleOfField[side][field] ?? []);
  if (kindOf(account, side, mapping) !== undefined || roles.includes('base'))
    return { role: 'base', code: 'D-QB-MAPEO' };
  if (roles[0] !== undefined) return { role: roles[0], code: 'D-QB-MAPEO' };
  const names = [account?.name ?? '', line.item?.name || itemName];
  for (const name of names) {
    const withheld = withheldOfName(name);
    if (withheld !== undefined) return { role: withheld, code: 'D-QB-NOMBRE' };
  }
  const tax = side === 'compra' ? taxOfAccount(names[0]!) : undefined;
  return tax === undefined ? { role: 'base', code: 'D-QB-DATO' } : { role: tax, code: 'D-QB-NOMBRE' };
}
