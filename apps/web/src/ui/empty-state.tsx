import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** What an empty place says: what will be here, and in `children` the one action that fills it. */
export function EmptyState({ title, detail, children }: { title: string; detail?: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {detail && <p className={styles.detail}>{detail}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
