import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { type Context, moduleGraph } from './module-graph.ts';
import { screenCode } from './src/app/screen-code.generated.ts';

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const [main, app, router] = [source('main.tsx'), source('app/app.tsx'), source('app/router.tsx')];

/** Modules that only the XML editor needs. */
const ofTheEditor = /[\\/]node_modules[\\/](@codemirror|@lezer)[\\/]|[\\/]packages[\\/](ecf|xml)[\\/]/;

/**
 * Large modules that only some screens or dialogs need; each group is built into its own file. They are libraries and
 * form fields with the components built on them, the set-up of the second factor, the registration form of a new
 * company and the workbook upload.
 */
const apart = {
  table:
    /[\\/]@tanstack[\\/](table-core|react-table)[\\/]|[\\/]src[\\/]ui[\\/](data-table|columns-menu|table-layout|table[\\/]column-heading)\.tsx?$|[\\/]IconColumns3\.mjs$/,
  rows: /[\\/]@tanstack[\\/](virtual-core|react-virtual)[\\/]|[\\/]src[\\/]ui[\\/](virtual-table|table[\\/](use-grid|virtual-rows|grid-keys))\.tsx?$/,
  'second-factor': /[\\/]features[\\/]dos-pasos[\\/]setup\.tsx$/,
  registration: /[\\/]features[\\/]registro[\\/](shared|new-company)\.tsx?$/,
  fields:
    /[\\/]src[\\/](ui[\\/](combobox|date-field|money-field|rnc-field)|lib[\\/]typed-date)\.tsx?$|[\\/]values[\\/]src[\\/]written-date\.ts$/,
  password:
    /[\\/]@mantine[\\/]core[\\/].*[\\/]components[\\/]PasswordInput[\\/]|[\\/]src[\\/]ui[\\/]password-dialog\.tsx$/,
  inputs: /[\\/]@mantine[\\/]core[\\/].*[\\/]components[\\/](Radio|FileButton|FileInput|Textarea)[\\/]/,
  simulation: /[\\/]features[\\/]simulacion[\\/](api|batch|form|words)\.ts$/,
  'workbook-form': /[\\/]src[\\/]ui[\\/]workbook-form\.tsx$/,
  // What Inicio shares with the screens that it summarises.
  home: /[\\/]features[\\/](configuracion[\\/](api|shared)|clientes[\\/]shared)\.tsx?$|[\\/]src[\\/](lib[\\/](importaciones|datos-empresa)|ui[\\/]recent-imports)\.tsx?$|[\\/]contract[\\/]src[\\/]avisos\.ts$/,
  rangos: /[\\/]features[\\/]rangos[\\/]shared\.tsx$/,
  charts: /[\\/]src[\\/]ui[\\/]chart(s|-card)\.tsx$/,
  'new-password': /[\\/]src[\\/](ui[\\/]new-password\.tsx|lib[\\/]password-rules\.ts)$/,
  'document-texts':
    /[\\/]features[\\/]documentos[\\/](printed-pages?|message-banners)\.tsx$|[\\/]src[\\/](lib[\\/]indent-xml|ui[\\/]text-(modal|block))\.tsx?$/,
  help: /[\\/]features[\\/]ayuda[\\/]shared\.tsx$|[\\/]src[\\/]ui[\\/](help-popover|highlighted)\.tsx$/,
  // The other screens need only a list of codes from the reports package.
  'report-codes': /[\\/]packages[\\/]reports[\\/]src[\\/]layout[\\/]codes/,
  'mapping-rules': /[\\/]packages[\\/]reports[\\/]src[\\/]mapping[\\/]/,
  reports: /[\\/]packages[\\/]reports[\\/]src[\\/](?!it1[\\/]|derive[\\/]marks)/,
  calendar: /[\\/]node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]/,
} as const;

/**
 * Features that share components only with each other. The modules common to the features of one family, and all their
 * style sheets, go into one file.
 */
const families: Readonly<Record<string, readonly string[]>> = {
  reporting: ['mapeo', 'reportes'],
  // Both have the table of ui/.
  table: ['facturas', 'recibidas'],
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

/** Style sheets inlined in the page together with those of the entrance: those used by src/first/first-shell.tsx. */
const ofTheFirstPage =
  /[\\/](shell|header|guide-mark|side-menu|inicio-screen|company-logo|card|facts|page-header|skeleton|stat-card|status-chip)\.module\.css/;

/** A component of ui/, which is small. Its libraries and the charts are not. */
const ownPiece = /[\\/]src[\\/]ui[\\/](?!charts\.)[\w-]+\.tsx$/;

/**
 * Assigns each module to an output file: those of the entrance to one, those of the shell or of more than one feature
 * to another, and the rest, style sheets too, to the file of its screen, panel or dialog. On a slow connection each
 * extra file costs more than its bytes.
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
    const family = familyOf(users) ?? (users.size < 2 ? null : 'shell');
    // The lists begin with many files already.
    return isSheet && family === 'table' ? 'shell' : family;
  };
}

function readGroups(context: Context) {
  const { closureOf } = moduleGraph(context);
  const entrance = closureOf(main);
  const shared = closureOf(app);
  const users = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const waiting = [main, app, router];
  for (const id of waiting) {
    for (const inner of closureOf(id))
      for (const lazy of context.getModuleInfo(inner)?.dynamicallyImportedIds ?? []) {
        if (seen.has(lazy)) continue;
        seen.add(lazy);
        waiting.push(lazy);
        const feature = /[\\/]features[\\/]([\w-]+)[\\/]/.exec(lazy)?.[1] ?? lazy;
        for (const used of closureOf(lazy)) {
          // The showcase uses every component of ui/. Only its use of small components counts, not of their
          // dependencies.
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
 * Writes preload.json: by screen id, the files that the screen needs besides those that the page already references.
 * The server sends preload hints for them with the page.
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
    const filesOf = (start: Rolldown.OutputChunk, files = new Set<string>()): Set<string> => {
      if (files.has(start.fileName)) return files;
      files.add(start.fileName);
      for (const css of start.viteMetadata?.importedCss ?? []) files.add(css);
      for (const name of start.imports) {
        const next = bundle[name];
        if (next?.type === 'chunk') filesOf(next, files);
      }
      return files;
    };
    const missing = Object.keys(apart).find((name) => !chunks.some((chunk) => chunk.name === name));
    if (missing !== undefined) throw new Error(`No module of the build belongs to the group ${missing} of chunks.ts`);
    const entrance = filesOf(chunkOf('main.tsx'));
    if (entrance.has(chunkOf('app/app.tsx').fileName)) throw new Error('The login needs the file of the shell');
    const shell = filesOf(chunkOf('app/app.tsx'));
    const table = Object.entries(screenCode).map(([id, path]) => {
      const files = [...filesOf(chunkOf(`features/${path}`), new Set(shell))].filter((file) => !entrance.has(file));
      return [id, files.map((file) => `/${file}`)];
    });
    this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(Object.fromEntries(table)) });
  },
});
