import { readDocument } from '@timbre/ecf';
import { receiptFromECF, writeReceipt } from '@timbre/reports';

/**
 * Extracts the data of signed e-CF for the reports, as JSON.
 *
 * @param documents XML, as text or as bytes in UTF-8
 * @returns in the same order; null for a document that is not an e-CF, or whose number or day cannot be read
 */
export const readReceipts = (documents: readonly (string | Uint8Array)[]): (string | null)[] =>
  documents.map((document) => {
    const read = readDocument(document);
    const receipt = read.kind === 'ECF' ? receiptFromECF(read.tree) : undefined;
    return receipt === undefined ? null : writeReceipt(receipt);
  });
