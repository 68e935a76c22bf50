import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ownNames, ownPlaces, ownRooms } from './own-data.ts';

// Texts of people, sheets and programs are read by the readers of packages/values alone. `Number('1,180.00')` is NaN,
// `parseFloat('1.180,00')` is 1.18 and `new Date('5/10/2026')` is a day in May: each is wrong without a word.

/** The calls that read a text leniently. */
const lenient = /^(?:Number\.)?parse(?:Int|Float)$|^Date\.parse$|^Number$/;

/**
 * Checks that no product source reads a text from outside with a lenient call of the language. Data of our own is not
 * meant; the table `own-data.ts` has it: whole rooms, names of values that were checked before, and single files.
 *
 * @param repository folder that holds `apps/` and `packages/`
 * @returns one line for each offence, `file:line: what is wrong`; and one for each row of the table that nothing needs
 */
export function readerOffences(repository: string, places = ownPlaces): string[] {
  const needed = new Set<string>();
  const offences = ['apps', 'packages'].flatMap((folder) =>
    sourcesIn(repository, folder).flatMap((file) => {
      if (ownRooms.some(([room]) => file.startsWith(room))) return [];
      const calls = lenientCalls(readFileSync(join(repository, file), 'utf8'));
      if (calls.length === 0) return [];
      needed.add(file);
      return Object.hasOwn(places, file)
        ? []
        : calls.map(({ line, call }) => `${file}:${line}: ${call} reads a text; use a reader of packages/values`);
    }),
  );
  const spare = Object.keys(places).filter((file) => !needed.has(file));
  return [...offences, ...spare.map((file) => `${file}: has no such call; remove its row of own-data.ts`)];
}

function sourcesIn(repository: string, folder: string): string[] {
  if (!existsSync(join(repository, folder))) return [];
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((file) => /\/src\/.*\.tsx?$/.test(file))
    .filter((file) => !/\/node_modules\/|\/testing\/|\.test\.tsx?$|\.generated\.ts$/.test(file))
    .sort();
}

/** The calls of a source that read a text, or what may be one, leniently. */
function lenientCalls(text: string): { readonly line: number; readonly call: string }[] {
  const source = ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest, true);
  const calls: { line: number; call: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (isLenient(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      calls.push({ line, call: node.getText().replace(/\s+/g, ' ').slice(0, 60) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

function isLenient(node: ts.Node): boolean {
  if (ts.isNewExpression(node))
    return node.expression.getText() === 'Date' && node.arguments?.length === 1 && mayBeText(node.arguments[0]!);
  if (!ts.isCallExpression(node)) return false;
  if (node.arguments.some((argument) => ts.isIdentifier(argument) && argument.text === 'Number')) return true;
  return lenient.test(node.expression.getText()) && node.arguments.some(mayBeText);
}

/** Whether an argument may be a text from outside: not a sum, a comparison, an instant, nor a value with a name of the table. */
function mayBeText(argument: ts.Expression): boolean {
  if (ts.isNumericLiteral(argument) || ts.isPrefixUnaryExpression(argument)) return false;
  if (ts.isParenthesizedExpression(argument) || ts.isNonNullExpression(argument)) return mayBeText(argument.expression);
  if (ts.isBinaryExpression(argument)) {
    const operator = argument.operatorToken.getText();
    return operator === '??'
      ? [argument.left, argument.right].some(mayBeText)
      : !/^(?:[=!]==|[-+*/<>]=?|in)$/.test(operator);
  }
  if (ts.isCallExpression(argument)) {
    const called = argument.expression;
    if (ts.isPropertyAccessExpression(called) && called.name.text === 'slice') return mayBeText(called.expression);
    return !isOwn(ts.isPropertyAccessExpression(called) ? called.name.text : called.getText());
  }
  return !isOwn(ts.isPropertyAccessExpression(argument) ? argument.name.text : argument.getText());
}

const isOwn = (name: string): boolean => /^(?:is|has)(?:[A-Z]|$)|[mM]s$/.test(name) || Object.hasOwn(ownNames, name);
