import { readFileSync, readlinkSync } from 'node:fs';

/**
 * The processor time of a process or thread in milliseconds, in steps of ten; undefined if the system does not report it.
 *
 * @param stat `/proc/PID/stat` or `/proc/self/task/THREAD/stat`
 * @source proc(5), stat: utime, stime, in hundredths of a second
 */
export function processorTimeOf(stat: string): number | undefined {
  try {
    const fields = readFileSync(stat, 'latin1').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** The number that the system gives to the calling thread; undefined if the system does not report it. */
export function ownThread(): number | undefined {
  try {
    const number = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1];
    return number === undefined ? undefined : Number(number);
  } catch {
    return undefined;
  }
}

/**
 * The processor time of a thread of this process in milliseconds: that during which it waits for a processor is not
 * counted. Undefined if the system does not report it, or the thread has ended.
 *
 * @param thread its number, from {@link ownThread}
 */
export const threadTime = (thread: number): number | undefined => processorTimeOf(`/proc/self/task/${thread}/stat`);
