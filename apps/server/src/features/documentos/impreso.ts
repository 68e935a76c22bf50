import { tiposDeMedio } from '@timbre/contract';
import type { Forma, Outline } from '@timbre/representacion';
import { alwaysInAThread } from '../../domain/desk/desk.ts';
import type { Payload } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { findSigned, readPrinted, shownLogo } from './service.ts';

/**
 * The printed form of a signed e-CF. If the authority has not received it and does not answer, the form states that it
 * was issued in contingency.
 *
 * @throws Problem `recurso/no-encontrado`, also for a summary, which has none; `documento/sin-firmar`
 */
export async function printDocumento(ctx: Context, empresaId: string, id: string, forma: Forma): Promise<Payload> {
  const { fileName, ...printed } = await readPrinted(ctx, empresaId, id, forma);
  const bytes = await ctx.desk.drawPrinted(alwaysInAThread, printed);
  const suffix = forma === 'ticket' ? '_80mm' : '';
  return { bytes: Buffer.from(bytes), contentType: tiposDeMedio.pdf, fileName: `${fileName}${suffix}.pdf` };
}

/** The pages of the same form, for a screen, and the address of the logo on them. @throws Problem as {@link printDocumento} */
export async function outlineDocumento(
  ctx: Context,
  empresaId: string,
  id: string,
  forma: Forma,
): Promise<Outline & { readonly logo: string | null }> {
  const { fileName: _, ...printed } = await readPrinted(ctx, empresaId, id, forma);
  const outlined = await ctx.desk.outlinePrinted(alwaysInAThread, printed);
  return { ...outlined, logo: shownLogo(outlined, printed.logo) };
}

/** The QR code of a signed e-CF's stamp. @throws Problem as {@link printDocumento} */
export async function stampOf(ctx: Context, empresaId: string, id: string): Promise<Payload> {
  const {
    fileName: _,
    estado: __,
    fechaFirma: ___,
    ...document
  } = await ctx.db.tenant(empresaId, (tx) => findSigned(tx, empresaId, id));
  const svg = await ctx.desk.drawStamp(alwaysInAThread, document);
  return { bytes: svg, contentType: 'image/svg+xml' };
}
