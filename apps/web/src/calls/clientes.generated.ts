// Generated from packages/contract/src/clientes.ts by scripts/generate.ts. Not to be edited.
import type { clientes } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const cambiarAmbienteDeCliente = 'PATCH /api/clientes/:id/ambiente' as Address<
  typeof clientes.cambiarAmbienteDeCliente
>;
export const facturasDeCliente = 'GET /api/clientes/:id/facturas' as Address<typeof clientes.facturasDeCliente>;
export const guardarCliente = 'PUT /api/clientes/:id' as Address<typeof clientes.guardarCliente>;
export const listarClientes = 'GET /api/clientes' as Address<typeof clientes.listarClientes>;
export const registrar = 'POST /api/auth/register' as Address<typeof clientes.registrar>;
