import { reportes } from '@timbre/contract';
import { Problem } from '@timbre/refusal';
import { add, type Decimal, decimal, formatDecimal, zero } from '@timbre/values';
import { bringUpToDate } from '../../../domain/reports/catch-up.ts';
import { countByKey, totalsOf } from '../../../domain/reports/rows-repo.ts';
import type { Days, Scope } from '../../../domain/reports/scope.ts';
import { countIssuedWaiting, countUnconfirmed } from '../../../domain/reports/unconfirmed-repo.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import { type Job, StaleLease } from '../../../platform/jobs/queue.ts';
import type { JobHandler } from '../../../platform/jobs/runner.ts';
import { failpoint } from '../../../platform/process/failpoint.ts';
import type { Context } from '../../context.ts';
import { BasesGone, makeIT1 } from '../it1/it1.ts';
import { type ReporteConFilas, rowsToSave } from '../live/rows.ts';
import { concludeReporte, failReporte, findReporte, type Made, type ReporteRow, storeProgress } from '../repo.ts';
import { inParts, packRows } from '../saved/parts.ts';
import { deleteParts, insertPart } from '../saved/parts-repo.ts';
import type { SavedRow } from '../saved/row.ts';
import { recordedFields, reportName } from '../service.ts';
import { progressOf, ready, type Write } from './progress.ts';
import { isOfBooks, readQuickBooks } from './read-quickbooks.ts';
import { REPORT } from './request.ts';

/** Maximum tries, since a failure may be temporary. */
const mostTries = 3;

/** The report was deleted while it was generated. */
class Deleted extends Error {
  override readonly name = 'Deleted';
}

/**
 * Generates reports. After a crash a report begins again, and the stored parts are replaced. It becomes ready in the
 * transaction that stores its totals, so a ready report always has all its rows.
 */
export function reportHandler(ctx: Context): JobHandler {
  const { db, queue } = ctx;
  return {
    clase: REPORT,
    concurrency: 2,
    async handle(empresaId, jobs) {
      const { rnc } = await ctx.issuers.of(empresaId);
      for (const job of jobs) {
        const report = await db.tenant(empresaId, (tx) => startOver(tx, empresaId, job.sujeto));
        if (report === undefined) await db.tenant(empresaId, (tx) => queue.finish(tx, [job]));
        else await generate(ctx, { empresaId, ambiente: report.ambiente, rnc }, report, job);
      }
    },
  };
}

/** The report that is to be generated, after deleting the parts of an interrupted try; undefined if it is done or gone. */
async function startOver(tx: Tx, empresaId: string, id: string): Promise<ReporteRow | undefined> {
  const report = await findReporte(tx, empresaId, id, true);
  if (report?.estado !== 'generando') return undefined;
  await deleteParts(tx, empresaId, id);
  return report;
}

async function generate(ctx: Context, scope: Scope, report: ReporteRow, job: Job): Promise<void> {
  const { empresaId } = scope;
  const { id, tipo } = report;
  /**
   * Works on the report while this process has its job: a process that was suspended must not write together with
   * another.
   */
  const write: Write = (progress, work) =>
    ctx.db.tenant(empresaId, async (tx) => {
      await ctx.queue.hold(tx, [job]);
      if (!(await storeProgress(tx, empresaId, id, progress))) throw new Deleted();
      await work?.(tx);
    });
  try {
    const made =
      tipo === 'it1' ? await makeIT1(ctx, scope, report, write) : await makeRows(ctx, scope, report, tipo, job, write);
    await write(progressOf(tipo, 'totals'));
    failpoint('report-made');
    await conclude(ctx, report, job, made);
    failpoint('report-concluded');
  } catch (error) {
    const mensaje = endOf(error, report, job);
    if (mensaje === undefined) throw error;
    if (!(error instanceof Deleted)) ctx.log.error({ err: error, reporte: id }, 'a report could not be generated');
    await ctx.db.tenant(empresaId, async (tx) => {
      await ctx.queue.finish(tx, [job]);
      await failReporte(tx, empresaId, id, mensaje);
    });
  }
}

