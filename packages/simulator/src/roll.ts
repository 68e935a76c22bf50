import type { Ambiente, DirectorioEntry } from '@timbre/authority';

/** Numbers that the authority granted to an issuer. */
export interface Authorization {
  readonly ambiente: Ambiente;
  readonly rnc: string;
  readonly tipo: string;
  readonly desde: number;
  readonly hasta: number;
}

/**
 * The authority's data about its taxpayers. An empty list restricts nothing: every RNC may issue, every certificate may
 * sign for every RNC, every number is authorised.
 */
export interface Roll {
  /** RNC → ids of the certificates that may act for it. Any certificate may act for an RNC that is not listed. */
  readonly delegations: Map<string, readonly string[]>;
  /** RNC of the electronic issuers, and whether each is active. */
  readonly issuers: Map<string, { readonly active: boolean }>;
  readonly authorizations: Authorization[];
  readonly directory: Map<string, DirectorioEntry>;
}

export const createRoll = (): Roll => ({
  delegations: new Map(),
  issuers: new Map(),
  authorizations: [],
  directory: new Map(),
});

/** Whether a certificate may act for an RNC. */
export const mayActFor = (roll: Roll, holderId: string, rnc: string): boolean =>
  roll.delegations.get(rnc)?.includes(holderId) ?? true;

/** Whether a number was granted to an issuer. An issuer without any grant may use every number. */
export function isAuthorized(roll: Roll, ambiente: Ambiente, rnc: string, tipo: string, secuencia: number): boolean {
  const granted = roll.authorizations.filter((grant) => grant.rnc === rnc && grant.ambiente === ambiente);
  return (
    granted.length === 0 ||
    granted.some((grant) => grant.tipo === tipo && grant.desde <= secuencia && secuencia <= grant.hasta)
  );
}
