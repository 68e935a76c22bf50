import { ambienteVisible } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import {
  closeSolicitud,
  type DecidedBefore,
  type DecidedRow,
  decidedSolicitudes,
  holdSolicitud,
  type SolicitudRow,
  type WaitingSolicitud,
  waitingSolicitudes,
} from '../../domain/companies/environment-requests-repo.ts';
import { administratorsOf } from '../../domain/companies/memberships-repo.ts';
import { recordActOnEmpresa } from '../../domain/companies/record-act.ts';
import {
  closeRegistro,
  type DecidedRegistro,
  decidedRegistros,
  holdRegistro,
  type RegistroRow,
  type WaitingRow,
  waitingRegistros,
} from '../../domain/companies/registrations-repo.ts';
import { ambienteMail, approvedMail, ofPlatform, type Rejected, rejectedMail } from '../../domain/mail/messages.ts';
import { postMail } from '../../domain/mail/outbox.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import { applyAmbiente } from '../clientes/service.ts';
import type { Context } from '../context.ts';
import { addEmpresa, isRegistered } from '../registro/service.ts';

const maxPending = 500;
const decidedPage = 25;
/** Maximum number of administrators of a company who are notified. */
const mostNotified = 20;

/** A pending request to the platform's administrator: for another environment of a company, or for a new company. */
export type Waiting = { readonly ambiente: WaitingSolicitud } | { readonly registro: WaitingRow };

/** The pending requests, oldest first. */
export async function listPending(ctx: Context): Promise<Waiting[]> {
  const { solicitudes, registros } = await ctx.db.system(async (tx) => ({
    solicitudes: await waitingSolicitudes(tx, maxPending),
    registros: await waitingRegistros(tx, maxPending),
  }));
  const all = [
    ...solicitudes.map((ambiente) => ({ pedida: ambiente.pedida, waiting: { ambiente } })),
    ...registros.map((registro) => ({ pedida: registro.pedida, waiting: { registro } })),
  ];
  return all
    .sort((a, b) => a.pedida.getTime() - b.pedida.getTime())
    .slice(0, maxPending)
    .map(({ waiting }) => waiting);
}

/** A decided request, of either kind. */
export type Decided = { readonly ambiente: DecidedRow } | { readonly registro: DecidedRegistro };

const rowOf = (decided: Decided) => ('ambiente' in decided ? decided.ambiente : decided.registro);

/**
 * A page of the decided requests, last decided first.
 *
 * @param before the last one of the page before; undefined for the first page
 */
export async function listDecided(ctx: Context, before: DecidedBefore | undefined, limit = decidedPage) {
  const { solicitudes, registros } = await ctx.db.system(async (tx) => ({
    solicitudes: await decidedSolicitudes(tx, before, limit + 1),
    registros: await decidedRegistros(tx, before, limit + 1),
  }));
  const all: Decided[] = [
    ...solicitudes.map((ambiente) => ({ ambiente })),
    ...registros.map((registro) => ({ registro })),
  ];
  all.sort((a, b) => compareDecided(rowOf(b), rowOf(a)));
  const page = all.slice(0, limit);
  const last = page.at(-1);
  return { page, next: all.length > limit && last !== undefined ? rowOf(last) : undefined };
}

const compareDecided = (a: DecidedBefore, b: DecidedBefore): number =>
  a.resuelta.getTime() - b.resuelta.getTime() || (a.id < b.id ? -1 : 1);

/**
 * Approves a request: the company gets the environment, or the company and its administrator are created.
 *
 * @returns the invitation code for that administrator, if the e-mail belongs to a person and the applicant did not
 * prove to be that person
 * @throws Problem `recurso/no-encontrado`, `solicitud/resuelta`, `solicitud/imposible`
 */
export const approve = (ctx: Context, id: string, by: Actor): Promise<string | undefined> =>
  ctx.db
    .system(async (tx) => {
      const { ambiente, registro } = await hold(tx, id);
      const closed = { por: by.por, en: ctx.clock.now() };
      if (registro !== undefined) {
        await closeRegistro(tx, id, 'aprobada', closed);
        return makeRegistered(ctx, tx, registro, by);
      }
      await closeSolicitud(tx, id, 'aprobada', closed);
      await applyAmbiente(ctx, tx, ambiente.empresa, ambiente.nuevo_ambiente, 'ambiente.aprobado', by);
      await tellCompany(ctx, tx, ambiente, undefined);
      return undefined;
    })
    .catch((error: unknown) => {
      if (isRegistered(error)) return refuse('solicitud/imposible', 'Ya hay una empresa registrada con ese RNC');
      throw error;
    });

