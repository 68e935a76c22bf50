import { tiposDeMedio } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { Forma, Outline } from '@timbre/representacion';
import { findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import { alwaysInAThread } from '../../domain/desk/desk.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Payload } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { awaitContingency, drawingOf, shownLogo } from './service.ts';

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

/** The data from which a document is drawn, and the name of its file. */
async function readPrinted(ctx: Context, empresaId: string, id: string, forma: Forma) {
  const { signed, drawing } = await ctx.db.tenant(empresaId, async (tx) => ({
    signed: await findSigned(tx, empresaId, id),
    drawing: await drawingOf(ctx, tx, empresaId),
  }));
  const { estado, fechaFirma, ...document } = signed;
  const contingencia = await awaitContingency(ctx, empresaId, { id, ambiente: document.ambiente, estado, fechaFirma });
  return { ...document, ...drawing, forma, contingencia };
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

/** The data of a signed e-CF that are drawn, and the name of its files. */
async function findSigned(tx: Tx, empresaId: string, id: string) {
  const row = await findDocumento(tx, empresaId, id);
  if (row === undefined || row.es_rfce) return refuse('recurso/no-encontrado');
  const { xml, codigo_seguridad: codigoSeguridad, ambiente, rnc_emisor, encf } = row;
  if (xml === null || codigoSeguridad === null) return refuse('documento/sin-firmar');
  return {
    xml,
    codigoSeguridad,
    ambiente,
    estado: row.estado,
    fechaFirma: row.fecha_firma,
    fileName: `${rnc_emisor}${encf}`,
  };
}
