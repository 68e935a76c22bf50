// Generated from packages/contract/src/piloto.ts by scripts/generate.ts. Not to be edited.
import type { piloto } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const cargarEnPiloto = 'POST /api/piloto/:parte' as Address<typeof piloto.cargarEnPiloto>;
export const completasDePiloto = 'GET /api/piloto/completas.zip' as Address<typeof piloto.completasDePiloto>;
export const ensayarPiloto = 'POST /api/piloto/:parte/ensayar' as Address<typeof piloto.ensayarPiloto>;
export const enviarPiloto = 'POST /api/piloto/:parte/enviar' as Address<typeof piloto.enviarPiloto>;
export const firmarFormulario = 'POST /api/piloto/formularios/firmar' as Address<typeof piloto.firmarFormulario>;
export const marcarPaso = 'PUT /api/piloto/pasos/:numero' as Address<typeof piloto.marcarPaso>;
export const probarServicios = 'POST /api/piloto/servicios/probar' as Address<typeof piloto.probarServicios>;
export const representacionesDePiloto = 'GET /api/piloto/representaciones.zip' as Address<
  typeof piloto.representacionesDePiloto
>;
export const verPiloto = 'GET /api/piloto' as Address<typeof piloto.verPiloto>;
