import type { Scope } from '../../../domain/reports/scope.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';

/** Records that a person downloaded a file of a report. */
export const recordDownload = (
  ctx: Context,
  { empresaId }: Scope,
  datos: { readonly tipo: string; readonly periodo: string; readonly que: string },
  by: Actor,
): Promise<void> =>
  ctx.db.tenant(empresaId, (tx) =>
    ctx.events.append(tx, empresaId, [{ tipo: 'reporte.descargado', datos: { ...datos, ...by } }]),
  );
