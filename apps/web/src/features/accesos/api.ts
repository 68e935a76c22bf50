import type { accesos } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { caller } from '../../lib/api.ts';

/** What a company reaches, and who set it. */
export type Configuracion = AnswerOf<typeof accesos.verAccesos>;
export type Acceso = Configuracion['configuracion']['accesos'][number];
export type ClienteExterno = AnswerOf<typeof accesos.clientesExternos>[number];

export const listClientesExternos = caller<typeof accesos.clientesExternos>('GET', '/api/clientes-externos');
export const readAccesos = caller<typeof accesos.verAccesos>('GET', '/api/accesos-clientes/:rnc');
export const saveAccesos = caller<typeof accesos.guardarAccesos>('PUT', '/api/accesos-clientes/:rnc');
