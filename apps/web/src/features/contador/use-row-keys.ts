import { useEffect, useRef, useState } from 'react';

const typing = 'input, textarea, select, [contenteditable="true"]';

/**
 * The keys of the list: `J` and `K` move the focus to the next and the previous company, `Esc` in the search or with a
 * filter removes what narrows. Enter presses the company that has the focus.
 *
 * @param rows positions of the companies among the lines
 * @returns the line to show and focus: a new object for each key
 */
export function useRowKeys(rows: readonly number[], onClear: (() => void) | undefined) {
  const [at, setAt] = useState<{ readonly index: number }>();
  const last = useRef({ rows, onClear, place: -1 });
  last.current = { ...last.current, rows, onClear };
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      const { rows: all, onClear: clear, place } = last.current;
      const target = event.target as Element;
      if (event.key === 'Escape' && clear) {
        if (target.closest(typing)) (target as HTMLElement).blur();
        clear();
        return;
      }
      const step = { j: 1, k: -1 }[event.key.toLowerCase()];
      if (step === undefined || target.closest(typing) || all.length === 0) return;
      const focused = target.closest('[data-index]')?.getAttribute('data-index');
      const at = all.findIndex((index) => String(index) === focused);
      const from = at < 0 ? place : at;
      const to = Math.min(Math.max(from + step, 0), all.length - 1);
      last.current.place = to;
      setAt({ index: all[to]! });
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return at;
}
