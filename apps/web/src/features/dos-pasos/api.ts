import * as sesionCalls from '../../calls/sesion.generated.ts';
import { caller } from '../../lib/api.ts';

export const verDosPasos = caller(sesionCalls.verDosPasos);
export const prepararDosPasos = caller(sesionCalls.prepararDosPasos);
export const confirmarDosPasos = caller(sesionCalls.confirmarDosPasos);
export const renovarCodigos = caller(sesionCalls.renovarCodigos);
export const desactivarDosPasos = caller(sesionCalls.desactivarDosPasos);
