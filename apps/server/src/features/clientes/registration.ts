import { cedulaCheckDigitHolds, parseRNC, rncCheckDigitHolds } from '@timbre/values';
import type { Context } from '../../context.ts';
import { hashPassword } from '../../crypto/password.ts';
import { newId } from '../../db/id.ts';
import type { Tx } from '../../db/transactions.ts';
import { platformRecord } from '../../events/events.ts';
import type { Actor } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { newSecretKey } from '../configuracion/secret-key.ts';
import { createEmpresa } from '../empresa/service.ts';
import { createRateLimit } from '../sesion/rate-limit.ts';
import { createUser, takenName } from '../sesion/service.ts';
import { demandStrength, readNames } from '../usuarios/service.ts';
import { readRazonSocial } from './form.ts';
import { recordActOnEmpresa } from './record.ts';
import * as repo from './repo.ts';

/** A company and its first user, as they came. */
export interface Registration {
  readonly rnc: string;
  readonly razonSocial: string;
  readonly correo: string;
  /** The e-mail again, where it comes. */
  readonly nombreUsuario: string | undefined;
  readonly contrasena: string;
}

/** Registers a company; gives its Secret Key, seen this once, where the platform's administrator registers it. */
export type Register = (
  given: Registration,
  by: { readonly root: Actor } | { readonly ip: string },
) => Promise<string | undefined>;

const hourS = 60 * 60;
const perAddress = 5;
const altogether = 50;

/**
 * Registering a company and its administrator. What the platform's administrator registers works at once. What anybody else
 * does waits for approval, within limits, and is answered alike whether or not the company or the e-mail was there before.
 */
export function createRegistration(ctx: Context): Register {
  const byAddress = createRateLimit(ctx.clock, perAddress, hourS / perAddress);
  const inAll = createRateLimit(ctx.clock, altogether, hourS / altogether);
  return async (given, by) => {
    if ('ip' in by) byAddress.take(by.ip);
    const empresa = readEmpresa(given, 'root' in by);
    const { correo } = readNames(given.nombreUsuario ?? given.correo, given.correo);
    if (given.nombreUsuario !== undefined && given.nombreUsuario.trim().toLowerCase() !== correo.toLowerCase())
      refuse('usuario/invalido', 'El nombre de usuario del registro es el correo');
    demandStrength(given.contrasena, [correo, empresa.rnc]);
    if ('ip' in by) inAll.take('');
    const person = { correo, nombreUsuario: correo, passwordHash: await hashPassword(given.contrasena) };

    if ('root' in by) {
      const adding = ctx.db.system((tx) => addApproved(ctx, tx, empresa, person, by.root));
      return adding.catch(async (error: unknown) => refuse(...(await conflictOf(ctx, error, empresa.rnc))));
    }
    const actor = { por: correo, ip: by.ip };
    await ctx.db
      .system((tx) => addWaiting(ctx, tx, empresa, person, actor))
      .catch((error: unknown) => recordRepeated(ctx, error, empresa.rnc, actor));
    return undefined;
  };
}

interface NewEmpresa {
  readonly rnc: string;
  readonly razonSocial: string;
}

/** A live RNC may fail its check digit: only the platform's administrator, who can make sure, registers such a one. */
function readEmpresa({ rnc: text, razonSocial }: Registration, byRoot: boolean): NewEmpresa {
  const rnc = parseRNC(text) ?? refuse('empresa/invalida', 'El RNC tiene 9 dígitos; la cédula, 11');
  if (!byRoot && !rncCheckDigitHolds(rnc) && !cedulaCheckDigitHolds(rnc))
    refuse(
      'empresa/invalida',
      'El RNC no es válido: revise sus dígitos. Si está bien escrito, pida al administrador de la plataforma que registre su empresa',
    );
  return { rnc, razonSocial: readRazonSocial(razonSocial) };
}

interface NewPerson {
  readonly correo: string;
  readonly nombreUsuario: string;
  readonly passwordHash: string;
}

async function add(ctx: Context, tx: Tx, empresa: NewEmpresa, person: NewPerson, aprobada: boolean): Promise<string> {
  const id = await createEmpresa(ctx, tx, { ...empresa, ambiente: 'testecf', demo: false, aprobada });
  await createUser(ctx, tx, { empresaId: id, rol: 'administrador', ...person });
  return id;
}

async function addApproved(ctx: Context, tx: Tx, empresa: NewEmpresa, person: NewPerson, by: Actor): Promise<string> {
  const id = await add(ctx, tx, empresa, person, true);
  const { secretKey, kept } = newSecretKey(ctx.keyring);
  await repo.changeEmpresa(tx, id, kept);
  const datos = { razonSocial: empresa.razonSocial, correo: person.correo, ...by };
  const act = { tipo: 'empresa.registrada', sujeto: id, datos } as const;
  await recordActOnEmpresa(ctx, tx, { id, rnc: empresa.rnc }, act, 'empresa');
  return secretKey;
}

async function addWaiting(ctx: Context, tx: Tx, empresa: NewEmpresa, person: NewPerson, by: Actor): Promise<void> {
  const empresa_id = await add(ctx, tx, empresa, person, false);
  const pedida = ctx.clock.now();
  const asked = { tipo: 'registro', ambiente_actual: 'testecf', nuevo_ambiente: 'testecf' } as const;
  await repo.insertSolicitud(tx, { empresa_id, id: newId(pedida), ...asked, pedida_por: by.por, pedida });
  const datos = { razonSocial: empresa.razonSocial, correo: person.correo, rnc: empresa.rnc, ...by };
  await ctx.events.append(tx, platformRecord, [{ tipo: 'empresa.pedida', sujeto: empresa_id, datos }]);
}

const isRegistered = (error: unknown) => (error as { readonly constraint?: string }).constraint === 'empresa_rnc_key';

/** Why the platform's administrator could not register a company, where its RNC or e-mail is the reason. */
async function conflictOf(ctx: Context, error: unknown, rnc: string): Promise<Parameters<typeof refuse>> {
  const taken = takenName(error);
  if (taken !== undefined) return ['usuario/existe', taken];
  if (!isRegistered(error)) throw error;
  const waiting = await ctx.db.system((tx) => repo.isWaiting(tx, rnc));
  return ['empresa/existe', waiting ? 'Se registró por sí misma y espera su aprobación' : undefined];
}

/** Somebody registers what is there already: they are told nothing, the platform's record is. */
async function recordRepeated(ctx: Context, error: unknown, rnc: string, by: Actor): Promise<void> {
  if (takenName(error) === undefined && !isRegistered(error)) throw error;
  const act = { tipo: 'empresa.repetida', datos: { rnc, ...by } } as const;
  await ctx.db.system((tx) => ctx.events.append(tx, platformRecord, [act]));
}
