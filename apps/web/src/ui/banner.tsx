import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface Props {
  tone?: 'bad' | 'warn' | 'info' | 'ok';
  /** Title that states the event. */
  title?: string | undefined;
  /** The reason, as stated by its source, and what to do. */
  children?: ReactNode;
  /** The button that resolves it. */
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
}

/** A message shown where the problem arose. It stays until it is dismissed or no longer applies. */
export function Banner({ tone = 'bad', title, children, action, onDismiss }: Props) {
  return (
    <div className={styles.banner} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <p>
        {title && <b>{title}</b>}
        {title && children && (/[.:]$/.test(title) ? ' ' : ' · ')}
        {children}
      </p>
      {action}
      {onDismiss && (
        <button type="button" onClick={onDismiss}>
          Entendido
        </button>
      )}
    </div>
  );
}
