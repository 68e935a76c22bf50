import { createHash } from 'node:crypto';
import { firmado, sizeText, tiposDeMedio } from '@timbre/contract';
import { sealPdf, signCms } from '@timbre/firmas';
import { refuse } from '@timbre/refusal';
import type { FormOf } from '@timbre/route';
import { formatFechaHora, formatTaxId } from '@timbre/values';
import { describeCertificate, type Signer, signDated } from '@timbre/xml/node';
import type { Issuer } from '../../domain/companies/issuers.ts';
import { signAnyXml } from '../../domain/comprobantes/issue/adopt.ts';
import { fiscalDocuments, rootOfXml } from '../../domain/comprobantes/judge/check/root-of-xml.ts';
import { type Desk, isInterrupted } from '../../domain/desk/desk.ts';
import type { FormFile } from '../../platform/http/form.ts';
import type { Payload } from '../../platform/http/register.ts';
import { type Actor, type CompanyCaller, demandFreeSigning } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

/** The context for signing a file; `files` is the desk on which PDF are read. */
type Signing = Context & { readonly files: Desk };

/** A file, and how it is to be signed. */
interface Wanted {
  readonly file: FormFile;
  readonly fields: FormOf<typeof firmado.firmarDocumento.form, FormFile>['fields'];
  readonly issuer: Issuer;
  readonly signer: Signer;
  /** Common name of the certificate's holder. */
  readonly holder: string;
  /** The time stated in the signature; undefined = none. */
  readonly at: Date | undefined;
  /** Throws unless the caller may sign files that are not the company's own documents. */
  readonly free: () => Promise<void>;
}

/**
 * Signs a file of a company. The use of its key is recorded before the signed file leaves.
 *
 * @throws Problem `acceso/denegado` for another company's RNC, `clave/sin-alcance`, `sesion/confirmar`, `peticion/muy-grande`, `firmado/archivo`, `certificado/…`; of an
 * XML those of its signing
 * @source docs/design/xml-and-signatures.md#signed-files
 */
export async function signFile(
  ctx: Signing,
  caller: CompanyCaller,
  form: FormOf<typeof firmado.firmarDocumento.form, FormFile>,
  by: Actor,
): Promise<Payload> {
  const { empresaId } = caller;
  const { file } = form.files;
  const issuer = await ctx.issuers.of(empresaId);
  if (form.fields.rnc !== issuer.rnc) refuse('acceso/denegado');
  if (file.bytes.length > firmado.maximoDelArchivo)
    refuse('peticion/muy-grande', `Un archivo no pasa de ${sizeText(firmado.maximoDelArchivo)}`);
  if (file.bytes.length === 0) refuse('firmado/archivo', 'El archivo está vacío');
  const format = formatOf(file.name);
  const free = () => demandFreeSigning(ctx.stepUp.demand, caller);
  if (format !== 'xml') await free();
  const { signer, certificadoId } = await ctx.signers.of(empresaId);
  const { holder, fingerprint } = describeCertificate(Buffer.from(signer.certificate, 'base64'));
  const at = isTrue(form.fields.incluir_fecha ?? 'true') ? ctx.clock.now() : undefined;

  const signed = await formats[format](ctx, { file, fields: form.fields, issuer, signer, holder, at, free });
  const datos = {
    archivo: file.name.slice(0, 200),
    formato: format,
    huella: createHash('sha256').update(signed.bytes).digest('hex'),
    certificado: fingerprint,
    titular: holder,
    ...by,
  };
  await ctx.db.tenant(empresaId, (tx) =>
    ctx.events.append(tx, empresaId, [{ tipo: 'archivo.firmado', sujeto: certificadoId, datos }]),
  );
  return signed;
}

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === 'true';

/** The format of a file, by the ending of its name. */
function formatOf(name: string): firmado.FormatoDeFirma {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (ending in firmado.formatosDeFirma) return ending as firmado.FormatoDeFirma;
  return refuse('firmado/archivo', 'Se firman archivos pdf, xml y txt: el nombre debe terminar en uno de ellos');
}

type Signed = Payload & { readonly bytes: string | Buffer };

