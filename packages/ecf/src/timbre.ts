import type { ECFHead } from './codec/write-document.ts';
import { esResumen } from './rfce.ts';

/** Segment of the authority's addresses for each environment. @source Descripción técnica v1.6 */
export type AmbienteDGII = 'testecf' | 'certecf' | 'ecf';

/** Hosts where stamps are looked up: e-CF on one, consumer invoices below RD$250,000 on the other. */
export const timbreHosts = { ecf: 'https://ecf.dgii.gov.do', fc: 'https://fc.dgii.gov.do' } as const;

/**
 * The address in a document's QR code, which shows whether the authority accepted the document.
 * Every value equals the one in the signed XML; the buyer's RNC is left out when the document has none.
 * @param tree a signed e-CF
 * @param codigoSeguridad first six characters of its SignatureValue (of the full document, also for a summary)
 * @param hosts other hosts, those of a simulator
 * @source Descripción técnica v1.6, pp. 36–38 and 57–58; Informe Técnico e-CF, p. 34
 */
export function timbreUrl(
  ambiente: AmbienteDGII,
  tree: ECFHead,
  codigoSeguridad: string,
  hosts: { readonly ecf: string; readonly fc: string } = timbreHosts,
): string {
  const { IdDoc, Emisor, Comprador, Totales } = tree.Encabezado;
  if (esResumen(tree)) {
    const query = { RncEmisor: Emisor.RNCEmisor, ENCF: IdDoc.eNCF, MontoTotal: Totales.MontoTotal };
    return `${hosts.fc}/${ambiente}/ConsultaTimbreFC?${encode({ ...query, CodigoSeguridad: codigoSeguridad })}`;
  }
  const query = {
    RncEmisor: Emisor.RNCEmisor,
    RncComprador: Comprador?.RNCComprador,
    ENCF: IdDoc.eNCF,
    FechaEmision: Emisor.FechaEmision,
    MontoTotal: Totales.MontoTotal,
    FechaFirma: tree.FechaHoraFirma,
    CodigoSeguridad: codigoSeguridad,
  };
  return `${hosts.ecf}/${ambiente}/ConsultaTimbre?${encode(query)}`;
}

const encode = (query: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`))
    .join('&');
