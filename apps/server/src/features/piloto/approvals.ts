import { forgetRehearsal, rehearseSending, rehearseSigning } from '../../domain/received/rehearse-approvals.ts';
import { sendApprovals, signApprovals } from '../../domain/received/workbook-approvals.ts';
import { type ApprovalCounts, countApprovals, holdNext } from '../../domain/received/workbook-approvals-repo.ts';
import type { Context } from '../context.ts';
import type { Advance } from './advance.ts';
import type { Pilot } from './repo.ts';

/** Approvals on their way at once. After a rejection, no more than these have been sent. */
const atOnce = 6;

/** The next move of the pilot with the workbook of approvals. */
export const advanceApprovals: Advance = async (ctx, pilot) => moves[pilot.etapa]?.(ctx, pilot) ?? 'wait';

const moves: Readonly<Partial<Record<Pilot['etapa'], Advance>>> = {
  async leyendo(ctx, pilot) {
    const { total, con_errores, enviados } = await countsOf(ctx, pilot, false);
    if (total === 0 || con_errores > 0) return { etapa: 'corregir' };
    if (enviados === total) return { etapa: 'envio' };
    await forgetRehearsal(ctx, pilot.empresa_id);
    return { etapa: 'ensayo_firma' };
  },
  async ensayo_firma(ctx, pilot) {
    const { total, firmados } = await countsOf(ctx, pilot, true);
    if (firmados < total) await rehearseSigning(ctx, pilot.empresa_id);
    return { etapa: 'ensayo_envio' };
  },
  async ensayo_envio(ctx, pilot) {
    const { total, enviados } = await countsOf(ctx, pilot, true);
    if (enviados < total) await rehearseSending(ctx, pilot.empresa_id);
    const { aceptadas } = await countsOf(ctx, pilot, true);
    return { etapa: aceptadas === total ? 'listo' : 'corregir' };
  },
  async firma(ctx, pilot) {
    const { total, firmados } = await countsOf(ctx, pilot, false);
    if (firmados < total) await signApprovals(ctx, pilot.empresa_id);
    return { etapa: 'envio' };
  },
  async envio(ctx, pilot) {
    const { empresa_id: empresaId } = pilot;
    const { total, enviados, aceptadas, rechazadas, sin_confirmar } = await countsOf(ctx, pilot, false);
    const onTheWay = enviados - aceptadas - rechazadas - sin_confirmar;
    if (aceptadas === total) return { etapa: 'completo' };
    if (rechazadas + sin_confirmar > 0) return onTheWay > 0 ? 'wait' : { etapa: 'detenido' };
    const most = atOnce - Math.min(onTheWay, atOnce);
    const next = await ctx.db.tenant(empresaId, (tx) =>
      holdNext(tx, empresaId, pilot.ambiente, 'envio', undefined, most),
    );
    const ids = next.map(({ id }) => id);
    if (ids.length > 0)
      await sendApprovals(ctx, empresaId, { por: pilot.por ?? '', ip: pilot.ip ?? '', aunquePresentado: true }, ids);
    return ids.length === 0 && onTheWay === 0 ? { etapa: 'detenido' } : 'wait';
  },
};

const countsOf = (ctx: Context, { empresa_id, ambiente }: Pilot, ensayo: boolean): Promise<ApprovalCounts> =>
  ctx.db.tenant(empresa_id, (tx) => countApprovals(tx, empresa_id, ambiente, ensayo));
