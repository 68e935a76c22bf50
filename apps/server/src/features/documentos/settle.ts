import type { documentos, ResumenDocumento } from '@timbre/contract';
import { findResumen } from '../../comprobantes/queries/resumenes.ts';
import { settleUnconfirmed } from '../../comprobantes/sending/settle-unconfirmed.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';

/**
 * Gives an unconfirmed document the verdict that a person saw in the authority's portal.
 *
 * @returns the document in its new state
 * @throws Problem `recurso/no-encontrado`; `documento/confirmado` when it is in another state
 */
export const settleDocumento = (
  context: Context,
  empresaId: string,
  id: string,
  seen: documentos.VeredictoVisto,
  by: Actor,
): Promise<ResumenDocumento> =>
  context.db.tenant(empresaId, async (tx) => {
    await settleUnconfirmed(context, tx, empresaId, id, seen, by);
    return (await findResumen(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
  });
