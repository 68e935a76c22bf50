import { isUtf8 } from 'node:buffer';
import { hash, type X509Certificate } from 'node:crypto';
import { parseAmbiente } from '@timbre/authority';
import { ambienteVisible, type ErrorDeDocumento } from '@timbre/contract';
import {
  changedText,
  documentLimits,
  type ECFHead,
  esResumen,
  headOf,
  type ReadDocument,
  type RFCE,
  readDocument,
  validateRead,
} from '@timbre/ecf';
import { Problem, refuse } from '@timbre/refusal';
import { parseENCF, parseRNC } from '@timbre/values';
import { asBuffer } from '@timbre/worker/as-buffer';
import { XmlError } from '@timbre/xml';
import { certificateRefusal, SignatureError, type Trust, type Verified, verifyXml } from '@timbre/xml/node';
import type { Issuer } from '../../companies/issuers.ts';
import { errorOf, isRefused, type Judging } from './complete-draft.ts';
import type { Sealed, SignedXml } from './sealed.ts';

/** A signed e-CF about to enter the ledger; with its summary if that was made together with it. */
export interface ArrivingECF extends Omit<Sealed, 'avisos'> {
  readonly kind: 'ECF';
  readonly certificadoId: string;
  /** Notices about its texts, which are stored unchanged. */
  readonly avisos: readonly ErrorDeDocumento[];
  /** Only of documents signed here: result of {@link contentOf}. */
  readonly content?: string;
}

/** A signed summary about to enter the ledger; its security code is that of the invoice that it summarises. */
export interface ArrivingRFCE {
  readonly kind: 'RFCE';
  /** The whole summary: it has no lines. */
  readonly head: RFCE;
  readonly tipo: number;
  readonly numero: number;
  readonly eNCF: string;
  readonly signed: SignedXml;
  readonly certificadoId: string;
  /** Only of documents signed here: result of {@link contentOf}. */
  readonly content?: string;
}

export type Arriving = ArrivingECF | ArrivingRFCE;

/** The fields of the form in which a document was received, by name. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** The values of the XML that the caller's form fields are checked against. */
interface DeclaredFields {
  readonly RNCEmisor?: string | undefined;
  readonly ENCF?: string | undefined;
  readonly CodigoSeguridad?: string | undefined;
}

/** A present or former certificate of the company. */
interface OwnCertificate {
  readonly id: string;
  readonly certificado_der: Uint8Array;
}

/** A signed document received from outside, and all that is needed to judge it. */
interface Incoming<K extends Arriving['kind'] = Arriving['kind']> {
  readonly kind: K;
  readonly bytes: Uint8Array;
  readonly issuer: Issuer;
  readonly certificates: readonly OwnCertificate[];
  /** The fields of its form: they must agree with the document. */
  readonly fields: Fields;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly tasas: Judging['tasas'];
}

/**
 * Reads a signed document received from outside, using only the content that its signature covers. Checks whose it is,
 * whether the company signed it, and every reason for which the DGII would reject it.
 *
 * @throws Problem `xml/invalido`, `certificado/ajeno`, `acceso/denegado`, `peticion/no-coincide`, `ecf/invalido`
 */
export function readIncoming(incoming: Incoming): Arriving {
  const { kind, issuer, fields, now, tasas } = incoming;
  const bytes = asBuffer(incoming.bytes);
  const xml = bytes.toString('utf8');
  if (!isUtf8(bytes)) refuse('xml/invalido', 'El XML debe estar en UTF-8');
  const { verified, certificadoId } = verify(bytes, incoming);
  const read = readDocument(verified.canonical);
  if (read.kind !== kind) return refuse('xml/invalido', `El archivo no es ${expected[kind]}`);
  refuseForeign(read.tree, issuer);
  const codigoSeguridad =
    read.kind === 'ECF' ? verified.codigoSeguridad : (read.tree.Encabezado.CodigoSeguridadeCF ?? '');
  const { RNCEmisor } = read.tree.Encabezado.Emisor;
  const { eNCF } = read.tree.Encabezado.IdDoc;
  demandAgreement(fields, { RNCEmisor, ENCF: eNCF, CodigoSeguridad: codigoSeguridad });
  const errores = validateRead(read, { now, tasas }).map((fault) => errorOf(fault));
  const isSound = !isRefused(errores);
  if (read.kind === 'ECF' && isSound && esResumen(read.tree)) errores.push(wrongDoor);
  refuseFaulty(errores);
  const signed = { xml, sha256: hash('sha256', bytes), codigoSeguridad };
  const more = { ...numberOf(read.tree), signed, certificadoId };
  return read.kind === 'ECF'
    ? { kind: 'ECF', head: headOf(read.tree), avisos: errores.filter(isOfTexts), ...more }
    : { kind: 'RFCE', head: read.tree, ...more };
}

/** Whether the error is about a text that other programs may read differently. */
export const isOfTexts = ({ codigo }: ErrorDeDocumento): boolean => codigo === changedText('').code;

/** The faults of a document's form, as errors of the document. */
export const formalFaults = ({ faults }: Pick<ReadDocument, 'faults'>): ErrorDeDocumento[] =>
  faults.map((fault) => errorOf({ ...fault, severity: 'rechazo' }));

