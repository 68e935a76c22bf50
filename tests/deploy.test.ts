import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, describe, expect, test } from 'vitest';
import { root, staleParts } from '../scripts/sources.mjs';

// deploy/: systemd verifies the unit, and a Docker engine builds the image, if they are installed. Without Docker, the
// image's steps run in a folder, except those that `npm ci` and `npm run build` of this checkout have done.

const folder = mkdtempSync(join(tmpdir(), 'timbre-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const answers = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;

/** Test function that is skipped if a program is missing, and a note with the reason for the test's name. */
const needing = (what: string, isThere: boolean) => ({
  run: test.skipIf(!isThere),
  note: isThere ? '' : ` (skipped: ${what})`,
});

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Instructions of a Dockerfile, with continued lines joined. */
const instructionsOf = (text: string): readonly Instruction[] =>
  [...text.replace(/\\\n/g, ' ').matchAll(/^([A-Z]+)\s+(.+)$/gm)].map(([, name = '', rest = '']) => ({ name, rest }));

const dockerfile = read('deploy/Dockerfile');
const instructions = instructionsOf(dockerfile);
const all = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest);
const only = (name: string) => {
  const [rest = '', ...more] = all(name);
  expect([name, more]).toEqual([name, []]);
  return rest;
};
/** Parses a command in the form that Docker runs without a shell. */
const commandOf = (rest: string) => JSON.parse(rest.slice(rest.indexOf('['))) as string[];

describe('the unit of systemd', () => {
  const analyze = needing('no systemd-analyze', answers('systemd-analyze', '--version'));
  const unit = read('deploy/timbre.service');

  /** Result of systemd's verification of a unit, with this checkout in place of the installed release. */
  const verify = (text: string) => {
    const file = join(folder, 'timbre.service');
    writeFileSync(file, text.replaceAll('/opt/timbre', root.replace(/\/$/, '')));
    const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    return { status, words: stdout + stderr };
  };

  analyze.run(`the unit of systemd is verified by systemd-analyze${analyze.note}`, () => {
    expect(verify(unit)).toEqual({ status: 0, words: '' });
    expect(verify(unit.replace('ProtectSystem=', 'ProtectSytem=')).words).toContain('ProtectSytem');
  });

  test('the unit of systemd starts what the image starts', () => {
    const [, started] = /^ExecStart=\/opt\/timbre\/(.+)$/m.exec(unit) ?? [];
    expect(`./${started}`).toBe(commandOf(only('CMD')).join(' '));
  });
});

test('the Dockerfile has no fault that a linter reports', () => {
  const faultsOf = (text: string) => validate(text).map(({ range, message }) => `${range.start.line + 1}: ${message}`);
  expect(faultsOf(dockerfile)).toEqual([]);
  expect(faultsOf(dockerfile.replace('EXPOSE 3000', 'EXPOSE puerto'))).toHaveLength(1);
});

const engine = needing('no Docker engine answers', answers('docker', 'version', '--format', '{{.Server.Version}}'));

engine.run(`the image is built, and is healthy once it runs${engine.note}`, { timeout: 900_000 }, async () => {
  const tag = `timbre-test:${process.pid}`;
  const docker = (...args: string[]) => execFileSync('docker', args, { cwd: root, encoding: 'utf8' }).trim();
  docker('build', '--quiet', '--file', 'deploy/Dockerfile', '--tag', tag, '.');
  const id = docker('run', '--detach', '--rm', '--read-only', '--tmpfs', '/tmp', tag);
  try {
    await until(120_000, async () => docker('inspect', '--format', '{{.State.Health.Status}}', id) === 'healthy');
  } finally {
    docker('rm', '--force', '--volumes', id);
    docker('rmi', '--force', tag);
  }
});

describe('the steps of the image, in a folder', () => {
  const stages = new Map<string, string>();
  /** The folder of a build stage. */
  const stageOf = (name: string) => stages.get(name) ?? expect.fail(`there is no stage ${name}`);
  const { env, copies, releases } = readStages();
  let image = '';

  test('the image copies what it is built from; the release has what runs, and nothing of the development', () => {
    for (const { from, source, stage, target } of copies) {
      const place = join(folder, stage, target);
      stages.set(stage, join(folder, stage, '/timbre'));
      if (from === undefined) {
        copyContext(source, place);
        cpSync(join(root, 'dist'), join(place, 'dist'), { recursive: true });
        // Checks that everything that the build needs was copied.
        expect(staleParts(place)).toEqual(staleParts());
        symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
        for (const command of releases) execFileSync('sh', ['-c', command], { cwd: place, stdio: 'pipe' });
      } else {
        // The source stage is finished, so moving is safe, and faster than copying.
        mkdirSync(dirname(place), { recursive: true });
        renameSync(join(folder, from, source), place);
      }
      image = stageOf(stage);
    }
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> };
    const development = Object.keys(packages).filter((path) => packages[path]?.dev);
    expect(development.length).toBeGreaterThan(50);
    expect(development.filter((path) => existsSync(join(image, path)))).toEqual([]);
    for (const path of ['node_modules/react', 'node_modules/esbuild', 'apps', 'packages', 'tests', '.git'])
      expect([path, existsSync(join(image, path))]).toEqual([path, false]);
  });

  test('the command of the image starts a server that is ready and healthy, and its signal ends it in good order', async () => {
    const port = String(await freePort());
    const settings = { PATH: process.env.PATH ?? '', ...env, HOST: '127.0.0.1', PORT: port };
    const data = join(folder, 'data');
    mkdirSync(data);
    const options = { cwd: image, env: { ...settings, TIMBRE_DATA_DIR: data } };
    const [command = '', ...args] = commandOf(only('CMD'));
    const server = spawn(command, args, { ...options, stdio: 'pipe' });
    const { ended, output } = watch(server);
    try {
      const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
      await Promise.race([
        until(180_000, () => ready().catch(() => false)),
        ended.then((code) => expect.fail(`it ended with ${code}:\n${output()}`)),
      ]);
      const [probe = '', ...probeArgs] = commandOf(only('HEALTHCHECK'));
      expect(spawnSync(probe, probeArgs, options).status).toBe(0);
      server.kill(only('STOPSIGNAL') as NodeJS.Signals);
      expect(await ended).toBe(0);
      expect(spawnSync(probe, probeArgs, options).status).toBe(1);
    } finally {
      server.kill('SIGKILL');
    }
  });
});

