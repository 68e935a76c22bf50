import type { documentos, ResumenDocumento } from '@timbre/contract';
import { caller } from '../../lib/api.ts';
import { saveFile } from '../../lib/files.ts';

export const readDocumento = caller<typeof documentos.verDocumento>('GET', '/api/documentos/:id');
export const readXml = caller<typeof documentos.verXml>('GET', '/api/documentos/:id/xml');
export const editXml = caller<typeof documentos.editarXml>('PUT', '/api/documentos/:id/xml');
export const validateXml = caller<typeof documentos.validarXml>('POST', '/api/documentos/:id/xml/validar');

/** What is needed to fetch and name a document's XML. */
export type DocumentoRef = Pick<ResumenDocumento, 'id' | 'eNCF' | 'rncEmisor'>;

/** Saves the exact XML as `{RNC}{eNCF}.xml` (seeds/001 §9). Gives the name of the file. */
export async function downloadXml({ id, eNCF, rncEmisor }: DocumentoRef): Promise<string> {
  return saveFile(await readXml({ params: { id } }), `${rncEmisor}${eNCF}.xml`);
}
