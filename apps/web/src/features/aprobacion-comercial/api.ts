import type { aprobacionComercial } from '@timbre/contract';
import * as aprobacionCalls from '../../calls/aprobacionComercial.generated.ts';
import { caller } from '../../lib/api.ts';
import { saveFile } from '../../lib/files.ts';

export type Aprobacion = aprobacionComercial.AprobacionComercial;

const manyRows = { timeout: 60_000 }; // 2,000 approvals are signed, or queued

export const loadWorkbook = caller(aprobacionCalls.cargarAprobaciones);
export const listAprobaciones = caller(aprobacionCalls.listarAprobaciones);
export const signAprobaciones = caller(aprobacionCalls.firmarAprobaciones, manyRows);
export const sendAprobaciones = caller(aprobacionCalls.enviarAprobaciones, { ...manyRows, rectifies: true });
export const dropAprobaciones = caller(aprobacionCalls.quitarAprobaciones);
export const forgetEnsayo = caller(aprobacionCalls.olvidarEnsayoDeAprobaciones);
export const readXml = caller(aprobacionCalls.xmlDeAprobacion);

/** Downloads the XML of an approval. Returns the file name. @source specification 001 §7 */
export const downloadXml = async ({ id, rncEmisor, eNCF }: Aprobacion): Promise<string> =>
  saveFile(await readXml({ params: { id } }), `aprobacion_${rncEmisor}_${eNCF}.xml`);
