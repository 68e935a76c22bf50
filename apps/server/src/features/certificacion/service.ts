import type { Ambiente, certificacion } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { lackingOfApprovals } from '../../domain/received/workbook-approvals-repo.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { lackingOfImports } from '../importacion/service.ts';
import { lackingOfSimulation } from '../simulacion/service.ts';
import { findProgress, type Progress, storeProgress } from './repo.ts';

type Certificacion = certificacion.Certificacion;
type NumeroDePaso = certificacion.NumeroDePaso;

/** A step that is to be saved. */
interface Change {
  readonly paso: NumeroDePaso;
  readonly completado: boolean;
  readonly porPortal?: boolean;
}

/**
 * A sentence with what the company's own documents lack for a step; undefined if nothing. Only documents sent for
 * real count, not rehearsals. See docs/design/certification.md#steps.
 */
const lacking: Readonly<
  Record<NumeroDePaso, (tx: Tx, empresaId: string, ambiente: Ambiente) => Promise<string | undefined>>
> = { 1: lackingOfImports, 2: lackingOfApprovals, 3: lackingOfSimulation };
const steps = [1, 2, 3] as const;

const unsaved = { pasos: {}, guardada: null, completada: null };

async function viewOf(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<Certificacion> {
  const { pasos, guardada, completada } = (await findProgress(tx, empresaId, ambiente)) ?? unsaved;
  return {
    ambiente,
    pasos: await Promise.all(
      steps.map(async (paso) => {
        const done = (pasos as Progress['pasos'])[paso];
        return {
          paso,
          completado: done?.momento ?? null,
          porPortal: done?.porPortal ?? false,
          falta: (await lacking[paso](tx, empresaId, ambiente)) ?? null,
        };
      }),
    ),
    guardada: guardada?.toISOString() ?? null,
    completada: completada?.toISOString() ?? null,
  };
}

/** The progress of a company in its environment. */
export async function viewProgress({ db, issuers }: Context, empresaId: string): Promise<Certificacion> {
  const { ambiente } = await issuers.of(empresaId);
  return db.tenant(empresaId, (tx) => viewOf(tx, empresaId, ambiente));
}

/**
 * Saves changed steps; the other steps stay as they are.
 *
 * @throws Problem `certificacion/orden`, `certificacion/falta`
 */
export const saveProgress = (
  ctx: Context,
  empresaId: string,
  by: Actor,
  changes: readonly Change[],
): Promise<Certificacion> =>
  change(ctx, empresaId, async (tx, ambiente, before) => {
    const pasos = { ...before.pasos };
    const news: NewEvent[] = [];
    for (const { paso, completado, porPortal = false } of changes) {
      if ((pasos[paso] !== undefined) === completado) continue;
      if (completado) {
        if (paso > 1 && pasos[paso - 1] === undefined) refuse('certificacion/orden');
        const falta = porPortal ? undefined : await lacking[paso](tx, empresaId, ambiente);
        if (falta !== undefined) refuse('certificacion/falta', falta);
        pasos[paso] = { momento: ctx.clock.now().toISOString(), porPortal };
      } else delete pasos[paso];
      news.push({ tipo: 'certificacion.paso', datos: { paso, completado, porPortal, ambiente, ...by } });
    }
    const isWhole = steps.every((paso) => pasos[paso] !== undefined);
    return { pasos, completada: isWhole ? before.completada : null, news };
  });

/**
 * Completes the certification. Repeating the call changes nothing.
 *
 * @throws Problem `certificacion/incompleta`
 */
export const finish = (ctx: Context, empresaId: string, by: Actor): Promise<Certificacion> =>
  change(ctx, empresaId, async (_, ambiente, { pasos, completada }) => {
    if (!steps.every((paso) => pasos[paso] !== undefined)) refuse('certificacion/incompleta');
    if (completada !== null) return { pasos, completada, news: [] };
    return {
      pasos,
      completada: ctx.clock.now(),
      news: [{ tipo: 'certificacion.completada', datos: { ambiente, ...by } }],
    };
  });

interface Changed extends Pick<Progress, 'pasos' | 'completada'> {
  readonly news: readonly NewEvent[];
}

/** Changes the progress under the lock of the company, so that two browsers do not overwrite each other's changes. */
async function change(
  { db, issuers, clock, events }: Context,
  empresaId: string,
  work: (tx: Tx, ambiente: Ambiente, before: Pick<Progress, 'pasos' | 'completada'>) => Promise<Changed>,
): Promise<Certificacion> {
  const { ambiente } = await issuers.of(empresaId);
  return db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const before = await findProgress(tx, empresaId, ambiente);
    const { pasos, completada, news } = await work(tx, ambiente, before ?? { pasos: {}, completada: null });
    await storeProgress(tx, empresaId, ambiente, { pasos, completada, guardada: clock.now() });
    if (news.length > 0) await events.append(tx, empresaId, [...news, configuracionEvent('certificacion')]);
    return viewOf(tx, empresaId, ambiente);
  });
}
