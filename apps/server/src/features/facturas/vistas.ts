import { facturas } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';
import * as repo from './repo.ts';

const { mostVistas } = facturas.constants;

/** The views of a person, by name. */
export const listVistas = (ctx: Context, owner: repo.Owner): Promise<facturas.Vista[]> =>
  ctx.db.tenant(owner.empresaId, (tx) => repo.listVistas(tx, owner, mostVistas));

/** @throws Problem `vista/repetida`, `vista/demasiadas` */
export const saveVista = (
  ctx: Context,
  owner: repo.Owner,
  { nombre, busqueda }: facturas.NuevaVista,
): Promise<facturas.Vista> =>
  ctx.db.tenant(owner.empresaId, async (tx) => {
    const vistas = await lockedVistas(tx, owner);
    if (vistas.length >= mostVistas) refuse('vista/demasiadas', `Lo más son ${mostVistas}: elimine una que no use.`);
    refuseRepeated(vistas, nombre);
    const creada = ctx.clock.now();
    const vista = { id: newId(creada), nombre, busqueda, predeterminada: false };
    await repo.insertVista(tx, { empresa_id: owner.empresaId, usuario_id: owner.usuarioId, creada, ...vista });
    return vista;
  });

/** @throws Problem `recurso/no-encontrado`, `vista/repetida` */
export const changeVista = (
  ctx: Context,
  owner: repo.Owner,
  id: string,
  change: facturas.CambioDeVista,
): Promise<facturas.Vista> =>
  ctx.db.tenant(owner.empresaId, async (tx) => {
    const vistas = await lockedVistas(tx, owner);
    const before = vistas.find((vista) => vista.id === id) ?? refuse('recurso/no-encontrado');
    const { nombre = before.nombre, predeterminada = before.predeterminada } = change;
    refuseRepeated(
      vistas.filter((vista) => vista.id !== id),
      nombre,
    );
    if (predeterminada) await repo.clearDefault(tx, owner);
    return (await repo.updateVista(tx, owner, id, { nombre, predeterminada })) ?? refuse('recurso/no-encontrado');
  });

/** @throws Problem `recurso/no-encontrado` */
export const removeVista = (ctx: Context, owner: repo.Owner, id: string): Promise<void> =>
  ctx.db.tenant(owner.empresaId, async (tx) => {
    if (!(await repo.deleteVista(tx, owner, id))) refuse('recurso/no-encontrado');
  });

async function lockedVistas(tx: Tx, owner: repo.Owner): Promise<repo.VistaRow[]> {
  await repo.lockVistas(tx, owner);
  return repo.listVistas(tx, owner, mostVistas);
}

function refuseRepeated(vistas: readonly repo.VistaRow[], nombre: string): void {
  if (vistas.some((vista) => vista.nombre.toLowerCase() === nombre.toLowerCase())) refuse('vista/repetida');
}
