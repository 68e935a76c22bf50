import { createPrivateKey } from 'node:crypto';
import { createSigner, type Signer } from '@timbre/xml/node';
import type { Clock } from '../../clock.ts';
import type { Secrets } from '../../crypto/secrets.ts';
import type { Db } from '../../db/transactions.ts';
import { refuse } from '../../http/problem.ts';
import type { Signals } from '../../signals.ts';
import { activeKey } from './repo.ts';

/** What signs for a company: its certificate in use. */
export interface CompanySigner {
  readonly signer: Signer;
  readonly certificadoId: string;
  readonly validoHasta: Date;
}

/** The keys that sign, unwrapped once and kept in memory for a while. */
export interface Signers {
  /**
   * @throws Problem `certificado/falta` when the company has none, `certificado/vencido` when it is past its date
   */
  of(empresaId: string): Promise<CompanySigner>;
}

/** Says that some company replaced its certificate. */
export const certificateTopic = 'certificado';

const maxSigners = 500;
/** A replacement is signalled; should the signal be lost, it shows this late. */
const keptMs = 60_000;

export function createSigners(context: {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly signals: Signals;
}): Signers {
  const { db, clock, secrets, signals } = context;
  const kept = new Map<string, { readonly signer: Promise<CompanySigner>; readonly untilMs: number }>();
  signals.on(certificateTopic, () => kept.clear());

  async function load(empresaId: string): Promise<CompanySigner> {
    const row = await db.tenant(empresaId, (tx) => activeKey(tx, empresaId));
    if (row === undefined) refuse('certificado/falta');
    const place = { empresaId, id: row.id, column: 'llave_cifrada' };
    const key = createPrivateKey({ key: await secrets.open(place, row.llave_cifrada), format: 'der', type: 'pkcs8' });
    const signer = createSigner({ key, certificate: row.certificado_der });
    return { signer, certificadoId: row.id, validoHasta: row.valido_hasta };
  }

  return {
    async of(empresaId) {
      const nowMs = clock.monotonicMs();
      let entry = kept.get(empresaId);
      if (entry === undefined || entry.untilMs <= nowMs) {
        const signer = load(empresaId);
        entry = { signer, untilMs: nowMs + keptMs };
        signer.catch(() => kept.delete(empresaId));
        kept.delete(empresaId);
        kept.set(empresaId, entry);
        if (kept.size > maxSigners) kept.delete(kept.keys().next().value!);
      }
      const found = await entry.signer;
      if (found.validoHasta <= clock.now())
        refuse('certificado/vencido', `Venció el ${found.validoHasta.toISOString().slice(0, 10)}`);
      return found;
    },
  };
}
