import { type correo as contract, tiposDeMedio } from '@timbre/contract';
import { TipoeCF } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { decimal, formatMonto, formatTaxId } from '@timbre/values';
import type { Issuer } from '../../domain/companies/issuers.ts';
import { findPerson } from '../../domain/companies/memberships-repo.ts';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import { replacesContingency } from '../../domain/comprobantes/queries/replacement.ts';
import { findResumen } from '../../domain/comprobantes/queries/resumenes.ts';
import { alwaysInAThread } from '../../domain/desk/desk.ts';
import { isAddress } from '../../domain/mail/address.ts';
import { postMail } from '../../domain/mail/outbox.ts';
import type { Attachment } from '../../domain/mail/post.ts';
import * as repo from '../../domain/mail/repo.ts';
import { fill, type Marks } from '../../domain/mail/template.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Actor, CompanyCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { awaitContingency, drawingOf } from '../documentos/service.ts';
import { plantillaOf } from './plantilla.ts';

const maxShown = 50;
/** Messages that a company's people may request at once, as may its key, and seconds until they may request one more. */
const [burst, perMessage] = [200, 10];

/** The recipients, and the subject and body that a person writes in place of the template. */
interface Sending {
  readonly para: readonly string[];
  readonly asunto: string | undefined;
  readonly cuerpo: string | undefined;
}

/** A document to be sent, with the default subject and body of its messages. */
interface Sent {
  readonly xml: string;
  readonly eNCF: string;
  readonly empresa: string;
  readonly rechazado: boolean;
  readonly asunto: string;
  readonly cuerpo: string;
}

/** @throws Problem `recurso/no-encontrado`, also for a summary; `documento/sin-firmar` */
async function readSent(tx: Tx, { id: empresaId, rnc, razonSocial: empresa }: Issuer, id: string): Promise<Sent> {
  const row = await findDocumento(tx, empresaId, id);
  const resumen = await findResumen(tx, empresaId, id);
  if (row === undefined || resumen === undefined || row.es_rfce) return refuse('recurso/no-encontrado');
  const { xml } = row;
  if (xml === null) return refuse('documento/sin-firmar');
  const { eNCF } = resumen;
  const marks: Marks = {
    empresa,
    rnc: formatTaxId(rnc),
    comprador: nameOf(resumen.razonSocialComprador),
    tipo: TipoeCF[resumen.tipo as unknown as keyof typeof TipoeCF],
    eNCF,
    fecha: resumen.fecha,
    total: formatMonto(decimal(resumen.monto)),
  };
  const { asunto, cuerpo } = await plantillaOf(tx, empresaId);
  const rechazado = row.estado === 'rechazado';
  return { xml, eNCF, empresa, rechazado, asunto: fill(asunto, marks), cuerpo: fill(cuerpo, marks) };
}

/**
 * A buyer's name as the text of a message has it. The caller writes the name and the recipient, and mail programs turn
 * addresses in a text into links: a name with one is left out.
 */
const nameOf = (razonSocial: string | null | undefined): string =>
  razonSocial == null || /:\/\/|@|[\p{L}\p{N}-]\.[\p{L}\p{N}-]{2,}/u.test(razonSocial) ? 'cliente' : razonSocial;

/** The recipient and the texts that a document would be sent with, and the messages already sent with it. */
export async function viewCorreos(ctx: Context, empresaId: string, id: string) {
  const issuer = await ctx.issuers.of(empresaId);
  const { sent, correos } = await ctx.db.tenant(empresaId, async (tx) => ({
    sent: await readSent(tx, issuer, id),
    correos: await repo.correosOf(tx, empresaId, id, maxShown),
  }));
  const [named] = await ctx.desk.readNamed(sent.xml.length, [sent.xml]);
  return { para: named?.comprador?.correo ?? '', asunto: sent.asunto, cuerpo: sent.cuerpo, correos };
}

