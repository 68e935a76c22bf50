import { type ReactNode, useContext, useEffect } from 'react';
import { PageHelp } from '../lib/page-help.ts';
import { Facts } from './facts.tsx';
import styles from './page-header.module.css';

interface Props {
  /** The title, as worded in the specification. */
  title: string;
  /** One line of live facts; a text is a single fact. */
  facts?: string | readonly ReactNode[] | undefined;
  /** Content under the facts. */
  chips?: ReactNode;
  /** Buttons at the right; at most one primary. */
  children?: ReactNode;
}

/** The header of every screen. It also sets the window's title. */
export function PageHeader({ title, facts, chips, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Timbre`;
  }, [title]);
  const help = useContext(PageHelp);
  return (
    <div className={styles.head}>
      <div className={styles.text}>
        <div className={styles.title}>
          <h1>{title}</h1>
          {help}
        </div>
        <p>
          <Facts of={typeof facts === 'string' ? [facts] : (facts ?? ['\u00a0'])} />
        </p>
        {chips && <div className={styles.chips}>{chips}</div>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
