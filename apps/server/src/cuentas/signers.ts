import { createPrivateKey } from 'node:crypto';
import { displayFecha, formatFecha, formatISODate } from '@timbre/values';
import { createSigner, type Signer } from '@timbre/xml/node';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/transactions.ts';
import { refuse } from '../http/problem.ts';
import type { Signals } from '../signals.ts';
import { activeKey } from './certificate-repo.ts';
import type { Secrets } from './secrets.ts';

/** The certificate in use of a company, which signs its documents. */
export interface CompanySigner {
  readonly signer: Signer;
  readonly certificadoId: string;
  readonly validoHasta: Date;
}

/** A cache of the decrypted signing keys. */
export interface Signers {
  /** @throws Problem `certificado/falta` if the company has none, `certificado/vencido` if it has expired */
  of(empresaId: string): Promise<CompanySigner>;
}

/** Topic of the signal that a company replaced its certificate. */
export const certificateTopic = 'certificado';

const maxSigners = 500;
/** Replacements are signalled. If the signal is lost, a replacement takes effect after this time. */
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
        refuse(
          'certificado/vencido',
          `Venció el ${displayFecha(formatISODate(formatFecha(found.validoHasta.getTime())))}`,
        );
      return found;
    },
  };
}
