import { type Fecha, formatFecha } from '@timbre/values';
import type { Ledger } from '../../arithmetic/amount-row.ts';
import type { Draft } from '../../arithmetic/draft.ts';
import { type Entry, openLedger } from '../../arithmetic/ledger.ts';
import { type Withholding, withholdingsOf } from '../../arithmetic/withholding.ts';
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
  /** Data that its issuer states about itself; undefined: rules about that are skipped. */
  readonly emisor: RuleOptions['emisor'];
  /** Legal withholding of each line, where the issuer's facts are known; empty for other types than 41 and 47. */
  readonly ley: readonly Withholding[];
  /** Lines, from 0, whose withholding the platform filled in. */
  readonly puestas: ReadonlySet<number>;
}

export type DocumentRule = Rule<Checked, Checked>;

const none: ReadonlySet<number> = new Set();

/** Opens an e-CF for its rules. */
export function examine(ecf: Draft, { now, modificado, emisor, puestas = none, tasas }: RuleOptions): Checked {
  const { ledger, entries } = openLedger(ecf, tasas);
  const hoy = now === undefined ? undefined : formatFecha(now);
  const day = ledger.fecha ?? hoy;
  const ley = emisor === undefined || day === undefined ? [] : withholdingsOf(ledger, day, emisor);
  return { ecf, ledger, entries, now, hoy, modificado, emisor, ley, puestas };
}
