import type { certificacion } from '@timbre/contract';
import * as certificacionCalls from '../../calls/certificacion.generated.ts';
import { caller } from '../../lib/api.ts';

export type Certificacion = certificacion.Certificacion;
export type Paso = certificacion.PasoDeCertificacion;

export const readCertificacion = caller(certificacionCalls.verCertificacion);
export const saveCertificacion = caller(certificacionCalls.guardarCertificacion);
export const finishCertificacion = caller(certificacionCalls.completarCertificacion);
