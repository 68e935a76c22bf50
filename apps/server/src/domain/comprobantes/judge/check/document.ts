import type { ensayo } from '@timbre/contract';
import type { DocumentTrees } from '@timbre/ecf';
import { formatISODate, meantFecha, meantFechaHora } from '@timbre/values';
import { leaf } from '../draft.ts';
import type { Tree } from '../shape.ts';

/** A document that was read: an e-CF, or a summary of one. Its content is not validated. */
export interface ReadDocument {
  readonly kind: 'ECF' | 'RFCE';
  readonly tree: DocumentTrees['ECF'] | DocumentTrees['RFCE'];
}

/** Maximum number of characters of a value in the answer. */
const mostCharacters = 250;

/** The text of an element by its path; undefined if the document has none there. */
export const textAt = ({ tree }: ReadDocument, path: string): string | undefined => leaf(tree as unknown as Tree, path);

/** The facts of a document, as it states them. */
export function factsOf(read: ReadDocument): ensayo.Leido {
  const at = (path: string) => textAt(read, path)?.slice(0, mostCharacters) ?? null;
  return {
    documento: read.kind,
    tipo: at('Encabezado.IdDoc.TipoeCF'),
    eNCF: at('Encabezado.IdDoc.eNCF'),
    rncEmisor: at('Encabezado.Emisor.RNCEmisor'),
    razonSocialEmisor: at('Encabezado.Emisor.RazonSocialEmisor'),
    comprador: at('Encabezado.Comprador.RNCComprador') ?? at('Encabezado.Comprador.IdentificadorExtranjero'),
    razonSocialComprador: at('Encabezado.Comprador.RazonSocialComprador'),
    montoTotal: at('Encabezado.Totales.MontoTotal'),
    totalITBIS: at('Encabezado.Totales.TotalITBIS'),
    fechaEmision: at('Encabezado.Emisor.FechaEmision'),
    fechaFirma: at('FechaHoraFirma'),
  };
}

/**
 * The instant at which a document is judged, in epoch milliseconds: that of its signing, or else the end of its day of
 * issue, because a document of last year is not wrong if its range has expired since. Never later than now.
 */
export function momentOf(read: ReadDocument, now: number): number {
  const signed = meantFechaHora(textAt(read, 'FechaHoraFirma') ?? '');
  const issued = meantFecha(textAt(read, 'Encabezado.Emisor.FechaEmision') ?? '');
  const day = issued && Date.parse(`${formatISODate(issued)}T23:59:59-04:00`);
  return Math.min(signed ?? day ?? now, now);
}
