import type { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import type { MappedReport } from './fields.ts';
import type { AccountMapping } from './mapping.ts';

/** Mapping of a company that has not saved one. */
export const emptyMapping: AccountMapping = { mapping606: {}, mapping607: {}, mapeoTipos606: {}, mapeoTipos607: {} };

const partOf = { '606': 'mapping606', '607': 'mapping607' } as const;

/** Adds accounts to a field, each at most once. @source specification 002 §5 */
export function addAccount(
  mapeo: AccountMapping,
  reporte: MappedReport,
  campoId: string,
  cuentaIds: readonly string[],
): AccountMapping {
  const part = partOf[reporte];
  const before = mapeo[part][campoId] ?? [];
  const after = [...new Set([...before, ...cuentaIds])];
  return after.length === before.length ? mapeo : { ...mapeo, [part]: { ...mapeo[part], [campoId]: after } };
}

/** Removes an account from a field; a field without accounts is removed from the mapping. */
export function removeAccount(
  mapeo: AccountMapping,
  reporte: MappedReport,
  campoId: string,
  cuentaId: string,
): AccountMapping {
  const part = partOf[reporte];
  const { [campoId]: before = [], ...others } = mapeo[part];
  const after = before.filter((each) => each !== cuentaId);
  return { ...mapeo, [part]: after.length === 0 ? others : { ...others, [campoId]: after } };
}

/** A classification of accounts: the part of the mapping and the code. */
export type Classification =
  | { readonly parte: 'mapeoTipos606'; readonly tipo: keyof typeof tipoBienesServicios }
  | { readonly parte: 'mapeoTipos607'; readonly tipo: keyof typeof tipoIngreso };

/** Classifies accounts, replacing their previous classification. */
export const classifyAccounts = (
  mapeo: AccountMapping,
  { parte, tipo }: Classification,
  cuentaIds: readonly string[],
): AccountMapping => ({
  ...mapeo,
  [parte]: { ...mapeo[parte], ...Object.fromEntries(cuentaIds.map((id) => [id, tipo])) },
});

/** Removes the classification of accounts. */
export function removeClassification(
  mapeo: AccountMapping,
  parte: Classification['parte'],
  cuentaIds: readonly string[],
): AccountMapping {
  const gone = new Set(cuentaIds);
  return { ...mapeo, [parte]: Object.fromEntries(Object.entries(mapeo[parte]).filter(([id]) => !gone.has(id))) };
}
