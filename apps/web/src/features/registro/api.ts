import type { clientes } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { caller } from '../../lib/api.ts';

export type Registro = AnswerOf<typeof clientes.registrar>;

export const register = caller<typeof clientes.registrar>('POST', '/api/auth/register');
