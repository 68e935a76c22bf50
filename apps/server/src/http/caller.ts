import { quienPuede, type Rol } from '@timbre/contract';
import type { Policy } from '@timbre/route';
import { refuse } from './problem.ts';

/** A person with a session. */
export interface SessionCaller {
  readonly via: 'sesion';
  readonly sesionId: string;
  readonly usuarioId: string;
  readonly nombreUsuario: string;
  readonly rol: 'root' | Rol;
  /** null for the platform's administrator. */
  readonly empresaId: string | null;
}

/** A program with the integration key of a company. */
export interface KeyCaller {
  readonly via: 'clave';
  readonly claveId: string;
  readonly empresaId: string;
}

export type Caller = SessionCaller | KeyCaller;

/** A person of a company, with a session. */
export type PersonCaller = SessionCaller & { readonly empresaId: string };

/** Someone who acts for a company. */
export type CompanyCaller = PersonCaller | KeyCaller;

/** Who a handler can be called by, by the route's policy. */
export interface CallerOf {
  /** Whoever it is, where a good key came. */
  publico: Caller | undefined;
  sesion: SessionCaller;
  leer: CompanyCaller;
  emitir: CompanyCaller;
  administrar: PersonCaller;
  auditar: SessionCaller;
  root: SessionCaller;
}

/** Who did something and from where, as the record keeps it. */
export interface Actor {
  readonly por: string;
  readonly ip: string;
}

export const actorOf = (caller: Caller, request: { readonly ip: string }): Actor => ({
  por: caller.via === 'sesion' ? caller.nombreUsuario : 'API Key',
  ip: request.ip,
});

/** Finds who holds a key (`ses_…` or `tmb_…`); undefined when nobody does, or not any more. */
export type Authenticate = (key: string, ip: string) => Promise<Caller | undefined>;

/** Whether a company reaches an item of the menu: the platform's administrator may have taken it away. */
export type Reaches = (empresaId: string, menuId: string) => Promise<boolean>;

/** Throws Problem `sesion/confirmar` unless the person gave their password in the last five minutes. */
export type DemandPassword = (caller: SessionCaller) => Promise<void>;

/** Whether a caller satisfies a policy. */
export function allows(policy: Policy, caller: Caller): boolean {
  if (policy === 'publico') return true;
  const { roles, clave } = quienPuede[policy];
  return caller.via === 'clave' ? clave : roles.includes(caller.rol);
}

/**
 * Throws Problem `acceso/denegado` unless every id or user name that a request brings for its caller is the caller's own; an
 * integration key has none.
 */
export function demandSelf(caller: Caller, ...claims: readonly (string | undefined)[]): void {
  for (const claim of claims) {
    const own = caller.via === 'sesion' && (claim === caller.usuarioId || claim === caller.nombreUsuario);
    if (claim !== undefined && !own) refuse('acceso/denegado', 'Ese usuario no es el de la sesión');
  }
}
