import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuiltServer } from './built-server.ts';

/** A data folder on a volume that can be filled. */
export interface SmallVolume {
  readonly name: string;
  /** True if its content remains after the server has ended. */
  readonly lasts: boolean;
  /** Options with which the server starts with the folder on the volume. */
  readonly start: { readonly under?: readonly string[]; readonly env: Record<string, string> };
  fill(server: BuiltServer): void;
  free(server: BuiltServer): void;
}

/** A volume in memory, mounted only in the server's mount namespace. */
function mounted(folder: string, size: string): SmallVolume {
  const script = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`;
  const ballast = ({ pid }: BuiltServer) => join(`/proc/${pid}/root`, folder, 'lastre');
  return {
    name: 'a small volume',
    lasts: false,
    start: { under: ['unshare', '-rm', 'sh', '-c', script, folder], env: {} },
    fill(server) {
      const file = openSync(ballast(server), 'w');
      const bytes = Buffer.alloc(65_536);
      for (let length = bytes.length; length >= 1; ) {
        try {
          writeSync(file, bytes, 0, length);
        } catch {
          length /= 2;
        }
      }
      closeSync(file);
    },
    free: (server) => rmSync(ballast(server)),
  };
}

/** A simulated full disk: the writes of the process fail, without a volume. */
function simulated(folder: string): SmallVolume {
  const shim = new URL('../apps/server/src/main/testing/programs/full-disk.cjs', import.meta.url);
  const flag = `${folder}.lleno`;
  return {
    name: 'a disk that says it is full',
    lasts: true,
    start: { env: { NODE_OPTIONS: `--require ${fileURLToPath(shim)}`, TIMBRE_FULL_DISK: flag } },
    fill: () => writeFileSync(flag, folder),
    free: () => rmSync(flag),
  };
}

const mayMount =
  existsSync('/proc/self/ns/mnt') && spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'x', '/mnt']).status === 0;

/** The kinds that this machine supports: always the simulated disk, and the volume if mounting is allowed. */
export const smallVolumes: readonly ((folder: string, size: string) => SmallVolume)[] = mayMount
  ? [mounted, simulated]
  : [simulated];
