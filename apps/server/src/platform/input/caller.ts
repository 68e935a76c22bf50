import { alcances, quienPuede, type Rol } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { Alcance, Policy } from '@timbre/route';

/** A person with a session. */
export interface SessionCaller {
  readonly via: 'sesion';
  readonly sesionId: string;
  /** Id of the person, the same in every company. */
  readonly personaId: string;
  /**
   * The person's id in the contract: their membership in the company; for the platform's administrator, `personaId`.
   */
  readonly usuarioId: string;
  readonly nombreUsuario: string;
  readonly rol: 'root' | Rol;
  /** null for the platform's administrator. */
  readonly empresaId: string | null;
  /** Whether they log in with a second factor. */
  readonly totp: boolean;
}

/** A program with the integration key of a company. */
interface KeyCaller {
  readonly via: 'clave';
  readonly claveId: string;
  readonly empresaId: string;
  readonly alcances: readonly Alcance[];
}

export type Caller = SessionCaller | KeyCaller;

/** A person of a company, with a session. */
export type PersonCaller = SessionCaller & { readonly empresaId: string };

/** A caller that acts for a company. */
export type CompanyCaller = PersonCaller | KeyCaller;

/** The type of a handler's caller, by the route's policy. */
export interface CallerOf {
  /** The caller, if a valid key was sent. */
  publico: Caller | undefined;
  sesion: SessionCaller;
  miembro: PersonCaller;
  leer: CompanyCaller;
  emitir: CompanyCaller;
  asentar: PersonCaller;
  reportar: CompanyCaller;
  conectar: PersonCaller;
  administrar: PersonCaller;
  auditar: SessionCaller;
  root: SessionCaller;
}

/** The actor and the address of an act, as stored in the event record. */
export interface Actor {
  readonly por: string;
  readonly ip: string;
}

/** The name of an integration key in the record. */
export const porClave = 'API Key';

export const actorOf = (caller: Caller, request: { readonly ip: string }): Actor => ({
  por: caller.via === 'sesion' ? caller.nombreUsuario : porClave,
  ip: request.ip,
});

/**
 * Finds the holder of a key (`ses_…` or `tmb_…`); undefined if there is none, or the key is no longer valid.
 *
 * @param tokens whether it may also be a token of the authority that the holder obtained here
 */
export type Authenticate = (key: string, ip: string, tokens?: boolean) => Promise<Caller | undefined>;

/**
 * Refuses a key without access. The message depends only on the form of the key, so a stranger learns nothing about
 * which keys exist.
 */
export function refuseKey(key: string): never {
  if (isSessionKey(key)) return refuse('sesion/expirada');
  return refuse('clave/desconocida', key.startsWith('tmb_') ? undefined : notOurs);
}

const notOurs =
  'La de una empresa empieza por «tmb_». Un token de ValidarSemilla abre solo recepción, estado, aprobación comercial y RFCE.';

/** Whether a key has the form of a session key. */
export const isSessionKey = (key: string): boolean => key.startsWith('ses_');

/** Whether a company may use a menu item: the platform's administrator may have denied it. */
export type Reaches = (empresaId: string, menuId: string) => Promise<boolean>;

/** Throws Problem `sesion/confirmar` unless the person entered their password in the last five minutes. */
export type DemandPassword = (caller: SessionCaller) => Promise<void>;

/** Whether a person must set up a second factor before any other call. */
export type MustSetUpTotp = (caller: SessionCaller) => boolean;

/** Whether a caller satisfies a policy. */
export function allows(policy: Policy, caller: Caller): boolean {
  if (policy === 'publico') return true;
  const { roles, clave } = quienPuede[policy];
  return caller.via === 'clave' ? clave : roles.includes(caller.rol);
}

/** Throws Problem `clave/sin-alcance` unless the integration key has a scope. */
export function demandScope(caller: KeyCaller, alcance: Alcance): void {
  if (caller.alcances.includes(alcance)) return;
  refuse('clave/sin-alcance', `Le falta el permiso «${alcance}»: ${alcances[alcance]}`);
}

/**
 * Throws unless the caller may sign, with the company's certificate, anything that is not a document of the company: an
 * integration key with the scope `firmar`, or a person who has entered their password.
 *
 * @throws Problem `clave/sin-alcance`, `sesion/confirmar`
 */
export async function demandFreeSigning(demandPassword: DemandPassword, caller: CompanyCaller): Promise<void> {
  if (caller.via === 'clave') demandScope(caller, 'firmar');
  else await demandPassword(caller);
}

/**
 * Throws Problem `acceso/denegado` unless every id or user name that a request states for its caller is the caller's
 * own. An integration key has none.
 */
export function demandSelf(caller: Caller, ...claims: readonly (string | undefined)[]): void {
  for (const claim of claims) {
    const own = caller.via === 'sesion' && (claim === caller.usuarioId || claim === caller.nombreUsuario);
    if (claim !== undefined && !own) refuse('acceso/denegado', 'Ese usuario no es el de la sesión');
  }
}
