import { type ReactNode, useEffect } from 'react';
import styles from './page-header.module.css';

interface Props {
  /** In the specification's words. */
  title: string;
  /** One line of live facts. */
  facts?: ReactNode;
  /** At the right; at most one primary. */
  children?: ReactNode;
}

/** The head of every screen; names the window too. */
export function PageHeader({ title, facts, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Timbre`;
  }, [title]);
  return (
    <div className={styles.head}>
      <div className={styles.text}>
        <h1>{title}</h1>
        <p>{facts ?? '\u00a0'}</p>
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
