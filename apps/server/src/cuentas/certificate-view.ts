import type { empresa } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import type { Static } from 'typebox';
import type { CertificateFacts, CertificateRow, EmpresaRow } from './certificate-repo.ts';

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

export const empresaView = (
  row: EmpresaRow,
  certificado: CertificateRow | undefined,
  now: Date,
): AnswerOf<typeof empresa.verEmpresa> => ({
  rnc: row.rnc,
  razonSocial: row.razon_social,
  datos: row.datos,
  ambiente: row.ambiente,
  demo: row.demo,
  certificado: certificado === undefined ? null : certificateView(certificado, now),
});
