import type { X509Certificate } from 'node:crypto';
import type { verificar } from '@timbre/contract';
import { documentLimits } from '@timbre/ecf';
import { cmsFaults, inspectCms, inspectPdf, PdfError, rangeFault } from '@timbre/firmas';
import { parseFechaHora } from '@timbre/values';
import { asBuffer } from '@timbre/worker/as-buffer';
import { leafText, readXml, type XmlElement, XmlError } from '@timbre/xml';
import { inspectDated, inspectXml, SignatureError } from '@timbre/xml/node';
import { readCertificateFacts, verdictOf } from './signature.ts';

/** A file of any origin, and the data used to verify it. */
interface ToVerify {
  readonly bytes: Uint8Array;
  /** The file that a detached signature signs. */
  readonly original?: Uint8Array | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The certification authorities to trust, as PEM; none = their list is not installed. */
  readonly roots: readonly string[];
}

/** The result for a signature, before its certificate is judged. */
interface InspectedSignature extends Pick<verificar.FirmaVerificada, 'estado' | 'motivo' | 'declara' | 'alcance'> {
  readonly certificate: X509Certificate | undefined;
  readonly signingTime: Date | undefined;
}

/**
 * Determines who signed a file, when, and whether it is unaltered since. A file that cannot be read also gets an
 * answer. A signature and its file may be passed in either order.
 */
export async function verifyFile({ bytes, original, now, roots }: ToVerify): Promise<verificar.Verificacion> {
  const [file, other] = [bytes, original].map((each) => each && asBuffer(each));
  const [signed, content] = other && kindOf(file!) === null && kindOf(other) === 'cms' ? [other, file] : [file!, other];
  const formato = kindOf(signed);
  const answer = (
    signatures: readonly InspectedSignature[],
    more: Partial<verificar.Verificacion> = {},
  ): verificar.Verificacion => ({
    formato,
    detalle: signatures.length === 0 ? 'El archivo no está firmado.' : null,
    firmas: signatures.map((one) => judged(one, now, roots)),
    agregado: 0,
    ...more,
  });
  try {
    if (formato === 'pdf') return await ofPdf(signed, answer);
    if (formato === 'xml') return answer(ofXml(signed));
    if (formato === 'cms') return answer(ofCms(signed, content));
  } catch (error) {
    if (error instanceof PdfError) return answer([], { detalle: `${error.message}.` });
    if (error instanceof XmlError) return answer([], { detalle: `${error.message} (línea ${error.line}).` });
    throw error;
  }
  return answer([], { detalle: 'El archivo no es un PDF, un XML ni una firma .p7m o .p7s.' });
}

