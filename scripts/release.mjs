// `npm run release`: builds, and writes the archives of this version into release/:
//   timbre-<version>.tar.gz                   runs with the Node.js of the machine
//   timbre-<version>-<platform>-<arch>.tar.gz brings its own Node.js, of .node-version
//   SHA256SUMS                                their checksums
// Both run on the platform of this machine, because of native code. The same commit, built with the same Node.js, gives
// the same bytes. `npm run release -- --folder` stops at the folder release/timbre, which has the content of the first.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { installNode } from './install-node.mjs';
import { setUp } from './setup.mjs';
import { external, root } from './sources.mjs';

const release = join(root, 'release');
const folder = join(release, 'timbre');
const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
const { version, name, license, description, engines } = JSON.parse(read('package.json'));

/** The files of the repository that the archive has besides the packages. */
const files = [
  ...[
    'timbre',
    'LICENSE',
    'CHANGELOG.md',
    'scripts/require-node.mjs',
    'dist/server',
    'dist/web',
    'deploy/timbre.service',
  ],
  ...['docs/operar.md', 'docs/guia.md', 'docs/guia', 'docs/reportes.md', 'docs/roles.md'],
];

/** Packages whose files the server reads at run time, with what they depend on. The bundle contains all others. */
const needed = [...external, '@fontsource/inter', '@fontsource/unifontex'];

/**
 * @typedef {{ version: string, license?: string, dev?: boolean, link?: boolean, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string> }} Locked
 */
/** @type {Record<string, Locked>} Path of each package → its entry in the lock file. */
const locked = JSON.parse(read('package-lock.json')).packages;

/**
 * @returns {string[]} paths of the packages in `needed` and of their dependencies, as they are installed
 */
function neededPackages() {
  const paths = needed.map((each) => `node_modules/${each}`).filter((path) => existsSync(join(root, path)));
  for (const path of paths) {
    const { dependencies = {}, optionalDependencies = {} } = locked[path] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const nearest = [`${path}/node_modules/${each}`, `node_modules/${each}`].find((at) => existsSync(join(root, at)));
      if (nearest !== undefined && !paths.includes(nearest)) paths.push(nearest);
    }
  }
  return paths;
}

/** @returns {string} name, version, licence and licence text of each package that the product contains */
function notices() {
  const contained = Object.keys(locked)
    .filter((path) => path.startsWith('node_modules/') && !locked[path]?.dev && !locked[path]?.link)
    .filter((path) => existsSync(join(root, path)))
    .sort();
  const parts = contained.map((path) => {
    const texts = readdirSync(join(root, path))
      .filter((file) => /^(licen[cs]e|notice|copying|ofl)/i.test(file))
      .sort()
      .map((file) => read(join(path, file)).trim());
    const title = `${path.split('node_modules/').at(-1)} ${locked[path]?.version} (${locked[path]?.license})`;
    return [`${title}\n${'='.repeat(title.length)}`, ...texts].join('\n\n');
  });
  return `Timbre contains these packages.\n\n${parts.join('\n\n\n')}\n`;
}

/** Makes the folder with what runs. */
function makeFolder() {
  rmSync(release, { recursive: true, force: true });
  for (const path of [...files, ...neededPackages()]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  const own = { name, version, private: true, license, description, type: 'module', engines };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, undefined, 2)}\n`);
  writeFileSync(join(folder, 'NOTICES.txt'), notices());
}

/**
 * Adds Node.js to the folder: that of .node-version from the package registry, else the one that runs this script.
 */
function addNode() {
  const wanted = read('.node-version').trim();
  const prefix = mkdtempSync(join(tmpdir(), 'timbre-node-'));
  const installed = installNode(wanted, prefix);
  if (installed === undefined && Number(process.versions.node.split('.')[0]) < 24) {
    console.error(
      `Node ${wanted} cannot be installed from the package registry, and this is Node ${process.versions.node}: run the command with Node 24 or later, which the archive will then contain`,
    );
    process.exit(1);
  }
  const program = installed === undefined ? process.execPath : join(installed, 'bin/node');
  const licence = join(dirname(program), '../LICENSE');
  mkdirSync(join(folder, 'node/bin'), { recursive: true });
  copyFileSync(program, join(folder, 'node/bin/node'));
  chmodSync(join(folder, 'node/bin/node'), 0o755);
  if (existsSync(licence)) copyFileSync(licence, join(folder, 'node/LICENSE'));
  rmSync(prefix, { recursive: true });
}

/**
 * Packs the folder, with sorted names and without owners and times.
 *
 * @param {string} file name of the archive
 * @returns {string} its line of SHA256SUMS
 */
function pack(file) {
  const same = ['--sort=name', '--format=gnu', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  const modes = ['--mode=u=rwX,go=rX'];
  const renamed = [`--transform=s,^timbre,timbre-${version},`];
  const { status, stdout, stderr, error } = spawnSync(
    'tar',
    ['-C', release, ...same, ...modes, ...renamed, '-cf', '-', 'timbre'],
    { maxBuffer: 2 ** 30 },
  );
  if (status !== 0) throw new Error(`GNU tar is needed: ${error ?? stderr}`);
  const bytes = gzipSync(stdout, { level: 9 });
  writeFileSync(join(release, file), bytes);
  console.log(`release/${file}: ${(bytes.length / 1e6).toFixed(1)} MB`);
  return `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`;
}

setUp();
makeFolder();
if (!process.argv.includes('--folder')) {
  const plain = pack(`timbre-${version}.tar.gz`);
  addNode();
  const complete = pack(`timbre-${version}-${process.platform}-${process.arch}.tar.gz`);
  writeFileSync(join(release, 'SHA256SUMS'), plain + complete);
  rmSync(folder, { recursive: true });
}
