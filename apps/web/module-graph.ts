import { type ParseResult, parseSync, type Rolldown } from 'vite';

/** The part of the build's context that both a plugin and the function that names chunks have. */
export type Context = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** The names imported from a module; `all` for the module itself. */
type Names = ReadonlySet<string> | 'all';

/** The static imports and re-exports of one module. */
interface Passage {
  /** Names that the module itself uses, by id of the module that it imports them from. */
  readonly uses: ReadonlyMap<string, Names>;
  /** Names that the module passes on: where it has each from. `*` is the whole module. */
  readonly passesOn: ReadonlyMap<string, readonly [id: string, name: string]>;
  /** The modules whose exports are all passed on: `export * from`. */
  readonly passesAll: readonly string[];
}

/**
 * The modules of a build with their static imports. An import from the index of a package leads to the modules that
 * have the imported names, not to all modules of the package.
 */
export function moduleGraph(context: Context) {
  const passages = new Map<string, Passage>();
  const passageOf = (id: string): Passage => {
    const passage = passages.get(id) ?? readPassage(id, context);
    passages.set(id, passage);
    return passage;
  };
  const hasName = (id: string, name: string) => context.getModuleInfo(id)?.exports.includes(name) ?? false;

  /** The module that has a name which `id` exports. */
  const originOf = (id: string, name: string): string => {
    const { passesOn, passesAll } = passageOf(id);
    const from = passesOn.get(name);
    if (from !== undefined) return originOf(...from);
    const inAll = passesAll.find((next) => hasName(next, name));
    return inAll === undefined ? id : originOf(inAll, name);
  };
  const importsOf = (id: string): string[] =>
    [...passageOf(id).uses].flatMap(([target, names]) =>
      names === 'all' ? wholeOf(target) : [...names].map((name) => originOf(target, name)),
    );
  const wholeOf = (id: string): string[] => {
    const { passesOn, passesAll } = passageOf(id);
    return [id, ...[...passesOn.values()].map((from) => originOf(...from)), ...passesAll.flatMap(wholeOf)];
  };

  /** A module and all its static imports, without its dynamic imports. */
  const closureOf = (id: string): ReadonlySet<string> => {
    const closure = new Set(wholeOf(id));
    for (const inner of closure) for (const next of importsOf(inner)) closure.add(next);
    return closure;
  };
  return { closureOf };
}

function readPassage(id: string, context: Context): Passage {
  const { code, importedIds = [] } = context.getModuleInfo(id) ?? {};
  const { module } = parseSync('module.js', code ?? '');
  const sources = sourcesOf(module);
  // The build lists the ids in the order of the sources. Then come those of `require()` and of what it adds itself.
  const idOf = (source: string) => importedIds[sources.indexOf(source)]!;

  const uses = new Map<string, Names>(importedIds.slice(sources.length).map((next) => [next, 'all']));
  for (const { moduleRequest, entries } of module.staticImports) {
    const next = idOf(moduleRequest.value);
    const names = entries.map(({ importName }) => (importName.kind === 'Default' ? 'default' : importName.name));
    const before = uses.get(next) ?? new Set();
    // `import './sheet.css'` and `import * as` have no names.
    const whole = before === 'all' || names.length === 0 || names.includes(null);
    uses.set(next, whole ? 'all' : new Set([...before, ...names.filter((name) => name !== null)]));
  }
  const passesOn = new Map<string, readonly [string, string]>();
  const passesAll: string[] = [];
  for (const { moduleRequest, importName, exportName } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest === null) continue;
    const next = idOf(moduleRequest.value);
    if (exportName.name === null) passesAll.push(next);
    else passesOn.set(exportName.name, [next, importName.name ?? '*']);
  }
  return { uses, passesOn, passesAll };
}

/** The sources of a module's imports and re-exports, each once, in their order. */
function sourcesOf({ staticImports, staticExports }: ParseResult['module']): string[] {
  const reExports = staticExports.flatMap(({ start, entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [{ start, moduleRequest }])),
  );
  const requests = [...staticImports, ...reExports].toSorted((a, b) => a.start - b.start);
  return [...new Set(requests.map(({ moduleRequest }) => moduleRequest.value))];
}
