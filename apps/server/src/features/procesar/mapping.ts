import type { procesar } from '@timbre/contract';
import { type AccountMapping, mappingFaults, tipoBienesServicios, tipoIngreso } from '@timbre/reports';
import type { Static } from 'typebox';

type Body = Static<typeof procesar.procesarReportes.body>;

/** The mapping of a request; undefined if it has none, or one that is not valid. */
export function broughtMapping(body: Body): AccountMapping | undefined {
  const { mapping606 = {}, mapping607 = {}, mappingTipos606 = {}, mappingTipos607 = {} } = body;
  const types606 = coded(mappingTipos606, tipoBienesServicios, (code) => code.padStart(2, '0'));
  const types607 = coded(mappingTipos607, tipoIngreso, Number);
  if (types606 === undefined || types607 === undefined) return undefined;
  const mapping: AccountMapping = {
    mapping606: accountsOf(mapping606),
    mapping607: accountsOf(mapping607),
    mapeoTipos606: types606,
    mapeoTipos607: types607,
  };
  return mappingFaults(mapping).length === 0 ? mapping : undefined;
}

const accountsOf = (fields: NonNullable<Body['mapping606']>): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, accounts]) => [
      field,
      [...new Set(accounts.map((account) => (typeof account === 'string' ? account : account.id)))],
    ]),
  );

/** The kinds of accounts as codes of a table; undefined if one of them is not such a code. */
function coded<Codes extends object>(
  kinds: Readonly<Record<string, string>>,
  codes: Codes,
  read: (code: string) => string | number,
): Readonly<Record<string, keyof Codes>> | undefined {
  const entries = Object.entries(kinds).map(([account, code]) => [account, read(code)] as const);
  return entries.every(([, code]) => Object.hasOwn(codes, code))
    ? (Object.fromEntries(entries) as Record<string, keyof Codes>)
    : undefined;
}
