import type { Ambiente, empresa } from '@timbre/contract';
import type { PageSettings } from '@timbre/representacion';
import type { Signals } from '../../platform/db/signals.ts';
import type { Db } from '../../platform/db/transactions.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { findEmpresa } from './certificate-repo.ts';
import { hasLogo } from './companies-repo.ts';

/** The issuing company, with the data that emission needs. */
export interface Issuer {
  readonly id: string;
  readonly rnc: string;
  readonly razonSocial: string;
  readonly datos: empresa.DatosEmpresa;
  readonly ambiente: Ambiente;
  readonly demo: boolean;
  /** Its settings of the printed form. */
  readonly impreso: PageSettings;
  /** Menu items that were explicitly granted or denied. */
  readonly accesos: Readonly<Record<string, boolean>>;
}

/** A short-lived cache of companies: every emission needs one. */
export interface Issuers {
  of(empresaId: string): Promise<Issuer>;
  /** As it is stored now, for what judges a change of it: another process may have changed it a moment ago. */
  asStored(empresaId: string): Promise<Issuer>;
}

/** Topic of the signal that a company's name, environment or accesses changed. */
export const issuersTopic = 'empresa';

const maxIssuers = 1_000;
/** Changes are signalled. If the signal is lost, a change takes effect after this time. */
const cacheMs = 1_000;

export function createIssuers(context: { readonly db: Db; readonly clock: Clock; readonly signals: Signals }): Issuers {
  const { db, clock, signals } = context;
  const cache = new Map<string, { readonly issuer: Promise<Issuer>; readonly untilMs: number }>();
  signals.on(issuersTopic, () => cache.clear());

  async function load(empresaId: string): Promise<Issuer> {
    return db.tenant(empresaId, async (tx) => {
      const row = await findEmpresa(tx, empresaId);
      const { id, rnc, razon_social: razonSocial, datos, ambiente, demo, accesos } = row;
      const campoNombreItem = row.campo_nombre_item ?? 'NombreItem';
      const impreso = { campoNombreItem, conLogo: await hasLogo(tx, empresaId) };
      return { id, rnc, razonSocial, datos, ambiente, demo, impreso, accesos };
    });
  }

  return {
    asStored: load,
    of(empresaId) {
      const nowMs = clock.monotonicMs();
      const known = cache.get(empresaId);
      if (known !== undefined && known.untilMs > nowMs) return known.issuer;
      const issuer = load(empresaId);
      issuer.catch(() => cache.delete(empresaId));
      cache.delete(empresaId);
      cache.set(empresaId, { issuer, untilMs: nowMs + cacheMs });
      if (cache.size > maxIssuers) cache.delete(cache.keys().next().value!);
      return issuer;
    },
  };
}
