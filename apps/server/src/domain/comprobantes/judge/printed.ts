import type { Ambiente } from '@timbre/contract';
import { type ECF, readDocument, timbreUrl } from '@timbre/ecf';
import {
  type AnyContent,
  type CampoNombreItem,
  contentOf,
  type Forma,
  type Logo,
  type Outline,
  outline,
  readLogo,
  render,
  stampSvg,
} from '@timbre/representacion';

/** The data to draw the printed form of a stored e-CF. */
export interface ToPrint {
  /** The signed XML. */
  readonly xml: string;
  readonly codigoSeguridad: string;
  /** Printed in place of the one in the document, which is not signed yet. */
  readonly fechaFirma?: string;
  readonly ambiente: Ambiente;
  readonly forma: Forma;
  readonly campoNombreItem: CampoNombreItem;
  /** It was issued in contingency, and the authority does not have it yet. */
  readonly contingencia: boolean;
  /** Legends after the official ones. */
  readonly avisos: readonly string[];
  readonly logo: { readonly version: string; readonly bytes: Uint8Array } | undefined;
}

type Drawing = Omit<ToPrint, 'xml'>;

/** The logo drawn last, by its version: a company prints many documents in a row. */
let lastLogo: { readonly version: string; readonly logo: Logo | undefined } | undefined;

/**
 * Draws the printed form (representación impresa) of an e-CF as a PDF. The same input yields the same bytes.
 *
 * @throws Error when the stored XML is not an e-CF: the row is damaged
 */
export function drawPrinted(printed: ToPrint): Uint8Array {
  return drawContent(contentOf(storedECF(printed.xml), printed), printed);
}

/** Draws content as a PDF, with the logo of its company. */
export const drawContent = (content: AnyContent, { forma, logo }: Pick<ToPrint, 'forma' | 'logo'>): Uint8Array =>
  render(content, forma, lastLogoOf(logo));

/** Maximum number of pages of a printed form shown on a screen: a page has some kilobytes. */
const mostPages = 20;

/** The printed form of an e-CF as elements with their positions on its pages. @throws as {@link drawPrinted} */
export const outlinePrinted = ({ xml, ...options }: ToPrint): Outline => outlineTree(storedECF(xml), options);

/** The same for a document that is not stored. */
export function outlineTree(ecf: ECF, printed: Drawing): Outline {
  return outline(contentOf(ecf, printed), printed.forma, lastLogoOf(printed.logo), mostPages);
}

function lastLogoOf(logo: ToPrint['logo']): Logo | undefined {
  if (logo === undefined) return undefined;
  if (lastLogo?.version !== logo.version) lastLogo = { version: logo.version, logo: readableLogo(logo.bytes) };
  return lastLogo.logo;
}

/** The QR code of the stamp of an e-CF, as SVG. @throws as {@link drawPrinted} */
export const drawStamp = ({
  xml,
  codigoSeguridad,
  ambiente,
}: Pick<ToPrint, 'xml' | 'codigoSeguridad' | 'ambiente'>): string =>
  stampSvg(timbreUrl(ambiente, storedECF(xml), codigoSeguridad));

/** The tree of a stored e-CF. @throws as {@link drawPrinted} */
export function storedECF(xml: string): ECF {
  const read = readDocument(xml);
  if (read.kind !== 'ECF') throw new Error('The stored XML is not an e-CF');
  return read.tree;
}

/** A stored logo may be cut off: only its first bytes were checked. The form is then drawn without it. */
function readableLogo(bytes: Uint8Array): Logo | undefined {
  try {
    return readLogo(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
