import { type AccountMapping, accountCounts, emptyMapping } from '@timbre/reports';
import { formatCounted } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import styles from '../mapeo.module.css';
import type { UseMapeo } from '../use-mapeo.ts';
import { partes } from './use-import.tsx';

interface Props {
  mapeo: AccountMapping;
  onDelete: UseMapeo['replace'];
  onClose: () => void;
}

/** Asks for confirmation, with the counts of what would be deleted. */
export function DeleteDialog({ mapeo, onDelete, onClose }: Props) {
  const counts = Object.entries(accountCounts(mapeo)) as [keyof AccountMapping, number][];
  const total = counts.reduce((sum, [, n]) => sum + n, 0);
  return (
    <ConfirmDialog
      title="Eliminar todos los mapeos"
      confirm={`Eliminar ${formatCounted(total, 'asignación', 'asignaciones')}`}
      destructive
      onConfirm={() => onDelete(emptyMapping, 'Mapeos eliminados')}
      onClose={onClose}
    >
      <p>Se eliminan, para toda la empresa:</p>
      <ul className={styles.counts}>
        {counts.map(([part, n]) => (
          <li key={part}>
            {partes[part]}: {formatCounted(n, 'cuenta')}
          </li>
        ))}
      </ul>
      <p>El catálogo de cuentas se conserva. Esta acción no se puede deshacer.</p>
    </ConfirmDialog>
  );
}
