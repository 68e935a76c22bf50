import { Button } from '@mantine/core';
import type { TipoECF } from '@timbre/values';
import { Dialog } from '../../../ui/dialog.tsx';
import form from '../../../ui/form.module.css';
import styles from '../borradores.module.css';
import { items, schemaAt } from '../draft.ts';
import { columnsOf } from '../line-columns.ts';
import { Elements } from './more-panel.tsx';

/** All elements of a line that are not columns. */
export function LineDialog({ line, tipo, onClose }: { line: number; tipo: TipoECF; onClose: () => void }) {
  const columns = new Set(columnsOf(tipo).map(({ name }) => name));
  const nodes = (schemaAt(items)?.children ?? []).filter(
    ({ name }) => !columns.has(name) && name !== 'NumeroLinea' && name !== 'MontoItem',
  );
  return (
    <Dialog title={`Línea ${line}`} width={760} closesOutside={false} onClose={onClose}>
      <div className={styles.body}>
        <Elements nodes={nodes} at={`${items}[${line}]`} tipo={tipo} />
      </div>
      <div className={form.actions}>
        <Button variant="filled" onClick={onClose}>
          Listo
        </Button>
      </div>
    </Dialog>
  );
}
