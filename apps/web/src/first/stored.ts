/** Reads a key of the browser's storage, as text; empty where there is none, or no storage. */
export function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
