import { type ReactNode, useEffect } from 'react';
import styles from './empty-state.module.css';

interface Props {
  title: string;
  detail?: string;
  /** The only content of the page: its title is the title of the page. */
  page?: boolean;
  /** The one action that adds content. */
  children?: ReactNode;
}

/** The placeholder of an empty list: what it will contain, and what to do. */
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
