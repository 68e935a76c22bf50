import { type ReactNode, useId, useState } from 'react';
import styles from './help-popover.module.css';

interface Props {
  /** What it explains, as the accessible name of the button: `Qué es Track ID`. */
  label: string;
  className?: string | undefined;
  /** The explanation; drawn while it is open. */
  children: ReactNode;
}

/**
 * A small button with a question mark that opens an explanation. The focus goes into it; Escape closes it and gives the
 * focus back to the button. The mark is drawn by the style sheet, so that no label or row gets it as text.
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
