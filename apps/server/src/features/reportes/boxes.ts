import type { reportes } from '@timbre/contract';
import { boxes, controls, gives } from '@timbre/reports';
import { parsePeriodo } from '@timbre/values';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { daysOf, type Scope } from '../../renglones/scope.ts';
import { BasesGone, basesOf } from './it1.ts';
import { changeManual } from './it1-repo.ts';
import { savedRows } from './parts.ts';
import { newestFiled } from './repo.ts';
import { entryOf, filaView } from './saved-row.ts';
import { demandReady } from './service.ts';

/** Rows of an answer. */
const mostRows = 500;

/**
 * A box of a saved IT-1 and the rows of its reports that gave it something, as they were saved.
 *
 * @throws Problem `recurso/no-encontrado`, `reportes/sin-606-607` where a report that it is made of was deleted
 */
export async function rowsBehind(ctx: Context, empresaId: string, id: string, casillaId: string) {
  const report = await ctx.db.reading(empresaId, (tx) => demandReady(tx, empresaId, 'it1', id));
  const shown = [...report.resumen!.formulario, ...report.resumen!.anexoA];
  const casilla = shown.find((one) => one.id === casillaId) ?? refuse('recurso/no-encontrado');
  const box = boxes.get(casillaId)!;
  const filas: reportes.FilaDeReporte[] = [];
  if (box.feed === undefined) return { casilla, filas };
  const { format } = box.feed;
  const { compras, ventas } = await ctx.db
    .reading(empresaId, (tx) => basesOf(tx, report))
    .catch((error) => (error instanceof BasesGone ? refuse('reportes/sin-606-607') : Promise.reject(error)));
  for await (const rows of savedRows(ctx.db, empresaId, format === '606' ? compras.id : ventas.id)) {
    for (const row of rows) if (gives(box, entryOf(format, row))) filas.push(filaView(row));
    if (filas.length >= mostRows) break;
  }
  return { casilla, filas: filas.slice(0, mostRows) };
}

const isControl = (id: string): boolean => controls.some((control) => control.id === id);

/** Whether a person may fill a box: one that rows feed may be corrected, one that follows from others may not. */
function mayFill(id: string): boolean {
  const box = boxes.get(id);
  return box !== undefined && !isControl(id) && (box.feed !== undefined || box.formula === undefined);
}

/**
 * Fills boxes of the IT-1 of a month by hand, and empties those that are null. An IT-1 that is generated later has them.
 *
 * @throws Problem `reportes/respuesta` for a box that does not exist, or follows from others
 */
export async function fillBoxes(
  ctx: Context,
  scope: Scope,
  periodo: string,
  casillas: Readonly<Record<string, string | null>>,
  by: Actor,
): Promise<void> {
  const { empresaId } = scope;
  const ids = Object.keys(casillas);
  const wrong = ids.find((id) => !mayFill(id));
  if (wrong !== undefined) refuse('reportes/respuesta', `La casilla «${wrong}» no se llena a mano`);
  if (ids.length === 0) return;
  const filled = Object.fromEntries(
    Object.entries(casillas).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const emptied = ids.filter((id) => casillas[id] === null);
  const month = parsePeriodo(periodo)!;
  await ctx.db.tenant(empresaId, async (tx) => {
    const filed = await newestFiled(tx, scope, 'it1', daysOf(month));
    await changeManual(tx, scope, Number(month), filled, emptied);
    const datos = { periodo, casillas: ids, presentado: filed !== undefined, ...by };
    await ctx.events.append(tx, empresaId, [{ tipo: 'reporte.casillas', datos }]);
  });
}
