import { type Fecha, formatFecha } from '@timbre/values';
import type { Draft } from '../../arithmetic/draft.ts';
import { type Entry, type Ledger, openLedger } from '../../arithmetic/ledger.ts';
import type { Rule, RuleOptions } from '../rule.ts';

/** An e-CF being checked: its tree, its arithmetic and the other facts known about it. */
export interface Checked {
  readonly ecf: Draft;
  readonly ledger: Ledger;
  readonly entries: readonly Entry[];
  /** Epoch milliseconds; undefined: rules about the current time are skipped. */
  readonly now: number | undefined;
  /** The current day in Santo Domingo; undefined when {@link now} is. */
  readonly hoy: Fecha | undefined;
  /** The e-CF that a note modifies, when the caller has it. */
  readonly modificado: Draft | undefined;
  /** What its issuer states of itself; undefined: rules about that are skipped. */
  readonly emisor: RuleOptions['emisor'];
}

export type DocumentRule = Rule<Checked, Checked>;

/** Opens an e-CF for its rules. */
export function examine(ecf: Draft, { now, modificado, emisor }: RuleOptions): Checked {
  const { ledger, entries } = openLedger(ecf);
  const hoy = now === undefined ? undefined : formatFecha(now);
  return { ecf, ledger, entries, now, hoy, modificado, emisor };
}
