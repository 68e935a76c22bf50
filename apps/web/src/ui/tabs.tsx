import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './tabs.module.css';

interface Props<Id extends string> {
  /** The accessible name of the tabs. */
  label: string;
  tabs: readonly { readonly id: Id; readonly nombre: string }[];
  current: Id;
  onChange: (id: Id) => void;
  /** The panel of the current tab. */
  children: ReactNode;
}

/**
 * Tabs over one panel. Arrows move the focus and Enter opens, so that the focus alone does not leave a panel with
 * unsaved changes.
 */
export function Tabs<Id extends string>({ label, tabs, current, onChange, children }: Props<Id>) {
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);

  // On a phone the tabs do not all fit: the open one is scrolled into view inside the row of tabs, and again after a
  // rotation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` decides which tab is selected
  useEffect(() => {
    const row = list.current;
    if (row === null) return;
    const sizes = new ResizeObserver(() => {
      const tab = row.querySelector<HTMLElement>('[aria-selected="true"]');
      if (tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
    });
    sizes.observe(row);
    return () => sizes.disconnect();
  }, [current]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role="tab"]')];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map(({ id, nombre }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}${id}`}
            aria-selected={id === current}
            aria-controls={`${prefix}panel`}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChange(id)}
          >
            {nombre}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${prefix}panel`} aria-labelledby={`${prefix}${current}`}>
        {children}
      </div>
    </>
  );
}
