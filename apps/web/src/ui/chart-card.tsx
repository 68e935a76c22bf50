import { Button } from '@mantine/core';
import { IconChartBar, IconRefresh, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import styles from './chart-card.module.css';
import { IconButton } from './icon-button.tsx';
import { Panel } from './panel.tsx';
import text from './text.module.css';

interface Props {
  title: string;
  /** The same figures as a table: always available to screen readers, visible on request. */
  table: ReactNode;
  /** Fetches the figures again. */
  onRefresh: () => void;
  refreshing: boolean;
  /** The chart, as an image: the table carries its content. */
  children: ReactNode;
}

/** A chart with an equivalent table. */
export function ChartCard({ title, table, onRefresh, refreshing, children }: Props) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      className={styles.card}
      title={title}
      actions={
        <>
          <IconButton
            icon={IconRefresh}
            label={`Actualizar ${title}`}
            reason={refreshing ? 'Se está actualizando' : undefined}
            onClick={onRefresh}
          />
          <Button
            className={styles.toggle ?? ''}
            size="compact-sm"
            variant="subtle"
            aria-pressed={asTable}
            leftSection={asTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
            onClick={() => setAsTable(!asTable)}
          >
            <span className={styles.words}>{asTable ? 'Ver gráfico' : 'Ver tabla'}</span>
            <span className={text.hidden}> de {title}</span>
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <div className={asTable ? styles.covered : styles.chart}>{children}</div>
        {asTable ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          <section className={styles.table} aria-label="Tabla" tabIndex={0}>
            {table}
          </section>
        ) : (
          <div className={text.hidden}>{table}</div>
        )}
      </div>
    </Panel>
  );
}
