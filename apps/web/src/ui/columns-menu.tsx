import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useId } from 'react';
import styles from './data-table.module.css';
import type { DataColumn } from './data-table.tsx';
import menu from './menu.module.css';
import type { TableLayout } from './table-layout.ts';

interface Props {
  columns: readonly Pick<DataColumn<never>, 'key' | 'header' | 'always'>[];
  layout: TableLayout;
  onLayout: (layout: Partial<TableLayout>) => void;
  /** Restores the initial widths and columns. */
  onReset: () => void;
}

/** Selects which columns of a table are shown. */
export function ColumnsMenu({ columns, layout, onLayout, onReset }: Props) {
  const id = useId();
  const { columnVisibility } = layout;
  return (
    <span className={menu.anchor}>
      <Button leftSection={<IconColumns3 size={16} />} aria-haspopup="dialog" popoverTarget={id}>
        Columnas
      </Button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Columnas de la tabla"
        className={`${menu.menu} ${styles.columns}`}
      >
        {columns
          .filter(({ always }) => !always)
          .map(({ key, header }) => (
            <label key={key}>
              <input
                type="checkbox"
                className={styles.box}
                checked={columnVisibility[key] !== false}
                onChange={(event) =>
                  onLayout({ columnVisibility: { ...columnVisibility, [key]: event.currentTarget.checked } })
                }
              />
              {header}
            </label>
          ))}
        <Button variant="subtle" onClick={onReset}>
          Restablecer
        </Button>
      </div>
    </span>
  );
}
