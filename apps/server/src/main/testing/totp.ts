import { sesion } from '@timbre/contract';
import { codeOf, stepAt } from '../../platform/crypto/totp.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { TestServer } from './server.ts';

/** Returns the current code of an authenticator application with that key. */
export const codeFor = ({ clock }: { readonly clock: Clock }, secreto: string): string =>
  codeOf(fromBase32(secreto), stepAt(clock.now()));

/**
 * Sets up the second factor of a session's user, whose password was confirmed recently. Returns its key and its
 * recovery codes.
 */
export async function setUpTotp(server: Pick<TestServer, 'call'> & { readonly clock: Clock }, key: string) {
  const { body: prepared, status } = await server.call(sesion.prepararDosPasos, {}, key);
  if (status !== 200) throw new Error(`The second factor could not be prepared (${status})`);
  const codigo = codeFor(server, prepared.secreto);
  const { body } = await server.call(sesion.confirmarDosPasos, { body: { codigo } }, key);
  return { secreto: prepared.secreto, codigos: body.codigos };
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
}