const expected = { ECF: 'un e-CF', RFCE: 'un RFCE' } as const;

const wrongDoor: ErrorDeDocumento = {
  codigo: 'ECF-UMBRAL',
  campo: 'Encabezado.Totales.MontoTotal',
  mensaje:
    'Las facturas de consumo menores a RD$250,000.00 se envían como resumen: use /api/rfce/EnviarYConsultar con su RFCE',
};

/** The number of a document whose eNCF was already validated. */
export function numberOf(tree: ECFHead | RFCE): { tipo: number; numero: number; eNCF: string } {
  const { eNCF } = tree.Encabezado.IdDoc;
  const { tipo, secuencia } = parseENCF(eNCF) ?? refuse('ecf/invalido', `El número ${eNCF.slice(0, 60)} no es un eNCF`);
  return { tipo: Number(tipo), numero: secuencia, eNCF };
}

/** Throws Problem `ecf/invalido` for errors for which the DGII rejects a document. */
export function refuseFaulty(errores: readonly ErrorDeDocumento[]): void {
  const grave = errores.find(({ aviso }) => !aviso);
  if (grave !== undefined) refuse('ecf/invalido', grave.mensaje, errores);
}

/** Throws Problem `acceso/denegado` unless the document is the company's. */
export function refuseForeign(tree: ECFHead | RFCE | undefined, issuer: Issuer): void {
  const rnc = tree?.Encabezado?.Emisor?.RNCEmisor;
  if (rnc !== issuer.rnc) refuse('acceso/denegado', `El documento es del RNC ${rnc?.slice(0, 60) ?? '(ninguno)'}`);
}

/**
 * Checks the signature. Accepted are present or former certificates of the company, within their dates: the platform
 * signs with these. Other delegated signers are known only to the DGII.
 */
function verify(
  bytes: Buffer,
  { issuer, certificates, now }: Incoming,
): { readonly verified: Verified; readonly certificadoId: string } {
  const ownOf = ({ raw }: X509Certificate) => certificates.find(({ certificado_der }) => raw.equals(certificado_der));
  const trust: Trust = (certificate) =>
    ownOf(certificate) === undefined
      ? 'firma/certificado-desconocido'
      : (certificateRefusal(certificate, new Date(now)) ?? 'trusted');
  try {
    const verified = verifyXml(bytes, { trust, limits: documentLimits });
    return { verified, certificadoId: ownOf(verified.certificate)!.id };
  } catch (error) {
    throw asProblem(error, bytes, issuer);
  }
}

function asProblem(error: unknown, bytes: Uint8Array, issuer: Issuer): unknown {
  if (error instanceof XmlError) return invalidXml(error);
  if (!(error instanceof SignatureError)) return error;
  // The issuer is checked first, so that a caller learns nothing about documents of other companies.
  const read = readDocument(bytes);
  if (read.kind === 'ECF' || read.kind === 'RFCE') refuseForeign(read.tree, issuer);
  return error.code === 'firma/certificado-desconocido'
    ? new Problem('certificado/ajeno', 'Cargue ese certificado en Configuración, o firme con el de la empresa.')
    : new Problem('xml/invalido', error.message);
}

export const invalidXml = ({ message, line, column }: XmlError): Problem =>
  new Problem('xml/invalido', `${message} (línea ${line}, columna ${column})`);

/**
 * Checks that the caller's form names no environment other than the company's.
 *
 * @throws Problem `peticion/no-coincide` if the form names another environment, or an unknown word
 */
export function demandAmbiente(fields: Fields, { ambiente }: Pick<Issuer, 'ambiente'>): void {
  const declared = fieldOf(fields, 'Ambiente');
  if (declared === undefined || parseAmbiente(declared) === ambiente) return;
  refuse(
    'peticion/no-coincide',
    `Ambiente: dice «${declared.slice(0, 60)}» y la empresa está en ${ambienteVisible[ambiente]}`,
  );
}

/** Throws Problem `peticion/no-coincide`, with the field, if a form field differs from the XML. */
export function demandAgreement(fields: Fields, xml: DeclaredFields): void {
  const plain = { RNCEmisor: (text: string) => parseRNC(text) ?? text, ENCF: (text: string) => text.toUpperCase() };
  for (const [name, inXml] of Object.entries(xml)) {
    const declared = fieldOf(fields, name);
    const asWritten = plain[name as keyof typeof plain] ?? ((text: string) => text);
    if (declared !== undefined && asWritten(declared) !== inXml)
      refuse(
        'peticion/no-coincide',
        `${name}: dice «${declared.slice(0, 60)}» y el XML «${inXml?.slice(0, 60) ?? ''}»`,
      );
  }
}

/** A field of a form, by its name in any letter case; a blank field counts as not sent. */
function fieldOf(fields: Fields, name: string): string | undefined {
  const key = Object.keys(fields).find((each) => each.toLowerCase() === name.toLowerCase());
  const text = key === undefined ? undefined : fields[key]?.trim();
  return text === '' ? undefined : text;
}
