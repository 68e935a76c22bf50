import { inSlices } from '@timbre/worker/in-slices';
import { escapeText, leafText, readXml, type XmlElement } from '@timbre/xml';

/** A file of an evidence pack. */
export interface ListedFile {
  /** ASCII, with `/` between folders. */
  readonly ruta: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The company, month and environment of a pack, and when it was generated. */
export interface ManifestFacts {
  readonly rnc: string;
  /** AAAAMM. */
  readonly periodo: string;
  readonly ambiente: string;
  /** ISO 8601. */
  readonly generado: string;
}

/** The names of the files and folders of a pack. */
export const names = {
  manifest: 'manifiesto.xml',
  /** A text about the contents of the pack, its gaps, and how to check it. */
  readme: 'leame.txt',
  /** The checksums of all files but the manifest, for `sha256sum -c`. */
  sums: 'SHA256SUMS',
  entries: 'registro/eventos.jsonl',
  head: 'registro/cabeza.json',
  issued: 'emitidos/',
  received: 'recibidos/',
  summaries: 'resumenes/',
  answers: 'aprobaciones/',
  verdicts: 'emitidos.jsonl',
} as const;

/** Maximum number of files of a pack, and the size and nodes that its manifest may then have. */
export const mostFiles = 65_000;
export const manifestLimits = { size: 32 * 1024 * 1024, nodes: 6 * mostFiles };

/** A manifest in canonical form, ready to be signed. */
export async function writeManifest(
  { rnc, periodo, ambiente, generado }: ManifestFacts,
  files: readonly ListedFile[],
): Promise<string> {
  const leaf = (name: string, text: string) => `<${name}>${escapeText(text)}</${name}>`;
  const head = leaf('Version', '1') + leaf('RNC', rnc) + leaf('Periodo', periodo) + leaf('Ambiente', ambiente);
  const lines = await inSlices(
    files,
    ({ ruta, bytes, sha256 }) => `<Archivo bytes="${bytes}" sha256="${sha256}">${escapeText(ruta)}</Archivo>`,
  );
  return `<Expediente>${head}${leaf('Generado', generado)}<Archivos>${lines.join('')}</Archivos></Expediente>`;
}

/** Reads a manifest from its signed text. Undefined if it is another document. */
export function readManifest(
  canonical: string,
): { readonly facts: ManifestFacts; readonly files: readonly ListedFile[] } | undefined {
  const root = readXml(canonical, manifestLimits);
  const child = (name: string) => elements(root).find((each) => each.name === name);
  const text = (name: string) => {
    const element = child(name);
    return (element && leafText(element)) ?? '';
  };
  const list = child('Archivos');
  if (root.name !== 'Expediente' || text('Version') !== '1' || list === undefined) return undefined;
  const files = elements(list).map((file) => ({
    ruta: leafText(file) ?? '',
    bytes: Number(attributeOf(file, 'bytes')),
    sha256: attributeOf(file, 'sha256'),
  }));
  const facts = {
    rnc: text('RNC'),
    periodo: text('Periodo'),
    ambiente: text('Ambiente'),
    generado: text('Generado'),
  };
  return { facts, files };
}

const elements = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => typeof child !== 'string');

const attributeOf = ({ attributes }: XmlElement, name: string): string =>
  attributes.find((attribute) => attribute.name === name)?.value ?? '';
