import type { accesos } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as accesosCalls from '../../calls/accesos.generated.ts';
import { caller } from '../../lib/api.ts';

/** The menu items that a company may open, and who set them. */
export type Configuracion = AnswerOf<typeof accesos.verAccesos>;
export type Acceso = Configuracion['configuracion']['accesos'][number];
export type ClienteExterno = AnswerOf<typeof accesos.clientesExternos>[number];

export const listClientesExternos = caller(accesosCalls.clientesExternos);
export const readAccesos = caller(accesosCalls.verAccesos);
export const saveAccesos = caller(accesosCalls.guardarAccesos);
