import { simulatedSeed } from '@timbre/authority';
import type { ErrorDeDocumento } from '@timbre/contract';
import {
  documentLimits,
  type ECF,
  numbered,
  type RFCE,
  readDocument,
  type SplitECF,
  splitECF,
  structuralFaults,
  validate,
  writeDocument,
} from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { formatENCF, formatFechaHora, type TipoECF } from '@timbre/values';
import { readXml, type XmlElement, XmlError } from '@timbre/xml';
import { canonicalToSign, SignatureError } from '@timbre/xml/node';
import type { Issuer } from '../../companies/issuers.ts';
import { errorOf, type Judging } from './complete-draft.ts';
import {
  demandAgreement,
  type Fields,
  formalFaults,
  invalidXml,
  isOfTexts,
  numberOf,
  refuseFaulty,
  refuseForeign,
} from './incoming.ts';
import { contentOf } from './stored.ts';

/** An XML that a caller asks to sign, and the data needed to judge it. */
interface WantedSigned {
  readonly xml: Uint8Array;
  readonly issuer: Issuer;
  readonly fields: Fields;
  /** Set FechaHoraFirma to the time of signing, even if the document has one. */
  readonly agregarFechaHoraFirma: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly tasas: Judging['tasas'];
}

/** The input of a signature: a valid document with a number, or any other XML in canonical form. */
type ToSign =
  | (Numbered & {
      readonly kind: 'ECF';
      readonly split: SplitECF;
      readonly anyMoment: boolean;
      readonly avisos: readonly ErrorDeDocumento[];
    })
  | (Numbered & { readonly kind: 'RFCE'; readonly tree: RFCE; readonly canonical: string })
  | {
      readonly kind: undefined;
      readonly canonical: string;
      /** Whether it is nevertheless a document of the company: a commercial answer, or a seed of the built-in DGII. */
      readonly routine: boolean;
    };

interface Numbered {
  readonly tipo: number;
  readonly numero: number;
  readonly eNCF: string;
  /** Result of {@link contentOf}. */
  readonly content: string;
}

/**
 * Reads an XML that is to be signed. An existing signature is removed. A document with a number is judged like any
 * other.
 *
 * @throws Problem `xml/invalido`, `peticion/no-coincide`, `acceso/denegado`, `ecf/invalido`
 */
export function readToSign(wanted: WantedSigned): ToSign {
  try {
    const root = readXml(wanted.xml, documentLimits);
    if (root.local === 'ECF' || root.local === 'RFCE') return readNumbered(root, wanted);
    if (lengthOfTag(root) > mostTagCharacters) refuse('xml/invalido', 'La etiqueta raíz es demasiado larga');
    const canonical = canonicalToSign(root, true);
    return { kind: undefined, canonical, routine: isRoutine(canonical, wanted.issuer) };
  } catch (error) {
    if (error instanceof XmlError) throw invalidXml(error);
    if (error instanceof SignatureError) refuse('xml/invalido', error.message);
    throw error;
  }
}

/** Maximum number of characters of a commercial answer or of a seed. */
const mostRoutine = 8 * 1024;

/** The form of a seed value of the built-in DGII. No other text fits into it. */
const isSimulated = new RegExp(`^${simulatedSeed}[\\w+/=-]{1,100}$`);

function isRoutine(canonical: string, { rnc }: Issuer): boolean {
  if (canonical.length > mostRoutine) return false;
  const read = readDocument(canonical);
  if ((read.kind !== 'SemillaModel' && read.kind !== 'ACECF') || structuralFaults(read).length > 0) return false;
  if (read.kind === 'SemillaModel') return isSimulated.test(read.tree.valor ?? '');
  return read.tree.DetalleAprobacionComercial?.RNCComprador === rnc;
}

/** Limit of the root's tag: the signature repeats the namespaces that it declares. */
const mostTagCharacters = 64 * 1024;

const lengthOfTag = ({ name, attributes, declarations }: XmlElement): number =>
  name.length +
  attributes.reduce((sum, attribute) => sum + attribute.name.length + attribute.value.length, 0) +
  declarations.reduce((sum, { prefix, uri }) => sum + prefix.length + uri.length, 0);

function readNumbered(root: XmlElement, wanted: WantedSigned): ToSign {
  const { issuer, fields, agregarFechaHoraFirma, now, tasas } = wanted;
  const read = readDocument(root);
  if (read.kind !== 'ECF' && read.kind !== 'RFCE') {
    const formal = formalFaults(read);
    return refuse('ecf/invalido', formal[0]?.mensaje, formal);
  }
  refuseForeign(read.tree, issuer);
  const anyMoment = read.kind === 'ECF' && (agregarFechaHoraFirma || !read.tree.FechaHoraFirma);
  const tree = anyMoment ? { ...read.tree, FechaHoraFirma: formatFechaHora(now) } : read.tree;
  const errores = [
    ...formalFaults(read),
    ...validate(read.kind, tree, { now, emisor: issuer.datos, tasas }).map((fault) => errorOf(fault)),
  ];
  refuseFaulty(errores);
  const { IdDoc, Emisor } = tree.Encabezado;
  demandAgreement(fields, { RNCEmisor: Emisor.RNCEmisor, ENCF: IdDoc.eNCF });
  const number = numberOf(tree);
  if (read.kind === 'RFCE') {
    demandAgreement(fields, { CodigoSeguridad: read.tree.Encabezado.CodigoSeguridadeCF });
    const canonical = writeDocument('RFCE', read.tree);
    return { kind: 'RFCE', tree: read.tree, canonical, ...number, content: contentOf('RFCE', read.tree, false) };
  }
  const eNCF = formatENCF(IdDoc.TipoeCF as TipoECF, number.numero);
  const whole = numbered(tree as ECF, eNCF, undefined, (tree as ECF).FechaHoraFirma);
  const avisos = errores.filter(isOfTexts);
  const content = contentOf('ECF', whole, anyMoment);
  return { kind: 'ECF', split: splitECF(whole), anyMoment, avisos, ...number, content };
}
