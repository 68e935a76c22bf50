import { documentLimits, type ECF, isStrictCode, readDocument, structuralFaults } from '@timbre/ecf';
import { asBuffer } from '@timbre/worker/as-buffer';
import { readXml, XmlError } from '@timbre/xml';
import { inspectXml } from '@timbre/xml/node';

/** The invoice of a summary: its content, which has the structure of an e-CF, and its signature value. */
export interface Invoice {
  readonly tree: ECF;
  /** Undefined if it is not signed, or its signature is not valid. */
  readonly signatureValue: string | undefined;
}

/** Reads the invoice of a summary; undefined if it is not an e-CF with the official structure. */
export function readInvoice(bytes: Uint8Array): Invoice | undefined {
  const input = asBuffer(bytes);
  try {
    const root = readXml(input, documentLimits);
    const read = readDocument(root);
    if (read.kind !== 'ECF') return undefined;
    if (structuralFaults(read).some(({ code }) => !isStrictCode(code))) return undefined;
    const { faults: refusals, signatureValue } = inspectXml(input, root, documentLimits);
    return { tree: read.tree, signatureValue: refusals.length === 0 ? signatureValue : undefined };
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}
