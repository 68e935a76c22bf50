// Generated from packages/contract/src/contador.ts by scripts/generate.ts. Not to be edited.
import type { contador } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const aceptarDespacho = 'POST /api/despachos/:id/aceptar' as Address<typeof contador.aceptarDespacho>;
export const aceptarDespachoConCodigo = 'POST /api/despachos/aceptar' as Address<
  typeof contador.aceptarDespachoConCodigo
>;
export const asignarResponsable = 'PATCH /api/contador/despachos/:id/clientes' as Address<
  typeof contador.asignarResponsable
>;
export const cambiarMiembro = 'PATCH /api/contador/despachos/:id/miembros/:miembroId' as Address<
  typeof contador.cambiarMiembro
>;
export const crearDespacho = 'POST /api/contador/despachos' as Address<typeof contador.crearDespacho>;
export const despachosDeLaEmpresa = 'GET /api/despachos' as Address<typeof contador.despachosDeLaEmpresa>;
export const entrarAlDespacho = 'POST /api/contador/invitacion' as Address<typeof contador.entrarAlDespacho>;
export const invitarMiembro = 'POST /api/contador/despachos/:id/miembros' as Address<typeof contador.invitarMiembro>;
export const listarCartera = 'GET /api/contador' as Address<typeof contador.listarCartera>;
export const misDespachos = 'GET /api/contador/despachos' as Address<typeof contador.misDespachos>;
export const pedirClientes = 'POST /api/contador/despachos/:id/clientes' as Address<typeof contador.pedirClientes>;
export const quitarCliente = 'DELETE /api/contador/despachos/:id/clientes/:clienteId' as Address<
  typeof contador.quitarCliente
>;
export const quitarMiembro = 'DELETE /api/contador/despachos/:id/miembros/:miembroId' as Address<
  typeof contador.quitarMiembro
>;
export const renovarCodigo = 'POST /api/contador/despachos/:id/clientes/:clienteId/codigo' as Address<
  typeof contador.renovarCodigo
>;
export const terminarDespacho = 'DELETE /api/despachos/:id' as Address<typeof contador.terminarDespacho>;
