import type { Rol } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { sql } from 'kysely';
import { checkPassword } from '../../platform/crypto/password.ts';
import { createPasswordFilter, type Judgement, type StoredPassword } from '../../platform/crypto/password-filter.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { EventKind } from '../../platform/events/kinds.ts';
import { networkOf } from '../../platform/input/client-address.ts';
import type { Accounts } from './accounts.ts';
import { setFilter } from './people-repo.ts';
import { createRateLimit } from './rate-limit.ts';
import { type RegistroRow, registrosAs } from './registrations-repo.ts';
import type { Person, SecondFactor } from './second-factor.ts';
import { knowsAddress } from './sessions-repo.ts';

/** How long a wrong password is remembered if a hash was needed to detect it. */
const wrongForMs = 10 * 60_000;
const maxWrong = 10_000;

/** The credentials that a person submits to log in. */
export interface Credentials {
  /** An e-mail, `RNC`, `RNC/user name` or a user name. */
  readonly login: string;
  readonly password: string;
  /** Code of the second factor, if one was sent. */
  readonly codigo: string | undefined;
  readonly ip: string;
  readonly device: string;
}

/** A person, with the company that they log in to; without one if they have access to none. */
export interface LoginRow {
  readonly persona_id: string;
  readonly contrasena_hash: string;
  readonly contrasena_filtro: Buffer | null;
  /** Whether a code is required in addition to the password. */
  readonly totp: boolean;
  readonly es_root: boolean;
  readonly correo: string;
  readonly membresia_id: string | null;
  readonly empresa_id: string | null;
  readonly nombre_usuario: string | null;
  readonly rol: Rol | null;
}

/** The owner of the password: a person, or a request to register a company that was not approved. */
type Known =
  | { readonly persona: LoginRow; readonly factor: 'aplicacion' | 'recuperacion' | undefined }
  | { readonly registro: RegistroRow };

/**
 * Identifies a person by their credentials. Throws Problem `sesion/credenciales`, `sesion/demasiados-intentos`,
 * `dos-pasos/…`.
 */
export type Identify = (credentials: Credentials) => Promise<Known>;

/** The identity under which a person's log-in is recorded. */
export const personOf = (persona: LoginRow): Person => ({
  personaId: persona.persona_id,
  usuarioId: persona.membresia_id ?? persona.persona_id,
  nombreUsuario: persona.nombre_usuario ?? persona.correo,
  empresaId: persona.empresa_id,
});

/**
 * Identifies people by their passwords. Failed attempts count only against their address: an account attacked from a
 * thousand addresses stays open to its owner from any other.
 *
 * The password filter rejects most wrong passwords without computing a hash. If an account has no filter yet, each
 * attempt costs a hash; {@link createUnfilteredLimits} restricts these attempts.
 */
export function createIdentify(ctx: IdentifyContext): Identify {
  const identifier = new Identifier(ctx);
  return (credentials) => identifier.identify(credentials);
}

type IdentifyContext = Accounts & { readonly secondFactor: SecondFactor };

class Identifier {
  readonly #ctx: IdentifyContext;
  readonly #filter: ReturnType<typeof createPasswordFilter>;
  readonly #byAddress: ReturnType<typeof createRateLimit>;
  readonly #recorded: ReturnType<typeof createRateLimit>;
  readonly #limitUnfiltered: ReturnType<typeof createUnfilteredLimits>;
  readonly #wrong: ReturnType<typeof createMemory>;

  constructor(ctx: IdentifyContext) {
    this.#ctx = ctx;
    this.#filter = createPasswordFilter(ctx.keyring);
    this.#byAddress = createRateLimit(ctx.clock, 20, 3);
    this.#recorded = createRateLimit(ctx.clock, 10, 30);
    this.#limitUnfiltered = createUnfilteredLimits(ctx.clock);
    this.#wrong = createMemory(ctx.clock);
  }

