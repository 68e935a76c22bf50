import { type ReactNode, useId } from 'react';
import card from './card.module.css';
import styles from './panel.module.css';

interface Props {
  /** The id of the section, for links and for the focus. */
  id?: string;
  title: string;
  /** A line under the title. */
  note?: ReactNode;
  /** Content at the right of the title. */
  actions?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

/** A section of a screen with its own title. */
export function Panel({ id: own, title, note, actions, className = '', children }: Props) {
  const id = useId();
  return (
    <section
      id={own}
      tabIndex={own === undefined ? undefined : -1}
      className={`${card.card} ${styles.panel} ${className}`}
      aria-labelledby={id}
    >
      <header className={styles.head}>
        <div>
          <h2 id={id} className={card.title}>
            {title}
          </h2>
          {note && <p>{note}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
