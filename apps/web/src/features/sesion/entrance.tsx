import { type ReactNode, useEffect } from 'react';
import styles from './entrance.module.css';

interface Props {
  /** Names the window. */
  title: string;
  children: ReactNode;
  /** Under the card: where else one may go. */
  other: ReactNode;
}

/** What is seen without a session: one card with the brand, and the company's line at the foot. */
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
