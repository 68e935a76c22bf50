import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Accounts } from '../companies/accounts.ts';
import type { Core } from '../comprobantes/core.ts';
import { redeemOnce } from './senders-repo.ts';

/** @source Descripción técnica v1.6, "Autenticación": a token lives one hour */
const tokenMs = 60 * 60_000;
const seedMs = 5 * 60_000;

/** A sending taxpayer: the certificate with which it signed its seed. */
export interface Sender {
  readonly titular: string;
  /** SHA-256 of its certificate, hexadecimal. */
  readonly huella: string;
}

/** A token and its times. */
export interface GrantedToken {
  readonly token: string;
  readonly expedido: Date;
  readonly expira: Date;
}

/**
 * Seeds and tokens of the receiver. Both are authenticated with a key of the installation and not stored, so that
 * issuing them takes no memory, and every server process recognises them. A seed that was redeemed is stored until it
 * expires.
 */
export function createSenders({ db, clock, keyring }: Pick<Core & Accounts, 'db' | 'clock' | 'keyring'>) {
  const sealed = (use: string, text: string): string => `${text}.${keyring.digest(use, text).toString('base64url')}`;

  /** The text before the seal; undefined if the seal is not of this installation. */
  function opened(use: string, sealedText: string): string | undefined {
    const at = sealedText.lastIndexOf('.');
    if (at < 0 || sealedText.length > 500) return undefined;
    const text = sealedText.slice(0, at);
    const seal = Buffer.from(sealedText.slice(at + 1), 'base64url');
    const own = keyring.digest(use, text);
    return seal.length === own.length && timingSafeEqual(seal, own) ? text : undefined;
  }

  return {
    /** The value of a new seed. */
    issueSeed: (): string =>
      sealed(seedUse, `${randomBytes(16).toString('base64url')}.${clock.now().getTime() + seedMs}`),

    /** Redeems a seed: true once, within five minutes, in all processes together. */
    async redeemSeed(valor: string): Promise<boolean> {
      const text = opened(seedUse, valor);
      const expires = Number(text?.split('.')[1]);
      const now = clock.now();
      if (text === undefined || !(now.getTime() < expires)) return false;
      const marca = keyring.digest(seedUse, `marca ${text}`);
      return db.system((tx) => redeemOnce(tx, marca, new Date(expires), now));
    },

    /** A token for a sender. */
    grant({ titular, huella }: Sender): GrantedToken {
      const expedido = clock.now();
      const expira = new Date(expedido.getTime() + tokenMs);
      const payload = Buffer.from(JSON.stringify([expira.getTime(), huella, titular])).toString('base64url');
      return { token: sealed(tokenUse, payload), expedido, expira };
    },

    /** The sender of a token that is valid now. */
    senderOf(token: string): Sender | undefined {
      const text = opened(tokenUse, token);
      if (text === undefined) return undefined;
      const [expires, huella, titular] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
      return clock.now().getTime() < expires ? { titular, huella } : undefined;
    },
  };
}

const seedUse = 'receptor semilla';
const tokenUse = 'receptor token';
