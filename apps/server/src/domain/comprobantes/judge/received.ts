import { hash, type X509Certificate } from 'node:crypto';
import {
  type DocumentKind,
  type DocumentTrees,
  documentLimits,
  type ECFHead,
  isStrictCode,
  readDocument,
  structuralFaults,
} from '@timbre/ecf';
import { formatDecimal, formatFecha, formatISODate, meantFecha, meantFechaHora, parseDecimal } from '@timbre/values';
import { asBuffer } from '@timbre/worker/as-buffer';
import { XmlError } from '@timbre/xml';
import {
  type CertificateFacts,
  describeCertificate,
  SignatureError,
  type Trust,
  trustAnyIssuer,
  trustChain,
  verifyXml,
} from '@timbre/xml/node';
import { invalidXml } from './incoming.ts';

/** Why a document is not received. @source Formato Acuse de Recibo v1.0, CodigoMotivoNoRecibido */
export type Motivo = 1 | 2 | 3 | 4;

/** A document of another taxpayer as received. */
interface ToReceive {
  readonly bytes: Uint8Array;
  /** Epoch milliseconds: the certificate must be valid then. Undefined: at the time of signing that the document states. */
  readonly now: number | undefined;
  /** The certification authorities to trust, as PEM; none = any issuer. */
  readonly roots: readonly string[];
}

/** The facts stored of a received e-CF besides its bytes. */
export interface ReceivedFacts {
  readonly rncEmisor: string;
  readonly razonEmisor: string;
  readonly rncComprador: string | undefined;
  readonly tipo: number;
  readonly eNCF: string;
  /** yyyy-MM-dd. */
  readonly fechaEmision: string;
  readonly montoTotal: string;
  readonly totalITBIS: string;
  readonly codigoSeguridad: string;
  readonly fechaFirma: string;
  /** The parts of the document that its stamp contains, as they are in its XML. */
  readonly stamped: Stamped;
  /** Tax id of the signer's certificate; empty if it has none. */
  readonly titular: string;
  /** SHA-256 of the signer's certificate, hexadecimal. */
  readonly huella: string;
}

type Stamped = Pick<ECFHead, 'FechaHoraFirma'> & {
  readonly Encabezado: {
    readonly IdDoc: { readonly TipoeCF: string; readonly eNCF: string };
    readonly Emisor: { readonly RNCEmisor: string; readonly FechaEmision: string };
    readonly Comprador: { readonly RNCComprador?: string };
    readonly Totales: { readonly MontoTotal: string };
  };
};

/** A refusal that can be acknowledged, with the identifiers that the document states; these are not proven. */
export interface RefusedReceived {
  readonly kind: 'refused';
  readonly motivo: Motivo;
  readonly detalle: string;
  readonly rncEmisor: string;
  readonly eNCF: string;
  readonly rncComprador: string | undefined;
}

/** The judgement of a received e-CF alone. `unreadable`: it contains nothing to acknowledge. */
export type JudgedReceived =
  | ({ readonly kind: 'sound' } & ReceivedFacts)
  | RefusedReceived
  | { readonly kind: 'unreadable'; readonly detalle: string };

/**
 * Judges an e-CF of another issuer alone: its size and form as XML, its signature and certificate, its structure, no
 * more strictly than the official schema. The rules are left to the DGII. Everything in the result of a sound document
 * is covered by its signature.
 */
