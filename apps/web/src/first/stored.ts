/** Reads a key of the browser's storage, as text; empty if there is no such key, or no storage. */
export function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
