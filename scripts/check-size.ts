// `npx tsx scripts/check-size.ts`: files of at most 400 lines, and functions of at most 60 lines and of a cyclomatic
// complexity of at most 20, in the packages, the applications and the scripts; tests and their support of at most 400
// lines. Hooks are functions; components are not measured.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { allFiles, root } from './sources.mjs';

/** Maximum sizes. */
const most = { lines: 400, functionLines: 60, complexity: 20 } as const;

/** Files that are one table, of any length. */
const tables = /\/schema\/codes\//;

/** Files whose functions may be larger → why. */
const measured: Readonly<Record<string, string>> = {
  'packages/xml/src/read-xml.ts': 'one loop over the text: cut into functions it was 8 % to 13 % slower',
};

/** Folders that are checked, and `src` of each package; generated files in them are not. */
const folders = ['apps/server/src', 'apps/web/src', 'scripts'];

/** Folders with tests. */
const testFolders = ['packages', 'apps', 'examples', 'scripts', 'tests', 'bench'];

/** Tests and their support. Their lines alone are checked, as a function in them is a list of tests, or their set-up. */
const testFile = /\.test\.tsx?$|(?:^|\/)testing\/.*\.(?:tsx?|mjs)$|^(?:tests|bench)\/.*\.(?:tsx?|mjs)$/;

/**
 * Checks the sizes of files and functions. Blank lines and comments count.
 *
 * @param repository folder that holds `packages/`, `apps/` and `scripts/`
 * @returns one line for each offence, `file:line: what is too large`
 */
export function sizeOffences(repository: string): string[] {
  const packages = join(repository, 'packages');
  const sources = existsSync(packages) ? readdirSync(packages).map((name) => `packages/${name}/src`) : [];
  const checked = [...folders, ...sources]
    .filter((folder) => existsSync(join(repository, folder)))
    .flatMap((folder) => sourceFiles(repository, folder));
  const tests = testFolders
    .flatMap((folder) => allFiles(join(repository, folder)))
    .map((path) => relative(repository, path))
    .filter((path) => testFile.test(path));
  return [...checked, ...tests].flatMap((path) => offencesOf(path, readFileSync(join(repository, path), 'utf8')));
}

const sourceFiles = (repository: string, folder: string): string[] =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !/\.generated\.tsx?$/.test(path) && !testFile.test(path));

function offencesOf(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const offences: string[] = [];
  const lines = text.trimEnd().split('\n').length;
  if (lines > most.lines && !tables.test(path))
    offences.push(`${path}:1: has ${lines} lines, of at most ${most.lines}`);
  const visit = (node: ts.Node): void => {
    if (isComponent(node)) return;
    if (isFunction(node)) {
      const from = lineAt(node.getStart());
      const length = lineAt(node.end) - from + 1;
      const complexity = complexityOf(node);
      if (length > most.functionLines && !listsHandlers(node))
        offences.push(`${path}:${from}: a function of ${length} lines, of at most ${most.functionLines}`);
      if (complexity > most.complexity)
        offences.push(`${path}:${from}: a function of complexity ${complexity}, of at most ${most.complexity}`);
    }
    ts.forEachChild(node, visit);
  };
  if (!testFile.test(path) && !(path in measured)) visit(source);
  return offences;
}

/** Components are screens, markup with its closures: only the length of their file counts. */
function isComponent(node: ts.Node): boolean {
  if (!node.getSourceFile().fileName.endsWith('.tsx')) return false;
  const named = ts.isFunctionDeclaration(node) || (ts.isVariableDeclaration(node) && node.initializer !== undefined);
  return named && /^[A-Z]/.test(node.name?.getText() ?? '');
}

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** Functions that register calls: a list, whose handlers are checked one by one. */
const listsHandlers = ({ parameters }: ts.FunctionLikeDeclaration): boolean =>
  parameters.some(({ type }) => type?.getText() === 'Http');

/** Kinds of nodes with two ways onward. */
const branches: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
]);

/** Operators that evaluate their right side only sometimes. */
const shortCircuits: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

/** Cyclomatic complexity: the branches of a function, without those of the functions in it, and one. */
function complexityOf(node: ts.FunctionLikeDeclaration): number {
  let count = 1;
  const visit = (each: ts.Node): void => {
    if (isFunction(each)) return;
    if (branches.has(each.kind)) count += 1;
    if (ts.isBinaryExpression(each) && shortCircuits.has(each.operatorToken.kind)) count += 1;
    ts.forEachChild(each, visit);
  };
  ts.forEachChild(node, visit);
  return count;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const offences = sizeOffences(root);
  for (const offence of offences) console.error(offence);
  console.log(offences.length === 0 ? 'Sizes hold.' : `${offences.length} files or functions are too large.`);
  process.exitCode = offences.length === 0 ? 0 : 1;
}
