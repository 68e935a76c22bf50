import {
  documentLimits,
  type ECF,
  numbered,
  type RFCE,
  readDocument,
  type SplitECF,
  splitECF,
  validate,
  writeDocument,
} from '@timbre/ecf';
import { formatENCF, formatFechaHora, type TipoECF } from '@timbre/values';
import { readXml, type XmlElement, XmlError } from '@timbre/xml';
import { canonicalToSign, SignatureError } from '@timbre/xml/node';
import type { Issuer } from '../../cuentas/issuers.ts';
import { refuse } from '../../http/problem.ts';
import { errorOf } from './complete-draft.ts';
import {
  type Beside,
  demandAgreement,
  formalFaults,
  invalidXml,
  numberOf,
  refuseFaulty,
  refuseForeign,
} from './incoming.ts';
import { contentOf } from './stored.ts';

/** An XML that a caller wants signed, and what is needed to judge it. */
export interface WantedSigned {
  readonly xml: Uint8Array;
  readonly issuer: Issuer;
  readonly beside: Beside;
  /** Set FechaHoraFirma to the time of signing, even if the document has one. */
  readonly agregarFechaHoraFirma: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The input of a signature: a valid document with a number, or any other XML in canonical form. */
export type ToSign =
  | (Numbered & { readonly kind: 'ECF'; readonly split: SplitECF; readonly anyMoment: boolean })
  | (Numbered & { readonly kind: 'RFCE'; readonly tree: RFCE; readonly canonical: string })
  | { readonly kind: undefined; readonly canonical: string };

interface Numbered {
  readonly tipo: number;
  readonly numero: number;
  readonly eNCF: string;
  /** Result of {@link contentOf}. */
  readonly content: string;
}

/**
 * Reads an XML that is to be signed. An existing signature is removed. A document with a number is judged as any other.
 *
 * @throws Problem `xml/invalido`, `peticion/no-coincide`, `acceso/denegado`, `ecf/invalido`
 */
export function readToSign(wanted: WantedSigned): ToSign {
  try {
    const root = readXml(wanted.xml, documentLimits);
    if (root.local === 'ECF' || root.local === 'RFCE') return readNumbered(root, wanted);
    if (lengthOfTag(root) > mostTagCharacters) refuse('xml/invalido', 'La etiqueta raíz es demasiado larga');
    return { kind: undefined, canonical: canonicalToSign(root, true) };
  } catch (error) {
    if (error instanceof XmlError) throw invalidXml(error);
    if (error instanceof SignatureError) refuse('xml/invalido', error.message);
    throw error;
  }
}

/** Limit of the root's tag: the signature repeats the namespaces that it declares. */
const mostTagCharacters = 64 * 1024;

const lengthOfTag = ({ name, attributes, declarations }: XmlElement): number =>
  name.length +
  attributes.reduce((sum, attribute) => sum + attribute.name.length + attribute.value.length, 0) +
  declarations.reduce((sum, { prefix, uri }) => sum + prefix.length + uri.length, 0);

function readNumbered(root: XmlElement, { issuer, beside, agregarFechaHoraFirma, now }: WantedSigned): ToSign {
  const read = readDocument(root);
  if (read.kind !== 'ECF' && read.kind !== 'RFCE') {
    const formal = formalFaults(read);
    return refuse('ecf/invalido', formal[0]?.mensaje, formal);
  }
  refuseForeign(read.tree, issuer);
  const anyMoment = read.kind === 'ECF' && (agregarFechaHoraFirma || !read.tree.FechaHoraFirma);
  const tree = anyMoment ? { ...read.tree, FechaHoraFirma: formatFechaHora(now) } : read.tree;
  refuseFaulty([
    ...formalFaults(read),
    ...validate(read.kind, tree, { now, emisor: issuer.datos }).map((fault) => errorOf(fault)),
  ]);
  const { IdDoc, Emisor } = tree.Encabezado;
  demandAgreement(beside, { RNCEmisor: Emisor.RNCEmisor, ENCF: IdDoc.eNCF });
  const number = numberOf(tree);
  if (read.kind === 'RFCE') {
    demandAgreement(beside, { CodigoSeguridad: read.tree.Encabezado.CodigoSeguridadeCF });
    const canonical = writeDocument('RFCE', read.tree);
    return { kind: 'RFCE', tree: read.tree, canonical, ...number, content: contentOf('RFCE', read.tree, false) };
  }
  const eNCF = formatENCF(IdDoc.TipoeCF as TipoECF, number.numero);
  const whole = numbered(tree as ECF, eNCF, undefined, (tree as ECF).FechaHoraFirma);
  return { kind: 'ECF', split: splitECF(whole), anyMoment, ...number, content: contentOf('ECF', whole, anyMoment) };
}