const formats: Readonly<Record<firmado.FormatoDeFirma, (ctx: Signing, wanted: Wanted) => Promise<Signed>>> = {
  pdf: signPdf,
  xml: signXml,
  txt: signText,
};

/** The name of the signed file. */
const named = (name: string): string => name.replace(/\.([a-z]+)$/i, '-firmado.$1');

async function signPdf(ctx: Signing, wanted: Wanted): Promise<Signed> {
  const { file, fields, issuer, signer, holder, at } = wanted;
  const { rnc, razonSocial } = issuer;
  const time = at && formatFechaHora(at.getTime());
  const corner = fields.sello_esquina as firmado.Esquina | undefined;
  const page = fields.sello_pagina ?? '1';
  const preparing = ctx.files.preparePdf(file.bytes.length, {
    bytes: file.bytes,
    name: holder,
    reason: `Por ${razonSocial}, RNC ${rnc}`,
    date: time && pdfDate(time),
    stamp: corner && {
      page: page === 'ultima' ? page : Number(page),
      corner,
      lines: ['Firmado digitalmente por', holder, `RNC ${formatTaxId(rnc)}`, ...(time === undefined ? [] : [time])],
    },
    certificateBytes: Buffer.byteLength(signer.certificate, 'base64'),
  });
  const prepared = await preparing.catch((error) => {
    if (isInterrupted(error)) refuse('firmado/archivo', tooHeavy);
    throw error;
  });
  const sealed = sealPdf(prepared, await signCms({ digest: prepared.digest }, signer));
  const bytes = prepared.isAppended ? Buffer.concat([file.bytes, sealed]) : sealed;
  return { bytes, fileName: named(file.name), contentType: tiposDeMedio.pdf };
}

const tooHeavy =
  'Leer el PDF pide demasiado tiempo o memoria: puede estar dañado. Ábralo, guárdelo con otro nombre y firme ese';

/** A time in Santo Domingo, dd-MM-yyyy HH:mm:ss, as PDF writes it. @source ISO 32000-1, §7.9.4 */
const pdfDate = (time: string): string =>
  time.replace(/^(\d\d)-(\d\d)-(\d{4}) (\d\d):(\d\d):(\d\d)$/, "D:$3$2$1$4$5$6-04'00'");

/** Forms of the DGII's portal, which accepts them only with its own form of signature. */
const forms: ReadonlySet<string> = new Set(['Postulacion', 'DeclaracionJurada']);

async function signXml(ctx: Signing, { file, issuer, signer, at, free }: Wanted): Promise<Signed> {
  const root = rootOfXml(file.bytes) ?? '';
  const isOfDgii = fiscalDocuments.has(root) || forms.has(root);
  const canonical = at === undefined || isOfDgii ? undefined : await readForeign(ctx, file, issuer);
  if (canonical !== undefined) await free();
  const bytes =
    at === undefined || canonical === undefined
      ? await signAnyXml(ctx, issuer.id, file.bytes, at !== undefined, {}, free)
      : await signDated(canonical, signer, at);
  return { bytes, fileName: named(file.name), contentType: 'application/xml; charset=utf-8' };
}

/** An XML that is no document of the DGII, in canonical form and without its signature; undefined for one that is. */
async function readForeign(ctx: Signing, file: FormFile, issuer: Issuer): Promise<string | undefined> {
  const now = ctx.clock.now().getTime();
  const tasas = await ctx.exciseRates.current();
  const wanted = { xml: file.bytes, issuer, fields: {}, agregarFechaHoraFirma: false, now, tasas };
  const read = await ctx.desk.readToSign(file.bytes.length, wanted);
  return read.kind === undefined ? read.canonical : undefined;
}

async function signText(_ctx: Signing, { file, fields, signer, at }: Wanted): Promise<Signed> {
  const isDetached = isTrue(fields.firma_separada);
  const digest = createHash('sha256').update(file.bytes).digest();
  const bytes = await signCms({ digest, content: isDetached ? undefined : file.bytes, signingTime: at }, signer);
  const [ending, type] = isDetached ? ['p7s', 'pkcs7-signature'] : ['p7m', 'pkcs7-mime'];
  return { bytes, fileName: `${file.name}.${ending}`, contentType: `application/${type}` };
}
