import type { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { Static } from 'typebox';
import { alwaysInAThread } from '../../../domain/desk/desk.ts';
import type { FormFile } from '../../../platform/http/form.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { deleteTool, listTools, storeTool, type ToolRow } from './tools-repo.ts';

type Herramienta = Static<typeof reportes.Herramienta>;

const toolView = ({ nombre, bytes, subida, por }: Omit<ToolRow, 'tipo'>): Herramienta => ({
  nombre,
  bytes,
  subida: subida.toISOString(),
  por,
});

/** The official tool of each format that accepts one. */
export async function viewTools(ctx: Context, empresaId: string): Promise<Record<string, Herramienta | null>> {
  const rows = await ctx.db.reading(empresaId, (tx) => listTools(tx, empresaId));
  const of = (tipo: ToolRow['tipo']) => {
    const row = rows.find((each) => each.tipo === tipo);
    return row === undefined ? null : toolView(row);
  };
  return { '606': of('606'), '607': of('607') };
}

/**
 * Stores the official tool of a format, in place of the one before.
 *
 * @throws Problem `reportes/herramienta`, with what it lacks
 */
export async function uploadTool(
  ctx: Context,
  empresaId: string,
  tipo: '606' | '607',
  { name, bytes }: FormFile,
  by: Actor,
): Promise<Herramienta> {
  await ctx.desk.inspectTool(alwaysInAThread, { bytes, tipo });
  const subida = ctx.clock.now();
  await ctx.db.tenant(empresaId, async (tx) => {
    await storeTool(tx, { empresa_id: empresaId, tipo, nombre: name, contenido: bytes, subida, por: by.por });
    await ctx.events.append(tx, empresaId, [{ tipo: 'reporte.herramienta', datos: { tipo, nombre: name, ...by } }]);
  });
  return toolView({ nombre: name, bytes: bytes.length, subida, por: by.por });
}

/** Removes it. @throws Problem `recurso/no-encontrado` */
export const removeTool = (ctx: Context, empresaId: string, tipo: '606' | '607', by: Actor): Promise<void> =>
  ctx.db.tenant(empresaId, async (tx) => {
    if (!(await deleteTool(tx, empresaId, tipo))) refuse('recurso/no-encontrado');
    await ctx.events.append(tx, empresaId, [{ tipo: 'reporte.herramienta', datos: { tipo, nombre: null, ...by } }]);
  });
