export { type CmsFault, cmsFaults, type InspectedCms, inspectCms } from './cms/inspect-cms.ts';
export { type CmsToSign, signCms } from './cms/sign-cms.ts';
export { type InspectedPdf, type InspectedPdfSignature, inspectPdf, rangeFault } from './pdf/inspect-pdf.ts';
export { PdfError, type PdfErrorCode } from './pdf/pdf-error.ts';
export { type PdfToSign, type PreparedPdf, preparePdf, sealPdf } from './pdf/prepare-pdf.ts';
export { type Corner, corners, type Stamp } from './pdf/stamp.ts';
