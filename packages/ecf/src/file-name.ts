import type { ACECF, ARECF, ECF, RFCE } from './schema/types.generated.ts';

/**
 * Name of the file that carries a document to the authority or to another issuer: an RNC, the eNCF and `.xml`.
 * The e-CF and its summary bear the issuer's RNC; approval and acknowledgement bear the buyer's, who sends them.
 * @source Descripción técnica de facturación electrónica v1.6, p. 59
 */
export function fileName(tree: ECF | RFCE | ACECF | ARECF): string {
  if ('DetalleAprobacionComercial' in tree) return named(tree.DetalleAprobacionComercial);
  if ('DetalleAcusedeRecibo' in tree) return named(tree.DetalleAcusedeRecibo);
  const { Emisor, IdDoc } = tree.Encabezado;
  return `${Emisor.RNCEmisor}${IdDoc.eNCF}.xml`;
}

const named = ({ RNCComprador, eNCF }: { RNCComprador: string; eNCF: string }): string => `${RNCComprador}${eNCF}.xml`;
