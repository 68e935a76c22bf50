import { tiposPorSerie } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { parseISODate } from '@timbre/values';
import { demandRows } from '../../../platform/db/demand-rows.ts';
import { newId } from '../../../platform/db/id.ts';
import { lockEmpresa } from '../../../platform/db/lock-empresa.ts';
import { configuracionEvent, type NewEvent } from '../../../platform/events/events.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import * as repo from './repo.ts';

/** The dates of a serie and a type, or of all: the order is that of {@link repo.listFechas}. */
export const listFechas = (ctx: Context, empresaId: string, which: repo.Which) =>
  ctx.db.tenant(empresaId, (tx) => repo.listFechas(tx, empresaId, which));

/** A date to be assigned. */
interface Fecha extends repo.Assigned {
  readonly activo: boolean;
}

/**
 * Assigns a date to the sequences of a type.
 *
 * @throws Problem `fecha/invalida`, with the reason; `fecha/activa` when an equal one is active
 */
export async function addFecha(ctx: Context, empresaId: string, fecha: Fecha, by: Actor): Promise<repo.FechaRow> {
  demandValid(fecha);
  return ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const [equal] = await repo.findEqual(tx, empresaId, fecha);
    if (fecha.activo && equal?.activo) refuse('fecha/activa');
    const creada = ctx.clock.now();
    const row = { empresa_id: empresaId, id: newId(creada), ...fecha, creada };
    await repo.insertFecha(tx, row);
    await ctx.events.append(tx, empresaId, eventsOf('fecha.asignada', row, by));
    return row;
  });
}

function demandValid({ serie, tipo, fecha }: repo.Assigned): void {
  const tipos: readonly string[] = tiposPorSerie[serie];
  if (!tipos.includes(tipo)) refuse('fecha/invalida', `La serie ${serie} admite los tipos ${tipos.join(', ')}`);
  demandDate(fecha);
}

function demandDate(fecha: string): void {
  if (parseISODate(fecha) === undefined) refuse('fecha/invalida', `${fecha} no es una fecha del calendario`);
}

/**
 * Activates or deactivates a date.
 *
 * @param id of the entry; undefined = of those equal to `fecha`, the one that changes
 * @throws Problem `recurso/no-encontrado`; `fecha/activa` when an equal one is active
 */
export const changeFecha = (ctx: Context, empresaId: string, id: string | undefined, fecha: Fecha, by: Actor) =>
  ctx.db.tenant(empresaId, async (tx): Promise<repo.FechaRow> => {
    await lockEmpresa(tx, empresaId);
    const named = id === undefined ? undefined : await repo.findFecha(tx, empresaId, id);
    if (id !== undefined && named === undefined) refuse('recurso/no-encontrado');
    const [first, second] = await repo.findEqual(tx, empresaId, named ?? fecha);
    const row = named ?? (fecha.activo ? (second ?? first) : first) ?? refuse('recurso/no-encontrado');
    if (row.activo === fecha.activo) return row;
    if (fecha.activo && first?.activo) refuse('fecha/activa');
    await repo.setActive(tx, empresaId, row.id, fecha.activo);
    await ctx.events.append(tx, empresaId, eventsOf(fecha.activo ? 'fecha.activada' : 'fecha.desactivada', row, by));
    return { ...row, activo: fecha.activo };
  });

/**
 * Sets one date on several entries: all, or none.
 *
 * @returns the entries as they are now
 * @throws Problem `fecha/invalida`; `recurso/no-encontrado` when one is not there; `fecha/activa` when two active ones
 * would be equal
 */
export async function changeDates(ctx: Context, empresaId: string, ids: readonly string[], fecha: string, by: Actor) {
  demandDate(fecha);
  return ctx.db.tenant(empresaId, async (tx): Promise<repo.FechaRow[]> => {
    await lockEmpresa(tx, empresaId);
    await demandRows(tx, 'fecha_vencimiento', { empresa_id: empresaId }, ids);
    const rows = await repo.findFechas(tx, empresaId, ids);
    const changed = rows.filter((row) => row.fecha !== fecha);
    if (changed.length > 0) {
      const active = [...(await repo.activeAt(tx, empresaId, fecha)), ...changed.filter(({ activo }) => activo)];
      if (new Set(active.map(({ serie, tipo }) => serie + tipo)).size < active.length) refuse('fecha/activa');
      const changedIds = changed.map(({ id }) => id);
      await repo.setDate(tx, empresaId, changedIds, fecha);
      const acts = changed.map(({ id, serie, tipo, fecha: antes }) => ({
        tipo: 'fecha.cambiada' as const,
        sujeto: id,
        datos: { serie, tipo, antes, fecha, ...by },
      }));
      await ctx.events.append(tx, empresaId, [...acts, configuracionEvent('fechas')]);
    }
    return rows.map((row) => ({ ...row, fecha }));
  });
}

/** Throws Problem `recurso/no-encontrado`. */
export const removeFecha = (ctx: Context, empresaId: string, id: string, by: Actor) =>
  ctx.db.tenant(empresaId, async (tx) => {
    const removed = (await repo.deleteFecha(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    await ctx.events.append(tx, empresaId, eventsOf('fecha.eliminada', removed, by));
  });

const eventsOf = (tipo: NewEvent['tipo'], { id, serie, tipo: type, fecha }: repo.FechaRow, by: Actor): NewEvent[] => [
  { tipo, sujeto: id, datos: { serie, tipo: type, fecha, ...by } },
  configuracionEvent('fechas'),
];
