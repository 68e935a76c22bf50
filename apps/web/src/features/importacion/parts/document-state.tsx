import type { importacion } from '@timbre/contract';
import { estadoNombre } from '@timbre/contract/tables';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from './document-tables.module.css';

/**
 * The state of a document: `Firmado · espera a E310000000034` while a note waits until its invoice is accepted, and
 * `Firmado · E310000000034 fue rechazado` if it never will be as it is.
 *
 * @param failed text of a failed sending, shown instead of the state
 */
export const DocumentState = ({
  documento: { estado, esperaA, detenido, real },
  failed,
}: {
  documento: importacion.FilaDeImportacion;
  failed?: string | undefined;
}) => (
  <span className={styles.state}>
    {real && <small className={styles.rehearsed}>ENSAYO</small>}
    <StatusChip estado={failed === undefined ? estado : 'error'}>
      {failed ??
        (estado === 'firmado' && esperaA !== null
          ? `Firmado · ${detenido ? `${esperaA} fue rechazado` : `espera a ${esperaA}`}`
          : estadoNombre[estado])}
    </StatusChip>
  </span>
);
