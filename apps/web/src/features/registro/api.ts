import type { clientes } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as clientesCalls from '../../calls/clientes.generated.ts';
import { caller } from '../../lib/api.ts';

export type Registro = AnswerOf<typeof clientes.registrar>;

export const register = caller(clientesCalls.registrar);