export function judgeReceived({ bytes, now, roots }: ToReceive): JudgedReceived {
  const document = asBuffer(bytes);
  try {
    const { tree, codigoSeguridad, titular, huella, at } = verified('ECF', document, now, roots);
    const { Emisor, Comprador, IdDoc, Totales } = tree.Encabezado;
    const [monto, itbis] = [amountOf(Totales.MontoTotal), amountOf(Totales.TotalITBIS ?? '0')];
    if (monto === undefined || itbis === undefined || !isRNC(Emisor.RNCEmisor))
      return refused(document, 1, 'El RNC del emisor o los totales no tienen su forma usual');
    return {
      kind: 'sound',
      rncEmisor: Emisor.RNCEmisor,
      razonEmisor: Emisor.RazonSocialEmisor,
      rncComprador: Comprador?.RNCComprador,
      tipo: Number(IdDoc.TipoeCF),
      eNCF: IdDoc.eNCF,
      // The official pattern also accepts digits of other alphabets: then the day of signing is used.
      fechaEmision: formatISODate(meantFecha(Emisor.FechaEmision) ?? formatFecha(at)),
      montoTotal: monto,
      totalITBIS: itbis,
      codigoSeguridad,
      fechaFirma: tree.FechaHoraFirma,
      stamped: {
        Encabezado: {
          IdDoc: { TipoeCF: IdDoc.TipoeCF, eNCF: IdDoc.eNCF },
          Emisor: { RNCEmisor: Emisor.RNCEmisor, FechaEmision: Emisor.FechaEmision },
          Comprador: Comprador?.RNCComprador === undefined ? {} : { RNCComprador: Comprador.RNCComprador },
          Totales: { MontoTotal: Totales.MontoTotal },
        },
        FechaHoraFirma: tree.FechaHoraFirma,
      },
      titular,
      huella,
    };
  } catch (error) {
    if (error instanceof NotTaken) return refused(document, error.motivo, error.message);
    throw error;
  }
}

/** The content of a commercial approval. */
export interface ApprovalFacts {
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly eNCF: string;
  /** yyyy-MM-dd; undefined if it is no date. */
  readonly fechaEmision: string | undefined;
  readonly montoTotal: string;
  readonly aprobada: boolean;
  readonly motivo: string | null;
  readonly fechaHora: string;
  readonly titular: string;
  /** SHA-256 of the signer's certificate, hexadecimal. */
  readonly huella: string;
}

/** Judges a commercial approval alone, as {@link judgeReceived} does an e-CF. */
export function judgeApproval({ bytes, now, roots }: ToReceive): ApprovalFacts | { readonly detalle: string } {
  const document = asBuffer(bytes);
  try {
    const { tree, titular, huella } = verified('ACECF', document, now, roots);
    const approval = tree.DetalleAprobacionComercial;
    const fecha = meantFecha(approval.FechaEmision);
    const monto = amountOf(approval.MontoTotal);
    if (monto === undefined) return { detalle: `MontoTotal «${approval.MontoTotal}» no es un monto` };
    return {
      rncEmisor: approval.RNCEmisor,
      rncComprador: approval.RNCComprador,
      eNCF: approval.eNCF,
      fechaEmision: fecha && formatISODate(fecha),
      montoTotal: monto,
      aprobada: Number(approval.Estado) === 1,
      motivo: approval.DetalleMotivoRechazo ?? null,
      fechaHora: approval.FechaHoraAprobacionComercial,
      titular,
      huella,
    };
  } catch (error) {
    if (error instanceof NotTaken) return { detalle: error.message };
    throw error;
  }
}

/**
 * Judges a signed seed: its value and the certificate that signed it, or the reason why it is not a valid signed seed.
 */
export function judgeSeed({
  bytes,
  now,
  roots,
}: ToReceive):
  | { readonly valor: string; readonly titular: string; readonly huella: string }
  | { readonly detalle: string } {
  try {
    const { tree, titular, huella } = verified('SemillaModel', bytes, now, roots);
    return { valor: tree.valor, titular, huella };
  } catch (error) {
    if (error instanceof NotTaken) return { detalle: error.message };
    throw error;
  }
}

class NotTaken extends Error {
  readonly motivo: Motivo;

  constructor(motivo: Motivo, message: string) {
    super(message);
    this.motivo = motivo;
  }
}

interface VerifiedDocument<K extends DocumentKind> {
  readonly tree: DocumentTrees[K];
  readonly codigoSeguridad: string;
  readonly titular: string;
  readonly huella: string;
  /** When its certificate had to be valid, epoch milliseconds. */
  readonly at: number;
}

