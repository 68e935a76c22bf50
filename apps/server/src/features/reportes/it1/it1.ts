import type { reportes } from '@timbre/contract';
import {
  addPurchase,
  addSale,
  type FilledIT1,
  fillIT1,
  type IT1Facts,
  mergeFacts,
  noFacts,
  preAudit,
  resumenGerencial,
} from '@timbre/reports';
import { addMonths, type Decimal, decimal, formatDecimal, type Periodo } from '@timbre/values';
import { inSlices } from '@timbre/worker/in-slices';
import { daysOf, type Scope } from '../../../domain/reports/scope.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Context } from '../../context.ts';
import { progressOf, type Write } from '../generate/progress.ts';
import { findReporte, type Made, newestFiled, newestReady, type ReporteRow } from '../repo.ts';
import { savedRows } from '../saved/parts.ts';
import { entryOf } from '../saved/row.ts';
import { monthOf } from '../service.ts';
import { findManual } from './repo.ts';
import { resumenView } from './view.ts';

/** A report from which the IT-1 is made was deleted. */
export class BasesGone extends Error {
  override readonly name = 'BasesGone';
}

/** The 606 and the 607 from which an IT-1 is made. @throws BasesGone */
export async function basesOf(tx: Tx, { empresa_id: empresaId, basado_en }: ReporteRow) {
  const ids = basado_en ?? { reporte606Id: '', reporte607Id: '' };
  const [compras, ventas] = [
    await findReporte(tx, empresaId, ids.reporte606Id),
    await findReporte(tx, empresaId, ids.reporte607Id),
  ];
  if (compras === undefined || ventas === undefined) throw new BasesGone();
  return { compras, ventas };
}

/** Fills the IT-1 from the rows of the two saved reports, and the boxes that a person filled by hand. */
export async function makeIT1(ctx: Context, scope: Scope, report: ReporteRow, write: Write): Promise<Made> {
  const { empresaId } = scope;
  const { compras, ventas } = await ctx.db.reading(empresaId, (tx) => basesOf(tx, report));
  const total = compras.filas + ventas.filas;
  let done = 0;
  const addUp = async (format: '606' | '607', id: string): Promise<IT1Facts> => {
    const facts = noFacts();
    for await (const rows of savedRows(ctx.db, empresaId, id)) {
      await inSlices(rows, (row) => {
        const entry = entryOf(format, row);
        return entry.format === '606' ? addPurchase(facts, entry) : addSale(facts, entry);
      });
      done += rows.length;
      await write(progressOf('it1', 'rows', done, total));
    }
    return facts;
  };
  const facts = mergeFacts(await addUp('606', compras.id), await addUp('607', ventas.id));
  const known = await ctx.db.reading(empresaId, (tx) => knownOf(tx, scope, report));
  const form = fillIT1(facts, known.manual);
  const resumen = resumenView(resumenGerencial(facts, Number(report.hasta.slice(0, 4))), form, [
    ...preAudit(form, known.context),
  ]);
  const avisos = [...compras.avisos, ...ventas.avisos];
  return { filas: done, resumen, totales: totalsOf(form, done, compras, ventas), avisos };
}

/** Data of a month besides its rows: boxes filled by a person, the credit of the month before, the filed IT-1. */
async function knownOf(tx: Tx, scope: Scope, { desde, hasta }: ReporteRow) {
  const periodo = monthOf({ desde, hasta });
  if (periodo === undefined) return { manual: {}, context: {} };
  const manual = amountsOf(await findManual(tx, scope, Number(periodo)));
  const saldoAnterior = await creditBefore(tx, scope, periodo);
  const filed = await newestFiled(tx, scope, 'it1', { desde, hasta });
  return {
    manual,
    context: {
      ...(saldoAnterior !== undefined && { saldoAnterior }),
      ...(filed !== undefined && { filed: formOf(filed) }),
    },
  };
}

/** The credit left by the newest IT-1 of the month before: its box 34. */
async function creditBefore(tx: Tx, scope: Scope, periodo: Periodo): Promise<Decimal | undefined> {
  const before = await newestReady(tx, scope, 'it1', daysOf(addMonths(periodo, -1)));
  return before && formOf(before)['34'];
}

/** The boxes of the form of a saved IT-1. */
const formOf = ({ resumen }: ReporteRow): Readonly<Record<string, Decimal>> =>
  amountsOf(Object.fromEntries((resumen?.formulario ?? []).map(({ id, valor }) => [id, valor])));

const amountsOf = (texts: Readonly<Record<string, string>>): Readonly<Record<string, Decimal>> =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, decimal(text)]));

/** The totals of an IT-1: the amount to pay, its ITBIS part, and the operations of the month. */
function totalsOf(
  form: FilledIT1,
  filas: number,
  ...bases: readonly ReporteRow[]
): reportes.ReporteGuardado['totales'] {
  const amount = (id: string) => formatDecimal(form.value(id).amount, 2);
  return {
    montoTotal: amount('68'),
    itbisTotal: amount('33'),
    subtotal: amount('1'),
    cantidadRegistros: filas,
    pendientes: bases.reduce((sum, { totales }) => sum + (totales?.pendientes ?? 0), 0),
  };
}
