import type { clientes } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as clientesCalls from '../../calls/clientes.generated.ts';
import * as usuariosCalls from '../../calls/usuarios.generated.ts';
import { caller } from '../../lib/api.ts';

export type Cliente = AnswerOf<typeof clientes.guardarCliente>;

export const listClientes = caller(clientesCalls.listarClientes);
export const changeAmbiente = caller(clientesCalls.cambiarAmbienteDeCliente);
export const saveCliente = caller(clientesCalls.guardarCliente);
export const changePassword = caller(usuariosCalls.cambiarContrasena);
