import { createHash } from 'node:crypto';
import type { PDF, PdfDict } from '@libpdf/core';
import { loadLibrary, openPdf, readPdf } from './open-pdf.ts';
import { PdfError } from './pdf-error.ts';
import { drawStamp, pageOf, type Stamp } from './stamp.ts';

/** A PDF that is to be signed, and what its signature will say. */
export interface PdfToSign {
  readonly bytes: Uint8Array;
  /** Who signs, as the signature's properties show it. */
  readonly name: string;
  readonly reason: string;
  /** When it says that it was made: `D:20261124093000-04'00'`; undefined = it says no time. */
  readonly date: string | undefined;
  readonly stamp: Stamp | undefined;
  /** Octets that the signer's certificate takes. */
  readonly certificateBytes: number;
}

/** A PDF that lacks only the octets of its signature. */
export interface PreparedPdf {
  /** What follows the original; the whole file where the original had to be written anew. */
  readonly written: Uint8Array;
  readonly isAppended: boolean;
  /** SHA-256 of what the signature covers: everything but its own octets. */
  readonly digest: Uint8Array;
  /** Where the octets go, in hexadecimal, within `written`. */
  readonly contentsAt: number;
  readonly contentsLength: number;
}

/**
 * Adds a field with an empty signature to a PDF. It is appended: what was there stays as it is, and earlier signatures hold. A
 * damaged PDF without signatures is written anew instead.
 *
 * @throws PdfError
 * @source ISO 32000-1, §12.7.4.5 and §12.8; ETSI EN 319 142-1 (SubFilter, M)
 */
export async function preparePdf(wanted: PdfToSign): Promise<PreparedPdf> {
  const pdf = await openPdf(wanted.bytes);
  const bytes = await readPdf(async () => {
    await addSignature(pdf, wanted);
    return pdf.save({ incremental: true });
  });
  const original = Buffer.from(wanted.bytes.buffer, wanted.bytes.byteOffset, wanted.bytes.byteLength);
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isAppended = whole.subarray(0, original.length).equals(original);
  if (!isAppended && isSigned(original)) throw new PdfError('pdf/irreparable');
  const start = isAppended ? original.length : 0;
  const { from, to } = fillByteRange(whole, start);
  return {
    // A copy: between threads, a view takes all that it is a view of.
    written: Uint8Array.prototype.slice.call(whole, start),
    isAppended,
    digest: createHash('sha256').update(whole.subarray(0, from)).update(whole.subarray(to)).digest(),
    contentsAt: from + 1 - start,
    contentsLength: to - from - 2,
  };
}

const isSigned = (original: Buffer): boolean => original.includes('/ByteRange');

/** Writes the octets of the signature in their place. @throws PdfError when they do not fit: a bug */
export function sealPdf(prepared: PreparedPdf, cms: Uint8Array): Buffer {
  const hex = Buffer.from(cms).toString('hex');
  if (hex.length > prepared.contentsLength) throw new Error(`The signature takes ${hex.length} digits`);
  const sealed = Buffer.from(prepared.written);
  sealed.write(hex, prepared.contentsAt, 'latin1');
  return sealed;
}

/** Room beside two copies of the certificate's names: the attributes, and the value of an RSA key of 8192 bits. */
const roomBeside = 2_560;

const widest = 9_999_999_999;

async function addSignature(pdf: PDF, { name, reason, date, stamp, certificateBytes }: PdfToSign): Promise<void> {
  const { PdfArray, PdfDict, PdfName, PdfNumber, PdfString } = await loadLibrary();
  const form = pdf.getOrCreateForm();
  refuseLocked(pdf);
  const numbers = (values: readonly number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)));
  const signature = PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ByteRange: numbers([0, widest, widest, widest]),
    Contents: new PdfString(new Uint8Array(certificateBytes * 2 + roomBeside), 'hex'),
    Name: PdfString.fromString(name),
    Reason: PdfString.fromString(reason),
    ...(date === undefined ? {} : { M: PdfString.fromString(date) }),
  });
  const taken = new Set(form.getFields().map((field) => field.name));
  let number = 1;
  while (taken.has(`Firma_${number}`)) number += 1;
  const page = stamp === undefined ? pdf.getPages()[0]! : pageOf(pdf, stamp);
  const drawn = stamp && (await drawStamp(pdf, page, stamp));
  const field = form.createSignatureField(`Firma_${number}`).getDict();
  field.delete('Kids');
  const widget = {
    V: pdf.register(signature),
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    // Printed, and locked.
    F: PdfNumber.of(132),
    P: page.ref,
    Rect: drawn?.rect ?? numbers([0, 0, 0, 0]),
    ...(drawn && { AP: drawn.appearance }),
  };
  for (const [key, value] of Object.entries(widget)) field.set(key, value);
  const registry = pdf.context.registry;
  const shown = page.dict.getArray('Annots', registry.resolve.bind(registry));
  const fieldRef = registry.getRef(field);
  if (fieldRef !== null) page.dict.set('Annots', new PdfArray([...(shown ?? []), fieldRef]));
}

/** A certifying signature may forbid any change. @source ISO 32000-1, §12.8.2.2 */
function refuseLocked(pdf: PDF): void {
  const registry = pdf.context.registry;
  const resolve = registry.resolve.bind(registry);
  const certified = pdf.getCatalog().getDict('Perms', resolve)?.getDict('DocMDP', resolve);
  for (const reference of certified?.getArray('Reference', resolve) ?? []) {
    const transform = (reference as PdfDict).getDict?.('TransformParams', resolve);
    if (transform?.getNumber('P', resolve)?.value === 1) throw new PdfError('pdf/bloqueado');
  }
}

/**
 * Writes which octets the last signature covers, in the room that was left for it.
 *
 * @param start where what was added begins
 * @returns where the value of Contents begins, with its `<`, and where it ends
 */
function fillByteRange(whole: Buffer, start: number): { readonly from: number; readonly to: number } {
  const room = `[0 ${widest} ${widest} ${widest}]`;
  const at = whole.lastIndexOf(room);
  const from = whole.indexOf('<', whole.indexOf('/Contents', at));
  const to = whole.indexOf('>', from) + 1;
  if (at < start || from < at || to <= from) throw new Error('The empty signature was not written as expected');
  whole.write(`[0 ${from} ${to} ${whole.length - to}]`.padEnd(room.length), at, 'latin1');
  return { from, to };
}
