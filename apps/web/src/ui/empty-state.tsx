import { type ReactNode, useEffect } from 'react';
import styles from './empty-state.module.css';

interface Props {
  title: string;
  detail?: string;
  /** It is all that the page holds: its title is the page's. */
  page?: boolean;
  /** The one action that fills it. */
  children?: ReactNode;
}

/** What an empty place says: what will be here, and what to do. */
export function EmptyState({ title, detail, page = false, children }: Props) {
  useEffect(() => {
    if (page) document.title = `${title} · Timbre`;
  }, [page, title]);
  const Title = page ? 'h1' : 'p';
  return (
    <div className={styles.empty}>
      <Title className={styles.title}>{title}</Title>
      {detail && <p className={styles.detail}>{detail}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
