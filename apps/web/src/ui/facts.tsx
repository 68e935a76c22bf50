import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Facts on a line, separated by dots. Where the line wraps, no line begins or ends with a dot. */
export const Facts = ({ of }: { of: readonly ReactNode[] }) => (
  <span className={styles.facts}>
    <span>
      {of.map((fact, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts and their order never change
        <span key={i}>
          {i > 0 && <span> · </span>}
          <span>{fact}</span>
        </span>
      ))}
    </span>
  </span>
);
