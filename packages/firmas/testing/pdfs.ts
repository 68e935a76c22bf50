import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, rgb } from '@libpdf/core';

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

/** Appends to a signed PDF an update that states that its signature allows no changes. */
export async function certify(signed: Uint8Array) {
  const pdf = await PDF.load(signed);
  const dictionary = pdf.getForm()?.getSignatureFields()[0]?.getSignatureDict();
  const transform = PdfDict.of({ TransformParams: PdfDict.of({ P: PdfNumber.of(1) }) });
  const certification = PdfDict.of({ Reference: new PdfArray([transform]), Type: PdfName.of('Sig') });
  for (const [key, value] of dictionary ?? []) if (!certification.has(key)) certification.set(key, value);
  pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: pdf.register(certification) }));
  return Buffer.from(await pdf.save({ incremental: true }));
}

/** Appends to a signed PDF an update that adds a page. */
export async function addPage(signed: Uint8Array) {
  const pdf = await PDF.load(signed);
  pdf.addPage({ size: 'letter' });
  return Buffer.from(await pdf.save({ incremental: true }));
}
