import type { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { abs, type Decimal, decimal, divide, formatDecimal, isZero, mul, sub } from '@timbre/values';
import { bringUpToDate } from '../../../domain/reports/catch-up.ts';
import type { Scope } from '../../../domain/reports/scope.ts';
import type { Context } from '../../context.ts';
import { BasesGone, basesOf } from '../it1/it1.ts';
import { liveRows, type ReporteConFilas } from '../live/rows.ts';
import type { ReporteRow } from '../repo.ts';
import { savedRows } from '../saved/parts.ts';
import { demandReady } from '../service.ts';
import { type Compared, compareRows, type FieldDifference } from './compare.ts';

type Tipo = reportes.TipoDeReporte;

/** Maximum differences of an answer. */
const most = 500;

/**
 * Differences between an earlier saved report and a later one of its kind: their totals, and their rows or, of an IT-1,
 * their boxes.
 *
 * @throws Problem as {@link demandReady}, for each of the two
 */
export async function compareSaved(ctx: Context, empresaId: string, tipo: Tipo, id: string, con: string) {
  const [after, before] = await ctx.db.reading(empresaId, async (tx) => [
    await demandReady(tx, empresaId, tipo, id),
    await demandReady(tx, empresaId, tipo, con),
  ]);
  const rowsOf =
    ({ id: reportId }: ReporteRow) =>
    () =>
      savedRows(ctx.db, empresaId, reportId);
  const compared =
    tipo === 'it1' ? compareBoxes(before!, after!) : await compareRows(tipo, rowsOf(before!), rowsOf(after!), most);
  const { agregadas, quitadas, cambiadas, diferencias } = compared;
  return { totales: totalsOf(before!, after!), agregadas, quitadas, cambiadas, diferencias: [...diferencias] };
}

function compareBoxes(before: ReporteRow, after: ReporteRow): Compared {
  const earlier = new Map(boxesOf(before).map(({ id, valor }) => [id, valor]));
  const diferencias = boxesOf(after).flatMap(({ id, nombre, valor }): FieldDifference[] =>
    earlier.get(id) === valor
      ? []
      : [{ ncf: id, clase: 'cambiada', campo: nombre, antes: earlier.get(id) ?? null, despues: valor }],
  );
  return { agregadas: 0, quitadas: 0, cambiadas: diferencias.length, ncf: [], diferencias };
}

const boxesOf = ({ resumen }: ReporteRow) => [...(resumen?.anexoA ?? []), ...(resumen?.formulario ?? [])];

const concepts = [
  ['Monto total', 'montoTotal'],
  ['ITBIS', 'itbisTotal'],
  ['Subtotal', 'subtotal'],
  ['Registros', 'cantidadRegistros'],
] as const;

const totalsOf = (before: ReporteRow, after: ReporteRow) =>
  concepts.map(([concepto, key]) => {
    const [antes, despues] = [String(before.totales?.[key] ?? 0), String(after.totales?.[key] ?? 0)];
    return { concepto, antes, despues, porciento: percentOf(decimal(antes), decimal(despues)) };
  });

/** The change in per cent with one decimal; null if the first amount is zero. */
const percentOf = (before: Decimal, after: Decimal): string | null =>
  isZero(before) ? null : formatDecimal(divide(mul(sub(after, before), decimal('100')), abs(before), 1), 1);

/**
 * Differences between the current receipts and a saved report; for an IT-1, the two reports that it is made of.
 *
 * @throws Problem as {@link demandReady}; `reportes/sin-606-607`
 */
export async function changesSince(ctx: Context, scope: Scope, tipo: Tipo, id: string) {
  const { empresaId } = scope;
  const report = await ctx.db.reading(empresaId, (tx) => demandReady(tx, empresaId, tipo, id));
  const filed = tipo === 'it1' ? await bases(ctx, report) : [report];
  const days = { desde: report.desde, hasta: report.hasta };
  const ofReport = { ...scope, ambiente: report.ambiente };
  if (tipo !== '608') await bringUpToDate(ctx, ofReport, days);
  const sum = { agregadas: 0, quitadas: 0, cambiadas: 0, ncf: [] as string[] };
  for (const { id: filedId, tipo: code } of filed) {
    const saved = () => savedRows(ctx.db, empresaId, filedId);
    const live = () => liveRows(ctx.db, ofReport, code as ReporteConFilas, days);
    const compared = await compareRows(code as ReporteConFilas, saved, live, most);
    sum.agregadas += compared.agregadas;
    sum.quitadas += compared.quitadas;
    sum.cambiadas += compared.cambiadas;
    sum.ncf = [...sum.ncf, ...compared.ncf].slice(0, most);
  }
  return sum;
}

async function bases(ctx: Context, report: ReporteRow): Promise<readonly ReporteRow[]> {
  try {
    const { compras, ventas } = await ctx.db.reading(report.empresa_id, (tx) => basesOf(tx, report));
    return [compras, ventas];
  } catch (error) {
    if (error instanceof BasesGone) return refuse('reportes/sin-606-607');
    throw error;
  }
}
