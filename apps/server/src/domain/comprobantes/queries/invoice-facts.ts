import type { Ambiente, Estado } from '@timbre/contract';
import type { Tx } from '../../../platform/db/transactions.ts';

/** The facts of an issued e-CF that a buyer's answer is compared with. */
export interface InvoiceFacts {
  readonly id: string;
  readonly estado: Estado;
  /** Null if the document states none, as are the next two. */
  readonly monto_total: string | null;
  /** yyyy-MM-dd. */
  readonly fecha_emision: string | null;
  readonly rnc_comprador: string | null;
}

/**
 * The signed e-CF with a number that the company issued, not its summary; if there are several, the one that was not
 * rejected.
 */
export async function findInvoice(
  tx: Tx,
  empresaId: string,
  { ambiente, rncEmisor, eNCF }: { readonly ambiente: Ambiente; readonly rncEmisor: string; readonly eNCF: string },
): Promise<InvoiceFacts | undefined> {
  const rows = await tx
    .selectFrom('documento')
    .select(['id', 'estado', 'monto_total', 'fecha_emision', 'rnc_comprador'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('rnc_emisor', '=', rncEmisor)
    .where('encf', '=', eNCF)
    .where('xml_sha256', 'is not', null)
    .where('es_rfce', '=', false)
    .orderBy('ocupa_numero', 'desc')
    .orderBy('orden', 'desc')
    .limit(1)
    .execute();
  return rows[0];
}

/** The environment and the buyer of a document of the company; undefined when there is none with that id. */
export const buyerOf = (tx: Tx, empresaId: string, id: string) =>
  tx
    .selectFrom('documento')
    .select(['id', 'ambiente', 'rnc_comprador'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst();
