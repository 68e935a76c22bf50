import type { ACECF, ARECF, ECF, RFCE } from './schema/types.generated.ts';

/**
 * Name of the file in which a document is sent to the authority or to another issuer: an RNC, the eNCF and `.xml`.
 * The e-CF and its summary have the issuer's RNC. Approval and acknowledgement have the RNC of the buyer, who sends them.
 * @source Descripción técnica de facturación electrónica v1.6, p. 59
 */
export function fileName(tree: ECF | RFCE | ACECF | ARECF): string {
  if ('DetalleAprobacionComercial' in tree) return named(tree.DetalleAprobacionComercial);
  if ('DetalleAcusedeRecibo' in tree) return named(tree.DetalleAcusedeRecibo);
  const { Emisor, IdDoc } = tree.Encabezado;
  return `${Emisor.RNCEmisor}${IdDoc.eNCF}.xml`;
}

const named = ({ RNCComprador, eNCF }: { RNCComprador: string; eNCF: string }): string => `${RNCComprador}${eNCF}.xml`;
