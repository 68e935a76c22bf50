import type { empresa } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import type { Static } from 'typebox';
import type { CertificateFacts, CertificateRow, EmpresaRow } from './certificate-repo.ts';
import { type CertificateAsked, judgedCertificate } from './certificate-texts.ts';

export const certificateView = (row: CertificateFacts, now: Date): Static<typeof empresa.Certificado> => ({
  archivo: row.archivo,
  titular: row.titular,
  idTitular: row.id_titular,
  emisor: row.emisor,
  serie: row.serie,
  validoDesde: row.valido_desde.toISOString(),
  validoHasta: row.valido_hasta.toISOString(),
  huella: row.huella,
  vencido: row.valido_hasta <= now,
});

/** A certificate with its refusal and its notices. `notices`: those that only the uploaded file showed. */
export const judgedCertificateView = (
  row: CertificateFacts & Pick<CertificateRow, 'certificado_der'>,
  asked: CertificateAsked,
  notices: readonly string[] = [],
): Static<typeof empresa.CertificadoJuzgado> => {
  const { rechazo, avisos } = judgedCertificate(row.certificado_der, asked);
  return { ...certificateView(row, asked.at), rechazo, avisos: [...avisos, ...notices] };
};

export const empresaView = (
  row: EmpresaRow,
  certificado: CertificateRow | undefined,
  asked: CertificateAsked,
): Omit<AnswerOf<typeof empresa.verEmpresa>, 'tasasSelectivo'> => ({
  rnc: row.rnc,
  razonSocial: row.razon_social,
  datos: row.datos,
  ambiente: row.ambiente,
  demo: row.demo,
  certificado: certificado === undefined ? null : judgedCertificateView(certificado, asked),
});
