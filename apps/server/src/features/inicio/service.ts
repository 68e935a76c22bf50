import { createHash } from 'node:crypto';
import { refuse } from '@timbre/refusal';
import { notPrinted } from '../../domain/companies/companies-repo.ts';
import { type FigureRow, listFigures } from '../../domain/comprobantes/queries/figures.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { FormFile } from '../../platform/http/form.ts';
import type { Actor, PersonCaller, SessionCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { readImage } from './image.ts';
import * as repo from './repo.ts';

/** The company's data for Inicio. */
export const viewProfile = (ctx: Context, empresaId: string): Promise<repo.ProfileRow> =>
  ctx.db.tenant(empresaId, (tx) => repo.findProfile(tx, empresaId));

/** The figures of the documents that the company issued, by type and environment. */
export const viewFigures = (ctx: Context, empresaId: string): Promise<FigureRow[]> =>
  ctx.db.tenant(empresaId, (tx) => listFigures(tx, empresaId));

const maxBytes = 512 * 1024;
const maxSide = 4_096;

/**
 * Stores the company's logo. Returns the company's data with it.
 *
 * @throws Problem `logo/invalido`, with the reason
 */
export async function storeLogo(
  ctx: Context,
  caller: PersonCaller,
  file: FormFile,
  by: Actor,
): Promise<repo.ProfileRow> {
  const { bytes } = file;
  if (bytes.length > maxBytes) refuse('logo/invalido', 'La imagen supera los 512 kB');
  const image = readImage(bytes) ?? refuse('logo/invalido', 'El archivo no es una imagen PNG, JPEG o WebP');
  if (image.width > maxSide || image.height > maxSide)
    refuse('logo/invalido', `La imagen mide ${image.width} × ${image.height} px; lo más son ${maxSide} px por lado`);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  const { empresaId } = caller;
  return ctx.db.tenant(empresaId, async (tx) => {
    await repo.replaceLogo(tx, { empresa_id: empresaId, tipo: image.tipo, bytes, version });
    const profile = await repo.findProfile(tx, empresaId);
    const datos = { version, tipo: image.tipo, bytes: bytes.length, ...by };
    await ctx.events.append(tx, empresaId, [{ tipo: 'configuracion.logo', datos }, configuracionEvent('logo')]);
    return profile;
  });
}

/**
 * The logo of the caller's company; for the platform's administrator, of any.
 *
 * @throws Problem `recurso/no-encontrado` when there is none, or it is another company's
 */
export async function viewLogo(ctx: Context, caller: SessionCaller, rnc: string) {
  const { empresaId } = caller;
  const find = (tx: Tx) => repo.findLogo(tx, rnc);
  // Row-level security shows a company its own logo only.
  const logo = await (empresaId === null ? ctx.db.system(find) : ctx.db.tenant(empresaId, find));
  return logo ?? refuse('recurso/no-encontrado');
}

/** The company's logo with its version, for printed forms; undefined if it has none that can be printed. */
export async function logoOf(
  tx: Tx,
  empresaId: string,
): Promise<{ readonly version: string; readonly tipo: string; readonly bytes: Buffer } | undefined> {
  const logo = await repo.findOwnLogo(tx, empresaId);
  return logo === undefined || logo.tipo === notPrinted ? undefined : logo;
}