/** A document of a kind, read from the content that its signature covers. @throws NotTaken */
function verified<K extends DocumentKind>(
  kind: K,
  bytes: Uint8Array,
  now: number | undefined,
  roots: readonly string[],
): VerifiedDocument<K> {
  const { canonical, certificate, codigoSeguridad } = signedContent(bytes);
  const read = readDocument(canonical);
  if (read.kind !== kind) throw new NotTaken(1, `El archivo no es un documento ${kind}`);
  const tree = read.tree as DocumentTrees[K];
  const grave = structuralFaults(read).find(({ code }) => !isStrictCode(code));
  if (grave !== undefined) throw new NotTaken(1, grave.path === '' ? grave.message : `${grave.path}: ${grave.message}`);
  const at = now ?? meantFechaHora((tree as { FechaHoraFirma?: string }).FechaHoraFirma ?? '');
  if (at === undefined) throw new NotTaken(1, 'La fecha y hora de firma no existe');
  demandTrusted(certificate, new Date(at), roots);
  const { holderId = '', fingerprint } = factsOf(certificate);
  return { tree, codigoSeguridad, titular: holderId, huella: fingerprint, at };
}

/** Facts by certificate: while an issuer keeps sending, its certificate is the same object. */
const facts = new WeakMap<X509Certificate, CertificateFacts>();

function factsOf(certificate: X509Certificate): CertificateFacts {
  const known = facts.get(certificate) ?? describeCertificate(certificate.raw);
  facts.set(certificate, known);
  return known;
}

/** Whether the certificate is trusted depends on the time of signing, which is read later from the signed content. */
const later: Trust = () => 'trusted';

function signedContent(bytes: Uint8Array) {
  try {
    return verifyXml(bytes, { trust: later, limits: documentLimits });
  } catch (error) {
    if (error instanceof XmlError) throw new NotTaken(1, invalidXml(error).message);
    if (error instanceof SignatureError) throw new NotTaken(2, error.message);
    throw error;
  }
}

function demandTrusted(certificate: X509Certificate, at: Date, roots: readonly string[]): void {
  const trust = roots.length === 0 ? trustAnyIssuer(at) : trustChain({ roots, at });
  const verdict = trust(certificate);
  if (verdict !== 'trusted') throw new NotTaken(2, new SignatureError(verdict).message);
}

/** The refusal of a document, with the identifiers that it states if it can be read at all. */
function refused(bytes: Uint8Array, motivo: Motivo, detalle: string): JudgedReceived {
  const read = readDocument(bytes);
  if (read.kind !== 'ECF') return { kind: 'unreadable', detalle };
  const { Emisor, IdDoc, Comprador } = read.tree.Encabezado ?? {};
  const [rncEmisor, eNCF] = [Emisor?.RNCEmisor, IdDoc?.eNCF];
  if (!isRNC(rncEmisor) || typeof eNCF !== 'string' || !/^[A-Za-z0-9]{13}$/.test(eNCF))
    return { kind: 'unreadable', detalle };
  const rncComprador = Comprador?.RNCComprador;
  return {
    kind: 'refused',
    motivo,
    detalle: detalle.slice(0, 500),
    rncEmisor,
    eNCF,
    rncComprador: isRNC(rncComprador) ? rncComprador : undefined,
  };
}

/**
 * An amount with two decimals; undefined if it is not a number, or is too long for any column although the official
 * pattern accepts it.
 */
function amountOf(text: string): string | undefined {
  const amount = parseDecimal(text.trim());
  const formatted = amount && formatDecimal(amount, 2);
  return formatted !== undefined && formatted.length <= longestAmount ? formatted : undefined;
}

/** Sixteen digits, the point and two decimals. @source Formato e-CF v1.0, MontoTotal */
const longestAmount = 19;

const isRNC = (text: unknown): text is string => typeof text === 'string' && /^(\d{9}|\d{11})$/.test(text);

/** SHA-256 of the bytes as received. */
export const digestOf = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