/** The format of a file, by its beginning: a CMS is in DER, or in base64 with or without its frame. */
function kindOf(file: Buffer): verificar.Verificacion['formato'] {
  if (file.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  const beginning = file.subarray(0, 256).toString('latin1');
  if (/^(?:\xef\xbb\xbf)?\s*</.test(beginning)) return 'xml';
  return /^\x30[\x80-\x84]/.test(beginning) || /^\s*(?:-----BEGIN (?:CMS|PKCS7)-----|MI[A-Za-z0-9+/])/.test(beginning)
    ? 'cms'
    : null;
}

const untouched = { estado: 'integra', motivo: '' } as const;
const notVerifiable = (motivo: string) => ({ estado: 'no-verificable', motivo }) as const;
const broken = (motivo: string) => ({ estado: 'alterada', motivo }) as const;

/** With these faults it is certain that the signature and the content do not belong together. */
const certain: ReadonlySet<string> = new Set(['alterado', 'no-corresponde', 'otro-certificado', 'alcance']);

const stateOf = (fault: string | undefined, motivo: string) =>
  fault === undefined ? untouched : certain.has(fault) ? broken(motivo) : notVerifiable(motivo);

async function ofPdf(
  file: Buffer,
  answer: (signatures: readonly InspectedSignature[], more: Partial<verificar.Verificacion>) => verificar.Verificacion,
): Promise<verificar.Verificacion> {
  const { signatures, addedAfter } = await inspectPdf(file);
  const inspected = signatures.map(
    ({ fault, name, reason, coveredTo, certificate, signingTime }): InspectedSignature => {
      const motivo = fault === undefined ? '' : fault === 'alcance' ? rangeFault : cmsFaults[fault];
      const alcance = coveredTo === file.length ? 'Todo el documento' : 'El documento como estaba al firmarse';
      const declara = [name, reason].filter((text) => text !== '').join(' · ') || null;
      return { ...stateOf(fault, motivo), declara, alcance, certificate, signingTime };
    },
  );
  return answer(inspected, { agregado: inspected.length === 0 ? 0 : addedAfter });
}

function ofCms(file: Buffer, content: Buffer | undefined): InspectedSignature[] {
  const text = file.subarray(0, 64).toString('latin1');
  const der = text.startsWith('\x30')
    ? file
    : Buffer.from(file.toString('latin1').replace(/-----[^-]+-----/g, ''), 'base64');
  const inspected = inspectCms(der, content && [content]);
  const alcance = inspected.content === undefined ? 'El archivo que la acompaña' : 'El contenido que lleva dentro';
  return inspected.signatures.map(({ fault, certificate, signingTime }) => ({
    ...stateOf(fault, fault === undefined ? '' : cmsFaults[fault]),
    declara: null,
    alcance,
    certificate,
    signingTime,
  }));
}

function ofXml(file: Buffer): InspectedSignature[] {
  const root = readXml(file, documentLimits);
  const alcance = 'Todo el documento';
  const declara = issuerOf(root);
  const inspected = inspectXml(file, root, documentLimits);
  const [first] = inspected.faults;
  if (first?.code === 'firma/falta') return [];
  const stated = textAt(root, 'FechaHoraFirma');
  const signedAt = parseFechaHora(stated ?? '');
  const signatureOf = (
    faults: readonly (SignatureError | XmlError)[],
    certificate = inspected.certificate,
  ): InspectedSignature => {
    const worst = faults.find(({ code }) => isCertain(code)) ?? faults[0];
    const state =
      worst === undefined ? untouched : (isCertain(worst.code) ? broken : notVerifiable)(`${worst.message}.`);
    const signingTime = signedAt === undefined ? undefined : new Date(signedAt);
    return { ...state, declara, alcance, certificate, signingTime };
  };
  if (first?.code !== 'firma/estructura') return [signatureOf(inspected.faults)];
  try {
    const dated = inspectDated(file, documentLimits);
    if (dated === undefined) return [signatureOf(inspected.faults)];
    return [{ ...signatureOf(dated.faults, dated.certificate), signingTime: dated.signingTime }];
  } catch (error) {
    if (error instanceof SignatureError) return [signatureOf([error])];
    throw error;
  }
}

const isCertain = (code: string): boolean => code.startsWith('firma/') && certain.has(code.slice('firma/'.length));

/** The text of an element by its path from the root; undefined if there is none. */
function textAt(root: XmlElement, ...path: readonly string[]): string | undefined {
  const element = path.reduce<XmlElement | undefined>(
    (at, name) => at?.children.find((child): child is XmlElement => typeof child !== 'string' && child.local === name),
    root,
  );
  return element && leafText(element)?.slice(0, 250);
}

/** The issuer stated in an e-CF or a summary. */
function issuerOf(root: XmlElement): string | null {
  const of = (name: string) => textAt(root, 'Encabezado', 'Emisor', name);
  const [name, rnc] = [of('RazonSocialEmisor'), of('RNCEmisor')];
  return [name, rnc && `RNC ${rnc}`].filter(Boolean).join(' · ') || null;
}

/** Judges the certificate at the time of signing if the signature states it, otherwise now. */
function judged({ certificate, signingTime, ...rest }: InspectedSignature, now: number, roots: readonly string[]) {
  const facts = readCertificateFacts(certificate);
  const fecha = signingTime?.toISOString() ?? null;
  if (certificate === undefined || facts === undefined) return { ...rest, fecha, certificado: null };
  const at = signingTime ?? new Date(now);
  const certificado: verificar.CertificadoDeFirma = {
    titular: facts.holder,
    identificacion: facts.holderId ?? null,
    emisor: facts.issuer,
    desde: facts.validFrom.toISOString(),
    hasta: facts.validTo.toISOString(),
    vigencia: validities[verdictOf(certificate, at, [])] ?? 'no-apto',
    momento: signingTime === undefined ? 'hoy' : 'firma',
    respaldo:
      roots.length === 0
        ? 'no-comprobado'
        : verdictOf(certificate, at, roots) === 'trusted'
          ? 'reconocido'
          : 'desconocido',
  };
  return { ...rest, fecha, certificado };
}

const validities: Readonly<Record<string, verificar.CertificadoDeFirma['vigencia']>> = {
  trusted: 'vigente',
  // Only the DGII requires that a certificate identifies its holder by a tax id, and this file may be of any origin.
  'firma/certificado-titular': 'vigente',
  'firma/certificado-vencido': 'vencido',
  'firma/certificado-no-vigente': 'no-vigente',
};
