import { refuse } from '@timbre/refusal';
import {
  type CampoNombreItem,
  campoNombreItemOf,
  storeCampoNombreItem,
} from '../../../domain/companies/companies-repo.ts';
import { configuracionEvent, type NewEvent } from '../../../platform/events/events.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import * as repo from './repo.ts';

/** A tax as a person enters it. */
export type Impuesto = Pick<repo.ImpuestoRow, 'id_impuesto_externo' | 'descripcion'>;

export const listImpuestos = (ctx: Context, empresaId: string) =>
  ctx.db.tenant(empresaId, (tx) => repo.listImpuestos(tx, empresaId));

/** Throws Problem `impuesto/existe` if its id exists already. */
export const addImpuesto = (ctx: Context, empresaId: string, impuesto: Impuesto, by: Actor) =>
  ctx.db.tenant(empresaId, async (tx) => {
    if (!(await repo.insertImpuesto(tx, { empresa_id: empresaId, ...impuesto }))) refuse('impuesto/existe');
    await ctx.events.append(tx, empresaId, eventsOf('impuesto.creado', impuesto, by));
  });

/** Throws Problem `recurso/no-encontrado`. */
export const changeImpuesto = (ctx: Context, empresaId: string, impuesto: Impuesto, by: Actor) =>
  ctx.db.tenant(empresaId, async (tx) => {
    if (!(await repo.updateImpuesto(tx, { empresa_id: empresaId, ...impuesto }))) refuse('recurso/no-encontrado');
    await ctx.events.append(tx, empresaId, eventsOf('impuesto.modificado', impuesto, by));
  });

/** Throws Problem `recurso/no-encontrado`. */
export const removeImpuesto = (ctx: Context, empresaId: string, id: string, by: Actor) =>
  ctx.db.tenant(empresaId, async (tx) => {
    const removed = (await repo.deleteImpuesto(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    await ctx.events.append(tx, empresaId, eventsOf('impuesto.eliminado', removed, by));
  });

const eventsOf = (
  tipo: NewEvent['tipo'],
  { id_impuesto_externo: id, descripcion }: Impuesto,
  by: Actor,
): NewEvent[] => [{ tipo, datos: { id, descripcion, ...by } }, configuracionEvent('impuestos')];

/** Throws Problem `recurso/no-encontrado` if none was chosen yet. */
export async function viewCampoNombreItem(ctx: Context, empresaId: string): Promise<CampoNombreItem> {
  const campo = await ctx.db.tenant(empresaId, (tx) => campoNombreItemOf(tx, empresaId));
  return campo ?? refuse('recurso/no-encontrado', 'Aún no se ha guardado: se usa NombreItem');
}

export const saveCampoNombreItem = (ctx: Context, empresaId: string, campo: CampoNombreItem, by: Actor) =>
  ctx.db.tenant(empresaId, async (tx) => {
    await storeCampoNombreItem(tx, empresaId, campo);
    const saved = { tipo: 'configuracion.campos_pdf', datos: { campo, ...by } } as const;
    await ctx.events.append(tx, empresaId, [saved, configuracionEvent('camposPdf')]);
  });
