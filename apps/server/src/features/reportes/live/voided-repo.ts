import type { Ambiente } from '@timbre/contract';
import { pagesOf } from '../../../platform/db/pages.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { Db } from '../../../platform/db/transactions.ts';

/** Numbers that the authority voided together, with the reason that the format 608 requires. */
export type VoidedRun = Pick<Row<'anulacion'>, 'id' | 'tipo' | 'desde' | 'hasta' | 'codigo_608' | 'firmada'>;

const pageSize = 1_000;

/**
 * The runs of numbers that a company voided and the authority accepted, in chronological order, one page at a time.
 *
 * @param from first instant of their signature; @param until the first after the last
 */
export const voidedPages = (
  db: Db,
  { empresaId, ambiente, rnc }: { readonly empresaId: string; readonly ambiente: Ambiente; readonly rnc: string },
  from: Date,
  until: Date,
): AsyncGenerator<readonly VoidedRun[]> =>
  pagesOf(pageSize, (last) =>
    db.reading(empresaId, (tx) => {
      const runs = tx
        .selectFrom('anulacion')
        .select(['id', 'tipo', 'desde', 'hasta', 'codigo_608', 'firmada'])
        .where('empresa_id', '=', empresaId)
        .where('ambiente', '=', ambiente)
        .where('rnc_emisor', '=', rnc)
        .where('estado', 'in', ['aceptado', 'aceptado_condicional'])
        .where('firmada', '>=', from)
        .where('firmada', '<', until)
        .orderBy('id')
        .limit(pageSize);
      return (last === undefined ? runs : runs.where('id', '>', last.id)).execute();
    }),
  );
