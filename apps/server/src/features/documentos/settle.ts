import { documentos as contract, type documentos, type ResumenDocumento } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { InputOf } from '@timbre/route';
import { findResumen } from '../../domain/comprobantes/queries/resumenes.ts';
import { lockTravellingOf, type Travelling } from '../../domain/comprobantes/sending/sender-repo.ts';
import { isSentAgain, settleAll, settleUnconfirmed } from '../../domain/comprobantes/sending/settle-unconfirmed.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { type PortalLine, readPortalList } from './portal-list.ts';

/**
 * Sets on an unconfirmed document the verdict that a person saw in the authority's portal.
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

type Sorted = Pick<documentos.LineaDeLista, 'resultado'> & { readonly row?: Travelling };

/**
 * Sets the verdicts of a portal list on unconfirmed documents of the company's environment, or only returns the result
 * that each line would have. Sets all of them or, if one statement fails, none.
 */
export async function settleList(
  context: Context,
  empresaId: string,
  { lista, aplicar = false, nota }: InputOf<typeof contract.asentarLista>['body'],
  by: Actor,
): Promise<{ lineas: documentos.LineaDeLista[] }> {
  const lines = readPortalList(lista);
  if (lines.length > contract.limitesDeLista.lineas)
    refuse(
      'peticion/muy-grande',
      `La lista tiene ${lines.length} comprobantes; péguela por partes de ${contract.limitesDeLista.lineas}.`,
    );
  const { ambiente, rnc } = await context.issuers.of(empresaId);
  const byNumber = grouped(lines, ({ eNCF }) => eNCF);
  return context.db.tenant(empresaId, async (tx) => {
    const travelling = await lockTravellingOf(tx, empresaId, { ambiente, rnc, encfs: [...byNumber.keys()] });
    const rows = grouped(travelling, ({ encf }) => encf);
    const sorted = new Map([...byNumber].map(([eNCF, of]) => [eNCF, sort(of, rows.get(eNCF) ?? [], aplicar)]));
    if (aplicar)
      await settleAll(
        context,
        tx,
        empresaId,
        [...byNumber].flatMap(([eNCF, [line]]) => {
          const { row } = sorted.get(eNCF)!;
          return row === undefined
            ? []
            : [{ row, seen: { estado: line!.estado!, ...(nota !== undefined && { nota }) } }];
        }),
        by,
      );
    return { lineas: lines.map((line) => ({ ...line, resultado: sorted.get(line.eNCF)!.resultado })) };
  });
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const known = groups.get(keyOf(one));
    if (known === undefined) groups.set(keyOf(one), [one]);
    else known.push(one);
  }
  return groups;
}

/**
 * The result of the lines of one number, with the document that they settle. @param rows of the number, the newest
 * first
 */
function sort(lines: readonly PortalLine[], rows: readonly Travelling[], aplicar: boolean): Sorted {
  const row = rows.find(({ estado }) => estado === 'sin_confirmar');
  if (row === undefined) return { resultado: rows.length === 0 ? 'no_esta' : 'confirmado' };
  if (new Set(lines.map(({ estado }) => estado)).size > 1) return { resultado: 'contradice' };
  if (lines[0]!.estado === null) return { resultado: 'sin_estado' };
  if (isSentAgain(row)) return { resultado: 'en_envio' };
  return { resultado: aplicar ? 'asentado' : 'se_asienta', row };
}
