/** A document of rules. Its texts are Markdown. */
export interface RuleDocument {
  /** Path in the repository. */
  readonly file: string;
  readonly title: string;
  readonly about: string;
  /** Heading of the column that has the rules. */
  readonly column: string;
  readonly parts: readonly RulePart[];
}

interface RulePart {
  readonly heading?: string;
  readonly about?: string;
  /** Id → rule. An id begins with a letter and its section; it is unique in all documents. */
  readonly rules: Readonly<Record<string, string>>;
}