/**
 * Rejects a request: nothing changes, and the applicant is sent the reason.
 *
 * @param text the reason. A request of environment needs none. An applicant always learns one: see {@link withoutReason}
 * @throws Problem `recurso/no-encontrado`, `solicitud/resuelta`
 */
export const reject = (ctx: Context, id: string, text: string | undefined, by: Actor): Promise<void> =>
  ctx.db.system(async (tx) => {
    const { ambiente, registro } = await hold(tx, id);
    const closed = { por: by.por, en: ctx.clock.now() };
    if (registro !== undefined) {
      const motivo = text ?? withoutReason;
      await closeRegistro(tx, id, 'rechazada', { ...closed, motivo });
      const datos = { rnc: registro.rnc, razonSocial: registro.razon_social, correo: registro.correo, motivo, ...by };
      await ctx.events.append(tx, platformRecord, [{ tipo: 'empresa.rechazada', sujeto: id, datos }]);
      await postMail(ctx, tx, [ofPlatform(registro.correo, rejectedMail(registro.razon_social, motivo))]);
      return;
    }
    const reason = text === undefined ? {} : { motivo: text };
    await closeSolicitud(tx, id, 'rechazada', { ...closed, ...reason });
    const { empresa, nuevo_ambiente } = ambiente;
    const datos = { ambiente: nuevo_ambiente, ...reason, ...by };
    const act = { tipo: 'ambiente.rechazado', sujeto: empresa.id, datos } as const;
    await recordActOnEmpresa(ctx, tx, empresa, act, 'ambiente');
    await tellCompany(ctx, tx, ambiente, reason);
  });

/** Reason of a registration that was rejected without one, as a caller of the specification does. */
const withoutReason = 'Sin motivo indicado';

type Held =
  | { readonly ambiente: SolicitudRow; readonly registro?: undefined }
  | { readonly registro: RegistroRow; readonly ambiente?: undefined };

/** The pending request of that id, of either kind, locked. */
async function hold(tx: Tx, id: string): Promise<Held> {
  const ambiente = await holdSolicitud(tx, id);
  const held = ambiente ?? (await holdRegistro(tx, id)) ?? refuse('recurso/no-encontrado');
  if (held.estado !== 'pendiente') refuse('solicitud/resuelta');
  return ambiente === undefined ? { registro: held as RegistroRow } : { ambiente };
}

async function makeRegistered(ctx: Context, tx: Tx, registro: RegistroRow, by: Actor): Promise<string | undefined> {
  const {
    rnc,
    razon_social: razonSocial,
    correo,
    contrasena_hash,
    contrasena_filtro,
    persona_id: personaId,
    datos,
  } = registro;
  if (contrasena_hash === null) throw new Error('A request that waits has no password');
  const password = { contrasena_hash, contrasena_filtro };
  const user = { correo, password, propia: true, personaId };
  const { id, invitacion } = await addEmpresa(ctx, tx, { rnc, razonSocial, datos }, user);
  const act = { tipo: 'empresa.aprobada', sujeto: id, datos: { razonSocial, ...by } } as const;
  await recordActOnEmpresa(ctx, tx, { id, rnc }, act, 'empresa');
  await postMail(ctx, tx, [{ empresaId: id, para: correo, ...approvedMail(ctx.config, razonSocial, invitacion) }]);
  return invitacion;
}

/** Notifies a company's administrators of the decision on its request. @param rejected undefined if it was approved */
async function tellCompany(ctx: Context, tx: Tx, asked: SolicitudRow, rejected: Rejected | undefined): Promise<void> {
  const { id: empresaId, razon_social } = asked.empresa;
  const mail = ambienteMail(razon_social, ambienteVisible[asked.nuevo_ambiente], rejected);
  const people = await administratorsOf(tx, empresaId, mostNotified);
  await postMail(
    ctx,
    tx,
    people.map((para) => ({ empresaId, para, ...mail })),
  );
}
