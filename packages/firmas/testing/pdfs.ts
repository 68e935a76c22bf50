import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString, rgb } from '@libpdf/core';

/** Makes a small PDF. `turned`: rotation of the page. */
export async function makePdf({ pages = 1, turned = 0 }: { pages?: number; turned?: 0 | 90 | 180 | 270 } = {}) {
  const pdf = PDF.create();
  for (let page = 1; page <= pages; page++) {
    const sheet = pdf.addPage({ size: 'letter' });
    sheet.drawText(`Contrato de prueba, hoja ${page}`, { x: 60, y: 600, size: 18, color: rgb(0, 0, 0) });
    if (turned !== 0) sheet.dict.set('Rotate', PdfNumber.of(turned));
  }
  return Buffer.from(await pdf.save());
}

/** Makes a PDF that can be opened only with a password. */
export async function makeEncryptedPdf() {
  const pdf = PDF.create();
  pdf.addPage({ size: 'letter' });
  pdf.setProtection({ userPassword: 'abierto', ownerPassword: 'cerrado' });
  return Buffer.from(await pdf.save());
}

/** The place in a PDF of the statement that its signature allows no changes. */
export type Prohibition = 'certification' | 'certification by references' | 'signature' | 'lock of the field';

/** Appends to a signed PDF an update that states that its signature allows no changes. */
export async function forbidChanges(signed: Uint8Array, where: Prohibition) {
  const pdf = await PDF.load(signed);
  const field = pdf.getForm()?.getSignatureFields()[0];
  const signature = field?.getSignatureDict();
  const prohibition = PdfDict.of({ P: PdfNumber.of(1) });
  const transform = PdfDict.of({ TransformParams: prohibition });
  const certification = PdfDict.of({ Reference: new PdfArray([transform]), Type: PdfName.of('Sig') });
  if (where === 'lock of the field') field?.getDict().set('Lock', prohibition);
  else if (where === 'signature') signature?.set('Reference', new PdfArray([transform]));
  else {
    if (where === 'certification by references') {
      transform.set('TransformParams', pdf.register(prohibition));
      certification.set('Reference', pdf.register(new PdfArray([pdf.register(transform)])));
    }
    for (const [key, value] of signature ?? []) if (!certification.has(key)) certification.set(key, value);
    pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: pdf.register(certification) }));
  }
  return Buffer.from(await pdf.save({ incremental: true }));
}

/** Appends to a signed PDF an update that adds a page. */
export async function addPage(signed: Uint8Array) {
  const pdf = await PDF.load(signed);
  pdf.addPage({ size: 'letter' });
  return Buffer.from(await pdf.save({ incremental: true }));
}

/** The attributes of a blank page, as they are in the file; `of` says which dictionary has them. */
export interface PageAttributes {
  readonly of: 'page' | 'parent' | 'grandparent';
  readonly media: readonly number[];
  readonly crop?: readonly number[];
  readonly turned?: number;
  readonly unit?: number;
}

/** Makes a PDF of two blank pages below the same ancestors; the second one has a box of its own. */
export function makeBlankPdf({ of, media, crop, turned, unit }: PageAttributes): Buffer {
  const attributes = [
    `/MediaBox[${media.join(' ')}]`,
    ...(crop === undefined ? [] : [`/CropBox[${crop.join(' ')}]`]),
    ...(turned === undefined ? [] : [`/Rotate ${turned}`]),
  ].join('');
  const at = (owner: PageAttributes['of']) => (of === owner ? attributes : '');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count 2/Kids[3 0 R]${at('grandparent')}>>`,
    `<</Type/Pages/Count 2/Parent 2 0 R/Kids[4 0 R 5 0 R]${at('parent')}>>`,
    `<</Type/Page/Parent 3 0 R${at('page')}${unit === undefined ? '' : `/UserUnit ${unit}`}>>`,
    '<</Type/Page/Parent 3 0 R/MediaBox[0 0 300 300]/CropBox[0 0 300 300]/Rotate 0>>',
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

/** Makes a PDF with a form whose only field is a group with a name, and a text in it. */
export async function makeGroup(name: string) {
  const pdf = await PDF.load(await makePdf());
  const group = PdfDict.of({ T: PdfString.fromString(name) });
  const parent = pdf.register(group);
  const text = PdfDict.of({ FT: PdfName.of('Tx'), T: PdfString.fromString('texto'), Parent: parent });
  group.set('Kids', new PdfArray([pdf.register(text)]));
  pdf.getCatalog().set('AcroForm', PdfDict.of({ Fields: new PdfArray([parent]) }));
  return Buffer.from(await pdf.save());
}
