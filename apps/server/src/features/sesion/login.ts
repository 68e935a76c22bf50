import { refuse } from '@timbre/refusal';
import { formatTaxId } from '@timbre/values';
import {
  type Credentials,
  createIdentify,
  type Identify,
  type LoginRow,
  personOf,
} from '../../domain/companies/credentials.ts';
import { invitationsOf } from '../../domain/companies/memberships-repo.ts';
import { acceptInvitation } from '../../domain/companies/people.ts';
import {
  closeRegistro,
  holdRegistro,
  type RegistroRow,
  registrosOf,
} from '../../domain/companies/registrations-repo.ts';
import { insertSession, type ProfileRow, profileOf } from '../../domain/companies/sessions-repo.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { Context } from '../context.ts';

/** A session ends after this time, even if it is in use. */
const lifeMs = 12 * 60 * 60 * 1_000;
/** Maximum open sessions of one person. */
export const maxSessions = 10;

/** A newly opened session. */
export interface Opened {
  readonly key: string;
  readonly profile: ProfileRow;
}

type Login = (
  credentials: Credentials,
  /** The code of an invitation, for a person without a company. */
  invitacion: string | undefined,
) => Promise<Opened>;

/** Logs people in, and lets the applicant of a registration request, identified by its password, withdraw it. */
export function createEntrance(ctx: Context): {
  readonly logIn: Login;
  readonly withdraw: (credentials: Credentials) => Promise<void>;
} {
  const identify: Identify = createIdentify(ctx);
  return {
    async logIn(credentials, invitacion) {
      const known = await identify(credentials);
      if ('registro' in known) return refuseRegistro(known.registro);
      const { persona, factor } = known;
      const { ip, device: dispositivo } = credentials;
      const now = ctx.clock.now();
      const key = ctx.keyring.newKey('ses');
      const profile = await ctx.db.system(async (tx) => {
        const where = await placeOf(ctx, tx, persona, invitacion, ip);
        const session = {
          id: newId(now),
          hmac: ctx.keyring.hmac(key),
          personaId: persona.persona_id,
          dispositivo,
          ip,
          now,
        };
        const expira = new Date(now.getTime() + lifeMs);
        const open = { ...session, membresiaId: where.membresiaId, expira, contrasenaDada: now };
        await insertSession(tx, open, maxSessions);
        const datos = { por: where.nombreUsuario, ip, dispositivo, ...(factor && { segundoFactor: factor }) };
        const started = { tipo: 'sesion.iniciada', sujeto: where.usuarioId, datos } as const;
        await ctx.events.append(tx, where.empresaId ?? platformRecord, [started]);
        return (await profileOf(tx, session.id))!;
      });
      return { key, profile };
    },

    async withdraw(credentials) {
      const known = await identify(credentials);
      await ctx.db.system(async (tx) => {
        const registro =
          'registro' in known ? known.registro : (await registrosOf(tx, known.persona.persona_id)).find(isPending);
        await withdrawRegistro(ctx, tx, registro, credentials.ip);
      });
    },
  };
}

/**
 * The membership of a new session: the platform, a company of the person, or one whose invitation they accept with this
 * log-in.
 */
async function placeOf(ctx: Context, tx: Tx, persona: LoginRow, invitacion: string | undefined, ip: string) {
  const person = personOf(persona);
  if (persona.es_root || person.empresaId !== null) return { ...person, membresiaId: persona.membresia_id };
  if (invitacion !== undefined) {
    const { id, empresa_id, nombre_usuario } = await acceptInvitation(ctx, tx, person.personaId, invitacion, ip);
    return { ...person, usuarioId: id, membresiaId: id, empresaId: empresa_id, nombreUsuario: nombre_usuario };
  }
  if ((await invitationsOf(tx, person.personaId, ctx.clock.now())).length > 0) refuse('sesion/invitacion');
  const [registro] = await registrosOf(tx, person.personaId);
  return registro === undefined ? refuse('sesion/credenciales') : refuseRegistro(registro);
}

const isPending = ({ estado }: RegistroRow) => estado === 'pendiente';

/** Refuses an applicant's log-in with the state of their request. */
function refuseRegistro({ estado, motivo, rnc, razon_social }: RegistroRow): never {
  if (estado === 'rechazada') return refuse('sesion/registro-rechazado', motivo ?? undefined);
  return refuse('sesion/registro-pendiente', `La de ${razon_social} (${formatTaxId(rnc)}) aún no se ha revisado`);
}

/** Withdraws a request. @throws Problem `recurso/no-encontrado`, `solicitud/resuelta` */
export async function withdrawRegistro(
  ctx: Context,
  tx: Tx,
  registro: RegistroRow | undefined,
  ip: string,
): Promise<void> {
  const held = registro && (await holdRegistro(tx, registro.id));
  if (held === undefined) return refuse('recurso/no-encontrado');
  if (!isPending(held)) refuse('solicitud/resuelta');
  const by = { por: held.correo, ip };
  await closeRegistro(tx, held.id, 'retirada', { por: by.por, en: ctx.clock.now() });
  const datos = { rnc: held.rnc, razonSocial: held.razon_social, ...by };
  await ctx.events.append(tx, platformRecord, [{ tipo: 'empresa.retirada', sujeto: held.id, datos }]);
}
