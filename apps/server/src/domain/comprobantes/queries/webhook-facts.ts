import type { Tx } from '../../../platform/db/transactions.ts';

/**
 * Document fields included in webhook payloads, besides the state. Summaries are left out: their invoice is reported.
 */
export const listWebhookFacts = (tx: Tx, empresaId: string, ids: readonly string[]) =>
  tx
    .selectFrom('documento')
    .select(['id', 'ambiente', 'tipo', 'fecha_emision', 'monto_total', 'rnc_comprador'])
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .where('es_rfce', '=', false)
    .execute();
