import { abs, compare, type Decimal, integer, sub, type TipoECF } from '@timbre/values';
import { type Fault, mostFaults } from '../fault.ts';

/** What the authority does with a document that breaks the rule: refuses it, or accepts it with a remark. */
export type Severity = 'rechazo' | 'condicional';

/** A rule that does not hold. */
export interface RuleFault extends Fault {
  readonly severity: Severity;
  /** The authority's own message code for it, where it is known. */
  readonly codigoDGII?: string;
}

/** One business rule: a row of a table. */
export interface Rule<Subject, Context> {
  /** Closed: never given to another rule. */
  readonly code: string;
  /** The types of e-CF it speaks of; all when left out. */
  readonly tipos?: readonly TipoECF[];
  /** The element it points at, from its subject's place; '' is the subject itself. */
  readonly at: string;
  readonly severity: Severity;
  readonly source: string;
  readonly codigoDGII?: string;
  /** @param index the subject's place among those it is checked with, from 0 */
  readonly holds: (subject: Subject, context: Context, index: number) => boolean;
  /** What is wrong and what is expected, in Spanish. */
  readonly message: string | ((subject: Subject, context: Context, index: number) => string);
}

/** What tells a rule apart, for lists of them. */
export type RuleHead = Pick<Rule<never, never>, 'code' | 'severity' | 'source' | 'tipos' | 'codigoDGII'>;

/** Adds to `faults` what does not hold in a document. */
export type Check<Context> = (context: Context, faults: RuleFault[]) => void;

/** Rules about the same kind of thing, checked together. */
export interface RuleSet<Context> {
  readonly rules: readonly RuleHead[];
  /** The check of a document of one type; undefined where no rule speaks of it. */
  readonly checkOf: (tipo: string) => Check<Context> | undefined;
}

/** The check of several sets, for one type: put together once, run on each document. */
export function checkAll<Context>(sets: readonly RuleSet<Context>[], tipo: string): Check<Context> {
  const checks = sets.flatMap((set) => set.checkOf(tipo) ?? []);
  return (context, faults) => {
    for (const check of checks) check(context, faults);
  };
}

/**
 * Makes one table of rules checkable.
 * @param each the subjects of a document: its lines, its pages, or itself
 * @param path where a subject stands in the tree, '' for the whole
 */
export function ruleSet<Subject, Context>(
  each: (context: Context) => readonly Subject[],
  path: (subject: Subject, index: number) => string,
  rules: readonly Rule<Subject, Context>[],
): RuleSet<Context> {
  return {
    rules,
    checkOf: (tipo) => {
      const applicable = rules.filter(
        ({ tipos }) => tipos === undefined || (tipos as readonly string[]).includes(tipo),
      );
      if (applicable.length === 0) return undefined;
      return (context, faults) =>
        each(context).forEach((subject, index) => {
          for (const rule of applicable)
            if (faults.length < mostFaults && !rule.holds(subject, context, index))
              faults.push(faultOf(rule, subject, context, index, path(subject, index)));
        });
    },
  };
}

function faultOf<Subject, Context>(
  rule: Rule<Subject, Context>,
  subject: Subject,
  context: Context,
  index: number,
  place: string,
): RuleFault {
  const { code, at, severity, message, codigoDGII } = rule;
  return {
    code,
    path: place === '' || at === '' ? place + at : `${place}.${at}`,
    message: typeof message === 'string' ? message : message(subject, context, index),
    severity,
    ...(codigoDGII === undefined ? {} : { codigoDGII }),
  };
}

/** Whether two amounts differ by no more than a tolerance. */
export const within = (a: Decimal, b: Decimal, tolerance: Decimal): boolean => compare(abs(sub(a, b)), tolerance) <= 0;

/** One unit: what a line may be off by. @source Informe Técnico §12, p. 20 */
export const lineTolerance: Decimal = integer(1);

/** As many units as lines: what a total may be off by. @source Informe Técnico §12, p. 20 */
export const totalTolerance = (lines: number): Decimal => integer(Math.max(lines, 1));

/** Whether numbers such as `1`, `2`, `3` count up from one: the text at `index` is that of `index + 1`. */
export const countsUp = (text: string | undefined, index: number): boolean =>
  text === undefined || Number(text) === index + 1;