/** Reads the documents of the days and stores the rows of the report. */
async function makeRows(
  ctx: Context,
  scope: Scope,
  report: ReporteRow,
  tipo: ReporteConFilas,
  job: Job,
  write: Write,
): Promise<Made> {
  const { empresaId } = scope;
  const { id: reporte_id, desde, hasta } = report;
  const days = { desde, hasta };
  const ofBooks =
    isOfBooks(tipo) && job.datos.quickbooks === true ? await readQuickBooks(ctx, scope, report, tipo, write) : [];
  if (tipo !== '608') await readDocuments();
  await write(progressOf(tipo, 'rows'));
  const expected =
    tipo === '608' ? 0 : (await ctx.db.reading(empresaId, (tx) => totalsOf(tx, scope, tipo, days))).filas;
  const sums = createSums();
  let parte = 0;
  for await (const rows of inParts(rowsToSave(ctx.db, scope, tipo, days))) {
    const filas = await packRows(rows);
    sums.add(rows);
    const part = { empresa_id: empresaId, reporte_id, parte: parte++, filas };
    await write(progressOf(tipo, 'rows', sums.count(), expected), (tx) => insertPart(tx, part));
    failpoint('report-part');
  }
  return {
    totales: sums.totals(),
    filas: sums.count(),
    avisos: [...ofBooks, ...(await waitingWords(ctx, scope, tipo, days))],
  };

  async function readDocuments(): Promise<void> {
    await write(progressOf(tipo, 'reading'));
    let saving: Promise<void> = Promise.resolve();
    let written = 0;
    await bringUpToDate(ctx, scope, days, (done, total) => {
      const progress = progressOf(tipo, 'reading', done, total);
      if (progress.porcentaje === written) return;
      written = progress.porcentaje;
      saving = saving.then(() => write(progress));
      saving.catch(() => undefined); // `await saving` reports the failure
    });
    await saving;
  }
}

/** Sentences about the e-CF of the days that are left out because the DGII has not accepted them. */
async function waitingWords(ctx: Context, scope: Scope, tipo: ReporteConFilas, days: Days): Promise<string[]> {
  if (tipo !== '606' && tipo !== '607') return [];
  return ctx.db.reading(scope.empresaId, async (tx) => [
    ...wordsOf('recibido', tipo === '606' ? await countUnconfirmed(tx, scope, days) : 0),
    ...wordsOf('emitido', await countIssuedWaiting(tx, scope, tipo, days)),
  ]);
}

function wordsOf(kind: 'recibido' | 'emitido', count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? `1 e-CF ${kind} no cuenta: la DGII todavía no lo ha aceptado`
      : `${count.toLocaleString('en-US')} e-CF ${kind}s no cuentan: la DGII todavía no los ha aceptado`,
  ];
}

/** Adds up rows as they arrive. The amounts of a later payment are zero: they were counted with the purchase. */
function createSums() {
  let [subtotal, itbis, total]: Decimal[] = [zero, zero, zero];
  let [rows, pending] = [0, 0];
  const faltan: Record<string, number> = {};
  return {
    add(more: readonly SavedRow[]) {
      countByKey(more, faltan);
      for (const row of more) {
        rows++;
        if (row.pendientes.length > 0) pending++;
        subtotal = add(subtotal!, decimal(row.subtotal));
        itbis = add(itbis!, decimal(row.itbis));
        total = add(total!, decimal(row.montoTotal));
      }
    },
    count: () => rows,
    totals: () => ({
      montoTotal: formatDecimal(total!, 2),
      itbisTotal: formatDecimal(itbis!, 2),
      subtotal: formatDecimal(subtotal!, 2),
      cantidadRegistros: rows,
      pendientes: pending,
      faltan,
    }),
  };
}

async function conclude(ctx: Context, report: ReporteRow, job: Job, made: Made): Promise<void> {
  const { empresa_id: empresaId, id, por } = report;
  await ctx.db.tenant(empresaId, async (tx) => {
    await ctx.queue.finish(tx, [job]);
    if (!(await concludeReporte(tx, empresaId, id, made, ready))) return;
    const datos = { ...recordedFields(report), filas: made.filas, por, ip: job.datos.ip };
    await ctx.events.append(tx, empresaId, [{ tipo: 'reporte.generado', sujeto: id, datos }]);
  });
}

/** The message in Spanish if a generation ends after a failure; undefined while it is to be tried again. */
function endOf(error: unknown, { tipo }: ReporteRow, { intentos }: Job): string | undefined {
  if (error instanceof StaleLease) return undefined;
  const failed = (why: string) => `Error al generar reporte ${reportName(tipo)}: ${why}`;
  if (error instanceof Deleted) return '';
  if (error instanceof BasesGone) return failed(reportes.problems['reportes/sin-606-607'].title);
  const refusal = error instanceof Problem ? error : undefined;
  if (intentos < mostTries && (refusal?.isTemporary ?? true)) return undefined;
  return failed(refusal?.message ?? 'falló la lectura de los comprobantes. Genérelo de nuevo.');
}
