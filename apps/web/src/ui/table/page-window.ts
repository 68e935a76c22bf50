/** How many page numbers are shown (specification 001 §9). */
const shown = 5;

/**
 * The page numbers around the current page.
 *
 * @param loaded number of loaded pages, the only ones whose position is known
 */
export function pageWindow(page: number, loaded: number): readonly number[] {
  const first = Math.max(1, Math.min(page - Math.floor(shown / 2), loaded - shown + 1));
  const last = Math.min(loaded, first + shown - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}
