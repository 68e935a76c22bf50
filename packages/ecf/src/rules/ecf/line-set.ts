import type { Line } from '../../arithmetic/reading.ts';
import { type Rule, ruleSet } from '../rule.ts';
import type { Checked } from './context.ts';

export type LineRule = Rule<Line, Checked>;

/** The rules of the lines that `concerns` accepts. */
export const lineSet = (concerns: (line: Line) => boolean, rules: readonly LineRule[]) =>
  ruleSet<Line, Checked>(
    ({ ledger }) => ledger.lines.filter(concerns),
    ({ index }) => `DetallesItems.Item[${index + 1}]`,
    rules,
  );
