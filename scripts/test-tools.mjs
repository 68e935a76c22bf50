// The system programs that the tests use: their paths and their installation.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first is Chromium without windows, which renders the same pages in a quarter of the processor time. */
const browsers = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const office = ['soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'];

/**
 * Each program, the commands or paths to look for, and the package that contains it. `isOfRest`: no test of the short run
 * uses it.
 */
export const tools = [
  {
    program: 'chromium',
    names: browsers,
    debian: 'chromium-headless-shell',
    ubuntu: 'chromium-browser',
    brew: '--cask chromium',
  },
  { program: 'xmlsec1', names: ['xmlsec1'], debian: 'xmlsec1', ubuntu: 'xmlsec1', brew: 'libxmlsec1' },
  {
    program: 'xmllint',
    names: ['xmllint'],
    debian: 'libxml2-utils',
    ubuntu: 'libxml2-utils',
    brew: 'libxml2',
    isOfRest: true,
  },
  {
    program: 'pgbouncer',
    names: ['pgbouncer', '/usr/sbin/pgbouncer'],
    debian: 'pgbouncer',
    ubuntu: 'pgbouncer',
    brew: 'pgbouncer',
    isOfRest: true,
  },
  { program: 'openssl', names: ['openssl'], debian: 'openssl', ubuntu: 'openssl', brew: 'openssl@3' },
  // Its package also contains pdftoppm, pdffonts, pdfinfo and pdfsig.
  { program: 'pdftotext', names: ['pdftotext'], debian: 'poppler-utils', ubuntu: 'poppler-utils', brew: 'poppler' },
  { program: 'qpdf', names: ['qpdf'], debian: 'qpdf', ubuntu: 'qpdf', brew: 'qpdf' },
  // Opens and computes the workbooks that we write.
  {
    program: 'soffice',
    names: office,
    debian: 'libreoffice-calc-nogui',
    ubuntu: 'libreoffice-calc-nogui',
    brew: '--cask libreoffice',
    isOfRest: true,
  },
  { program: 'oathtool', names: ['oathtool'], debian: 'oathtool', ubuntu: 'oathtool', brew: 'oath-toolkit' },
];

/**
 * Prints which programs are missing, and installs them if it can (root, apt-get). Otherwise prints how to install them,
 * and ends the process.
 *
 * @param {boolean} withRest false for the programs of the short run alone
 */
export function requireTools(withRest) {
  const distribution = readDistribution();
  const listMissing = () =>
    tools.filter((tool) => (withRest || !tool.isOfRest) && findProgram(tool.names) === undefined);
  let missing = listMissing();
  if (missing.length > 0 && distribution !== undefined && process.getuid?.() === 0) {
    const packages = missing.map((tool) => tool[distribution]);
    console.log(`The tests use programs that are missing here. apt-get installs ${packages.join(' ')}…`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'inherit', env });
    missing = listMissing();
  }
  if (missing.length === 0) return;

  console.error(`The tests need ${missing.map(({ program }) => program).join(', ')}. Install with:`);
  if (distribution === undefined) for (const { brew } of missing) console.error(`  brew install ${brew}`);
  else {
    const packages = missing.map((tool) => tool[distribution]).join(' ');
    console.error(`  sudo apt-get update && sudo apt-get install -y ${packages}`);
  }
  process.exit(1);
}

/** @returns {string | undefined} the browser for the tests: CHROMIUM_PATH, or the first one installed */
export function findBrowser() {
  return process.env.CHROMIUM_PATH ?? findProgram(browsers);
}

/** @returns {string | undefined} the program that opens workbooks in the tests */
export function findOffice() {
  return findProgram(office);
}

/**
 * @param {string[]} names commands looked up in PATH, or whole paths
 * @returns {string | undefined} path of the first that can be executed
 */
function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** @returns {'debian' | 'ubuntu' | undefined} the distribution whose packages apt-get installs here, if any */
function readDistribution() {
  if (findProgram(['apt-get']) === undefined || !existsSync('/etc/os-release')) return undefined;
  return /^ID(_LIKE)?=.*ubuntu/m.test(readFileSync('/etc/os-release', 'utf8')) ? 'ubuntu' : 'debian';
}
