// Generated from packages/contract/src/recibidas.ts by scripts/generate.ts. Not to be edited.
import type { recibidas } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const acuseRecibida = 'GET /api/facturas/recibidas/:id/acuse' as Address<typeof recibidas.acuseRecibida>;
export const listarNoRecibidas = 'GET /api/facturas/recibidas/rechazadas' as Address<
  typeof recibidas.listarNoRecibidas
>;
export const listarRecibidas = 'GET /api/facturas/recibidas' as Address<typeof recibidas.listarRecibidas>;
export const pdfRecibida = 'GET /api/facturas/recibidas/:id/pdf' as Address<typeof recibidas.pdfRecibida>;
export const responderRecibida = 'POST /api/facturas/recibidas/:id/respuesta' as Address<
  typeof recibidas.responderRecibida
>;
export const subirRecibida = 'POST /api/facturas/recibidas' as Address<typeof recibidas.subirRecibida>;
export const verRecibida = 'GET /api/facturas/recibidas/:id' as Address<typeof recibidas.verRecibida>;
export const xmlDeRespuesta = 'GET /api/facturas/recibidas/:id/respuestas/:respuesta/xml' as Address<
  typeof recibidas.xmlDeRespuesta
>;
export const xmlRecibida = 'GET /api/facturas/recibidas/:id/xml' as Address<typeof recibidas.xmlRecibida>;
