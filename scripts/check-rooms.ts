// The rules for floors and rooms inside the two applications: which may import which, and which may contain SQL.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { tableReaders } from './table-readers.ts';

/** A source of an application, and the sources and style sheets of the same application that it imports. */
interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
  /** The sources and the packages that it imports at run time. */
  readonly loads: readonly string[];
}

type App = 'server' | 'web';

/** The floors of each application, from the lowest. A file imports only from its own floor and from those below it. */
const floors: Readonly<Record<App, readonly string[]>> = {
  server: ['platform', 'domain', 'features', 'main'],
  web: ['calls', 'lib', 'theme', 'ui', 'features', 'app', 'first', 'main'],
};

/** The one file of a feature that other features may import. */
const offered: Readonly<Record<App, RegExp>> = {
  server: /\/service\.ts$/,
  web: /^features\/[^/]+\/shared\.tsx?$/,
};

/** Floors and rooms that may use Fastify. `platform/http` contains the mechanism of calls. */
const withFastify = /^(?:platform\/http|features|main)\//;

/** Rooms of the server in which any file may contain SQL. Elsewhere only `repo.ts` and `*-repo.ts` may. */
const sqlRooms = new Set([
  'domain/comprobantes',
  'domain/companies',
  'platform/db',
  'platform/jobs',
  'platform/events',
]);

/**
 * Sources that must reach no database and no authority, even by indirect imports: they process input from strangers.
 */
const sealed = {
  of: /^domain\/comprobantes\/judge\/check\//,
  places: /^(?:domain\/(?:authority|companies|received)|platform\/(?:crypto|db|events|jobs)|features|main)\//,
  packages: ['@electric-sql/pglite', '@timbre/authority', '@timbre/simulator', 'kysely', 'nodemailer', 'pg', 'undici'],
};

/**
 * Checks the rooms inside `apps/server` and `apps/web` against the rules of ARCHITECTURE.md.
 *
 * @param repository folder that holds `apps/`
 * @param readers of the server's tables, besides their owners
 * @returns one line for each offence, `file: what is wrong`
 */
export function roomOffences(repository: string, readers: typeof tableReaders = tableReaders): string[] {
  return (['server', 'web'] as const).flatMap((app) => {
    const folder = join(repository, 'apps', app, 'src');
    if (!existsSync(folder)) return [];
    const sources = readSources(folder);
    const owners = ownersOf(sources);
    const offences = [
      ...sources.flatMap((source) => importOffences(source, app)),
      ...cycles(new Map(sources.map(({ path, imports }) => [path, imports]))).map(
        (cycle) => `${cycle[0]}: imports itself by ${cycle.slice(1).join(', ')}`,
      ),
      ...new Set(
        [partOf, wholeOf]
          .flatMap((nodeOf) => cycles(betweenRooms(sources, nodeOf)))
          .map((cycle) => `${cycle.join(', ')}: rooms that import each other`),
      ),
      ...sources.flatMap((source) => floorOffences(source, app)),
      ...(app === 'web' ? twiceOffered(sources) : []),
      ...(app === 'server' ? sources.flatMap(barrelOffences) : []),
      ...(app === 'server' ? sources.flatMap((source) => sqlOffences(source, owners, readers)) : []),
      ...(app === 'server' ? sealOffences(sources) : []),
      ...(app === 'server' ? sources.flatMap(transactionOffences) : []),
      ...(app === 'server' ? sources.flatMap(routesOffences) : []),
    ];
    return offences.map((offence) => `apps/${app}/src/${offence}`);
  });
}

/** Reads the sources, except tests and `testing/`. */
function readSources(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing\//.test(path))
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      const isSource = (name: string) => name.startsWith('.') && /\.(?:tsx?|css)$/.test(name);
      const namesIn = (code: string) => ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName);
      const imported = (name: string) => relative(folder, resolve(folder, dirname(path), name));
      const imports = namesIn(text).filter(isSource).map(imported);
      const loads = namesIn(text.replace(onlyTypes, '')).map((name) => (isSource(name) ? imported(name) : name));
      return { path, text, imports, loads };
    });
}

