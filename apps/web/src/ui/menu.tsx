import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react';
import styles from './menu.module.css';

interface MenuProps {
  /** The content of the button. */
  trigger: ReactNode;
  /** The accessible name of the button. */
  label: string;
  /** Of a button that does not look like the others. */
  className?: string | undefined;
  /** {@link MenuItem}s, and `<hr />` between groups of them. */
  children: ReactNode;
}

/** A button that opens a menu. The browser closes it (Escape, a click outside) and restores the focus. */
export function Menu({ trigger, label, className, children }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.querySelectorAll<HTMLButtonElement>('[role="menuitem"]') ?? [])];

  function onToggle(event: ToggleEvent) {
    if (event.newState === 'open') items()[0]?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  }

  return (
    <span className={styles.anchor}>
      <button
        type="button"
        className={className ?? styles.button}
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        {trigger}
        {className === undefined && <IconChevronDown size={14} aria-hidden="true" />}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
        onClick={() => menu.current?.hidePopover()}
      >
        {children}
      </div>
    </span>
  );
}

interface ItemProps {
  icon: ReactNode;
  /** In a group of choices: whether this is the current one. */
  checked?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** An action of a menu. */
export const MenuItem = ({ icon, checked, onClick, children }: ItemProps) => (
  <button type="button" role="menuitem" aria-current={checked} tabIndex={-1} className={styles.item} onClick={onClick}>
    {icon}
    <span>{children}</span>
    {checked && '✓'}
  </button>
);
