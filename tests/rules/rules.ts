import { promises } from './promises.ts';
import type { RuleDocument } from './rule-document.ts';
import { specification } from './specification.ts';

const documents = [specification, promises] as const;

/** The documents of rules, which scripts/generate.ts writes. */
export const ruleDocuments: readonly RuleDocument[] = documents;

type IdsOf<Part> = Part extends { readonly rules: infer Rules } ? keyof Rules : never;

/**
 * The id of a rule, which is a tag of the tests that show it: `S2.4-1` is the first of section 2.4 of the specification
 * of the platform. Those of invoices begin with SI, those of the fiscal reports with SR, promises with P. An id stays
 * when rules are added or deleted before it.
 */
export type RuleId = IdsOf<(typeof documents)[number]['parts'][number]>;

export const ruleIds = ruleDocuments.flatMap(({ parts }) =>
  parts.flatMap(({ rules }) => Object.keys(rules)),
) as RuleId[];
