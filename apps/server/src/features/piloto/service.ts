import { type Ambiente, piloto } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { loadApprovals } from '../../domain/received/workbook-approvals.ts';
import { newId } from '../../platform/db/id.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import { saveProgress } from '../certificacion/service.ts';
import type { Context } from '../context.ts';
import { createImport } from '../importacion/service.ts';
import { PILOT } from './jobs.ts';
import { tallyPhases } from './phases-repo.ts';
import { holdPilot, markedSteps, movePilot, type Pilot, storeMarkedSteps, storePilot } from './repo.ts';
import type { Etapa } from './tables.ts';

type Parte = piloto.ParteDePiloto;

/** A stage as the contract names it. */
export const etapaDe = (etapa: Etapa): piloto.EtapaDePiloto => {
  if (etapa === 'ensayo_firma' || etapa === 'ensayo_envio') return 'ensayando';
  return etapa === 'firma' || etapa === 'envio' ? 'enviando' : etapa;
};

/** The environment of a company. Refuses one where the pilot may not work. @throws Problem `piloto/ambiente` */
async function testAmbienteOf({ issuers }: Context, empresaId: string): Promise<Ambiente> {
  const { ambiente } = await issuers.of(empresaId);
  return ambiente === 'ecf' ? refuse('piloto/ambiente') : ambiente;
}

/**
 * Accepts a workbook of the DGII, replacing the previous one. It is read and rehearsed in the background.
 *
 * @throws Problem `piloto/ambiente`, `piloto/en-curso`, `archivo/…`, `aprobacion/libro`, `certificado/…`
 */
export async function loadWorkbook(
  ctx: Context,
  empresaId: string,
  parte: Parte,
  archivo: { readonly name: string; readonly bytes: Buffer },
  usuarioId: string | null,
  by: Actor,
): Promise<piloto.EtapaDePiloto> {
  const ambiente = await testAmbienteOf(ctx, empresaId);
  if (!/\.(xlsx|xls)$/i.test(archivo.name)) refuse('archivo/tipo', `«${archivo.name}» no termina en .xlsx ni en .xls`);
  await ctx.signers.of(empresaId);
  await ctx.db.tenant(empresaId, (tx) => demandIdle(tx, empresaId, ambiente, parte));
  if (parte === 'aprobaciones') await loadApprovals(ctx, empresaId, archivo.bytes, 'leer');
  const importacionId =
    parte === 'comprobantes'
      ? await createImport(ctx, empresaId, {
          usuarioId,
          archivo: archivo.name,
          contenido: archivo.bytes,
          dePiloto: true,
        })
      : null;
  const now = ctx.clock.now();
  const id = newId(now);
  await ctx.db.tenant(empresaId, async (tx) => {
    await demandIdle(tx, empresaId, ambiente, parte);
    const row = { empresa_id: empresaId, ambiente, parte, id, importacion_id: importacionId, motivo: null, ...by };
    await storePilot(tx, { ...row, etapa: 'leyendo', cambiado: now });
    await ctx.queue.enqueue(tx, [{ clase: PILOT, empresaId, sujeto: id }]);
    await ctx.events.append(tx, empresaId, [configuracionEvent('certificacion')]);
  });
  return 'leyendo';
}

async function demandIdle(tx: Tx, empresaId: string, ambiente: Ambiente, parte: Parte): Promise<void> {
  const etapa = (await holdPilot(tx, empresaId, ambiente, parte))?.etapa;
  if (etapa === 'firma' || etapa === 'envio') refuse('piloto/en-curso');
}

/**
 * Rehearses a workbook again.
 *
 * @throws Problem `piloto/ambiente`, `piloto/falta`, `piloto/en-curso`
 */
export const rehearseAgain = (ctx: Context, empresaId: string, parte: Parte, by: Actor) =>
  restart(ctx, empresaId, parte, async (_tx, pilot) => {
    if (!mayRehearse(pilot)) refuse('piloto/en-curso');
    return { etapa: 'leyendo', ...by };
  });

