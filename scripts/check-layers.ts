// `npm run layers`: packages import only from strictly lower layers, by name, and only what their package.json lists.
// Their files have no circular imports. check-rooms.ts has the rules inside the applications, check-companies.ts those
// for the companies of tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { companyOffences } from './check-companies.ts';
import { readerOffences } from './check-readers.ts';
import { cycles, roomOffences } from './check-rooms.ts';
import { root } from './sources.mjs';

interface Workspace {
  name: string;
  folder: string;
  layer: number;
  exports: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/**
 * Checks every import of every workspace against the rules of ARCHITECTURE.md.
 *
 * @param repository folder that holds `packages/` and `apps/`
 * @returns one line for each offence, `file: what is wrong`; empty when there is none
 */
export function layerOffences(repository: string): string[] {
  const workspaces = readWorkspaces(repository);
  const rootDependencies = readJson<Workspace>(join(repository, 'package.json')).devDependencies ?? {};
  const offences: string[] = [];

  for (const workspace of workspaces.values()) {
    const entries = Object.values(workspace.exports).map((entry) => join(workspace.folder, entry));
    const graph = new Map<string, string[]>();
    for (const file of sourceFiles(workspace.folder)) {
      const path = relative(repository, file);
      const within: string[] = [];
      graph.set(path, within);
      if (/^index\.tsx?$/.test(basename(file)) && !entries.includes(file))
        offences.push(`${path}: a barrel inside a package`);
      for (const { fileName: specifier } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
        if (specifier.startsWith('node:')) continue;
        const isLocal = specifier.startsWith('.');
        if (isLocal) within.push(relative(repository, resolve(dirname(file), specifier)));
        const wrong = isLocal
          ? localFaults(workspace, file, specifier)
          : packageFaults(workspace, file, specifier, workspaces, rootDependencies);
        offences.push(...wrong.map((one) => `${path}: ${one}`));
      }
    }
    if (workspace.folder.startsWith(join(repository, 'packages')))
      for (const [first, ...others] of cycles(graph)) offences.push(`${first}: imports itself by ${others.join(', ')}`);
  }
  return offences;
}

/** Offences of the import of a file. */
function localFaults({ folder }: Workspace, file: string, specifier: string): string[] {
  const target = resolve(dirname(file), specifier);
  const leansOnTest = !isTest(relative(folder, file)) && isTest(relative(folder, target));
  return [
    ...(target.startsWith(`${folder}/`) ? [] : [`reaches out of its package for ${specifier}`]),
    ...(leansOnTest ? [`leans on a test, ${specifier}`] : []),
  ];
}

/** Offences of the import of a package: of a workspace or of a registry. */
function packageFaults(
  workspace: Workspace,
  file: string,
  specifier: string,
  workspaces: ReadonlyMap<string, Workspace>,
  rootDependencies: Readonly<Record<string, string>>,
): string[] {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const faults: string[] = [];
  const imported = workspaces.get(name);
  if (imported !== undefined && imported.layer >= workspace.layer)
    faults.push(`layer ${workspace.layer} imports ${name} of layer ${imported.layer}`);
  if (imported !== undefined && !(specifier.replace(name, '.') in imported.exports))
    faults.push(`${specifier} is not an entry of ${name}`);
  const fromRoot = isTest(relative(workspace.folder, file)) && name in rootDependencies;
  if (!(name in { ...workspace.dependencies, ...workspace.devDependencies }) && !fromRoot)
    faults.push(`${name} is not in its package.json`);
  return faults;
}

function readWorkspaces(repository: string): Map<string, Workspace> {
  const folders = ['packages', 'apps']
    .flatMap((group) => readdirSync(join(repository, group)).map((name) => join(repository, group, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')));
  return new Map(
    folders.map((folder) => {
      const workspace = { ...readJson<Workspace>(join(folder, 'package.json')), folder };
      return [workspace.name, workspace];
    }),
  );
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8'));

/** Tests, and their support files in a folder `testing`. */
const isTest = (path: string) => /\.test\.tsx?$|(^|\/)testing\//.test(path);

/** Sources and their tests, anywhere in the workspace. */
function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)(\.|node_modules\/|dist\/)/.test(path))
    .map((path) => join(folder, path));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const offences = [...layerOffences(root), ...roomOffences(root), ...companyOffences(root), ...readerOffences(root)];
  for (const offence of offences) console.error(offence);
  console.log(offences.length === 0 ? 'Layers hold.' : `${offences.length} offences against the layers.`);
  process.exitCode = offences.length === 0 ? 0 : 1;
}
