import * as borradoresCalls from '../../calls/borradores.generated.ts';
import * as catalogoCalls from '../../calls/catalogo.generated.ts';
import * as contribuyentesCalls from '../../calls/contribuyentes.generated.ts';
import * as documentosCalls from '../../calls/documentos.generated.ts';
import * as emisionCalls from '../../calls/emision.generated.ts';
import * as facturasCalls from '../../calls/facturas.generated.ts';
import { caller } from '../../lib/api.ts';

/** Issuing waits for the journal and the database: longer than other calls. */
const issuingMs = 30_000;

export const listBorradores = caller(borradoresCalls.listarBorradores);
export const readBorrador = caller(borradoresCalls.verBorrador);
export const saveBorrador = caller(borradoresCalls.guardarBorrador);
export const deleteBorrador = caller(borradoresCalls.eliminarBorrador);
export const preview = caller(borradoresCalls.previsualizar);
export const printWithoutECF = caller(borradoresCalls.imprimirSinECF);
export const findCompradores = caller(catalogoCalls.buscarCompradores);
export const findProductos = caller(catalogoCalls.buscarProductos);
export const findContribuyentes = caller(contribuyentesCalls.buscarContribuyentes);
export const issue = caller(emisionCalls.enviarFactura, { timeout: issuingMs });
export const findFacturas = caller(facturasCalls.listarFacturas);
export const readDocumento = caller(documentosCalls.verDocumento);
