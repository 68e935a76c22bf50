import type { Ambiente } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { lockEmpresa } from '../../db/lock-empresa.ts';
import type { Tx } from '../../db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../events/events.ts';
import type { Actor, PersonCaller } from '../../http/caller.ts';
import type { FormFile } from '../../http/form.ts';
import { refuse } from '../../http/problem.ts';
import {
  openCertificate,
  putCertificate,
  readCertificateFile,
  readEmpresa,
  sealCertificate,
} from '../empresa/service.ts';
import * as repo from './repo.ts';
import { addRanges, type NewRange, readSecuencias } from './secuencias/service.ts';

/** Everything that the General tab shows. */
export const viewConfiguracion = (ctx: Context, empresaId: string) =>
  ctx.db.tenant(empresaId, async (tx) => {
    const [{ empresa, certificado }, clave, nuevoAmbiente, { rows }] = await Promise.all([
      readEmpresa(tx, empresaId),
      repo.openKey(tx, empresaId),
      repo.pendingAmbiente(tx, empresaId),
      readSecuencias(tx, empresaId),
    ]);
    const rangos = rows.filter(({ ambiente }) => ambiente === empresa.ambiente);
    return { empresa, certificado, clave, nuevoAmbiente, rangos };
  });

/** What a form changes; what does not come stays as it is. */
export interface Changes {
  readonly idExterno?: string | undefined;
  /** A certificate to be put in use. */
  readonly certificado?: FormFile | undefined;
  /** Of that certificate; without one, of the one in use: it must open it. */
  readonly password?: string | undefined;
  readonly nuevoAmbiente?: Ambiente | undefined;
  /** Ranges of the company's environment; those that are there already are passed over. */
  readonly rangos: readonly Omit<NewRange, 'ambiente'>[];
}

/** For how long a validated Secret Key lets its session ask for another environment. */
const secretGoodMs = 10 * 60_000;

/**
 * Saves all of it, or nothing.
 *
 * @returns the environment that now waits for approval; undefined when none does
 * @throws Problem `certificado/…`, `secreto/…`, `secuencia/invalida`
 */
export async function saveConfiguracion(
  ctx: Context,
  caller: PersonCaller,
  changes: Changes,
  by: Actor,
): Promise<Ambiente | undefined> {
  const { empresaId } = caller;
  const { idExterno, rangos, nuevoAmbiente } = changes;
  const certificado = await readCertificate(ctx, empresaId, changes);
  const validated = nuevoAmbiente && (await ctx.db.system((tx) => repo.secretValidatedAt(tx, caller.sesionId)));

  return ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const { empresa } = await readEmpresa(tx, empresaId);
    const events: NewEvent[] = [];
    if (idExterno !== undefined && idExterno !== empresa.id_externo) {
      await repo.saveEmpresa(tx, empresaId, { id_externo: idExterno });
      const datos = { antes: empresa.id_externo, idExterno, ...by };
      events.push({ tipo: 'configuracion.id_externo', datos }, configuracionEvent('empresa'));
    }
    if (certificado !== undefined) events.push(...(await putCertificate(ctx, tx, certificado, by)));
    if (rangos.length > 0) {
      const own = rangos.map((range) => ({ ...range, ambiente: empresa.ambiente }));
      const name = (at: number) => `RangosENCF, entrada ${at + 1}: `;
      events.push(...(await addRanges(ctx, tx, empresaId, own, { name, passOverKnown: true }, by)).events);
    }
    let pending = await repo.pendingAmbiente(tx, empresaId);
    if (nuevoAmbiente !== undefined && nuevoAmbiente !== empresa.ambiente && nuevoAmbiente !== pending) {
      if (empresa.secreto_ultimos === null) refuse('secreto/falta');
      if (!validated || ctx.clock.now().getTime() - validated.getTime() > secretGoodMs) refuse('secreto/sin-validar');
      events.push(...(await askForAmbiente(ctx, tx, empresa, nuevoAmbiente, by)));
      pending = nuevoAmbiente;
    }
    await ctx.events.append(tx, empresaId, events);
    return pending;
  });
}

/**
 * The certificate to be put in use, sealed; where only its password comes, it must be that of the one in use.
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
    return sealCertificate(ctx, empresaId, await openCertificate(ctx, certificado, password));
  }
  if (password !== undefined) {
    const { archivo: name, p12: bytes } = await readCertificateFile(ctx, empresaId);
    await openCertificate(ctx, { name, bytes }, password);
  }
  return undefined;
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
  const asked = { tipo: 'ambiente' as const, ambiente_actual: ambiente, nuevo_ambiente: nuevoAmbiente };
  await repo.replaceRequest(tx, { empresa_id, id, ...asked, pedida_por: by.por, pedida });
  const datos = { ambiente, nuevoAmbiente, ...by };
  return [{ tipo: 'ambiente.solicitado', sujeto: id, datos }, configuracionEvent('ambiente')];
}
