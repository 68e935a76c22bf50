import { type enlaces as contract, estadosAceptados, estadosFinales, tiposDeMedio } from '@timbre/contract';
import { Problem, refuse } from '@timbre/refusal';
import type { Forma } from '@timbre/representacion';
import { linksOf } from '../../domain/comprobantes/issue/annulments.ts';
import { attemptsOf, findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import { findResumen } from '../../domain/comprobantes/queries/resumenes.ts';
import { alwaysInAThread, type Desk } from '../../domain/desk/desk.ts';
import type { Payload } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { readPrinted, shownLogo } from '../documentos/service.ts';
import * as repo from './repo.ts';
import { digestOf } from './service.ts';

// The document that a link shows to a person who has its address, as its printed form has it.

/** The services, and the desk for what strangers ask. */
export interface ForStrangers {
  readonly ctx: Context;
  readonly desk: Desk;
}

/** The document of a valid link. @throws Problem `recurso/no-encontrado` for any other text, always the same one */
async function shownBy(ctx: Context, token: string): Promise<repo.Shown> {
  const hmac = digestOf(ctx, token);
  const shown = await ctx.db.system((tx) => repo.findShown(tx, hmac, ctx.clock.now()));
  return shown ?? refuse('recurso/no-encontrado');
}

/** The document of a valid link with what is drawn of it. @throws Problem as {@link shownBy} */
async function openLink(ctx: Context, token: string, forma: Forma) {
  const shown = await shownBy(ctx, token);
  const printed = await readPrinted(ctx, shown.empresa_id, shown.documento_id, forma).catch((error) => {
    // Its signature was removed after it was shared, to correct it.
    throw error instanceof Problem ? new Problem('recurso/no-encontrado') : error;
  });
  return { shown, printed };
}

/** A shared document. @throws Problem as {@link shownBy} */
export async function viewShared({ ctx, desk }: ForStrangers, token: string): Promise<contract.Compartido> {
  const { shown, printed } = await openLink(ctx, token, 'carta');
  const { empresa_id, documento_id, vence } = shown;
  const { row, resumen, attempts } = await ctx.db.tenant(empresa_id, async (tx) => {
    const [row, resumen, attempts] = await Promise.all([
      findDocumento(tx, empresa_id, documento_id),
      findResumen(tx, empresa_id, documento_id),
      attemptsOf(tx, empresa_id, documento_id),
    ]);
    return { row, resumen, attempts };
  });
  if (row === undefined || resumen === undefined) return refuse('recurso/no-encontrado');
  const { fileName: _, logo, ...drawn } = printed;
  const content = await desk.presentPrinted(drawn.xml.length, drawn);
  const { eNCF, fecha, monto, estado, mensajes } = resumen;
  const { anuladaPor } = linksOf(row);
  const isAnnulled = anuladaPor !== null && estadosAceptados.has(anuladaPor.estado);
  return {
    ...content,
    eNCF,
    fecha,
    monto,
    situacion: situacionOf(estado, isAnnulled),
    decidido: (estadosFinales.has(estado) && attempts.at(-1)?.terminado?.toISOString()) || null,
    observaciones: estado === 'aceptado_condicional' ? mensajes.map(({ valor }) => valor) : [],
    anuladaPor: isAnnulled ? anuladaPor.eNCF : null,
    prueba: drawn.ambiente !== 'ecf' || ctx.config.authority === 'simulador',
    logo: logo === undefined ? null : `data:${logo.tipo};base64,${logo.bytes.toString('base64')}`,
    vence: vence?.toISOString() ?? null,
  };
}

function situacionOf(
  estado: NonNullable<Awaited<ReturnType<typeof findResumen>>>['estado'],
  isAnnulled: boolean,
): contract.Compartido['situacion'] {
  if (estado === 'rechazado') return 'rechazado';
  if (isAnnulled) return 'anulada';
  return estado === 'aceptado' || estado === 'aceptado_condicional' ? estado : 'en_proceso';
}

/** The signed XML of a shared document. @throws Problem as {@link shownBy} */
export async function xmlOfShared(ctx: Context, token: string): Promise<Payload> {
  const { printed } = await openLink(ctx, token, 'carta');
  return { bytes: printed.xml, fileName: `${printed.fileName}.xml` };
}

/** The printed form of a shared document, as a PDF. @throws Problem as {@link shownBy} */
export async function printShared({ ctx, desk }: ForStrangers, token: string, forma: Forma): Promise<Payload> {
  const { fileName, ...printed } = (await openLink(ctx, token, forma)).printed;
  const bytes = Buffer.from(await desk.drawPrinted(alwaysInAThread, printed));
  const suffix = forma === 'ticket' ? '_80mm' : '';
  return { bytes, contentType: tiposDeMedio.pdf, fileName: `${fileName}${suffix}.pdf` };
}

/** The pages of that form. @throws Problem as {@link shownBy} */
export async function outlineShared({ ctx, desk }: ForStrangers, token: string, forma: Forma) {
  const { fileName: _, ...printed } = (await openLink(ctx, token, forma)).printed;
  const outlined = await desk.outlinePrinted(alwaysInAThread, printed);
  return { ...outlined, logo: shownLogo(outlined, printed.logo) };
}
