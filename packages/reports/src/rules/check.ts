import type { Drafts, FormatCode, Keys } from '../layout/formats.ts';
import { rules606 } from './606.ts';
import { rules607 } from './607.ts';
import { rules608, rules609 } from './608-609.ts';
import { crossRules } from './cross-rules.ts';
import { fieldRules } from './field-rules.ts';
import type { AnyRuleHead, CrossRule, RowRule, RuleContext, Severity } from './rule.ts';

/** A broken rule, with its row and field. */
export interface Problem<Code extends FormatCode> {
  readonly code: string;
  readonly severity: Severity;
  /** Index of the row, from 0. */
  readonly row: number;
  readonly at: Keys[Code];
  /** Number of the receipt or document; '' if the row has none. */
  readonly ncf: string;
  /** In Spanish: the fault, and its remedy. */
  readonly message: string;
}

type RowRules = { readonly [Code in FormatCode]: readonly RowRule<Code, Drafts[Code]>[] };
type CrossRules = { readonly [Code in FormatCode]: readonly CrossRule<Code, Drafts[Code]>[] };

const rowRules: RowRules = {
  '606': [...fieldRules('606'), ...rules606],
  '607': [...fieldRules('607'), ...rules607],
  '608': [...fieldRules('608'), ...rules608],
  '609': [...fieldRules('609'), ...rules609],
};
const acrossRows: CrossRules = {
  '606': crossRules('606'),
  '607': crossRules('607'),
  '608': crossRules('608'),
  '609': crossRules('609'),
};

/** Every rule of a format, for lists. A rule for a kind of field appears once for each field. */
export const rulesOf = (code: FormatCode): readonly AnyRuleHead[] => [...rowRules[code], ...acrossRows[code]];

/** A check in progress, which receives rows one by one. It stores the numbers of all rows, and the rows of notes. */
export interface Checking<Code extends FormatCode> {
  /**
   * Returns the rules that the next row breaks.
   * @param pending fields of the row that are still to be answered; of the rules that read one of them, only the rule
   * that requires it is reported
   */
  see(row: Drafts[Code], pending?: readonly string[]): Problem<Code>[];
  /** Problems that only the whole file shows, after the last row. */
  end(): Generator<Problem<Code>>;
}

/** Starts a check of the rows of a file, complete or not, for callers that do not have all the rows at once. */
export function startCheck<Code extends FormatCode>(code: Code, context: RuleContext): Checking<Code> {
  const rules = rowRules[code] as readonly RowRule<Code, Drafts[Code]>[];
  const across = (acrossRows[code] as readonly CrossRule<Code, Drafts[Code]>[]).map((rule) => ({
    rule,
    state: rule.start(context),
  }));
  const heads = new Map<number, Drafts[Code]>();
  const problem = (
    { code: broken, severity, at, message }: RowRule<Code, Drafts[Code]> | CrossRule<Code, Drafts[Code]>,
    row: Drafts[Code],
    index: number,
  ): Problem<Code> => ({
    code: broken,
    severity,
    row: index,
    at,
    ncf: numberOf(row),
    message: typeof message === 'string' ? message : message(row, context),
  });
  const keepsHead = across.some(({ state }) => state.end !== undefined);
  /** True if a rule cannot be evaluated until a pending field is answered. */
  const waits = (rule: (typeof rules)[number], row: Drafts[Code], pending: readonly string[]): boolean => {
    const demanded = pending.includes(rule.at) && (row as Record<string, unknown>)[rule.at] === undefined;
    return !demanded && looksAt(pending, row, (seen) => rule.holds(seen, context));
  };
  let next = 0;
  return {
    see(row, pending = []) {
      const index = next++;
      const broken: Problem<Code>[] = [];
      for (const rule of rules)
        if (!rule.holds(row, context) && !waits(rule, row, pending)) broken.push(problem(rule, row, index));
      for (const { rule, state } of across) if (!state.see(row, index)) broken.push(problem(rule, row, index));
      if (keepsHead && 'ncf_modificado' in row) heads.set(index, row);
      return broken;
    },
    *end() {
      for (const { rule, state } of across)
        for (const at of state.end?.() ?? []) yield problem(rule, heads.get(at) as Drafts[Code], at);
    },
  };
}

/**
 * Checks the rows of a file, complete or not.
 * @param rows read once, in order
 * @returns the broken rules, row by row; those that only the whole file shows are last
 */
export function* check<Code extends FormatCode>(
  code: Code,
  rows: Iterable<Drafts[Code]>,
  context: RuleContext,
): Generator<Problem<Code>> {
  const checking = startCheck(code, context);
  for (const row of rows) yield* checking.see(row);
  yield* checking.end();
}

/** True if a rule reads one of the fields of a row. */
function looksAt<Row extends object>(fields: readonly string[], row: Row, rule: (row: Row) => boolean): boolean {
  if (fields.length === 0) return false;
  let isRead = false;
  const watched = new Proxy(row, {
    get(target, field) {
      isRead ||= fields.includes(String(field));
      return Reflect.get(target, field);
    },
  });
  rule(watched);
  return isRead;
}

/** The number of the receipt or document of a row; '' if it has none. */
export function numberOf(row: object): string {
  const { ncf, numero_documento } = row as { ncf?: string; numero_documento?: string };
  return ncf ?? numero_documento ?? '';
}
