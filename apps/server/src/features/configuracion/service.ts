import type { Ambiente } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import * as repo from '../../domain/companies/companies-repo.ts';
import {
  lastSolicitud,
  replaceSolicitud,
  withdrawSolicitud,
} from '../../domain/companies/environment-requests-repo.ts';
import { openKeys, scopesOf } from '../../domain/companies/keys-repo.ts';
import { secretValidatedAt } from '../../domain/companies/sessions-repo.ts';
import { newId } from '../../platform/db/id.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../platform/events/events.ts';
import type { FormFile } from '../../platform/http/form.ts';
import type { Actor, PersonCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import {
  openCertificate,
  putCertificate,
  readCertificateFile,
  readEmpresa,
  sealCertificate,
} from '../empresa/service.ts';
import { addRanges, type NewRange, readSecuencias } from './secuencias/service.ts';

/** All data of the General tab. */
export const viewConfiguracion = (ctx: Context, empresaId: string) =>
  ctx.db.tenant(empresaId, async (tx) => {
    const [{ empresa, certificado }, claves, alcances, solicitud, { rows }] = await Promise.all([
      readEmpresa(tx, empresaId),
      openKeys(tx, [empresaId]),
      scopesOf(tx, empresaId),
      lastSolicitud(tx, empresaId),
      readSecuencias(tx, empresaId),
    ]);
    const rangos = rows.filter(({ ambiente }) => ambiente === empresa.ambiente);
    return { empresa, certificado, clave: claves.get(empresaId), alcances, solicitud, rangos };
  });

/** The environment of the company's pending request. */
async function pendingAmbiente(tx: Tx, empresaId: string): Promise<Ambiente | undefined> {
  const last = await lastSolicitud(tx, empresaId);
  return last?.estado === 'pendiente' ? last.nuevo_ambiente : undefined;
}

/** Withdraws the company's pending request. @throws Problem `solicitud/resuelta` when none is pending */
export const withdrawRequest = (ctx: Context, empresaId: string, by: Actor): Promise<void> =>
  ctx.db.tenant(empresaId, async (tx) => {
    const ambiente = await withdrawSolicitud(tx, empresaId, { por: by.por, en: ctx.clock.now() });
    if (ambiente === undefined) refuse('solicitud/resuelta');
    const act = { tipo: 'ambiente.retirado', datos: { ambiente, ...by } } as const;
    await ctx.events.append(tx, empresaId, [act, configuracionEvent('ambiente')]);
  });

/** The changes of a form; fields left out remain as they are. */
export interface Changes {
  readonly idExterno?: string | undefined;
  /** A new certificate. */
  readonly certificado?: FormFile | undefined;
  /** Password of the new certificate; without one, of the certificate in use, which it must open. */
  readonly password?: string | undefined;
  readonly nuevoAmbiente?: Ambiente | undefined;
  /** Ranges of the company's environment; identical stored ones are skipped. */
  readonly rangos: readonly Omit<NewRange, 'ambiente'>[];
}

/** How long after validating the Secret Key a session may request another environment. */
const secretGoodMs = 10 * 60_000;

/**
 * Saves all changes, or none.
 *
 * @returns the environment of the pending request, if there is one, and the notices about the certificate's file
 * @throws Problem `certificado/…`, `secreto/…`, `secuencia/invalida`
 */
export async function saveConfiguracion(
  ctx: Context,
  caller: PersonCaller,
  changes: Changes,
  by: Actor,
): Promise<{ readonly pending: Ambiente | undefined; readonly notices: readonly string[] }> {
  const { empresaId } = caller;
  const { idExterno, rangos, nuevoAmbiente } = changes;
  const certificado = await readCertificate(ctx, empresaId, changes);
  const validated = nuevoAmbiente && (await ctx.db.system((tx) => secretValidatedAt(tx, caller.sesionId)));

  return ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const { empresa } = await readEmpresa(tx, empresaId);
    const events: NewEvent[] = [];
    if (idExterno !== undefined && idExterno !== empresa.id_externo) {
      await repo.saveEmpresa(tx, empresaId, { id_externo: idExterno });
      const datos = { antes: empresa.id_externo, idExterno, ...by };
      events.push({ tipo: 'configuracion.id_externo', datos }, configuracionEvent('empresa'));
    }
    if (certificado !== undefined) events.push(...(await putCertificate(ctx, tx, certificado.row, by)));
    if (rangos.length > 0) {
      const own = rangos.map((range) => ({ ...range, ambiente: empresa.ambiente }));
      const name = (at: number) => `RangosENCF, entrada ${at + 1}: `;
      events.push(...(await addRanges(ctx, tx, empresaId, own, { name, passOverKnown: true }, by)).events);
    }
    let pending = await pendingAmbiente(tx, empresaId);
    if (nuevoAmbiente !== undefined && nuevoAmbiente !== empresa.ambiente && nuevoAmbiente !== pending) {
      if (empresa.secreto_ultimos === null) refuse('secreto/falta');
      if (!validated || ctx.clock.now().getTime() - validated.getTime() > secretGoodMs) refuse('secreto/sin-validar');
      events.push(...(await askForAmbiente(ctx, tx, empresa, nuevoAmbiente, by)));
      pending = nuevoAmbiente;
    }
    await ctx.events.append(tx, empresaId, events);
    return { pending, notices: certificado?.notices ?? [] };
  });
}

/**
 * The new certificate, encrypted, and the notices about its file. If only a password is sent, it must be that of the
 * certificate in use.
 *
 * @throws Problem `certificado/…`
 */
export async function readCertificate(
  ctx: Context,
  empresaId: string,
  { certificado, password }: Pick<Changes, 'certificado' | 'password'>,
) {
  if (certificado !== undefined) {
    if (password === undefined) return refuse('certificado/invalido', 'Indique la contraseña del certificado');
    const material = await openCertificate(ctx, certificado, password);
    return { row: await sealCertificate(ctx, empresaId, material), notices: material.notices ?? [] };
  }
  if (password !== undefined) {
    const { archivo: name, p12: bytes } = await readCertificateFile(ctx, empresaId);
    await openCertificate(ctx, { name, bytes }, password);
  }
  return undefined;
}

/** The .p12 in use, as it was uploaded. That a person downloads it is recorded. @throws Problem `certificado/falta` */
export async function takeCertificateFile(ctx: Context, empresaId: string, by: Actor) {
  const { id, archivo, huella, p12 } = await readCertificateFile(ctx, empresaId);
  await ctx.db.tenant(empresaId, (tx) =>
    ctx.events.append(tx, empresaId, [
      { tipo: 'certificado.descargado', sujeto: id, datos: { huella, archivo, ...by } },
    ]),
  );
  return { archivo, p12 };
}

async function askForAmbiente(
  ctx: Context,
  tx: Tx,
  { id: empresa_id, ambiente }: { readonly id: string; readonly ambiente: Ambiente },
  nuevoAmbiente: Ambiente,
  by: Actor,
): Promise<NewEvent[]> {
  const pedida = ctx.clock.now();
  const id = newId(pedida);
  const asked = { ambiente_actual: ambiente, nuevo_ambiente: nuevoAmbiente };
  await replaceSolicitud(tx, { empresa_id, id, ...asked, pedida_por: by.por, pedida });
  const datos = { ambiente, nuevoAmbiente, ...by };
  return [{ tipo: 'ambiente.solicitado', sujeto: id, datos }, configuracionEvent('ambiente')];
}
