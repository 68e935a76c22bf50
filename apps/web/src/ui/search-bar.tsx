import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import styles from './search-bar.module.css';
import { SearchField } from './search-field.tsx';

interface Props {
  /** The accessible name of the search field. */
  label: string;
  search: string | undefined;
  onSearch: (typed: string) => void;
  /** Undefined while no filter is set. */
  onClear: (() => void) | undefined;
  /** Shown at the end of the bar. */
  end?: ReactNode;
  /** The filters, as chips. */
  children: ReactNode;
}

/** The search and the filters of a list, with a button that clears them. On a phone they can be unfolded. */
export function SearchBar({ label, search = '', onSearch, onClear, end, children }: Props) {
  const [unfolded, setUnfolded] = useState(false);
  return (
    <search className={styles.bar}>
      <SearchField className={styles.search} label={label} maxLength={64} value={search} onChange={onSearch} />
      <div className={styles.chips} data-unfolded={unfolded}>
        <Button
          className={styles.fold}
          leftSection={<IconFilter size={16} />}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          Filtros
        </Button>
        {children}
        {onClear && (
          <Button variant="subtle" onClick={onClear}>
            Limpiar filtros
          </Button>
        )}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </search>
  );
}
