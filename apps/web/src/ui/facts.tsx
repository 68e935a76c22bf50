import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Facts on a line, parted by dots; where they take more than one line, none begins or ends with a dot. */
export const Facts = ({ of }: { of: readonly ReactNode[] }) => (
  <span className={styles.facts}>
    <span>
      {of.map((fact, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are always the same, in the same order
        <span key={i}>
          {i > 0 && <span> · </span>}
          <span>{fact}</span>
        </span>
      ))}
    </span>
  </span>
);
