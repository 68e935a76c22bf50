// The generated lists of the declarations of the features. The features are read as text, so that a list can be
// generated again when the old one does not compile. See docs/design/contract.md#a-screen-costs-three-places.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const contract = 'packages/contract/src';
const server = 'apps/server/src';
const web = 'apps/web/src';

const note = '// Generated from the files of the features by scripts/generate.ts. Not to be edited.\n';

/** The name of a feature in code: `aprobacion-comercial` is `aprobacionComercial`. */
const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

interface FeatureFile {
  /** Name of the feature's folder, and of its file in the contract without the extension. */
  readonly name: string;
  readonly source: ts.SourceFile;
}

const parse = (path: string) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);

/** The value of the exported constant of that name; undefined if the source exports none. */
function exported(source: ts.SourceFile, name: string): ts.Expression | undefined {
  const value = source.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find((declaration) => declaration.name.getText(source) === name)?.initializer;
  return value && withoutType(value);
}

/** `x as const satisfies T` is `x`. */
const withoutType = (value: ts.Expression): ts.Expression =>
  ts.isSatisfiesExpression(value) || ts.isAsExpression(value) ? withoutType(value.expression) : value;

/** The files of the contract that declare a call or a menu item: one for each feature. */
const contractFiles = (root: string): FeatureFile[] =>
  readdirSync(join(root, contract))
    .filter((file) => /^[\w-]+\.ts$/.test(file))
    .map((file) => ({ name: file.replace(/\.ts$/, ''), source: parse(join(root, contract, file)) }))
    .filter(({ source }) => /^export const (\w+ = route\(|menu = )/m.test(source.text))
    .sort(byName);

const byName = (a: FeatureFile, b: FeatureFile) => (a.name < b.name ? -1 : 1);

/** A table in a generated file, laid out as the formatter does. */
const table = (comment: string, name: string, rows: readonly string[], end = '') =>
  `\n/** ${comment} */\nexport const ${name} = {\n${rows.map((row) => `  ${row},\n`).join('')}}${end};\n`;

function contractFeatures(features: readonly FeatureFile[]): string {
  const names = features.map(({ name }) => camel(name));
  const joined = (part: string) =>
    features.filter(({ source }) => exported(source, part)).map(({ name }) => `...${camel(name)}.${part}`);
  return [
    note,
    ...features.map(({ name }) => `import * as ${camel(name)} from './${name}.ts';\n`),
    `\nexport {\n${names.map((name) => `  ${name},\n`).join('')}};\n`,
    table('The refusals of the features.', 'featureProblems', joined('problems')),
    table('The kinds of events of the features.', 'featureKinds', joined('kinds')),
    table('The examples of the features.', 'featureExamples', joined('examples')),
  ].join('');
}

/** Copies the tables: the browser reads them, and must not load the schemas that are in the same files. */
function contractTables(features: readonly FeatureFile[], part: string, comment: string, name: string): string {
  const rows = features.flatMap((feature) => {
    const value = exported(feature.source, part)?.getText().replaceAll('\n', '\n  ');
    return value === undefined ? [] : [`${camel(feature.name)}: ${value}`];
  });
  return note + table(comment, name, rows, ' as const');
}

const contractMenu = (features: readonly FeatureFile[]): string =>
  contractTables(features, 'menu', 'The item of the side menu of each feature that has one.', 'featureMenu');

const contractConstants = (features: readonly FeatureFile[]): string =>
  contractTables(features, 'constants', 'Constants that the screens use at run time, by feature.', 'featureConstants');

/** The calls and the jobs of each feature that has `routes.ts` or `jobs.ts`. */
function serverFeatures(root: string): string {
  const files = readdirSync(join(root, server, 'features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((folder) => ({ name: camel(folder), folder: `../features/${folder}` }))
    .map((feature) => ({
      ...feature,
      hasJobs: existsSync(join(root, server, 'main', feature.folder, 'jobs.ts')),
      hasRoutes: existsSync(join(root, server, 'main', feature.folder, 'routes.ts')),
    }));
  const withRoutes = files.filter(({ hasRoutes }) => hasRoutes).map(({ name }) => `${name}: ${name}Routes`);
  const withJobs = files.filter(({ hasJobs }) => hasJobs).map(({ name }) => `${name}: ${name}Jobs`);
  return [
    note,
    ...files.flatMap(({ name, folder, hasJobs, hasRoutes }) => [
      hasJobs ? `import { jobs as ${name}Jobs } from '${folder}/jobs.ts';\n` : '',
      hasRoutes ? `import { ${name}Routes } from '${folder}/routes.ts';\n` : '',
    ]),
    table('Serves the calls of each feature.', 'featureRoutes', withRoutes),
    table('Makes the handlers of the jobs of each feature.', 'featureJobs', withJobs),
  ].join('');
}

interface ScreenFile {
  readonly name: string;
  /** Id of its menu item. */
  readonly id: string;
  /** The file loaded when the screen is opened. */
  readonly code: string;
}

/** The features of the web with a file `screen.ts`. */
const screenFiles = (root: string, features: readonly FeatureFile[]): ScreenFile[] =>
  readdirSync(join(root, web, 'features'))
    .sort()
    .map((name) => ({ name, path: join(root, web, 'features', name, 'screen.ts') }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => {
      const feature = features.find((one) => one.name === name);
      const item = feature && exported(feature.source, 'menu');
      const id = /\bid: '(.+?)'/.exec(item?.getText() ?? '')?.[1];
      const code = /import\('\.\/([^']+)'\)/.exec(readFileSync(path, 'utf8'))?.[1];
      if (id === undefined) throw new Error(`${path}: ${contract}/${name}.ts declares no item of the menu for it`);
      if (code === undefined) throw new Error(`${path}: it loads no file by import('./…')`);
      return { name, id, code };
    });

const webScreens = (screens: readonly ScreenFile[]): string =>
  [
    note,
    ...screens.map(({ name }) => `import { screen as ${camel(name)} } from '../features/${name}/screen.ts';\n`),
    table(
      'The screen of each feature that has one.',
      'screens',
      screens.map(({ name }) => camel(name)),
    ),
    table(
      'Their routes.',
      'screenRoutes',
      screens.map(({ name }) => `${camel(name)}: ${camel(name)}.route`),
    ),
  ].join('');

/** Separate from the screens, because the build reads this file. */
const webScreenCode = (screens: readonly ScreenFile[]): string =>
  note +
  table(
    'The file of each screen, under features/, by the id of its item of the menu. A page opened there preloads it.',
    'screenCode',
    screens.map(({ name, id, code }) => `${/^\w+$/.test(id) ? id : `'${id}'`}: '${name}/${code}'`),
  );

/**
 * The generated lists of a repository: path → text.
 *
 * @param root folder of the repository
 */
export function gather(root: string): ReadonlyMap<string, string> {
  const features = contractFiles(root);
  const screens = screenFiles(root, features);
  return new Map([
    [`${contract}/features.generated.ts`, contractFeatures(features)],
    [`${contract}/menu.generated.ts`, contractMenu(features)],
    [`${contract}/constants.generated.ts`, contractConstants(features)],
    [`${server}/main/features.generated.ts`, serverFeatures(root)],
    [`${web}/app/screens.generated.ts`, webScreens(screens)],
    [`${web}/app/screen-code.generated.ts`, webScreenCode(screens)],
  ]);
}
