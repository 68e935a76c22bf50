import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { screenCode } from './src/app/screen-code.generated.ts';

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const [main, app, router] = [source('main.tsx'), source('app/app.tsx'), source('app/router.tsx')];

/** What only the editor of XML needs. */
const ofTheEditor = /[\\/]node_modules[\\/](@codemirror|@lezer)[\\/]|[\\/]packages[\\/](ecf|xml)[\\/]/;

/**
 * What only some screens or dialogs need and is large: each has a file of its own. Libraries and fields, with the pieces that are
 * made of them; the set-up of the second factor, the form of a new company, the upload of a workbook.
 */
const apart = {
  table:
    /[\\/]@tanstack[\\/](table-core|react-table)[\\/]|[\\/]src[\\/]ui[\\/](data-table|columns-menu|table-layout|filter-chip|period-chip|table[\\/]column-heading)\.tsx?$/,
  rows: /[\\/]@tanstack[\\/](virtual-core|react-virtual)[\\/]|[\\/]src[\\/]ui[\\/](virtual-table|table[\\/](use-grid|virtual-rows|grid-keys))\.tsx?$/,
  'second-factor': /[\\/]features[\\/]sesion[\\/]dos-pasos-setup\.tsx$/,
  registration: /[\\/]features[\\/]registro[\\/](registro-form|new-company)\.tsx?$/,
  fields: /[\\/]src[\\/]ui[\\/](combobox|date-field|money-field|rnc-field)\.tsx?$/,
  inputs: /[\\/]@mantine[\\/]core[\\/].*[\\/]components[\\/](Radio|FileInput|Textarea)[\\/]/,
  simulation: /[\\/]features[\\/]simulacion[\\/](api|batch|form|words)\.ts$/,
  'workbook-form': /[\\/]src[\\/]ui[\\/]workbook-form\.tsx$/,
  // What Inicio shares with the screens that it tells of.
  home: /[\\/]features[\\/](configuracion[\\/]api|aprobaciones[\\/]api|importacion[\\/]parts[\\/]recent-imports|clientes[\\/]parts[\\/]client-notices)\.tsx?$|[\\/]src[\\/]ui[\\/]chart-card\.tsx$/,
  'document-texts': /[\\/]features[\\/]documentos[\\/](printed-pages?|text-modal|text-block|indent-xml)\.tsx?$/,
  help: /[\\/]features[\\/]ayuda[\\/]term-help\.tsx$|[\\/]src[\\/]ui[\\/](help-popover|highlighted)\.tsx$/,
  // Other screens need no more of the reports than a list of codes.
  'report-codes': /[\\/]packages[\\/]reports[\\/]src[\\/]layout[\\/]codes/,
  'mapping-rules': /[\\/]packages[\\/]reports[\\/]src[\\/]mapeo[\\/]/,
  reports: /[\\/]packages[\\/]reports[\\/]/,
  calendar: /[\\/]node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]/,
} as const;

/**
 * Features that share pieces with each other and with no other. What only the features of one family have in common, and all
 * their style sheets, are a file of its own.
 */
const families: Readonly<Record<string, readonly string[]>> = {
  reporting: ['mapeo', 'reportes'],
  workbook: ['aprobacion-comercial', 'certificacion', 'importacion', 'piloto', 'simulacion'],
  settings: [
    'accesos',
    'aprobaciones',
    'auditoria',
    'clientes',
    'configuracion',
    'contribuyentes',
    'correo',
    'registro',
    'tasas',
    'usuarios',
    'webhooks',
  ],
};

/** Style sheets that the page carries itself, with those of the entrance: what src/first/first-shell.tsx wears. */
const ofTheFirstPage =
  /[\\/](shell|header|side-menu|inicio-screen|company-logo|card|facts|page-header|skeleton|stat-card|status-chip)\.module\.css/;

/** A piece of ui/, which is small; its libraries are not, nor are the charts. */
const ownPiece = /[\\/]src[\\/]ui[\\/](?!charts\.)[\w-]+\.tsx$/;

type Context = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** A module and all that it imports, but not what it fetches later. */
function closureOf(id: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) closureOf(next, context, found);
  return found;
}

/**
 * In which file each module goes: what the entrance needs in one, what the shell or more than one feature needs in another;
 * the rest with its own screen, panel or dialog. On a slow line each file costs more than its bytes.
 */
export function chunkName(): (id: string, context: Context) => string | null {
  let groups: ReturnType<typeof readGroups> | undefined;
  return (id, context) => {
    groups ??= readGroups(context);
    if (groups.entrance.has(id) || id.startsWith('\0rolldown') || ofTheFirstPage.test(id)) return 'entrance';
    if (ofTheEditor.test(id)) return null;
    for (const [name, modules] of Object.entries(apart)) if (modules.test(id) && !id.endsWith('.css')) return name;
    const isSheet = id.endsWith('.css');
    if (groups.shared.has(id)) return 'shell';
    const users = groups.users.get(id) ?? new Set();
    if (!isSheet && users.size < 2) return null;
    return familyOf(users) ?? 'shell';
  };
}

function readGroups(context: Context) {
  const entrance = closureOf(main, context);
  const shared = closureOf(app, context);
  const users = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const waiting = [main, app, router];
  for (const id of waiting) {
    for (const inner of closureOf(id, context))
      for (const lazy of context.getModuleInfo(inner)?.dynamicallyImportedIds ?? []) {
        if (seen.has(lazy)) continue;
        seen.add(lazy);
        waiting.push(lazy);
        const feature = /[\\/]features[\\/]([\w-]+)[\\/]/.exec(lazy)?.[1] ?? lazy;
        for (const used of closureOf(lazy, context)) {
          // The showcase uses every piece. A small one goes to the shell; what it is made of says nothing of where it is needed.
          if (lazy.includes('/showcase/') && !ownPiece.test(used)) continue;
          users.set(used, (users.get(used) ?? new Set()).add(feature));
        }
      }
  }
  return { entrance, shared, users };
}

/** The family that all these features belong to, not counting the showcase; undefined if there is none. */
function familyOf(features: ReadonlySet<string>): string | undefined {
  const own = [...features].filter((feature) => !feature.includes('/showcase/'));
  if (own.length === 0) return undefined;
  return Object.keys(families).find((name) => own.every((feature) => families[name]!.includes(feature)));
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
