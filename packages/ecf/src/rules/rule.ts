import { abs, compare, type Decimal, integer, sub, type TipoECF } from '@timbre/values';
import type { Draft } from '../arithmetic/draft.ts';
import type { TasasSelectivo } from '../arithmetic/rates.ts';
import type { WithholdingFacts } from '../arithmetic/withholding.ts';
import { type Fault, mostFaults } from '../fault.ts';
import type { IssuerData } from '../issuer-data.ts';

/**
 * The authority's reaction to a document that breaks the rule: it refuses the document, accepts it with a remark,
 * or, as far as is known, does nothing. An `aviso` is this platform's own, for a person to look again.
 */
export type Severity = 'rechazo' | 'condicional' | 'aviso';

/** Facts outside the document. Each one enables the rules that need it. */
export interface RuleOptions {
  /** Current time, epoch milliseconds: no signature or issue may be later, and no sequence may have expired. */
  readonly now?: number;
  /** The e-CF that a note (33, 34) modifies: its amount, date and buyer are compared. */
  readonly modificado?: Draft;
  /** Data that the issuer states about itself; `{}` where it states nothing. */
  readonly emisor?: Pick<IssuerData, 'envioDiferido' | 'emisorDesde' | keyof WithholdingFacts>;
  /** Lines, from 0, whose withholding the platform filled in. */
  readonly puestas?: ReadonlySet<number>;
  /** Specific excise of quarters that are not official here. */
  readonly tasas?: readonly TasasSelectivo[];
}

/** A broken rule. */
export interface RuleFault extends Fault {
  readonly severity: Severity;
  /** The authority's own message code for it, where known. */
  readonly codigoDGII?: string;
  /** The authority refuses the document, and its number may be used again. */
  readonly leavesNumberFree?: true;
  /** Its amounts contradict each other beyond the official tolerance. */
  readonly arithmetic?: true;
}

/** One business rule: a row of a table. */
export interface Rule<Subject, Context> {
  /** Permanent: the next free number of its family; a code that was ever released is never reused for another rule. */
  readonly code: string;
  /** The types of e-CF that it applies to; all when left out. */
  readonly tipos?: readonly TipoECF[];
  /** The element at fault, relative to the subject's path; '' is the subject itself. */
  readonly at: string;
  readonly severity: Severity;
  /** Document, version, field or section, and page; of a rule that no text of the DGII has, the reason for it. */
  readonly source: string;
  readonly codigoDGII?: string;
  /** When this is the only reason for refusal, the document's number may be used again. */
  readonly leavesNumberFree?: true;
  /**
   * It compares amounts of the document with each other, within the official tolerance. Where a document has no number yet, this
   * platform refuses one that breaks the rule, although the authority accepts it with a remark.
   */
  readonly arithmetic?: true;
  /**
   * Facts outside the document decide it, which may change without it: the day, the data of the issuer, the excise of a
   * quarter.
   */
  readonly ofFacts?: true;
  /** @param index the subject's index among the subjects of its set, from 0 */
  readonly holds: (subject: Subject, context: Context, index: number) => boolean;
  /** The error and the expected value, in Spanish. */
  readonly message: string | ((subject: Subject, context: Context, index: number) => string);
}

/** The identifying fields of a rule, for lists. */
export type RuleHead = Pick<
  Rule<never, never>,
  'code' | 'severity' | 'source' | 'tipos' | 'codigoDGII' | 'leavesNumberFree' | 'arithmetic' | 'ofFacts'
>;

/** Adds the broken rules of a document to `faults`. */
type Check<Context> = (context: Context, faults: RuleFault[]) => void;

/** Rules about the same kind of subject, checked together. */
export interface RuleSet<Context> {
  readonly rules: readonly RuleHead[];
  /** The check for documents of one type; undefined where no rule applies to it. */
  readonly checkOf: (tipo: string) => Check<Context> | undefined;
}

/** The check of several sets for one type: composed once, run on each document. */
export function checkAll<Context>(sets: readonly RuleSet<Context>[], tipo: string): Check<Context> {
  const checks = sets.flatMap((set) => set.checkOf(tipo) ?? []);
  return (context, faults) => {
    for (const check of checks) check(context, faults);
  };
}

/**
 * Compiles one table of rules into a check.
 * @param each the subjects of a document: its lines, its pages, or itself
 * @param path the path of a subject in the tree, '' for the whole document
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
  const { code, at, severity, message, codigoDGII, leavesNumberFree, arithmetic } = rule;
  return {
    code,
    path: place === '' || at === '' ? place + at : `${place}.${at}`,
    message: typeof message === 'string' ? message : message(subject, context, index),
    severity,
    ...(codigoDGII === undefined ? {} : { codigoDGII }),
    ...(leavesNumberFree === undefined ? {} : { leavesNumberFree }),
    ...(arithmetic === undefined ? {} : { arithmetic }),
  };
}

/** Whether two amounts differ by no more than a tolerance. */
export const within = (a: Decimal, b: Decimal, tolerance: Decimal): boolean => compare(abs(sub(a, b)), tolerance) <= 0;

/** Tolerance of a line: one unit. @source Informe Técnico §12, p. 20 */
export const lineTolerance: Decimal = integer(1);

/** Tolerance of a total: as many units as it has lines. @source Informe Técnico §12, p. 20 */
export const totalTolerance = (lines: number): Decimal => integer(Math.max(lines, 1));

/** Whether numbers such as `1`, `2`, `3` count up from one: the text at `index` is `index + 1`. */
export const countsUp = (text: string | undefined, index: number): boolean =>
  text === undefined || Number(text) === index + 1;
