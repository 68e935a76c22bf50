import type { quickbooks as contract } from '@timbre/contract';
import type { ConexionRow } from './repo.ts';

const longestName = 200;

/** A text in an object of QuickBooks; '' if there is none. Only own properties count. */
export function textOf(object: unknown, ...path: readonly string[]): string {
  let value = object;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' || typeof value === 'number' ? storable(String(value)) : '';
}

/** PostgreSQL stores no NUL in a text. */
const storable = (text: string): string => text.replaceAll('\0', '\u{FFFD}').slice(0, longestName);

/** The name of a company, from the company info of QuickBooks. */
export const companyName = (info: unknown): string =>
  textOf(info, 'CompanyName') || textOf(info, 'LegalName') || 'Empresa sin nombre';

/** The connection as its screens show it. */
export function estadoView(
  row: ConexionRow | undefined,
  { simulado, disponible }: { readonly simulado: boolean; readonly disponible: boolean },
): contract.EstadoQuickBooks {
  return {
    conectado: row !== undefined && row.rechazo === null,
    empresa: row?.nombre ?? null,
    realmId: row?.realm ?? null,
    conectadoDesde: row?.conectado.toISOString() ?? null,
    por: row?.por ?? null,
    revisado: row?.revisado?.toISOString() ?? null,
    motivo: row?.rechazo ?? null,
    disponible,
    simulado,
  };
}

/** An account, with the fields of the catalogue. @source specification 002 §3: id/AcctNum, name/Name, type/AccountType */
export function cuentaView(account: unknown): contract.CuentaQuickBooks {
  const number = textOf(account, 'AcctNum');
  const name = textOf(account, 'Name');
  return {
    id: number || textOf(account, 'Id'),
    name,
    accountNumber: number,
    accountName: name,
    type: textOf(account, 'AccountType'),
    detailType: textOf(account, 'AccountSubType'),
    description: textOf(account, 'Description'),
    active: (account as { Active?: unknown }).Active !== false,
    currency: textOf(account, 'CurrencyRef', 'value') || 'DOP',
  };
}
