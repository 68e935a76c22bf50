import { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { changingOf } from '../../../domain/reports/changed-months.ts';
import { loadReceipts } from '../../../domain/reports/load.ts';
import type { Days, Scope } from '../../../domain/reports/scope.ts';
import { newId } from '../../../platform/db/id.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { deleteOlder, insertReporte, isGenerating, lockRange, newestReady, type ReporteRow } from '../repo.ts';
import { sentidoOf } from '../service.ts';
import { waiting } from './progress.ts';
import { demandBooks, isOfBooks } from './read-quickbooks.ts';

type Tipo = reportes.TipoDeReporte;

/** Records in a request, and whether they may change months that were filed. */
interface BroughtDatos {
  readonly datos?: readonly reportes.RegistroCargado[];
  readonly aunquePresentado?: boolean;
}

/** The class of the job that generates a report; its subject is the report. */
export const REPORT = 'reporte';

/**
 * Stores a report to be generated, and its job. Of the reports of its dates the newest and the filed ones are retained.
 *
 * @param brought loaded before; only the 606 and the 607 take any
 * @param withBooks whether the books in QuickBooks are read first, where they are connected
 * @throws Problem `reportes/en-curso`, `reportes/sin-606-607`, `reportes/formato`, `reportes/presentado`,
 * `reportes/sin-conexion`, `reportes/sin-mapeo`
 */
export async function requestReport(
  ctx: Context,
  scope: Scope,
  tipo: Tipo,
  days: Days,
  brought: BroughtDatos,
  withBooks: boolean,
  by: Actor,
): Promise<ReporteRow> {
  const quickbooks = withBooks && isOfBooks(tipo) && (await demandBooks(ctx, scope, tipo));
  await loadDatos(ctx, scope, tipo, brought, by);
  const { empresaId, ambiente } = scope;
  const creado = ctx.clock.now();
  return ctx.db.tenant(empresaId, async (tx) => {
    await lockRange(tx, scope, tipo, days);
    if (await isGenerating(tx, scope, tipo, days)) refuse('reportes/en-curso');
    const basadoEn = tipo === 'it1' ? await basesOf(tx, scope, days) : null;
    const row = await insertReporte(tx, {
      empresa_id: empresaId,
      id: newId(creado),
      ambiente,
      tipo,
      ...days,
      estado: 'generando',
      filas: 0,
      ...waiting,
      basado_en: basadoEn && JSON.stringify(basadoEn),
      creado,
      por: by.por,
    });
    await deleteOlder(tx, scope, tipo, days, reportes.limiteDeHistorial);
    await ctx.queue.enqueue(tx, [{ clase: REPORT, empresaId, sujeto: row.id, datos: { ip: by.ip, quickbooks } }]);
    return row;
  });
}

/** The reports from which an IT-1 of these dates is made. */
async function basesOf(tx: Tx, scope: Scope, days: Days) {
  const [compras, ventas] = await Promise.all([
    newestReady(tx, scope, '606', days),
    newestReady(tx, scope, '607', days),
  ]);
  if (compras === undefined || ventas === undefined) return refuse('reportes/sin-606-607');
  return { reporte606Id: compras.id, reporte607Id: ventas.id };
}

/**
 * Loads the records of a request whose number no document has. As the specification requires, records without a valid
 * number are dropped.
 *
 * @throws Problem `reportes/formato` where a record lacks something; then none is loaded; `reportes/presentado`
 */
export async function loadDatos(
  ctx: Context,
  scope: Scope,
  tipo: Tipo,
  { datos = [], aunquePresentado }: BroughtDatos,
  by: Actor,
): Promise<void> {
  const sentido = sentidoOf(tipo);
  if (sentido !== undefined && datos.length > 0)
    await loadReceipts(ctx, scope, sentido, datos, changingOf(aunquePresentado), by, 'todos');
}
