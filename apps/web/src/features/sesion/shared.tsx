import { type ReactNode, useEffect } from 'react';
import styles from './entrance.module.css';

interface Props {
  /** The window's title. */
  title: string;
  /** The heading is the title; otherwise the brand is, as at the login. */
  headed?: boolean;
  children: ReactNode;
  /** Links under the card. */
  other: ReactNode;
}

/** The layout of the screens without a session: a card with the brand, and the company's line in the footer. */
export function Entrance({ title, headed = false, children, other }: Props) {
  useEffect(() => {
    document.title = `${title} · Timbre`;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand} data-small={headed}>
          <span className={styles.mark} aria-hidden="true">
            T
          </span>
          <div>
            {headed ? <b>Timbre</b> : <h1>Timbre</h1>}
            <p>Comprobantes fiscales electrónicos</p>
          </div>
        </div>
        {headed && <h1>{title}</h1>}
        {children}
        <p className={styles.other}>{other}</p>
      </div>
      <footer className={styles.footer}>
        © <span data-fill="year">{new Date().getFullYear()}</span> Timbre. Todos los derechos reservados.
      </footer>
    </main>
  );
}
