import type { CSSProperties, ReactNode } from 'react';
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

interface GridProps {
  /** Two in a row also on medium screens, for long names or notes. */
  wide?: boolean;
  /** Characters of the longest figure: all figures have the size at which it fits. */
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
