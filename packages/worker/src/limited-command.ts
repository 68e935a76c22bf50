import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Which limits hold for children on this system. */
export interface ChildGuards {
  /** The kernel limits what a child allocates. */
  readonly memory: boolean;
  /** A child has no network. */
  readonly network: boolean;
  /** The system says how much memory a child has. */
  readonly watched: boolean;
}

const withoutNetwork = ['/usr/bin/unshare', '--user', '--net'];
const withLimits = (dataMb: number) => ['/usr/bin/prlimit', `--data=${dataMb * 1024 * 1024}`, '--core=0'];

let found: ChildGuards | undefined;

/** Tries once which limits this system has: util-linux, and a kernel that lets anybody have a network of their own. */
export function childGuards(): ChildGuards {
  found ??= { memory: works(withLimits(64)), network: works(withoutNetwork), watched: existsSync('/proc/self/status') };
  return found;
}

const works = ([program = '', ...args]: readonly string[]): boolean =>
  process.platform === 'linux' &&
  spawnSync(program, [...args, '/bin/true'], { stdio: 'ignore', env: {}, timeout: 5_000 }).status === 0;

/**
 * A command with the limits that this system has.
 *
 * The address space is not limited: V8 reserves much more than it uses.
 */
export function limitedCommand(command: readonly string[], dataMb: number): string[] {
  const { memory, network } = childGuards();
  return [...(network ? withoutNetwork : []), ...(memory ? withLimits(dataMb) : []), ...command];
}
