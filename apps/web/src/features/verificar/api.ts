import type { verificar } from '@timbre/contract';
import * as verificarCalls from '../../calls/verificar.generated.ts';
import { caller } from '../../lib/api.ts';

export type Verificacion = verificar.Verificacion;
export type Firma = verificar.FirmaVerificada;
export type Certificado = verificar.CertificadoDeFirma;

const send = caller(verificarCalls.verificarArchivo);

/** Sends a signed file to the server to be checked. With two files, one of them is the signature of the other. */
export function verifyFiles([archivo, original]: readonly File[]): Promise<Verificacion> {
  const form = new FormData();
  form.set('archivo', archivo!);
  if (original) form.set('original', original);
  return send({ form });
}