  async identify({ login, password, codigo, ip, device }: Credentials): Promise<Known> {
    const account = login.trim().toLowerCase();
    const sender = networkOf(ip);
    this.#byAddress.take(sender);
    const from = { ip, dispositivo: device };
    const all = await this.#candidates(account, password, ip);
    let right: Who | undefined;
    for (const who of all) if (right === undefined && (await this.#isRight(who, password))) right = who;
    if (right?.registro !== undefined) {
      this.#byAddress.giveBack(sender);
      return { registro: right.registro };
    }
    const persona = right?.persona;
    if (right === undefined || persona === undefined) {
      const [{ persona: tried }] = all as [Who];
      if (tried !== undefined) this.#recordRefusal(tried, 'sesion.rechazada', from);
      return refuse('sesion/credenciales');
    }
    this.#byAddress.giveBack(sender);
    const factor = persona.totp
      ? await this.#ctx.secondFactor.demand(personOf(persona), codigo, right.known)
      : undefined;
    if (factor === 'wrong') {
      this.#byAddress.take(sender);
      this.#recordRefusal(persona, 'sesion.codigo_rechazado', from);
      return refuse('dos-pasos/incorrecto');
    }
    if (right.judged === 'unknown') {
      const { persona_id, contrasena_hash: hash } = persona;
      await this.#ctx.db.system((tx) => setFilter(tx, persona_id, hash, this.#filter.filterOf(hash, password)));
    }
    return { persona, factor };
  }

  /** Whether the password is right, decided by the cheapest test that is sufficient. */
  async #isRight({ subject, stored, judged, known }: Who, password: string): Promise<boolean> {
    const tried = this.#filter.nameOf(subject, password);
    if (judged === 'wrong' || this.#wrong.has(tried)) return false;
    const giveBack = judged === 'unknown' ? this.#limitUnfiltered(subject, known) : undefined;
    const line = known ? 'known' : 'strangers';
    const right = await checkPassword(stored?.contrasena_hash, password, { line, account: subject });
    if (right) giveBack?.();
    else this.#wrong.add(tried);
    return right;
  }

  /**
   * Runs in the background, because its duration would reveal which accounts exist. Above a rate limit, refusals are
   * not recorded.
   */
  #recordRefusal(persona: LoginRow, tipo: EventKind, from: object): void {
    const { personaId, usuarioId, nombreUsuario, empresaId } = personOf(persona);
    try {
      this.#recorded.take(personaId);
    } catch {
      return;
    }
    const refused = { tipo, sujeto: usuarioId, datos: { por: nombreUsuario, ...from } };
    this.#ctx.db
      .system((tx) => this.#ctx.events.append(tx, empresaId ?? platformRecord, [refused]))
      .catch((error: unknown) => this.#ctx.log.error({ err: error }, 'a refused log-in could not be recorded'));
  }

  /**
   * The possible owners of the password: a person, and requests under the same name. If there are none, a placeholder
   * without a password, so that the work is the same.
   */
  async #candidates(account: string, password: string, ip: string): Promise<Who[]> {
    const { persona, registros, known } = await this.#ctx.db.system(async (tx) => {
      const [persona, registros] = await Promise.all([
        findPersona(tx, account),
        registrosAs(tx, account, digitsOf(account)),
      ]);
      return { persona, registros, known: await knowsAddress(tx, persona?.persona_id ?? platformRecord, ip) };
    });
    const who = (id: string, stored: StoredPassword, of: Pick<Who, 'persona' | 'registro'>): Who => {
      const subject = `${id} ${stored.contrasena_hash}`;
      return { subject, stored, judged: this.#filter.judge(subject, stored, password), known, ...of };
    };
    const candidates = [
      ...(persona === undefined ? [] : [who(persona.persona_id, persona, { persona })]),
      ...registros.flatMap((registro) =>
        registro.contrasena_hash === null
          ? []
          : [who(registro.id, { ...registro, contrasena_hash: registro.contrasena_hash }, { registro })],
      ),
    ];
    if (candidates.length > 0) return candidates;
    // All spellings of an account count as one.
    const subject = digitsOf(account);
    return [{ subject, stored: undefined, judged: this.#filter.judge(subject, undefined, password), known }];
  }
}

interface Who {
  /** The key that attempts are counted under. */
  readonly subject: string;
  readonly stored: StoredPassword | undefined;
  readonly judged: Judgement;
  readonly known: boolean;
  readonly persona?: LoginRow;
  readonly registro?: RegistroRow;
}

const digitsOf = (account: string): string => account.replace(/[\s-]/g, '');

/**
 * Finds a person by e-mail, by `RNC/user name`, by the RNC alone (the company's first user), or by a user name (its
 * oldest holder). The person logs in to the company that they used last, unless the name belongs to one company.
 *
 * @param account in lower case
 */
export async function findPersona(tx: Tx, account: string): Promise<LoginRow | undefined> {
  const [, rnc = '', name = ''] = /^([\d\s-]+)\/(.+)$/.exec(account) ?? [];
  const { rows } = await sql<LoginRow>`
    select p.id as persona_id, p.contrasena_hash, p.contrasena_filtro, p.totp_desde is not null as totp, p.es_root, p.correo,
      m.id as membresia_id, m.empresa_id, m.nombre_usuario, m.rol
    from (
      select 1 as turn, id as persona_id, null::uuid as membresia_id from persona where correo = ${account}
      union all
      select 2, m.persona_id, m.id from membresia m join empresa e on e.id = m.empresa_id
      where e.rnc = ${digitsOf(rnc)} and lower(m.nombre_usuario) = lower(${name.trim()}) and m.estado = 'activa'
      union all
      (select 3, m.persona_id, m.id from membresia m join empresa e on e.id = m.empresa_id
       where e.rnc = ${digitsOf(account)} and m.estado = 'activa' order by m.creado, m.id limit 1)
      union all
      (select 4, persona_id, id from membresia
       where lower(nombre_usuario) = lower(${account}) and estado = 'activa' order by creado, id limit 1)
    ) found
    join persona p on p.id = found.persona_id
    left join lateral (
      select * from membresia m
      where m.persona_id = p.id and m.estado = 'activa' and (found.membresia_id is null or m.id = found.membresia_id)
      order by m.ultimo_acceso desc nulls last, m.creado, m.id limit 1) m on true
    order by turn limit 1`.execute(tx);
  return rows[0];
}

/**
 * Limits the attempts that cost a hash: those from addresses where the account logged in before, and those from all
 * other addresses together; the latter also by account.
 *
 * @returns takes a token; returns the function that puts it back after a right password
 */
function createUnfilteredLimits(clock: Accounts['clock']) {
  const byAccount = createRateLimit(clock, 10, 30);
  const ofStrangers = createRateLimit(clock, 30, 0.5);
  const ofKnown = createRateLimit(clock, 30, 0.2);
  return (subject: string, known: boolean): (() => void) => {
    if (known) ofKnown.take('');
    else {
      byAccount.take(subject);
      ofStrangers.take('');
    }
    return () => {
      if (known) return ofKnown.giveBack('');
      byAccount.giveBack(subject);
      ofStrangers.giveBack('');
    };
  };
}

/** Stores a limited number of names for a limited time. */
function createMemory(clock: Accounts['clock']) {
  const untilMs = new Map<string, number>();
  return {
    has: (name: string): boolean => (untilMs.get(name) ?? 0) > clock.monotonicMs(),
    add(name: string): void {
      untilMs.delete(name);
      untilMs.set(name, clock.monotonicMs() + wrongForMs);
      if (untilMs.size > maxWrong) untilMs.delete(untilMs.keys().next().value!);
    },
  };
}
