import type { ReactNode } from 'react';
import card from './card.module.css';
import styles from './stat-card.module.css';

/** A figure with its name and a note. An empty note keeps its line. */
export function StatCard({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className={`${card.card} ${styles.stat}`}>
      <span>{name}</span>
      <b data-long={value.length > 10}>{value}</b>
      {note !== undefined && <em title={note}>{note || '\u00a0'}</em>}
    </div>
  );
}

/**
 * A grid of four cards in a row, two on narrow screens.
 *
 * @param wide two in a row also on medium screens, for long names or notes
 */
export const StatGrid = ({ wide = false, children }: { wide?: boolean; children: ReactNode }) => (
  <div className={styles.grid} data-wide={wide}>
    {children}
  </div>
);