/** Whether the workbook of a pilot can be rehearsed again. */
export const mayRehearse = ({ etapa }: Pick<Pilot, 'etapa'>): boolean =>
  etapa === 'corregir' || etapa === 'listo' || etapa === 'detenido';

/** Why a pilot cannot send its workbook; undefined if it can. @param isRejected whether the DGII rejected any of it */
export function sendRefusal({ etapa }: Pick<Pilot, 'etapa'>, isRejected: boolean) {
  if (etapa === 'firma' || etapa === 'envio') return 'piloto/en-curso';
  if (etapa === 'detenido') return isRejected ? 'piloto/rechazado' : undefined;
  return etapa === 'listo' ? undefined : 'piloto/sin-ensayar';
}

/**
 * Sends a rehearsed workbook for real. One that stopped without a rejection continues.
 *
 * @throws Problem `piloto/ambiente`, `piloto/falta`, `piloto/en-curso`, `piloto/sin-ensayar`, `piloto/rechazado`
 */
export const sendForReal = (ctx: Context, empresaId: string, parte: Parte, by: Actor) =>
  restart(ctx, empresaId, parte, async (tx, pilot) => {
    const refusal = sendRefusal(pilot, await isAnyRejected(tx, pilot));
    if (refusal !== undefined) refuse(refusal);
    await ctx.events.append(tx, empresaId, [
      { tipo: 'piloto.enviado', datos: { parte, ambiente: pilot.ambiente, ...by } },
    ]);
    return { etapa: 'firma', ...by };
  });

async function isAnyRejected(tx: Tx, { empresa_id, importacion_id }: Pilot): Promise<boolean> {
  if (importacion_id === null) return false;
  const tallies = await tallyPhases(tx, empresa_id, importacion_id);
  return [...tallies.values()].some(({ rechazados }) => rechazados > 0);
}

async function restart(
  ctx: Context,
  empresaId: string,
  parte: Parte,
  decide: (tx: Tx, pilot: Pilot) => Promise<{ readonly etapa: Etapa } & Actor>,
): Promise<piloto.EtapaDePiloto> {
  const ambiente = await testAmbienteOf(ctx, empresaId);
  await ctx.signers.of(empresaId);
  return ctx.db.tenant(empresaId, async (tx) => {
    const pilot = (await holdPilot(tx, empresaId, ambiente, parte)) ?? refuse('piloto/falta');
    const next = await decide(tx, pilot);
    await movePilot(tx, pilot, { ...next, motivo: null, cambiado: ctx.clock.now() });
    await ctx.queue.enqueue(tx, [{ clase: PILOT, empresaId, sujeto: pilot.id }]);
    await ctx.events.append(tx, empresaId, [configuracionEvent('certificacion')]);
    return etapaDe(next.etapa);
  });
}

/**
 * Marks a step of the process as done, or no longer. Those of the certification are stored with it, as approved by the
 * portal.
 *
 * @throws Problem `certificacion/orden`
 */
export async function markStep(
  ctx: Context,
  empresaId: string,
  numero: number,
  hecho: boolean,
  by: Actor,
): Promise<void> {
  const paso = piloto.pasoDeCertificacion(numero);
  if (paso !== undefined) {
    await saveProgress(ctx, empresaId, by, [{ paso, completado: hecho, porPortal: true }]);
    return;
  }
  const { ambiente } = await ctx.issuers.of(empresaId);
  await ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const { [numero]: marked, ...others } = await markedSteps(tx, empresaId, ambiente);
    if ((marked !== undefined) === hecho) return;
    await storeMarkedSteps(tx, empresaId, ambiente, {
      ...others,
      ...(hecho && { [numero]: ctx.clock.now().toISOString() }),
    });
    await ctx.events.append(tx, empresaId, [
      { tipo: 'piloto.paso', datos: { numero, hecho, ambiente, ...by } },
      configuracionEvent('certificacion'),
    ]);
  });
}
