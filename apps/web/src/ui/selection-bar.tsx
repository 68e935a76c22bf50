import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './selection-bar.module.css';

interface Props {
  /** The selected rows: `3 comprobantes · RD$ 767.00`. */
  words: string;
  /** Selects all rows of the filter; undefined if they are already selected, or all loaded. */
  whole: { readonly words: string; readonly onSelect: () => void } | undefined;
  onClear: () => void;
  /** The actions on the selected rows. */
  children: ReactNode;
}

/** The actions on the selected rows of a table, at the lower edge of the window while any are selected. */
export const SelectionBar = ({ words, whole, onClear, children }: Props) => (
  <section className={styles.bar} aria-label="Selección">
    <span className={styles.words}>
      <b role="status">{words}</b>
      {whole && (
        <Button variant="subtle" size="compact-sm" onClick={whole.onSelect}>
          {whole.words}
        </Button>
      )}
    </span>
    <span className={styles.actions}>
      {children}
      <IconButton icon={IconX} label="Quitar la selección" onClick={onClear} />
    </span>
  </section>
);
