import { readDocument } from '@timbre/ecf';
import { receiptFromECF, writeReceipt } from '@timbre/reports';

/**
 * What signed e-CF say to the reports, as JSON.
 *
 * @param documents XML, as text or as bytes in UTF-8
 * @returns in the same order; null for what is no e-CF, or has no number or day that can be read
 */
export const readReceipts = (documents: readonly (string | Uint8Array)[]): (string | null)[] =>
  documents.map((document) => {
    const read = readDocument(document);
    const receipt = read.kind === 'ECF' ? receiptFromECF(read.tree) : undefined;
    return receipt === undefined ? null : writeReceipt(receipt);
  });
