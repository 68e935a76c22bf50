import { AuthorityUnreachable } from '@timbre/authority';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { announceLost, confirmLoss } from './continuity.ts';
import type { Issued } from './journal.ts';
import { quarantineTopic } from './quarantine.ts';
import { askAll, NOT_FOUND, type Reconciling, reconcile, UNKNOWN } from './reconcile.ts';

/** The result of confirming that journals were lost. */
interface Rebuilt {
  /** How many journals were marked as lost. */
  readonly lost: number;
  /** Highest number that the authority has of each series whose numbers the database had lost. */
  readonly recovered: readonly Issued[];
  /** Series whose next numbers the authority cannot be asked about, with the last number of the database. */
  readonly notAskable: readonly Issued[];
  /** Why nothing was confirmed; undefined if it was. */
  readonly problem?: string;
}

/** This many consecutive numbers unknown to the authority mark the end of the issued numbers. */
const WINDOW = 100;

/**
 * Allows the processes to issue again although journals were lost. Their numbers are looked up at the authority: in
 * each range, from its next number on, until the authority knows none. The recovered numbers are reconciled as in
 * {@link reconcile}, and never assigned.
 *
 * @param begun a new journal whose process has not started yet
 */
export async function rebuild(context: Reconciling, begun: string | undefined): Promise<Rebuilt> {
  const { db, events, quarantine, signals } = context;
  const recovered: Issued[] = [];
  const notAskable: Issued[] = [];
  const stopped = (problem: string): Rebuilt => ({ lost: 0, recovered, notAskable, problem });
  for (const range of await db.system(listOpenRanges)) {
    const series = { ambiente: range.ambiente, rncEmisor: range.rncEmisor, tipo: range.tipo };
    try {
      const { last, isAskable } = await lastAtAuthority(context, range);
      if (last !== undefined) recovered.push({ ...series, numero: last });
      if (!isAskable) notAskable.push({ ...series, numero: range.siguiente - 1 });
    } catch (error) {
      if (!(error instanceof AuthorityUnreachable)) throw error;
      return stopped(`la DGII no responde (${error.message})`);
    }
  }
  await db.system((tx) => announceLost(tx, recovered));
  await quarantine.recheck();
  const held = (await reconcile(context)).find(({ problem }) => problem !== undefined);
  if (held !== undefined) return stopped(`${held.series.rncEmisor} ${held.series.tipo}: ${held.problem}`);
  const lost = await confirmLoss(db, events, begun);
  signals.emit(quarantineTopic);
  return { lost, recovered, notAskable };
}

type OpenRange = Issued & { readonly empresaId: string; readonly siguiente: number; readonly hasta: number };

/** Ranges with numbers left, of companies that can sign, in environments where they issue or have issued. */
async function listOpenRanges(tx: Tx): Promise<readonly OpenRange[]> {
  const { rows } = await sql<OpenRange>`
    select e.id as "empresaId", s.ambiente, e.rnc as "rncEmisor", s.tipo, s.siguiente, s.hasta, s.siguiente as numero
    from secuencia s join empresa e on e.id = s.empresa_id
    where s.tipo > 0 and s.activo and s.siguiente <= s.hasta and (s.ambiente = e.ambiente or s.siguiente > s.desde)
      and exists (select from certificado c where c.empresa_id = e.id and c.activo)
    order by e.rnc, s.ambiente, s.tipo, s.desde`.execute(tx);
  return rows;
}

async function lastAtAuthority(
  context: Reconciling,
  range: OpenRange,
): Promise<{ readonly last: number | undefined; readonly isAskable: boolean }> {
  let last: number | undefined;
  for (let from = range.siguiente; from <= range.hasta; from += WINDOW) {
    const numbers = Array.from({ length: Math.min(WINDOW, range.hasta - from + 1) }, (_, i) => from + i);
    const states = await askAll(context, range.empresaId, range, numbers);
    const index = states.findLastIndex((state) => state !== NOT_FOUND && state !== UNKNOWN);
    if (index < 0) return { last, isAskable: !states.includes(UNKNOWN) };
    last = numbers[index];
  }
  return { last, isAskable: true };
}
