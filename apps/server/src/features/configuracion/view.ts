import { ambienteNombre, type configuracion } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { formatENCF, type TipoECF } from '@timbre/values';
import { certificateView } from '../empresa/view.ts';
import { maskedPassword } from './form.ts';
import type { SecuenciaRow } from './secuencias/repo.ts';
import { withoutExpiry } from './secuencias/service.ts';
import type { viewConfiguracion } from './service.ts';

/** A secret that was shown when it was made, and never again. */
export const masked = (prefix: string, lastFour: string | null | undefined): string =>
  lastFour ? `${prefix}_…${lastFour}` : '';

export function configuracionView(
  { empresa, certificado, clave, nuevoAmbiente, rangos }: Awaited<ReturnType<typeof viewConfiguracion>>,
  now: Date,
): AnswerOf<typeof configuracion.verConfiguracion> {
  return {
    rncEmisor: empresa.rnc,
    razonSocial: empresa.razon_social,
    ambiente: ambienteNombre[empresa.ambiente],
    nuevoAmbiente: ambienteNombre[nuevoAmbiente ?? empresa.ambiente],
    aprobacionPendiente: nuevoAmbiente !== undefined,
    id_Externo: empresa.id_externo,
    apiKey: masked('tmb', clave),
    apiSecret: masked('sec', empresa.secreto_ultimos),
    nombreCertificado: certificado?.archivo ?? '',
    passwordCertificado: certificado === undefined ? '' : maskedPassword,
    certificado: '',
    datosCertificado: certificado === undefined ? null : certificateView(certificado, now),
    rangosENCF: rangos.map(rangoView),
  };
}

const rangoView = ({ tipo, desde, hasta, vence }: SecuenciaRow) => ({
  desde: formatENCF(String(tipo) as TipoECF, desde),
  hasta: formatENCF(String(tipo) as TipoECF, hasta),
  fechaVencimiento: vence,
  noAplica: withoutExpiry.has(String(tipo)),
});
