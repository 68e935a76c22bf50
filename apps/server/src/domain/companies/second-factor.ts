import { randomBytes } from 'node:crypto';
import { refuse } from '@timbre/refusal';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { stepOf } from '../../platform/crypto/totp.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { Accounts } from './accounts.ts';
import { createRateLimit } from './rate-limit.ts';
import * as totp from './second-factor-repo.ts';
import type { SecretPlace } from './secrets.ts';

/** The second factor that a person used: a code of their authenticator application, or a recovery code. */
type Factor = 'aplicacion' | 'recuperacion';

/** Checks the second factor of people. */
export interface SecondFactor {
  /**
   * Demands a code from a person; a right code is then used up. Tries from addresses where the person logged in before
   * are limited separately: a stranger who knows the password can exhaust only the limit of all other addresses.
   *
   * @param known whether the person logged in from that address before
   * @returns which kind it was, or that it is wrong
   * @throws Problem `dos-pasos/codigo` if none was sent; `sesion/demasiados-intentos` after five wrong ones, of which
   * one is forgotten each minute
   */
  demand(person: Person, codigo: string | undefined, known: boolean): Promise<Factor | 'wrong'>;
}

/** A person about to act, with the user and company under which the act is recorded. */
export interface Person {
  readonly personaId: string;
  readonly usuarioId: string;
  readonly nombreUsuario: string;
  /** null for the platform's administrator. */
  readonly empresaId: string | null;
}

/** Place of the encrypted key of a person's authenticator application. */
export const totpPlace = (id: string, empresaId: string | null): SecretPlace => ({ empresaId, id, column: 'totp' });

export function createSecondFactor(
  ctx: Pick<Accounts, 'db' | 'clock' | 'keyring' | 'secrets' | 'events'>,
): SecondFactor {
  const { db, clock, keyring, secrets, events } = ctx;
  const tries = createRateLimit(clock, 5, 60);

  /** Uses a code of the application: six digits, valid once per time step. */
  async function useCode(id: string, code: string): Promise<boolean> {
    const row = await db.system((tx) => totp.findTotp(tx, id));
    if (row === undefined || row.totp_cifrado === null) return false;
    const secret = await secrets.open(totpPlace(id, row.totp_empresa), row.totp_cifrado);
    const step = stepOf(secret, code, clock.now(), row.totp_paso);
    return step !== undefined && (await db.system((tx) => totp.useStep(tx, id, step)));
  }

  async function useRecovery(person: Person, code: string): Promise<boolean> {
    const { personaId, usuarioId, nombreUsuario, empresaId } = person;
    return db.system(async (tx) => {
      const quedan = await totp.useRecoveryCode(tx, personaId, recoveryHmac(keyring, personaId, code));
      if (quedan === undefined) return false;
      const datos = { por: nombreUsuario, ip: '', quedan };
      const used = { tipo: 'dos_pasos.recuperacion', sujeto: usuarioId, datos } as const;
      await events.append(tx, empresaId ?? platformRecord, [used]);
      return true;
    });
  }

  return {
    async demand(person, codigo, known) {
      const code = (codigo ?? '').replace(/[\s-]/g, '').toLowerCase();
      if (code === '') refuse('dos-pasos/codigo');
      const line = known ? `${person.personaId} conocida` : person.personaId;
      tries.take(line);
      const factor: Factor = /^\d{6}$/.test(code) ? 'aplicacion' : 'recuperacion';
      const right = factor === 'aplicacion' ? await useCode(person.personaId, code) : await useRecovery(person, code);
      if (!right) return 'wrong';
      tries.giveBack(line);
      return factor;
    },
  };
}

const recoveryCodes = 10;
const recoveryLength = 10;
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * The stored form of a recovery code of 50 bits: an HMAC with the installation's key, from which the code cannot be
 * recovered.
 */
const recoveryHmac = (keyring: Keyring, personaId: string, code: string) =>
  keyring.digest('recovery codes', `${personaId} ${code}`);

/** Creates recovery codes for a person: the plain ones, shown once, and their stored forms. */
export function makeRecoveryCodes(keyring: Keyring, personaId: string) {
  const codes = Array.from({ length: recoveryCodes }, () =>
    Array.from(randomBytes(recoveryLength), (byte) => letters[byte % letters.length]).join(''),
  );
  return {
    shown: codes.map((code) => `${code.slice(0, recoveryLength / 2)}-${code.slice(recoveryLength / 2)}`),
    stored: codes.map((code) => recoveryHmac(keyring, personaId, code)),
  };
}
