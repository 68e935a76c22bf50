import { borradores, tiposDeMedio } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { Forma } from '@timbre/representacion';
import type { InputOf } from '@timbre/route';
import type { ComoSinECF } from '../../domain/comprobantes/judge/without-ecf.ts';
import { alwaysInAThread } from '../../domain/desk/desk.ts';
import type { Payload } from '../../platform/http/register.ts';
import type { PersonCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { drawingOf, shownLogo } from '../documentos/service.ts';
import * as repo from './repo.ts';

type Query = InputOf<typeof borradores.imprimirSinECF>['query'];
type Guardado = InputOf<typeof borradores.guardarBorrador>['body'];

/** The drafts of a company, the last changed first. */
export const listBorradores = (ctx: Context, empresaId: string) =>
  ctx.db.tenant(empresaId, (tx) => repo.listBorradores(tx, empresaId));

/** One draft. @throws Problem `recurso/no-encontrado` */
export async function findBorrador(ctx: Context, empresaId: string, id: string) {
  const row = await ctx.db.tenant(empresaId, (tx) => repo.findBorrador(tx, empresaId, id));
  return row ?? refuse('recurso/no-encontrado');
}

/**
 * Stores a new draft, or replaces the version that it changes. A draft that is stored already, sent again because the
 * response was lost, gets the same response.
 *
 * @throws Problem `borrador/cambiado`, `borrador/demasiados`; `recurso/no-encontrado` if it was deleted
 */
export const saveBorrador = (
  ctx: Context,
  { empresaId, nombreUsuario: por }: PersonCaller,
  id: string,
  { version, tipo, comprador, monto, documento }: Guardado,
): Promise<repo.BorradorRow> =>
  ctx.db.tenant(empresaId, async (tx) => {
    const row = {
      empresa_id: empresaId,
      id,
      version: version + 1,
      tipo: Number(tipo),
      comprador,
      monto,
      documento: JSON.stringify(documento),
      por,
      modificado: ctx.clock.now(),
    };
    const changed = version === 0 ? undefined : await repo.replaceBorrador(tx, row, version);
    const answer = changed ?? (await repo.findSame(tx, row));
    if (answer) return answer;
    if (version > 0)
      return refuse((await repo.findBorrador(tx, empresaId, id)) ? 'borrador/cambiado' : 'recurso/no-encontrado');
    // Two concurrent calls may exceed the limit by one. Nothing depends on the exact number: it only bounds the list
    // and the storage.
    if ((await repo.countBorradores(tx, empresaId)) >= borradores.limitesDeBorradores.cantidad)
      return refuse('borrador/demasiados');
    return (await repo.insertBorrador(tx, row)) ?? refuse('borrador/cambiado');
  });

/** Deletes a draft. @throws Problem `recurso/no-encontrado` */
export async function deleteBorrador(ctx: Context, empresaId: string, id: string): Promise<void> {
  const deleted = await ctx.db.tenant(empresaId, (tx) => repo.deleteBorrador(tx, empresaId, id));
  if (!deleted) refuse('recurso/no-encontrado');
}

/** The content of the printed form of a document that is not issued yet. */
async function toDraw(ctx: Context, empresaId: string, body: Uint8Array, forma: Forma) {
  const issuer = await ctx.issuers.of(empresaId);
  const drawing = await ctx.db.tenant(empresaId, (tx) => drawingOf(ctx, tx, empresaId));
  const tasas = await ctx.exciseRates.current();
  return { body, issuer, now: ctx.clock.now().getTime(), tasas, forma, ...drawing };
}

/** Draws a document before it is issued. @throws Problem `ecf/invalido` unless it may be issued */
export async function previewBorrador(ctx: Context, empresaId: string, body: Uint8Array, forma: Forma) {
  const draft = await toDraw(ctx, empresaId, body, forma);
  const shown = await ctx.desk.previewDraft(alwaysInAThread, draft);
  return { ...shown, logo: shownLogo(shown, draft.logo) };
}

/**
 * The printed form of a document while no e-CF can be generated.
 *
 * @throws Problem `peticion/invalida` without the NCF that series B needs, or for one that cannot be the document's, and
 * where the company may not defer; `ecf/invalido`
 */
export async function printWithoutECF(
  ctx: Context,
  empresaId: string,
  body: Uint8Array,
  query: Query,
): Promise<Payload> {
  const como = comoOf(query);
  const draft = await toDraw(ctx, empresaId, body, query.forma ?? 'carta');
  const bytes = await ctx.desk.drawWithoutECF(alwaysInAThread, { ...draft, como });
  const fileName = `${draft.issuer.rnc}${query.ncf ?? '-diferido'}.pdf`;
  return { bytes: Buffer.from(bytes), contentType: tiposDeMedio.pdf, fileName };
}

function comoOf({ modelo, ncf, vence, enlace }: Query): ComoSinECF {
  if (modelo === 'diferido') return { modelo, enlace };
  if (ncf === undefined) return refuse('peticion/invalida', 'Falta ncf: el número de la serie B que entrega');
  return { modelo, ncf, ...(vence !== undefined && { vence: vence.split('-').reverse().join('-') }) };
}
