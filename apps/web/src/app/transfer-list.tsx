import { Button } from '@mantine/core';
import { formatBytes } from '../lib/format.ts';
import { dismissTransfer, useTransfers } from '../lib/transfers.ts';
import styles from './transfer-list.module.css';

/**
 * The downloads, each with the bytes received and a button to cancel or dismiss it. Stays while the user moves to other
 * screens.
 */
export function TransferList() {
  const transfers = useTransfers();
  if (transfers.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Descargas">
      {transfers.map(({ id, title, received, failure, cancel }) => (
        <div key={id} className={styles.transfer} data-failed={failure !== undefined}>
          <div role={failure === undefined ? undefined : 'alert'}>
            <b>{title}</b>
            <span>{failure ?? (received === undefined ? 'Preparando…' : `${formatBytes(received)} recibidos`)}</span>
          </div>
          {failure === undefined ? (
            <Button size="compact-sm" onClick={cancel}>
              Cancelar
            </Button>
          ) : (
            <Button size="compact-sm" onClick={() => dismissTransfer(id)}>
              Entendido
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}
