import type { clientes } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { caller } from '../../lib/api.ts';

export type Cliente = AnswerOf<typeof clientes.guardarCliente>;

export const listClientes = caller<typeof clientes.listarClientes>('GET', '/api/clientes');
export const changeAmbiente = caller<typeof clientes.cambiarAmbienteDeCliente>('PATCH', '/api/clientes/:id/ambiente');
export const saveCliente = caller<typeof clientes.guardarCliente>('PUT', '/api/clientes/:id');
