import {
  type MuestraOptions,
  sampleDocuments,
  writeLibro,
} from '../apps/server/src/domain/comprobantes/workbooks/muestra.ts';

/**
 * A large workbook for benchmarks. Repeats the documents of the sample, each time with the next numbers.
 *
 * @param invoices number of e-CF; those that the authority receives as a summary also have an RFCE
 * @returns .xlsx bytes
 */
export function buildGrande(invoices: number, options: MuestraOptions): Promise<Buffer> {
  const documents = sampleDocuments(options);
  // A sample uses up to three numbers of a type.
  for (let desde = options.desde + 3; documents.length < invoices; desde += 3) {
    for (const document of sampleDocuments({ ...options, desde })) documents.push(document);
  }
  return writeLibro(documents.slice(0, invoices), Date.now());
}
