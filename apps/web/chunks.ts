import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { screenCode } from './src/app/screen-code.generated.ts';

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const [main, app, router] = [source('main.tsx'), source('app/app.tsx'), source('app/router.tsx')];

/** What only the editor of XML needs. */
const ofTheEditor = /[\\/]node_modules[\\/](@codemirror|@lezer)[\\/]|[\\/]packages[\\/](ecf|xml)[\\/]/;

type Context = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** A module and all that it imports, but not what it fetches later. */
function closureOf(id: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) closureOf(next, context, found);
  return found;
}

/**
 * In which file each module goes: what the entrance needs in one, what the shell or more than one screen needs in another;
 * the rest with its own screen, panel or dialog. On a slow line each file costs more than its bytes.
 */
export function chunkName(): (id: string, context: Context) => string | null {
  let groups: ReturnType<typeof readGroups> | undefined;
  return (id, context) => {
    groups ??= readGroups(context);
    if (groups.entrance.has(id) || id.startsWith('\0rolldown')) return 'entrance';
    if (ofTheEditor.test(id)) return null;
    return groups.shared.has(id) || id.endsWith('.css') ? 'shell' : null;
  };
}

function readGroups(context: Context) {
  const entrance = closureOf(main, context);
  const shared = closureOf(app, context);
  const uses = new Map<string, number>();
  const seen = new Set<string>();
  const waiting = [main, app, router];
  for (const id of waiting) {
    for (const inner of closureOf(id, context))
      for (const lazy of context.getModuleInfo(inner)?.dynamicallyImportedIds ?? []) {
        if (seen.has(lazy)) continue;
        seen.add(lazy);
        waiting.push(lazy);
        for (const used of closureOf(lazy, context)) uses.set(used, (uses.get(used) ?? 0) + 1);
      }
  }
  for (const [id, times] of uses) if (times > 1) shared.add(id);
  return { entrance, shared };
}

/**
 * Writes preload.json: by the id of a screen, the files that it needs besides those that the page names itself. The
 * server tells the browser of them with the page.
 */
export const preloads = (): Plugin => ({
  name: 'preloads',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const chunkOf = (path: string) => {
      const id = source(path);
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
      if (chunk === undefined) throw new Error(`No file of the build has ${path}`);
      return chunk;
    };
    const filesOf = (start: Rolldown.OutputChunk, found = new Set<string>()): Set<string> => {
      if (found.has(start.fileName)) return found;
      found.add(start.fileName);
      for (const css of start.viteMetadata?.importedCss ?? []) found.add(css);
      for (const name of start.imports) {
        const next = bundle[name];
        if (next?.type === 'chunk') filesOf(next, found);
      }
      return found;
    };
    const entrance = filesOf(chunkOf('main.tsx'));
    const shell = filesOf(chunkOf('app/app.tsx'));
    const table = Object.entries(screenCode).map(([id, path]) => {
      const files = [...filesOf(chunkOf(`features/${path}`), new Set(shell))].filter((file) => !entrance.has(file));
      return [id, files.map((file) => `/${file}`)];
    });
    this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(Object.fromEntries(table)) });
  },
});
