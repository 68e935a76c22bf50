import { createPrivateKey, X509Certificate } from 'node:crypto';
import { refuse } from '@timbre/refusal';
import { type CertificateRefusal, certificateRefusal, createSigner, type Signer } from '@timbre/xml/node';
import type { Signals } from '../../platform/db/signals.ts';
import type { Db } from '../../platform/db/transactions.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { activeKey } from './certificate-repo.ts';
import { refusalText } from './certificate-texts.ts';
import type { Secrets } from './secrets.ts';

/** The certificate in use of a company, which signs its documents. */
export interface CompanySigner {
  readonly signer: Signer;
  readonly certificadoId: string;
}

/** A cache of the decrypted signing keys. */
export interface Signers {
  /**
   * Checked before a number is taken: a company whose certificate may not sign now takes none.
   *
   * @throws Problem `certificado/falta` if the company has none; `certificado/vencido`, `certificado/no-vigente`,
   * `certificado/no-apto` if it may not sign now
   */
  of(empresaId: string): Promise<CompanySigner>;
}

/** Topic of the signal that a company replaced its certificate. */
export const certificateTopic = 'certificado';

interface Loaded {
  readonly certificate: X509Certificate;
  readonly signing: CompanySigner;
}

/** The problems of refusals that end with time or with a renewal. */
const problemOf: Partial<Record<CertificateRefusal, 'certificado/vencido' | 'certificado/no-vigente'>> = {
  'firma/certificado-vencido': 'certificado/vencido',
  'firma/certificado-no-vigente': 'certificado/no-vigente',
};

const maxSigners = 500;
/** Replacements are signalled. If the signal is lost, a replacement takes effect after this time. */
const cacheMs = 60_000;

export function createSigners(context: {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly signals: Signals;
}): Signers {
  const { db, clock, secrets, signals } = context;
  const cache = new Map<string, { readonly loaded: Promise<Loaded>; readonly untilMs: number }>();
  signals.on(certificateTopic, () => cache.clear());

  async function load(empresaId: string): Promise<Loaded> {
    const row = await db.tenant(empresaId, (tx) => activeKey(tx, empresaId));
    if (row === undefined) refuse('certificado/falta');
    const place = { empresaId, id: row.id, column: 'llave_cifrada' };
    const key = createPrivateKey({ key: await secrets.open(place, row.llave_cifrada), format: 'der', type: 'pkcs8' });
    const signer = createSigner({ key, certificate: row.certificado_der });
    return { certificate: new X509Certificate(row.certificado_der), signing: { signer, certificadoId: row.id } };
  }

  return {
    async of(empresaId) {
      const nowMs = clock.monotonicMs();
      let entry = cache.get(empresaId);
      if (entry === undefined || entry.untilMs <= nowMs) {
        const loaded = load(empresaId);
        entry = { loaded, untilMs: nowMs + cacheMs };
        loaded.catch(() => cache.delete(empresaId));
        cache.delete(empresaId);
        cache.set(empresaId, entry);
        if (cache.size > maxSigners) cache.delete(cache.keys().next().value!);
      }
      const { certificate, signing } = await entry.loaded;
      const refusal = certificateRefusal(certificate, clock.now());
      if (refusal !== undefined) refuse(problemOf[refusal] ?? 'certificado/no-apto', refusalText(refusal, certificate));
      return signing;
    },
  };
}
