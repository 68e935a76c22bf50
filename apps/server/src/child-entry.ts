/** The code of a child process that reads files. */
export const childEntry = new URL('./child.worker.ts', import.meta.url);
