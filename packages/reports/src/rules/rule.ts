import { abs, compare, type Decimal, type Fecha, integer, type Periodo, sub, zero } from '@timbre/values';
import type { FormatCode, Keys } from '../layout/formats.ts';

/** `error`: the tool or the DGII refuses it. `aviso`: the DGII may object, or a person should look again. */
export type Severity = 'error' | 'aviso';

/** A receipt that an earlier filing reported. */
export interface Reported {
  readonly periodo: Periodo;
  readonly fecha_comprobante?: Fecha | undefined;
}

/** What the rules know besides the rows. */
export interface RuleContext {
  /** RNC or cédula of who declares. */
  readonly declarante: string;
  readonly periodo: Periodo;
  /** An earlier filing of a receipt, by who issued it (606) or got it (607) and its number. Left out: not known. */
  readonly reported?: (rnc: string, ncf: string) => Reported | undefined;
}

interface RuleHead<Code extends FormatCode> {
  /** Permanent: never reused for another rule. */
  readonly code: string;
  readonly severity: Severity;
  /** The field at fault. */
  readonly at: Keys[Code];
  readonly source: string;
}

/** A rule about one row. A field that is missing breaks only the rule that demands it. */
export interface RowRule<Code extends FormatCode, Row> extends RuleHead<Code> {
  readonly holds: (row: Row, context: RuleContext) => boolean;
  /** What is wrong, where, and what to do, in Spanish. */
  readonly message: string | ((row: Row, context: RuleContext) => string);
}

/** A rule about several rows: it sees each, once, and says which break it; at once or at the end. */
export interface CrossRule<Code extends FormatCode, Row> extends RuleHead<Code> {
  readonly start: (context: RuleContext) => {
    /** Whether the row holds, as far as is known. */
    readonly see: (row: Row, index: number) => boolean;
    /** Indexes of rows that broke the rule, known only now. */
    readonly end?: () => Iterable<number>;
  };
  readonly message: string | ((row: Row, context: RuleContext) => string);
}

/** A rule as a list shows it. */
export type AnyRuleHead = RuleHead<FormatCode>;

/** The two are equal; missing is zero. */
export const same = (a: Decimal | undefined, b: Decimal | undefined): boolean => compare(a ?? zero, b ?? zero) === 0;

/** The first is no more than the second; missing is zero. */
export const atMost = (a: Decimal | undefined, b: Decimal | undefined): boolean => compare(a ?? zero, b ?? zero) <= 0;

const peso = integer(1);

/** The two differ by a peso at most: by the rounding of lines. Missing is zero. */
export const near = (a: Decimal | undefined, b: Decimal | undefined): boolean =>
  compare(abs(sub(a ?? zero, b ?? zero)), peso) <= 0;

/** More than zero. */
export const some = (a: Decimal | undefined): a is Decimal => a !== undefined && compare(a, zero) > 0;
