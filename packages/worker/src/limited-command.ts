import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Limits of children that this system supports. */
export interface ChildGuards {
  /** The kernel limits the memory that a child allocates. */
  readonly memory: boolean;
  /** A child has no network. */
  readonly network: boolean;
  /** The system reports the memory of a child. */
  readonly watched: boolean;
}

const withoutNetwork = ['/usr/bin/unshare', '--user', '--net'];
const withLimits = (dataMb: number) => ['/usr/bin/prlimit', `--data=${dataMb * 1024 * 1024}`, '--core=0'];

let guards: ChildGuards | undefined;

/**
 * Tests once which limits this system supports: they need util-linux, and network namespaces for unprivileged users.
 */
export function childGuards(): ChildGuards {
  guards ??= {
    memory: works(withLimits(64)),
    network: works(withoutNetwork),
    watched: existsSync('/proc/self/status'),
  };
  return guards;
}

const works = ([program = '', ...args]: readonly string[]): boolean =>
  process.platform === 'linux' &&
  spawnSync(program, [...args, '/bin/true'], { stdio: 'ignore', env: {}, timeout: 5_000 }).status === 0;

/**
 * Wraps a command with the limits that this system supports.
 *
 * The address space is not limited: V8 reserves much more than it uses.
 */
export function limitedCommand(command: readonly string[], dataMb: number): string[] {
  const { memory, network } = childGuards();
  return [...(network ? withoutNetwork : []), ...(memory ? withLimits(dataMb) : []), ...command];
}
