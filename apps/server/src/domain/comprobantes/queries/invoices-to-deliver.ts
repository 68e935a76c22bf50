import { type Ambiente, estadosAceptados } from '@timbre/contract';
import type { Tx } from '../../../platform/db/transactions.ts';
import { replacementPattern } from './replacement.ts';

/** An accepted invoice and the buyer whom it is sent to. */
export interface InvoiceToDeliver {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly rnc_comprador: string;
}

/**
 * Those of the documents that are sent to their buyer: signed, of these types, accepted, with a buyer who has an RNC,
 * and not a replacement of one issued in contingency.
 */
export const listInvoicesToDeliver = async (
  tx: Tx,
  empresaId: string,
  ids: readonly string[],
  tipos: readonly number[],
): Promise<InvoiceToDeliver[]> => (ids.length === 0 ? [] : invoicesToDeliverQuery(tx, empresaId, ids, tipos).execute());

export const invoicesToDeliverQuery = (tx: Tx, empresaId: string, ids: readonly string[], tipos: readonly number[]) =>
  tx
    .selectFrom('documento')
    .select(['id', 'ambiente'])
    .select((documento) => documento.ref('rnc_comprador').$notNull().as('rnc_comprador'))
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .where('tipo', 'in', tipos)
    .where('estado', 'in', [...estadosAceptados])
    .where('xml_sha256', 'is not', null)
    .where('rnc_comprador', 'is not', null)
    .where('xml', '!~', replacementPattern)
    .orderBy('orden');