/** The copies and the releases of the stages, in order, and the environment variables of the last stage. */
function readStages() {
  const copies: { from: string | undefined; source: string; stage: string; target: string }[] = [];
  const releases: string[] = [];
  let env: Record<string, string> = {};
  let stage = '';
  let workdir = '/';
  for (const { name, rest } of instructions) {
    if (name === 'FROM') {
      stage = / AS (\w+)$/.exec(rest)?.[1] ?? 'last';
      env = {};
    }
    if (name === 'WORKDIR') workdir = rest;
    if (name === 'ENV')
      env = Object.fromEntries([...rest.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value]));
    if (name === 'RUN' && rest.startsWith('npm run release')) releases.push(rest);
    if (name === 'COPY') {
      const [, from, source = '', target = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? [];
      copies.push({ from, source, stage, target: join(workdir, target) });
    }
  }
  return { env, copies, releases };
}

/** Copies the build context without the paths of .dockerignore. */
function copyContext(source: string, target: string): void {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const ignored = patterns.map(
    (pattern) =>
      new RegExp(
        `^${pattern
          .replace(/\./g, '\\.')
          .replace(/\*\*\//g, '(.+/)?')
          .replace(/\*/g, '[^/]*')}$`,
      ),
  );
  const from = join(root, source);
  const filter = (path: string) => !ignored.some((pattern) => pattern.test(relative(from, path)));
  cpSync(from, target, { recursive: true, filter });
}

function watch(child: ChildProcess) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  return { ended, output: () => output };
}

async function until(withinMs: number, holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await holds()); ) {
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
