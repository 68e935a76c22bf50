import type { Context } from '../context.ts';
import { forgetRehearsal, rehearseSending, rehearseSigning } from '../importacion/rehearsal/service.ts';
import { askToSend, askToSign } from '../importacion/service.ts';
import { progressOf, viewImport, viewIncidencias } from '../importacion/shown/service.ts';
import type { Advance } from './advance.ts';
import { documentPhases, nextOfPhase, type PhaseTally, tallyPhases } from './phases-repo.ts';
import { registerNumbers } from './ranges.ts';
import type { Pilot } from './repo.ts';

/** Documents on their way at once. After a rejection, no more than these have been sent. */
const atOnce = 6;

/** The next move of the pilot with the workbook of e-CF. */
export const advanceDocuments: Advance = async (ctx, pilot) => {
  const { empresa_id: empresaId, importacion_id: id } = pilot;
  if (id === null) throw new Error('A pilot of documents without its import');
  const of = { empresaId, importacionId: id };
  switch (pilot.etapa) {
    case 'leyendo': {
      const { estado, totales } = await progressIn(ctx, pilot, false);
      if (estado === 'procesando') return 'wait';
      if (estado === 'error') return { etapa: 'corregir' };
      // The DGII accepted the whole set before, in another workbook.
      if (totales.total > 0 && totales.aceptados === totales.total) return { etapa: 'envio' };
      await registerNumbers(ctx, pilot, { por: pilot.por ?? '', ip: pilot.ip ?? '' });
      await forgetRehearsal(ctx, of);
      await rehearseSigning(ctx, of, { ids: undefined, agregarFechaHoraFirma: true });
      return { etapa: 'ensayo_firma' };
    }
    case 'ensayo_firma': {
      if ((await progressIn(ctx, pilot, true)).enCurso.firmar > 0) return 'wait';
      await rehearseSending(ctx, of, { ids: undefined });
      return { etapa: 'ensayo_envio' };
    }
    case 'ensayo_envio': {
      if ((await progressIn(ctx, pilot, true)).enCurso.enviar > 0) return 'wait';
      return { etapa: (await isSound(ctx, pilot)) ? 'listo' : 'corregir' };
    }
    case 'firma': {
      await askToSign(ctx, of, { ids: undefined, agregarFechaHoraFirma: true, filasOcultas: true });
      const { enCurso, totales } = await progressIn(ctx, pilot, false);
      if (enCurso.firmar > 0) return 'wait';
      return { etapa: totales.firmados === totales.total ? 'envio' : 'detenido' };
    }
    case 'envio':
      return sendNext(ctx, pilot, id);
    default:
      return 'wait';
  }
};

const progressIn = (ctx: Context, { empresa_id: empresaId, importacion_id }: Pilot, ensayo: boolean) =>
  progressOf(ctx, { empresaId, importacionId: importacion_id!, ensayo });

/** Whether the rehearsal found no faults, and the built-in authority accepted every document that is sent. */
async function isSound(ctx: Context, pilot: Pilot): Promise<boolean> {
  const of = { empresaId: pilot.empresa_id, importacionId: pilot.importacion_id!, ensayo: true };
  const { cuentas } = await viewImport(ctx, of);
  const { total } = await viewIncidencias(ctx, of, { limite: 1 });
  return total === 0 && cuentas.length > 0 && cuentas.every(({ estado }) => passed.has(estado));
}

/** States of sound documents after the rehearsal; a full invoice that has a summary stays signed. */
const passed: ReadonlySet<string> = new Set(['aceptado', 'aceptado_condicional', 'firmado']);

/** Sends the next documents of the first group that is not accepted as a whole. */
async function sendNext(ctx: Context, { empresa_id: empresaId }: Pilot, id: string): ReturnType<Advance> {
  const next = await ctx.db.tenant(empresaId, async (tx) => {
    const tallies = await tallyPhases(tx, empresaId, id);
    const fase = documentPhases.find((one) => isOpen(tallies.get(one)));
    if (fase === undefined) return 'completo';
    const { rechazados, sin_confirmar, en_camino } = tallies.get(fase)!;
    if (rechazados + sin_confirmar > 0) return en_camino > 0 ? 'wait' : 'detenido';
    const ids = await nextOfPhase(tx, empresaId, id, fase, atOnce - Math.min(en_camino, atOnce));
    return ids.length === 0 && en_camino === 0 ? 'detenido' : ids;
  });
  if (next === 'wait') return next;
  if (next === 'completo' || next === 'detenido') return { etapa: next };
  if (next.length > 0) await askToSend(ctx, { empresaId, importacionId: id }, { ids: next });
  return 'wait';
}

const isOpen = (tally: PhaseTally | undefined): boolean => tally !== undefined && tally.aceptados < tally.total;