const onlyTypes = /^import type [^;]*;/gm;

/** Forbidden places and packages that sealed sources reach. */
function sealOffences(sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  return sources
    .filter(({ path }) => sealed.of.test(path))
    .flatMap(({ path }) => {
      const reached = new Set([path]);
      for (const each of reached) for (const next of byPath.get(each)?.loads ?? []) reached.add(next);
      return [...reached]
        .filter((each) => sealed.packages.includes(each) || sealed.places.test(each))
        .map((each) => `${path}: reaches ${each}, and may reach no database and no authority`);
    });
}

/** The room of a file: a folder of a floor, or of the web. A file next to such folders is a room of its own. */
function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  if (folders.length === 0) return path;
  if (floors.server.includes(folders[0]!)) return folders.length === 1 ? path : folders.slice(0, 2).join('/');
  return folders.slice(0, folders[0] === 'features' ? 2 : 1).join('/');
}

/** The room of a file; in the domain, the subfolder of the room, because the parts of its rooms are checked too. */
const partOf = (path: string): string =>
  path.startsWith('domain/') ? path.split('/').slice(0, -1).slice(0, 3).join('/') : roomOf(path);

/**
 * The room of a file, without its subfolders. Only `judge` and `workbooks` count as rooms here, because the desk runs
 * them and the rest of `comprobantes` uses the desk.
 */
const wholeOf = (path: string): string =>
  /^domain\/comprobantes\/(?:judge|workbooks)\//.exec(path)?.[0] ?? roomOf(path);

const featureOf = (path: string) => (/^features\/[^/]+\//.test(path) ? roomOf(path) : undefined);

/**
 * Imports of a higher floor, of HTTP in the domain, and of Fastify where no calls are served; and files on no floor.
 */
function floorOffences({ path, text, imports }: Source, app: App): string[] {
  const floorOf = (file: string) => floors[app].indexOf(file.split(/[/.]/)[0]!);
  const named = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
  return [
    ...(floorOf(path) === -1 ? [`${path}: is on none of the floors ${floors[app].join(', ')}`] : []),
    ...imports
      .filter((target) => floorOf(target) > floorOf(path))
      .map((target) => `${path}: reaches up to a higher floor for ${target}`),
    ...imports
      .filter((target) => path.startsWith('domain/') && target.startsWith('platform/http/'))
      .map((target) => `${path}: the domain knows no HTTP, and imports ${target}`),
    ...(named.some((name) => /^@?fastify\b/.test(name)) && !withFastify.test(path)
      ? [`${path}: uses Fastify where no calls are served`]
      : []),
  ];
}

/** Imports of another feature, except the one file that it offers. */
function importOffences({ path, imports }: Source, app: App): string[] {
  const own = featureOf(path);
  if (own === undefined) return [];
  const file = { server: 'service.ts', web: 'shared.ts or shared.tsx' }[app];
  return imports
    .filter((target) => ![undefined, own].includes(featureOf(target)) && !offered[app].test(target))
    .map((target) => `${path}: reaches into another feature for ${target}; it may import its ${file}`);
}

/** Services that export what other files declare: another feature imports the service that declares it. */
function barrelOffences({ path, text }: Source): string[] {
  if (!offered.server.test(path)) return [];
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return statements.some(ts.isExportDeclaration) ? [`${path}: exports what it does not declare`] : [];
}

/** Features with both a `shared.ts` and a `shared.tsx`. */
const twiceOffered = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => offered.web.test(path) && sources.some((other) => other.path === `${path}x`))
    .map(({ path }) => `${path}: a feature offers one file, and here is a ${basename(path)}x too`);

function betweenRooms(
  sources: readonly Source[],
  nodeOf: (path: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, string[]>();
  for (const { path, imports } of sources) {
    const others = imports.map(nodeOf).filter((room) => room !== nodeOf(path));
    graph.set(nodeOf(path), [...(graph.get(nodeOf(path)) ?? []), ...others]);
  }
  return graph;
}

/** Groups of nodes that reach each other (Tarjan's strongly connected components of more than one node). */
export function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  function visit(node: string): void {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) groups.push(group);
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return groups;
}

