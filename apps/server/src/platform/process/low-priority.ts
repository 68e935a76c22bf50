import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread, so that it uses only processor time that other threads leave.
 *
 * @param niceness 1 to 19: higher is lower priority. If the system cannot set it for one thread, nothing changes.
 */
export function giveWay(niceness: number): void {
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
    setPriority(Number(thread), niceness);
  } catch {
    // Not Linux: the thread keeps its priority.
  }
}
