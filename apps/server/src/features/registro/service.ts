import type { empresa } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { cedulaCheckDigitHolds, parseRNC, rncCheckDigitHolds } from '@timbre/values';
import * as repo from '../../domain/companies/clientes-repo.ts';
import { createEmpresa } from '../../domain/companies/companies-repo.ts';
import { readRazonSocial } from '../../domain/companies/company-form.ts';
import { readDatos } from '../../domain/companies/datos-empresa.ts';
import { demandStrength, giveAccess, readNames } from '../../domain/companies/people.ts';
import { findByCorreo } from '../../domain/companies/people-repo.ts';
import { createRateLimit, createSharedLimit } from '../../domain/companies/rate-limit.ts';
import { recordActOnEmpresa } from '../../domain/companies/record-act.ts';
import { insertRegistro, isWaiting } from '../../domain/companies/registrations-repo.ts';
import { newSecretKey } from '../../domain/companies/secret-key.ts';
import { checkPassword } from '../../platform/crypto/password.ts';
import { keepPassword, type StoredPassword } from '../../platform/crypto/password-filter.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import { networkOf, siteOf } from '../../platform/input/client-address.ts';
import type { Context } from '../context.ts';

type DatosEmpresa = empresa.DatosEmpresa;

/** A company and its first user, as received. */
interface Registration {
  readonly rnc: string;
  readonly razonSocial: string;
  readonly correo: string;
  /** The e-mail again, if sent. */
  readonly nombreUsuario: string | undefined;
  readonly contrasena: string;
  readonly datos: DatosEmpresa | undefined;
}

/** A company registered by the platform's administrator. */
interface Registered {
  /** Shown only this once. */
  readonly apiSecret: string;
  /** Invitation code, if a person already has that e-mail. */
  readonly invitacion?: string;
}

/** Registers a company for the platform's administrator; stores the request of any other caller. */
type Register = (
  registration: Registration,
  by: { readonly root: Actor } | { readonly ip: string },
) => Promise<Registered | undefined>;

const hourS = 60 * 60;
const perNetwork = 5;
/** Limit of all networks together, beyond the first request of each site. */
const altogether = 50;

/**
 * Registers a company and its administrator. A company registered by the platform's administrator is active at once.
 * Any other registration is a request, limited by network and in total; the first request of each site in an hour
 * does not count towards the total. It is stored and answered in the same way, with the same work, whether or not the
 * RNC or e-mail is already known.
 */
export function createRegistration(ctx: Context): Register {
  const byNetwork = createRateLimit(ctx.clock, perNetwork, hourS / perNetwork);
  const inAll = createSharedLimit(ctx.clock, altogether, hourS / altogether, hourS);
  return async (registration, by) => {
    if ('ip' in by) byNetwork.take(networkOf(by.ip));
    const empresa = readEmpresa(registration, 'root' in by);
    const { correo } = readNames(registration.nombreUsuario ?? registration.correo, registration.correo);
    if (registration.nombreUsuario !== undefined && registration.nombreUsuario.trim().toLowerCase() !== correo)
      refuse('usuario/invalido', 'El nombre de usuario del registro es el correo');
    demandStrength(registration.contrasena, [correo, empresa.rnc]);
    if ('ip' in by) inAll(siteOf(by.ip));
    const password = await keepPassword(ctx.keyring, registration.contrasena);
    if ('ip' in by) {
      await keepRequest(ctx, empresa, { correo, password, plain: registration.contrasena }, by.ip);
      return undefined;
    }
    return ctx.db
      .system((tx) => addByRoot(ctx, tx, empresa, { correo, password }, by.root))
      .catch(async (error: unknown) => {
        if (!isRegistered(error)) throw error;
        return refuse('empresa/existe');
      });
  };
}

interface NewEmpresa {
  readonly rnc: string;
  readonly razonSocial: string;
  readonly datos: DatosEmpresa;
}

/**
 * An RNC in use may have a wrong check digit: only the platform's administrator, who can verify it, may register such a
 * company.
 */
