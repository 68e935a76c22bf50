import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedFile } from '@timbre/authority';
import { formatFechaHora } from '@timbre/values';
import { createSigner, type Signer, signXml } from '@timbre/xml/node';

/** For tests: a new certificate in the name of an invented person. */
export function makeSigner({ holderId = '00112345678', days = 3650, bits = 2048 } = {}): Signer {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-certificate-'));
  try {
    const key = join(folder, 'key.pem');
    const certificate = join(folder, 'certificate.pem');
    const subject = `/C=DO/O=Empresa de Prueba/CN=Persona de Prueba/serialNumber=IDCDO-${holderId}`;
    const request = ['req', '-x509', '-newkey', `rsa:${bits}`, '-nodes', '-subj', subject, '-days', String(days)];
    // By default, OpenSSL makes the certificate of an authority.
    request.push('-addext', 'basicConstraints=critical,CA:FALSE');
    execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    return createSigner({ key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fields of an e-CF that a test sets; all others have the smallest valid content. */
export interface Draft {
  readonly eNCF: string;
  readonly rnc?: string;
  readonly monto?: string;
  readonly ncfModificado?: string;
  readonly vence?: string;
  readonly fechaFirma?: string;
}

export const rncEmisor = '101000015';
export const rncComprador = '131000017';

/** For tests: a small valid e-CF of an invented company, unsigned. Types 31, 32, 33 and 34. */
export function draftECF(draft: Draft): string {
  const { eNCF, rnc = rncEmisor, monto = '100.00', ncfModificado, vence = '31-12-2099' } = draft;
  const tipo = eNCF.slice(1, 3);
  const expires = tipo === '31' || tipo === '33';
  const reference =
    ncfModificado === undefined
      ? ''
      : `<InformacionReferencia><NCFModificado>${ncfModificado}</NCFModificado><FechaNCFModificado>01-10-2026</FechaNCFModificado><CodigoModificacion>3</CodigoModificacion></InformacionReferencia>`;
  return `<ECF><Encabezado><Version>1.0</Version><IdDoc><TipoeCF>${tipo}</TipoeCF><eNCF>${eNCF}</eNCF>${expires ? `<FechaVencimientoSecuencia>${vence}</FechaVencimientoSecuencia>` : ''}${tipo === '34' ? '<IndicadorNotaCredito>0</IndicadorNotaCredito>' : ''}<TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc><Emisor><RNCEmisor>${rnc}</RNCEmisor><RazonSocialEmisor>Empresa de Prueba SRL</RazonSocialEmisor><DireccionEmisor>Calle Uno 1</DireccionEmisor><FechaEmision>01-10-2026</FechaEmision></Emisor><Comprador><RNCComprador>${rncComprador}</RNCComprador><RazonSocialComprador>Comprador de Prueba SRL</RazonSocialComprador></Comprador><Totales><MontoExento>${monto}</MontoExento><MontoTotal>${monto}</MontoTotal></Totales></Encabezado><DetallesItems><Item><NumeroLinea>1</NumeroLinea><IndicadorFacturacion>4</IndicadorFacturacion><NombreItem>Servicio de prueba</NombreItem><IndicadorBienoServicio>2</IndicadorBienoServicio><CantidadItem>1.00</CantidadItem><PrecioUnitarioItem>${monto}</PrecioUnitarioItem><MontoItem>${monto}</MontoItem></Item></DetallesItems>${reference}<FechaHoraFirma>${draft.fechaFirma ?? formatFechaHora(Date.now() - 2000)}</FechaHoraFirma></ECF>`;
}

/** For tests: a small valid RFCE, unsigned. */
export const draftRFCE = ({
  eNCF,
  rnc = rncEmisor,
  monto = '100.00',
  codigo = 'aB3+/=',
}: Draft & { codigo?: string }) =>
  `<RFCE><Encabezado><Version>1.0</Version><IdDoc><TipoeCF>32</TipoeCF><eNCF>${eNCF}</eNCF><TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc><Emisor><RNCEmisor>${rnc}</RNCEmisor><RazonSocialEmisor>Empresa de Prueba SRL</RazonSocialEmisor><FechaEmision>01-10-2026</FechaEmision></Emisor><Comprador><RNCComprador>${rncComprador}</RNCComprador></Comprador><Totales><MontoExento>${monto}</MontoExento><MontoTotal>${monto}</MontoTotal></Totales><CodigoSeguridadeCF>${codigo}</CodigoSeguridadeCF></Encabezado></RFCE>`;

/** For tests: signs a document and names it as the DGII requires. */
export async function sealed(xml: string, signer: Signer): Promise<SignedFile> {
  const leaf = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1] ?? '';
  const owner = xml.startsWith('<ACECF') ? leaf('RNCComprador') : leaf('RNCEmisor') || leaf('RncEmisor');
  return { fileName: `${owner}${leaf('eNCF')}.xml`, xml: (await signXml(xml, signer)).xml };
}

/** For tests: the approval of an e-CF of {@link draftECF} by its buyer, unsigned. */
export const draftACECF = ({ eNCF, rnc = rncEmisor, monto = '100.00' }: Draft): string =>
  `<ACECF><DetalleAprobacionComercial><Version>1.0</Version><RNCEmisor>${rnc}</RNCEmisor><eNCF>${eNCF}</eNCF><FechaEmision>01-10-2026</FechaEmision><MontoTotal>${monto}</MontoTotal><RNCComprador>${rncComprador}</RNCComprador><Estado>1</Estado><FechaHoraAprobacionComercial>02-10-2026 10:00:00</FechaHoraAprobacionComercial></DetalleAprobacionComercial></ACECF>`;

/** For tests: the annulment of one range of numbers, unsigned. */
export const draftANECF = ({ desde, hasta, cantidad }: { desde: string; hasta: string; cantidad: number }): string =>
  `<ANECF><Encabezado><Version>1.0</Version><RncEmisor>${rncEmisor}</RncEmisor><CantidadeNCFAnulados>${cantidad}</CantidadeNCFAnulados><FechaHoraAnulacioneNCF>02-10-2026 10:00:00</FechaHoraAnulacioneNCF></Encabezado><DetalleAnulacion><Anulacion><NoLinea>1</NoLinea><TipoeCF>${desde.slice(1, 3)}</TipoeCF><TablaRangoSecuenciasAnuladaseNCF><Secuencias><SecuenciaeNCFDesde>${desde}</SecuenciaeNCFDesde><SecuenciaeNCFHasta>${hasta}</SecuenciaeNCFHasta></Secuencias></TablaRangoSecuenciasAnuladaseNCF><CantidadeNCFAnulados>${cantidad}</CantidadeNCFAnulados></Anulacion></DetalleAnulacion></ANECF>`;
