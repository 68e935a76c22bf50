import type { Draft } from '../../arithmetic/draft.ts';
import { type Entry, type Ledger, openLedger } from '../../arithmetic/ledger.ts';
import type { Rule } from '../rule.ts';

/** An e-CF under examination: its tree, its arithmetic and what else is known about it. */
export interface Checked {
  readonly ecf: Draft;
  readonly ledger: Ledger;
  readonly entries: readonly Entry[];
  /** Epoch milliseconds; undefined: no rule looks at the clock. */
  readonly now: number | undefined;
  /** The e-CF that a note modifies, when the caller has it. */
  readonly modificado: Draft | undefined;
}

export type DocumentRule = Rule<Checked, Checked>;

/** Opens an e-CF for its rules. */
export function examine(ecf: Draft, now: number | undefined, modificado: Draft | undefined): Checked {
  const { ledger, entries } = openLedger(ecf);
  return { ecf, ledger, entries, now, modificado };
}
