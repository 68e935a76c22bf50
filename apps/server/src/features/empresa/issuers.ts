import type { Ambiente } from '@timbre/contract';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/transactions.ts';
import type { Signals } from '../../signals.ts';
import { findEmpresa } from './repo.ts';

/** The company that issues, as emission needs it. */
export interface Issuer {
  readonly id: string;
  readonly rnc: string;
  readonly razonSocial: string;
  readonly direccion: string | null;
  readonly ambiente: Ambiente;
  readonly demo: boolean;
  /** Items of the menu that were given or taken away. */
  readonly accesos: Readonly<Record<string, boolean>>;
}

/** Companies, kept in memory for a moment: every emission asks. */
export interface Issuers {
  of(empresaId: string): Promise<Issuer>;
}

/** Says that some company changed: its name, environment or accesses. */
export const issuersTopic = 'empresa';

const maxIssuers = 1_000;
/** A change is signalled; should the signal be lost, it shows this late. */
const keptMs = 1_000;

export function createIssuers(context: { readonly db: Db; readonly clock: Clock; readonly signals: Signals }): Issuers {
  const { db, clock, signals } = context;
  const kept = new Map<string, { readonly issuer: Promise<Issuer>; readonly untilMs: number }>();
  signals.on(issuersTopic, () => kept.clear());

  async function load(empresaId: string): Promise<Issuer> {
    const row = await db.tenant(empresaId, (tx) => findEmpresa(tx, empresaId));
    const { id, rnc, razon_social: razonSocial, direccion, ambiente, demo, accesos } = row;
    return { id, rnc, razonSocial, direccion, ambiente, demo, accesos };
  }

  return {
    of(empresaId) {
      const nowMs = clock.monotonicMs();
      const known = kept.get(empresaId);
      if (known !== undefined && known.untilMs > nowMs) return known.issuer;
      const issuer = load(empresaId);
      issuer.catch(() => kept.delete(empresaId));
      kept.delete(empresaId);
      kept.set(empresaId, { issuer, untilMs: nowMs + keptMs });
      if (kept.size > maxIssuers) kept.delete(kept.keys().next().value!);
      return issuer;
    },
  };
}
