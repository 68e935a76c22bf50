import type { ErrorDeDocumento } from '@timbre/contract';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { factsOf } from '../issue/store.ts';

/** The content of a document that is not signed. */
interface Tree {
  readonly json: string;
  readonly facts: ReturnType<typeof factsOf>;
  readonly errores: readonly ErrorDeDocumento[];
}

/** Replaces the tree of a document that is not signed. */
export async function storeTree(
  tx: Tx,
  { empresaId, id }: { readonly empresaId: string; readonly id: string },
  { json, facts, errores }: Tree,
): Promise<void> {
  await tx
    .updateTable('documento')
    .set({
      arbol: json,
      estado: 'pendiente',
      encf: facts.encf,
      numero: facts.numero,
      tipo: facts.tipo,
      fecha_emision: facts.fecha_emision,
      monto_total: facts.monto_total,
      rnc_comprador: facts.rnc_comprador,
      razon_comprador: facts.razon_comprador,
      espera_a: facts.espera_a,
      errores: JSON.stringify(errores),
    })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute();
}
