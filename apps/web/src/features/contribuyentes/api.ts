import type { contribuyentes } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as contribuyentesCalls from '../../calls/contribuyentes.generated.ts';
import { caller } from '../../lib/api.ts';

export type Estado = AnswerOf<typeof contribuyentes.estadoDelRegistro>;
export type Contribuyente = AnswerOf<typeof contribuyentes.buscarContribuyentes>[number];

export const readEstado = caller(contribuyentesCalls.estadoDelRegistro);
export const searchContribuyentes = caller(contribuyentesCalls.buscarContribuyentes);
export const uploadRegistro = caller(contribuyentesCalls.importarRegistro);
