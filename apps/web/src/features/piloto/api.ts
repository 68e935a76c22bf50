import type { piloto } from '@timbre/contract';
import * as pilotoCalls from '../../calls/piloto.generated.ts';
import { caller } from '../../lib/api.ts';
import { saveFile } from '../../lib/files.ts';

export type Piloto = piloto.Piloto;
export type Comprobantes = piloto.PilotoDeComprobantes;
export type Aprobaciones = piloto.PilotoDeAprobaciones;
export type Parte = piloto.ParteDePiloto;
export type Etapa = piloto.EtapaDePiloto;

const someDocuments = { timeout: 60_000 }; // eleven printed forms are rendered, or four addresses are called

export const readPiloto = caller(pilotoCalls.verPiloto);
export const loadWorkbook = caller(pilotoCalls.cargarEnPiloto);
export const rehearseAgain = caller(pilotoCalls.ensayarPiloto);
export const sendForReal = caller(pilotoCalls.enviarPiloto);
export const markStep = caller(pilotoCalls.marcarPaso);
export const checkServices = caller(pilotoCalls.probarServicios, someDocuments);
const readFull = caller(pilotoCalls.completasDePiloto);
const readPrinted = caller(pilotoCalls.representacionesDePiloto, someDocuments);
const sign = caller(pilotoCalls.firmarFormulario);

/** Downloads the full invoices for the portal, of the data test or of the simulation. Returns the name of the file. */
export const downloadFull = async (de: 'set' | 'simulacion'): Promise<string> =>
  saveFile(await readFull({ query: { de } }), 'facturas-completas.zip');

/** Downloads the printed forms of step 5. Returns the name of the file. */
export const downloadPrinted = async (): Promise<string> =>
  saveFile(await readPrinted({}), 'representaciones-impresas.zip');

/** Signs a form of the portal and downloads it. Returns the name of the file. */
export async function signForm(archivo: File): Promise<string> {
  const form = new FormData();
  form.append('archivo', archivo);
  return saveFile(await sign({ form }), `${archivo.name.replace(/\.xml$/i, '')}-firmado.xml`);
}