/** Table → the room of the server whose `tables.ts` declares it. */
type Owners = ReadonlyMap<string, string>;

const ownersOf = (sources: readonly Source[]): Owners =>
  new Map(
    sources
      .filter(({ path }) => basename(path) === 'tables.ts')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^ {4}(\w+): \w+Table;$/gm)].map(([, table]) => [table!, roomOf(path)] as const),
      ),
  );

const builder =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|fullJoin|rightJoin)\(\s*['"](\w+)/g;
const written = /\b(?:from|join|into|update|lock table|truncate)\s+(\w+)\b/gi;
const writing =
  /\b(?:insertInto|updateTable|deleteFrom)\(\s*['"](\w+)|\b(?:insert into|update|delete from)\s+(\w+)\b/gi;

function sqlOffences({ path, text }: Source, owners: Owners, readers: typeof tableReaders): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const named = (pattern: RegExp) =>
    new Set([...code.matchAll(pattern)].map((match) => match[1] ?? match[2]).filter((name) => owners.has(name!)));
  const tables = new Set([...named(builder), ...(/\bsql\b/.test(code) ? named(written) : [])]);
  const isSql = tables.size > 0 || /import \{[^}]*\bsql\b[^}]*\} from 'kysely'/.test(code);
  const room = roomOf(path);
  const offences: string[] = [];
  if (isSql && !sqlRooms.has(room) && !/(^|-)repo\.ts$/.test(basename(path)))
    offences.push(`${path}: SQL stands in a repository, in comprobantes, companies, db, jobs or events`);
  const writes = named(writing);
  for (const table of tables) {
    const owner = owners.get(table!);
    if (owner === room) continue;
    if (writes.has(table)) offences.push(`${path}: writes ${table}, which is ${owner}'s: call a function of that room`);
    else if (readers[table!]?.[room] === undefined)
      offences.push(
        `${path}: reads ${table}, which is ${owner}'s: call a function of that room, or add a reason to scripts/table-readers.ts`,
      );
  }
  return offences;
}

/** Files that serve calls: named so, or with a handler. */
const servesCalls = ({ path, text }: Source) => /(^|[/-])routes\.ts$/.test(path) || /\bhandle\(http\b/.test(text);

/** Transactions that a routes file opens: they belong in the service of its feature. */
function routesOffences(source: Source): string[] {
  if (!source.path.startsWith('features/') || !servesCalls(source)) return [];
  return [...source.text.matchAll(/\bdb\s*\.(?:tenant|reading|system|patient|owner)\(/g)].map(
    ([opened]) => `${source.path}: a routes file opens no transaction, and calls ${opened}…)`,
  );
}

/** Calls whose callback runs later, in the context of their caller. */
const later =
  /^(?:setTimeout|setInterval|setImmediate|queueMicrotask|process\.nextTick)$|\.(?:on|once|addEventListener)$/;

/**
 * Work that a function with a parameter `tx` starts without waiting for it. It would run in the context of the
 * transaction, where no other transaction can begin.
 */
function transactionOffences({ path, text }: Source): string[] {
  if (!/\btx\b/.test(text)) return [];
  const offences: string[] = [];
  const visit = (node: ts.Node, inTransaction: boolean): void => {
    const takesTx = ts.isFunctionLike(node) && node.parameters.some(({ name }) => name.getText() === 'tx');
    const isLater = ts.isCallExpression(node) && later.test(node.expression.getText());
    const isVoid = ts.isExpressionStatement(node) && ts.isVoidExpression(node.expression);
    if (inTransaction && (isLater || isVoid))
      offences.push(
        `${path}: begins in a transaction what it does not wait for, ${node.getText()}; beside() begins it`,
      );
    const isBeside = ts.isCallExpression(node) && /^(?:beside|afterCommit)$/.test(node.expression.getText());
    ts.forEachChild(node, (child) => visit(child, (inTransaction || takesTx) && !isBeside));
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), false);
  return offences;
}
