// Generated from packages/contract/src/empresa.ts by scripts/generate.ts. Not to be edited.
import type { empresa } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const buscarPorRnc = 'GET /api/Clientes/BuscarPorRnc/:rnc' as Address<typeof empresa.buscarPorRnc>;
export const cargarCertificado = 'PUT /api/empresa/certificado' as Address<typeof empresa.cargarCertificado>;
export const guardarDatosEmpresa = 'PUT /api/empresa/datos' as Address<typeof empresa.guardarDatosEmpresa>;
export const usarCertificadoDePrueba = 'POST /api/empresa/certificado/de-prueba' as Address<
  typeof empresa.usarCertificadoDePrueba
>;
export const verEmpresa = 'GET /api/empresa' as Address<typeof empresa.verEmpresa>;
