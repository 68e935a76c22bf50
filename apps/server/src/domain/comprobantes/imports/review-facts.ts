import type { Tx } from '../../../platform/db/transactions.ts';
import type { Issuer } from '../../companies/issuers.ts';
import type { Core } from '../core.ts';
import { readTasas } from '../excise/excise-repo.ts';
import { ofReferences } from '../issue/references.ts';
import { factsOf } from '../issue/store.ts';
import { unsignedState } from '../judge/complete-draft.ts';
import type { ImportScope } from './conditions.ts';
import { isSameFaults, replaceErrores } from './errors-repo.ts';
import { type FactsRow, holdAsRead, nextOfFacts } from './facts-repo.ts';
import { storeFaults } from './store-faults.ts';
import { storeTree } from './store-tree.ts';

/** Rows read in one transaction. */
const batchSize = 50;

type Reviewing = Pick<Core, 'clock' | 'db' | 'desk' | 'events'>;
type Judged = Awaited<ReturnType<Core['desk']['judgeAgain']>>;

/**
 * Judges an import's unsigned rows again by the facts outside their documents: the day, the data of the company, the
 * excise of a quarter.
 */
export async function reviewFacts(ctx: Reviewing, { datos, impreso }: Issuer, of: ImportScope): Promise<void> {
  const { clock, db, desk } = ctx;
  const tasas = await db.system(readTasas);
  const now = clock.now().getTime();
  for (let after = 0; ; ) {
    const rows = await db.reading(of.empresaId, (tx) => nextOfFacts(tx, of, { after, most: batchSize }));
    if (rows.length === 0) return;
    const judged: Judged[] = [];
    for (const { arbol, errores, fila, resumen, resumen_errores, resumen_fila, de_set } of rows)
      judged.push(
        await desk.judgeAgain(arbol.length, {
          ...{ arbol, errores, fila },
          resumen: resumen === null ? null : { arbol: resumen, errores: resumen_errores ?? [], fila: resumen_fila },
          others: ofReferences,
          known: de_set ? { now, tasas } : { now, tasas, emisor: datos, impreso },
        }),
      );
    await db.tenant(of.empresaId, (tx) => store(tx, ctx, of, rows, judged));
    after = rows.at(-1)!.orden;
  }
}

/** Stores what changed, of the rows that are as they were read. */
async function store(
  tx: Tx,
  ctx: Pick<Core, 'events'>,
  of: ImportScope,
  rows: readonly FactsRow[],
  judged: readonly Judged[],
): Promise<void> {
  const { empresaId } = of;
  const unchanged = await holdAsRead(tx, empresaId, rows);
  const moved = rows.flatMap((row, i) => {
    const { errores, resumen } = judged[i]!;
    const isSame =
      isSameFaults(row.errores, errores) &&
      (resumen === undefined || isSameFaults(row.resumen_errores ?? [], resumen.errores));
    return unchanged.has(row.id) && !isSame ? [{ row, judged: judged[i]! }] : [];
  });
  for (const { row, judged: now } of moved) {
    const facts = factsOf(now.head);
    if (now.arbol !== undefined)
      await storeTree(tx, { empresaId, id: row.id }, { json: now.arbol, facts, errores: now.errores });
    if (now.resumen?.arbol !== undefined && row.resumen_id !== null) {
      const { arbol: json, errores } = now.resumen;
      await storeTree(tx, { empresaId, id: row.resumen_id }, { json, facts, errores });
    }
  }
  await replaceErrores(
    tx,
    empresaId,
    moved.flatMap(({ row, judged: { resumen } }) =>
      resumen === undefined || row.resumen_id === null ? [] : [{ id: row.resumen_id, errores: resumen.errores }],
    ),
  );
  await storeFaults(
    tx,
    ctx,
    of,
    moved.map(({ row: { id, eNCF }, judged: { errores } }) => ({ id, eNCF, errores, estado: unsignedState(errores) })),
  );
}
