import { createHash } from 'node:crypto';
import type { PDF, PDFForm, PdfArray, PdfDict } from '@libpdf/core';
import { asBuffer } from '@timbre/worker/as-buffer';
import { loadLibrary, openPdf, readPdf } from './open-pdf.ts';
import { PdfError } from './pdf-error.ts';
import { drawStamp, pageOf, type Stamp } from './stamp.ts';

/** A PDF to be signed, and the properties of its signature. */
export interface PdfToSign {
  readonly bytes: Uint8Array;
  /** Name of the signer, for the signature's properties. */
  readonly name: string;
  readonly reason: string;
  /** Signing time to state, such as `D:20261124093000-04'00'`; undefined = none. */
  readonly date: string | undefined;
  readonly stamp: Stamp | undefined;
  /** Size of the signer's certificate in octets. */
  readonly certificateBytes: number;
}

/** A PDF that is complete except for the octets of its signature. */
export interface PreparedPdf {
  /** The octets to append to the original; the whole file if the original had to be rewritten. */
  readonly written: Uint8Array;
  readonly isAppended: boolean;
  /** SHA-256 of everything that the signature covers: all octets except its own. */
  readonly digest: Uint8Array;
  /** Offset in `written` of the signature's octets, in hexadecimal. */
  readonly contentsAt: number;
  readonly contentsLength: number;
}

/**
 * Adds a field with an empty signature to a PDF. It is appended: the original octets are unchanged and earlier
 * signatures stay valid. A damaged PDF without signatures is rewritten instead.
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
  const original = asBuffer(wanted.bytes);
  const whole = asBuffer(bytes);
  const isAppended = whole.subarray(0, original.length).equals(original);
  if (!isAppended && isSigned(original)) throw new PdfError('pdf/irreparable');
  const start = isAppended ? original.length : 0;
  const { from, to } = fillByteRange(whole, start);
  return {
    // A copy: sending a view to another thread would send its whole buffer.
    written: Uint8Array.prototype.slice.call(whole, start),
    isAppended,
    digest: createHash('sha256').update(whole.subarray(0, from)).update(whole.subarray(to)).digest(),
    contentsAt: from + 1 - start,
    contentsLength: to - from - 2,
  };
}

const isSigned = (original: Buffer): boolean => original.includes('/ByteRange');

/** Writes the octets of the signature in their place. @throws Error if they do not fit, which is a bug */
export function sealPdf(prepared: PreparedPdf, cms: Uint8Array): Buffer {
  const hex = Buffer.from(cms).toString('hex');
  if (hex.length > prepared.contentsLength) throw new Error(`The signature takes ${hex.length} digits`);
  const sealed = Buffer.from(prepared.written);
  sealed.write(hex, prepared.contentsAt, 'latin1');
  return sealed;
}

/** Octets in addition to twice the certificate's size: for the attributes and the value of an 8192-bit RSA key. */
const roomBeside = 2_560;

const widest = 9_999_999_999;

async function addSignature(pdf: PDF, { name, reason, date, stamp, certificateBytes }: PdfToSign): Promise<void> {
  const { PdfArray, PdfDict, PdfName, PdfNumber, PdfString } = await loadLibrary();
  const form = pdf.getOrCreateForm();
  refuseLocked(pdf, form);
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
  const taken = namesOf(pdf, form);
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
    // Print and Locked.
    F: PdfNumber.of(132),
    P: page.ref,
    Rect: drawn?.rect ?? numbers([0, 0, 0, 0]),
    ...(drawn && { AP: drawn.appearance }),
  };
  for (const [key, value] of Object.entries(widget)) field.set(key, value);
  const shown = page.dict.getArray('Annots', resolverOf(pdf));
  const fieldRef = pdf.context.registry.getRef(field);
  if (fieldRef !== null) page.dict.set('Annots', new PdfArray([...(shown ?? []), fieldRef]));
}

/** The names that a new field cannot have: those of all fields, and of the groups that are not inside another. */
function namesOf(pdf: PDF, form: PDFForm): ReadonlySet<string> {
  const resolve = resolverOf(pdf);
  const tree = pdf.getCatalog().getDict('AcroForm', resolve)?.getArray('Fields', resolve);
  const groups = dictsIn(tree, resolve).map((dict) => dict.getString('T', resolve)?.asString() ?? '');
  return new Set([...groups, ...form.getFields().map(({ name }) => name)]);
}

/**
 * A signature may forbid any change: as a certification, as a signature of the form, or by the lock of its field.
 * @source ISO 32000-2, §12.8.2.2 and tables 236, 257
 */
function refuseLocked(pdf: PDF, form: PDFForm): void {
  const resolve = resolverOf(pdf);
  const certified = pdf.getCatalog().getDict('Perms', resolve)?.getDict('DocMDP', resolve);
  const signed = form.getSignatureFields().filter((field) => field.isSigned());
  const signatures = [certified, ...signed.map((field) => field.getSignatureDict() ?? undefined)];
  const references = signatures.flatMap((signature) => dictsIn(signature?.getArray('Reference', resolve), resolve));
  const permissions = [
    ...references.map((reference) => reference.getDict('TransformParams', resolve)),
    ...signed.map((field) => field.getDict().getDict('Lock', resolve)),
  ];
  if (permissions.some((stated) => stated?.getNumber('P', resolve)?.value === 1)) throw new PdfError('pdf/bloqueado');
}

const resolverOf = ({ context: { registry } }: PDF) => registry.resolve.bind(registry);

/** The dictionaries of an array, which may have them or references to them. */
function dictsIn(array: PdfArray | undefined, resolve: ReturnType<typeof resolverOf>): readonly PdfDict[] {
  return Array.from({ length: array?.length ?? 0 }, (_, index) => array!.at(index, resolve)).filter(
    (each): each is PdfDict => each?.type === 'dict',
  );
}

/**
 * Writes the ByteRange of the last signature over its placeholder.
 *
 * @param start offset of the added octets
 * @returns the offsets at which the value of Contents begins, with its `<`, and ends
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
