import type { ResumenDocumento } from '@timbre/contract';
import * as documentosCalls from '../../calls/documentos.generated.ts';
import { caller } from '../../lib/api.ts';
import { saveFile } from '../../lib/files.ts';

export const readDocumento = caller(documentosCalls.verDocumento);
export const readXml = caller(documentosCalls.verXml);
export const readQr = caller(documentosCalls.verQr);
export const readPaginas = caller(documentosCalls.verPaginas);
const readPdf = caller(documentosCalls.verPdf);
export const editXml = caller(documentosCalls.editarXml);
export const validateXml = caller(documentosCalls.validarXml);

export const annulDocumento = caller(documentosCalls.anularDocumento);
export const settleVerdict = caller(documentosCalls.asentarVeredicto);
export const settleList = caller(documentosCalls.asentarLista);

/** The fields needed to fetch a document's XML and to name the file. */
export type DocumentoRef = Pick<ResumenDocumento, 'id' | 'eNCF' | 'rncEmisor'> & { readonly esRFCE?: boolean };

/**
 * Downloads the exact XML as `{RNC}{eNCF}.xml` (specification 001 §9); of a summary as `{RNC}{eNCF}_RFCE.xml`, since its invoice
 * has the same number. Returns the file name.
 */
export async function downloadXml({ id, eNCF, rncEmisor, esRFCE = false }: DocumentoRef): Promise<string> {
  const { blob } = await readXml({ params: { id } });
  return saveFile({ blob, name: undefined }, `${rncEmisor}${eNCF}${esRFCE ? '_RFCE' : ''}.xml`);
}

/** The sheets of the printed form. */
export const formas = { carta: 'Hoja carta', ticket: 'Papel de 80 mm' } as const;
export type Forma = keyof typeof formas;

/** Downloads the printed form as `{RNC}{eNCF}.pdf`. Returns the file name. */
export async function downloadPdf({ id, eNCF, rncEmisor }: DocumentoRef, forma: Forma): Promise<string> {
  return saveFile(await readPdf({ params: { id }, query: { forma } }), `${rncEmisor}${eNCF}.pdf`);
}
