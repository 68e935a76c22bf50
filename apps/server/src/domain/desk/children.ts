import { startChild } from '@timbre/worker';
import { createChildren } from '../../platform/threads/children.ts';

/** The code of a child process that reads files. */
export const childEntry = new URL('./child.worker.ts', import.meta.url);

const heapMb = 320;
const dataMb = 440;
/** The largest answer: the process holds three copies of it while reading it. */
const messageMb = 32;

/** Starts a child process that reads files. */
export const startReader = () => startChild(childEntry, { heapMb, dataMb, messageMb });

/** The children of this process. */
export const children = createChildren({ start: startReader });
