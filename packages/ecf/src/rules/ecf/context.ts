import { type Fecha, formatFecha } from '@timbre/values';
import type { Draft } from '../../arithmetic/draft.ts';
import { type Entry, type Ledger, openLedger } from '../../arithmetic/ledger.ts';
import { type Withholding, type WithholdingFacts, withholdingsOf } from '../../arithmetic/withholding.ts';
import type { Rule } from '../rule.ts';

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
  /** What the law withholds of each line, if the caller asks; empty for other types than 41 and 47. */
  readonly ley: readonly Withholding[];
  readonly puestas: ReadonlySet<number>;
}

/** What is known of the withholdings of a document 41 or 47 besides what it states. */
export interface WithholdingOptions extends WithholdingFacts {
  /** Lines, from 0, whose withholding the platform filled in. */
  readonly puestas?: ReadonlySet<number> | undefined;
}

export type DocumentRule = Rule<Checked, Checked>;

const none: ReadonlySet<number> = new Set();

/** Opens an e-CF for its rules. @param options as those of `checkRules` */
export function examine(
  ecf: Draft,
  { now, modificado, retenciones }: { now?: number; modificado?: Draft; retenciones?: WithholdingOptions },
): Checked {
  const { ledger, entries } = openLedger(ecf);
  const hoy = now === undefined ? undefined : formatFecha(now);
  const day = ledger.fecha ?? hoy;
  return {
    ecf,
    ledger,
    entries,
    now,
    hoy,
    modificado,
    ley: retenciones === undefined || day === undefined ? [] : withholdingsOf(ledger, day, retenciones),
    puestas: retenciones?.puestas ?? none,
  };
}
