import type { reportes } from '@timbre/contract';
import type { Periodo } from '@timbre/values';
import { daysOf, type Scope } from '../../domain/reports/scope.ts';
import type { Context } from '../../features/context.ts';
import { requestReport } from '../../features/reportes/generate/request.ts';
import { answerLive, listLive } from '../../features/reportes/live/service.ts';
import { fileReport, newestOf, scopeOf, today } from '../../features/reportes/service.ts';
import { by } from './act.ts';
import type { Past } from './past.ts';
import type { Closing } from './plan.ts';

type Renglon = reportes.ComprobanteDeReporte;

/** More lines than a month of the demonstration has. */
const allLines = 500;
/** Of the lines of the open month, one in so many is left to be answered. */
const leftOfEach = 5;
/** Answers of a person to what neither the receipt nor a suggestion says. */
const usual: Readonly<Record<string, string>> = {
  tipo_bienes_servicios: '09',
  tipo_retencion_isr: '02',
  forma_pago: '01',
  itbis_proporcionalidad: '0.00',
  itbis_costo: '0.00',
};

/** The 606 of a month: it is answered and filed; or answered in part, with suggestions for the rest. */
export async function closeMonth(past: Past, empresaId: string, { periodo, filed }: Closing): Promise<void> {
  const { ctx } = past;
  const scope = await scopeOf(ctx, empresaId);
  const lines = await linesOf(ctx, scope, periodo);
  const answered = filed ? lines : lines.filter((_, at) => at % leftOfEach !== 0);
  await answerLines(ctx, scope, answered);
  if (filed) await fileOnce(past, scope, periodo);
}

/** The lines of a month in the 606, in their order. */
export async function linesOf(ctx: Context, scope: Scope, periodo: string): Promise<readonly Renglon[]> {
  const { comprobantes } = await listLive(ctx, scope, '606', { periodo, cuantos: allLines });
  return comprobantes;
}

/** Answers what some lines still ask, as a person does who follows the suggestions. */
async function answerLines(ctx: Context, scope: Scope, lines: readonly Renglon[]): Promise<void> {
  const cambios = lines.flatMap(({ id, pendientes, sugerencias, fila }) => {
    const asked = new Set([...pendientes, ...Object.keys(sugerencias)]);
    if (asked.size === 0) return [];
    const answer = (key: string) =>
      sugerencias[key] ?? usual[key] ?? (key === 'fecha_pago' ? fila.fecha_comprobante : undefined);
    const known = [...asked].flatMap((key) => (answer(key) === undefined ? [] : [[key, answer(key)!]]));
    return [{ id, respuestas: Object.fromEntries(known) as Record<string, string> }];
  });
  if (cambios.length > 0) await answerLive(ctx, scope, '606', cambios, undefined, by);
}

async function fileOnce(past: Past, scope: Scope, periodo: string): Promise<void> {
  const { ctx } = past;
  const days = daysOf(periodo as Periodo);
  const existing = async () =>
    (await newestOf(ctx, scope, '606')).find(({ desde, hasta }) => desde === days.desde && hasta === days.hasta);
  const report = (await existing()) ?? (await requestReport(ctx, scope, '606', days, {}, false, by));
  if (report.presentado !== null) return;
  await past.settle();
  const filing = { numero: `${periodo}-606-01`, fecha: today(ctx) };
  await fileReport(ctx, scope.empresaId, '606', report.id, filing, by);
}
