import { formatFecha } from '@timbre/values';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Signals } from '../../platform/db/signals.ts';
import type { Db } from '../../platform/db/transactions.ts';
import type { EventLog } from '../../platform/events/events.ts';
import { type Authenticate, type Caller, isSessionKey, porClave } from '../../platform/input/caller.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { deleteTokens, findToken, putToken } from './authority-tokens-repo.ts';
import { findKey, isKeyOpen, touchKey } from './keys-repo.ts';
import { findOpenSession, isSessionOpen, touchSession } from './sessions-repo.ts';

/** Topic of the signal that a key was revoked. */
const keysTopic = 'llaves';
/** How long a key is cached. If the signal is lost, a revocation takes effect after this time. */
const believedMs = 1_000;
const maxBelieved = 10_000;
/** Minimum interval between updates of a key's last use; the event record has its first use of each day. */
const touchEveryMs = 60_000;

/** Identifies the holder of a key, and checks that the key is still valid. */
export interface Keys {
  authenticate: Authenticate;
  /** Whether the caller's session is still valid, or their key with its scopes; this check does not count as a use. */
  stillOpen(caller: Caller): Promise<boolean>;
  /**
   * After a revocation, makes every process query the database again: this one at its next call, the others within a
   * moment.
   */
  forget(): void;
  /**
   * Stores the digest of a token that the authority granted to a caller: until it expires, it has the rights of the key
   * that the caller sent, for the calls that take tokens.
   */
  storeToken(token: string, holder: { readonly key: string; readonly empresaId: string }, expira: Date): Promise<void>;
  /** Ends the tokens of a company. */
  forgetTokens(empresaId: string): Promise<void>;
}

/** The services of the keys. */
interface KeysContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly events: EventLog;
  readonly signals: Signals;
}

/** The holder of a key, or of a token of the authority, as it was found a moment ago. */
interface Believed {
  readonly caller: Promise<Caller | undefined>;
  readonly isKey: boolean;
  readonly untilMs: number;
}

export function createKeys(context: KeysContext): Keys {
  const { db, clock, keyring, signals } = context;
  const believed = new Map<string, Believed>();

  signals.on(keysTopic, () => believed.clear());

  return {
    async authenticate(key, ip, tokens = false) {
      const nowMs = clock.monotonicMs();
      const known = believed.get(key);
      if (known !== undefined && known.untilMs > nowMs && (known.isKey || tokens)) return known.caller;
      const isKey = keyring.madeKey(key);
      if (!isKey && !tokens) return undefined;
      const hmac = keyring.hmac(key);
      const caller = isKey
        ? findHolder(context, { hmac, es_sesion: isSessionKey(key) }, ip)
        : findHolderOfToken(context, hmac, ip);
      believed.delete(key);
      believed.set(key, { caller, isKey, untilMs: nowMs + believedMs });
      if (believed.size > maxBelieved) believed.delete(believed.keys().next().value!);
      // Invented tokens would push the keys out.
      const drop = () => believed.delete(key);
      caller.then((holder) => holder === undefined && !isKey && drop(), drop);
      return caller;
    },
    stillOpen(caller) {
      return db.system((tx) =>
        caller.via === 'sesion'
          ? isSessionOpen(tx, caller.sesionId, clock.now())
          : isKeyOpen(tx, caller.empresaId, caller.claveId, caller.alcances),
      );
    },
    forget: () => signals.emit(keysTopic),
    storeToken(token, { key, empresaId }, expira) {
      const holder = { titular: keyring.hmac(key), es_sesion: isSessionKey(key) };
      const row = { empresa_id: empresaId, hmac: keyring.hmac(token), ...holder, expira };
      return db.tenant(empresaId, (tx) => putToken(tx, row, clock.now()));
    },
    async forgetTokens(empresaId) {
      await db.tenant(empresaId, (tx) => deleteTokens(tx, empresaId));
      signals.emit(keysTopic);
    },
  };
}

/** The holder of a token of the authority: that of the key that obtained it, while both are valid. */
async function findHolderOfToken(context: KeysContext, hmac: Buffer, ip: string): Promise<Caller | undefined> {
  const row = await context.db.system((tx) => findToken(tx, hmac, context.clock.now()));
  return row && findHolder(context, { hmac: row.titular, es_sesion: row.es_sesion }, ip);
}

/** The holder of a session or of a key. Updates its last use, and records the first use of a key on each day. */
async function findHolder(
  { db, clock, events }: KeysContext,
  { hmac, es_sesion }: { readonly hmac: Buffer; readonly es_sesion: boolean },
  ip: string,
): Promise<Caller | undefined> {
  const now = clock.now();
  const isOld = (used: Date | null) => used === null || now.getTime() - used.getTime() >= touchEveryMs;
  return db.system(async (tx) => {
    if (es_sesion) {
      const session = await findOpenSession(tx, hmac, now);
      if (session === undefined) return undefined;
      if (isOld(session.ultimo_uso)) await touchSession(tx, session.id, now);
      return {
        via: 'sesion',
        sesionId: session.id,
        personaId: session.persona_id,
        usuarioId: session.usuario_id,
        nombreUsuario: session.nombre_usuario,
        rol: session.rol,
        empresaId: session.empresa_id,
        totp: session.totp,
      };
    }
    const row = await findKey(tx, hmac);
    if (row === undefined) return undefined;
    const { id, empresa_id, ultimo_uso, ultimos, alcances } = row;
    if (isOld(ultimo_uso)) await touchKey(tx, empresa_id, id, now);
    if (ultimo_uso === null || formatFecha(ultimo_uso.getTime()) !== formatFecha(now.getTime())) {
      const datos = { ultimos, por: porClave, ip };
      await events.append(tx, empresa_id, [{ tipo: 'clave.usada', sujeto: id, datos }]);
    }
    return { via: 'clave', claveId: id, empresaId: empresa_id, alcances };
  });
}
