// The documents that list rules, each with the tests that show it: docs/specification.md and docs/promises.md. A test
// has the ids of its rules in its options: `test('…', { tags: ['S2.4-1'] }, …)`.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';
import type { RuleDocument } from '../tests/rules/rule-document.ts';
import { screenTag } from './lanes.mjs';
import { allFiles } from './sources.mjs';

/** A test with tags. */
interface TaggedTest {
  /** `file › describe › test`. */
  readonly name: string;
  readonly ids: readonly string[];
}

/** `test` of `test.skipIf(…).each(…)(…)`. */
function calleeOf(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return calleeOf(node.expression);
  return ts.isTaggedTemplateExpression(node) ? calleeOf(node.tag) : undefined;
}

const isTestOrDescribe = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && ['test', 'it', 'describe'].includes(calleeOf(node.expression) ?? '');

const titleOf = ([title]: readonly ts.Expression[]): string =>
  title === undefined || ts.isStringLiteralLike(title) ? (title?.text ?? '') : title.getText().replaceAll('`', '');

/** Titles of a test and of the `describe` calls around it, outermost first. */
const fullName = (node: ts.Node): string[] => [
  ...(node.parent === undefined ? [] : fullName(node.parent)),
  ...(isTestOrDescribe(node) ? [titleOf(node.arguments)] : []),
];

/** The `tags` in the options of a test; undefined without. */
const tagsOf = ([, options]: readonly ts.Expression[]): ts.Expression | undefined =>
  options && ts.isObjectLiteralExpression(options)
    ? options.properties
        .filter((property) => ts.isPropertyAssignment(property))
        .find(({ name }) => name.getText() === 'tags')?.initializer
    : undefined;

function taggedTests(repository: string, path: string): TaggedTest[] {
  const text = readFileSync(path, 'utf8');
  if (!text.includes('tags:')) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const tests: TaggedTest[] = [];
  const visit = (node: ts.Node): void => {
    const tags = isTestOrDescribe(node) && tagsOf(node.arguments);
    if (tags) {
      const name = [relative(repository, path), ...fullName(node)].join(' › ');
      const elements: readonly ts.Expression[] = ts.isArrayLiteralExpression(tags) ? tags.elements : [tags];
      const ids = elements.filter((element) => ts.isStringLiteral(element)).map(({ text: id }) => id);
      if (ids.length < elements.length) throw new Error(`${name}: its tags are not literal ids`);
      tests.push({ name, ids });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tests;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;

function textOf({ title, about, column, parts }: RuleDocument, namesOf: (id: string) => readonly string[]): string {
  const tables = parts.map((part) =>
    [
      ...(part.heading === undefined ? [] : [`## ${part.heading}\n`]),
      ...(part.about === undefined ? [] : [`${part.about}\n`]),
      [
        row(['id', column, 'shown by']),
        '|---|---|---|\n',
        ...Object.entries(part.rules).map(([id, rule]) => row([id, rule, namesOf(id).join('<br>')])),
      ].join(''),
    ].join('\n'),
  );
  return [`# ${title}\n`, '<!-- Written by scripts/generate.ts. Not to be edited. -->\n', `${about}\n`, ...tables].join(
    '\n',
  );
}

/**
 * The documents of rules, with the names of the tests that are tagged with each rule: path → text. A test is named
 * `file › describe › test`.
 *
 * @param repository its folder; all its TypeScript files are searched for tagged tests
 * @throws Error that lists the rules without a test, and the tests with the tag of no rule
 */
export function generateSpecification(
  repository: string,
  documents: readonly RuleDocument[],
): ReadonlyMap<string, string> {
  // Sources too: the tests of several files can be written in a function of a source.
  const sources = allFiles(repository).filter((path) => /\.tsx?$/.test(path));
  const tests = sources.flatMap((path) => taggedTests(repository, path));
  const ids = documents.flatMap(({ parts }) => parts.flatMap(({ rules }) => Object.keys(rules)));
  const namesOf = (id: string) => [...new Set(tests.filter((test) => test.ids.includes(id)).map(({ name }) => name))];
  const offences = [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is the id of two rules`),
    ...ids.filter((id) => namesOf(id).length === 0).map((id) => `${id} has no test`),
    ...tests.flatMap((test) =>
      test.ids
        .filter((id) => !ids.includes(id) && !id.startsWith(screenTag))
        .map((id) => `${id} is no rule, in ${test.name}`),
    ),
  ];
  if (offences.length > 0) throw new Error(offences.join('\n'));
  return new Map(documents.map((document) => [document.file, textOf(document, namesOf)]));
}
