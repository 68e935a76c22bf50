/** Id of the user `nobody`, and of its group, on most systems. */
export const otherUser = 65_534;

/** Whether the tests run as root, the only user that can become another one. */
export const canBecomeOther = process.geteuid?.() === 0;

/** Runs work as a user who is not root. It must not be asynchronous: the whole process is that user meanwhile. */
export function asOtherUser<T>(work: () => T): T {
  process.seteuid?.(otherUser);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