function readEmpresa({ rnc: text, razonSocial, datos = {} }: Registration, byRoot: boolean): NewEmpresa {
  const rnc = parseRNC(text) ?? refuse('empresa/invalida', 'El RNC tiene 9 dígitos; la cédula, 11');
  if (!byRoot && !rncCheckDigitHolds(rnc) && !cedulaCheckDigitHolds(rnc))
    refuse(
      'empresa/invalida',
      'El RNC no es válido: revise sus dígitos. Si está bien escrito, pida al administrador de la plataforma que registre su empresa',
    );
  return { rnc, razonSocial: readRazonSocial(razonSocial), datos: readDatos(datos, 'datos') };
}

/** The first administrator of a company. */
interface FirstUser {
  readonly correo: string;
  readonly password: StoredPassword;
  readonly propia: boolean;
  /** Person who has proved their identity with their password. */
  readonly personaId: string | null;
}

/**
 * Creates a company and its first administrator. Returns its id and, if the e-mail belongs to another person, the
 * invitation code.
 */
export async function addEmpresa(ctx: Context, tx: Tx, empresa: NewEmpresa, { correo, ...user }: FirstUser) {
  const id = await createEmpresa(ctx, tx, { ...empresa, ambiente: 'testecf', demo: false });
  const member = { empresaId: id, rol: 'administrador', nombreUsuario: correo, correo, ...user } as const;
  const { invitacion, estado } = await giveAccess(ctx, tx, member);
  return { id, invitacion: estado === 'invitada' ? invitacion : undefined };
}

async function addByRoot(
  ctx: Context,
  tx: Tx,
  empresa: NewEmpresa,
  user: { readonly correo: string; readonly password: StoredPassword },
  by: Actor,
): Promise<Registered> {
  if (await isWaiting(tx, empresa.rnc)) refuse('empresa/existe', 'Se registró en línea y espera su aprobación');
  const { id, invitacion } = await addEmpresa(ctx, tx, empresa, { ...user, propia: false, personaId: null });
  const { secretKey: apiSecret, columns } = newSecretKey(ctx.keyring);
  await repo.changeEmpresa(tx, id, columns);
  const datos = { razonSocial: empresa.razonSocial, correo: user.correo, ...by };
  const act = { tipo: 'empresa.registrada', sujeto: id, datos } as const;
  await recordActOnEmpresa(ctx, tx, { id, rnc: empresa.rnc }, act, 'empresa');
  return { apiSecret, ...(invitacion === undefined ? {} : { invitacion }) };
}

/**
 * Stores a request. If the password is that of the person with the same e-mail, the request is linked to that person.
 */
async function keepRequest(
  ctx: Context,
  empresa: NewEmpresa,
  user: { readonly correo: string; readonly password: StoredPassword; readonly plain: string },
  ip: string,
): Promise<void> {
  const { correo, password, plain } = user;
  const known = await ctx.db.system((tx) => findByCorreo(tx, correo));
  // Also checked when no such person exists, so that the work is the same.
  const right = await checkPassword(known?.contrasena_hash, plain);
  const pedida = ctx.clock.now();
  const id = newId(pedida);
  const { rnc, razonSocial } = empresa;
  const stated = JSON.stringify(empresa.datos);
  await ctx.db.system(async (tx) => {
    const persona_id = right && known !== undefined ? known.id : null;
    const row = { id, rnc, razon_social: razonSocial, correo, ...password, persona_id, ip, pedida, datos: stated };
    await insertRegistro(tx, row);
    const datos = { razonSocial, correo, rnc, por: correo, ip };
    await ctx.events.append(tx, platformRecord, [{ tipo: 'empresa.pedida', sujeto: id, datos }]);
  });
}

/** Whether a company could not be stored because its RNC is already registered. */
export const isRegistered = (error: unknown) =>
  (error as { readonly constraint?: string }).constraint === 'empresa_rnc_key';
