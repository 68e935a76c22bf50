import { randomUUID } from 'node:crypto';

/**
 * Creates an identifier (UUID version 7): 48 bits of time, then randomness. So new rows are adjacent in the table's
 * index. It is not a secret.
 */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  // Takes all bits of a random UUID except the first 48 and the version: `node:crypto` draws the bits of many UUIDs at
  // once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Whether the text is a UUID in its usual form. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
