import { type ReactNode, useId, useState } from 'react';
import styles from './help-popover.module.css';

interface Props {
  /** The accessible name of the button, with the explained term: `Qué es Track ID`. */
  label: string;
  className?: string | undefined;
  /** The explanation; rendered while it is open. */
  children: ReactNode;
}

/**
 * A small button with a question mark that opens an explanation. The focus moves into it; Escape closes it and returns
 * the focus to the button. The style sheet draws the mark, so that it is not part of the text of a label or row.
 */
export function HelpPopover({ label, className = '', children }: Props) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  return (
    <span className={`${styles.help} ${className}`}>
      <button type="button" aria-label={label} title={label} aria-haspopup="dialog" popoverTarget={id} />
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onBeforeToggle={({ newState }) => setOpened(newState === 'open')}
        onToggle={({ newState, currentTarget }) => newState === 'open' && currentTarget.focus()}
      >
        {opened && children}
      </div>
    </span>
  );
}
