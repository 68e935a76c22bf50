import type { ErrorDeDocumento } from '@timbre/contract';
import { checkRules, type Draft, type ECFHead, middleSections } from '@timbre/ecf';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Issuer } from '../../companies/issuers.ts';
import type { Core } from '../core.ts';
import { unsignedState } from '../judge/complete-draft.ts';
import type { ImportScope } from './conditions.ts';
import { hasFaultOfCompany } from './errors-repo.ts';
import { storeFaults } from './store-faults.ts';

/** Documents compared in one transaction. */
const batchSize = 500;

interface Row {
  readonly id: string;
  readonly orden: number;
  readonly eNCF: string;
  readonly head: ECFHead;
  readonly errores: readonly ErrorDeDocumento[];
}

/** Ends the faults of an import's unsigned rows that the present data of the company no longer cause. */
export async function reviewCompanyFaults(
  ctx: Pick<Core, 'clock' | 'db' | 'events'>,
  { datos: emisor }: Issuer,
  { empresaId, importacionId }: ImportScope,
): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (let after = 0; ; ) {
    const last = await ctx.db.tenant(empresaId, async (tx) => {
      const rows = await nextRows(tx, { empresaId, importacionId }, after);
      const moved = rows.flatMap(({ id, eNCF, head, errores: before }) => {
        const present = new Set(checkRules('ECF', head as Draft, { emisor, now }).map(({ code }) => code));
        const errores = before.filter((error) => error.dondeSeCorrige === undefined || present.has(error.codigo));
        return errores.length === before.length ? [] : [{ id, eNCF, errores, estado: unsignedState(errores) }];
      });
      await storeFaults(tx, ctx, { empresaId, importacionId }, moved);
      return rows.at(-1)?.orden;
    });
    if (last === undefined) return;
    after = last;
  }
}

/** The next rows with a fault that data of the company decide, in order, locked. */
async function nextRows(tx: Tx, { empresaId, importacionId }: ImportScope, after: number): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.orden, d.encf as "eNCF", d.arbol - ${[...middleSections]}::text[] as head, d.errores from documento d
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.orden > ${after}
      and d.xml_sha256 is null and not d.es_rfce and ${hasFaultOfCompany}
    order by d.orden limit ${batchSize} for update of d`.execute(tx);
  return rows;
}
