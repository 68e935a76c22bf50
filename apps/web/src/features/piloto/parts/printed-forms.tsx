import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '../../../lib/mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { downloadPrinted } from '../api.ts';
import styles from './row.module.css';

/** Downloads the printed forms of the accepted documents, one of each kind. */
export function PrintedForms() {
  const download = useMutation({ mutationFn: downloadPrinted });
  return (
    <div className={styles.row}>
      <ActionButton
        leftSection={<IconDownload size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Descargar las representaciones impresas
      </ActionButton>
      <FailureNotice error={download.error} />
    </div>
  );
}
