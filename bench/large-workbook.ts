import {
  type MuestraOptions,
  sampleDocuments,
  writeLibro,
} from '../apps/server/src/features/importacion/libro/muestra.ts';

/**
 * A large workbook for benchmarks: the documents of the sample over and over, each time with the next numbers.
 *
 * @param invoices how many e-CF; those that the authority gets summarised bring their RFCE besides
 * @returns .xlsx bytes
 */
export function buildGrande(invoices: number, options: MuestraOptions): Promise<Uint8Array> {
  const documents = sampleDocuments(options);
  // A sample takes up to three numbers of a type.
  for (let desde = options.desde + 3; documents.length < invoices; desde += 3) {
    for (const document of sampleDocuments({ ...options, desde })) documents.push(document);
  }
  return writeLibro(documents.slice(0, invoices));
}
