import type { PdfDict } from '@libpdf/core';
import { type CmsFault, type InspectedCms, inspectCms } from '../cms/inspect-cms.ts';
import { openPdf, readPdf } from './open-pdf.ts';

/** A signature of a PDF. `signingTime` is that of its dictionary or, if the dictionary has none, that of the CMS. */
export interface InspectedPdfSignature extends Omit<InspectedCms, 'fault'> {
  readonly fault: CmsFault | 'alcance' | undefined;
  /** Name and reason in the properties of the signature; empty if they have none. */
  readonly name: string;
  readonly reason: string;
  /** Offset at which the covered range ends; 0 if the range is refused. */
  readonly coveredTo: number;
}

/** The signatures of a PDF. */
export interface InspectedPdf {
  /** In the order in which they were made, by the end of what they cover. */
  readonly signatures: readonly InspectedPdfSignature[];
  /** Number of octets after the range covered by the last one. */
  readonly addedAfter: number;
}

const mostSignatures = 50;

/** Message for a signature whose range is refused. */
export const rangeFault = 'La firma no cubre el documento como debe: hay partes delante o en medio que quedan fuera.';

/**
 * Checks every signature of a PDF. It does not judge trust in certificates: it is for explaining a file. A signature
 * must cover everything from the first octet to the end of its revision, except its own value.
 *
 * @throws PdfError
 * @source ISO 32000-1, §12.8.1; ETSI EN 319 142-1
 */
export async function inspectPdf(bytes: Uint8Array): Promise<InspectedPdf> {
  const pdf = await openPdf(bytes);
  const dictionaries = await readPdf(() =>
    (pdf.getForm()?.getSignatureFields() ?? [])
      .slice(0, mostSignatures)
      .flatMap((field) => (field.isSigned() ? [field.getSignatureDict()] : []))
      .filter((dictionary) => dictionary !== null),
  );
  const signatures = await readPdf(() =>
    dictionaries.map((dictionary) => inspectSignature(bytes, dictionary)).sort((a, b) => a.coveredTo - b.coveredTo),
  );
  return { signatures, addedAfter: bytes.length - (signatures.at(-1)?.coveredTo ?? bytes.length) };
}

function inspectSignature(bytes: Uint8Array, dictionary: PdfDict): InspectedPdfSignature {
  const textOf = (key: string): string => dictionary.getString(key)?.asString().slice(0, 200) ?? '';
  const declared = { name: textOf('Name'), reason: textOf('Reason') };
  const written = timeOf(textOf('M'));
  const range = coveredRange(bytes, dictionary);
  if (range === undefined)
    return { fault: 'alcance', certificate: undefined, signingTime: written, ...declared, coveredTo: 0 };
  const { from, to, end, cms } = range;
  const { signatures } = inspectCms(cms, [bytes.subarray(0, from), bytes.subarray(to, end)]);
  const [first] = signatures;
  return { ...first!, signingTime: written ?? first!.signingTime, ...declared, coveredTo: end };
}

/** Range covered by a signature, if only the value of Contents is left out; undefined for any other range. */
function coveredRange(bytes: Uint8Array, dictionary: PdfDict) {
  const numbers = [...(dictionary.getArray('ByteRange') ?? [])].map((one) =>
    one.type === 'number' ? one.value : Number.NaN,
  );
  const [start, from = 0, to = 0, length = 0] = numbers;
  const end = to + length;
  const isRange =
    numbers.length === 4 && numbers.every(Number.isSafeInteger) && start === 0 && from > 0 && to > from && length > 0;
  if (!isRange || end > bytes.length) return undefined;
  const [, hex] = /^<([0-9A-Fa-f\s]*)>$/.exec(Buffer.from(bytes.subarray(from, to)).toString('latin1')) ?? [];
  const contents = dictionary.getString('Contents')?.bytes;
  if (hex === undefined || contents === undefined) return undefined;
  const octets = Buffer.from(hex.replace(/\s/g, ''), 'hex');
  // The left out octets must be the value itself: another reader could take the value from elsewhere.
  if (!octets.equals(contents)) return undefined;
  return { from, to, end, cms: withoutPadding(octets) };
}

/** The signature without its padding of zeros, cut at the length of its outermost value. */
function withoutPadding(octets: Buffer): Buffer {
  const first = octets[1] ?? 0;
  const count = first > 0x80 ? first - 0x80 : 0;
  if (count > 4 || octets.length < 2 + count || first === 0x80) return octets;
  const length = count === 0 ? first : octets.readUIntBE(2, count);
  return octets.subarray(0, 2 + count + length);
}

/** Parses a PDF date such as `D:20261124093000-04'00'`. @source ISO 32000-1, §7.9.4 */
function timeOf(text: string): Date | undefined {
  const parts = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-]\d\d)'?(\d\d)?'?)?/.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, hours = '+00', minutes = '00'] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
