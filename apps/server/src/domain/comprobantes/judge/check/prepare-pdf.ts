import { PdfError, type PdfToSign, type PreparedPdf, preparePdf as prepare } from '@timbre/firmas';
import { refuse } from '@timbre/refusal';

/**
 * Adds an empty signature to a PDF, and returns the digest to be signed.
 *
 * @throws Problem `firmado/archivo`
 */
export async function preparePdf(wanted: PdfToSign): Promise<PreparedPdf> {
  try {
    return await prepare(wanted);
  } catch (error) {
    if (error instanceof PdfError) refuse('firmado/archivo', error.message);
    throw error;
  }
}
