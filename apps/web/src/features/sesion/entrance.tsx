import { type ReactNode, useEffect } from 'react';
import styles from './entrance.module.css';

interface Props {
  /** The window's title. */
  title: string;
  children: ReactNode;
  /** Links under the card. */
  other: ReactNode;
}

/** The layout of the screens without a session: a card with the brand, and the company's line in the footer. */
export function Entrance({ title, children, other }: Props) {
  useEffect(() => {
    document.title = `${title} · Timbre`;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <span className={styles.mark} aria-hidden="true">
            T
          </span>
          <div>
            <h1>Timbre</h1>
            <p>Comprobantes fiscales electrónicos</p>
          </div>
        </div>
        {children}
        <p className={styles.other}>{other}</p>
      </div>
      <footer className={styles.footer}>© {new Date().getFullYear()} Timbre. Todos los derechos reservados.</footer>
    </main>
  );
}