/** Sends documents to people. The messages are written in one transaction with their event, and delivered after it. */
export function createSending(ctx: Context) {
  const limit = createRateLimit(ctx.clock, burst, perMessage);
  return async (caller: CompanyCaller, id: string, message: Sending, by: Actor) => {
    const { empresaId } = caller;
    const para = [...new Set(message.para.map((address) => address.trim()))];
    const wrong = para.find((address) => !isAddress(address));
    if (wrong !== undefined) refuse('correo/direccion', `«${wrong}» no es una dirección de correo`);
    for (const _ of para) limit.take(`${empresaId} ${caller.via}`);
    const issuer = await ctx.issuers.of(empresaId);
    const isOwnText = caller.via === 'clave' && (message.asunto ?? message.cuerpo) !== undefined;
    const read = isOwnText ? await readForKnown(ctx, issuer, id, para) : undefined;
    const writer = caller.via === 'sesion' ? await writerOf(ctx, caller.usuarioId) : undefined;
    return ctx.db.tenant(empresaId, async (tx) => {
      const sent = read ?? (await readSent(tx, issuer, id));
      if (sent.rechazado) refuse('correo/rechazado');
      if (replacesContingency(sent.xml)) refuse('entrega/contingencia');
      const { asunto = sent.asunto, cuerpo: texto = sent.cuerpo } = message;
      const shared = { empresaId, clase: 'documento', nombre: sent.empresa, documentoId: id, por: by.por } as const;
      await postMail(
        ctx,
        tx,
        para.map((address) => ({ ...shared, para: address, responderA: writer, asunto, texto })),
      );
      const datos = { eNCF: sent.eNCF, para, ...by };
      await ctx.events.append(tx, empresaId, [{ tipo: 'documento.correo', sujeto: id, datos }]);
      return repo.correosOf(tx, empresaId, id, para.length);
    });
  };
}

/**
 * Reads a document for an integration key that writes its own text, and throws unless it may write to each address: that
 * of the document's buyer, or one to which people of the company have sent documents. Otherwise a leaked key could write to any address from the
 * platform's own domain.
 *
 * @throws Problem `correo/texto-propio`
 */
async function readForKnown(ctx: Context, issuer: Issuer, id: string, para: readonly string[]): Promise<Sent> {
  const lower = para.map((address) => address.toLowerCase());
  const { sent, known } = await ctx.db.tenant(issuer.id, async (tx) => ({
    sent: await readSent(tx, issuer, id),
    known: await repo.mailedByPeople(tx, issuer.id, lower),
  }));
  const [named] = await ctx.desk.readNamed(sent.xml.length, [sent.xml]);
  const buyer = named?.comprador?.correo?.toLowerCase();
  const unknown = lower.find((address) => address !== buyer && !known.has(address));
  if (unknown !== undefined)
    refuse(
      'correo/texto-propio',
      `«${unknown}» no es el correo del comprador ni uno al que la empresa haya escrito. Envíelo sin asunto ni cuerpo, con el texto de la plantilla`,
    );
  return sent;
}

const writerOf = (ctx: Context, usuarioId: string): Promise<string | undefined> =>
  ctx.db.system(async (tx) => (await findPerson(tx, usuarioId))?.correo);

/** The printed form and the exact XML of a document, as `{RNC}{eNCF}.pdf` and `.xml`. */
export async function attachmentsOf(ctx: Context, empresaId: string, id: string): Promise<readonly Attachment[]> {
  const { row, drawing } = await ctx.db.tenant(empresaId, async (tx) => ({
    row: (await findDocumento(tx, empresaId, id)) ?? refuse('recurso/no-encontrado'),
    drawing: await drawingOf(ctx, tx, empresaId),
  }));
  const { xml, codigo_seguridad: codigoSeguridad, ambiente } = row;
  if (xml === null || codigoSeguridad === null) return refuse('documento/sin-firmar');
  const contingencia = await awaitContingency(ctx, empresaId, { ...row, fechaFirma: row.fecha_firma });
  const printed = { xml, codigoSeguridad, ambiente, forma: 'carta', contingencia, ...drawing } as const;
  const pdf = await ctx.desk.drawPrinted(alwaysInAThread, printed);
  const name = `${row.rnc_emisor}${row.encf}`;
  return [
    { filename: `${name}.pdf`, contentType: tiposDeMedio.pdf, content: Buffer.from(pdf) },
    { filename: `${name}.xml`, contentType: 'application/xml', content: Buffer.from(xml) },
  ];
}

/** A message of a document as the contract has it. */
export const correoView = (row: Awaited<ReturnType<typeof repo.correosOf>>[number]): contract.CorreoDeDocumento => ({
  id: row.id,
  para: row.para,
  asunto: row.asunto,
  por: row.por ?? '',
  creado: row.creado.toISOString(),
  estado: row.estado,
  detalle: row.detalle,
  terminado: row.terminado?.toISOString() ?? null,
});
