import type { correo } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as correoCalls from '../../calls/correo.generated.ts';
import { caller } from '../../lib/api.ts';

export type CorreosDeDocumento = AnswerOf<typeof correo.verCorreos>;
export type Entrega = AnswerOf<typeof correo.estadoDelCorreo>['entrega'];

export const readEntrega = caller(correoCalls.estadoDelCorreo);
export const askLink = caller(correoCalls.pedirEnlace);
export const takeLink = caller(correoCalls.usarEnlace);
export const readCorreos = caller(correoCalls.verCorreos);
export const sendByMail = caller(correoCalls.enviarPorCorreo);
export const readPlantilla = caller(correoCalls.verPlantilla);
export const savePlantilla = caller(correoCalls.guardarPlantilla);
export const tryPlantilla = caller(correoCalls.probarPlantilla);
