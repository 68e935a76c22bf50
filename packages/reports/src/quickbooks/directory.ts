import type { Reference } from './document.ts';
import { propertyOf, textAt } from './json.ts';
import { addressOf } from './read-document.ts';

/** A vendor, customer or employee. */
export interface QuickBooksParty {
  /** The display name, and the name of its company. */
  readonly names: readonly string[];
  /** `TaxIdentifier` of a vendor, `PrimaryTaxIdentifier` of a customer. */
  readonly taxId: string;
  readonly address: readonly string[];
}

/** An account of the books. */
interface QuickBooksAccount {
  readonly name: string;
  /** AcctNum; '' where the books have no numbers. */
  readonly number: string;
  /** AccountType and AccountSubType. */
  readonly type: string;
  readonly subType: string;
}

/** A product or service. */
interface QuickBooksItem {
  readonly name: string;
  /** `Inventory`, `NonInventory`, `Service`… */
  readonly type: string;
  readonly expense?: Reference | undefined;
  readonly income?: Reference | undefined;
}

/** Records that documents refer to by id. If one is missing, only the data of the document itself is used. */
export interface QuickBooksDirectory {
  /** By `Vendor:56`. */
  readonly parties: Map<string, QuickBooksParty>;
  readonly accounts: Map<string, QuickBooksAccount>;
  readonly items: Map<string, QuickBooksItem>;
  /** Currency of the books; left out if QuickBooks did not state it. */
  home?: string | undefined;
  /** Names of tax rates and of tax codes. */
  readonly taxRates: Map<string, string>;
  readonly taxCodes: Map<string, string>;
}

/** A directory without records. */
export const emptyDirectory = (): QuickBooksDirectory => ({
  parties: new Map(),
  accounts: new Map(),
  items: new Map(),
  taxRates: new Map(),
  taxCodes: new Map(),
});

/**
 * Adds a record of QuickBooks (Vendor, Customer, Employee, Account, Item, TaxRate, TaxCode, Preferences); any other
 * entity is ignored.
 */
export function addToDirectory(directory: QuickBooksDirectory, entity: string, json: unknown): void {
  const id = textAt(json, 'Id');
  if (id === '' && entity !== 'Preferences') return;
  if (entity === 'Vendor' || entity === 'Customer' || entity === 'Employee')
    directory.parties.set(`${entity}:${id}`, partyOfRecord(json));
  else if (entity === 'Account')
    directory.accounts.set(id, {
      name: textAt(json, 'Name'),
      number: textAt(json, 'AcctNum'),
      type: textAt(json, 'AccountType'),
      subType: textAt(json, 'AccountSubType'),
    });
  else if (entity === 'Item')
    directory.items.set(id, {
      name: textAt(json, 'Name'),
      type: textAt(json, 'Type'),
      expense: referenceOf(json, 'ExpenseAccountRef'),
      income: referenceOf(json, 'IncomeAccountRef'),
    });
  else if (entity === 'Preferences')
    directory.home = textAt(json, 'CurrencyPrefs', 'HomeCurrency', 'value').toUpperCase() || undefined;
  else if (entity === 'TaxRate') directory.taxRates.set(id, textAt(json, 'Name'));
  else if (entity === 'TaxCode') directory.taxCodes.set(id, textAt(json, 'Name'));
}

/** Reads the record of a vendor, customer or employee as QuickBooks sends it; the JSON is untrusted. */
export const partyOfRecord = (json: unknown): QuickBooksParty => ({
  names: [textAt(json, 'DisplayName'), textAt(json, 'CompanyName')],
  taxId: textAt(json, 'TaxIdentifier') || textAt(json, 'PrimaryTaxIdentifier'),
  address: addressOf(propertyOf(json, 'BillAddr')),
});

function referenceOf(json: unknown, key: string): Reference | undefined {
  const id = textAt(json, key, 'value');
  return id === '' ? undefined : { id, name: textAt(json, key, 'name') };
}
