import { ambienteNombre, type configuracion, expires } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { formatENCF, type TipoECF } from '@timbre/values';
import type { CertificateAsked } from '../../domain/companies/certificate-texts.ts';
import { judgedCertificateView } from '../../domain/companies/certificate-view.ts';
import { masked, maskedPassword } from '../../domain/companies/company-form.ts';
import type { SecuenciaRow } from '../../domain/comprobantes/numbers/ranges-repo.ts';
import type { viewConfiguracion } from './service.ts';

export function configuracionView(
  { empresa, certificado, clave, alcances, solicitud, rangos }: Awaited<ReturnType<typeof viewConfiguracion>>,
  asked: Omit<CertificateAsked, 'rnc'>,
): AnswerOf<typeof configuracion.verConfiguracion> {
  const nuevoAmbiente = solicitud?.estado === 'pendiente' ? solicitud.nuevo_ambiente : undefined;
  return {
    rncEmisor: empresa.rnc,
    razonSocial: empresa.razon_social,
    ambiente: ambienteNombre[empresa.ambiente],
    nuevoAmbiente: ambienteNombre[nuevoAmbiente ?? empresa.ambiente],
    aprobacionPendiente: nuevoAmbiente !== undefined,
    solicitud: solicitud === undefined ? null : solicitudView(solicitud),
    id_Externo: empresa.id_externo,
    apiKey: masked('tmb', clave),
    alcances,
    apiSecret: masked('sec', empresa.secreto_ultimos),
    nombreCertificado: certificado?.archivo ?? '',
    passwordCertificado: certificado === undefined ? '' : maskedPassword,
    certificado: '',
    datosCertificado:
      certificado === undefined ? null : judgedCertificateView(certificado, { ...asked, rnc: empresa.rnc }),
    rangosENCF: rangos.map(rangoView),
  };
}

/** Leaves out a request that was approved or withdrawn. */
function solicitudView({ estado, nuevo_ambiente, motivo, pedida, resuelta }: LastSolicitud) {
  if (estado !== 'pendiente' && estado !== 'rechazada') return null;
  return { estado, nuevoAmbiente: ambienteNombre[nuevo_ambiente], motivo, fecha: (resuelta ?? pedida).toISOString() };
}

type LastSolicitud = NonNullable<Awaited<ReturnType<typeof viewConfiguracion>>['solicitud']>;

const rangoView = ({ tipo, desde, hasta, vence }: SecuenciaRow) => ({
  desde: formatENCF(String(tipo) as TipoECF, desde),
  hasta: formatENCF(String(tipo) as TipoECF, hasta),
  fechaVencimiento: vence,
  noAplica: !expires(String(tipo)),
});
