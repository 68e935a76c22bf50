import type { CSSProperties, ReactNode } from 'react';
import card from './card.module.css';
import styles from './stat-card.module.css';

/** A figure with its name and a note. The line of the note is reserved even if the note is empty. */
export function StatCard({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className={`${card.card} ${styles.stat}`}>
      <span>{name}</span>
      <b data-long={value.length > 10}>{value}</b>
      {note !== undefined && <em title={note}>{note || '\u00a0'}</em>}
    </div>
  );
}

interface GridProps {
  /** Two in a row also on medium screens, for long names or notes. */
  wide?: boolean;
  /** Number of characters of the longest figure. All figures get the size at which it fits. */
  longest?: number;
  children: ReactNode;
}

/** A grid of four cards in a row, two on narrow screens. */
export const StatGrid = ({ wide = false, longest, children }: GridProps) => (
  <div
    className={styles.grid}
    data-wide={wide}
    data-even={longest !== undefined}
    style={longest === undefined ? undefined : ({ '--longest': longest } as CSSProperties)}
  >
    {children}
  </div>
);
