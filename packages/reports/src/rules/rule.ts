import { abs, compare, type Decimal, type Fecha, integer, type Periodo, sub, zero } from '@timbre/values';
import type { FormatCode, Keys } from '../layout/formats.ts';

/** `error`: the tool or the DGII refuses it. `aviso`: the DGII may object, or a person should check it. */
export type Severity = 'error' | 'aviso';

/** A receipt that an earlier filing reported. */
export interface Reported {
  readonly periodo: Periodo;
  readonly fecha_comprobante?: Fecha | undefined;
}

/** Input of the rules besides the rows. */
export interface RuleContext {
  /** RNC or cédula of the declarant. */
  readonly declarante: string;
  readonly periodo: Periodo;
  /**
   * Returns an earlier filing of a receipt, by its issuer (606) or buyer (607) and its number. Left out if not known.
   */
  readonly reported?: (rnc: string, ncf: string) => Reported | undefined;
}

interface RuleHead<Code extends FormatCode> {
  /** Permanent: never reused for another rule. */
  readonly code: string;
  readonly severity: Severity;
  /** The faulty field. */
  readonly at: Keys[Code];
  readonly source: string;
}

/** A rule about one row. A missing field breaks only the rule that requires it. */
export interface RowRule<Code extends FormatCode, Row> extends RuleHead<Code> {
  readonly holds: (row: Row, context: RuleContext) => boolean;
  /** The fault, its place and its remedy, in Spanish. */
  readonly message: string | ((row: Row, context: RuleContext) => string);
}

/** A rule about several rows. It reads each row once, and reports the rows that break it, at once or at the end. */
export interface CrossRule<Code extends FormatCode, Row> extends RuleHead<Code> {
  readonly start: (context: RuleContext) => {
    /** True if the row satisfies the rule, as far as is known. */
    readonly see: (row: Row, index: number) => boolean;
    /** Indexes of the rows that break the rule and are known only after the last row. */
    readonly end?: () => Iterable<number>;
  };
  readonly message: string | ((row: Row, context: RuleContext) => string);
}

/** A rule as shown in lists. */
export type AnyRuleHead = RuleHead<FormatCode>;

/** The two are equal; missing is zero. */
export const same = (a: Decimal | undefined, b: Decimal | undefined): boolean => compare(a ?? zero, b ?? zero) === 0;

/** The first is no more than the second; missing is zero. */
export const atMost = (a: Decimal | undefined, b: Decimal | undefined): boolean => compare(a ?? zero, b ?? zero) <= 0;

const peso = integer(1);

/** The two differ by at most one peso, which the rounding of lines may cause; missing is zero. */
export const near = (a: Decimal | undefined, b: Decimal | undefined): boolean =>
  compare(abs(sub(a ?? zero, b ?? zero)), peso) <= 0;

/** More than zero. */
export const some = (a: Decimal | undefined): a is Decimal => a !== undefined && compare(a, zero) > 0;
