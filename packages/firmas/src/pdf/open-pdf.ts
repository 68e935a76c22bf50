import type { PDF } from '@libpdf/core';
import { PdfError } from './pdf-error.ts';
import { limitStreams } from './streams.ts';

/** Maximum number of pages of a PDF. */
const mostPages = 200;

/**
 * Loads the library when the first PDF is opened: it takes memory that a thread without PDFs does not need.
 */
export const loadLibrary = () => import('@libpdf/core');

/**
 * Opens a PDF.
 *
 * @throws PdfError `pdf/comprimido`, `pdf/danado`, `pdf/cifrado`, `pdf/paginas`, `pdf/sin-paginas`
 */
export async function openPdf(bytes: Uint8Array): Promise<PDF> {
  limitStreams(bytes);
  const { PDF } = await loadLibrary();
  const pdf = await readPdf(() => PDF.load(bytes));
  if (pdf.isEncrypted) throw new PdfError('pdf/cifrado');
  const pages = await readPdf(() => pdf.getPageCount());
  if (pages === 0) throw new PdfError('pdf/sin-paginas');
  if (pages > mostPages) throw new PdfError('pdf/paginas');
  return pdf;
}

/** Reads from a PDF. Any error of the library means that the file is damaged. @throws PdfError `pdf/danado` */
export async function readPdf<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw cause instanceof PdfError ? cause : new PdfError('pdf/danado', cause);
  }
}
