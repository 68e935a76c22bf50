import card from './card.module.css';
import styles from './stat-card.module.css';

/** A figure with its name and a note under it. */
export function StatCard({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <div className={`${card.card} ${styles.stat}`}>
      <span>{name}</span>
      <b data-long={value.length > 10}>{value}</b>
      <em title={note}>{note || '\u00a0'}</em>
    </div>
  );
}

/** Four abreast, two on narrow screens. */
export const StatGrid = ({ children }: { children: React.ReactNode }) => <div className={styles.grid}>{children}</div>;
