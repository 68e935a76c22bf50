import type { Context } from '../../context.ts';
import { recordActOnEmpresa } from '../../cuentas/record.ts';
import {
  closeRegistro,
  holdRegistro,
  type RegistroRow,
  type WaitingRow,
  waitingRegistros,
} from '../../cuentas/registros.ts';
import {
  closeSolicitud,
  holdSolicitud,
  type SolicitudRow,
  type WaitingSolicitud,
  waitingSolicitudes,
} from '../../cuentas/solicitudes.ts';
import type { Tx } from '../../db/transactions.ts';
import { platformRecord } from '../../events/events.ts';
import type { Actor } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { applyAmbiente } from '../clientes/service.ts';
import { addEmpresa, isRegistered } from '../registro/service.ts';

const maxPending = 500;

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
      return undefined;
    })
    .catch((error: unknown) => {
      if (isRegistered(error)) return refuse('solicitud/imposible', 'Ya hay una empresa registrada con ese RNC');
      throw error;
    });

/**
 * Rejects a request: nothing changes, and the applicant is told the reason.
 *
 * @throws Problem `recurso/no-encontrado`, `solicitud/resuelta`
 */
export const reject = (ctx: Context, id: string, text: string, by: Actor): Promise<void> =>
  ctx.db.system(async (tx) => {
    const { ambiente, registro } = await hold(tx, id);
    const motivo = text.trim();
    const closed = { por: by.por, en: ctx.clock.now(), motivo };
    if (registro !== undefined) {
      await closeRegistro(tx, id, 'rechazada', closed);
      const datos = { rnc: registro.rnc, razonSocial: registro.razon_social, correo: registro.correo, motivo, ...by };
      await ctx.events.append(tx, platformRecord, [{ tipo: 'empresa.rechazada', sujeto: id, datos }]);
      return;
    }
    await closeSolicitud(tx, id, 'rechazada', closed);
    const { empresa, nuevo_ambiente } = ambiente;
    const datos = { ambiente: nuevo_ambiente, motivo, ...by };
    const act = { tipo: 'ambiente.rechazado', sujeto: empresa.id, datos } as const;
    await recordActOnEmpresa(ctx, tx, empresa, act, 'ambiente');
  });

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
  } = registro;
  if (contrasena_hash === null) throw new Error('A request that waits has no password');
  const password = { contrasena_hash, contrasena_filtro };
  const user = { correo, password, propia: true, personaId };
  const { id, invitacion } = await addEmpresa(ctx, tx, { rnc, razonSocial }, user);
  const act = { tipo: 'empresa.aprobada', sujeto: id, datos: { razonSocial, ...by } } as const;
  await recordActOnEmpresa(ctx, tx, { id, rnc }, act, 'empresa');
  return invitacion;
}
