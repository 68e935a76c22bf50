import type { dgii } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as dgiiCalls from '../../calls/dgii.generated.ts';
import { caller } from '../../lib/api.ts';

export type Servicios = AnswerOf<typeof dgii.estadoDeServicios>;
export type Directorio = AnswerOf<typeof dgii.consultarDirectorio>;
export type Comprobante = AnswerOf<typeof dgii.consultarComprobante>;

const patient = { timeout: 40_000 }; // the server asks the DGII meanwhile

export const readServicios = caller(dgiiCalls.estadoDeServicios, patient);
export const readDirectorio = caller(dgiiCalls.consultarDirectorio, patient);
export const readComprobante = caller(dgiiCalls.consultarComprobante, patient);
