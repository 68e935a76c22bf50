import type { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import {
  addPurchase,
  addSale,
  type Box,
  boxes,
  contributionOf,
  fedBehind,
  gives,
  isControl,
  noFacts,
} from '@timbre/reports';
import { formatDecimal, parsePeriodo, zero } from '@timbre/values';
import { inSlices } from '@timbre/worker/in-slices';
import { changingOf, demandOpen } from '../../../domain/reports/changed-months.ts';
import type { Scope } from '../../../domain/reports/scope.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import type { ReporteRow } from '../repo.ts';
import { savedRows } from '../saved/parts.ts';
import { entryOf, filaView } from '../saved/row.ts';
import { demandReady } from '../service.ts';
import { BasesGone, basesOf } from './it1.ts';
import { changeManual } from './repo.ts';
import { casillaView } from './view.ts';

type Casilla = reportes.ResumenIT1['formulario'][number];

/** Maximum rows of an answer. */
const mostRows = 500;

/**
 * A box of a saved IT-1, or one of its control totals, and the rows of its reports that contributed to it, as saved. If
 * the box is computed from other boxes, the rows that contributed to those.
 *
 * @throws Problem `recurso/no-encontrado`, `reportes/sin-606-607` where a report that it is made of was deleted
 */
export async function rowsBehind(ctx: Context, empresaId: string, id: string, casillaId: string) {
  const report = await ctx.db.reading(empresaId, (tx) => demandReady(tx, empresaId, 'it1', id));
  const box = boxes.get(casillaId) ?? refuse('recurso/no-encontrado');
  if (fedBehind(box).length === 0) return { casilla: shownIn(report, casillaId), filas: [] };
  const bases = await ctx.db
    .reading(empresaId, (tx) => basesOf(tx, report))
    .catch((error) => (error instanceof BasesGone ? refuse('reportes/sin-606-607') : Promise.reject(error)));
  const filas = await rowsThatGive(ctx, empresaId, bases, box);
  const casilla = isControl(casillaId) ? await controlOf(ctx, empresaId, bases, box) : shownIn(report, casillaId);
  return { casilla, filas };
}

type Bases = Awaited<ReturnType<typeof basesOf>>;
const reportOf = { '606': 'compras', '607': 'ventas' } as const;
const formats = ['606', '607'] as const;

const shownIn = ({ resumen }: ReporteRow, id: string): Casilla =>
  [...resumen!.formulario, ...resumen!.anexoA].find((one) => one.id === id) ?? refuse('recurso/no-encontrado');

/** The first rows that contribute to a box, or to a box from which it is computed. */
async function rowsThatGive({ db }: Context, empresaId: string, bases: Bases, box: Box) {
  const filas: (reportes.FilaDeReporte & { aporta: string | null })[] = [];
  for (const format of formats) {
    const fed = fedBehind(box).filter(({ feed }) => feed.format === format);
    if (fed.length === 0) continue;
    for await (const rows of savedRows(db, empresaId, bases[reportOf[format]].id)) {
      await inSlices(rows, (row) => {
        const entry = entryOf(format, row);
        if (!fed.some((one) => gives(one, entry))) return;
        const added = contributionOf(box, entry);
        filas.push({ ...filaView(row), aporta: added === undefined ? null : formatDecimal(added, 2) });
      });
      if (filas.length >= mostRows) return filas.slice(0, mostRows);
    }
  }
  return filas;
}

/** A control total with its figure, which the form does not show. */
async function controlOf({ db }: Context, empresaId: string, bases: Bases, box: Box): Promise<Casilla> {
  const { format } = box.feed!;
  const facts = noFacts();
  for await (const rows of savedRows(db, empresaId, bases[reportOf[format]].id))
    await inSlices(rows, (row) => {
      const entry = entryOf(format, row);
      return entry.format === '606' ? addPurchase(facts, entry) : addSale(facts, entry);
    });
  const { amount = zero, count = 0 } = facts.get(box.id) ?? {};
  return casillaView({ id: box.id, label: box.label, amount, mark: 'calculado', rows: count, box });
}

/** Whether a person may fill a box. One fed by rows may be corrected; one computed from other boxes may not. */
function mayFill(id: string): boolean {
  const box = boxes.get(id);
  return box !== undefined && !isControl(id) && (box.feed !== undefined || box.formula === undefined);
}

/** Boxes with their amounts, null to empty one, and whether an IT-1 that was filed may change. */
interface FilledByHand {
  readonly casillas: Readonly<Record<string, string | null>>;
  readonly aunquePresentado?: boolean;
}

/**
 * Fills boxes of the IT-1 of a month by hand, and empties those that are null. An IT-1 generated later contains them.
 *
 * @throws Problem `reportes/respuesta` for a box that does not exist, or follows from others; `reportes/presentado`
 */
export async function fillBoxes(
  ctx: Context,
  scope: Scope,
  periodo: string,
  { casillas, aunquePresentado }: FilledByHand,
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
    const months = [{ reporte: 'it1', periodo: Number(month) } as const];
    const presentado = await demandOpen(tx, scope, months, changingOf(aunquePresentado));
    await changeManual(tx, scope, Number(month), filled, emptied);
    const datos = { periodo, casillas: ids, presentado, ...by };
    await ctx.events.append(tx, empresaId, [{ tipo: 'reporte.casillas', datos }]);
  });
}
